// Refits of marked nodes, full refits, removals, and the map from items to leaves.
#include "structures/static_tree_cases.hpp"

namespace sapwood::test {
namespace {

template <class Tree>
std::vector<u32> ancestry(const Tree& tree, u32 leaf) {
  std::vector<u32> nodes;
  for (u32 at = leaf; at != kNone; at = tree.parent(at)) nodes.push_back(at);
  return nodes;
}

template <int Dim>
void expect_refit_of_marks_only(Layout layout) {
  auto boxes = arrange<Dim>(layout, 600, 21);
  const auto others = arrange<Dim>(layout, 600, 22);
  auto partial = core_tree<Dim>(boxes, 3);
  auto full = core_tree<Dim>(boxes, 3);
  ASSERT_TRUE(partial.tree.prepare_refit());
  Random random(5);
  std::vector<u32> marked;
  for (int move = 0; move < 20; ++move) {
    const Id id = random.below(600);
    boxes[id] = others[id];
    partial.tree.mark(partial.map[id]);
    for (const u32 node : ancestry(partial.tree, partial.map[id])) marked.push_back(node);
  }
  std::sort(marked.begin(), marked.end());
  marked.erase(std::unique(marked.begin(), marked.end()), marked.end());
  for (u32 i = 0; i < partial.tree.node_count(); ++i) {
    const bool expected = std::binary_search(marked.begin(), marked.end(), i);
    ASSERT_EQ(partial.tree.marks().has(i), expected);
  }
  EXPECT_EQ(partial.tree.marks().highest_word(), marked.back() / 32);
  EXPECT_EQ(partial.tree.refit_marked(boxes.data()), marked.size());
  full.tree.refit_all(boxes.data());
  EXPECT_TRUE(same_nodes(partial.tree, full.tree)) << name_of(layout);
  EXPECT_EQ(faults_of(partial, boxes), std::vector<std::string>{});
}

TEST(StaticTree, PX9_a_partial_refit_visits_the_marked_nodes_and_equals_a_full_refit) {
  for (const Layout layout : kAllLayouts) {
    expect_refit_of_marks_only<2>(layout);
    expect_refit_of_marks_only<3>(layout);
  }
}

TEST(StaticTree, PX9_refit_counts_the_nodes_above_moved_items) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kUniform, 500, 3));
  move(index, 17, point(1000, 1000));
  u32 visited = 0;
  ASSERT_TRUE(index.refit(visited).ok());
  EXPECT_EQ(visited, ancestry(index.tree(), index.leaf_of()[17]).size());
  ASSERT_TRUE(index.refit(visited).ok());
  EXPECT_EQ(visited, 0u);
  EXPECT_EQ(index.tree().node(0).box.max[0], 1000);
}

TEST(StaticTree, PX9_a_move_to_the_same_box_marks_nothing) {
  const auto boxes = arrange<2>(Layout::kUniform, 100, 3);
  StaticTree<2> index = static_tree<2>(boxes);
  bool changed = true;
  ASSERT_TRUE(index.move(5, boxes[5], {}, changed).ok());
  EXPECT_FALSE(changed);
  EXPECT_FALSE(index.tree().marks().any());
}

TEST(StaticTree, PX10_a_full_refit_in_reverse_pieces_equals_one_pass) {
  const auto boxes = arrange<3>(Layout::kUniform, 900, 4);
  const auto moved = arrange<3>(Layout::kUniform, 900, 5);
  auto at_once = core_tree<3>(boxes, 4);
  auto in_pieces = core_tree<3>(boxes, 4);
  at_once.tree.refit_all(moved.data());
  for (u32 end = in_pieces.tree.node_count(); end > 0;) {
    const u32 from = end > 50 ? end - 50 : 0;
    in_pieces.tree.refit_range(from, end, moved.data());
    end = from;
  }
  EXPECT_TRUE(same_nodes(at_once.tree, in_pieces.tree));
  EXPECT_EQ(faults_of(at_once, moved), std::vector<std::string>{});
}

TEST(StaticTree, PX10_results_are_exact_after_an_update_of_all_items) {
  StaticTree<3> index = static_tree<3>(arrange<3>(Layout::kUniform, 900, 4));
  for (u64 seed = 10; seed < 14; ++seed) {
    const auto moved = arrange<3>(Layout::kClustered, 900, seed);
    u32 changed = 0;
    ASSERT_TRUE(index.update(moved.data(), changed).ok());
    EXPECT_GT(changed, 800u);
    EXPECT_EQ(faults_of(index), std::vector<std::string>{});
    EXPECT_EQ(found_pairs(index), expected_pairs(index));
  }
}

TEST(StaticTree, PX10_a_tree_degraded_by_refits_is_rebuilt) {
  const auto boxes = arrange<3>(Layout::kUniform, 900, 4);
  StaticTree<3> index = static_tree<3>(boxes);
  const f64 good = index.stats().area_ratio;
  // items exchange their positions, so the hierarchy no longer fits
  auto shuffled = boxes;
  for (u32 i = 0; i < 900; ++i) shuffled[i] = boxes[i * 7 % 900];
  u32 changed = 0;
  ASSERT_TRUE(index.update(shuffled.data(), changed).ok());
  EXPECT_LT(index.stats().area_ratio, 1.6 * good);
  auto core = core_tree<3>(boxes, 4);
  core.tree.refit_all(shuffled.data());
  EXPECT_GT(bulk_tree::area_ratio(core.tree), 1.6 * good) << "a refit alone must degrade the tree";
}

TEST(StaticTree, PX11_removing_all_items_leaves_inverted_boxes_without_overlaps) {
  const auto boxes = arrange<3>(Layout::kTouchingGrid, 300, 6);
  auto made = core_tree<3>(boxes, 4);
  ASSERT_TRUE(made.tree.prepare_refit());
  const u32 nodes = made.tree.node_count();
  for (Id id = 0; id < 300; ++id) {
    made.tree.remove(id, made.map[id]);
    if (id % 37 == 0) made.tree.refit_marked(boxes.data());
  }
  made.tree.refit_marked(boxes.data());
  EXPECT_EQ(made.tree.live(), 0u);
  EXPECT_EQ(made.tree.node_count(), nodes) << "memory comes back with the next build";
  QueryCounters counters;
  FunctionVisitor never([](Id) -> bool {
    ADD_FAILURE();
    return true;
  });
  const BoxQuery<3> everywhere(Aabb<3>{{-1e18f, -1e18f, -1e18f}, {1e18f, 1e18f, 1e18f}});
  ASSERT_TRUE(bulk_tree::traverse(made.tree, everywhere, counters, never).ok());
  const RayQuery<3> ray(Ray<3>{{{-9, 0.5f, 0.5f}}, {{1, 0, 0}}, HUGE_VALF});
  ASSERT_TRUE(bulk_tree::traverse(made.tree, ray, counters, never).ok());
  DistanceQuery<3> near({}, HUGE_VAL);
  ASSERT_TRUE(bulk_tree::traverse_ordered(made.tree, near, counters, never).ok());
  EXPECT_EQ(counters.item_tests, 0u);
}

TEST(StaticTree, PX11_queries_are_exact_while_items_are_removed_one_by_one) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kTouchingGrid, 200, 6));
  Random random(3);
  while (index.items().size() > 0) {
    Id id = random.below(200);
    while (!index.items().has(id)) id = (id + 1) % 200;
    ASSERT_TRUE(index.remove(id).ok());
    EXPECT_EQ(faults_of(index), std::vector<std::string>{});
    if (index.items().size() % 20 == 0) {
      EXPECT_EQ(found_pairs(index), expected_pairs(index));
    }
  }
  EXPECT_EQ(index.stats().nodes, 0);
}

TEST(StaticTree, PX12_the_map_contains_the_leaf_of_every_item) {
  const auto boxes = arrange<3>(Layout::kClustered, 700, 2);
  const StaticTree<3> index = static_tree<3>(boxes);
  for (Id id = 0; id < 700; ++id) {
    const auto& leaf = index.tree().node(index.leaf_of()[id]);
    ASSERT_TRUE(leaf.is_leaf());
    const u32 place = index.tree().position_of(id, index.leaf_of()[id]);
    EXPECT_GE(place, leaf.first());
    EXPECT_LT(place, leaf.first() + leaf.count());
  }
}

TEST(StaticTree, PX12_the_map_can_be_filled_in_steps) {
  const auto boxes = arrange<3>(Layout::kUniform, 700, 2);
  const auto made = core_tree<3>(boxes, 4);
  bulk_tree::LeafMap map;
  ASSERT_TRUE(map.resize(700, kNone));
  bulk_tree::LeafMapper mapper;
  for (bool done = false; !done;) {
    u64 work = 0;
    mapper.step(made.tree, map, 10, work, done);
    EXPECT_LE(work, 10u);
  }
  for (Id id = 0; id < 700; ++id) EXPECT_EQ(map[id], made.map[id]);
}

}  // namespace
}  // namespace sapwood::test
