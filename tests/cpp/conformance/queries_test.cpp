#include "conformance/queries_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

Checks query_checks(const Filling<2>& flat, const Filling<3>& solid, std::span<const u32> sizes) {
  return {[=](const SubjectMaker<2>& make, Report& report) {
            everything_equals_the_oracle<2>({flat, sizes}, make, report);
          },
          [=](const SubjectMaker<3>& make, Report& report) {
            everything_equals_the_oracle<3>({solid, sizes}, make, report);
          }};
}

SAPWOOD_SUBJECT_SUITE(QueryResults, any_structure);

TEST_P(QueryResults, Box_queries_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(box_queries_equal_the_oracle));
}
TEST_P(QueryResults, Point_queries_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(point_queries_equal_the_oracle));
}
TEST_P(QueryResults, Sphere_queries_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(sphere_queries_equal_the_oracle));
}
TEST_P(QueryResults, Volumes_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(volumes_equal_the_oracle));
}
TEST_P(QueryResults, Rays_equal_the_oracle) { expect_sound(SAPWOOD_CHECKS(rays_equal_the_oracle)); }
TEST_P(QueryResults, NN1_nearest_equals_the_oracle_with_ties_by_id) {
  expect_sound(SAPWOOD_CHECKS(nearest_equals_the_oracle));
}
TEST_P(QueryResults, Pairs_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(pairs_equal_the_oracle));
}
TEST_P(QueryResults, Query_filters_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(query_filters_equal_the_oracle));
}
TEST_P(QueryResults, Every_setting_of_the_options_equals_the_oracle) {
  expect_sound_variants(query_checks(fill_by_build<2>, fill_by_build<3>, usual_sizes()),
                        query_checks(fill_by_build<2>, fill_by_build<3>, few_sizes()));
}
TEST_P(QueryResults, An_updated_index_equals_the_oracle) {
  expect_sound_variants(query_checks(fill_by_update<2>, fill_by_update<3>, usual_sizes()),
                        query_checks(fill_by_update<2>, fill_by_update<3>, few_sizes()));
}
TEST_P(QueryResults, DT10_ten_thousand_box_sphere_and_ray_queries_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(many_queries_equal_the_oracle));
}

SAPWOOD_SUBJECT_SUITE(DynamicQueryResults, is_dynamic);

TEST_P(DynamicQueryResults, An_index_filled_by_inserts_equals_the_oracle) {
  expect_sound_variants(query_checks(fill_by_inserts<2>, fill_by_inserts<3>, usual_sizes()),
                        query_checks(fill_by_inserts<2>, fill_by_inserts<3>, few_sizes()));
}
TEST_P(DynamicQueryResults, An_index_with_removed_and_moved_items_equals_the_oracle) {
  expect_sound_variants(query_checks(fill_by_churn<2>, fill_by_churn<3>, usual_sizes()),
                        query_checks(fill_by_churn<2>, fill_by_churn<3>, few_sizes()));
}
TEST_P(DynamicQueryResults, DT9_rows_of_sorted_inserts_overflow_no_stack) {
  expect_sound_variants(SAPWOOD_CHECKS(deep_rows_equal_the_oracle));
}
TEST_P(DynamicQueryResults, Item_filters_equal_the_oracle) {
  expect_sound(SAPWOOD_CHECKS(item_filters_equal_the_oracle));
}

SAPWOOD_SUBJECT_SUITE(FrustumQueryResults, is_solid);

TEST_P(FrustumQueryResults, Frusta_equal_the_oracle_in_any_order_and_front_to_back) {
  expect_sound({{}, frusta_equal_the_oracle});
}

}  // namespace sapwood::test
