#include "conformance/ray_boundaries_suite.hpp"
#include "support/typed_suites.hpp"

namespace sapwood::test {

template <class S>
class Boundaries : public testing::Test {};
TYPED_TEST_SUITE(Boundaries, Structures<IsAny>, StructureName);

TYPED_TEST(Boundaries, Boxes_and_points_that_touch_a_face_edge_or_corner_hit) {
  expect_sound_variants<TypeParam>(touching_boxes_and_points_hit<TypeParam::kDim>);
}
TYPED_TEST(Boundaries, Spheres_and_nearest_reach_a_face_edge_or_corner_exactly) {
  expect_sound_variants<TypeParam>(touching_spheres_hit<TypeParam::kDim>);
}
TYPED_TEST(Boundaries, Items_that_touch_in_a_face_edge_or_corner_are_pairs) {
  expect_sound_variants<TypeParam>(touching_items_are_pairs<TypeParam::kDim>);
}
TYPED_TEST(Boundaries, Rays_along_faces_and_through_corners_hit) {
  expect_sound_variants<TypeParam>(rays_along_faces_and_through_corners_hit<TypeParam::kDim>);
}
TYPED_TEST(Boundaries, Rays_from_inside_and_from_the_boundary_hit_at_distance_0) {
  expect_sound_variants<TypeParam>(
      rays_from_inside_and_from_the_boundary_hit_at_0<TypeParam::kDim>);
}
TYPED_TEST(Boundaries, The_length_of_a_direction_does_not_matter) {
  expect_sound_variants<TypeParam>(ray_lengths_do_not_matter<TypeParam::kDim>);
}
TYPED_TEST(Boundaries, Rays_from_far_away_hit) {
  expect_sound_variants<TypeParam>(rays_from_far_away_hit<TypeParam::kDim>);
}
TYPED_TEST(Boundaries, Rays_hit_boxes_without_extent) {
  expect_sound_variants<TypeParam>(rays_hit_boxes_without_extent<TypeParam::kDim>);
}

}  // namespace sapwood::test
