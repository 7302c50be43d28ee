// Pairs between a tree of moving items and a tree of resting items.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

QueryCounters work_between(const DynamicTree<3>& here, const DynamicTree<3>& there) {
  QueryCounters counters;
  EXPECT_TRUE(pairs_with(here, there, counters, [](Id, Id) { return true; }).ok());
  return counters;
}

TEST(DynamicTree, DT15_resting_items_that_all_overlap_are_never_compared) {
  DynamicTree<3> resting, moving;
  insert_all(resting, Boxes<3>(1000, Aabb<3>{{0, 0, 0}, {1, 1, 1}}));
  insert_all(moving, row<3>(50, 1));
  for (Id id = 0; id < 50; ++id) move(moving, id, shifted<3>(row<3>(50, 1)[id], 100));
  const QueryCounters apart = work_between(moving, resting);
  EXPECT_EQ(apart.node_visits, 1u);
  EXPECT_EQ(apart.item_tests, 0u);
  move(moving, 7, Aabb<3>{{0.5f, 0, 0}, {0.75f, 1, 1}});
  const QueryCounters touching = work_between(moving, resting);
  EXPECT_EQ(touching.item_tests, 1000u);
  EXPECT_EQ(touching.results, 1000u);
}

TEST(DynamicTree,
     DT15_a_join_of_few_items_with_many_visits_at_most_twice_the_nodes_of_their_queries) {
  DynamicTree<3> resting, moving;
  build(resting, cloud<3>(10000, 43, 51));
  build(moving, cloud<3>(10, 43, 52));
  const QueryCounters join = work_between(moving, resting);
  QueryCounters queries;
  for (const Id id : live_ids(moving)) found(resting, moving.fat_box(id), queries);
  EXPECT_LE(join.node_visits, 2 * queries.node_visits);
  EXPECT_LT(queries.node_visits, 1000u);
}

TEST(DynamicTree, DT15_a_join_of_equal_counts_visits_fewer_nodes_than_queries) {
  DynamicTree<3> resting, moving;
  build(resting, cloud<3>(3000, 29, 53));
  build(moving, cloud<3>(3000, 29, 54));
  const QueryCounters join = work_between(moving, resting);
  QueryCounters queries;
  for (const Id id : live_ids(moving)) found(resting, moving.items().box(id), queries);
  EXPECT_EQ(join.results, queries.results);
  EXPECT_LT(static_cast<f64>(join.node_visits), 0.7 * static_cast<f64>(queries.node_visits));
}

TEST(DynamicTree, DT15_the_join_of_two_deep_chains_is_exact) {
  DynamicTree<2> here(options_of(TreeBalance::kNever)), there(options_of(TreeBalance::kNever));
  // nested boxes: the depth of each chain is its number of items, and a box overlaps about half of
  // the other chain
  for (u32 i = 0; i < 400; ++i) {
    const f32 half = static_cast<f32>(400 - i);
    insert(here, Aabb<2>{{-half, -half}, {half, half}});
    insert(there, Aabb<2>{{400 - half, -half}, {400 + half, half}});
  }
  ASSERT_GT(here.stats().height, 390);
  QueryCounters counters;
  u64 pairs = 0;
  ASSERT_TRUE(pairs_with(here, there, counters, [&](Id a, Id b) {
                const bool meet = overlaps(here.items().box(a), there.items().box(b));
                pairs += meet ? 1 : 0;
                return meet;
              }).ok());
  u64 expected = 0;
  for (const Id a : live_ids(here)) {
    for (const Id b : live_ids(there)) {
      expected += overlaps(here.items().box(a), there.items().box(b)) ? 1 : 0;
    }
  }
  EXPECT_EQ(pairs, expected);
}

}  // namespace
}  // namespace sapwood::test::tree_cases
