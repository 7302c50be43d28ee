#include "conformance/visiting_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Visiting, any_structure);

TEST_P(Visiting, A_visitor_that_returns_false_stops_every_query) {
  expect_sound_variants(SAPWOOD_CHECKS(a_visitor_stops_every_query));
  expect_sound_variants(SAPWOOD_CHECKS(a_visitor_stops_point_queries));
}
TEST_P(Visiting, DT9_a_stopped_query_visits_no_further_leaf) {
  expect_sound_variants(SAPWOOD_CHECKS(a_stopped_query_visits_no_further_leaf));
}
TEST_P(Visiting, DT9_an_empty_index_finds_nothing) {
  expect_sound_variants(SAPWOOD_CHECKS(an_empty_index_finds_nothing));
}
TEST_P(Visiting, Node_visits_do_not_exceed_the_number_of_nodes) {
  expect_sound_variants(SAPWOOD_CHECKS(node_visits_never_exceed_the_nodes));
}
TEST_P(Visiting, T42_a_visitor_can_query_the_same_index) {
  expect_sound_variants(SAPWOOD_CHECKS(a_visitor_may_query_the_same_index));
}
TEST_P(Visiting, The_same_calls_cause_the_same_order_and_work) {
  expect_sound_variants(SAPWOOD_CHECKS(the_same_calls_give_the_same_order_and_work));
}

}  // namespace sapwood::test
