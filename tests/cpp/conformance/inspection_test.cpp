#include "conformance/inspection_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Inspection, any_structure);

TEST_P(Inspection, The_dump_contains_every_item_in_nested_nodes_parents_first) {
  expect_sound_variants(SAPWOOD_CHECKS(the_dump_is_valid));
}
TEST_P(Inspection, A_visitor_of_the_nodes_finds_the_items_of_brute_force) {
  expect_sound_variants(SAPWOOD_CHECKS(a_visitor_finds_what_brute_force_finds));
}
TEST_P(Inspection, DT13_statistics_equal_a_recomputation_from_the_dump) {
  expect_sound_variants(SAPWOOD_CHECKS(stats_equal_the_dump));
}
TEST_P(Inspection, Option_values_are_kept_when_read_and_set_again) {
  const auto survive = [](const auto* structure) {
    Report report;
    structure->check_options(report);
    EXPECT_TRUE(report.ok()) << report.text();
  };
  std::visit(survive, GetParam().variants);
}

}  // namespace sapwood::test
