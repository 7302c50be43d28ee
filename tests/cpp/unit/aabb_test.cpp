#include "sapwood/geometry/aabb.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "sapwood/geometry/box_query.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

using Limits = std::numeric_limits<f32>;

TEST(Aabb, A_valid_box_has_finite_ordered_edges_within_the_largest_coordinate) {
  EXPECT_TRUE(is_valid(Aabb<2>{{0, 0}, {1, 1}}));
  EXPECT_TRUE(is_valid(Aabb<2>{{1, 1}, {1, 1}}));
  EXPECT_TRUE(is_valid(Aabb<2>{{0.0f, 0}, {-0.0f, 0}}));
  EXPECT_TRUE(is_valid(Aabb<2>{{-1e18f, 0}, {1e18f, 0}}));
  EXPECT_TRUE(is_valid(Aabb<2>{{-Limits::denorm_min(), 0}, {Limits::denorm_min(), 0}}));
  EXPECT_FALSE(is_valid(Aabb<2>{{1, 0}, {0, 0}}));
  EXPECT_FALSE(is_valid(Aabb<2>{{0, 0}, {std::nextafter(1e18f, 2e18f), 0}}));
  EXPECT_FALSE(is_valid(Aabb<2>{{std::nextafter(-1e18f, -2e18f), 0}, {0, 0}}));
}

TEST(Aabb, A_number_that_is_not_finite_makes_a_box_or_point_invalid) {
  for (const f32 bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    for (int axis = 0; axis < 3; ++axis) {
      Aabb<3> low{{0, 0, 0}, {1, 1, 1}}, high = low;
      low.min[axis] = bad;
      high.max[axis] = bad;
      EXPECT_FALSE(is_valid(low)) << bad << " axis " << axis;
      EXPECT_FALSE(is_valid(high)) << bad << " axis " << axis;
      Point<3> point{{0, 0, 0}};
      point[axis] = bad;
      EXPECT_FALSE(is_valid(point)) << bad << " axis " << axis;
    }
  }
  EXPECT_TRUE(is_valid(Point<2>{{-1e18f, 1e18f}}));
  EXPECT_FALSE(is_valid(Point<2>{{2e18f, 0}}));
}

TEST(Aabb, Touching_boxes_overlap_at_faces_edges_and_corners) {
  const Aabb<3> box{{0, 0, 0}, {1, 1, 1}};
  for (f32 x : {-1.0f, 0.0f, 1.0f}) {
    for (f32 y : {-1.0f, 0.0f, 1.0f}) {
      for (f32 z : {-1.0f, 0.0f, 1.0f}) {
        EXPECT_TRUE(overlaps(box, {{x, y, z}, {x + 1, y + 1, z + 1}}));
      }
    }
  }
}

TEST(Aabb, A_gap_of_one_float_on_any_axis_separates) {
  const Aabb<3> box{{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < 3; ++axis) {
    Aabb<3> other = box;
    other.min[axis] = std::nextafter(1.0f, 2.0f);
    other.max[axis] = 2;
    EXPECT_FALSE(overlaps(box, other));
    EXPECT_FALSE(overlaps(other, box));
  }
}

TEST(Aabb, The_empty_box_overlaps_nothing_and_adds_nothing) {
  const Aabb<2> empty = empty_box<2>();
  const Aabb<2> huge{{-1e18f, -1e18f}, {1e18f, 1e18f}};
  EXPECT_FALSE(overlaps(empty, huge));
  EXPECT_FALSE(overlaps(huge, empty));
  EXPECT_FALSE(overlaps(empty, empty));
  EXPECT_FALSE(is_valid(empty));
  EXPECT_EQ(unite(empty, huge), huge);
  EXPECT_EQ(unite(huge, empty), huge);
  EXPECT_FALSE(contains(empty, Aabb<2>{{0, 0}, {0, 0}}));
}

TEST(Aabb, Infinite_sides_are_clamped_outwards_only) {
  Aabb<2> ground{{-HUGE_VALF, -HUGE_VALF}, {HUGE_VALF, 0}};
  clamp_infinite(ground);
  EXPECT_EQ(ground, (Aabb<2>{{-1e18f, -1e18f}, {1e18f, 0}}));
  Aabb<2> far_right{{HUGE_VALF, 0}, {HUGE_VALF, 1}};
  clamp_infinite(far_right);
  EXPECT_FALSE(is_valid(far_right));
  Aabb<2> far_left{{-HUGE_VALF, 0}, {-HUGE_VALF, 1}};
  clamp_infinite(far_left);
  EXPECT_FALSE(is_valid(far_left));
}

TEST(Aabb, Sides_at_the_largest_coordinates_do_not_move_with_the_origin) {
  const Aabb<2> ground{{-1e18f, -3}, {1e18f, 0}};
  const Aabb<2> lower{{-1e18f, -4e17f}, {1e18f, -4e17f}};
  EXPECT_EQ(shifted(ground, Point<2>{{4e17f, 4e17f}}), lower);
  EXPECT_EQ(shifted(Aabb<2>{{1, 2}, {3, 4}}, Point<2>{{1, 1}}), (Aabb<2>{{0, 1}, {2, 3}}));
}

TEST(Aabb, Contains_is_closed) {
  const Aabb<2> box{{0, 0}, {2, 2}};
  EXPECT_TRUE(contains(box, box));
  EXPECT_TRUE(contains(box, {{2, 2}, {2, 2}}));
  EXPECT_FALSE(contains(box, {{1, 1}, {std::nextafter(2.0f, 3.0f), 2}}));
  EXPECT_FALSE(contains(box, {{0, -Limits::denorm_min()}, {1, 1}}));
}

TEST(Aabb, The_union_is_the_smallest_box_around_both) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    Aabb<3> a, b;
    for (int axis = 0; axis < 3; ++axis) {
      a.max[axis] = (a.min[axis] = random.between(-9, 9)) + random.unit();
      b.max[axis] = (b.min[axis] = random.between(-9, 9)) + random.unit();
    }
    const Aabb<3> both = unite(a, b);
    EXPECT_TRUE(contains(both, a) && contains(both, b));
    EXPECT_EQ(both, unite(b, a));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_TRUE(both.min[axis] == a.min[axis] || both.min[axis] == b.min[axis]);
      EXPECT_TRUE(both.max[axis] == a.max[axis] || both.max[axis] == b.max[axis]);
    }
  }
}

TEST(Aabb, Measures_have_the_values_of_their_definitions) {
  EXPECT_EQ(half_area(Aabb<3>{{0, 0, 0}, {2, 3, 4}}), 2 * 3 + 3 * 4 + 4 * 2);
  EXPECT_EQ(half_area(Aabb<2>{{1, 1}, {3, 6}}), 2 + 5);
  EXPECT_EQ(longest_axis(Aabb<3>{{0, 0, 0}, {1, 2, 2}}), 1);  // ties to the lower axis
  EXPECT_EQ(longest_axis(Aabb<3>{{0, 0, 0}, {0, 0, 0}}), 0);
  EXPECT_TRUE(std::isfinite(half_area(Aabb<3>{{-1e18f, -1e18f, -1e18f}, {1e18f, 1e18f, 1e18f}})));
}

TEST(Aabb, Expand_moves_every_side_by_the_margin) {
  const Aabb<2> fat = expand(Aabb<2>{{1, 2}, {3, 4}}, 0.5f);
  EXPECT_EQ(fat, (Aabb<2>{{0.5f, 1.5f}, {3.5f, 4.5f}}));
  EXPECT_EQ(expand(fat, 0.0f), fat);
}

TEST(Aabb, The_center_of_the_largest_box_does_not_overflow) {
  const f32 most = Limits::max();
  EXPECT_EQ((Aabb<2>{{most, 0}, {most, 0}}).center(0), most);
  EXPECT_EQ((Aabb<2>{{-3, 0}, {5, 0}}).center(0), 1);
}

TEST(Aabb, A_box_has_the_bytes_of_the_bulk_format) {
  const f32 flat[] = {1, 2, 3, 4, 5, 6};
  Aabb<3> box;
  std::memcpy(&box, flat, sizeof(box));
  EXPECT_EQ(box, (Aabb<3>{{1, 2, 3}, {4, 5, 6}}));
}

template <int Dim>
Aabb<Dim> small_lattice_box(Random& random) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = static_cast<f32>(random.below(4));
    box.max[axis] = box.min[axis] + static_cast<f32>(random.below(3));
  }
  return box;
}

template <int Dim>
void expect_packet_equals_single_boxes(u64 seed) {
  Random random(seed);
  for (int round = 0; round < 3000; ++round) {
    AabbPacket<Dim> packet = empty_packet<Dim>();
    u32 expected = 0;
    const Aabb<Dim> query = small_lattice_box<Dim>(random);
    for (u32 lane = 0; lane < kLanes; ++lane) {
      if (random.one_in(4)) continue;  // stays empty
      const Aabb<Dim> box = small_lattice_box<Dim>(random);
      packet.set(lane, box);
      ASSERT_EQ(packet.get(lane), box);
      expected |= static_cast<u32>(overlaps(query, box)) << lane;
    }
    ASSERT_EQ(overlap_bits(SplatBox<Dim>(query), packet), expected) << "seed " << seed;
    ASSERT_EQ(BoxQuery<Dim>(query).may_touch4(packet), expected) << "seed " << seed;
  }
}

TEST(AabbPacket, A_packet_of_four_boxes_equals_single_boxes) {
  expect_packet_equals_single_boxes<2>(2);
  expect_packet_equals_single_boxes<3>(3);
}

TEST(AabbPacket, The_largest_box_does_not_touch_an_empty_lane) {
  const Aabb<3> everything{{-1e18f, -1e18f, -1e18f}, {1e18f, 1e18f, 1e18f}};
  EXPECT_EQ(overlap_bits(SplatBox<3>(everything), empty_packet<3>()), 0u);
  AabbPacket<3> packet = empty_packet<3>();
  packet.set(2, everything);
  EXPECT_EQ(overlap_bits(SplatBox<3>(everything), packet), 4u);
  packet.set_empty(2);
  EXPECT_EQ(overlap_bits(SplatBox<3>(everything), packet), 0u);
}

TEST(BoxQuery, A_point_is_a_box_without_extent) {
  const auto query = BoxQuery<2>::at(Point<2>{{1, 2}});
  EXPECT_TRUE(query.hits({{0, 0}, {1, 2}}));
  EXPECT_TRUE(query.hits({{1, 2}, {1, 2}}));
  EXPECT_FALSE(query.hits({{0, 0}, {1, std::nextafter(2.0f, 0.0f)}}));
}

}  // namespace
}  // namespace sapwood::test
