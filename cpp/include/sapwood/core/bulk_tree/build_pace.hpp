// Computes the work per step of a progressive build, so that the build takes a given number of
// steps ("peak shaving").
//
// The expected remaining work is divided evenly among the remaining steps. The builder corrects its
// estimate after each step, so the number of steps is right in the first build too. Source: the
// description of NVIDIA PhysX 3.4's dynamic pruner. PhysX instead derives one work limit from the
// previous build and uses it in all steps. It also reserves three steps for phases that this
// builder does not have.
#pragma once

#include <algorithm>
#include <bit>

#include "sapwood/base/types.hpp"

namespace sapwood::bulk_tree {

// Returns an approximation of log2(x): exact at powers of 2, linear in between, 0 for x < 1. Unlike
// std::log2, it has the same bits on every platform.
inline f64 rough_log2(f64 x) {
  if (!(x > 1)) return 0;
  const int whole = std::bit_width(static_cast<u64>(x)) - 1;
  return whole + (x / static_cast<f64>(u64{1} << whole) - 1);
}

class BuildPace {
 public:
  // `frames` is the intended number of steps, at least 1.
  explicit BuildPace(u32 frames) : frames_(frames) {}

  void begin() {
    work_ = 0;
    steps_ = 0;
  }
  void record_step(u64 work) {
    work_ += work;
    ++steps_;
  }

  // Returns the work limit of the next step, at least 1. `rest` is the expected remaining work of
  // the build. The limit is at most twice the average work per step. The last planned step gets
  // this maximum, so that a small estimation error does not require an additional step.
  u32 limit(u64 rest) const {
    const u64 most = 2 * divide_up(work_ + rest, frames_);
    const u64 share = steps_ + 1 < frames_ && rest > 0 ? divide_up(rest, frames_ - steps_) : most;
    return static_cast<u32>(std::clamp<u64>(std::min(share, most), 1, kNone - 1));
  }

 private:
  static u64 divide_up(u64 value, u32 by) { return (value + by - 1) / by; }

  u32 frames_;
  u32 steps_ = 0;
  u64 work_ = 0;
};

}  // namespace sapwood::bulk_tree
