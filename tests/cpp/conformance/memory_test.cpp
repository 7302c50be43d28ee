#include "conformance/memory_suite.hpp"
#include "conformance/out_of_memory_suite.hpp"
#include "support/typed_suites.hpp"

namespace sapwood::test {

template <class S>
class Memory : public testing::Test {};
TYPED_TEST_SUITE(Memory, Structures<IsAny>, StructureName);

TYPED_TEST(Memory, Byte_length_is_what_was_allocated) {
  expect_sound_variants<TypeParam>(byte_length_is_what_was_allocated<TypeParam::kDim>);
}
TYPED_TEST(Memory, A_destroyed_index_leaves_nothing_behind) {
  expect_sound_variants<TypeParam>(a_destroyed_index_leaves_nothing<TypeParam::kDim>);
}
TYPED_TEST(Memory, Cycles_of_build_and_clear_do_not_grow) {
  expect_sound_variants<TypeParam>(cycles_of_build_and_clear_do_not_grow<TypeParam::kDim>);
}
TYPED_TEST(Memory, Every_verb_survives_the_failure_of_each_of_its_allocations) {
  expect_sound_variants<TypeParam>(verbs_survive_every_failed_allocation<TypeParam::kDim>);
}

}  // namespace sapwood::test
