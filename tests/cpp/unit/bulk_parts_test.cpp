// Parts of bulk builds: positions of cuts, degradation of leaves, ids of build items.
#include <gtest/gtest.h>

#include "sapwood/core/binned_split.hpp"
#include "sapwood/core/bulk_tree/build_nodes.hpp"
#include "sapwood/core/item_packets.hpp"

namespace sapwood::test {
namespace {

TEST(BuildItem, Stores_every_id) {
  for (const Id id : {0u, 65535u, 65536u, 0x12345678u, 0xFFFFFFFEu}) {
    EXPECT_EQ(BuildItem::of(id, Aabb<3>{{1, 2, 3}, {4, 5, 6}}).id(), id);
  }
}

// All points are in a row, so the boxes on both sides of each cut have an area of 0.
TEST(BinnedSplit, Chooses_no_axis_if_all_cuts_have_equal_areas) {
  BuildBounds centers;
  BinnedSplit<3> bins;
  BuildItem items[8];
  for (u32 i = 0; i < 8; ++i) {
    const f32 x = static_cast<f32>(i);
    items[i] = BuildItem::of(i, Aabb<3>{{x, 0, 0}, {x, 0, 0}});
    centers.add(items[i].center4(), items[i].center4());
  }
  bins.reset(centers, 8);
  for (const BuildItem& item : items) bins.add(item);
  EXPECT_EQ(bins.best_cut().axis, -1);
}

TEST(ItemPackets, Leaves_are_degraded_at_twice_their_area_if_a_few_percent_have_moved) {
  EXPECT_FALSE(degraded(1000, 1000, 2.0, 1.0));
  EXPECT_TRUE(degraded(1000, 1000, 2.1, 1.0));
  EXPECT_FALSE(degraded(15, 1000, 9.0, 1.0));
  EXPECT_TRUE(degraded(16, 1000, 9.0, 1.0));
}

// Without the subtraction of an origin, steps of 2^27 at 10^15 would be lost in sums of squares.
TEST(SideSums, Find_the_axis_of_largest_variance_far_from_the_origin) {
  const f32 far = 1e15f, step = 0x1p27f;
  const bulk_tree::MomentOrigin<2> origin(Aabb<2>{{far, 3 * far}, {far + step, 3 * far}});
  for (const int axis : {0, 1}) {
    bulk_tree::SideSums<2> sums;
    for (u32 i = 0; i < 1000; ++i) {
      Aabb<2> box = {{far, 3 * far}, {far, 3 * far}};
      box.min[axis] += static_cast<f32>(i % 2) * step;
      box.max[axis] = box.min[axis];
      sums.add(BuildItem::of(i, box), origin);
    }
    EXPECT_EQ(sums.widest_axis(1000), axis);
  }
}

}  // namespace
}  // namespace sapwood::test
