// Selection of the structure that contains the moving bodies of a world: fixed, or by trials.
//
// From time to time, the pairs of a step are also searched with an index of another kind of
// structure. That kind becomes the current kind if it required clearly less work. Work is counted,
// not timed, so worlds with the same input select the same kind. Results do not depend on the
// selection.
#pragma once

#include "sapwood/core/stats.hpp"

namespace sapwood::world {

// Kind of broad phase, and the cost of its work in approximate nanoseconds.
struct Candidate {
  u32 kind;
  f32 item;   // per moving body: its update, and search work that is not counted
  f32 visit;  // per node visit
  f32 test;   // per test of an item, or of a pair
};

// Kinds of broad phase that a world may use. A single candidate is always used. If there are
// several candidates, the best one is found by trials.
struct Setup {
  static constexpr u32 kMax = 3;

  Candidate candidates[kMax];
  u32 count;
  u32 resting;         // kind for bodies at rest
  u32 budget = kNone;  // bodies that a step may move between indices
};

class BroadPhaseSelector {
 public:
  explicit BroadPhaseSelector(const Setup& setup = {}) : setup_(setup) {}

  u32 budget() const { return setup_.budget; }
  const Candidate& current() const { return setup_.candidates[current_]; }

  // Counts a search over `bodies` moving bodies. Returns true if it is time to try another kind.
  bool record_search(u32 bodies) {
    if (setup_.count < 2 || ++searches_ < next_trial_ || bodies > setup_.budget) return false;
    tried_ = (tried_ + 1) % setup_.count;
    if (tried_ == current_) tried_ = (tried_ + 1) % setup_.count;
    const u32 wait = searches_ < kMaxWait ? searches_ : kMaxWait;
    next_trial_ = searches_ + wait;
    return true;
  }
  const Candidate& tried() const { return setup_.candidates[tried_]; }
  static f64 cost(const Candidate& candidate, u32 bodies, const QueryCounters& work) {
    return static_cast<f64>(candidate.item) * bodies +
           static_cast<f64>(candidate.visit) * static_cast<f64>(work.node_visits) +
           static_cast<f64>(candidate.test) * static_cast<f64>(work.item_tests);
  }
  // Returns true if the kind that was tried is clearly better than the current kind.
  bool is_better(u32 bodies, const QueryCounters& work, const QueryCounters& work_tried) const {
    return cost(tried(), bodies, work_tried) < kBetter * cost(current(), bodies, work);
  }
  // Makes the tried kind the current kind. The next trial follows soon.
  void adopt_tried() {
    current_ = tried_;
    searches_ = 0;
    next_trial_ = kFirstTrial;
  }

 private:
  static constexpr u32 kFirstTrial = 8;
  static constexpr u32 kMaxWait = 512;
  static constexpr f64 kBetter = 0.8;

  Setup setup_;
  u32 current_ = 0;
  u32 tried_ = 0;
  u32 searches_ = 0;
  u32 next_trial_ = kFirstTrial;
};

}  // namespace sapwood::world
