// Merged trees, their bounds, and shifts of the origin. Requirement PX20.
#include "structures/scene_pruner_cases.hpp"
#include "structures/static_tree_cases.hpp"

namespace sapwood::test {
namespace {

using namespace pruner_cases;

template <int Dim>
Ids merge(ScenePruner<Dim>& index, const Boxes<Dim>& boxes) {
  ScenePruner<Dim> other;
  Array<Id> ids;
  EXPECT_TRUE(other.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
  EXPECT_TRUE(index.merge(other, ids).ok());
  return {ids.begin(), ids.end()};
}

template <int Dim>
Boxes<Dim> moved_by(Boxes<Dim> boxes, f32 by) {
  for (auto& box : boxes) {
    box.min[0] += by;
    box.max[0] += by;
  }
  return boxes;
}

TEST(ScenePruner, PX20_merging_assigns_the_smallest_free_ids_and_keeps_filters) {
  ScenePruner<2> index, other;
  const Boxes<2> boxes = cloud<2>(6, 1);
  ASSERT_TRUE(index.build(boxes.data(), 4).ok());
  ASSERT_TRUE(index.remove(1).ok());
  ASSERT_TRUE(other.build(boxes.data(), 3).ok());
  ASSERT_TRUE(other.remove(0).ok());
  ASSERT_TRUE(other.set_filter(2, {8, 16}).ok());
  Array<Id> ids;
  ASSERT_TRUE(index.merge(other, ids).ok());
  EXPECT_EQ(Ids(ids.begin(), ids.end()), (Ids{1, 4}));
  EXPECT_TRUE(index.items().box(1) == boxes[1]);
  EXPECT_TRUE(index.items().filter(4) == (Filter{8, 16}));
  EXPECT_TRUE(index.items().filter(1) == Filter{});
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

TEST(ScenePruner, PX20_merging_an_empty_index_changes_nothing) {
  ScenePruner<2> index;
  EXPECT_TRUE(merge(index, {}).empty());
  EXPECT_EQ(index.merged_trees(), 0u);
  EXPECT_EQ(index.byte_length(), 0u);
}

TEST(ScenePruner, PX20_more_than_32_trees_can_be_merged) {
  ScenePruner<2> index;
  PlainModel<2> model;
  for (u32 i = 0; i < 100; ++i) {
    const Boxes<2> boxes = moved_by(cloud<2>(7, i), static_cast<f32>(i) * 10);
    merge(index, boxes);
    for (const auto& box : boxes) model.insert(box);
  }
  EXPECT_EQ(index.merged_trees(), 100u);
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  EXPECT_EQ(pair_keys(index), model.pair_keys());
  for (const auto& area : cloud<2>(200, 2, 4000)) EXPECT_EQ(hits(index, area), model.hits(area));
}

TEST(ScenePruner, PX20_a_merged_tree_is_removed_with_its_last_item) {
  ScenePruner<3> index;
  const Ids first = merge(index, cloud<3>(40, 3));
  const Ids second = merge(index, cloud<3>(30, 4));
  const size_t bytes = index.byte_length();
  for (u32 i = 0; i + 1 < first.size(); ++i) ASSERT_TRUE(index.remove(first[i]).ok());
  EXPECT_EQ(index.merged_trees(), 2u);
  ASSERT_TRUE(index.remove(first.back()).ok());
  EXPECT_EQ(index.merged_trees(), 1u);
  EXPECT_LT(index.byte_length(), bytes);
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  for (const Id id : second) ASSERT_TRUE(index.remove(id).ok());
  EXPECT_EQ(index.merged_trees(), 0u);
  EXPECT_EQ(index.stats().nodes, 0);
}

TEST(ScenePruner, PX20_a_rebuild_moves_merged_trees_into_the_main_tree) {
  ScenePruner<2> index;
  PlainModel<2> model;
  const Boxes<2> boxes = cloud<2>(80, 5);
  merge(index, boxes);
  for (const auto& box : boxes) model.insert(box);
  u32 work = 0;
  ASSERT_TRUE(index.step(30, work).ok());
  merge(index, boxes);  // not included in the running rebuild
  for (const auto& box : boxes) model.insert(box);
  finish_rebuild(index);
  ASSERT_TRUE(commit(index));
  EXPECT_EQ(index.merged_trees(), 1u);
  EXPECT_EQ(pair_keys(index), model.pair_keys());
  finish_rebuild(index);
  ASSERT_TRUE(commit(index));
  EXPECT_EQ(index.merged_trees(), 0u);
  EXPECT_EQ(pair_keys(index), model.pair_keys());
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

// A merged tree has sides of 100, so its inflated bounds have sides of 101: half a unit more on
// each side.
TEST(ScenePruner, PX20_bounds_of_merged_trees_are_inflated_by_one_percent) {
  ScenePruner<2> index;
  merge(index, {{{0, 0}, {1, 1}}, {{99, 99}, {100, 100}}});
  const Aabb<2> inflated = index.merged_bounds(0);
  EXPECT_EQ(inflated.min[0], -0.5f);
  EXPECT_EQ(inflated.max[1], 100.5f);
  move(index, 0, {{-0.25f, 0}, {1, 1}});
  EXPECT_EQ(hits(index, Aabb<2>{{-1, 0}, {-0.25f, 1}}), Ids{0});
  EXPECT_TRUE(index.merged_bounds(0) == inflated) << "a small move stays within the bounds";
  move(index, 1, {{99, 99}, {110, 100}});
  EXPECT_EQ(hits(index, Aabb<2>{{105, 99}, {120, 100}}), Ids{1});
  EXPECT_GE(index.merged_bounds(0).max[0], 110.0f);
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

template <int Dim>
ScenePruner<Dim>& all_kinds_of_trees(ScenePruner<Dim>& index) {
  const Boxes<Dim> boxes = cloud<Dim>(60, 6);
  u32 work = 0;
  EXPECT_TRUE(index.build(boxes.data(), 30).ok());
  merge(index, cloud<Dim>(20, 7));
  for (u32 i = 30; i < 45; ++i) insert(index, boxes[i]);
  EXPECT_TRUE(index.step(40, work).ok());
  for (u32 i = 45; i < 60; ++i) insert(index, boxes[i]);
  return index;
}

TEST(ScenePruner, PX20_a_shift_and_its_reverse_restore_query_results) {
  for (u32 steps = 0; steps < 12; ++steps) {
    ScenePruner<3> index;
    all_kinds_of_trees(index);
    u32 work = 0;
    for (u32 i = 0; i < steps; ++i) ASSERT_TRUE(index.step(70, work).ok());
    const Boxes<3> areas = cloud<3>(40, 8);
    std::vector<Ids> expected;
    for (const auto& area : areas) expected.push_back(hits(index, area));
    ASSERT_TRUE(index.shift_origin({{1000.5f, -20, 3}}).ok());
    EXPECT_EQ(faults_of(index), std::vector<std::string>{});
    for (u32 i = 0; i < areas.size(); ++i) {
      Aabb<3> area = areas[i];
      const f32 by[3] = {1000.5f, -20, 3};
      for (int axis = 0; axis < 3; ++axis) {
        area.min[axis] -= by[axis];
        area.max[axis] -= by[axis];
      }
      EXPECT_EQ(hits(index, area), expected[i]);
    }
    ASSERT_TRUE(index.shift_origin({{-1000.5f, 20, -3}}).ok());
    if (steps % 2 == 0) {
      finish_rebuild(index);
      commit(index);
    }
    for (u32 i = 0; i < areas.size(); ++i) EXPECT_EQ(hits(index, areas[i]), expected[i]);
    EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  }
}

TEST(ScenePruner, PX20_items_of_a_merged_tree_that_moved_just_before_a_shift_are_found) {
  ScenePruner<2> index;
  merge(index, {{{0, 0}, {1, 1}}, {{9, 9}, {10, 10}}});
  merge(index, cloud<2>(20, 9));
  move(index, 1, {{500, 500}, {501, 501}});
  ASSERT_TRUE(index.shift_origin({{100, 100}}).ok());
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  EXPECT_EQ(hits(index, Aabb<2>{{400, 400}, {401, 401}}), Ids{1});
}

TEST(ScenePruner, PX20_an_index_moves_with_all_its_trees) {
  ScenePruner<2> index, target;
  all_kinds_of_trees(index);
  all_kinds_of_trees(target);
  const std::vector<u64> expected = pair_keys(index);
  target = std::move(index);
  EXPECT_EQ(pair_keys(target), expected);
  EXPECT_EQ(faults_of(target), std::vector<std::string>{});
  finish_rebuild(target);
  EXPECT_TRUE(commit(target));
  EXPECT_EQ(pair_keys(target), expected);
}

TEST(ScenePruner, PX20_a_shift_out_of_range_is_rejected_and_changes_nothing) {
  ScenePruner<2> index;
  const Boxes<2> boxes{{{0, 0}, {1, 1}}, {{9e17f, 0}, {9.5e17f, 1}}};
  ASSERT_TRUE(index.build(boxes.data(), 2).ok());
  EXPECT_EQ(index.shift_origin({{-9e17f, 0}}).code, StatusCode::kInvalidArgument);
  EXPECT_TRUE(index.items().box(0) == boxes[0]);
  EXPECT_EQ(hits(index, Aabb<2>{{0, 0}, {9e17f, 1}}), (Ids{0, 1}));
  EXPECT_TRUE(index.shift_origin({{9e17f, 0}}).ok());
}

TEST(TreeSet, PX20_a_freed_slot_is_reused_next) {
  scene_pruner::TreeSet<2> trees;
  EXPECT_EQ(trees.make_room(0), 0u);
  EXPECT_EQ(trees.make_room(0), 1u);
  trees.discard(0);
  EXPECT_EQ(trees.make_room(0), 0u);
}

TEST(TreeSet, PX20_a_stopped_visitor_visits_no_further_tree) {
  scene_pruner::TreeSet<2> trees;
  for (u32 i = 0; i < 3; ++i) {
    const u32 slot = trees.make_room(0);
    trees.tree(slot) = core_tree<2>(cloud<2>(7, i), 4).tree;
    trees.add_tree(slot, 0);
  }
  const BoxQuery<2> everything(Aabb<2>{{-1e6f, -1e6f}, {1e6f, 1e6f}});
  QueryCounters counters;
  u32 calls = 0;
  FunctionVisitor visit([&](Id) { return ++calls < 9; });
  ASSERT_TRUE(trees.traverse(everything, counters, visit).ok());
  EXPECT_EQ(calls, 9u) << "in the second tree";
}

}  // namespace
}  // namespace sapwood::test
