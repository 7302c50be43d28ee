// Changes of a packed R-tree: refits, pending items, and the conditions for packing again.
#include "sapwood/structures/rtree/packed_r_tree/packed_r_tree.hpp"

#include "structures/rtree_cases.hpp"

namespace sapwood::test {
namespace {

using Tree = PackedRTree<2>;
using Strings = std::vector<std::string>;

Tree tree_of(u32 count, f32 world = 20) {
  Tree tree;
  EXPECT_TRUE(build(tree, uniform_boxes<2>(count, 0, world, 1, 4)).ok());
  return tree;
}

Boxes<2> boxes_in(const Tree& tree) {
  const auto& items = tree.items();
  Boxes<2> boxes;
  for (Id id = items.first(); id != kNone; id = items.next(id)) boxes.push_back(items.box(id));
  return boxes;
}

TEST(PackedRTree, Moved_items_keep_their_leaf) {
  Tree tree = tree_of(300);
  const Leaves before = leaves_of(tree);
  Boxes<2> boxes = boxes_in(tree);
  for (Aabb<2>& box : boxes) box.min[0] -= 0.25f;
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 300u);
  EXPECT_EQ(leaves_of(tree), before);
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
}

TEST(PackedRTree, Equal_boxes_are_no_change) {
  Tree tree = tree_of(50);
  const Boxes<2> boxes = boxes_in(tree);
  u32 changed = 7;
  u32 visited = 7;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  ASSERT_TRUE(tree.refit(visited).ok());
  EXPECT_EQ(changed, 0u);
  EXPECT_EQ(visited, 0u);
  bool moved = true;
  ASSERT_TRUE(tree.move(3, boxes[4], {}, moved).ok());
  EXPECT_TRUE(moved);
  ASSERT_TRUE(tree.refit(visited).ok());
  EXPECT_EQ(visited, tree.tree().live());
}

// Two nodes of 64 overlapping entries push thousands of pairs onto the stack.
TEST(PackedRTree, The_stack_has_room_for_all_pairs_of_wide_overlapping_nodes) {
  PackedRTreeOptions options;
  options.fan_out = 64;
  Tree tree(options);
  ASSERT_TRUE(build(tree, Boxes<2>(64 * 64, Aabb<2>{{1, 1}, {2, 2}})).ok());
  QueryCounters counters;
  ASSERT_TRUE(pairs(tree, counters, [](Id, Id) { return true; }).ok());
  EXPECT_EQ(counters.results, u64{4096} * 4095 / 2);
}

// All items move far: leaves that are only refitted would be as large as the world.
TEST(PackedRTree, A_tree_whose_leaves_have_doubled_is_packed_again) {
  Tree tree = tree_of(400);
  const f64 before = leaf_perimeter<2>(tree);
  const Boxes<2> boxes = uniform_boxes<2>(400, 0, 20, 1, 5);
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_LT(leaf_perimeter<2>(tree), 1.3 * before);
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(PackedRTree, Items_that_jump_become_pending_and_enlarge_no_leaf) {
  Tree tree = tree_of(400);
  const f64 before = leaf_perimeter<2>(tree);
  Boxes<2> boxes = boxes_in(tree);
  const Aabb<2> far{{1000, 1000}, {1001, 1001}};
  for (const Id id : {3u, 200u}) {
    boxes[id] = far;
    bool changed = false;
    ASSERT_TRUE(tree.move(id, far, {}, changed).ok());
  }
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(tree.pending(), 2u);
  EXPECT_LE(leaf_perimeter<2>(tree), before + 4);  // the leaf of the pending items
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(PackedRTree, Pending_items_stay_outside_the_tree_up_to_a_limit) {
  Tree tree = tree_of(100);  // limit: 64 + 4 sqrt(n) pending items
  const Boxes<2> more = uniform_boxes<2>(120, 0, 20, 1, 6);
  Id id = kNone;
  for (u32 i = 0; i < 100; ++i) ASSERT_TRUE(tree.insert(more[i], {}, id).ok());
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(tree.pending(), 100u);
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes_in(tree)));
  for (u32 i = 100; i < 120; ++i) ASSERT_TRUE(tree.insert(more[i], {}, id).ok());
  EXPECT_EQ(tree.pending(), 120u);
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(tree.pending(), 120u);
  for (u32 i = 0; i < 20; ++i) ASSERT_TRUE(tree.insert(more[i], {}, id).ok());
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(tree.pending(), 0u);
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes_in(tree)));
}

TEST(PackedRTree, Pending_items_can_be_moved_and_removed) {
  Tree tree = tree_of(40);
  Id id = kNone;
  for (const Aabb<2>& box : uniform_boxes<2>(9, 0, 20, 1, 7)) {
    ASSERT_TRUE(tree.insert(box, {}, id).ok());
  }
  bool changed = false;
  ASSERT_TRUE(tree.move(44, {{50, 50}, {51, 51}}, {}, changed).ok());
  EXPECT_TRUE(changed);
  ASSERT_TRUE(tree.remove(42).ok());
  EXPECT_EQ(faults_of(tree), Strings{});
  QueryCounters counters;
  EXPECT_EQ(ids_of(tree, BoxQuery<2>({{50, 50}, {60, 60}}), counters), (std::vector<Id>{44}));
  ASSERT_TRUE(tree.insert({{2, 2}, {3, 3}}, {}, id).ok());
  EXPECT_EQ(id, 42u);
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(PackedRTree, Empty_leaves_are_neither_counted_nor_dumped) {
  Tree tree = tree_of(400);
  const u32 nodes = tree.stats().nodes;
  const std::vector<Id> emptied = leaves_of(tree)[0];
  for (const Id id : emptied) ASSERT_TRUE(tree.remove(id).ok());
  u32 visited = 0;
  ASSERT_TRUE(tree.refit(visited).ok());
  EXPECT_EQ(tree.stats().nodes, nodes - 1);
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  EXPECT_EQ(dump.kind.size(), nodes - 1);
}

TEST(PackedRTree, A_tree_that_is_half_empty_is_packed_again) {
  Tree tree = tree_of(400);
  const u32 nodes = tree.tree().live();
  for (Id id = 0; id < 200; ++id) ASSERT_TRUE(tree.remove(id).ok());
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(tree.tree().live(), nodes);
  ASSERT_TRUE(tree.remove(200).ok());
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_LT(tree.tree().live(), nodes * 6 / 10);
  for (Id id = 201; id < 400; ++id) ASSERT_TRUE(tree.remove(id).ok());
  EXPECT_EQ(faults_of(tree), Strings{});
  EXPECT_EQ(tree.stats().nodes, 0);
}

TEST(PackedRTree, Pairs_of_two_trees_include_their_pending_items) {
  PackedRTreeOptions narrow;
  narrow.fan_out = 3;
  Tree here = tree_of(200);
  Tree there(narrow);
  ASSERT_TRUE(build(there, uniform_boxes<2>(500, 0, 20, 1, 8)).ok());
  Id id = kNone;
  for (const Aabb<2>& box : uniform_boxes<2>(30, 0, 20, 1, 9)) {
    ASSERT_TRUE(here.insert(box, {}, id).ok());
    ASSERT_TRUE(there.insert(box, {}, id).ok());
  }
  Pairs found, expected;
  QueryCounters counters;
  const auto collect = [&](Id a, Id b) {
    found.emplace_back(a, b);
    return true;
  };
  ASSERT_TRUE(pairs_with(here, there, counters, collect).ok());
  for (Id a = 0; a < 230; ++a) {
    for (Id b = 0; b < 530; ++b) {
      if (overlaps(here.items().box(a), there.items().box(b))) expected.emplace_back(a, b);
    }
  }
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
}

StatusCode loaded_with_pending(const Tree& tree, u32 pending) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.items().save(writer);
  writer.value(u64{0});  // distance moved since packing
  writer.value(f64{1});  // area of the leaves at packing
  writer.value(u32{8});  // items at packing
  writer.value(u32{0});  // nothing to flush
  writer.value(pending);
  for (u32 i = 0; i < pending; ++i) writer.value(Id{8} + i);
  entry_tree::save(tree.tree(), writer);
  EXPECT_TRUE(writer.finish().ok());
  ByteReader reader(bytes.data(), bytes.size());
  Tree copy;
  copy.load(reader);
  reader.finish();
  return reader.status().code;
}

TEST(PackedRTree, Bytes_without_a_place_for_an_item_are_rejected) {
  Tree tree = tree_of(8);
  ASSERT_TRUE(flush(tree).ok());
  for (const f32 x : {3.0f, 5.0f}) {
    Id id = kNone;
    ASSERT_TRUE(tree.insert({{x, 3}, {x + 1, 4}}, {}, id).ok());
  }
  EXPECT_EQ(loaded_with_pending(tree, 2), StatusCode::kOk);
  EXPECT_EQ(loaded_with_pending(tree, 1), StatusCode::kBadData);
  EXPECT_EQ(loaded_with_pending(tree, 0), StatusCode::kBadData);
}

}  // namespace
}  // namespace sapwood::test
