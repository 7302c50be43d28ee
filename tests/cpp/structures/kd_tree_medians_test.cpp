// Tests which edges of boxes the k-d tree uses for its split planes.
#include <gtest/gtest.h>

#include <vector>

#include "sapwood/structures/kdtree/kd_tree/kd_tree.hpp"

namespace sapwood::test {
namespace {

// Upper edges ascend with the id and lower edges descend, so a median of lower edges would put the
// last items on the left.
TEST(KdTree, KD1_medians_are_of_upper_edges) {
  std::vector<Aabb<2>> boxes;
  for (int i = 0; i < 16; ++i) {
    boxes.push_back({{static_cast<f32>(-i), 0}, {static_cast<f32>(i + 1), 1}});
  }
  KdTreeOptions options;
  options.capacity = 8;
  KdTree<2> tree(options);
  ASSERT_TRUE(tree.build(boxes.data(), 16).ok() && tree.flush().ok());
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  ASSERT_EQ(dump.kind.size(), 3u);
  for (Id id = 0; id < 16; ++id) EXPECT_EQ(dump.items[id], id);
}

template <int Dim>
std::vector<bool> items_of_first_leaf(KdAxes axes, KdBuild build) {
  std::vector<Aabb<Dim>> boxes;
  for (int i = 0; i < 64; ++i) {
    Aabb<Dim> box{};
    box.min[0] = box.max[0] = static_cast<f32>(i % 8);
    box.min[1] = box.max[1] = static_cast<f32>(i / 8);
    boxes.push_back(box);
  }
  KdTreeOptions options;
  options.capacity = 16;
  options.axes = axes;
  options.build = build;
  KdTree<Dim> tree(options);
  EXPECT_TRUE(tree.build(boxes.data(), 64).ok() && tree.flush().ok());
  NodeDump dump;
  EXPECT_TRUE(tree.dump(dump).ok());
  EXPECT_EQ(dump.kind.size(), 7u);
  std::vector<bool> quarter(64);
  for (u32 i = 0; i < 16; ++i) quarter[dump.items[i]] = true;
  return quarter;
}

std::vector<bool> grid_part(int columns, int rows) {
  std::vector<bool> part(64);
  for (int i = 0; i < 64; ++i) part[static_cast<size_t>(i)] = i % 8 < columns && i / 8 < rows;
  return part;
}

TEST(KdTree, KD1_the_tree_can_be_split_on_one_axis_only) {
  for (const KdBuild build : {KdBuild::kSelection, KdBuild::kPresorted, KdBuild::kSorted}) {
    EXPECT_EQ(items_of_first_leaf<2>(KdAxes::kFromX, build), grid_part(4, 4));
    EXPECT_EQ(items_of_first_leaf<2>(KdAxes::kFromY, build), grid_part(4, 4));
    EXPECT_EQ(items_of_first_leaf<2>(KdAxes::kOnlyX, build), grid_part(2, 8));
    EXPECT_EQ(items_of_first_leaf<3>(KdAxes::kOnlyX, build), grid_part(2, 8));
    EXPECT_EQ(items_of_first_leaf<2>(KdAxes::kOnlyY, build), grid_part(8, 2));
    EXPECT_EQ(items_of_first_leaf<3>(KdAxes::kOnlyY, build), grid_part(8, 2));
  }
}

// A tree with two leaves, so only the root is split.
TEST(KdTree, KD1_the_root_can_be_split_on_either_axis) {
  std::vector<Aabb<2>> boxes;
  for (int i = 0; i < 16; ++i) {
    const f32 x = static_cast<f32>(i), y = static_cast<f32>(i * 7 % 16);
    boxes.push_back({{x, y}, {x, y}});
  }
  for (const KdAxes axes : {KdAxes::kFromX, KdAxes::kFromY}) {
    KdTreeOptions options;
    options.capacity = 8;
    options.axes = axes;
    KdTree<2> tree(options);
    ASSERT_TRUE(tree.build(boxes.data(), 16).ok() && tree.flush().ok());
    NodeDump dump;
    ASSERT_TRUE(tree.dump(dump).ok());
    for (u32 i = 0; i < 8; ++i) {
      EXPECT_LT(boxes[dump.items[i]].max[axes == KdAxes::kFromX ? 0 : 1], 8);
    }
  }
}

}  // namespace
}  // namespace sapwood::test
