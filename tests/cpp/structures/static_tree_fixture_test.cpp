// The published example of five shapes (fixture F1).
#include <gtest/gtest.h>

#include "structures/static_tree_cases.hpp"

namespace sapwood::test {
namespace {

class StaticTreeF1 : public ::testing::Test {
 protected:
  // the shapes s1 to s5 have the ids 0 to 4
  std::vector<Aabb<2>> boxes_ = points({{8, 10}, {9, 9}, {4, 0}, {5, 0}, {0, 10}});
  CoreTree<2> core_ = core_tree<2>(boxes_, 2);
};

TEST_F(StaticTreeF1, PX4_cuts_at_the_center_of_the_box_of_all_items) {
  const auto& tree = core_.tree;
  ASSERT_EQ(tree.node_count(), 5u);
  EXPECT_EQ(ids_below(tree, 1), (std::vector<Id>{0, 1, 4}));
  EXPECT_EQ(ids_below(tree, 2), (std::vector<Id>{3, 2}));
  EXPECT_EQ(ids_below(tree, 3), (std::vector<Id>{0, 1}));
  EXPECT_EQ(ids_below(tree, 4), (std::vector<Id>{4}));
  EXPECT_EQ(positions(tree), (std::vector<Id>{0, 1, 4, 3, 2}));
}

TEST_F(StaticTreeF1, PX9_a_move_marks_the_leaf_and_its_ancestors) {
  auto& tree = core_.tree;
  boxes_[4] = point(1, 12);
  ASSERT_TRUE(tree.prepare_refit());
  tree.mark(core_.map[4]);
  EXPECT_EQ(tree.marks().highest_word(), 0u);
  EXPECT_EQ(tree.marks().word(0), 0b10011u);
  EXPECT_EQ(tree.refit_marked(boxes_.data()), 3u);
  EXPECT_FALSE(tree.marks().any());
  EXPECT_EQ(tree.node(0).box, (Aabb<2>{{1, 0}, {9, 12}}));
}

TEST_F(StaticTreeF1, PX11_a_removal_moves_the_last_item_of_the_leaf_into_its_slot) {
  auto& tree = core_.tree;
  ASSERT_TRUE(tree.prepare_refit());
  tree.remove(0, core_.map[0]);
  // the caller keeps ids consecutive, so the last shape s5 gets the id of the removed shape s1
  boxes_[0] = boxes_[4];
  const Id names[] = {kNone, 1, 2, 3, 0};
  tree.replace_ids(names);
  core_.map[0] = core_.map[4];
  core_.map[4] = kNone;
  EXPECT_EQ(tree.node(3).count(), 1u);
  EXPECT_EQ(positions(tree), (std::vector<Id>{1, kNone, 0, 3, 2}));
  EXPECT_EQ(core_.map[0], 4u);
  EXPECT_EQ(tree.refit_marked(boxes_.data()), 3u);
  EXPECT_EQ(tree.node(3).box, boxes_[1]);
}

}  // namespace
}  // namespace sapwood::test
