// Which edges the planes of the k-d tree go by.
#include <gtest/gtest.h>

#include <vector>

#include "sapwood/structures/kdtree/kd_tree/kd_tree.hpp"

namespace sapwood::test {
namespace {

// The upper edges rise with the ids and the lower ones fall: a median of lower edges would put the
// last items on the left.
TEST(KdTree, KD1_medians_are_of_upper_edges_where_lower_ones_rank_otherwise) {
  std::vector<Aabb<2>> boxes;
  for (int i = 0; i < 16; ++i) {
    boxes.push_back({{static_cast<f32>(-i), 0}, {static_cast<f32>(i + 1), 1}});
  }
  KdTreeOptions options;
  options.capacity = 8;
  KdTree<2> tree(options);
  ASSERT_TRUE(tree.build(boxes.data(), 16).ok() && tree.settle().ok());
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  ASSERT_EQ(dump.kind.size(), 3u);
  for (Id id = 0; id < 16; ++id) EXPECT_EQ(dump.items[id], id);
}

}  // namespace
}  // namespace sapwood::test
