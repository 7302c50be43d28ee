// Grafting of a second tree into a leaf, into a branch and next to the root; pending items; merges.
#include "structures/static_tree_cases.hpp"

namespace sapwood::test {
namespace {

// Returns a row of boxes. Their equal spacing makes the shape of the tree predictable.
std::vector<Aabb<2>> row(f32 from, u32 count) {
  std::vector<Aabb<2>> boxes;
  for (u32 i = 0; i < count; ++i) {
    const f32 x = from + static_cast<f32>(i);
    boxes.push_back({{x, 0}, {x + 0.5f, 1}});
  }
  return boxes;
}

struct GraftCase {
  std::vector<Aabb<2>> boxes;
  CoreTree<2> first, second;
  std::vector<bulk_tree::Node<2>> old_nodes;

  GraftCase(std::vector<Aabb<2>> here, const std::vector<Aabb<2>>& there)
      : boxes(std::move(here)),
        first(core_tree<2>(boxes, 2)),
        second(core_tree<2>(there, 2, static_cast<Id>(boxes.size()))),
        old_nodes(first.tree.nodes(), first.tree.nodes() + first.tree.node_count()) {
    boxes.insert(boxes.end(), there.begin(), there.end());
  }

  u32 target() const { return bulk_tree::smallest_around(first.tree, second.tree.node(0).box); }
  void graft() {
    ASSERT_TRUE(first.map.resize(boxes.size(), kNone));
    bulk_tree::Grafter<bulk_tree::Tree<2>> grafter(first.tree, second.tree);
    ASSERT_TRUE(grafter.reserve());
    grafter.run(first.map);
    EXPECT_EQ(first.tree.node_count(), old_nodes.size() + second.tree.node_count() + 1);
    EXPECT_EQ(faults_of(first, boxes), std::vector<std::string>{});
  }
  bool same_as_before(u32 index) const {
    return std::memcmp(&old_nodes[index], &first.tree.node(index), sizeof(old_nodes[0])) == 0;
  }
};

TEST(StaticTree, PX13_smallest_around_returns_the_smallest_node_that_contains_a_box) {
  const auto made = core_tree<2>(row(0, 16), 2);
  const auto at = [&](f32 left, f32 right) {
    return bulk_tree::smallest_around(made.tree, Aabb<2>{{left, 0}, {right, 1}});
  };
  EXPECT_TRUE(made.tree.node(at(3.1f, 3.2f)).is_leaf());
  EXPECT_EQ(at(3, 13), 0u) << "across both children";
  EXPECT_EQ(at(-5, -4), 0u) << "outside";
  EXPECT_FALSE(made.tree.node(at(0, 5)).is_leaf());
}

TEST(StaticTree, PX14_merging_into_a_leaf_changes_no_other_node) {
  // the merged boxes are inside the leaf of items 6 and 7
  GraftCase at(row(0, 16),
               {{{6.1f, 0}, {6.2f, 1}}, {{7, 0.5f}, {7.1f, 0.6f}}, {{6.4f, 0}, {7, 1}}});
  const u32 target = at.target();
  ASSERT_TRUE(at.first.tree.node(target).is_leaf());
  at.graft();
  const u32 old_count = static_cast<u32>(at.old_nodes.size());
  for (u32 i = 0; i < old_count; ++i) EXPECT_EQ(at.same_as_before(i), i != target);
  EXPECT_EQ(at.first.tree.node(target).left(), old_count);
  EXPECT_EQ(at.first.tree.node(old_count).data, at.old_nodes[target].data) << "copy of the leaf";
  EXPECT_EQ(at.first.tree.node(target).box, at.old_nodes[target].box);
}

TEST(StaticTree, PX15_merging_into_a_branch_inserts_the_nodes_at_its_left_child) {
  GraftCase at(row(0, 16), {{{1, 0}, {3, 1}}, {{2, 0}, {4, 1}}, {{4, 0.2f}, {5, 0.8f}}});
  const u32 target = at.target();
  const u32 place = at.old_nodes[target].left();
  const u32 shift = at.second.tree.node_count() + 1;
  ASSERT_FALSE(at.first.tree.node(target).is_leaf());
  ASSERT_GT(target, 0u);
  at.graft();
  EXPECT_EQ(at.first.tree.node(target).left(), place);
  EXPECT_EQ(at.first.tree.node(place).left(), place + shift) << "copy of the branch";
  EXPECT_EQ(at.first.tree.node(place + 1).box, at.second.tree.node(0).box);
  EXPECT_EQ(at.first.tree.node(target).box, at.old_nodes[target].box);
}

TEST(StaticTree, PX15_one_reverse_pass_refits_all_boxes_after_a_merge) {
  GraftCase at(row(0, 40), row(3.2f, 9));
  at.graft();
  auto& tree = at.first.tree;
  Random random(2);
  for (int i = 0; i < 30; ++i) {
    const Id id = random.below(static_cast<u32>(at.boxes.size()));
    at.boxes[id] = point(random.between(-50, 50), random.between(-50, 50));
    tree.mark(at.first.map[id]);
  }
  tree.refit_marked(at.boxes.data());
  EXPECT_EQ(faults_of(at.first, at.boxes), std::vector<std::string>{});
}

TEST(StaticTree, PX13_a_tree_outside_of_the_root_becomes_its_sibling_below_a_larger_root) {
  GraftCase at(row(0, 16), row(100, 5));
  at.graft();
  EXPECT_EQ(at.first.tree.node(0).box, (Aabb<2>{{0, 0}, {104.5f, 1}}));
  EXPECT_EQ(at.first.tree.node(1).box, at.old_nodes[0].box);
  EXPECT_EQ(at.first.tree.node(2).box, at.second.tree.node(0).box);
}

TEST(StaticTree, PX13_single_leaves_can_be_merged) {
  GraftCase one(row(0, 1), row(5, 1));
  one.graft();
  EXPECT_EQ(one.first.tree.node_count(), 3u);
  GraftCase inside(row(0, 2), {{{0.1f, 0}, {0.2f, 1}}});
  inside.graft();
  EXPECT_EQ(inside.first.tree.height(), 1u);
}

TEST(StaticTree, PX13_any_two_trees_merge_into_a_sound_tree) {
  for (const Layout layout : kAllLayouts) {
    for (const u32 count : {1u, 2u, 3u, 9u, 50u}) {
      GraftCase at(arrange<2>(layout, 60, 3), arrange<2>(layout, count, 4));
      at.graft();
      EXPECT_EQ(at.first.tree.live(), 60u + count);
    }
  }
}

TEST(StaticTree, PX13_pending_items_are_built_as_a_separate_tree_and_grafted) {
  StaticTree<2> index = static_tree<2>(row(0, 64));
  const u32 nodes = index.tree().node_count();
  for (const auto& box : row(10.2f, 6)) insert(index, box);
  EXPECT_EQ(index.pending_count(), 6u);
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
  EXPECT_EQ(index.pending_count(), 0u);
  const auto second = core_tree<2>(row(10.2f, 6), 4);
  EXPECT_EQ(index.tree().node_count(), nodes + second.tree.node_count() + 1);
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

TEST(StaticTree, PX16_a_batch_of_pending_items_causes_one_merge) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kUniform, 1000, 1));
  const u32 nodes = index.tree().node_count();
  for (const auto& box : arrange<2>(Layout::kUniform, 100, 2)) insert(index, box);
  EXPECT_EQ(index.tree().node_count(), nodes) << "nothing is copied before the first query";
  ASSERT_TRUE(index.flush().ok());
  const auto batch = core_tree<2>(arrange<2>(Layout::kUniform, 100, 2), 4);
  EXPECT_EQ(index.tree().node_count(), nodes + batch.tree.node_count() + 1);
}

TEST(StaticTree, PX16_many_merges_cause_a_rebuild) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kUniform, 1000, 1));
  const auto more = arrange<2>(Layout::kUniform, 64, 2);
  size_t highest = 0;
  for (const auto& box : more) {
    insert(index, box);
    ASSERT_TRUE(index.flush().ok());
    highest = std::max(highest, index.tree().height());
  }
  EXPECT_LE(highest, 40u);
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
}

TEST(StaticTree, PX16_removing_more_than_half_of_the_items_causes_a_rebuild) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kUniform, 400, 1));
  for (Id id = 0; id < 300; ++id) ASSERT_TRUE(index.remove(id).ok());
  const u32 nodes = index.tree().node_count();
  insert(index, point(0, 0));
  ASSERT_TRUE(index.flush().ok());
  EXPECT_LT(index.tree().node_count(), nodes / 2);
  EXPECT_EQ(index.tree().position_count(), 101u);
}

template <int Dim>
void expect_merged(StaticTree<Dim>& here, const StaticTree<Dim>& there) {
  const u32 before = here.items().size();
  Array<Id> ids;
  ASSERT_TRUE(here.merge(there, ids).ok());
  ASSERT_EQ(ids.size(), there.items().size());
  u32 next = 0;
  for (Id id = there.items().first(); id != kNone; id = there.items().next(id)) {
    EXPECT_EQ(here.items().box(ids[next]), there.items().box(id));
    EXPECT_EQ(here.items().filter(ids[next]), there.items().filter(id));
    ++next;
  }
  EXPECT_EQ(here.items().size(), before + ids.size());
  EXPECT_EQ(faults_of(here), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(here), expected_pairs(here));
  EXPECT_EQ(faults_of(here), std::vector<std::string>{});
}

TEST(StaticTree, PX13_merge_grafts_another_index_with_its_hierarchy) {
  StaticTree<3> here = static_tree<3>(arrange<3>(Layout::kUniform, 200, 1));
  StaticTree<3> there = static_tree<3>(arrange<3>(Layout::kUniform, 90, 2));
  for (const Id id : {3u, 50u, 51u}) {
    ASSERT_TRUE(here.remove(id).ok());
    ASSERT_TRUE(there.remove(id + 7).ok());
  }
  ASSERT_TRUE(there.set_filter(5, {2, 7}).ok());
  ASSERT_TRUE(there.flush().ok());
  ASSERT_TRUE(here.flush().ok());
  const u32 nodes = here.tree().node_count();
  expect_merged(here, there);
  EXPECT_EQ(here.tree().node_count(), nodes + there.tree().node_count() + 1);
}

TEST(StaticTree, PX13_empty_and_unflushed_indices_and_larger_leaves_can_be_merged) {
  const auto boxes = arrange<2>(Layout::kClustered, 100, 5);
  StaticTree<2> empty, here = static_tree<2>(boxes), there = static_tree<2>(boxes, {15});
  expect_merged(here, empty);
  expect_merged(empty, here);
  expect_merged(here, there);
  insert(there, point(1, 1));
  move(there, 7, point(2, 2));
  expect_merged(here, there);
  expect_merged(empty, there);
}

TEST(StaticTree, PX16_a_merge_reports_written_nodes_items_and_work) {
  Array<Id> ids;
  // a merge next to the root: all nodes move, and the old root is copied below the new one
  StaticTree<2> outside = static_tree<2>(arrange<2>(Layout::kUniform, 200, 1));
  const u32 old_nodes = outside.tree().node_count();
  const StaticTree<2> far = static_tree<2>(points({{1e6f, 0}, {1e6f, 1}, {1e6f, 2}}));
  ASSERT_TRUE(outside.merge(far, ids).ok());
  EXPECT_EQ(outside.merge_cost().nodes, u64{old_nodes} + far.tree().node_count());
  EXPECT_EQ(outside.merge_cost().items, 3u);
  // three passes over the nodes for parents, depths and the map, and one over the items
  const u64 again = 3 * u64{outside.tree().node_count()} + 203;
  EXPECT_EQ(outside.merge_cost().work, outside.merge_cost().nodes + 3 + old_nodes + again);
  // a merge into a leaf: a copy of the leaf and the new nodes are appended
  StaticTree<2> inside = static_tree<2>(points({{0, 0}, {9, 9}}), {2});
  const StaticTree<2> within = static_tree<2>(points({{4, 4}, {5, 5}}), {2});
  ASSERT_TRUE(inside.merge(within, ids).ok());
  EXPECT_EQ(inside.merge_cost().nodes, 2u);
  EXPECT_EQ(inside.merge_cost().items, 2u);
  // a merge of a tree with larger leaves than allowed: its items stay pending until the next query
  const StaticTree<2> larger = static_tree<2>(points({{4, 4}, {5, 5}, {6, 6}}), {15});
  ASSERT_TRUE(inside.merge(larger, ids).ok());
  EXPECT_EQ(inside.merge_cost().nodes, 0u);
  EXPECT_EQ(inside.merge_cost().items, 3u);
}

}  // namespace
}  // namespace sapwood::test
