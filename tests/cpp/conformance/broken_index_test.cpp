// Tests of the suites: each defect must be found by its check, and the same index without a defect
// must pass all checks.
#include <gtest/gtest.h>

#include <set>

#include "conformance/boundaries_suite.hpp"
#include "conformance/inspection_suite.hpp"
#include "conformance/memory_suite.hpp"
#include "conformance/mutation_suite.hpp"
#include "conformance/out_of_memory_suite.hpp"
#include "conformance/partners_suite.hpp"
#include "conformance/scenes_suite.hpp"
#include "conformance/visiting_suite.hpp"
#include "support/broken_index.hpp"

namespace sapwood::test {
namespace {

using Check = void (*)(const SubjectMaker<3>&, Report&);

void inserts_equal_the_oracle(const SubjectMaker<3>& make, Report& report) {
  everything_equals_the_oracle<3>({fill_by_inserts<3>, kFewSizes}, make, report);
}
void churn_equals_the_oracle(const SubjectMaker<3>& make, Report& report) {
  everything_equals_the_oracle<3>({fill_by_churn<3>, kFewSizes}, make, report);
}
void updates_equal_the_oracle(const SubjectMaker<3>& make, Report& report) {
  everything_equals_the_oracle<3>({fill_by_update<3>, kFewSizes}, make, report);
}

struct Case {
  const char* name;
  Defect defect;
  Check check;
};

constexpr Case kCases[] = {
    {"Dropping_the_last_item", Defect::kDropsTheLastItem, box_queries_equal_the_oracle<3>},
    {"Dropping_the_last_item_at_a_point", Defect::kDropsTheLastItem,
     point_queries_equal_the_oracle<3>},
    {"Dropping_the_last_item_in_a_volume", Defect::kDropsTheLastItem, volumes_equal_the_oracle<3>},
    {"Dropping_the_last_item_of_a_tape", Defect::kDropsTheLastItem,
     short_tapes_keep_the_index_sound<3>},
    {"Dropping_the_last_item_of_a_scene", Defect::kDropsTheLastItem,
     query_results_hash_to_the_goldens<3>},
    {"Forgetting_touching_boxes", Defect::kForgetsTouchingBoxes, touching_boxes_and_points_hit<3>},
    {"Forgetting_touching_boxes_of_a_grid", Defect::kForgetsTouchingBoxes,
     box_queries_equal_the_oracle<3>},
    {"Reporting_fat_boxes", Defect::kReportsFatBoxes, touching_boxes_and_points_hit<3>},
    {"Open_spheres", Defect::kOpenSpheres, touching_spheres_hit<3>},
    {"Open_spheres_at_random", Defect::kOpenSpheres, sphere_queries_equal_the_oracle<3>},
    {"Ignoring_filters", Defect::kIgnoresFilters, query_filters_equal_the_oracle<3>},
    {"Miscounting_results", Defect::kMiscountsResults, box_queries_equal_the_oracle<3>},
    {"Ignoring_a_stop", Defect::kIgnoresStop, a_visitor_stops_every_query<3>},
    {"Ignoring_a_stop_at_a_point", Defect::kIgnoresStop, a_visitor_stops_point_queries<3>},
    {"Visiting_leaves_after_a_stop", Defect::kIgnoresStop,
     a_stopped_query_visits_no_further_leaf<3>},
    {"Forgetting_in_nested_queries", Defect::kForgetsInNestedQueries,
     a_visitor_may_query_the_same_index<3>},
    {"Changing_the_order", Defect::kChangesItsOrder,
     the_same_calls_give_the_same_order_and_work<3>},
    {"Visiting_nodes_twice", Defect::kVisitsNodesTwice, node_visits_never_exceed_the_nodes<3>},
    {"Finding_in_an_empty_index", Defect::kFindsInAnEmptyIndex, an_empty_index_finds_nothing<3>},
    {"Forgetting_touching_pairs", Defect::kForgetsTouchingPairs, touching_items_are_pairs<3>},
    {"Forgetting_touching_pairs_of_a_grid", Defect::kForgetsTouchingPairs,
     pairs_equal_the_oracle<3>},
    {"Repeating_a_pair", Defect::kRepeatsAPair, pairs_equal_the_oracle<3>},
    {"Turning_pairs_around", Defect::kTurnsPairsAround, pairs_equal_the_oracle<3>},
    {"Pairing_items_with_themselves", Defect::kPairsItemsWithThemselves, pairs_equal_the_oracle<3>},
    {"Forgetting_partners", Defect::kForgetsPartnersOfTheFirstItem, partners_equal_the_oracle<3>},
    {"Turning_partners_around", Defect::kTurnsPartnersAround, partners_equal_the_oracle<3>},
    {"Ignoring_a_stop_of_partners", Defect::kIgnoresStop, a_visitor_stops_partners<3>},
    {"Missing_from_inside", Defect::kRayMissesFromInside,
     rays_from_inside_and_from_the_boundary_hit_at_0<3>},
    {"Missing_from_inside_at_random", Defect::kRayMissesFromInside, rays_equal_the_oracle<3>},
    {"Ignoring_the_maximum_distance_of_a_ray", Defect::kRayIgnoresMaxDistance,
     ray_lengths_do_not_matter<3>},
    {"Ignoring_the_maximum_distance_of_a_far_ray", Defect::kRayIgnoresMaxDistance,
     rays_from_far_away_hit<3>},
    {"Measuring_in_directions", Defect::kRayMeasuresInDirections, ray_lengths_do_not_matter<3>},
    {"Measuring_in_directions_across_edges", Defect::kRayMeasuresInDirections,
     rays_along_faces_and_through_corners_hit<3>},
    {"Measuring_in_directions_on_walls", Defect::kRayMeasuresInDirections,
     rays_hit_boxes_without_extent<3>},
    {"Ray_hits_without_order", Defect::kRayAllUnsorted, rays_equal_the_oracle<3>},
    {"Neighbors_without_order", Defect::kNearestUnsorted, nearest_equals_the_oracle<3>},
    {"Neighbors_with_ties_by_largest_id", Defect::kNearestTiesByLargestId,
     nearest_equals_the_oracle<3>},
    {"One_neighbor_too_few", Defect::kNearestOneTooFew, nearest_equals_the_oracle<3>},
    {"Neighbors_out_of_reach", Defect::kNearestIgnoresItsReach, touching_spheres_hit<3>},
    {"Frusta_without_order", Defect::kFrustumUnsorted, frusta_equal_the_oracle},
    {"Frusta_beyond_the_limit", Defect::kFrustumLimitOneTooMany, frusta_equal_the_oracle},
    {"Losing_an_item_after_a_remove", Defect::kLosesAnItemAfterRemove, churn_equals_the_oracle},
    {"Losing_an_item_of_a_tape", Defect::kLosesAnItemAfterRemove,
     a_long_tape_keeps_the_index_sound<3>},
    {"Keeping_the_box_of_a_moved_item", Defect::kKeepsTheBoxOfAMovedItem, churn_equals_the_oracle},
    {"Keeping_the_box_of_an_item_in_motion", Defect::kKeepsTheBoxOfAMovedItem,
     moved_motions_end_at_the_goldens<3>},
    {"Updating_all_but_the_last", Defect::kUpdatesAllButTheLast, updates_equal_the_oracle},
    {"Updating_all_but_the_last_of_a_motion", Defect::kUpdatesAllButTheLast,
     updated_motions_end_at_the_goldens<3>},
    {"Giving_fresh_ids", Defect::kGivesFreshIds, ids_stay_and_the_smallest_free_id_is_next<3>},
    {"Dropping_filters", Defect::kDropsFilters, item_filters_equal_the_oracle<3>},
    {"Dropping_filters_of_a_tape", Defect::kDropsFilters, short_tapes_keep_the_index_sound<3>},
    {"Reporting_a_fault", Defect::kReportsAFault, inserts_equal_the_oracle},
    {"Clearing_when_out_of_memory", Defect::kClearsWhenOutOfMemory,
     operations_survive_every_failed_allocation<3>},
    {"Hiding_that_memory_ran_out", Defect::kHidesOutOfMemory,
     operations_survive_every_failed_allocation<3>},
    {"Understating_memory", Defect::kUnderstatesItsMemory, byte_length_is_what_was_allocated<3>},
    {"Leaking", Defect::kLeaks, a_destroyed_index_leaves_nothing<3>},
    {"Growing_by_each_build", Defect::kGrowsByEachBuild, cycles_of_build_and_clear_do_not_grow<3>},
    {"Accepting_flipped_bytes", Defect::kAcceptsDamagedBytes, every_flipped_byte_is_rejected<3>},
    {"Accepting_truncated_bytes", Defect::kAcceptsDamagedBytes,
     truncated_and_extended_bytes_are_rejected<3>},
    {"Clearing_on_bad_bytes", Defect::kClearsOnBadBytes, every_flipped_byte_is_rejected<3>},
    {"Forgetting_an_item_in_bytes", Defect::kForgetsAnItemInBytes,
     round_trips_keep_results_and_bytes<3>},
    {"Reporting_a_fault_of_a_forgery", Defect::kReportsAFault, forgeries_are_rejected_or_sound<3>},
    {"Dumping_all_items_but_one", Defect::kDumpsAllItemsButOne, the_dump_is_valid<3>},
    {"Miscounting_leaves", Defect::kMiscountsLeaves, stats_equal_the_dump<3>},
};

void PrintTo(const Case& broken, std::ostream* out) { *out << broken.name; }

class BrokenIndex : public testing::TestWithParam<Case> {};

TEST_P(BrokenIndex, Fails_the_check_for_its_defect) {
  Report report;
  GetParam().check([] { return make_broken_index(GetParam().defect); }, report);
  EXPECT_FALSE(report.ok());
}

std::string name_of_case(const testing::TestParamInfo<Case>& broken) { return broken.param.name; }

INSTANTIATE_TEST_SUITE_P(Suites, BrokenIndex, testing::ValuesIn(kCases), name_of_case);

TEST(SoundIndex, Passes_all_checks) {
  if (light_volume()) GTEST_SKIP() << "in a light run every structure passes these checks";
  std::set<Check> checks;
  for (const Case& broken : kCases) checks.insert(broken.check);
  Report report;
  for (const Check check : checks) {
    check([] { return make_broken_index(Defect::kNone); }, report);
  }
  EXPECT_TRUE(report.ok()) << report.text();
}

}  // namespace
}  // namespace sapwood::test
