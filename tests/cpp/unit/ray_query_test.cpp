#include "sapwood/geometry/ray_query.hpp"

#include <gtest/gtest.h>

#include "sapwood/geometry/contact.hpp"
#include "unit/query_cases.hpp"
namespace sapwood::test {
namespace {

constexpr f32 kFarthest = std::numeric_limits<f32>::infinity();

template <int Dim>
f64 distance_to(const Aabb<Dim>& box, const Ray<Dim>& ray) {
  f64 distance = -1;
  return RayQuery<Dim>(ray).measure(box, distance) ? distance : HUGE_VAL;
}

TEST(RayQuery, A_valid_ray_has_a_finite_direction_that_is_not_zero) {
  const f32 nan = std::numeric_limits<f32>::quiet_NaN();
  EXPECT_TRUE(is_valid(Ray<2>{{{0, 0}}, {{0, 1e-45f}}, 0}));
  EXPECT_TRUE(is_valid(Ray<2>{{{0, 0}}, {{3e38f, 0}}, kFarthest}));
  EXPECT_FALSE(is_valid(Ray<2>{{{0, 0}}, {{0, -0.0f}}, 1}));
  EXPECT_FALSE(is_valid(Ray<2>{{{0, 0}}, {{kFarthest, 0}}, 1}));
  EXPECT_FALSE(is_valid(Ray<2>{{{0, nan}}, {{1, 0}}, 1}));
  EXPECT_FALSE(is_valid(Ray<2>{{{0, 0}}, {{1, nan}}, 1}));
  EXPECT_FALSE(is_valid(Ray<2>{{{0, 0}}, {{1, 0}}, nan}));
  EXPECT_FALSE(is_valid(Ray<2>{{{0, 0}}, {{1, 0}}, -1}));
}

TEST(RayQuery, Distances_are_world_lengths_for_any_length_of_the_direction) {
  const Aabb<2> box{{3, 4}, {9, 9}};
  for (const f32 scale : {1e-40f, 1e-20f, 0.5f, 1.0f, 1000.0f, 1e37f}) {
    const Ray<2> ray{{{0, 0}}, {{3 * scale, 4 * scale}}, kFarthest};
    EXPECT_NEAR(distance_to(box, ray), 5.0, scale == 1e-40f ? 1e-4 : 1e-6) << scale;
  }
}

TEST(RayQuery, A_ray_that_starts_inside_or_on_a_face_hits_at_distance_zero) {
  const Aabb<2> box{{0, 0}, {2, 2}};
  for (const Point<2>& origin : {Point<2>{{1, 1}}, Point<2>{{0, 1}}, Point<2>{{2, 2}}}) {
    for (const Point<2>& direction : {Point<2>{{1, 0}}, Point<2>{{-1, 0.5f}}, Point<2>{{0, -7}}}) {
      EXPECT_EQ(distance_to(box, Ray<2>{origin, direction, kFarthest}), 0.0);
    }
  }
}

TEST(RayQuery, A_box_behind_the_origin_is_missed) {
  const Aabb<2> box{{1, -1}, {2, 1}};
  EXPECT_EQ(distance_to(box, Ray<2>{{{0, 0}}, {{-1, 0}}, kFarthest}), HUGE_VAL);
  EXPECT_EQ(distance_to(box, Ray<2>{{{3, 0}}, {{1, 0}}, kFarthest}), HUGE_VAL);
  EXPECT_FALSE(RayQuery<2>(Ray<2>{{{3, 0}}, {{1, 0}}, kFarthest}).may_touch(box));
}

TEST(RayQuery, The_maximum_distance_is_inclusive) {
  const Aabb<2> box{{3, -1}, {4, 1}};
  EXPECT_EQ(distance_to(box, Ray<2>{{{0, 0}}, {{2, 0}}, 3}), 3.0);
  EXPECT_EQ(distance_to(box, Ray<2>{{{0, 0}}, {{2, 0}}, std::nextafter(3.0f, 0.0f)}), HUGE_VAL);
  EXPECT_EQ(distance_to(box, Ray<2>{{{3, 0}}, {{2, 0}}, 0}), 0.0);
}

TEST(RayQuery, Rays_along_faces_hit_and_rays_next_to_them_miss) {
  const Aabb<3> box{{1, 1, 1}, {2, 2, 2}};
  const Point<3> along{{1, 0, 0}};
  for (const f32 y : {1.0f, 2.0f}) {
    EXPECT_EQ(distance_to(box, Ray<3>{{{0, y, 1.5f}}, along, kFarthest}), 1.0);
    EXPECT_EQ(distance_to(box, Ray<3>{{{0, y, 2}}, along, kFarthest}), 1.0);  // an edge
  }
  EXPECT_EQ(distance_to(box, Ray<3>{{{0, std::nextafter(1.0f, 0.0f), 1.5f}}, along, kFarthest}),
            HUGE_VAL);
  EXPECT_EQ(distance_to(box, Ray<3>{{{0, std::nextafter(2.0f, 3.0f), 1.5f}}, along, kFarthest}),
            HUGE_VAL);
}

TEST(RayQuery, Rays_through_a_corner_hit_at_any_scale) {
  for (const f32 scale : {1e-3f, 0.1f, 0.3f, 1.0f, 7.0f, 1e6f}) {
    // the ray touches only the upper left corner of the box
    const Aabb<2> box{{3 * scale, -9 * scale}, {9 * scale, 3 * scale}};
    const Ray<2> ray{{{0, 0}}, {{0.1f, 0.1f}}, kFarthest};
    EXPECT_NE(distance_to(box, ray), HUGE_VAL) << scale;
    EXPECT_TRUE(RayQuery<2>(ray).may_touch(box)) << scale;
  }
}

TEST(RayQuery, Minus_zero_is_a_parallel_direction) {
  const Aabb<2> box{{1, 0}, {2, 1}};
  for (const f32 zero : {0.0f, -0.0f}) {
    EXPECT_EQ(distance_to(box, Ray<2>{{{0, 0.5f}}, {{1, zero}}, kFarthest}), 1.0);
    EXPECT_EQ(distance_to(box, Ray<2>{{{0, 1.5f}}, {{1, zero}}, kFarthest}), HUGE_VAL);
    EXPECT_FALSE(RayQuery<2>(Ray<2>{{{0, 1.5f}}, {{1, zero}}, kFarthest}).may_touch(box));
  }
}

TEST(RayQuery, An_empty_lane_is_never_touched) {
  const Aabb<2> box{{-1, -1}, {1, 1}};
  for (const Point<2>& direction :
       {Point<2>{{1, 1}}, Point<2>{{1, 0}}, Point<2>{{0, -1}}, Point<2>{{1, 1e-35f}}}) {
    const RayQuery<2> query(Ray<2>{{{0, 0}}, direction, kFarthest});
    EXPECT_EQ(query.may_touch4(packet_of(box, box)), 0b1011u);
  }
}

template <int Dim>
Ray<Dim> ray_near(const Aabb<Dim>& box, const Neighborhood& around, Random& random) {
  Ray<Dim> ray{around.point<Dim>(random), {}, kFarthest};
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 target =
        random.one_in(2) ? box.min[axis] : random.between(box.min[axis], box.max[axis]);
    ray.direction[axis] = target - ray.origin[axis];
    if (random.one_in(8)) ray.direction[axis] = 0;
    if (random.one_in(16)) ray.direction[axis] = any_coordinate(random);
  }
  return ray;
}

// Neither a hit nor any node around it is pruned, even if the maximum distance is exactly the
// distance of the hit.
template <int Dim>
int expect_conservative_bounds(u64 seed) {
  Random random(seed);
  int hits = 0;
  for (int round = 0; round < 100000; ++round) {
    const Neighborhood around(random);
    const Aabb<Dim> box = around.box<Dim>(random);
    const Aabb<Dim> node = unite(box, around.box<Dim>(random));
    const Ray<Dim> ray = ray_near(box, around, random);
    if (!is_valid(ray)) continue;
    RayQuery<Dim> query(ray);
    f64 distance = -1;
    if (!query.measure(box, distance)) continue;
    ++hits;
    query.shrink(distance);
    EXPECT_TRUE(query.hits(box));
    EXPECT_TRUE(query.may_touch(box)) << "seed " << seed << " round " << round;
    EXPECT_TRUE(query.may_touch(node)) << "seed " << seed << " round " << round;
    EXPECT_EQ(query.may_touch4(packet_of(box, node)), 0b1011u)
        << "seed " << seed << " round " << round;
    if (testing::Test::HasFailure()) break;
  }
  return hits;
}

TEST(RayQuery, No_node_with_a_hit_is_pruned_at_any_magnitude) {
  EXPECT_GT(expect_conservative_bounds<2>(21), 10000);
  EXPECT_GT(expect_conservative_bounds<3>(22), 10000);
}

TEST(RayQuery, A_ray_enters_through_a_face) {
  const Aabb<2> item{{2, 2}, {4, 4}};
  const auto expect = [&](const Ray<2>& ray, f32 x, f32 y) {
    const Point<2> normal = ray_normal(ray, item);
    EXPECT_EQ(normal[0], x);
    EXPECT_EQ(normal[1], y);
  };
  expect({{{0, 3}}, {{5, 0}}, 9}, -1, 0);
  expect({{{9, 3}}, {{-0.5f, 0}}, 9}, 1, 0);
  expect({{{3, 0}}, {{0.1f, 1}}, 9}, 0, -1);
  expect({{{0, 1}}, {{1, 1}}, 9}, -1, 0);
  expect({{{1, 0}}, {{1, 1}}, 9}, 0, -1);
  expect({{{0, 0}}, {{1, 1}}, 9}, -1, 0);  // at a corner the lowest axis is used
  expect({{{3, 3}}, {{1, 1}}, 9}, 0, 0);
  expect({{{2, 3}}, {{1, 0}}, 9}, 0, 0);  // faces belong to the box
  expect({{{2, 3}}, {{-1, 0}}, 9}, 0, 0);
  expect({{{2, 0}}, {{0, 1}}, 9}, 0, -1);  // along a face
}

}  // namespace
}  // namespace sapwood::test
