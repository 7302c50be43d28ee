// Bulk build, and update() with few or many items that leave their fat boxes.
#include "structures/dynamic_tree_cases.hpp"
#include "support/layouts.hpp"

namespace sapwood::test::tree_cases {
namespace {

constexpr f32 kDegraded = 1.25f;  // equals the constant in the tree

template <int Dim>
void expect_sound_builds(Layout layout) {
  for (const u32 count : {0u, 1u, 2u, 3u, 4u, 7u, 8u, 9u, 31u, 32u, 33u, 500u}) {
    for (const f32 margin : {0.0f, 0.1f}) {
      DynamicTreeOptions options;
      options.margin = margin;
      DynamicTree<Dim> tree(options);
      build(tree, arrange<Dim>(layout, count, 41));
      const std::string where = std::string(name_of(layout)) + " n=" + std::to_string(count);
      ASSERT_EQ(faults_of(tree), std::vector<std::string>{}) << where;
      ASSERT_EQ(tree.stats().nodes, count == 0 ? 0 : 2.0 * count - 1) << where;
      // after at most 64 levels that are split by area, the items are halved, which needs at most 9
      // levels
      ASSERT_FALSE(tree.stats().height > 64 + 9) << where;
      ASSERT_EQ(found_pairs(tree), expected_pairs(tree)) << where;
    }
  }
}

TEST(DynamicTree, T41_builds_of_degenerate_boxes_are_sound_and_bounded_in_height) {
  for (const Layout layout : kAllLayouts) {
    expect_sound_builds<2>(layout);
    expect_sound_builds<3>(layout);
  }
}

TEST(DynamicTree, T4_a_bulk_build_of_exponential_spacing_ends_at_64_levels_by_area) {
  // distances from the origin grow by a factor of 32, so one bin of each axis contains all points
  // except the farthest
  Boxes<2> points;
  for (int exponent = -120; exponent < 60; exponent += 5) {
    for (int axis = 0; axis < 2; ++axis) {
      Aabb<2> point{};
      point.min[axis] = point.max[axis] = std::ldexp(1.0f, exponent);
      points.push_back(point);
    }
  }
  DynamicTreeOptions options;
  options.margin = 0;
  DynamicTree<2> tree(options);
  build(tree, points);
  EXPECT_GE(tree.stats().height, 64);
  EXPECT_LE(tree.stats().height, 64 + 5);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(tree), expected_pairs(tree));
}

TEST(DynamicTree, T4_a_bulk_build_halves_equal_boxes) {
  DynamicTree<3> tree;
  build(tree, Boxes<3>(4096, Aabb<3>{{1, 1, 1}, {2, 2, 2}}));
  EXPECT_EQ(tree.stats().height, 12);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
}

TEST(DynamicTree, DT16_a_bulk_build_is_better_than_insertion_one_by_one) {
  const Boxes<3> boxes = cloud<3>(5000, 34, 42);
  DynamicTree<3> bulk, grown;
  build(bulk, boxes);
  insert_all(grown, boxes);
  EXPECT_LT(bulk.stats().sah, grown.stats().sah);
  EXPECT_LE(bulk.stats().height, 20);
}

template <int Dim>
std::vector<u8> bytes_of(const DynamicTree<Dim>& tree) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.save(writer);
  EXPECT_TRUE(writer.finish().ok());
  return {bytes.begin(), bytes.end()};
}

TEST(DynamicTree, T41_the_same_calls_build_the_same_tree) {
  for (const DynamicTreeOptions& options : all_options()) {
    std::vector<u8> bytes[2];
    for (auto& copy : bytes) {
      DynamicTree<2> tree(options);
      build(tree, cloud<2>(300, 10, 43));
      insert_all(tree, cloud<2>(50, 10, 44));
      for (Id id = 0; id < 90; ++id) move(tree, id, shifted(tree.items().box(id), 1));
      for (Id id = 5; id < 60; ++id) ASSERT_TRUE(tree.remove(id).ok());
      u32 spent = 0;
      ASSERT_TRUE(tree.optimize(100, spent).ok());
      copy = bytes_of(tree);
    }
    EXPECT_EQ(bytes[0], bytes[1]) << name_of(options);
  }
}

// Shifts every `every`-th item. Returns how many items left their fat boxes.
template <int Dim>
u32 update_some(DynamicTree<Dim>& tree, u32 every, f32 by) {
  Boxes<Dim> boxes;
  const Ids ids = live_ids(tree);
  for (const Id id : ids) {
    const Aabb<Dim>& box = tree.items().box(id);
    boxes.push_back(boxes.size() % every == 0 ? shifted(box, by) : box);
  }
  u32 changed = kNone;
  EXPECT_TRUE(tree.update(boxes.data(), changed).ok());
  for (size_t i = 0; i < ids.size(); ++i) EXPECT_TRUE(tree.items().box(ids[i]) == boxes[i]);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  return changed;
}

TEST(DynamicTree, DT6_update_counts_the_items_that_left_their_fat_boxes) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(1000, 20, 45));
  EXPECT_EQ(update_some(tree, 1, 0), 0u);
  EXPECT_EQ(update_some(tree, 1, 0.05f), 0u);
  EXPECT_EQ(update_some(tree, 100, 0.5f), 10u);  // reinserted one by one
  EXPECT_EQ(update_some(tree, 2, 0.7f), 500u);   // refitted or rebuilt in one pass
  EXPECT_EQ(tree.stats().reinserts, 510);
  EXPECT_EQ(found_pairs(tree), expected_pairs(tree));
}

TEST(DynamicTree, DT6_update_takes_boxes_in_ascending_order_of_the_live_ids) {
  for (const u32 every : {1u, 40u}) {
    DynamicTree<2> tree;
    build(tree, cloud<2>(200, 14, 46));
    for (Id id = 0; id < 200; id += 3) ASSERT_TRUE(tree.remove(id).ok());
    EXPECT_GT(update_some(tree, every, 3), 0u);
    EXPECT_EQ(found_pairs(tree), expected_pairs(tree));
  }
}

TEST(DynamicTree, DT6_update_accepts_zero_one_and_two_items) {
  for (u32 count = 0; count < 3; ++count) {
    DynamicTree<2> tree;
    build(tree, row<2>(count, 1));
    EXPECT_EQ(update_some(tree, 1, 5), count);
    EXPECT_EQ(found(tree, Aabb<2>{{0, 0}, {99, 1}}).size(), count);
  }
}

TEST(DynamicTree, DT16_update_refits_small_steps_and_rebuilds_a_degraded_tree) {
  DynamicTree<3> tree;
  const f32 side = 20;
  Boxes<3> boxes = cloud<3>(1000, side, 47);
  build(tree, boxes);
  std::vector<Point<3>> speed;
  Random random(48);
  for (size_t i = 0; i < boxes.size(); ++i) {
    speed.push_back({{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}});
  }
  u32 kept = 0;
  for (int frame = 0; frame < 60; ++frame) {
    for (size_t i = 0; i < boxes.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        f32& v = speed[i][axis];
        if (boxes[i].min[axis] < 0) v = std::fabs(v);
        if (boxes[i].max[axis] > side) v = -std::fabs(v);
        boxes[i] = shifted(boxes[i], v, axis);
      }
    }
    NodeDump before, after;
    ASSERT_TRUE(tree.dump(before).ok());
    u32 changed = 0;
    ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
    ASSERT_GT(changed, 1000u / 8);
    ASSERT_TRUE(tree.dump(after).ok());
    kept += std::equal(before.items.begin(), before.items.end(), after.items.begin());
    ASSERT_EQ(faults_of(tree), std::vector<std::string>{});
    DynamicTree<3> fresh(tree.options());
    ASSERT_TRUE(fresh.rebuild().ok());
    build(fresh, boxes);
    // the factor 2 allows for the fat boxes of moving items, which are larger than those of a new
    // build
    ASSERT_LE(tree.stats().area_ratio, 2 * kDegraded * fresh.stats().area_ratio)
        << "frame " << frame;
  }
  EXPECT_GT(kept, 0u);   // refitted frames keep the leaves in order
  EXPECT_LT(kept, 60u);  // other frames rebuild the tree
  EXPECT_EQ(found_pairs(tree), expected_pairs(tree));
}

TEST(DynamicTree, DT16_update_rebuilds_a_degenerate_tree_that_grew_by_insertion) {
  DynamicTree<3> tree(options_of(TreeBalance::kNever));
  insert_all(tree, row<3>(600, 2));
  ASSERT_EQ(tree.stats().height, 599);
  EXPECT_EQ(update_some(tree, 1, 1), 600u);
  EXPECT_LE(tree.stats().height, 12);
}

}  // namespace
}  // namespace sapwood::test::tree_cases
