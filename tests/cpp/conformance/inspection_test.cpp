#include "conformance/inspection_suite.hpp"

#include "support/subject_variants.hpp"
#include "support/typed_suites.hpp"

namespace sapwood::test {

template <class S>
class Inspection : public testing::Test {};
TYPED_TEST_SUITE(Inspection, Structures<IsAny>, StructureName);

TYPED_TEST(Inspection, The_dump_holds_every_item_in_nested_nodes_parents_first) {
  expect_sound_variants<TypeParam>(the_dump_is_a_sound_picture<TypeParam::kDim>);
}
TYPED_TEST(Inspection, DT13_the_stats_equal_a_recomputation_from_the_dump) {
  expect_sound_variants<TypeParam>(the_stats_are_those_of_the_dump<TypeParam::kDim>);
}
TYPED_TEST(Inspection, Option_values_survive_being_read_and_given_again) {
  typename TypeParam::Options defaults;
  OptionAlternatives alternatives;
  defaults.describe(alternatives);
  for (const OptionValue& change : alternatives.found()) {
    typename TypeParam::Options options = TypeParam(options_with<TypeParam>(change)).options();
    OptionValues values;
    options.describe(values);
    typename TypeParam::Options again;
    OptionParser parser(values.values());
    again.describe(parser);
    OptionValues same;
    again.describe(same);
    EXPECT_TRUE(parser.ok() && std::ranges::equal(values.values(), same.values())) << change.text;
    EXPECT_FLOAT_EQ(static_cast<f32>(values.values()[change.option]),
                    static_cast<f32>(change.value));
  }
}

}  // namespace sapwood::test
