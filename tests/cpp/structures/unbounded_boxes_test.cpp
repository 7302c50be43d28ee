// Unbounded boxes, such as grounds and walls, do not slow down queries for other items.
#include "sapwood/structures.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {
namespace {

constexpr u32 kCount = 2000;

template <int Dim>
Boxes<Dim> small_boxes() {
  Random random(1);
  Boxes<Dim> boxes;
  for (u32 i = 0; i < kCount; ++i) {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = random.between(1, 40);
      box.max[axis] = box.min[axis] + random.between(0, 1);
    }
    boxes.push_back(box);
  }
  return boxes;
}

template <int Dim>
void add_walls(Boxes<Dim>& boxes) {
  Aabb<Dim> all;
  for (int axis = 0; axis < Dim; ++axis) {
    all.min[axis] = -kMaxCoordinate;
    all.max[axis] = kMaxCoordinate;
  }
  for (int axis = 0; axis < Dim; ++axis) {
    Aabb<Dim> below = all, above = all;
    below.max[axis] = -10;
    above.min[axis] = 60;
    boxes.push_back(below);
    boxes.push_back(above);
  }
}

template <class Tree, int Dim>
u64 work_of_queries(const Boxes<Dim>& boxes, const Boxes<Dim>& queried) {
  Tree tree;
  EXPECT_TRUE(build(tree, boxes).ok());
  EXPECT_TRUE(flush(tree).ok());
  QueryCounters counters;
  for (const Aabb<Dim>& box : queried) ids_of(tree, BoxQuery<Dim>(box), counters);
  return counters.node_visits + counters.item_tests;
}

template <template <int> class Tree, int Dim>
void expect_little_more_work(double most) {
  const Boxes<Dim> boxes = small_boxes<Dim>();
  Boxes<Dim> walled = boxes;
  add_walls(walled);
  const u64 without = work_of_queries<Tree<Dim>>(boxes, boxes);
  const u64 with = work_of_queries<Tree<Dim>>(walled, boxes);
  EXPECT_GT(without, 0u);
  EXPECT_LE(static_cast<double>(with), most * static_cast<double>(without));
}

template <template <int> class Tree>
void expect_little_more_work(double most = 2) {
  expect_little_more_work<Tree, 2>(most);
  expect_little_more_work<Tree, 3>(most);
}

TEST(UnboundedBoxes, Add_little_work_to_a_static_tree) { expect_little_more_work<StaticTree>(); }
TEST(UnboundedBoxes, Add_little_work_to_a_scene_pruner) { expect_little_more_work<ScenePruner>(); }
TEST(UnboundedBoxes, Add_little_work_to_a_dynamic_tree) { expect_little_more_work<DynamicTree>(); }
TEST(UnboundedBoxes, Add_little_work_to_a_wide_tree) { expect_little_more_work<WideTree>(); }
TEST(UnboundedBoxes, Add_little_work_to_sort_and_sweep) { expect_little_more_work<SortAndSweep>(); }
TEST(UnboundedBoxes, Add_little_work_to_sweep_and_prune) {
  expect_little_more_work<SweepAndPrune>();
}
TEST(UnboundedBoxes, Add_little_work_to_a_quadtree) { expect_little_more_work<Quadtree>(); }
TEST(UnboundedBoxes, Are_found_in_a_tree_without_other_boxes) {
  Quadtree<2> tree;
  ASSERT_TRUE(build(tree, Boxes<2>(40, {{-1e18f, -1e18f}, {1e18f, 1e18f}})).ok());
  ASSERT_TRUE(flush(tree).ok());
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  for (const f32 side : dump.cells) EXPECT_TRUE(std::isfinite(side));
  QueryCounters counters;
  EXPECT_EQ(ids_of(tree, BoxQuery<2>({{3, 3}, {4, 4}}), counters).size(), 40u);
}
TEST(UnboundedBoxes, Add_little_work_to_octrees) {
  expect_little_more_work<Octree>();
  expect_little_more_work<LooseOctree>();
}
// The work may grow by a factor of 2.5 instead of 2, because a query compares four or six walls and
// only about ten other boxes.
TEST(UnboundedBoxes, Add_little_work_to_a_spatial_hash) {
  expect_little_more_work<SpatialHash>(2.5);
}
TEST(UnboundedBoxes, Add_little_work_to_a_grid) { expect_little_more_work<HashGrid>(2.5); }

}  // namespace
}  // namespace sapwood::test
