// Worlds with failed allocations, forged snapshots and invalid bounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "conformance/world_suite.hpp"
#include "support/allocations.hpp"
#include "support/volume.hpp"

namespace sapwood::test {
namespace {

// A world in the middle of a frame, and its model. Some bodies have filters, some are asleep, and
// one was removed.
class FrameInProgress {
 public:
  explicit FrameInProgress(const char* structure) {
    const u32 kind = kind_of<2>(structure);
    EXPECT_TRUE(world.start(world_on(kind, kind)));
    for (u32 i = 0; i < 60; ++i) add(i);
    step();
    for (Id id = 0; id < 60; id += 5) world.set_asleep(id, true);
    step();
    for (Id id = 1; id < 60; id += 4) {
      model.body(id).box.max[0] += 1.5f;
      world.move(id, model.body(id).box);
    }
    world.remove(7);
    model.remove(7);
    for (u32 i = 60; i < 140; ++i) add(i);
    EXPECT_EQ(world.apply_bounds(), kNone);
  }
  void step() {
    EXPECT_EQ(world.apply_bounds(), kNone);
    EXPECT_TRUE(world.step());
    model.step();
  }
  std::vector<u64> pairs() const {
    std::vector<u64> keys;
    for (const IdPair& pair : world.pairs()) keys.push_back(u64{pair.a} << 32 | pair.b);
    return keys;
  }

  SubjectWorld<2> world;
  WorldModel<2> model;

 private:
  void add(u32 i) {
    const f32 x = static_cast<f32>(i * 7 % 23);
    const f32 y = static_cast<f32>(i * 5 % 13);
    const Filter filter{i % 6 == 0 ? 2u : 1u, i % 9 == 0 ? 1u : kNone};
    const auto layer = i % 3 == 0 ? world::Layer::kStatic : world::Layer::kDynamic;
    const Aabb<2> box{{x, y}, {x + 1, y + 1}};
    EXPECT_EQ(world.add(box, filter, layer), model.add(box, filter, layer));
  }
};

// Runs an operation with 0, 1, 2, ... allowed allocations until none fails. After each failure the
// pairs must be unchanged, and the repeated operation must succeed.
template <class Operation>
void fail_allocations(const char* structure, Operation&& operation) {
  u32 failures = 0;
  for (u32 skip = 0;; ++skip) {
    FrameInProgress frame(structure);
    const std::vector<u64> before = frame.pairs();
    bool done = false;
    bool triggered = false;
    {
      const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
      done = operation(frame);
      triggered = failing.triggered();
    }
    if (!done) {
      ++failures;
      ASSERT_TRUE(triggered);
      ASSERT_EQ(frame.pairs(), before);
    }
    ASSERT_TRUE(done || operation(frame)) << "after failed allocation " << skip;
    frame.step();
    ASSERT_EQ(frame.pairs(), frame.model.pairs()) << "after failed allocation " << skip;
    if (!triggered) break;
  }
  EXPECT_GT(failures, 0u);
}

TEST(WorldLimits, If_allocation_fails_a_step_does_nothing_and_succeeds_later) {
  for (const char* structure : {"sweep-and-prune", "dynamic-tree", "wide-tree"}) {
    fail_allocations(structure, [](FrameInProgress& frame) { return frame.world.step(); });
  }
}

TEST(WorldLimits, If_allocation_fails_a_query_finds_nothing_and_changes_nothing) {
  fail_allocations("dynamic-tree", [](FrameInProgress& frame) {
    Array<Id> found;
    return frame.world.query_box({{0, 0}, {20, 20}}, {}, found);
  });
  fail_allocations("sweep-and-prune", [](FrameInProgress& frame) {
    Array<KeyedId> hits;
    return frame.world.nearest({{3, 3}}, {9, HUGE_VALF}, {}, hits);
  });
}

TEST(WorldLimits, If_allocation_fails_a_snapshot_is_neither_written_nor_read) {
  Array<u8> kept;
  ASSERT_TRUE(FrameInProgress("dynamic-tree").world.save(kept));
  fail_allocations("dynamic-tree", [&](FrameInProgress& frame) {
    Array<u8> bytes;
    return frame.world.save(bytes) && bytes.size() == kept.size();
  });
  fail_allocations("dynamic-tree", [&](FrameInProgress& frame) {
    const StatusCode code = frame.world.load(kept.data(), kept.size());
    EXPECT_TRUE(code == StatusCode::kOk || code == StatusCode::kOutOfMemory);
    Array<Id> replaced_ids;
    return code == StatusCode::kOk && frame.world.adopt(replaced_ids);
  });
}

TEST(WorldLimits, If_allocation_fails_no_body_is_added) {
  FrameInProgress frame("dynamic-tree");
  u32 failures = 0;
  for (u32 i = 0; i < 400; ++i) {
    const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
    const u32 size = frame.world.size();
    const Id id = frame.world.add({{0, 0}, {1, 1}}, Filter{}, world::Layer::kSensor);
    failures += id == kNone ? 1 : 0;
    ASSERT_EQ(frame.world.size(), size + (id == kNone ? 0 : 1));
  }
  EXPECT_GT(failures, 0u);
}

void correct_checksum(u8* bytes, size_t length) {
  SerialHeader header;
  std::memcpy(&header, bytes, sizeof(header));
  header.checksum = checksum(bytes + sizeof(header), length - sizeof(header));
  std::memcpy(bytes, &header, sizeof(header));
}

TEST(WorldLimits, Forged_snapshots_are_rejected_or_usable) {
  Array<u8> kept;
  FrameInProgress frame("sweep-and-prune");
  ASSERT_TRUE(frame.world.save(kept));
  Random random(11);
  u32 rejected = 0;
  const u32 tries = volume(1500);
  for (u32 i = 0; i < tries; ++i) {
    std::vector<u8> bytes(kept.begin(), kept.end());
    for (u32 words = 1 + random.below(2); words > 0; --words) {
      const size_t payload = bytes.size() - sizeof(SerialHeader);
      const size_t at = sizeof(SerialHeader) + random.below(static_cast<u32>(payload));
      bytes[at] = static_cast<u8>(random.below(256));
    }
    correct_checksum(bytes.data(), bytes.size());
    const StatusCode code = frame.world.load(bytes.data(), bytes.size());
    rejected += code == StatusCode::kOk ? 0 : 1;
    ASSERT_TRUE(code == StatusCode::kOk || code == StatusCode::kBadData);
    Array<Id> replaced_ids;
    ASSERT_TRUE(code != StatusCode::kOk || frame.world.adopt(replaced_ids));
    ASSERT_EQ(frame.world.apply_bounds(), kNone);
    ASSERT_TRUE(frame.world.step());
  }
  EXPECT_GT(rejected, tries / 10);
  EXPECT_LT(rejected, tries);
}

TEST(WorldLimits, A_snapshot_with_more_bytes_than_pairs_is_bad_data) {
  FrameInProgress frame("dynamic-tree");
  Array<u8> bytes;
  ASSERT_TRUE(frame.world.save(bytes));
  SnapshotPrelude prelude;
  u8* const payload = bytes.data() + sizeof(SerialHeader);
  std::memcpy(&prelude, payload, sizeof(prelude));
  ASSERT_GT(prelude.pairs, 0u);
  --prelude.pairs;
  std::memcpy(payload, &prelude, sizeof(prelude));
  correct_checksum(bytes.data(), bytes.size());
  EXPECT_EQ(frame.world.load(bytes.data(), bytes.size()), StatusCode::kBadData);
}

TEST(WorldLimits, A_snapshot_with_an_invalid_box_is_bad_data) {
  FrameInProgress frame("dynamic-tree");
  Array<u8> bytes;
  ASSERT_TRUE(frame.world.save(bytes));
  const Aabb<2> box = frame.world.bodies().box(3);
  Aabb<2> turned = box;
  std::swap(turned.min, turned.max);
  std::array<u8, sizeof(box)> pattern;
  std::memcpy(pattern.data(), &box, sizeof(box));
  u8* const found = std::search(bytes.begin(), bytes.end(), pattern.begin(), pattern.end());
  ASSERT_NE(found, bytes.end());
  std::memcpy(found, &turned, sizeof(turned));
  correct_checksum(bytes.data(), bytes.size());
  EXPECT_EQ(frame.world.load(bytes.data(), bytes.size()), StatusCode::kBadData);
}

TEST(WorldLimits, A_snapshot_of_another_dimension_is_bad_data) {
  SubjectWorld<3> solid;
  ASSERT_TRUE(solid.start(world_on(kind_of<3>("dynamic-tree"), kind_of<3>("dynamic-tree"))));
  Array<u8> bytes;
  ASSERT_TRUE(solid.save(bytes));
  FrameInProgress frame("dynamic-tree");
  EXPECT_EQ(frame.world.load(bytes.data(), bytes.size()), StatusCode::kBadData);
  EXPECT_EQ(frame.world.load(bytes.data(), bytes.size() - 1), StatusCode::kBadData);
  EXPECT_EQ(frame.world.load(nullptr, 0), StatusCode::kBadData);
  frame.step();
  EXPECT_EQ(frame.pairs(), frame.model.pairs());
}

TEST(WorldLimits, Invalid_bounds_are_reported_and_nothing_is_applied) {
  FrameInProgress frame("dynamic-tree");
  for (const Id id : {Id{3}, Id{4}}) {
    frame.world.bounds()[id].max[1] = id == 4 ? -1e9f : 9.0f;
    frame.world.touch(id);
  }
  EXPECT_EQ(frame.world.apply_bounds(), 4u);
  EXPECT_EQ(frame.world.bodies().box(3), frame.model.body(3).box);
  frame.world.remove(4);  // bounds written for a removed body are ignored
  frame.world.bounds()[4].min[0] = HUGE_VALF;
  EXPECT_EQ(frame.world.apply_bounds(), kNone);
  EXPECT_EQ(frame.world.bodies().box(3).max[1], 9.0f);
}

TEST(WorldLimits, A_shift_out_of_range_changes_nothing) {
  FrameInProgress frame("dynamic-tree");
  const Id far = frame.world.add({{9e17f, 0}, {9e17f, 1}}, Filter{}, world::Layer::kDynamic);
  EXPECT_FALSE(frame.world.shift_origin({{-5e17f, 0}}));
  EXPECT_EQ(frame.world.bodies().box(3), frame.model.body(3).box);
  EXPECT_EQ(frame.world.bodies().box(far).min[0], 9e17f);
}

// Both bodies are at rest, but the step after the shift must find the overlap that rounding causes.
TEST(WorldLimits, A_shift_that_rounds_boxes_together_begins_their_pair) {
  SubjectWorld<2> world;
  const u32 kind = kind_of<2>("dynamic-tree");
  ASSERT_TRUE(world.start(world_on(kind, kind)));
  const Id sleeper = world.add({{0, 0}, {1, 1}}, Filter{}, world::Layer::kDynamic);
  const Aabb<2> beside{{1 + 0x1p-20f, 0}, {2, 1}};
  const Id wall = world.add(beside, Filter{}, world::Layer::kStatic);
  world.set_asleep(sleeper, true);
  for (u32 frame = 0; frame < 2; ++frame) {
    ASSERT_EQ(world.apply_bounds(), kNone);
    ASSERT_TRUE(world.step());
    ASSERT_TRUE(world.pairs().empty());
  }
  ASSERT_TRUE(world.shift_origin({{-4096, 0}}));
  ASSERT_TRUE(world.step());
  ASSERT_EQ(world.begins().size(), 1u);
  EXPECT_EQ(world.begins()[0].a, sleeper);
  EXPECT_EQ(world.begins()[0].b, wall);
}

// A step searches pairs only for bodies that moved, so without motion it needs no tests.
TEST(WorldLimits, Bodies_at_rest_need_no_tests) {
  FrameInProgress frame("dynamic-tree");
  for (Id id = 0; id < 140; ++id) {
    if (frame.model.has(id)) frame.world.set_asleep(id, true);
  }
  frame.step();
  frame.step();
  EXPECT_EQ(frame.world.counters().item_tests, 0u);
  // a body with unchanged bounds stays asleep
  for (const Id id : frame.model.ids()) frame.world.touch(id);
  frame.step();
  EXPECT_EQ(frame.world.counters().node_visits, 0u);
  EXPECT_TRUE(frame.world.bodies().any(2, world::kAsleep));
  frame.model.body(2).box.max[0] += 0.25f;
  frame.world.move(2, frame.model.body(2).box);
  frame.step();
  EXPECT_EQ(frame.pairs(), frame.model.pairs());
  EXPECT_LT(frame.world.counters().item_tests, 12u);
  EXPECT_FALSE(frame.world.bodies().any(2, world::kAsleep));
}

TEST(WorldLimits, A_budget_limits_the_bodies_that_go_to_rest_in_a_step) {
  SubjectWorld<2> world;
  const u32 kind = kind_of<2>("dynamic-tree");
  ASSERT_TRUE(world.start(world_on(kind, kind, 3)));
  for (u32 i = 0; i < 30; ++i) {
    const f32 x = static_cast<f32>(i);
    world.add({{x, 0}, {x + 1, 1}}, Filter{}, world::Layer::kDynamic);
  }
  const Id mover = world.add({{0, 50}, {1, 51}}, Filter{}, world::Layer::kDynamic);
  u64 last_tests = kNone;
  for (u32 frame = 0; frame < 12; ++frame) {
    world.move(mover, {{static_cast<f32>(frame), 50}, {20, 51}});
    ASSERT_EQ(world.apply_bounds(), kNone);
    ASSERT_TRUE(world.step());
    ASSERT_EQ(world.pairs().size(), 29u);
    const u64 tests = world.counters().item_tests;
    if (frame == 1) {
      EXPECT_GT(tests, 20u);
    }
    EXPECT_LE(tests, last_tests);
    last_tests = tests;
    for (Id id = 0; id < 30 && frame == 0; ++id) world.set_asleep(id, true);
  }
  EXPECT_EQ(last_tests, 0u);
}

TEST(WorldLimits, Reserved_bodies_do_not_move_the_bounds) {
  SubjectWorld<2> world;
  const u32 kind = kind_of<2>("dynamic-tree");
  ASSERT_TRUE(world.start(world_on(kind, kind)));
  ASSERT_TRUE(world.reserve(500));
  EXPECT_EQ(world.size(), 0u);
  EXPECT_EQ(world.bodies().end(), 0u);
  const auto* bounds = world.bounds();
  for (u32 i = 0; i < 500; ++i) {
    ASSERT_EQ(world.add({{0, 0}, {1, 1}}, Filter{}, world::Layer::kDynamic), i);
    ASSERT_EQ(world.bounds(), bounds);
  }
  ASSERT_TRUE(world.step());
  EXPECT_EQ(world.pairs().size(), 500u * 499 / 2);
}

}  // namespace
}  // namespace sapwood::test
