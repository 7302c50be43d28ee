#include "conformance/memory_suite.hpp"
#include "conformance/out_of_memory_suite.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Memory, any_structure);

TEST_P(Memory, Byte_length_is_what_was_allocated) {
  expect_sound_variants(SAPWOOD_CHECKS(byte_length_is_what_was_allocated));
}
TEST_P(Memory, A_destroyed_index_leaves_nothing_behind) {
  expect_sound_variants(SAPWOOD_CHECKS(a_destroyed_index_leaves_nothing));
}
TEST_P(Memory, Cycles_of_build_and_clear_do_not_grow) {
  expect_sound_variants(SAPWOOD_CHECKS(cycles_of_build_and_clear_do_not_grow));
}
TEST_P(Memory, A_cleared_index_gives_memory_back) {
  expect_sound_variants(SAPWOOD_CHECKS(clearing_gives_memory_back));
}
TEST_P(Memory, A_smaller_build_gives_memory_back) {
  expect_sound_variants(SAPWOOD_CHECKS(a_smaller_build_gives_memory_back));
}
TEST_P(Memory, Removals_give_memory_back) {
  expect_sound_variants(SAPWOOD_CHECKS(removals_give_memory_back));
}
TEST_P(Memory, Shrinking_leaves_what_the_items_need) {
  expect_sound_variants(SAPWOOD_CHECKS(shrinking_leaves_what_the_items_need));
}
TEST_P(Memory, Items_that_come_and_go_do_not_reallocate) {
  expect_sound_variants(SAPWOOD_CHECKS(items_that_come_and_go_do_not_reallocate));
}
TEST_P(Memory, Shrinking_does_not_change_results) {
  expect_sound_variants(SAPWOOD_CHECKS(shrinking_changes_no_answer));
}
TEST_P(Memory, Every_verb_survives_the_failure_of_each_of_its_allocations) {
  expect_sound_variants(SAPWOOD_CHECKS(verbs_survive_every_failed_allocation));
}

}  // namespace sapwood::test
