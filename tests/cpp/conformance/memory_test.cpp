#include "conformance/memory_suite.hpp"
#include "conformance/out_of_memory_suite.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Memory, any_structure);

TEST_P(Memory, Byte_length_equals_the_allocated_size) {
  expect_sound_variants(SAPWOOD_CHECKS(byte_length_is_what_was_allocated));
}
TEST_P(Memory, A_destroyed_index_leaks_nothing) {
  expect_sound_variants(SAPWOOD_CHECKS(a_destroyed_index_leaves_nothing));
}
TEST_P(Memory, Cycles_of_build_and_clear_do_not_grow_the_memory) {
  expect_sound_variants(SAPWOOD_CHECKS(cycles_of_build_and_clear_do_not_grow));
}
TEST_P(Memory, A_cleared_index_frees_memory) {
  expect_sound_variants(SAPWOOD_CHECKS(clearing_frees_memory));
}
TEST_P(Memory, A_smaller_build_frees_memory) {
  expect_sound_variants(SAPWOOD_CHECKS(a_smaller_build_frees_memory));
}
TEST_P(Memory, Removals_free_memory) {
  expect_sound_variants(SAPWOOD_CHECKS(removals_free_memory));
}
TEST_P(Memory, Shrink_keeps_only_the_memory_of_the_items) {
  expect_sound_variants(SAPWOOD_CHECKS(shrinking_leaves_what_the_items_need));
}
TEST_P(Memory, Alternating_inserts_and_removals_do_not_reallocate) {
  expect_sound_variants(SAPWOOD_CHECKS(alternating_inserts_and_removals_do_not_reallocate));
}
TEST_P(Memory, Shrink_does_not_change_results) {
  expect_sound_variants(SAPWOOD_CHECKS(shrinking_changes_no_result));
}
TEST_P(Memory, A_failed_allocation_leaves_the_index_unchanged_in_every_operation) {
  expect_sound_variants(SAPWOOD_CHECKS(operations_survive_every_failed_allocation));
}

}  // namespace sapwood::test
