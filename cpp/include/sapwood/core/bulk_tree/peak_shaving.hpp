// "Peak shaving": computes the work per step of a progressive build, so that the build takes a
// given number of steps.
//
// The expected work of the next build is that of the last build if that is within a factor of 2 of
// items * floor(log2 items), otherwise that estimate. A correction per item is added. It grows by
// one after a build that took more steps than intended and shrinks by one after a build that took
// fewer. Source: the description of NVIDIA PhysX 3.4's dynamic pruner.
#pragma once

#include <bit>

#include "sapwood/base/types.hpp"

namespace sapwood::bulk_tree {

class PeakShaving {
 public:
  // Minimum hint: one step for the hierarchy.
  static constexpr u32 kMinSteps = 4;

  // Steps of a build that are not spent on the hierarchy.
  static constexpr u32 kOtherSteps = 3;

  // `hint` is the intended total number of steps, > kOtherSteps.
  explicit PeakShaving(u32 hint = 100) : steps_(hint - kOtherSteps) {}

  u32 wanted_steps() const { return steps_; }
  i64 feedback() const { return feedback_; }

  // Returns the maximum work per step of a build over `count` items.
  u64 limit_for(u32 count) {
    const u64 log = count < 2 ? 0 : static_cast<u64>(std::bit_width(count)) - 1;
    const u64 estimate = log * count;
    const bool similar = last_work_ <= 2 * estimate && estimate <= 2 * last_work_;
    if (!similar) feedback_ = 0;
    const i64 work =
        static_cast<i64>(similar ? last_work_ : estimate) + feedback_ * static_cast<i64>(count);
    return 1 + (work > 0 ? static_cast<u64>(work) : 0) / steps_;
  }

  // Records the work and the number of steps of a finished build.
  void note_build(u64 work, u32 steps) {
    last_work_ = work;
    feedback_ += steps > steps_ ? 1 : steps < steps_ ? -1 : 0;
  }

 private:
  u32 steps_;
  u64 last_work_ = 0;
  i64 feedback_ = 0;
};

// Steps of consecutive background builds: the work per step, and the work done so far.
class BuildPace {
 public:
  // `frames` is the intended total number of steps. Values below 4 count as 4.
  explicit BuildPace(u32 frames)
      : shaving_(frames < PeakShaving::kMinSteps ? PeakShaving::kMinSteps : frames) {}

  // Starts a build over `count` items.
  void begin(u32 count) {
    limit_ = limit_for(shaving_, count);
    work_ = steps_ = 0;
    kept_ = true;
  }
  // Returns the work units for a step of the current build; at least 1.
  u32 limit() const { return limit_; }
  // Returns the same for a build that has not started.
  u32 limit_for(u32 count) const {
    PeakShaving next = shaving_;
    return limit_for(next, count);
  }

  // Records a step with a limit of `limit` units that did `work` units. If a step had another
  // limit, only the work of the build is used, not its number of steps.
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
