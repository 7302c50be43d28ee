// Values exactly at the limits of comparisons.
#include <gtest/gtest.h>

#include <limits>

#include "sapwood/core/options.hpp"
#include "sapwood/core/orthtree/grid.hpp"
#include "sapwood/core/orthtree/rules.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/gather.hpp"
#include "sapwood/structures/rtree/r_tree/split.hpp"

namespace sapwood::test {
namespace {

TEST(ExactLimits, Boxes_that_differ_in_one_number_are_not_equal) {
  const Aabb<3> box = {{1, 2, 3}, {4, 5, 6}};
  for (int axis = 0; axis < 3; ++axis) {
    Aabb<3> lower = box, upper = box;
    lower.min[axis] -= 1;
    upper.max[axis] += 1;
    EXPECT_TRUE(same_numbers(box, box));
    EXPECT_FALSE(same_numbers(box, lower)) << axis;
    EXPECT_FALSE(same_numbers(box, upper)) << axis;
  }
}

TEST(ExactLimits, Lanes_that_differ_in_one_number_are_reported) {
  AabbPacket<3> packet = empty_packet<3>();
  packet.set(2, {{1, 2, 3}, {4, 5, 6}});
  for (int axis = 0; axis < 3; ++axis) {
    AabbPacket<3> lower = packet, upper = packet;
    lower.min[axis][2] -= 1;
    upper.max[axis][2] += 1;
    EXPECT_EQ(differing_lanes(packet, packet), 0u);
    EXPECT_EQ(differing_lanes(packet, lower), 4u) << axis;
    EXPECT_EQ(differing_lanes(packet, upper), 4u) << axis;
  }
}

TEST(ExactLimits, Limits_for_pruning_are_slightly_larger_and_for_covering_slightly_smaller) {
  for (const f64 limit : {1e-20, 1.0, 12345.0, 1e30}) {
    EXPECT_GT(static_cast<f64>(padded_limit(limit)), limit);
    EXPECT_LT(static_cast<f64>(inner_limit(limit)), limit);
  }
}

TEST(ExactLimits, A_frustum_with_a_number_that_is_not_finite_is_invalid) {
  Frustum frustum{};
  EXPECT_TRUE(is_valid(frustum));
  for (int i = 0; i < 4; ++i) {
    Frustum broken = frustum;
    broken.planes[5][i] = std::numeric_limits<f32>::infinity();
    EXPECT_FALSE(is_valid(broken)) << i;
  }
}

TEST(ExactLimits, Incompatible_options_are_invalid) {
  RTreeOptions options;
  options.split = RTreeSplit::kExhaustive;
  options.fan_out = RTreeOptions::kMaxToExhaust;
  EXPECT_TRUE(are_compatible(options));
  ++options.fan_out;
  EXPECT_FALSE(are_compatible(options));
}

TEST(ExactLimits, Levels_are_preallocated_until_their_cells_have_room_for_the_items) {
  orthtree::CellPolicy policy;
  policy.levels = orthtree::CellLevels::kPreallocated;
  EXPECT_EQ(orthtree::depth_limit<3>(policy, policy.capacity), 0u);
  EXPECT_EQ(orthtree::depth_limit<3>(policy, policy.capacity + 1), 1u);
  EXPECT_EQ(orthtree::depth_limit<3>(policy, 8 * policy.capacity), 1u);
}

TEST(ExactLimits, Loose_bounds_extend_by_at_least_half_of_the_largest_side_of_an_item) {
  const orthtree::Grid<3> grid({{0, 0, 0}}, 1024);
  for (const f64 looseness : {1.1, 1.3, 2.7}) {
    const orthtree::Frame<3> frame(grid, looseness, 10);
    for (u32 depth = 0; depth <= 10; ++depth) {
      EXPECT_GE(static_cast<f64>(frame.slack(depth)), 0.5 * frame.max_side(depth));
    }
  }
}

}  // namespace
}  // namespace sapwood::test
