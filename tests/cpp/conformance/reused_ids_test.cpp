#include "conformance/reused_ids_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(ReusedId, is_dynamic);
SAPWOOD_SUBJECT_SUITE(PairEvents, any_structure);

TEST_P(ReusedId, Ends_and_begins_the_pairs_of_an_equal_item) {
  expect_sound(SAPWOOD_CHECKS(a_removed_item_is_replaced_by_an_equal_one));
}
TEST_P(ReusedId, Ends_and_begins_a_pair_of_two_new_items) {
  expect_sound(SAPWOOD_CHECKS(both_items_of_a_pair_are_replaced));
}
TEST_P(ReusedId, Ends_the_old_pairs_and_begins_those_of_the_new_item) {
  expect_sound(SAPWOOD_CHECKS(a_replaced_item_overlaps_others));
}
TEST_P(ReusedId, Is_no_event_for_items_that_stay) {
  expect_sound(SAPWOOD_CHECKS(items_that_stay_are_not_replaced));
}
TEST_P(ReusedId, Ends_and_begins_the_pairs_of_a_cleared_index) {
  expect_sound(SAPWOOD_CHECKS(a_cleared_index_is_filled_again));
}
TEST_P(PairEvents, Of_a_build_are_those_of_moved_items) {
  expect_sound(SAPWOOD_CHECKS(a_build_moves_items));
  expect_sound(SAPWOOD_CHECKS(items_that_a_build_leaves_out_are_removed));
  expect_sound(SAPWOOD_CHECKS(a_build_in_steps_is_a_build));
}
TEST_P(PairEvents, Of_a_clear_end_all_pairs) {
  expect_sound(SAPWOOD_CHECKS(a_clear_removes_all_items));
}
TEST_P(PairEvents, Of_a_load_begin_all_pairs) {
  expect_sound(SAPWOOD_CHECKS(a_loaded_index_begins_all_its_pairs));
}

}  // namespace sapwood::test
