// Rotations and the choice of the sibling: heights, node visits and areas for known scenes.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

constexpr TreeBalance kNever = TreeBalance::kNever;
constexpr TreeBalance kHeight = TreeBalance::kHeight;
constexpr TreeBalance kSurfaceArea = TreeBalance::kSurfaceArea;
constexpr TreeInsertion kGreedy = TreeInsertion::kGreedy;
constexpr TreeInsertion kBranchAndBound = TreeInsertion::kBranchAndBound;

DynamicTree<3> grown(const Boxes<3>& boxes, TreeBalance balance,
                     TreeInsertion insertion = kGreedy) {
  DynamicTree<3> tree(options_of(balance, insertion));
  insert_all(tree, boxes);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  return tree;
}

TEST(DynamicTree, DT8_without_balancing_a_sorted_line_of_100_has_height_99) {
  const DynamicTree<3> tree = grown(row<3>(100, 2), kNever);
  EXPECT_EQ(tree.stats().height, 99);
  EXPECT_EQ(tree.stats().max_imbalance, 98);
  EXPECT_NEAR(visits_per_query(tree), 102, 0.5);
}

TEST(DynamicTree, DT8_height_balancing_keeps_a_sorted_line_at_height_7) {
  const DynamicTree<3> tree = grown(row<3>(100, 2), kHeight);
  EXPECT_EQ(tree.stats().height, 7);
  EXPECT_NEAR(visits_per_query(tree), 14, 0.5);
}

TEST(DynamicTree, DT8_area_balancing_keeps_a_sorted_line_at_height_7) {
  const DynamicTree<3> tree = grown(row<3>(100, 2), kSurfaceArea);
  EXPECT_EQ(tree.stats().height, 7);
  EXPECT_NEAR(visits_per_query(tree), 14, 0.5);
}

TEST(DynamicTree, DT8_5000_in_a_line_stay_logarithmic_with_either_balance) {
  for (const f32 spacing : {1.0f, 1.5f, 2.0f, 3.0f}) {
    EXPECT_EQ(grown(row<3>(5000, spacing), kHeight).stats().height, 13) << spacing;
    EXPECT_LE(grown(row<3>(5000, spacing), kSurfaceArea).stats().height, 16) << spacing;
  }
}

TEST(DynamicTree, T5_height_balancing_bounds_the_height_but_not_each_imbalance) {
  for (u64 seed = 1; seed <= 8; ++seed) {
    const DynamicTree<3> tree = grown(cloud<3>(2000, 25, seed), kHeight);
    // AVL trees stay below 1.44 log2(n) = 15.8
    EXPECT_LE(tree.stats().height, 16) << "seed " << seed;
  }
}

TEST(DynamicTree, T5_height_balancing_keeps_a_shrinking_tree_low) {
  DynamicTree<3> tree = grown(cloud<3>(4096, 30, 3), kHeight);
  for (Id id = 0; id < 4096; ++id) {
    if (id % 32 == 0) continue;
    ASSERT_TRUE(tree.remove(id).ok());
  }
  EXPECT_EQ(tree.items().size(), 128u);
  EXPECT_LE(tree.stats().height, 10);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
}

TEST(DynamicTree, DT14_area_balancing_needs_at_most_0_7_of_the_visits_of_height_balancing) {
  const f64 by_height = visits_per_query(grown(gas(), kHeight));
  const f64 by_area = visits_per_query(grown(gas(), kSurfaceArea));
  EXPECT_LE(by_area, 0.7 * by_height) << by_area << " of " << by_height;
  EXPECT_LE(grown(gas(), kSurfaceArea).stats().height, 24);
}

TEST(DynamicTree, DT14_area_balancing_saves_visits_after_20_frames_of_10_percent_moves) {
  f64 visits[2] = {};
  for (const TreeBalance balance : {kHeight, kSurfaceArea}) {
    DynamicTree<3> tree = grown(gas(), balance);
    Random random(11);
    for (int i = 0; i < 20 * 500; ++i) {
      const Id id = random.below(5000);
      move(tree, id, random_box<3>(random, 34, 1));
    }
    EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
    visits[balance == kSurfaceArea] = visits_per_query(tree);
  }
  EXPECT_LE(visits[1], 0.7 * visits[0]);
}

TEST(DynamicTree, DT16_branch_and_bound_builds_better_trees_than_greedy_insertion) {
  for (const TreeBalance balance : {kNever, kHeight, kSurfaceArea}) {
    const f64 greedy = grown(gas(), balance, kGreedy).stats().sah;
    const f64 best = grown(gas(), balance, kBranchAndBound).stats().sah;
    EXPECT_LT(best, greedy);
  }
}

// Returns how much the total half area of the branches grows if `box` becomes the sibling of
// `sibling`.
f64 cost_beside(const dynamic_tree::Tree<2>& tree, const Aabb<2>& box, u32 sibling) {
  f64 growth = half_area(unite(tree[sibling].box, box));
  for (u32 at = tree.parent(sibling); at != kNone; at = tree.parent(at)) {
    growth += f64{half_area(unite(tree[at].box, box))} - half_area(tree[at].box);
  }
  return growth;
}

TEST(DynamicTree, DT16_branch_and_bound_finds_the_sibling_of_least_cost) {
  DynamicTreeOptions options = options_of(kSurfaceArea, kBranchAndBound);
  options.margin = 0;
  DynamicTree<2> tree(options);
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    const Aabb<2> box = random_box<2>(random, 20, random.between(0, 4));
    f64 least = HUGE_VAL;
    for (u32 node = tree.tree().kRoot; node < tree.tree().slots(); ++node) {
      least = std::min(least, cost_beside(tree.tree(), box, node));
    }
    Array<dynamic_tree::OpenBranch> open;
    ASSERT_TRUE(open.reserve(tree.items().size() / 2 + 1));
    if (!tree.tree().empty()) {
      const u32 sibling = dynamic_tree::best_sibling(tree.tree(), box, open);
      EXPECT_NEAR(cost_beside(tree.tree(), box, sibling), least, 1e-4) << "box " << i;
    }
    insert(tree, box);
  }
}

TEST(DynamicTree, DT13_quality_statistics_match_the_nodes) {
  const DynamicTree<3> tree = grown(cloud<3>(500, 16, 13), kSurfaceArea);
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  f64 branches = 0, leaves = 0, root = 0;
  std::vector<u32> height(dump.level.size(), 0);
  u32 imbalance = 0;
  for (size_t i = dump.level.size(); i-- > 0;) {
    const f32* b = &dump.bounds[6 * i];
    const f64 area = half_area(Aabb<3>{{b[0], b[1], b[2]}, {b[3], b[4], b[5]}});
    (dump.kind[i] == static_cast<u8>(NodeKind::kLeaf) ? leaves : branches) += area;
    if (i == 0) root = area;
    if (i == 0) break;
    const u32 parent = dump.parent[i];
    // nodes are visited in reverse order, so a nonzero height was set by the second child of the
    // parent
    if (height[parent] != 0) {
      const u32 other = height[parent] - 1;
      imbalance = std::max(imbalance, other > height[i] ? other - height[i] : height[i] - other);
    }
    height[parent] = std::max(height[parent], height[i] + 1);
  }
  const IndexStats stats = tree.stats();
  EXPECT_EQ(stats.height, height[0]);
  EXPECT_EQ(stats.max_imbalance, imbalance);
  EXPECT_NEAR(stats.area_ratio, branches / root, 1e-9 * branches / root);
  EXPECT_NEAR(stats.sah, (branches + leaves) / root, 1e-9 * branches / root);
  EXPECT_EQ(stats.byte_length, static_cast<f64>(tree.byte_length()));
}

TEST(DynamicTree, DT13_an_empty_tree_has_no_quality_and_one_item_has_no_branches) {
  DynamicTree<3> tree;
  EXPECT_EQ(tree.stats().nodes, 0);
  EXPECT_TRUE(std::isnan(tree.stats().height));
  EXPECT_TRUE(std::isnan(tree.stats().area_ratio));
  insert(tree, row<3>(1, 1)[0]);
  EXPECT_EQ(tree.stats().height, 0);
  EXPECT_EQ(tree.stats().max_imbalance, 0);
  EXPECT_EQ(tree.stats().area_ratio, 0);
  EXPECT_EQ(tree.stats().sah, 1);
}

TEST(DynamicTree, T41_boxes_of_equal_cost_form_no_chain_if_the_tree_is_balanced) {
  Boxes<3> same(1000, Aabb<3>{{1, 2, 3}, {4, 5, 6}});
  Boxes<3> points(1000);
  for (u32 i = 0; i < 1000; ++i) points[i].min[0] = points[i].max[0] = static_cast<f32>(i);
  for (const TreeInsertion insertion : {kGreedy, kBranchAndBound}) {
    for (const TreeBalance balance : {kHeight, kSurfaceArea}) {
      DynamicTreeOptions options = options_of(balance, insertion);
      options.margin = 0;
      DynamicTree<3> identical(options), collinear(options);
      insert_all(identical, same);
      insert_all(collinear, points);
      EXPECT_LE(identical.stats().height, 20) << name_of(options);
      EXPECT_LE(collinear.stats().height, 20) << name_of(options);
    }
  }
}

TEST(DynamicTree, DT16_reinsertion_spends_its_budget_and_improves_the_tree) {
  DynamicTree<3> tree = grown(gas(), kNever);
  const PairKeys before = found_pairs(tree);
  f64 sah = tree.stats().sah;
  for (int pass = 0; pass < 3; ++pass) {
    u32 spent = 0;
    ASSERT_TRUE(tree.reinsert(5000, spent).ok());
    EXPECT_EQ(spent, 5000u);
    EXPECT_LT(tree.stats().sah, sah) << "pass " << pass;
    sah = tree.stats().sah;
  }
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(tree), before);
}

TEST(DynamicTree, DT16_reinsertion_continues_at_the_next_item_and_wraps_around) {
  DynamicTree<3> tree = grown(cloud<3>(10, 5, 1), kNever);
  DynamicTree<3> same = grown(cloud<3>(10, 5, 1), kNever);
  u32 spent = 0;
  ASSERT_TRUE(tree.reinsert(7, spent).ok());
  EXPECT_EQ(spent, 7u);
  ASSERT_TRUE(tree.reinsert(7, spent).ok());
  EXPECT_EQ(spent, 7u);
  for (int i = 0; i < 14; ++i) ASSERT_TRUE(same.reinsert(1, spent).ok());
  NodeDump a, b;
  ASSERT_TRUE(tree.dump(a).ok() && same.dump(b).ok());
  EXPECT_TRUE(std::equal(a.items.begin(), a.items.end(), b.items.begin()));
  ASSERT_TRUE(tree.reinsert(99, spent).ok());
  EXPECT_EQ(spent, 10u);
  ASSERT_TRUE(tree.reinsert(0, spent).ok());
  EXPECT_EQ(spent, 0u);
}

TEST(DynamicTree, DT16_a_pass_of_partial_rebuilds_approaches_a_full_rebuild) {
  DynamicTree<3> tree = grown(gas(), kNever);
  DynamicTree<3> whole = grown(gas(), kNever);
  ASSERT_TRUE(whole.rebuild().ok());
  const PairKeys before = found_pairs(tree);
  const f64 worst = tree.stats().sah;
  const f64 best = whole.stats().sah;
  u32 spent = 0;
  // more than two passes over 5000 items, with a budget of 500 items per call
  for (int call = 0; call < 22; ++call) {
    ASSERT_TRUE(tree.optimize(500, spent).ok());
    ASSERT_LE(spent, 500u);
    ASSERT_GT(spent, 0u);
    ASSERT_EQ(faults_of(tree), std::vector<std::string>{}) << "call " << call;
  }
  EXPECT_LT(tree.stats().sah, best + 0.35 * (worst - best));
  EXPECT_EQ(found_pairs(tree), before);
}

TEST(DynamicTree, DT16_a_pass_of_partial_rebuilds_includes_every_item) {
  DynamicTree<3> tree = grown(cloud<3>(1000, 20, 1), kNever);
  u32 total = 0, spent = 0;
  for (int call = 0; call < 45; ++call) {
    ASSERT_TRUE(tree.optimize(64, spent).ok());
    total += spent;
  }
  EXPECT_GE(total, 1000u);
  // random boxes: a tree built top down is nearly balanced
  EXPECT_LE(tree.stats().height, 20);
  ASSERT_TRUE(tree.optimize(1000, spent).ok());
  EXPECT_EQ(spent, 1000u) << "the whole tree";
  ASSERT_TRUE(tree.optimize(0, spent).ok());
  EXPECT_EQ(spent, 0u);
}

TEST(DynamicTree, DT16_partial_rebuilds_start_over_after_a_build) {
  DynamicTree<3> fresh, reused;
  u32 spent = 0;
  build(reused, cloud<3>(800, 18, 2));
  ASSERT_TRUE(reused.optimize(160, spent).ok() && reused.reinsert(160, spent).ok());
  for (DynamicTree<3>* tree : {&fresh, &reused}) {
    build(*tree, cloud<3>(1000, 20, 1));
    for (Id id = 0; id < 1000; id += 2) move(*tree, id, shifted(tree->items().box(id), 3.0f));
    ASSERT_TRUE(tree->optimize(200, spent).ok());
  }
  NodeDump a, b;
  ASSERT_TRUE(fresh.dump(a).ok() && reused.dump(b).ok());
  EXPECT_EQ(std::vector<u32>(a.items.begin(), a.items.end()),
            std::vector<u32>(b.items.begin(), b.items.end()));
  EXPECT_EQ(std::vector<f32>(a.bounds.begin(), a.bounds.end()),
            std::vector<f32>(b.bounds.begin(), b.bounds.end()));
}

TEST(DynamicTree, DT16_partial_rebuilds_continue_while_items_are_inserted_and_removed) {
  for (const DynamicTreeOptions& options : all_options()) {
    DynamicTree<2> tree(options);
    Random random(14);
    insert_all(tree, cloud<2>(300, 12, 14));
    for (int step = 0; step < 200; ++step) {
      const Ids ids = live_ids(tree);
      const Id id = ids[random.below(static_cast<u32>(ids.size()))];
      if (ids.size() > 100 && random.one_in(3)) {
        ASSERT_TRUE(tree.remove(id).ok());
      } else if (random.one_in(3)) {
        insert(tree, random_box<2>(random, 12, 1));
      } else {
        move(tree, id, shifted(tree.items().box(id), random.between(-2, 2)));
      }
      u32 spent = 0;
      const u32 budget = random.below(90);
      ASSERT_TRUE(tree.optimize(budget, spent).ok());
      ASSERT_LE(spent, budget);
      ASSERT_EQ(faults_of(tree), std::vector<std::string>{}) << name_of(options) << " " << step;
      if (step % 20 == 0) ASSERT_EQ(found_pairs(tree), expected_pairs(tree));
    }
  }
}

TEST(DynamicTree, DT16_a_rebuild_keeps_ids_boxes_and_results) {
  DynamicTree<3> tree = grown(gas(), kNever);
  ASSERT_TRUE(tree.remove(17).ok());
  const PairKeys before = found_pairs(tree);
  const f64 sah = tree.stats().sah;
  ASSERT_TRUE(tree.rebuild().ok());
  EXPECT_LT(tree.stats().sah, sah);
  EXPECT_FALSE(tree.items().has(17));
  EXPECT_EQ(found_pairs(tree), before);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
}

}  // namespace
}  // namespace sapwood::test::tree_cases
