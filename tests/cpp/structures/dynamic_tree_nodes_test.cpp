// The nodes of the dynamic tree: their order in memory, and exact boxes.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

TEST(DynamicTree, T1_nodes_take_32_bytes_in_3d_and_24_in_2d) {
  EXPECT_EQ(sizeof(dynamic_tree::NodePair<3>), 64u);
  EXPECT_EQ(sizeof(dynamic_tree::NodePair<2>), 48u);
}

TEST(DynamicTree, DT1_nodes_are_reused_and_growth_keeps_the_leaves) {
  DynamicTree<3> tree;
  const Boxes<3> boxes = cloud<3>(1000, 20, 2);
  const Id first = insert(tree, boxes[0]);
  const Aabb<3> stored = tree.fat_box(first);
  insert_all(tree, boxes);
  EXPECT_TRUE(tree.fat_box(first) == stored);
  const u32 pairs = tree.tree().pairs().slots();
  EXPECT_EQ(pairs, tree.items().size());
  for (Id id = 100; id < 200; ++id) ASSERT_TRUE(tree.remove(id).ok());
  EXPECT_EQ(tree.tree().pairs().live(), pairs - 100);
  for (Id id = 100; id < 200; ++id) EXPECT_EQ(insert(tree, boxes[id]), id);
  EXPECT_EQ(tree.tree().pairs().slots(), pairs);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
}

TEST(DynamicTree, DT2_n_items_have_2n_minus_1_nodes_and_a_root_around_all_fat_boxes) {
  for (const DynamicTreeOptions& options : all_options()) {
    DynamicTree<2> tree(options);
    const Boxes<2> boxes = cloud<2>(200, 10, 3);
    for (u32 n = 1; n <= boxes.size(); ++n) {
      const Id id = insert(tree, boxes[n - 1]);
      ASSERT_EQ(tree.stats().nodes, 2 * n - 1);
      ASSERT_EQ(tree.stats().leaves, n);
      NodeDump dump;
      ASSERT_TRUE(tree.dump(dump).ok());
      const Aabb<2> root{{dump.bounds[0], dump.bounds[1]}, {dump.bounds[2], dump.bounds[3]}};
      ASSERT_TRUE(contains(root, tree.fat_box(id))) << name_of(options);
    }
  }
}

// Does not use validate(), so that it is an independent check of the same invariant.
template <int Dim>
void expect_exact_unions(const DynamicTree<Dim>& tree) {
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  const size_t nodes = dump.level.size();
  std::vector<Aabb<Dim>> unions(nodes, empty_box<Dim>());
  std::vector<u32> children(nodes, 0);
  for (size_t i = nodes; i-- > 0;) {
    Aabb<Dim> box;
    std::copy_n(dump.bounds.begin() + i * 2 * Dim, Dim, box.min);
    std::copy_n(dump.bounds.begin() + i * 2 * Dim + Dim, Dim, box.max);
    const bool leaf = dump.kind[i] == static_cast<u8>(NodeKind::kLeaf);
    ASSERT_EQ(children[i], leaf ? 0u : 2u);
    ASSERT_EQ(dump.item_count[i], leaf ? 1u : 0u);
    const bool exact = leaf || std::memcmp(&box, &unions[i], sizeof(box)) == 0;
    ASSERT_TRUE(exact) << "node " << i;
    if (dump.parent[i] == kNone) continue;
    ASSERT_LT(dump.parent[i], i);
    ASSERT_EQ(dump.level[i], dump.level[dump.parent[i]] + 1);
    unions[dump.parent[i]] = unite(unions[dump.parent[i]], box);
    ++children[dump.parent[i]];
  }
}

template <int Dim>
void change(DynamicTree<Dim>& tree, Random& random) {
  const Ids ids = live_ids(tree);
  const u32 kind = random.below(8);
  if (ids.empty() || kind < 3) {
    insert(tree, random_box<Dim>(random, 6, random.unit()), {1, random.one_in(3) ? 2u : ~0u});
    return;
  }
  const Id id = ids[random.below(static_cast<u32>(ids.size()))];
  if (kind == 3 || ids.size() > 60) {
    ASSERT_TRUE(tree.remove(id).ok());
  } else if (kind < 7) {
    const f32 by = random.between(-0.3f, 0.3f);
    move(tree, id, shifted(tree.items().box(id), by), Point<Dim>{{by}});
  } else {
    u32 spent = 0;
    const bool rebuilt = random.one_in(4);
    ASSERT_TRUE((rebuilt ? tree.rebuild() : tree.optimize(5, spent)).ok());
  }
}

TEST(DynamicTree, DT4_all_invariants_hold_and_results_are_exact_after_each_change) {
  for (const DynamicTreeOptions& options : all_options()) {
    SCOPED_TRACE(name_of(options));
    DynamicTree<2> tree(options);
    Random random(4);
    for (int step = 0; step < 600; ++step) {
      change(tree, random);
      ASSERT_EQ(faults_of(tree), std::vector<std::string>{}) << "step " << step;
      ASSERT_TRUE(tree.tree().pairs().sound());
      expect_exact_unions(tree);
      if (step % 8 != 0) continue;
      const Aabb<2> box = random_box<2>(random, 6, 2);
      ASSERT_EQ(found(tree, box), expected(tree, box)) << "step " << step;
      ASSERT_EQ(found_pairs(tree), expected_pairs(tree)) << "step " << step;
    }
  }
}

TEST(DynamicTree, DT5_each_removal_frees_two_nodes_and_the_last_one_the_root) {
  for (const DynamicTreeOptions& options : all_options()) {
    DynamicTree<3> tree(options);
    insert_all(tree, cloud<3>(120, 8, 5));
    Random random(6);
    for (Ids ids = live_ids(tree); !ids.empty(); ids = live_ids(tree)) {
      ASSERT_TRUE(tree.remove(ids[random.below(static_cast<u32>(ids.size()))]).ok());
      ASSERT_EQ(tree.stats().nodes, ids.size() == 1 ? 0 : 2.0 * static_cast<f64>(ids.size()) - 3);
      ASSERT_EQ(faults_of(tree), std::vector<std::string>{}) << name_of(options);
    }
    EXPECT_EQ(found(tree, Aabb<3>{{-9, -9, -9}, {99, 99, 99}}), Ids{});
    EXPECT_EQ(insert(tree, Aabb<3>{{0, 0, 0}, {1, 1, 1}}), 0u);
    EXPECT_EQ(tree.stats().nodes, 1);
  }
}

// Returns the pairs of siblings in depth-first order. The root has no sibling and is not included.
template <int Dim>
std::vector<u32> depth_first(const dynamic_tree::Tree<Dim>& tree) {
  std::vector<u32> order;
  std::vector<u32> open;
  if (!tree.empty()) open.push_back(tree.kRoot);
  while (!open.empty()) {
    const dynamic_tree::Node<Dim>& node = tree[open.back()];
    open.pop_back();
    if (node.is_leaf()) continue;
    order.push_back(node.link / 2);
    open.push_back(node.child(1));
    open.push_back(node.child(0));
  }
  return order;
}

// Returns the fraction of sibling pairs that are stored directly after the pair that precedes them
// in depth-first order.
template <int Dim>
f64 share_in_order(const DynamicTree<Dim>& tree) {
  const std::vector<u32> order = depth_first(tree.tree());
  u32 adjacent = 0;
  for (size_t i = 1; i < order.size(); ++i) adjacent += order[i] == order[i - 1] + 1;
  return static_cast<f64>(adjacent) / static_cast<f64>(order.size() - 1);
}

TEST(DynamicTree, DT1_a_build_stores_nodes_depth_first) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(1000, 20, 7));
  EXPECT_EQ(share_in_order(tree), 1.0);
}

TEST(DynamicTree, DT1_a_renumbering_pass_stores_nodes_depth_first_and_keeps_the_tree) {
  for (const u32 count : {0u, 1u, 2u, 3u, 200u}) {
    dynamic_tree::Tree<2> tree;
    ItemStore<2> items;
    dynamic_tree::LeafInserter<2> inserter(options_of(TreeBalance::kSurfaceArea));
    for (const Aabb<2>& box : cloud<2>(count, 10, 8)) {
      ASSERT_TRUE(tree.reserve_one() && items.reserve_one(Filter{}));
      const Id id = items.insert(box, Filter{});
      tree.add_id(id);
      inserter.insert_leaf(tree, tree.make_leaf(box, id));
    }
    // removals leave unused pairs of nodes in the array; after renumbering, the positions of the
    // remaining nodes still ascend
    for (Id id = 0; id < count / 4; ++id) {
      inserter.remove_leaf(tree, tree.leaf_of(4 * id));
      tree.forget_leaf(4 * id);
      items.remove(4 * id);
    }
    NodeDump before, after;
    ASSERT_TRUE(dynamic_tree::dump(tree, before).ok());
    tree.renumber(2 * count + 2);
    tree.renumber(2 * count + 2);
    ASSERT_TRUE(dynamic_tree::dump(tree, after).ok());
    EXPECT_EQ(std::vector<f32>(before.bounds.begin(), before.bounds.end()),
              std::vector<f32>(after.bounds.begin(), after.bounds.end()));
    EXPECT_EQ(std::vector<u32>(before.items.begin(), before.items.end()),
              std::vector<u32>(after.items.begin(), after.items.end()));
    Faults faults;
    dynamic_tree::TreeValidator<2>(tree, items, faults).run();
    EXPECT_EQ(faults.lines(), std::vector<std::string>{});
    const std::vector<u32> order = depth_first(tree);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  }
}

TEST(DynamicTree, DT1_nodes_stay_nearly_depth_first_while_items_move) {
  DynamicTree<3> tree;
  Random random(9);
  insert_all(tree, cloud<3>(4000, 30, 9));
  for (u32 i = 0; i < 4000; ++i) {
    const Id id = random.below(4000);
    ASSERT_TRUE(move(tree, id, shifted(tree.items().box(id), random.between(1, 3), i % 3)));
  }
  // without renumbering, the fraction is about 0.1
  EXPECT_GT(share_in_order(tree), 0.6);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
}

TEST(DynamicTree, DT16_an_enlargement_that_changes_nothing_does_not_stop_renumbering) {
  DynamicTree<3> tree;
  Random random(9);
  insert_all(tree, cloud<3>(4000, 30, 9));
  bool changed = true;
  ASSERT_TRUE(tree.enlarge(0, tree.items().box(0), Point<3>{}, changed).ok());
  ASSERT_FALSE(changed);
  for (u32 i = 0; i < 4000; ++i) {
    const Id id = random.below(4000);
    ASSERT_TRUE(move(tree, id, shifted(tree.items().box(id), random.between(1, 3), i % 3)));
  }
  EXPECT_GT(share_in_order(tree), 0.6);
}

TEST(DynamicTree, DT1_one_change_renumbers_at_most_sixteen_pairs) {
  DynamicTree<3> tree;
  insert_all(tree, cloud<3>(3000, 30, 10));
  // the links before and after a move show how many nodes were renumbered: the move itself, a
  // reinsertion with rotations along one path, changes few links
  const auto places = [&] {
    std::vector<u32> links;
    for (u32 i = 0; i < tree.tree().slots(); ++i) links.push_back(tree.tree()[i].link);
    return links;
  };
  Random random(11);
  u32 most = 0;
  for (u32 i = 0; i < 500; ++i) {
    const std::vector<u32> before = places();
    const Id id = random.below(3000);
    ASSERT_TRUE(move(tree, id, shifted(tree.items().box(id), random.between(1, 3), i % 3)));
    const std::vector<u32> after = places();
    u32 written = 0;
    for (size_t k = 0; k < before.size(); ++k) written += before[k] != after[k];
    most = std::max(most, written);
  }
  // measured numbers of changed links: 11 without renumbering, 33 if a change renumbers four pairs,
  // 90 if it renumbers sixteen
  EXPECT_LT(most, 110u);
}

}  // namespace
}  // namespace sapwood::test::tree_cases
