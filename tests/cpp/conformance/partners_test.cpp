#include "conformance/partners_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Partners, pairs_with_its_kind);

TEST_P(Partners, DT15_pairs_between_two_indices_equal_the_oracle) {
  expect_sound_variants(SAPWOOD_CHECKS(partners_equal_the_oracle));
}
TEST_P(Partners, DT15_pairs_between_two_indices_apply_the_filters_of_both) {
  expect_sound_variants(SAPWOOD_CHECKS(partners_apply_their_filters));
}
TEST_P(Partners, DT15_pairs_between_two_indices_follow_every_change) {
  expect_sound_variants(SAPWOOD_CHECKS(partners_follow_every_change));
}
TEST_P(Partners, DT15_a_visitor_that_returns_false_stops_the_traversal_of_two_indices) {
  expect_sound_variants(SAPWOOD_CHECKS(a_visitor_stops_partners));
}
TEST_P(Partners, DT15_items_of_one_side_are_never_compared_with_each_other) {
  expect_sound_variants(SAPWOOD_CHECKS(items_of_one_side_are_never_compared));
}

}  // namespace sapwood::test
