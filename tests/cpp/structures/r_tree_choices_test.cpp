// Scenes in which the result depends on a single rule of the R-tree.
#include "structures/rtree_cases.hpp"

#include "sapwood/structures/rtree/r_tree/r_tree.hpp"

namespace sapwood::test {
namespace {

using RTreeEntries = std::vector<entry_tree::Entry<2>>;

RTreeEntries numbered(const Boxes<2>& boxes) {
  RTreeEntries entries;
  for (const Aabb<2>& box : boxes) entries.push_back({box, static_cast<u32>(entries.size())});
  return entries;
}

// The seeds are boxes 0 and 3. Box 1 slightly prefers the group of box 0. Box 2 clearly prefers the
// group of box 3 and is assigned first. Box 1 then prefers the enlarged group of box 3.
TEST(RTree, RT2_pick_next_takes_the_entry_with_the_strongest_preference_first) {
  const RTreeEntries entries =
      numbered({{{0, 0}, {1, 1}}, {{5.4f, 0}, {5.5f, 1}}, {{7, 0}, {8, 1}}, {{10, 0}, {11, 1}}});
  r_tree::EntrySplit<2> split{entries.data(), 4, 1};
  const r_tree::Measure<2> measure(RTreeMeasure::kArea);
  r_tree::Groups<2>(split, r_tree::quadratic_seeds(split, measure), measure).distribute(true);
  EXPECT_EQ(split.side[1], split.side[3]);
  EXPECT_EQ(split.side[2], split.side[3]);
  EXPECT_NE(split.side[0], split.side[3]);
}

// A tall box, a long box that crosses it, and a small box. If the tall and the long box form a
// group, the groups do not overlap, but their total area is about fifty times the total area of the
// best other cut, whose groups overlap.
TEST(RTree, RS1_a_cut_without_overlap_is_better_than_one_of_less_area) {
  const RTreeEntries entries =
      numbered({{{0, 0}, {1, 100}}, {{0.5f, 0}, {100, 1}}, {{101, 0}, {102, 1}}});
  r_tree::EntrySplit<2> split{entries.data(), 3, 1};
  r_tree::RStarSplit<2>(split).run();
  EXPECT_EQ(split.side[0], split.side[1]);
  EXPECT_NE(split.side[0], split.side[2]);
}

u32 chosen_child(const Boxes<2>& boxes, const Aabb<2>& more, RTreeSplit split) {
  const u32 count = static_cast<u32>(boxes.size());
  entry_tree::Tree<2> tree(count + 1);
  EXPECT_TRUE(tree.reserve_more(count + 1) && tree.reserve_ids(count));
  tree.add_ids(count);
  const u32 root = tree.acquire(1);
  for (Id id = 0; id < count; ++id) {
    const u32 leaf = tree.acquire(0);
    tree.append(leaf, {boxes[id], id});
    tree.refit_node(leaf);
    tree.append(root, {boxes[id], leaf});
  }
  RTreeOptions options;
  options.split = split;
  return r_tree::choose_child(tree, root, more, options);
}

// All children contain the new box, so the growth is 0 for each of them.
TEST(RTree, RT1_of_children_with_equal_growth_the_smallest_is_chosen) {
  Boxes<2> boxes = {{{0, 0}, {10, 10}}, {{3, 3}, {7, 7}}, {{2, 2}, {8, 8}}};
  const Aabb<2> inside = {{4, 4}, {5, 5}};
  for (const RTreeSplit split :
       {RTreeSplit::kLinear, RTreeSplit::kQuadratic, RTreeSplit::kExhaustive, RTreeSplit::kRStar}) {
    Boxes<2> turned = boxes;
    for (u32 turn = 0; turn < 3; ++turn) {
      const u32 child = chosen_child(turned, inside, split);
      EXPECT_TRUE(turned[child] == boxes[1]) << "turn " << turn;
      std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    }
  }
}

// Both areas grow by 20: the first child of height 20 grows by 1 in width, and the second child of
// height 10 grows by 2 in width.
TEST(RTree, RT1_of_children_with_equal_area_growth_the_least_growth_of_the_sides_is_chosen) {
  const Boxes<2> boxes = {{{0, 0}, {10, 20}}, {{13, 10}, {23, 20}}};
  const Aabb<2> between = {{11, 10}, {11, 20}};
  EXPECT_EQ(chosen_child(boxes, between, RTreeSplit::kQuadratic), 0u);
  EXPECT_EQ(chosen_child({boxes[1], boxes[0]}, between, RTreeSplit::kQuadratic), 1u);
}

// The left child would grow by 25 and overlap the right child. The right child grows by 60 without
// overlap.
TEST(RTree, RS1_above_the_leaves_the_child_of_least_overlap_growth_is_chosen) {
  const Boxes<2> boxes = {{{0, 0}, {10, 10}}, {{12, 0}, {30, 40}}};
  entry_tree::Tree<2> tree(4);
  ASSERT_TRUE(tree.reserve_more(3) && tree.reserve_ids(2));
  tree.add_ids(2);
  const u32 root = tree.acquire(1);
  for (Id id = 0; id < 2; ++id) {
    const u32 leaf = tree.acquire(0);
    tree.append(leaf, {boxes[id], id});
    tree.refit_node(leaf);
    tree.append(root, {boxes[id], leaf});
  }
  RTreeOptions options;
  const Aabb<2> between = {{10.5f, 4}, {12.5f, 5}};
  options.split = RTreeSplit::kRStar;
  EXPECT_EQ(r_tree::choose_child(tree, root, between, options), 1u);
  options.split = RTreeSplit::kQuadratic;
  EXPECT_EQ(r_tree::choose_child(tree, root, between, options), 0u);
}

}  // namespace
}  // namespace sapwood::test
