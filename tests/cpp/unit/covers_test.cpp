// Tests that all boxes inside a node are hits if contains() accepts the node. Plane masks omit only
// planes that cannot change the result.
#include <gtest/gtest.h>

#include "query_cases.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/box_query.hpp"
#include "sapwood/geometry/distance.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
Aabb<Dim> box_inside(const Aabb<Dim>& outer, Random& random) {
  Aabb<Dim> box = outer;
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 a = random.between(outer.min[axis], outer.max[axis]);
    const f32 b = random.between(outer.min[axis], outer.max[axis]);
    if (random.one_in(2))
      box.min[axis] = std::clamp(std::min(a, b), outer.min[axis], outer.max[axis]);
    if (random.one_in(2))
      box.max[axis] = std::clamp(std::max(a, b), box.min[axis], outer.max[axis]);
  }
  return box;
}

template <int Dim>
void expect_spheres_to_hit_what_they_cover(u64 seed) {
  Random random(seed);
  u32 covered = 0;
  for (int i = 0; i < 20000; ++i) {
    const Neighborhood here(random);
    const Aabb<Dim> node = here.box<Dim>(random);
    const Point<Dim> center = here.point<Dim>(random);
    const DistanceQuery<Dim> query(center, std::sqrt(farthest_squared(node, center)));
    if (!query.contains(node)) continue;
    ++covered;
    ASSERT_TRUE(query.hits(box_inside(node, random))) << "seed " << seed << ", case " << i;
  }
  EXPECT_GT(covered, 5000u);
}

TEST(Covers, A_sphere_hits_everything_inside_a_node_that_it_covers) {
  expect_spheres_to_hit_what_they_cover<2>(1);
  expect_spheres_to_hit_what_they_cover<3>(2);
}

TEST(Covers, A_sphere_does_not_cover_a_node_with_one_corner_outside) {
  const Aabb<2> node{{0, 0}, {3, 4}};
  EXPECT_TRUE(DistanceQuery<2>(Point<2>{{0, 0}}, 5).contains(node));
  EXPECT_FALSE(DistanceQuery<2>(Point<2>{{0, 0}}, std::nextafter(5.0f, 0.0f)).contains(node));
  EXPECT_FALSE(DistanceQuery<2>(Point<2>{{-1, 0}}, 5).contains(node));
}

TEST(Covers, A_box_covers_contained_boxes_including_its_faces) {
  const BoxQuery<2> query(Aabb<2>{{0, 0}, {2, 2}});
  EXPECT_TRUE(query.contains({{0, 0}, {2, 2}}));
  EXPECT_FALSE(query.contains({{0, 0}, {2, 2.5f}}));
}

Frustum random_frustum(Random& random) {
  Frustum frustum;
  for (auto& plane : frustum.planes) {
    for (int axis = 0; axis < 3; ++axis) plane[axis] = random.between(-1, 1);
    plane[3] = random.between(-2, 40);
  }
  return frustum;
}

Aabb<3> random_node(Random& random) {
  Aabb<3> node;
  for (int axis = 0; axis < 3; ++axis) {
    node.min[axis] = random.between(-20, 20);
    node.max[axis] = node.min[axis] + random.between(0, 10);
  }
  return node;
}

TEST(Covers, A_frustum_hits_everything_inside_a_node_that_it_covers) {
  Random random(3);
  u32 covered = 0;
  for (int i = 0; i < 20000; ++i) {
    const FrustumQuery query(random_frustum(random));
    const Aabb<3> node = random_node(random);
    if (!query.contains(node)) continue;
    ++covered;
    ASSERT_TRUE(query.hits(box_inside(node, random))) << "case " << i;
  }
  EXPECT_GT(covered, 1000u);
}

TEST(PlaneMask, Planes_that_do_not_cut_a_parent_need_no_test_below) {
  Random random(4);
  u32 shortened = 0;
  for (int i = 0; i < 20000; ++i) {
    const FrustumQuery query(random_frustum(random));
    const Aabb<3> parent = random_node(random);
    const FrustumTest above = query.test(parent, FrustumQuery::kAllPlanes);
    ASSERT_EQ(above.outside, !query.may_touch(parent)) << "case " << i;
    if (above.outside) continue;
    ASSERT_EQ(above.planes == 0, query.contains(parent)) << "case " << i;
    shortened += above.planes != FrustumQuery::kAllPlanes;
    const Aabb<3> child = box_inside(parent, random);
    ASSERT_EQ(query.test(child, above.planes).outside, !query.may_touch(child)) << "case " << i;
  }
  EXPECT_GT(shortened, 2000u);
}

}  // namespace
}  // namespace sapwood::test
