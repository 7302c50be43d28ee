// Changes of a wide tree: refits, pending items, conditions for a rebuild, and the budget of
// optimize().
#include "structures/wide_tree_cases.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
Boxes<Dim> shaken(Boxes<Dim> boxes, f32 most, u64 seed) {
  Random random(seed);
  for (Aabb<Dim>& box : boxes) {
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 by = random.between(-most, most);
      box.min[axis] += by;
      box.max[axis] += by;
    }
  }
  return boxes;
}

TEST(WideTree, A_move_refits_the_nodes_above_the_item) {
  WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(5000, 0, 100, 1, 1));
  bool changed = false;
  u32 visited = 0;
  ASSERT_TRUE(tree.move(77, {{50, 50}, {51, 51}}, {}, changed).ok());
  EXPECT_TRUE(changed);
  ASSERT_TRUE(tree.refit(visited).ok());
  EXPECT_EQ(visited, tree.tree().height() + 1);
  ASSERT_TRUE(tree.refit(visited).ok());
  EXPECT_EQ(visited, 0u);
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(WideTree, Many_moves_cause_one_pass_over_the_nodes) {
  WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(5000, 0, 100, 1, 1));
  const Boxes<2> boxes = shaken<2>(boxes_in(tree), 0.1f, 2);
  bool changed = false;
  u32 visited = 0;
  for (Id id = 0; id < 5000; id += 2) ASSERT_TRUE(tree.move(id, boxes[id], {}, changed).ok());
  ASSERT_TRUE(tree.refit(visited).ok());
  EXPECT_EQ(visited, tree.tree().node_count());
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(WideTree, An_update_keeps_the_slots_and_refits_all_boxes) {
  WideTree<3> tree = wide_tree_of<3>(uniform_boxes<3>(3000, 0, 30, 1, 3));
  const std::vector<Id> before(tree.tree().ids(0), tree.tree().ids(0) + 3000);
  Boxes<3> boxes = shaken<3>(boxes_in(tree), 0.1f, 4);
  boxes[5] = tree.items().box(5);
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 2999u);
  EXPECT_EQ(std::vector<Id>(tree.tree().ids(0), tree.tree().ids(0) + 3000), before);
  EXPECT_EQ(faults_of(tree), Strings{});
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
}

// All items move far: nodes that are only refitted would be as large as the world.
TEST(WideTree, A_degraded_tree_is_rebuilt) {
  WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(2000, 0, 60, 1, 5));
  const f64 before = tree.tree().area();
  const Boxes<2> boxes = uniform_boxes<2>(2000, 0, 60, 1, 6);
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_GT(tree.tree().area(), 5 * before);
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_LT(tree.tree().area(), 1.2 * before);
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(WideTree, Pending_items_stay_outside_the_tree_up_to_a_limit) {
  WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(100, 0, 20, 1, 7));
  const Boxes<2> more = uniform_boxes<2>(120, 0, 20, 1, 8);  // limit: 64 + 4 sqrt(n) pending items
  Id id = kNone;
  for (u32 i = 0; i < 100; ++i) ASSERT_TRUE(tree.insert(more[i], {}, id).ok());
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes_in(tree)));
  EXPECT_EQ(tree.pending(), 100u);
  EXPECT_EQ(faults_of(tree), Strings{});
  for (u32 i = 0; i < 40; ++i) ASSERT_TRUE(tree.insert(more[i], {}, id).ok());
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes_in(tree)));
  EXPECT_EQ(tree.pending(), 0u);
}

TEST(WideTree, Pending_items_can_be_moved_and_removed) {
  WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(40, 0, 20, 1, 9));
  Id id = kNone;
  for (const Aabb<2>& box : uniform_boxes<2>(9, 0, 20, 1, 10)) {
    ASSERT_TRUE(tree.insert(box, {}, id).ok());
  }
  bool changed = false;
  ASSERT_TRUE(tree.move(48, {{50, 50}, {51, 51}}, {}, changed).ok());
  ASSERT_TRUE(tree.remove(42).ok());
  EXPECT_EQ(faults_of(tree), Strings{});
  QueryCounters counters;
  EXPECT_EQ(ids_of(tree, BoxQuery<2>({{50, 50}, {60, 60}}), counters), (std::vector<Id>{48}));
  ASSERT_TRUE(tree.insert({{2, 2}, {3, 3}}, {}, id).ok());
  EXPECT_EQ(id, 42u);
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(WideTree, A_tree_that_is_half_empty_is_rebuilt) {
  WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(400, 0, 20, 1, 11));
  for (Id id = 0; id < 200; ++id) ASSERT_TRUE(tree.remove(id).ok());
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(tree.tree().leaf_count(), 100u);
  EXPECT_FALSE(tree.tree().gapless());
  ASSERT_TRUE(tree.remove(200).ok());
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(tree.tree().leaf_count(), 50u);
  EXPECT_TRUE(tree.tree().gapless());
  for (Id id = 201; id < 400; ++id) ASSERT_TRUE(tree.remove(id).ok());
  EXPECT_EQ(faults_of(tree), Strings{});
  EXPECT_EQ(tree.stats().nodes, 0);
}

TEST(WideTree, Pairs_of_two_trees_include_their_pending_items) {
  WideTree<2> here = wide_tree_of<2>(uniform_boxes<2>(200, 0, 20, 1, 12));
  WideTree<2> there = wide_tree_of<2>(uniform_boxes<2>(500, 0, 20, 1, 13), WideBuild::kQuality);
  Id id = kNone;
  for (const Aabb<2>& box : uniform_boxes<2>(30, 0, 20, 1, 14)) {
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

// Items have moved away from the other items of their leaf. Each call of optimize() groups some of
// them again.
TEST(WideTree, Optimize_reduces_the_area_of_a_drifted_tree_within_its_budget) {
  WideTree<3> tree = wide_tree_of<3>(uniform_boxes<3>(4000, 0, 25, 1, 15));
  const Boxes<3> boxes = shaken<3>(boxes_in(tree), 1, 16);
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  ASSERT_TRUE(tree.flush().ok());
  const f64 before = tree.tree().area();
  f64 last = before;
  for (u32 call = 0; call < 200; ++call) {
    u32 spent = 0;
    ASSERT_TRUE(tree.optimize(1500, spent).ok());
    EXPECT_GT(spent, 0u);
    EXPECT_LE(spent, 1500u);
    EXPECT_LE(tree.tree().area(), last * (1 + 1e-12));
    last = tree.tree().area();
  }
  EXPECT_LT(last, 0.9 * before);
  EXPECT_EQ(faults_of(tree), Strings{});
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
}

TEST(WideTree, Optimize_keeps_vacant_slots_and_pending_items) {
  for (const WideBuild method : kWideBuilds) {
    WideTree<2> tree = wide_tree_of<2>(clustered_boxes<2>(900, 17), method);
    for (Id id = 0; id < 900; id += 3) ASSERT_TRUE(tree.remove(id).ok());
    Id id = kNone;
    ASSERT_TRUE(tree.insert({{1, 1}, {2, 2}}, {}, id).ok());
    u32 spent = 0;
    ASSERT_TRUE(tree.optimize(1000000, spent).ok());
    EXPECT_GT(spent, 0u);
    EXPECT_EQ(tree.pending(), 1u);
    EXPECT_EQ(faults_of(tree), Strings{});
    bool changed = false;
    ASSERT_TRUE(tree.move(100, {{1, 1}, {2, 2}}, {}, changed).ok());
    EXPECT_EQ(faults_of(tree), Strings{});
  }
}

TEST(WideTree, Optimize_without_budget_or_items_does_nothing) {
  WideTree<2> tree;
  u32 spent = 7;
  ASSERT_TRUE(tree.optimize(1000, spent).ok());
  EXPECT_EQ(spent, 0u);
  ASSERT_TRUE(build(tree, uniform_boxes<2>(100, 0, 20, 1, 18)).ok());
  ASSERT_TRUE(tree.optimize(0, spent).ok());
  EXPECT_EQ(spent, 0u);
  ASSERT_TRUE(tree.optimize(15, spent).ok());
  EXPECT_LE(spent, 15u);
}

TEST(WideTree, Rebuild_produces_the_same_tree_as_a_build) {
  WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(1000, 0, 50, 1, 19));
  const Boxes<2> boxes = shaken<2>(boxes_in(tree), 1, 20);
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  ASSERT_TRUE(tree.rebuild().ok());
  const WideTree<2> fresh = wide_tree_of<2>(boxes);
  EXPECT_EQ(tree.tree().area(), fresh.tree().area());
  EXPECT_EQ(faults_of(tree), Strings{});
}

}  // namespace
}  // namespace sapwood::test
