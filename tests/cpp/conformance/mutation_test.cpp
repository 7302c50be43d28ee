#include "conformance/mutation_suite.hpp"

#include "support/typed_suites.hpp"

namespace sapwood::test {

template <class S>
class Mutation : public testing::Test {};
TYPED_TEST_SUITE(Mutation, Structures<IsAny>, StructureName);

TYPED_TEST(Mutation, Random_tapes_keep_the_index_sound_and_equal_to_the_oracle) {
  expect_sound_variants<TypeParam>(short_tapes_keep_the_index_sound<TypeParam::kDim>);
}
TYPED_TEST(Mutation, Crowded_tapes_keep_the_index_sound_and_equal_to_the_oracle) {
  expect_sound_variants<TypeParam>(a_crowded_tape_keeps_the_index_sound<TypeParam::kDim>);
}

template <class S>
class DynamicMutation : public testing::Test {};
TYPED_TEST_SUITE(DynamicMutation, Structures<IsDynamic>, StructureName);

TYPED_TEST(DynamicMutation, Ids_stay_and_the_smallest_free_one_is_next) {
  expect_sound<TypeParam>(ids_stay_and_the_smallest_free_one_is_next<TypeParam::kDim>);
}

}  // namespace sapwood::test
