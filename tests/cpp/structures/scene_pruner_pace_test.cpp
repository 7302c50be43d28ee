// How the work of a rebuild is spread over calls: units of every state, and steps by a wish.
#include "sapwood/structures/bvh/static_tree/static_tree.hpp"
#include "structures/scene_pruner_cases.hpp"

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
void ask_for_rebuild(ScenePruner<Dim>& index) {
  const Aabb<Dim> box = index.items().box(0);  // what lies in the index moves when that grows
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

// Units of each state, one a call: the state that the call began in.
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
  ask_for_rebuild(index);
  const u32 ids = count + 1;
  bulk_tree::Builder<Dim> builder;
  ASSERT_TRUE(builder.begin(ids, {4}));
  for (Id id = 0; id < ids; ++id) builder.add(id, index.items().box(id));
  u64 building = 0;
  bool done = false;
  ASSERT_TRUE(builder.step(~u64{0}, building, done).ok());
  bulk_tree::Tree<Dim> tree;
  builder.take(tree);
  const std::vector<u64> units = units_by_state(index);
  const auto of = [&](RebuildState state) { return units[static_cast<u32>(state)]; };
  EXPECT_EQ(units[kIdle], 1u) << "the first call copies the first item";
  EXPECT_EQ(of(RebuildState::kCopying), ids - 1);
  // the call in which a state ends goes on with the next one: no unit is left in between
  EXPECT_EQ(of(RebuildState::kBuilding), building);
  EXPECT_EQ(of(RebuildState::kMapping), tree.node_count());
  EXPECT_EQ(of(RebuildState::kRefitting), tree.node_count());
  EXPECT_EQ(of(RebuildState::kSettling), 0u) << "nothing moved";
}

TEST(ScenePruner, PX18_every_state_counts_its_items_and_nodes_in_full) {
  expect_all_work_counted<2>(700);
  expect_all_work_counted<3>(1500);
}

TEST(ScenePruner, PX18_every_call_but_the_last_ones_does_just_its_budget_in_every_state) {
  for (const u32 budget : {7u, 100u, 1999u}) {
    ScenePruner<3> index = pruner_of<3>(3000);
    ask_for_rebuild(index);
    std::vector<u32> work;
    while (index.state() != kFinished) work.push_back(step_once(index, budget));
    ASSERT_GT(work.size(), 3000u / budget);
    // the one before the last ends the refitting, the last one settles
    for (size_t i = 0; i + 2 < work.size(); ++i) ASSERT_EQ(work[i], budget) << "call " << i;
  }
}

// Calls until the rebuild is finished, each with what the index would do.
template <int Dim>
u32 paced_calls(ScenePruner<Dim>& index) {
  ask_for_rebuild(index);
  const u32 limit = index.step_work();
  u32 calls = 0;
  for (; index.state() != kFinished; ++calls) {
    EXPECT_EQ(index.step_work(), limit) << "the same for every step of a rebuild";
    step_once(index, index.step_work());
  }
  bool swapped = false;
  EXPECT_TRUE(index.commit(swapped).ok());
  EXPECT_TRUE(swapped);
  return calls;
}

TEST(ScenePruner, PX8_a_rebuild_takes_about_as_many_steps_as_are_wanted) {
  for (const u32 frames : {13u, 100u, 400u}) {
    ScenePrunerOptions options;
    options.rebuild_frames = frames;
    ScenePruner<3> index = pruner_of<3>(4000, options);
    const u32 first = paced_calls(index);  // by the estimate
    EXPECT_LE(first, 2 * frames);
    for (int rebuild = 0; rebuild < 4; ++rebuild) {
      const u32 calls = paced_calls(index);
      // the correction by feedback is one unit an item, some percent of the whole
      EXPECT_GE(calls + 4, 0.9 * frames) << "rebuild " << rebuild;
      EXPECT_LE(calls, frames + 2) << "rebuild " << rebuild;
    }
  }
}

TEST(ScenePruner, PX8_without_a_wish_a_step_has_the_budget_of_the_options) {
  ScenePrunerOptions options;
  options.rebuild_budget = 123;
  ScenePruner<2> index = pruner_of<2>(500, options);
  ask_for_rebuild(index);
  EXPECT_EQ(index.step_work(), 123u);
  step_once(index, 5);
  EXPECT_EQ(index.step_work(), 123u);
}

TEST(ScenePruner, PX8_steps_of_other_sizes_do_not_disturb_the_plan) {
  ScenePrunerOptions options;
  options.rebuild_frames = 50;
  ScenePruner<3> index = pruner_of<3>(2000, options);
  paced_calls(index);
  paced_calls(index);
  for (int rebuild = 0; rebuild < 6; ++rebuild) {
    ask_for_rebuild(index);
    while (index.state() != kFinished) step_once(index, 7);
    bool swapped = false;
    ASSERT_TRUE(index.commit(swapped).ok());
  }
  // too many steps six times would have made it a third more a step
  EXPECT_NEAR(paced_calls(index), 50, 5);
}

TEST(StaticTree, PX8_a_build_in_the_background_takes_about_as_many_steps_as_are_wanted) {
  const Boxes<3> boxes = cloud<3>(5000, 22, 2000);
  for (const u32 frames : {4u, 13u, 100u}) {
    StaticTreeOptions options;
    options.build_frames = frames;
    StaticTree<3> index(options);
    for (int build = 0; build < 4; ++build) {
      ASSERT_TRUE(index.begin_build(boxes.data(), 5000).ok());
      const u32 limit = index.step_work();
      u32 calls = 0;
      for (bool done = false; !done; ++calls) {
        u32 work = 0;
        ASSERT_TRUE(index.step_build(index.step_work(), work, done).ok());
        EXPECT_LE(work, limit);
      }
      if (build == 0) continue;  // by the estimate
      EXPECT_GE(calls + 4, 0.9 * frames) << build;
      EXPECT_LE(calls, frames) << build;
    }
  }
}

TEST(ScenePruner, PX16_a_merge_tells_what_it_did) {
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
