// Conditions for a rebuild, reports of the steps of a build, and the order in which pending items
// enter the tree.
#include "structures/static_tree_cases.hpp"

namespace sapwood::test {
namespace {

using static_tree::RebuildPolicy;

RebuildPolicy policy_of(u32 items, f64 ratio) {
  RebuildPolicy policy;
  policy.record_build(items, ratio);
  return policy;
}

TEST(StaticTree, PX14_a_tree_is_degraded_when_its_area_ratio_has_grown_by_a_tenth) {
  const RebuildPolicy policy = policy_of(100, 10);
  EXPECT_FALSE(policy.degraded(10.9));
  EXPECT_TRUE(policy.degraded(11.1));
  EXPECT_FALSE(policy.degraded(std::numeric_limits<f64>::quiet_NaN()));
  RebuildPolicy patient = policy_of(100, 10);
  patient.rebase(20);
  EXPECT_FALSE(patient.degraded(21));
}

TEST(StaticTree,
     PX15_a_rebuild_is_due_after_16_grafts_a_quarter_of_the_items_or_half_of_the_slots_free) {
  RebuildPolicy policy = policy_of(1000, 10);
  EXPECT_FALSE(policy.should_rebuild(1000, 1000, 250));
  EXPECT_TRUE(policy.should_rebuild(1000, 1000, 251));
  EXPECT_FALSE(policy.should_rebuild(500, 1000, 1));
  EXPECT_TRUE(policy.should_rebuild(499, 1000, 1));
  policy.record_graft(200);
  EXPECT_TRUE(policy.should_rebuild(1000, 1000, 51));
  RebuildPolicy grafted = policy_of(1000, 10);
  for (u32 i = 0; i < 15; ++i) grafted.record_graft(0);
  EXPECT_FALSE(grafted.should_rebuild(1000, 1000, 1));
  grafted.record_graft(0);
  EXPECT_TRUE(grafted.should_rebuild(1000, 1000, 1));
}

TEST(StaticTree, PX14_the_area_is_checked_when_a_quarter_of_the_nodes_has_been_refitted) {
  RebuildPolicy policy = policy_of(1000, 10);
  EXPECT_FALSE(policy.record_refit(24, 100));
  EXPECT_TRUE(policy.record_refit(1, 100));
  EXPECT_FALSE(policy.record_refit(24, 100));
}

TEST(StaticTree, PX18_every_step_of_a_build_reports_its_work) {
  const std::vector<Aabb<2>> boxes = arrange<2>(Layout::kUniform, 60, 3);
  StaticTree<2> index;
  ASSERT_TRUE(index.begin_build(boxes.data(), 60).ok());
  for (bool done = false; !done;) {
    u32 work = 0;
    ASSERT_TRUE(index.step_build(1, work, done).ok());
    ASSERT_EQ(work, 1u);
  }
  EXPECT_EQ(index.build_log().largest, 1u);
}

TEST(StaticTree, PX15_pending_items_enter_by_id_after_removals) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kUniform, 40, 4));
  const Aabb<2> far = {{900, 900}, {901, 901}};
  for (u32 i = 0; i < 3; ++i) insert(index, far);
  ASSERT_TRUE(index.remove(40).ok());  // the last item takes its slot in the queue
  ASSERT_TRUE(index.flush().ok());
  const std::vector<Id> ids = positions(index.tree());
  EXPECT_EQ(std::vector<Id>(ids.end() - 2, ids.end()), (std::vector<Id>{41, 42}));
}

TEST(StaticTree, PX16_a_merge_keeps_the_filters_of_both_indices) {
  StaticTree<2> here = static_tree<2>(arrange<2>(Layout::kUniform, 2, 5));
  ASSERT_TRUE(here.set_filter(0, {2, 2}).ok());
  StaticTree<2> there = static_tree<2>(arrange<2>(Layout::kUniform, 2000, 6));
  ASSERT_TRUE(there.set_filter(1999, {4, 4}).ok());
  Array<Id> ids;
  ASSERT_TRUE(here.merge(there, ids).ok());
  EXPECT_EQ(here.items().filter(0).mask, 2u);
  EXPECT_EQ(here.items().filter(ids[1998]), Filter{});
  EXPECT_EQ(here.items().filter(ids[1999]).mask, 4u);
}

TEST(StaticTree, PX13_an_update_leaves_nothing_to_refit) {
  const std::vector<Aabb<2>> boxes = arrange<2>(Layout::kUniform, 50, 7);
  StaticTree<2> index = static_tree<2>(boxes);
  move(index, 3, boxes[4]);
  u32 changed = 0, visited = 1;
  ASSERT_TRUE(index.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 1u);
  ASSERT_TRUE(index.refit(visited).ok());
  EXPECT_EQ(visited, 0u);
}

}  // namespace
}  // namespace sapwood::test
