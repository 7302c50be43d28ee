#include "conformance/inspection_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Inspection, any_structure);

TEST_P(Inspection, The_dump_holds_every_item_in_nested_nodes_parents_first) {
  expect_sound_variants(SAPWOOD_CHECKS(the_dump_is_a_sound_picture));
}
TEST_P(Inspection, A_visitor_of_the_nodes_of_a_tree_finds_what_brute_force_finds) {
  expect_sound_variants(SAPWOOD_CHECKS(a_visitor_finds_what_brute_force_finds));
}
TEST_P(Inspection, DT13_the_stats_equal_a_recomputation_from_the_dump) {
  expect_sound_variants(SAPWOOD_CHECKS(the_stats_are_those_of_the_dump));
}
TEST_P(Inspection, Option_values_survive_being_read_and_given_again) {
  const auto survive = [](const auto* structure) {
    Report report;
    structure->check_options(report);
    EXPECT_TRUE(report.ok()) << report.text();
  };
  std::visit(survive, GetParam().variants);
}

}  // namespace sapwood::test
