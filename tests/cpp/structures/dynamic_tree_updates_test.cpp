// The choice between reinsertion, refit and rebuild in an update.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

using Lines = std::vector<std::string>;

std::vector<u32> levels_of(const DynamicTree<3>& tree) {
  NodeDump dump;
  EXPECT_TRUE(tree.dump(dump).ok());
  return {dump.level.begin(), dump.level.end()};
}

bool levels_stay(u32 step) {
  DynamicTree<3> tree;
  Boxes<3> boxes = cloud<3>(800, 30, 5);
  build(tree, boxes);
  const std::vector<u32> before = levels_of(tree);
  for (u32 i = 0; i < 800; i += step) boxes[i] = shifted(boxes[i], 0.9f);
  u32 changed = 0;
  EXPECT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 800 / step);
  EXPECT_EQ(faults_of(tree), Lines{});
  return levels_of(tree) == before;
}

TEST(DynamicTree, T7_an_update_refits_the_tree_if_more_than_an_eighth_of_the_items_leave) {
  EXPECT_TRUE(levels_stay(5));
  EXPECT_FALSE(levels_stay(10));
}

// The tree must be rebuilt without the removed items. A refit alone would keep the shape of the
// tree that contained them.
TEST(DynamicTree, T7_an_update_after_many_removals_rebuilds_the_tree) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(1000, 30, 6));
  for (Id id = 0; id < 1000; id += 2) ASSERT_TRUE(tree.remove(id).ok());
  Boxes<3> boxes;
  for (const Id id : live_ids(tree)) boxes.push_back(shifted(tree.items().box(id), 5));
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  const f64 updated = tree.stats().sah;
  ASSERT_TRUE(tree.rebuild().ok());
  EXPECT_EQ(updated, tree.stats().sah);
}

// A fast item at the largest coordinates would get an unbounded fat box.
TEST(DynamicTree, DT4_fat_boxes_are_clamped_so_that_areas_stay_finite) {
  DynamicTree<3> tree;
  const f32 far = 0.9e18f;
  const Id id = insert(tree, Aabb<3>{{far, far, far}, {1e18f, 1e18f, 1e18f}});
  insert(tree, Aabb<3>{{-1, -1, -1}, {1, 1, 1}});
  const Aabb<3> box = {{far, far, far}, {0.95e18f, 0.95e18f, 0.95e18f}};
  move(tree, id, box, Point<3>{{1e18f, 1e18f, 1e18f}});
  const f32 below = 0.5e18f;
  move(tree, id, {{below, below, below}, {1e18f, 1e18f, 1e18f}}, {{1e18f, 1e18f, 1e18f}});
  EXPECT_EQ(faults_of(tree), Lines{});
  EXPECT_EQ(tree.fat_box(id).max[0], 2e18f);
}

// Points on a vertical line have no area, so the build halves them by y and not by id.
TEST(DynamicTree, DT3_a_build_without_areas_halves_along_the_longest_axis) {
  Boxes<3> boxes;
  for (u32 i = 0; i < 64; ++i) {
    const f32 y = static_cast<f32>(i * 37 % 64);
    boxes.push_back({{0, y, 0}, {0, y, 0}});
  }
  DynamicTreeOptions options;
  options.margin = 0;
  DynamicTree<3> tree(options);
  build(tree, boxes);
  const auto& nodes = tree.tree();
  const auto& left = nodes[nodes[nodes.kRoot].child(0)].box;
  const auto& right = nodes[nodes[nodes.kRoot].child(1)].box;
  EXPECT_LT(left.max[1], right.min[1]);
}

// Item 4 is the last element of the move buffer, so the removal of item 1 moves item 4 to the place
// of item 1 in this buffer. Then item 4 is removed too.
TEST(DynamicTree, DT10_items_inserted_and_removed_in_one_frame_cause_no_event) {
  DynamicTree<2> tree;
  Array<IdPair> begins, ends;
  const Aabb<2> box = {{0, 0}, {1, 1}};
  insert(tree, box);
  ASSERT_TRUE(tree.update_pairs(begins, ends).ok());
  for (u32 i = 0; i < 4; ++i) insert(tree, box);
  ASSERT_TRUE(tree.remove(1).ok() && tree.remove(4).ok() && tree.remove(2).ok());
  ASSERT_TRUE(tree.update_pairs(begins, ends).ok());
  ASSERT_EQ(begins.size(), 1u);
  EXPECT_EQ(pair_key(begins[0].a, begins[0].b), pair_key(0, 3));
  EXPECT_TRUE(ends.empty());
  ASSERT_TRUE(tree.update_pairs(begins, ends).ok());
  EXPECT_TRUE(begins.empty() && ends.empty());
}

}  // namespace
}  // namespace sapwood::test::tree_cases
