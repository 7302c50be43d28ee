// Failed allocations and byte lengths in every state of a rebuild. Requirements PX18 and PX20.
#include "structures/scene_pruner_cases.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

using namespace pruner_cases;

// Fills an index with a main tree, merged trees and pending items, and does `work_done` units of
// work of a rebuild. Some trees and items are added before the rebuild starts, others after.
template <int Dim>
void fill(ScenePruner<Dim>& index, u32 work_done) {
  const Boxes<Dim> boxes = cloud<Dim>(90, 1);
  ScenePruner<Dim> other;
  Array<Id> ids;
  ASSERT_TRUE(other.build(boxes.data(), 20).ok());
  ASSERT_TRUE(index.build(boxes.data(), 60).ok());
  ASSERT_TRUE(index.merge(other, ids).ok());
  for (u32 i = 60; i < 75; ++i) insert(index, boxes[i]);
  u32 work = 0;
  if (work_done > 0) {
    ASSERT_TRUE(index.step(work_done, work).ok());
  }
  for (u32 i = 75; i < 90; ++i) insert(index, boxes[i]);
  ASSERT_TRUE(index.merge(other, ids).ok());
  ASSERT_TRUE(index.remove(5).ok());
  move(index, 6, boxes[0]);
}

template <int Dim>
PlainModel<Dim> content_of(const ScenePruner<Dim>& index) {
  PlainModel<Dim> model;
  const auto& items = index.items();
  for (Id id = 0; id < items.id_end(); ++id)
    model.insert(items.has(id) ? items.box(id) : Aabb<Dim>{});
  for (Id id = 0; id < items.id_end(); ++id) {
    if (!items.has(id)) model.remove(id);
  }
  return model;
}

template <int Dim>
void expect_content(ScenePruner<Dim>& index, const PlainModel<Dim>& model) {
  ASSERT_EQ(faults_of(index), std::vector<std::string>{});
  ASSERT_EQ(index.items().size(), model.size());
  ASSERT_EQ(pair_keys(index), model.pair_keys());
  for (const auto& area : cloud<Dim>(10, 2)) ASSERT_EQ(hits(index, area), model.hits(area));
}

constexpr u32 kProgress[] = {0, 20, 100, 300, 700, 1100, 1300, 5000};

template <int Dim, class Call>
void fail_each_allocation(Call&& call) {
  for (const u32 progress : kProgress) {
    bool triggered = true;
    for (u32 skip = 0; triggered && skip < 200; ++skip) {
      SCOPED_TRACE("progress " + std::to_string(progress) + ", allocation " + std::to_string(skip));
      ScenePruner<Dim> index;
      fill(index, progress);
      const PlainModel<Dim> before = content_of(index);
      Status status;
      {
        const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
        status = call(index);
        triggered = failing.triggered();
      }
      if (!status.ok()) {
        ASSERT_EQ(status.code, StatusCode::kOutOfMemory);
        expect_content(index, before);
        ASSERT_TRUE(call(index).ok());
      }
      expect_content(index, content_of(index));
      if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_FALSE(triggered);
  }
}

TEST(ScenePruner, PX18_a_step_with_failed_allocations_changes_nothing_and_can_be_repeated) {
  const auto steps = [](auto& index) {
    Status status = Status::success();
    for (u32 i = 0; i < 40 && status.ok(); ++i) {
      u32 work = 0;
      status = index.step(97, work);
    }
    return status;
  };
  fail_each_allocation<2>(steps);
  fail_each_allocation<3>(steps);
}

TEST(ScenePruner, PX18_methods_with_failed_allocations_change_nothing_while_a_rebuild_runs) {
  const Boxes<2> boxes = cloud<2>(200, 3);
  fail_each_allocation<2>([&](auto& index) {
    Id id = kNone;
    return index.insert(boxes[0], {2, 3}, id);
  });
  fail_each_allocation<2>([&](auto& index) {
    u32 changed = 0;
    return index.update(boxes.data(), changed);
  });
  fail_each_allocation<2>([&](auto& index) { return index.build(boxes.data(), 200); });
}

TEST(ScenePruner, PX20_merging_and_shifting_with_failed_allocations_change_nothing) {
  ScenePruner<3> other;
  fill(other, 100);
  ASSERT_TRUE(other.set_filter(1, {4, 5}).ok());
  fail_each_allocation<3>([&](auto& index) {
    Array<Id> ids;
    return index.merge(other, ids);
  });
  fail_each_allocation<3>([&](auto& index) { return index.shift_origin({{1, 2, 3}}); });
}

TEST(ScenePruner, PX18_byte_length_equals_the_allocated_size_in_every_state) {
  for (const u32 progress : kProgress) {
    forget_watched();
    {
      ScenePruner<3> index;
      {
        AllocationWatch watch;
        fill(index, progress);
      }
      EXPECT_EQ(index.byte_length(), watched_bytes()) << progress;
      {
        AllocationWatch watch;
        finish_rebuild(index);
        commit(index);
      }
      EXPECT_EQ(index.byte_length(), watched_bytes()) << progress;
    }
    EXPECT_EQ(watched_bytes(), 0u) << progress;
  }
}

}  // namespace
}  // namespace sapwood::test
