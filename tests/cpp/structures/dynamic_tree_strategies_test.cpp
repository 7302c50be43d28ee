// Alternative strategies for inserts, rebuilds, moves in place, and the search for pairs. Each
// strategy must keep the invariants and the results. Tests also compare the quality of the trees.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

constexpr auto kManhattan = TreeInsertion::kManhattan;

template <int Dim>
void expect_whole(const DynamicTree<Dim>& tree) {
  ASSERT_EQ(faults_of(tree), std::vector<std::string>{});
  ASSERT_EQ(found_pairs(tree), expected_pairs(tree));
}

template <int Dim>
u32 rebuild_over_leaves(DynamicTree<Dim>& tree, u32 bottom_up) {
  u32 rebuilt = 0;
  EXPECT_TRUE(tree.rebuild_over_leaves(bottom_up, rebuilt).ok());
  return rebuilt;
}
template <int Dim>
u32 rebuild_enlarged(DynamicTree<Dim>& tree) {
  u32 rebuilt = 0;
  EXPECT_TRUE(tree.rebuild_enlarged(rebuilt).ok());
  return rebuilt;
}
template <int Dim>
bool enlarge(DynamicTree<Dim>& tree, Id id, const Aabb<Dim>& box) {
  bool changed = false;
  EXPECT_TRUE(tree.enlarge(id, box, {}, changed).ok());
  return changed;
}

template <int Dim>
void leaf_items(const DynamicTree<Dim>& tree, u32 at, Ids& ids) {
  const auto& node = tree.tree()[at];
  if (node.is_leaf()) {
    ids.push_back(node.item());
    return;
  }
  for (const u32 side : {0u, 1u}) leaf_items(tree, node.child(side), ids);
}
template <int Dim>
Ids leaf_order(const DynamicTree<Dim>& tree) {
  Ids ids;
  leaf_items(tree, tree.tree().kRoot, ids);
  return ids;
}

TEST(DynamicTree, DT16_the_descent_by_manhattan_distance_enters_the_child_of_the_nearer_center) {
  DynamicTreeOptions options = options_of(TreeBalance::kNever, kManhattan);
  options.margin = 0;
  DynamicTree<2> tree(options);
  for (const f32 x : {0.0f, 10.0f, 30.0f}) insert(tree, Aabb<2>{{x, 0}, {x + 1, 1}});
  EXPECT_EQ(leaf_order(tree), (Ids{0, 1, 2}));
  // centers are compared as min + max: their distance is 14 to item 0, and 26 to the parent of
  // items 1 and 2
  insert(tree, Aabb<2>{{7, 0}, {8, 1}});
  EXPECT_EQ(leaf_order(tree), (Ids{0, 3, 1, 2}));
  // at equal distance the second child is chosen
  DynamicTree<2> even(options);
  for (const f32 x : {0.0f, 10.0f, 5.0f}) insert(even, Aabb<2>{{x, 0}, {x + 1, 1}});
  EXPECT_EQ(leaf_order(even), (Ids{0, 1, 2}));
}

// Reference implementation of the search for a sibling leaf: descends to the child with the nearer
// center. Computes distances in f64.
u32 leaf_by_distance(const DynamicTree<3>& tree, const Aabb<3>& box) {
  u32 at = tree.tree().kRoot;
  while (!tree.tree()[at].is_leaf()) {
    f64 gap[2] = {};
    for (u32 side = 0; side < 2; ++side) {
      const Aabb<3>& child = tree.tree()[tree.tree()[at].child(side)].box;
      for (int axis = 0; axis < 3; ++axis) {
        gap[side] += std::fabs(f64{box.center(axis)} - child.center(axis));
      }
    }
    at = tree.tree()[at].child(gap[0] < gap[1] ? 0 : 1);
  }
  return at;
}

TEST(DynamicTree, DT16_the_descent_by_manhattan_distance_agrees_with_a_reference) {
  DynamicTreeOptions options = options_of(TreeBalance::kNever, kManhattan);
  options.margin = 0;
  DynamicTree<3> tree(options);
  Random random(61);
  // multiples of 1/8: sums are exact, so ties occur both here and in the reference
  const auto lattice_box = [&] {
    Aabb<3> box;
    for (int axis = 0; axis < 3; ++axis) {
      box.min[axis] = static_cast<f32>(random.below(200)) / 8;
      box.max[axis] = box.min[axis] + static_cast<f32>(random.below(24)) / 8;
    }
    return box;
  };
  insert(tree, lattice_box());
  for (int i = 0; i < 400; ++i) {
    const Aabb<3> box = lattice_box();
    const Id sibling = tree.tree()[leaf_by_distance(tree, box)].item();
    const Id id = insert(tree, box);
    const Ids order = leaf_order(tree);
    const auto at = std::find(order.begin(), order.end(), id);
    ASSERT_TRUE(at != order.begin() && at[-1] == sibling) << "box " << i;
  }
}

template <int Dim>
void expect_exact_under_motion(bool in_place) {
  for (const DynamicTreeOptions& options : all_options()) {
    SCOPED_TRACE(name_of(options));
    DynamicTree<Dim> tree(options);
    build(tree, cloud<Dim>(300, 12, 62));
    Random random(63);
    for (int frame = 0; frame < 12; ++frame) {
      for (const Id id : live_ids(tree)) {
        if (random.one_in(40)) {
          ASSERT_TRUE(tree.remove(id).ok());
        }
        if (!tree.items().has(id) || !random.one_in(3)) continue;
        const Aabb<Dim> to = random.one_in(5)
                                 ? random_box<Dim>(random, 12, 1)
                                 : shifted(tree.items().box(id), random.between(-0.5f, 0.5f));
        in_place ? enlarge(tree, id, to) : move(tree, id, to);
      }
      for (int i = 0; i < 6; ++i) insert(tree, random_box<Dim>(random, 12, 1));
      expect_whole(tree);
      if (frame % 3 == 0) rebuild_enlarged(tree);
      if (frame % 4 == 1) rebuild_over_leaves(tree, frame % 8 == 1 ? 128 : kNone);
      expect_whole(tree);
    }
  }
}
TEST(DynamicTree, DT16_every_strategy_keeps_the_invariants_and_the_pairs) {
  for (const bool in_place : {false, true}) {
    expect_exact_under_motion<2>(in_place);
    expect_exact_under_motion<3>(in_place);
  }
}

TEST(DynamicTree, DT16_enlarge_keeps_the_place_of_the_leaf_and_exact_unions_above) {
  DynamicTree<3> tree;
  build(tree, gas());
  const Ids order = leaf_order(tree);
  Random random(64);
  for (int i = 0; i < 500; ++i) {
    const Id id = random.below(5000);
    enlarge(tree, id, random_box<3>(random, 34, 1));
  }
  EXPECT_EQ(leaf_order(tree), order);
  EXPECT_FALSE(enlarge(tree, 7, tree.items().box(7))) << "it is within its fat box";
  expect_whole(tree);
}

TEST(DynamicTree, DT16_a_partial_rebuild_repairs_only_enlarged_branches) {
  DynamicTree<3> tree;
  build(tree, gas());
  const f64 fresh = tree.stats().sah;
  EXPECT_EQ(rebuild_enlarged(tree), 0u) << "nothing was enlarged";
  Random random(65);
  for (int i = 0; i < 50; ++i) enlarge(tree, random.below(5000), random_box<3>(random, 34, 1));
  const f64 degraded = tree.stats().sah;
  EXPECT_GT(degraded, 1.5 * fresh);
  const u32 rebuilt = rebuild_enlarged(tree);
  EXPECT_GT(rebuilt, 100u);
  EXPECT_LT(rebuilt, 50u * 20) << "the branches above fifty leaves";
  EXPECT_LT(tree.stats().sah, 1.1 * fresh);
  EXPECT_EQ(rebuild_enlarged(tree), 0u);
  expect_whole(tree);
}

TEST(DynamicTree, DT16_a_rebuild_keeps_the_fat_boxes) {
  DynamicTree<3> tree(options_of(TreeBalance::kNever));
  insert_all(tree, cloud<3>(1000, 20, 66));
  for (Id id = 0; id < 1000; id += 2) {
    move(tree, id, shifted(tree.items().box(id), 0.3f), Point<3>{{0.3f}});
  }
  Boxes<3> fat;
  for (Id id = 0; id < 1000; ++id) fat.push_back(tree.fat_box(id));
  const u32 slots = tree.tree().slots();
  for (const u32 bottom_up : {0u, 1u, 2u, 128u, 1000u, kNone}) {
    EXPECT_EQ(rebuild_over_leaves(tree, bottom_up), 999u);
    EXPECT_EQ(tree.tree().slots(), slots) << "branches are used again";
    for (Id id = 0; id < 1000; ++id) EXPECT_EQ(tree.fat_box(id), fat[id]);
    expect_whole(tree);
  }
}

f64 least_union(const Boxes<2>& boxes) {
  f64 least = HUGE_VAL;
  for (size_t i = 0; i < boxes.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      least = std::min(least, f64{half_area(unite(boxes[i], boxes[j]))});
    }
  }
  return least;
}

TEST(DynamicTree, DT16_bottom_up_joins_the_two_nodes_of_least_union_area_in_each_step) {
  DynamicTreeOptions options;
  options.margin = 0;
  DynamicTree<2> tree(options);
  Random random(67);
  Boxes<2> open;
  for (int i = 0; i < 120; ++i) open.push_back(random_box<2>(random, 40, random.between(0, 5)));
  insert_all(tree, open);
  rebuild_over_leaves(tree, kNone);
  expect_whole(tree);
  // the areas of the new branches never decrease, so branches sorted by area are in the order in
  // which they were created
  std::vector<std::pair<f64, u32>> joints;
  for (u32 node = 0; node < tree.tree().slots(); ++node) {
    if (tree.tree()[node].is_branch()) joints.emplace_back(half_area(tree.tree()[node].box), node);
  }
  std::sort(joints.begin(), joints.end());
  for (const auto& [area, node] : joints) {
    ASSERT_EQ(area, least_union(open));
    for (const u32 child : {tree.tree()[node].child(0), tree.tree()[node].child(1)}) {
      const auto at = std::find(open.begin(), open.end(), tree.tree()[child].box);
      ASSERT_NE(at, open.end());
      open.erase(at);
    }
    open.push_back(tree.tree()[node].box);
  }
}

TEST(DynamicTree, DT16_bottom_up_builds_no_chain_of_identical_boxes) {
  DynamicTree<3> tree;
  insert_all(tree, Boxes<3>(1000, Aabb<3>{{1, 2, 3}, {4, 5, 6}}));
  rebuild_over_leaves(tree, kNone);
  EXPECT_LE(tree.stats().height, 11);
}

TEST(DynamicTree, DT16_parts_below_the_threshold_are_joined_and_larger_parts_are_split) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(1500, 23, 1));
  const f64 top_down = tree.stats().sah;
  rebuild_over_leaves(tree, 0);
  EXPECT_EQ(tree.stats().sah, top_down);
  rebuild_over_leaves(tree, 128);
  const f64 mixed = tree.stats().sah;
  rebuild_over_leaves(tree, kNone);
  const f64 bottom_up = tree.stats().sah;
  EXPECT_NE(mixed, top_down);
  EXPECT_NE(mixed, bottom_up);
}

TEST(DynamicTree, DT2_the_growth_of_ancestors_makes_a_far_box_the_sibling_of_the_root) {
  DynamicTreeOptions options = options_of(TreeBalance::kNever);
  options.margin = 0;
  DynamicTree<2> tree(options);
  // item 2 costs 2 * 102 as sibling of the root; as sibling of item 1 it costs 100 + 2 * 98,
  // because the root grows by 98
  for (const f32 x : {0.0f, 2.0f, 100.0f}) insert(tree, Aabb<2>{{x, 0}, {x + 1, 1}});
  const auto& root = tree.tree()[tree.tree().kRoot];
  EXPECT_EQ(tree.tree()[root.child(0)].box, (Aabb<2>{{0, 0}, {3, 1}}));
  EXPECT_EQ(tree.tree()[root.child(1)].item(), 2u);
  // item 3 costs 2 * 6 as sibling of the inner node, and 4 + 2 * 2 as sibling of item 1
  insert(tree, Aabb<2>{{4, 0}, {5, 1}});
  EXPECT_EQ(leaf_order(tree), (Ids{0, 1, 3, 2}));
}

TEST(DynamicTree, DT16_reinsertion_builds_a_better_tree_than_greedy_insertion) {
  DynamicTree<3> tree(options_of(TreeBalance::kNever));
  insert_all(tree, gas());
  dynamic_tree::Tree<3> greedy = copy_of(tree);
  for (Id id = 0; id < tree.items().size(); ++id) {
    const dynamic_tree::Node<3> leaf = greedy[greedy.leaf_of(id)];
    dynamic_tree::detach(greedy, greedy.leaf_of(id), TreeBalance::kNever);
    const u32 sibling = dynamic_tree::greedy_sibling(greedy, leaf.box);
    dynamic_tree::attach(greedy, leaf, sibling, TreeBalance::kSurfaceArea);
  }
  u32 spent = 0;
  ASSERT_TRUE(tree.reinsert(5000, spent).ok());
  EXPECT_LT(tree.stats().area_ratio, 0.95 * dynamic_tree::area_ratio(greedy));
}

// -- pair events from queries of all awake items

struct Pairs {
  PairKeys begins, ends;
};
template <int Dim>
Pairs awake_events(DynamicTree<Dim>& tree) {
  Array<IdPair> begins, ends;
  EXPECT_TRUE(tree.update_pairs_awake(begins, ends).ok());
  Pairs events;
  for (const IdPair& pair : begins) events.begins.push_back(pair_key(pair.a, pair.b));
  for (const IdPair& pair : ends) events.ends.push_back(pair_key(pair.a, pair.b));
  return events;
}
template <int Dim>
void sleep(DynamicTree<Dim>& tree, Id id, bool asleep = true) {
  ASSERT_TRUE(tree.set_asleep(id, asleep).ok());
}

TEST(DynamicTree, DT11_awake_items_search_for_pairs_without_motion_and_sleeping_items_do_not) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(200, 8, 71));
  awake_events(tree);
  awake_events(tree);
  EXPECT_EQ(tree.pair_counters().queries, 200u) << "nothing moved, and all are awake";
  for (Id id = 0; id < 200; ++id) sleep(tree, id);
  awake_events(tree);
  EXPECT_EQ(tree.pair_counters().queries, 0u);
  for (const Id id : {3u, 4u, 5u}) sleep(tree, id, false);
  EXPECT_TRUE(tree.asleep(2) && !tree.asleep(3));
  awake_events(tree);
  EXPECT_EQ(tree.pair_counters().queries, 3u);
}

TEST(DynamicTree, DT11_a_sleeping_item_that_moves_searches_for_pairs) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>{{{0, 0}, {1, 1}}, {{9, 0}, {10, 1}}, {{20, 0}, {21, 1}}});
  awake_events(tree);
  for (const Id id : {0u, 1u, 2u}) sleep(tree, id);
  move(tree, 2, Aabb<2>{{9.5f, 0}, {10.5f, 1}});
  EXPECT_EQ(awake_events(tree).begins, (PairKeys{pair_key(1, 2)}));
  EXPECT_EQ(tree.pair_counters().queries, 1u);
  EXPECT_TRUE(tree.asleep(2));
}

TEST(DynamicTree, DT11_sleep_flags_are_removed_with_their_items) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>(3, Aabb<2>{{0, 0}, {1, 1}}));
  sleep(tree, 1);
  ASSERT_TRUE(tree.remove(1).ok());
  EXPECT_EQ(insert(tree, Aabb<2>{{0, 0}, {1, 1}}), 1u);
  EXPECT_FALSE(tree.asleep(1)) << "the id belongs to a new item";
  sleep(tree, 1);
  build(tree, Boxes<2>(3, Aabb<2>{{0, 0}, {1, 1}}));
  EXPECT_FALSE(tree.asleep(1));
  sleep(tree, 2);
  tree.clear();
  insert_all(tree, Boxes<2>(3, Aabb<2>{{0, 0}, {1, 1}}));
  EXPECT_FALSE(tree.asleep(2));
}

TEST(DynamicTree, DT11_events_sum_to_the_live_pairs_while_items_sleep_and_wake) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(250, 9, 72));
  Random random(73);
  PairKeys live;
  for (int frame = 0; frame < 60; ++frame) {
    for (const Id id : live_ids(tree)) {
      if (random.one_in(4)) sleep(tree, id, random.one_in(2));
      if (random.one_in(3)) move(tree, id, shifted(tree.items().box(id), random.between(-1, 1)));
      if (random.one_in(60)) {
        ASSERT_TRUE(tree.remove(id).ok());
      }
    }
    while (tree.items().size() < 250) insert(tree, random_box<3>(random, 9, 1));
    const Pairs events = awake_events(tree);
    PairKeys kept;
    std::set_difference(live.begin(), live.end(), events.ends.begin(), events.ends.end(),
                        std::back_inserter(kept));
    ASSERT_EQ(kept.size() + events.ends.size(), live.size());
    live.clear();
    std::set_union(kept.begin(), kept.end(), events.begins.begin(), events.begins.end(),
                   std::back_inserter(live));
    ASSERT_EQ(live, expected_pairs(tree)) << "frame " << frame;
  }
}

}  // namespace
}  // namespace sapwood::test::tree_cases
