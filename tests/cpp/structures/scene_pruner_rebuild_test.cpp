// The incremental rebuild: its states, items that change while it runs, and the swap of the trees.
// Requirement PX18.
#include "structures/scene_pruner_cases.hpp"

namespace sapwood::test {
namespace {

using namespace pruner_cases;

constexpr u32 kIdle = static_cast<u32>(RebuildState::kIdle);
constexpr u32 kFinished = static_cast<u32>(RebuildState::kFinished);

template <int Dim>
void build(ScenePruner<Dim>& index, const Boxes<Dim>& boxes) {
  ASSERT_TRUE(index.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
}

template <int Dim>
u32 step(ScenePruner<Dim>& index, u32 budget) {
  u32 work = 0;
  EXPECT_TRUE(index.step(budget, work).ok());
  EXPECT_LE(work, budget);
  return work;
}

TEST(ScenePruner, PX18_no_rebuild_runs_without_changes) {
  ScenePruner<2> index;
  EXPECT_EQ(step(index, 100), 0u);
  build(index, cloud<2>(50, 1));
  EXPECT_EQ(step(index, 100), 0u);
  EXPECT_EQ(index.state(), kIdle);
  insert(index, cloud<2>(1, 2)[0]);
  EXPECT_GT(step(index, 10), 0u);
  EXPECT_NE(index.state(), kIdle);
}

TEST(ScenePruner, PX18_every_change_requests_a_rebuild) {
  const Boxes<2> boxes = cloud<2>(50, 21);
  const auto state_after = [&](auto&& change) {
    ScenePruner<2> index;
    build(index, boxes);
    change(index);
    step(index, 10);
    return index.state();
  };
  EXPECT_EQ(state_after([](auto&) {}), kIdle);
  EXPECT_NE(state_after([](auto& index) { EXPECT_TRUE(index.remove(7).ok()); }), kIdle);
  EXPECT_NE(state_after([&](auto& index) { insert(index, boxes[0]); }), kIdle);
  EXPECT_NE(state_after([&](auto& index) { move(index, 7, boxes[8]); }), kIdle);
}

TEST(ScenePruner, PX18_small_steps_pass_through_all_states_in_order) {
  ScenePruner<3> index;
  build(index, cloud<3>(200, 3));
  const Id id = insert(index, cloud<3>(1, 4)[0]);
  std::vector<u32> states{index.state()};
  while (states.back() != kFinished) {
    step(index, 3);
    move(index, id, cloud<3>(1, states.size())[0]);
    if (index.state() != states.back()) states.push_back(index.state());
    ASSERT_LT(states.size(), 8u);
  }
  EXPECT_EQ(states, (std::vector<u32>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(commit(index));
  EXPECT_EQ(index.state(), kIdle);
}

TEST(ScenePruner, PX18_no_step_exceeds_its_budget) {
  for (const u32 budget : {1u, 7u, 100u}) {
    ScenePruner<2> index;
    build(index, cloud<2>(300, 5));
    for (const auto& box : cloud<2>(100, 6)) insert(index, box);
    EXPECT_GT(finish_rebuild(index, budget), 1500u / budget) << budget;
    EXPECT_TRUE(commit(index));
    EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  }
}

TEST(ScenePruner, PX18_a_swap_happens_exactly_when_finished) {
  ScenePruner<2> index;
  build(index, cloud<2>(100, 7));
  insert(index, cloud<2>(1, 8)[0]);
  while (index.state() != kFinished) {
    EXPECT_FALSE(commit(index));
    EXPECT_EQ(index.pending(), 1u);
    step(index, 20);
  }
  EXPECT_TRUE(commit(index));
  EXPECT_EQ(index.pending(), 0u);
  EXPECT_FALSE(commit(index));
}

TEST(ScenePruner, PX18_items_inserted_during_a_rebuild_stay_pending) {
  ScenePruner<2> index;
  build(index, cloud<2>(100, 9));
  insert(index, cloud<2>(1, 10)[0]);
  step(index, 5);
  const Aabb<2> late = cloud<2>(1, 11)[0];
  const Id id = insert(index, late);
  EXPECT_EQ(index.pending(), 2u);
  finish_rebuild(index);
  EXPECT_TRUE(commit(index));
  EXPECT_EQ(index.pending(), 1u);
  const Ids found = hits(index, late);
  EXPECT_TRUE(std::binary_search(found.begin(), found.end(), id));
  finish_rebuild(index);
  EXPECT_TRUE(commit(index)) << "the pending item requests another rebuild";
  EXPECT_EQ(index.pending(), 0u);
}

// The rebuild first copies the items. An item that is removed after the copy must not be in the new
// tree, even if its id is reused.
TEST(ScenePruner, PX18_removals_and_reused_ids_are_fixed_up_in_every_state) {
  for (u32 budget = 1; budget < 700; budget += 3) {
    const Boxes<2> boxes = cloud<2>(60, 12);
    ScenePruner<2> index;
    PlainModel<2> model;
    build(index, boxes);
    model.build(boxes);
    model.insert(boxes[0]);
    insert(index, boxes[0]);
    step(index, budget);
    for (const Id id : {5u, 6u, 60u, 59u}) {
      ASSERT_TRUE(index.remove(id).ok());
      model.remove(id);
    }
    for (const Id id : {5u, 6u}) {
      ASSERT_EQ(insert(index, boxes[id + 20]), id);
      model.insert(boxes[id + 20]);
    }
    Aabb<2> wider = boxes[7];
    wider.max[0] += 1;
    move(index, 7, wider);
    model.move(7, wider);
    if (index.state() != kFinished) finish_rebuild(index, 50);
    ASSERT_TRUE(commit(index));
    ASSERT_EQ(faults_of(index), std::vector<std::string>{}) << budget;
    ASSERT_EQ(pair_keys(index), model.pair_keys()) << budget;
    EXPECT_EQ(index.pending(), 2u);
  }
}

// An item that jumps far is removed and inserted again. It must be in one tree only, even if the
// rebuild has already copied it.
TEST(ScenePruner, Items_that_jump_are_pending_in_every_state_of_a_rebuild) {
  for (u32 budget = 1; budget < 700; budget += 7) {
    Boxes<2> boxes = cloud<2>(60, 12);
    ScenePruner<2> index;
    PlainModel<2> model;
    build(index, boxes);
    model.build(boxes);
    insert(index, boxes[0]);
    model.insert(boxes[0]);
    step(index, budget);
    const u32 before = index.pending();
    u32 jumps = 0;
    for (const f32 far : {1000.0f, -3000.0f}) {
      for (const Id id : {5u, 6u, 59u}) {
        const Aabb<2> there{{far + static_cast<f32>(id), far},
                            {far + static_cast<f32>(id) + 2, far}};
        move(index, id, there);
        model.move(id, there);
        jumps = jumps == 3 ? 3 : jumps + 1;
        EXPECT_EQ(index.pending(), before + jumps);
      }
    }
    if (index.state() != kFinished) finish_rebuild(index, 50);
    ASSERT_TRUE(commit(index));
    ASSERT_EQ(faults_of(index), std::vector<std::string>{}) << budget;
    ASSERT_EQ(pair_keys(index), model.pair_keys()) << budget;
    EXPECT_EQ(index.pending(), 3u);
    finish_rebuild(index, 50);
    ASSERT_TRUE(commit(index));
    EXPECT_EQ(index.pending(), 0u);
    ASSERT_EQ(pair_keys(index), model.pair_keys()) << budget;
  }
}

TEST(ScenePruner, A_jump_enlarges_no_node_of_the_main_tree) {
  ScenePruner<3> index;
  Boxes<3> boxes = cloud<3>(2000, 14, 2000);
  build(index, boxes);
  const auto visits = [&] {
    QueryCounters counters;
    for (u32 i = 0; i < 2000; i += 10) {
      EXPECT_TRUE(query(index, BoxQuery<3>(boxes[i]), Filter::any(), counters, [](Id) {
                    return true;
                  }).ok());
    }
    return counters.node_visits;
  };
  const u64 before = visits();
  Random random(15);
  for (u32 i = 0; i < 100; ++i) {  // moves to the place of another item
    const Id id = random.below(2000);
    boxes[id] = boxes[random.below(2000)];
    move(index, id, boxes[id]);
  }
  EXPECT_LT(visits(), 2 * before);
}

TEST(ScenePruner, PX18_the_rebuilt_tree_has_fewer_visits_than_many_pending_items) {
  ScenePruner<3> index;
  const Boxes<3> boxes = cloud<3>(4000, 13, 2000);
  build(index, Boxes<3>{boxes.begin(), boxes.begin() + 2000});
  for (u32 i = 2000; i < 4000; ++i) insert(index, boxes[i]);
  const auto visits = [&] {
    QueryCounters counters;
    for (u32 i = 0; i < 4000; i += 10) {
      EXPECT_TRUE(query(index, BoxQuery<3>(boxes[i]), Filter::any(), counters, [](Id) {
                    return true;
                  }).ok());
    }
    return counters.node_visits;
  };
  const u64 before = visits();
  finish_rebuild(index, 100000);
  ASSERT_TRUE(commit(index));
  EXPECT_LT(visits(), before);
}

TEST(ScenePruner, PX18_churn_does_not_grow_the_memory) {
  ScenePruner<2> index;
  build(index, cloud<2>(500, 14));
  Random random(15);
  size_t most = 0;
  for (u32 round = 0; round < 200; ++round) {
    for (u32 i = 0; i < 100; ++i) {
      const Id id = random.below(500);
      if (index.items().has(id)) {
        ASSERT_TRUE(index.remove(id).ok());
      }
      insert(index, some_box<2>(random));
    }
    step(index, 2000);
    commit(index);
    if (round == 50) most = index.byte_length();
  }
  EXPECT_LE(index.byte_length(), most + most / 2);
}

TEST(ScenePruner, PX18_removing_everything_leaves_no_tree) {
  ScenePruner<2> index;
  build(index, cloud<2>(100, 16));
  for (const auto& box : cloud<2>(20, 17)) insert(index, box);
  step(index, 50);
  for (Id id = 0; id < 120; ++id) ASSERT_TRUE(index.remove(id).ok());
  EXPECT_EQ(index.stats().nodes, 0);
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  finish_rebuild(index);
  commit(index);
  EXPECT_EQ(index.stats().nodes, 0);
  EXPECT_EQ(insert(index, cloud<2>(1, 18)[0]), 0u);
}

TEST(ScenePruner, PX18_build_clear_and_load_cancel_a_rebuild) {
  ScenePruner<2> index;
  const Boxes<2> boxes = cloud<2>(100, 19);
  build(index, boxes);
  insert(index, boxes[0]);
  step(index, 150);
  ASSERT_NE(index.state(), kIdle);
  build(index, boxes);
  EXPECT_EQ(index.state(), kIdle);
  insert(index, boxes[0]);
  step(index, 150);
  index.clear();
  EXPECT_EQ(index.state(), kIdle);
  EXPECT_FALSE(commit(index));
}

// At its end, a rebuild refits the items that moved after the rebuild copied them, but only if this
// fits into the budget of the step. Otherwise, the index refits them later.
TEST(ScenePruner, PX18_items_that_move_at_the_end_do_not_make_a_step_longer) {
  ScenePruner<2> index;
  Boxes<2> boxes = cloud<2>(300, 11);
  build(index, boxes);
  insert(index, cloud<2>(1, 12)[0]);
  while (index.state() != static_cast<u32>(RebuildState::kSettling)) step(index, 3);
  for (Id id = 0; id < 300; ++id) {
    boxes[id].max[0] += 0.125f;
    move(index, id, boxes[id]);
  }
  while (index.state() != kFinished) step(index, 3);
  EXPECT_TRUE(commit(index));
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

}  // namespace
}  // namespace sapwood::test
