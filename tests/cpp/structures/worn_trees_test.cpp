// Trees are rebuilt when motion has enlarged their leaves. Queries then need the same work as in a
// new tree of the same boxes.
#include "sapwood/structures/kdtree/kd_tree/kd_tree.hpp"
#include "sapwood/structures/orthtree/quadtree/quadtree.hpp"
#include "sapwood/structures/rtree/packed_r_tree/packed_r_tree.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {
namespace {

constexpr u32 kSide = 32;  // side of the grid of places
constexpr f32 kPlace = 10;

Boxes<2> boxes_at_places(f32 most, u64 seed) {
  Random random(seed);
  Boxes<2> boxes;
  for (u32 i = 0; i < kSide * kSide; ++i) {
    Aabb<2> box;
    for (int axis = 0; axis < 2; ++axis) {
      const f32 place = kPlace * static_cast<f32>(axis == 0 ? i % kSide : i / kSide);
      box.min[axis] = place + random.between(0, most);
      box.max[axis] = box.min[axis] + 0.1f;
    }
    boxes.push_back(box);
  }
  return boxes;
}

template <class Tree>
u64 tests_of_all_queries(Tree& tree, const Boxes<2>& boxes) {
  QueryCounters counters;
  for (const Aabb<2>& box : boxes) ids_of(tree, BoxQuery<2>(box), counters);
  return counters.item_tests;
}

Boxes<2> moved_boxes(const Boxes<2>& start, f32 motion, f32 done) {
  Boxes<2> boxes = start;
  Random random(2);
  for (Aabb<2>& box : boxes) {
    for (int axis = 0; axis < 2; ++axis) {
      const f32 by = done * random.between(-motion, motion);
      box.min[axis] += by;
      box.max[axis] += by;
    }
  }
  return boxes;
}

// Moves the boxes in steps that are too small to make items pending, so every leaf is enlarged.
// Queries must then need the same number of item tests as in a new tree.
template <class Tree>
void expect_work_of_a_new_tree(f32 motion, const typename Tree::Options& options = {}) {
  const Boxes<2> start = boxes_at_places(0, 1);
  const Boxes<2> moved = moved_boxes(start, motion, 1);
  Tree tree(options), fresh(options);
  ASSERT_TRUE(build(tree, start).ok() && build(fresh, moved).ok());
  ASSERT_TRUE(flush(tree).ok());  // builds the tree before the motion
  for (const f32 done : {0.25f, 0.5f, 0.75f, 1.0f}) {
    u32 changed = 0;
    ASSERT_TRUE(tree.update(moved_boxes(start, motion, done).data(), changed).ok());
  }
  EXPECT_EQ(tests_of_all_queries(tree, moved), tests_of_all_queries(fresh, moved)) << Tree::kId;
}

TEST(WornTrees, Need_no_more_work_than_new_trees_after_an_update) {
  KdTreeOptions small_leaves;
  small_leaves.capacity = 8;
  expect_work_of_a_new_tree<KdTree<2>>(2.4f * kPlace, small_leaves);
  expect_work_of_a_new_tree<PackedRTree<2>>(2.4f * kPlace);
}

TEST(WornTrees, A_quadtree_is_rebuilt_if_its_items_spread_within_their_cells) {
  const Boxes<2> start = boxes_at_places(0, 1);
  // each cell of the tree contains four boxes: first they are in one corner, then they spread over
  // the cell
  Boxes<2> clumps = start, spread = start;
  for (u32 i = 0; i < start.size(); ++i) {
    const u32 place[2] = {i % kSide, i / kSide};
    for (int axis = 0; axis < 2; ++axis) {
      const f32 own = kPlace * static_cast<f32>(place[axis] % 2);
      clumps[i].min[axis] = start[i].min[axis] - own + 0.01f * own + 1;
      clumps[i].max[axis] = clumps[i].min[axis] + 0.1f;
      spread[i].min[axis] = start[i].min[axis] + 1;
      spread[i].max[axis] = spread[i].min[axis] + 0.1f;
    }
  }
  // two boxes in opposite corners keep the bounds of the tree unchanged
  clumps.front() = spread.front() = {{0, 0}, {0.1f, 0.1f}};
  const f32 end = kPlace * kSide;
  clumps.back() = spread.back() = {{end - 0.1f, end - 0.1f}, {end, end}};
  Quadtree<2> tree, fresh;
  ASSERT_TRUE(build(tree, clumps).ok() && build(fresh, spread).ok());
  EXPECT_TRUE(tree.flush().ok());
  u32 changed = 0;
  ASSERT_TRUE(tree.update(spread.data(), changed).ok());
  EXPECT_EQ(tests_of_all_queries(tree, spread), tests_of_all_queries(fresh, spread));
}

}  // namespace
}  // namespace sapwood::test
