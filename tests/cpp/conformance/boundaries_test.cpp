#include "conformance/boundaries_suite.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Boundaries, any_structure);

TEST_P(Boundaries, Boxes_and_points_that_touch_a_face_edge_or_corner_are_hits) {
  expect_sound_variants(SAPWOOD_CHECKS(touching_boxes_and_points_hit));
}
TEST_P(Boundaries, Sphere_and_nearest_queries_include_their_exact_radius) {
  expect_sound_variants(SAPWOOD_CHECKS(touching_spheres_hit));
}
TEST_P(Boundaries, Items_that_touch_in_a_face_edge_or_corner_are_pairs) {
  expect_sound_variants(SAPWOOD_CHECKS(touching_items_are_pairs));
}
TEST_P(Boundaries, Rays_along_faces_and_through_corners_hit) {
  expect_sound_variants(SAPWOOD_CHECKS(rays_along_faces_and_through_corners_hit));
}
TEST_P(Boundaries, Rays_from_inside_and_from_the_boundary_hit_at_distance_0) {
  expect_sound_variants(SAPWOOD_CHECKS(rays_from_inside_and_from_the_boundary_hit_at_0));
}
TEST_P(Boundaries, The_length_of_a_direction_does_not_matter) {
  expect_sound_variants(SAPWOOD_CHECKS(ray_lengths_do_not_matter));
}
TEST_P(Boundaries, Rays_from_far_away_hit) {
  expect_sound_variants(SAPWOOD_CHECKS(rays_from_far_away_hit));
}
TEST_P(Boundaries, Rays_hit_boxes_without_extent) {
  expect_sound_variants(SAPWOOD_CHECKS(rays_hit_boxes_without_extent));
}

}  // namespace sapwood::test
