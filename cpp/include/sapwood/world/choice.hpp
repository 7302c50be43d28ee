// Which structure the moving bodies of a world lie in: given, or found out by trying.
//
// Now and then a step is searched a second time, by an index of another kind that is made for it;
// it takes over when it had clearly less to do. Work is counted, never timed, so that worlds that
// are fed alike choose alike; and what is found does not depend on the choice.
#pragma once

#include "sapwood/core/stats.hpp"

namespace sapwood::world {

// A kind of broad phase, and what its work is worth, in about nanoseconds.
struct Candidate {
  u32 kind;
  f32 item;   // for each moving body: to move it, and what its search does not count
  f32 visit;  // of a node
  f32 test;   // of an item, or a pair of them
};

// What a world stands on. One candidate is what was asked for; more are tried.
struct Setup {
  static constexpr u32 kMax = 3;

  Candidate candidates[kMax];
  u32 count;
  u32 resting;         // kind, for bodies at rest
  u32 budget = kNone;  // bodies that a step may move from one index to another
};

class Choice {
 public:
  explicit Choice(const Setup& setup = {}) : setup_(setup) {}

  u32 budget() const { return setup_.budget; }
  const Candidate& current() const { return setup_.candidates[current_]; }

  // Counts a search of so many moving bodies; whether it is time to try another kind on them.
  bool note(u32 bodies) {
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
  // Whether the kind that was tried is so much better that it takes over.
  bool is_better(u32 bodies, const QueryCounters& work, const QueryCounters& work_tried) const {
    return cost(tried(), bodies, work_tried) < kBetter * cost(current(), bodies, work);
  }
  // It has taken over: soon the others are tried against it.
  void take() {
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
