// How much work a step of a progressive build should do, so that the build takes a wanted number of
// steps: "peak shaving".
//
// The work of the next build is expected to be that of the last one, or items * floor(log2 items)
// where the last one was of another size (not within a factor of 2 of that estimate), plus a
// correction per item that grows by one when a build took more steps than wanted and shrinks when
// it took fewer.
// Source: the description of NVIDIA PhysX 3.4's dynamic pruner.
#pragma once

#include <bit>

#include "sapwood/base/types.hpp"

namespace sapwood::bulk_tree {

class PeakShaving {
 public:
  // Least hint: one step for the hierarchy.
  static constexpr u32 kMinSteps = 4;

  // Steps of a build that go into other things than the hierarchy.
  static constexpr u32 kOtherSteps = 3;

  // `hint` > kOtherSteps: steps wanted in all.
  explicit PeakShaving(u32 hint = 100) : steps_(hint - kOtherSteps) {}

  u32 wanted_steps() const { return steps_; }
  i64 feedback() const { return feedback_; }

  // Limit of work a step for a build over `count` items.
  u64 limit_for(u32 count) {
    const u64 log = count < 2 ? 0 : static_cast<u64>(std::bit_width(count)) - 1;
    const u64 estimate = log * count;
    const bool similar = last_work_ <= 2 * estimate && estimate <= 2 * last_work_;
    if (!similar) feedback_ = 0;
    const i64 work =
        static_cast<i64>(similar ? last_work_ : estimate) + feedback_ * static_cast<i64>(count);
    return 1 + (work > 0 ? static_cast<u64>(work) : 0) / steps_;
  }

  // After a build: its work, and the steps that it took.
  void note_build(u64 work, u32 steps) {
    last_work_ = work;
    feedback_ += steps > steps_ ? 1 : steps < steps_ ? -1 : 0;
  }

 private:
  u32 steps_;
  u64 last_work_ = 0;
  i64 feedback_ = 0;
};

// The steps of builds in the background, one build after the other: how much a step should do, and
// what the steps did.
class BuildPace {
 public:
  // `frames`: steps wanted in all; fewer than 4 mean 4.
  explicit BuildPace(u32 frames)
      : shaving_(frames < PeakShaving::kMinSteps ? PeakShaving::kMinSteps : frames) {}

  // A build over `count` items begins.
  void begin(u32 count) {
    limit_ = limit_for(shaving_, count);
    work_ = steps_ = 0;
    kept_ = true;
  }
  // Units that a step of the build that runs should do; at least 1.
  u32 limit() const { return limit_; }
  // The same for a build that is not begun yet.
  u32 limit_for(u32 count) const {
    PeakShaving next = shaving_;
    return limit_for(next, count);
  }

  // A step was given `limit` units and spent `work`. Steps of other limits tell what a build costs,
  // and nothing about the plan.
  void note_step(u32 limit, u64 work, bool done) {
    work_ += work;
    ++steps_;
    kept_ &= limit == limit_;
    if (done) shaving_.note_build(work_, kept_ ? steps_ : shaving_.wanted_steps());
  }

 private:
  static u32 limit_for(PeakShaving& shaving, u32 count) {
    const u64 limit = shaving.limit_for(count);
    return limit < kNone ? static_cast<u32>(limit) : kNone;
  }

  PeakShaving shaving_;
  u32 limit_ = 1;
  u64 work_ = 0;
  u32 steps_ = 0;
  bool kept_ = true;
};

}  // namespace sapwood::bulk_tree
