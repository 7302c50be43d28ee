#include "conformance/serialisation_suite.hpp"

#include "support/typed_suites.hpp"

namespace sapwood::test {

template <class S>
class Serialisation : public testing::Test {};
TYPED_TEST_SUITE(Serialisation, Structures<IsAny>, StructureName);

TYPED_TEST(Serialisation, A_round_trip_keeps_the_answers_and_the_bytes) {
  expect_sound_variants<TypeParam>(round_trips_keep_answers_and_bytes<TypeParam::kDim>);
}
TYPED_TEST(Serialisation, Truncated_and_extended_bytes_are_rejected) {
  expect_sound<TypeParam>(truncated_and_extended_bytes_are_rejected<TypeParam::kDim>);
}
TYPED_TEST(Serialisation, Every_flipped_byte_is_rejected) {
  expect_sound<TypeParam>(every_flipped_byte_is_rejected<TypeParam::kDim>);
}
TYPED_TEST(Serialisation, Forged_bytes_are_rejected_or_give_a_sound_index) {
  expect_sound_variants<TypeParam>(forgeries_are_rejected_or_sound<TypeParam::kDim>);
}

}  // namespace sapwood::test
