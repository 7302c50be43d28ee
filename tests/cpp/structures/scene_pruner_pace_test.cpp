// Distribution of the work of a rebuild over calls of step(): work units in every state of the
// rebuild, and the number of calls that an option requests.
#include "sapwood/structures/bvh/static_tree/static_tree.hpp"
#include "structures/scene_pruner_cases.hpp"
#include "support/layouts.hpp"

namespace sapwood::test::pruner_cases {
namespace {

constexpr u32 kStates = static_cast<u32>(RebuildState::kFinished) + 1;
constexpr u32 kIdle = static_cast<u32>(RebuildState::kIdle);
constexpr u32 kFinished = static_cast<u32>(RebuildState::kFinished);

template <int Dim>
ScenePruner<Dim> pruner_of(u32 count, const ScenePrunerOptions& options = {}) {
  ScenePruner<Dim> index(options);
  const Boxes<Dim> boxes = cloud<Dim>(count, 21, 2000);
  EXPECT_TRUE(index.build(boxes.data(), count).ok());
  return index;
}
template <int Dim>
void request_rebuild(ScenePruner<Dim>& index) {
  const Aabb<Dim> box = index.items().box(0);  // copied, because insert() can move the items
  Id id = kNone;
  ASSERT_TRUE(index.insert(box, {}, id).ok());
}
template <int Dim>
u32 step_once(ScenePruner<Dim>& index, u32 budget) {
  u32 work = 0;
  EXPECT_TRUE(index.step(budget, work).ok());
  EXPECT_LE(work, budget);
  return work;
}

// Returns the work units that the rebuild does in each of its states, with one unit per call. A
// unit counts for the state at the start of its call.
template <int Dim>
std::vector<u64> units_by_state(ScenePruner<Dim>& index) {
  std::vector<u64> units(kStates, 0);
  while (index.state() != kFinished) {
    const u32 state = index.state();
    units[state] += step_once(index, 1);
  }
  return units;
}

template <int Dim>
void expect_all_work_counted(u32 count) {
  ScenePruner<Dim> index = pruner_of<Dim>(count);
  request_rebuild(index);
  const u32 ids = count + 1;
  bulk_tree::Builder<Dim> builder;
  ASSERT_TRUE(builder.begin(ids, {4}));
  for (Id id = 0; id < ids; ++id) builder.add(id, index.items().box(id));
  u64 building = 0;
  bool done = false;
  ASSERT_TRUE(builder.step(~u64{0}, building, done).ok());
  bulk_tree::Tree<Dim> tree;
  builder.move_to(tree);
  const std::vector<u64> units = units_by_state(index);
  const auto of = [&](RebuildState state) { return units[static_cast<u32>(state)]; };
  EXPECT_EQ(units[kIdle], 1u) << "the first call copies the first item";
  EXPECT_EQ(of(RebuildState::kCopying), ids - 1);
  // if a state ends within a call, the call continues with the next state, so no unit is lost
  EXPECT_EQ(of(RebuildState::kBuilding), building);
  EXPECT_EQ(of(RebuildState::kMapping), tree.node_count());
  EXPECT_EQ(of(RebuildState::kRefitting), tree.node_count());
  EXPECT_EQ(of(RebuildState::kSettling), 0u) << "nothing moved";
}

TEST(ScenePruner, PX18_every_state_counts_all_its_items_and_nodes) {
  expect_all_work_counted<2>(700);
  expect_all_work_counted<3>(1500);
}

TEST(ScenePruner, PX18_calls_use_exactly_their_budget_except_for_the_last_two) {
  for (const u32 budget : {7u, 100u, 1999u}) {
    ScenePruner<3> index = pruner_of<3>(3000);
    request_rebuild(index);
    std::vector<u32> work;
    while (index.state() != kFinished) work.push_back(step_once(index, budget));
    ASSERT_GT(work.size(), 3000u / budget);
    // the last two calls can do less work: the call before the last ends the refit, and the last
    // call refits items that moved during the rebuild
    for (size_t i = 0; i + 2 < work.size(); ++i) ASSERT_EQ(work[i], budget) << "call " << i;
  }
}

// Runs a rebuild with the recommended budget in each call. Returns the number of calls. `average`
// receives the total work divided by one less than the requested number of calls, or by 1.
template <int Dim>
u32 paced_calls(ScenePruner<Dim>& index, f64& average, f64& largest) {
  const u32 requested = index.options().rebuild_frames;
  u64 total = 0;
  u32 calls = 0;
  largest = 0;
  for (; index.state() != kFinished; ++calls) {
    const u32 work = step_once(index, index.step_work());
    total += work;
    largest = work > largest ? work : largest;
  }
  average = static_cast<f64>(total) / (requested > 2 ? requested - 1 : 1);
  bool swapped = false;
  EXPECT_TRUE(index.commit(swapped).ok());
  EXPECT_TRUE(swapped);
  return calls;
}

constexpr u32 kRequestedFrames[] = {3, 4, 5, 10, 13, 30, 100, 400, 1000};

TEST(ScenePruner, PX8_a_rebuild_takes_the_requested_number_of_steps) {
  for (const Layout layout : {Layout::kUniform, Layout::kClustered, Layout::kCollinear}) {
    const Boxes<3> boxes = arrange<3>(layout, 4000, 21);
    for (const u32 frames : kRequestedFrames) {
      ScenePrunerOptions options;
      options.rebuild_frames = frames;
      ScenePruner<3> index(options);
      ASSERT_TRUE(index.build(boxes.data(), 4000).ok());
      for (int rebuild = 0; rebuild < 3; ++rebuild) {
        request_rebuild(index);
        f64 average = 0;
        f64 largest = 0;
        EXPECT_NEAR(paced_calls(index, average, largest), frames, 1) << "rebuild " << rebuild;
        EXPECT_LE(largest, 2.1 * average) << frames;
      }
    }
  }
}

TEST(ScenePruner, PX8_a_rebuild_has_at_least_two_steps) {
  for (const u32 frames : {1u, 2u}) {
    ScenePrunerOptions options;
    options.rebuild_frames = frames;
    ScenePruner<2> index = pruner_of<2>(3000, options);
    request_rebuild(index);
    f64 average = 0;
    f64 largest = 0;
    EXPECT_EQ(paced_calls(index, average, largest), 2u);
  }
}

TEST(ScenePruner, PX8_without_a_number_of_steps_a_step_has_the_budget_of_the_options) {
  ScenePrunerOptions options;
  options.rebuild_budget = 123;
  ScenePruner<2> index = pruner_of<2>(500, options);
  request_rebuild(index);
  EXPECT_EQ(index.step_work(), 123u);
  step_once(index, 5);
  EXPECT_EQ(index.step_work(), 123u);
}

TEST(ScenePruner, PX8_after_steps_of_other_sizes_the_requested_number_still_holds) {
  ScenePrunerOptions options;
  options.rebuild_frames = 50;
  for (const u32 budget : {7u, 1500u}) {
    ScenePruner<3> index = pruner_of<3>(2000, options);
    request_rebuild(index);
    for (int step = 0; step < 15; ++step) step_once(index, budget);
    f64 average = 0;
    f64 largest = 0;
    EXPECT_NEAR(15 + paced_calls(index, average, largest), 50, 1) << budget;
    EXPECT_LE(largest, 2.1 * average);
  }
}

// Returns the number of steps of a build in steps, each with the recommended limit of work. All
// steps except the last must do exactly this amount of work.
template <int Dim>
u32 paced_steps(StaticTree<Dim>& index, const Boxes<Dim>& boxes) {
  EXPECT_TRUE(index.begin_build(boxes.data(), static_cast<u32>(boxes.size())).ok());
  u32 steps = 0;
  for (bool done = false; !done; ++steps) {
    const u32 limit = index.step_work();
    u32 work = 0;
    EXPECT_TRUE(index.step_build(limit, work, done).ok());
    if (done) {
      EXPECT_LE(work, limit);
    } else {
      EXPECT_EQ(work, limit);
    }
  }
  return steps;
}

TEST(StaticTree, PX8_the_first_background_build_takes_the_requested_number_of_steps) {
  for (const Layout layout : {Layout::kUniform, Layout::kClustered, Layout::kCollinear})
    for (const u32 leaf_limit : {1u, 4u, 15u}) {
      const Boxes<3> boxes = arrange<3>(layout, 5000, 22);
      for (const u32 frames : kRequestedFrames) {
        StaticTreeOptions options;
        options.build_frames = frames;
        options.leaf_limit = leaf_limit;
        StaticTree<3> index(options);
        EXPECT_NEAR(paced_steps(index, boxes), frames, 1) << frames << ", leaves " << leaf_limit;
        const f64 average = static_cast<f64>(index.build_log().work) / frames;
        EXPECT_LE(static_cast<f64>(index.build_log().largest), 2.1 * average) << frames;
      }
    }
}

TEST(StaticTree, PX8_one_or_two_steps_are_possible) {
  const Boxes<2> boxes = cloud<2>(3000, 22, 2000);
  for (const u32 frames : {1u, 2u}) {
    StaticTreeOptions options;
    options.build_frames = frames;
    StaticTree<2> index(options);
    EXPECT_EQ(paced_steps(index, boxes), frames);
  }
}

TEST(StaticTree, PX8_difficult_scenes_need_at_most_1_5_times_the_steps) {
  for (const Layout layout : {Layout::kIdentical, Layout::kExponential}) {
    const Boxes<3> boxes = arrange<3>(layout, 3000, 22);
    for (const u32 frames : {10u, 100u}) {
      StaticTreeOptions options;
      options.build_frames = frames;
      StaticTree<3> index(options);
      const u32 steps = paced_steps(index, boxes);
      EXPECT_GE(steps + 1, frames);
      EXPECT_LE(steps, frames + frames / 2);
    }
  }
}

TEST(StaticTree, PX8_a_build_with_less_work_than_steps_does_one_unit_per_step) {
  const Boxes<2> boxes = cloud<2>(3, 22, 2000);
  StaticTree<2> index;
  const u32 steps = paced_steps(index, boxes);
  EXPECT_EQ(steps, index.build_log().work);
  EXPECT_EQ(index.build_log().largest, 1u);
}

TEST(ScenePruner, PX16_a_merge_reports_its_work) {
  ScenePruner<3> index = pruner_of<3>(100);
  const ScenePruner<3> other = pruner_of<3>(300);
  Array<Id> ids;
  ASSERT_TRUE(index.merge(other, ids).ok());
  const bulk_tree::MergeCost cost = index.merge_cost();
  EXPECT_EQ(cost.items, 300u);
  EXPECT_EQ(cost.nodes, static_cast<u64>(other.stats().nodes));
  EXPECT_GT(cost.work, 300u * 5) << "a build of them";
  ScenePruner<3> empty;
  ASSERT_TRUE(index.merge(empty, ids).ok());
  EXPECT_EQ(index.merge_cost().work, 0u);
}

}  // namespace
}  // namespace sapwood::test::pruner_cases
