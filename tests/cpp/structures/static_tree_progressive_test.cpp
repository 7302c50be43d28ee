// Builds in steps: equal trees for all step limits, steps that do not exceed their limit, queries
// of the old items during the build, and estimates of the work.
#include "structures/static_tree_cases.hpp"

#include "sapwood/core/bulk_tree/build_pace.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

using bulk_tree::BuildRules;
using bulk_tree::Split;
using bulk_tree::WorkCap;

template <int Dim>
bulk_tree::Builder<Dim> begun(const std::vector<Aabb<Dim>>& boxes, const BuildRules& rules) {
  bulk_tree::Builder<Dim> builder;
  const u32 count = static_cast<u32>(boxes.size());
  EXPECT_TRUE(builder.begin(count, rules));
  for (Id id = 0; id < count; ++id) builder.add(id, boxes[id]);
  return builder;
}

template <int Dim>
std::vector<u64> run(bulk_tree::Builder<Dim>& builder, u64 limit, WorkCap cap = WorkCap::kHard) {
  std::vector<u64> log;
  for (bool done = false; !done;) {
    u64 work = 0;
    EXPECT_TRUE(builder.step(limit, work, done, cap).ok());
    log.push_back(work);
  }
  return log;
}

template <int Dim>
void expect_same_tree_for_every_limit(const std::vector<Aabb<Dim>>& boxes,
                                      const BuildRules& rules) {
  bulk_tree::Tree<Dim> at_once, in_steps;
  auto builder = begun(boxes, rules);
  const u64 total = run(builder, ~u64{0})[0];
  builder.move_to(at_once);
  for (const u64 limit : {u64{1}, u64{7}, u64{100}, total - 1, total}) {
    auto stepped = begun(boxes, rules);
    const std::vector<u64> log = run(stepped, limit);
    u64 sum = 0;
    for (const u64 work : log) {
      ASSERT_LE(work, limit);
      sum += work;
    }
    ASSERT_EQ(sum, total);
    ASSERT_LE(log.size(), total / limit + 1) << "some steps do less work than their limit";
    stepped.move_to(in_steps);
    ASSERT_TRUE(same_nodes(at_once, in_steps)) << "limit " << limit;
    ASSERT_EQ(leaf_sets(at_once), leaf_sets(in_steps));
  }
}

TEST(StaticTree, PX7_steps_of_any_limit_build_the_same_tree) {
  for (const Layout layout : kAllLayouts) {
    for (const Split split : {Split::kBoxCenter, Split::kBinnedSah}) {
      expect_same_tree_for_every_limit<2>(arrange<2>(layout, 300, 11), {4, split});
      expect_same_tree_for_every_limit<3>(arrange<3>(layout, 300, 11), {1, split});
    }
  }
}

TEST(StaticTree, PX7_queries_use_the_old_content_until_the_build_is_complete) {
  const auto before = arrange<3>(Layout::kUniform, 200, 1);
  const auto after = arrange<3>(Layout::kClustered, 500, 2);
  StaticTree<3> index = static_tree<3>(before);
  ASSERT_TRUE(index.begin_build(after.data(), 500).ok());
  const auto expected = expected_pairs(index);
  u32 work = 0;
  for (bool done = false; !done;) {
    EXPECT_TRUE(index.building());
    EXPECT_EQ(index.items().size(), 200u);
    EXPECT_EQ(found_pairs(index), expected);
    ASSERT_TRUE(index.step_build(97, work, done).ok());
    EXPECT_LE(work, 97u);
  }
  EXPECT_FALSE(index.building());
  EXPECT_EQ(index.items().size(), 500u);
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  EXPECT_TRUE(same_nodes(index.tree(), static_tree<3>(after).tree()));
}

TEST(StaticTree, PX7_a_complete_build_cancels_a_build_in_steps) {
  const auto boxes = arrange<2>(Layout::kUniform, 50, 1);
  StaticTree<2> index = static_tree<2>(boxes);
  ASSERT_TRUE(index.begin_build(boxes.data(), 20).ok());
  ASSERT_TRUE(index.build(boxes.data(), 30).ok());
  EXPECT_FALSE(index.building());
  EXPECT_EQ(index.items().size(), 30u);
  ASSERT_TRUE(index.begin_build(boxes.data(), 20).ok());
  index.clear();
  EXPECT_FALSE(index.building());
}

TEST(StaticTree, PX7_a_build_of_no_items_takes_one_step) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kUniform, 50, 1));
  ASSERT_TRUE(index.begin_build(nullptr, 0).ok());
  u32 work = 0;
  bool done = false;
  ASSERT_TRUE(index.step_build(1, work, done).ok());
  EXPECT_TRUE(done);
  EXPECT_EQ(index.items().size(), 0u);
}

TEST(StaticTree, PX8_a_hard_cap_limits_every_step_where_whole_nodes_cause_peaks) {
  const auto boxes = arrange<3>(Layout::kUniform, 5000, 8);
  const u64 limit = 1 + 12u * 5000 / 97;  // the published limit for 100 steps
  auto whole = begun(boxes, {});
  const std::vector<u64> peaks = run(whole, limit, WorkCap::kWholePasses);
  EXPECT_EQ(peaks[0], 5000u) << "sum over all items";
  EXPECT_EQ(peaks[1], 5000u) << "the root";
  EXPECT_GT(peaks[1], 7 * limit);
  auto capped = begun(boxes, {});
  const std::vector<u64> flat = run(capped, limit);
  for (size_t i = 0; i + 1 < flat.size(); ++i) EXPECT_EQ(flat[i], limit);
  EXPECT_LE(flat.back(), limit);
}

TEST(StaticTree, PX8_the_work_is_little_more_than_the_items_of_all_nodes) {
  const auto boxes = arrange<3>(Layout::kUniform, 5000, 8);
  auto builder = begun(boxes, {});
  const u64 total = run(builder, ~u64{0})[0];
  EXPECT_EQ(builder.total_work(), total);
  // each item counts once at the start and once for each node above it; each node counts once at
  // the end
  const u64 per_item = builder.node_items() / 5000;
  EXPECT_GE(per_item, 10u);
  EXPECT_LE(per_item, 13u);
  EXPECT_EQ(total, builder.node_items() + 5000 + builder.nodes().size());
}

TEST(StaticTree, PX8_the_estimate_of_remaining_work_is_close_and_exact_at_the_end) {
  for (const bulk_tree::Split split : {bulk_tree::Split::kBoxCenter, bulk_tree::Split::kBinnedSah})
    for (const u32 leaf_limit : {1u, 4u, 15u}) {
      const auto boxes = arrange<3>(Layout::kUniform, 5000, 8);
      auto whole = begun(boxes, {leaf_limit, split});
      const u64 total = run(whole, ~u64{0})[0];
      auto builder = begun(boxes, {leaf_limit, split});
      const f64 nodes = whole.nodes().size();
      for (bool done = false; !done;) {
        const bulk_tree::BuildEstimate rest = builder.rest();
        const f64 real = static_cast<f64>(total - builder.total_work());
        EXPECT_NEAR(rest.units, real, 0.15 * static_cast<f64>(total));
        if (real <= nodes) EXPECT_EQ(rest.units, real) << "every node is opened";
        if (real <= nodes) EXPECT_EQ(rest.nodes, nodes);
        u64 work = 0;
        ASSERT_TRUE(builder.step(500, work, done).ok());
      }
    }
}

TEST(StaticTree, PX8_the_remaining_work_is_divided_among_the_remaining_steps) {
  bulk_tree::BuildPace pace(10);
  EXPECT_EQ(pace.limit(1000), 100u);
  EXPECT_EQ(pace.limit(1001), 101u);
  pace.record_step(100);
  EXPECT_EQ(pace.limit(900), 100u);
  EXPECT_EQ(pace.limit(1800), 200u) << "the estimate has grown";
  EXPECT_EQ(pace.limit(90), 10u);
  EXPECT_EQ(pace.limit(1), 1u);
  pace.begin();
  EXPECT_EQ(pace.limit(1000), 100u) << "the next build";
}

TEST(StaticTree, PX8_a_step_does_at_most_twice_the_average_work) {
  bulk_tree::BuildPace pace(10);
  for (int step = 0; step < 7; ++step) pace.record_step(1);
  EXPECT_EQ(pace.limit(993), 200u) << "the whole build takes 1000 units";
  for (int step = 0; step < 20; ++step) pace.record_step(1);
  EXPECT_EQ(pace.limit(973), 200u) << "after the last step";
  EXPECT_EQ(bulk_tree::BuildPace(1).limit(~u64{0} / 4), kNone - 1) << "the largest limit";
  EXPECT_EQ(bulk_tree::BuildPace(1).limit(0), 1u) << "the smallest limit";
}

TEST(StaticTree, PX8_the_log_of_an_index_contains_the_number_of_steps_and_the_largest_step) {
  const auto boxes = arrange<2>(Layout::kUniform, 1000, 8);
  StaticTree<2> index;
  ASSERT_TRUE(index.begin_build(boxes.data(), 1000).ok());
  u64 sum = 0;
  u32 steps = 0;
  for (bool done = false; !done; ++steps) {
    u32 work = 0;
    ASSERT_TRUE(index.step_build(64, work, done).ok());
    sum += work;
  }
  EXPECT_EQ(index.build_log().work, sum);
  EXPECT_EQ(index.build_log().steps, steps);
  EXPECT_EQ(index.build_log().largest, 64u);
}

TEST(StaticTree, A_step_that_fails_to_allocate_counts_no_item_twice) {
  // more nodes than fit into the first slab (memory block of nodes)
  const auto boxes = arrange<3>(Layout::kUniform, 2000, 3);
  auto whole = begun(boxes, {4});
  run(whole, ~u64{0});
  u32 refused = 0;
  for (u32 skip = 0;; ++skip) {
    auto builder = begun(boxes, {4});
    {
      const FailingAllocations failing(skip, AllocationFailure::kOne);
      u64 work = 0;
      bool done = false;
      (void)builder.step(~u64{0}, work, done);
      if (!failing.triggered()) break;
    }
    ++refused;
    run(builder, ~u64{0});
    EXPECT_EQ(builder.node_items(), whole.node_items()) << "allocation " << skip;
  }
  EXPECT_GT(refused, 1u);
}

}  // namespace
}  // namespace sapwood::test
