#include "sapwood/geometry/distance.hpp"

#include <gtest/gtest.h>

#include "query_cases.hpp"
#include "sapwood/geometry/sphere.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

constexpr f64 kInfiniteDistance = std::numeric_limits<f64>::infinity();

TEST(Distance, Is_zero_inside_and_on_the_boundary) {
  const Aabb<2> box{{0, 0}, {2, 2}};
  for (const Point<2>& point : {Point<2>{{1, 1}}, Point<2>{{0, 0}}, Point<2>{{2, 1}}}) {
    EXPECT_EQ(distance_squared(box, point), 0.0);
    EXPECT_EQ(distance_squared_f32(box, point), 0.0f);
  }
}

TEST(Distance, Equals_the_euclidean_distance_next_to_faces_and_corners) {
  const Aabb<3> box{{0, 0, 0}, {1, 1, 1}};
  EXPECT_EQ(distance_squared(box, Point<3>{{-3, 0.5f, 0.5f}}), 9.0);
  EXPECT_EQ(distance_squared(box, Point<3>{{4, 5, 0.5f}}), 9.0 + 16.0);
  EXPECT_EQ(distance_squared(box, Point<3>{{-1, 3, -2}}), 1.0 + 4.0 + 4.0);
}

TEST(Distance, A_sphere_that_touches_a_box_hits_it) {
  const Aabb<2> box{{3, 4}, {5, 6}};
  EXPECT_TRUE(DistanceQuery<2>(Point<2>{{0, 0}}, 5.0).hits(box));
  EXPECT_FALSE(DistanceQuery<2>(Point<2>{{0, 0}}, std::nextafter(5.0f, 0.0f)).hits(box));
  EXPECT_TRUE(DistanceQuery<2>(Point<2>{{4, 5}}, 0.0).hits(box));
  EXPECT_TRUE(DistanceQuery<2>(Point<2>{{3, 4}}, 0.0).hits(box));
  EXPECT_FALSE(DistanceQuery<2>(Point<2>{{std::nextafter(3.0f, 0.0f), 4}}, 0.0).hits(box));
}

TEST(Distance, An_infinite_distance_includes_all_boxes_except_the_empty_box) {
  const DistanceQuery<3> query(Point<3>{{1e18f, 1e18f, 1e18f}}, kInfiniteDistance);
  const Aabb<3> far{{-1e18f, -1e18f, -1e18f}, {-1e18f, -1e18f, -1e18f}};
  EXPECT_TRUE(query.hits(far));
  EXPECT_TRUE(query.may_touch(far));
  EXPECT_FALSE(query.may_touch(empty_box<3>()));
  EXPECT_EQ(query.may_touch4(packet_of(far, far)), 0b1011u);
}

TEST(Distance, A_reduced_distance_includes_items_exactly_at_it) {
  DistanceQuery<2> query(Point<2>{{0, 0}}, kInfiniteDistance);
  const Aabb<2> near{{3, 4}, {3, 4}}, farther{{3, 4.01f}, {3, 5}};
  f64 key = -1;
  ASSERT_TRUE(query.measure(near, key));
  EXPECT_EQ(key, 25.0);
  query.shrink(key);
  EXPECT_TRUE(query.measure(near, key));
  EXPECT_TRUE(query.may_touch(near));
  EXPECT_FALSE(query.measure(farther, key));
  EXPECT_FALSE(query.may_touch(farther));
}

template <int Dim>
std::vector<Point<Dim>> points_of_many_scales() {
  std::vector<Point<Dim>> points;
  Random random(31);
  for (const f32 scale : {1e-30f, 1.0f, 1e3f, 1e18f}) {
    for (int i = 0; i < 6; ++i) {
      Point<Dim> point;
      for (int axis = 0; axis < Dim; ++axis) point[axis] = random.between(-scale, scale);
      points.push_back(point);
    }
    Point<Dim> on_line{};
    for (int i = 0; i < 4; ++i, on_line[0] += scale / 4) points.push_back(on_line);
  }
  return points;
}

template <int Dim>
bool same(const Point<Dim>& a, const Point<Dim>& b) {
  bool equal = true;
  for (int axis = 0; axis < Dim; ++axis) equal &= a[axis] == b[axis];
  return equal;
}

template <int Dim>
Aabb<Dim> between(const Point<Dim>& a, const Point<Dim>& b) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = std::min(a[axis], b[axis]);
    box.max[axis] = std::max(a[axis], b[axis]);
  }
  return box;
}

// Tolerance of the triangle inequality: rounding of a square root of a sum of squares, and of a
// sum.
constexpr f64 kRounding = 1 + 8 * std::numeric_limits<f64>::epsilon();

template <int Dim, class Measure>
void expect_metric(const Measure& measure) {
  const std::vector<Point<Dim>> points = points_of_many_scales<Dim>();
  for (const Point<Dim>& a : points) {
    for (const Point<Dim>& b : points) {
      EXPECT_GE(measure(a, b), 0.0);
      EXPECT_EQ(measure(a, b) == 0, same(a, b));
      EXPECT_EQ(measure(a, b), measure(b, a));
      for (const Point<Dim>& c : points) {
        EXPECT_LE(measure(a, c), (measure(a, b) + measure(b, c)) * kRounding);
      }
    }
  }
}

template <int Dim>
void expect_metrics() {
  expect_metric<Dim>([](const auto& a, const auto& b) { return distance(a, b); });
  expect_metric<Dim>(
      [](const auto& a, const auto& b) { return std::sqrt(distance_squared(between(a, a), b)); });
  expect_metric<Dim>(
      [](const auto& a, const auto& b) { return std::sqrt(farthest_squared(between(a, a), b)); });
  expect_metric<Dim>([](const auto& a, const auto& b) { return reach_of(Sphere<Dim>{a, 0}, b); });
}

TEST(Distance, BV2_every_measure_of_points_is_a_metric) {
  expect_metrics<2>();
  expect_metrics<3>();
}

TEST(Distance, BV2_squared_distances_and_gaps_of_boxes_are_not_metrics) {
  // for 0, 1 and 2 on a line, the squared distance of the ends is larger than the sum of the
  // squared distances to the middle
  const auto at = [](f32 x) { return Point<2>{{x, 0}}; };
  EXPECT_GT(distance_squared(at(0), at(2)),
            distance_squared(at(0), at(1)) + distance_squared(at(1), at(2)));
  // a box that contains both points has distance 0 from each of them
  const Aabb<2> bridge{{0, 0}, {2, 0}};
  EXPECT_GT(distance(at(0), at(2)),
            distance_squared(bridge, at(0)) + distance_squared(bridge, at(2)));
}

// Pruning relies on this triangle inequality for the distance of a box.
TEST(Distance, BV2_the_distance_of_a_box_changes_at_most_by_the_motion_of_the_point) {
  const std::vector<Point<3>> points = points_of_many_scales<3>();
  for (const Point<3>& corner : points) {
    const Aabb<3> box = between(corner, points[9]);
    for (const Point<3>& a : points) {
      for (const Point<3>& b : points) {
        EXPECT_LE(std::sqrt(distance_squared(box, a)),
                  (std::sqrt(distance_squared(box, b)) + distance(a, b)) * kRounding);
      }
    }
  }
}

TEST(Distance, The_padded_limit_is_finite_and_not_below_the_limit) {
  for (const f64 limit : {0.0, 1e-300, 1e-45, 1e-37, 1.0, 1.0 + 1e-15, 1e36, 1.2e37, 3e38, 1e300,
                          kInfiniteDistance}) {
    const f32 padded = padded_limit(limit);
    EXPECT_TRUE(std::isfinite(padded)) << limit;
    EXPECT_GE(static_cast<f64>(padded), std::min(limit, 1.2e37)) << limit;
  }
}

// Tests that neither a hit nor a node that contains it is pruned, even if the search radius is
// exactly the distance of the hit. The float32 lower bound of the node must not exceed this radius.
template <int Dim>
void expect_bounds_below_distances(u64 seed) {
  Random random(seed);
  for (int round = 0; round < 60000; ++round) {
    const Neighborhood around(random);
    const Aabb<Dim> box = around.box<Dim>(random);
    const Aabb<Dim> node = unite(box, around.box<Dim>(random));
    DistanceQuery<Dim> query(around.point<Dim>(random), kInfiniteDistance);
    f64 key = -1;
    ASSERT_TRUE(query.measure(box, key));
    query.shrink(key);
    ASSERT_TRUE(query.hits(box));
    ASSERT_TRUE(query.may_touch(box)) << "seed " << seed << " round " << round;
    ASSERT_TRUE(query.may_touch(node)) << "seed " << seed << " round " << round;
    ASSERT_TRUE(query.in_reach(query.lower_bound(node))) << "seed " << seed << " round " << round;
    ASSERT_EQ(query.may_touch4(packet_of(box, node)), 0b1011u) << "seed " << seed;
  }
}

TEST(Distance, No_node_with_a_hit_is_pruned_at_any_magnitude) {
  expect_bounds_below_distances<2>(11);
  expect_bounds_below_distances<3>(12);
}

TEST(Distance, Pruning_is_sharp_to_a_millionth) {
  const Aabb<2> box{{1000, 0}, {1001, 1}};
  EXPECT_TRUE(DistanceQuery<2>(Point<2>{{0, 0}}, 1000.0).may_touch(box));
  EXPECT_FALSE(DistanceQuery<2>(Point<2>{{0, 0}}, 999.999).may_touch(box));
}

}  // namespace
}  // namespace sapwood::test
