// Fat boxes: margins, prediction of displacements, moves that change the tree, exact results.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

constexpr Aabb<3> kUnitCube{{0, 0, 0}, {1, 1, 1}};

DynamicTree<3> tree_with(f32 margin, f32 prediction) {
  DynamicTreeOptions options;
  options.margin = margin;
  options.prediction = prediction;
  return DynamicTree<3>(options);
}

TEST(DynamicTree, DT3_fat_boxes_are_tight_boxes_grown_by_the_margin_in_float32) {
  for (const f32 margin : {0.0f, 0.1f, 0.5f, 3.0f}) {
    DynamicTree<3> tree = tree_with(margin, 4);
    const Boxes<3> boxes = cloud<3>(50, 1000, 7);
    build(tree, boxes);
    const Id later = insert(tree, boxes[9]);
    EXPECT_TRUE(tree.fat_box(later) == expand(boxes[9], margin));
    for (Id id = 0; id < boxes.size(); ++id) {
      EXPECT_TRUE(tree.fat_box(id) == expand(boxes[id], margin)) << margin << " id " << id;
    }
  }
}

TEST(DynamicTree, DT3_the_largest_margin_and_prediction_keep_fat_boxes_finite) {
  DynamicTree<3> tree = tree_with(1e18f, 1e6f);
  const Aabb<3> corner{{-1e18f, 0, 0}, {1e18f, 1, 1e18f}};
  const Id id = insert(tree, corner);
  insert(tree, kUnitCube);
  move(tree, id, shifted(corner, -9, 1), Point<3>{{1e18f, -1e18f, 0}});
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_TRUE(std::isfinite(tree.fat_box(id).extent(axis)));
  }
  EXPECT_TRUE(std::isfinite(half_area(tree.fat_box(id))));
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  EXPECT_EQ(found(tree, kUnitCube), (Ids{1}));
  EXPECT_EQ(found(tree, Aabb<3>{{0, -9, 0}, {0, -8, 0}}), (Ids{0}));
}

TEST(DynamicTree, DT6_a_box_inside_its_fat_box_up_to_the_border_changes_no_node) {
  DynamicTree<3> tree = tree_with(0.5f, 4);
  build(tree, cloud<3>(30, 10, 8));
  const Id id = insert(tree, kUnitCube);
  Array<u8> before;
  ByteWriter writer(before);
  tree.save(writer);
  EXPECT_FALSE(move(tree, id, shifted(kUnitCube, 0.5f)));
  EXPECT_FALSE(move(tree, id, shifted(kUnitCube, -0.5f)));
  EXPECT_FALSE(move(tree, id, kUnitCube));
  Array<u8> after;
  ByteWriter second(after);
  tree.save(second);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin(), after.end()));
  EXPECT_EQ(tree.stats().reinserts, 0);
}

TEST(DynamicTree, DT6_a_box_that_leaves_its_fat_box_is_reinserted_and_counted) {
  DynamicTree<3> tree = tree_with(0.5f, 4);
  const Id id = insert(tree, kUnitCube);
  insert(tree, shifted(kUnitCube, 9));
  const Aabb<3> beyond = shifted(kUnitCube, 0.5f + 0x1p-20f);
  EXPECT_TRUE(move(tree, id, beyond));
  EXPECT_TRUE(tree.fat_box(id) == expand(beyond, 0.5f));
  EXPECT_EQ(tree.stats().reinserts, 1);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
}

TEST(DynamicTree, DT7_prediction_stretches_only_the_side_that_the_item_moves_to) {
  DynamicTree<3> tree = tree_with(0.5f, 4);
  const Id id = insert(tree, kUnitCube);
  const Aabb<3> there = shifted(kUnitCube, 1.0f);
  EXPECT_TRUE(move(tree, id, there, Point<3>{{1, 0, -0.25f}}));
  Aabb<3> fat = expand(there, 0.5f);
  fat.max[0] += 4;
  fat.min[2] -= 1;
  EXPECT_TRUE(tree.fat_box(id) == fat);
}

TEST(DynamicTree, DT7_the_fat_box_of_an_item_that_stops_shrinks_at_its_next_move) {
  DynamicTree<3> tree = tree_with(0.1f, 4);
  const Id id = insert(tree, kUnitCube);
  const Aabb<3> there = shifted(kUnitCube, 1.0f);
  EXPECT_TRUE(move(tree, id, there, Point<3>{{1, 0, 0}}));
  EXPECT_TRUE(move(tree, id, there));
  EXPECT_TRUE(tree.fat_box(id) == expand(there, 0.1f));
  EXPECT_FALSE(move(tree, id, there));
}

TEST(DynamicTree, DT7_a_box_up_to_four_margins_too_large_is_kept) {
  DynamicTree<3> tree = tree_with(0.5f, 4);
  const Id id = insert(tree, kUnitCube);
  const Aabb<3> there = shifted(kUnitCube, 1.0f);
  EXPECT_TRUE(move(tree, id, there, Point<3>{{0.5f, 0, 0}}));
  EXPECT_FALSE(move(tree, id, there));  // larger than a new fat box by 2 = 4 margins
  EXPECT_TRUE(move(tree, id, shifted(there, -0.25f)));
}

TEST(DynamicTree, DT7_update_predicts_from_the_motion_of_the_center_but_not_after_a_jump) {
  DynamicTree<3> tree = tree_with(0.5f, 4);
  build(tree, Boxes<3>{kUnitCube, shifted(kUnitCube, 100)});
  const Boxes<3> next{shifted(kUnitCube, 1.0f), shifted(kUnitCube, 500)};
  u32 changed = 0;
  ASSERT_TRUE(tree.update(next.data(), changed).ok());
  EXPECT_EQ(changed, 2u);
  Aabb<3> stretched = expand(next[0], 0.5f);
  stretched.max[0] += 4;
  EXPECT_TRUE(tree.fat_box(0) == stretched);
  EXPECT_TRUE(tree.fat_box(1) == expand(next[1], 0.5f));
}

// In the first case the lower edge stays and the upper edge moves twice as far as the center.
TEST(DynamicTree, DT7_update_predicts_from_the_center_of_resized_items) {
  for (const int axis : {0, 1, 2}) {
    DynamicTree<3> tree = tree_with(0.5f, 4);
    build(tree, Boxes<3>{kUnitCube, kUnitCube, kUnitCube});
    Boxes<3> next(3, kUnitCube);
    next[0].max[axis] = 3;                          // the center moves by 1
    next[1].min[axis] = -2;                         // the center moves by -1
    next[2].min[axis] = -2, next[2].max[axis] = 3;  // the center stays
    u32 changed = 0;
    ASSERT_TRUE(tree.update(next.data(), changed).ok());
    EXPECT_EQ(changed, 3u);
    Aabb<3> up = expand(next[0], 0.5f);
    up.max[axis] += 4;
    Aabb<3> down = expand(next[1], 0.5f);
    down.min[axis] -= 4;
    EXPECT_TRUE(tree.fat_box(0) == up) << axis;
    EXPECT_TRUE(tree.fat_box(1) == down) << axis;
    EXPECT_TRUE(tree.fat_box(2) == expand(next[2], 0.5f)) << axis;
  }
}

TEST(DynamicTree, T8_a_large_margin_does_not_change_results) {
  DynamicTree<3> tree = tree_with(10, 4);
  build(tree, Boxes<3>{kUnitCube, shifted(kUnitCube, 2), shifted(kUnitCube, 3)});
  EXPECT_EQ(found(tree, shifted(kUnitCube, -1.5f)), Ids{});
  EXPECT_EQ(found(tree, shifted(kUnitCube, -1.0f)), (Ids{0}));
  EXPECT_EQ(found_pairs(tree), (PairKeys{pair_key(1, 2)}));
}

TEST(DynamicTree, T8_results_do_not_depend_on_margin_or_prediction) {
  const Boxes<3> boxes = cloud<3>(400, 12, 9);
  for (const f32 margin : {0.0f, 0.1f, 2.0f, 1e6f}) {
    for (const f32 prediction : {0.0f, 4.0f, 100.0f}) {
      DynamicTree<3> tree = tree_with(margin, prediction);
      build(tree, boxes);
      for (Id id = 0; id < 200; ++id) {
        move(tree, id, shifted(boxes[id], 0.3f, static_cast<int>(id % 3)),
             Point<3>{{0.3f, -0.3f, 0}});
      }
      EXPECT_EQ(found_pairs(tree), expected_pairs(tree)) << margin << " " << prediction;
      EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
    }
  }
}

TEST(DynamicTree, T41_signed_zeros_are_stored_as_plus_zero) {
  DynamicTree<2> tree([] {
    DynamicTreeOptions options;
    options.margin = 0;
    return options;
  }());
  insert(tree, Aabb<2>{{-0.0f, -0.0f}, {-0.0f, 0.0f}});
  insert(tree, Aabb<2>{{0.0f, -0.0f}, {0.0f, -0.0f}});
  insert(tree, Aabb<2>{{-1, -1}, {-0.0f, -0.0f}});
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(tree).size(), 3u);
  EXPECT_FALSE(std::signbit(tree.fat_box(0).min[0]));
}

}  // namespace
}  // namespace sapwood::test::tree_cases
