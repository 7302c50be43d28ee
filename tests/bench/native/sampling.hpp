// Timing trials against each other: samples in turns, so that a busy moment of the machine meets
// all of them; the order of each round is drawn anew from a fixed seed.
//
// A sample is as many calls as take about `sample_ms`; what is kept is its time per call.
#pragma once

#include <span>
#include <vector>

#include "contender.hpp"

namespace sapwood::bench {

struct Plan {
  int rounds;
  double sample_ms;
  double warm_up_ms;  // each trial runs at least so long before it is measured
  double budget_ms;   // rounds are left out when they would take a trial longer, down to 3
  double slowest_ms;  // a trial whose first call takes longer is not measured, if it may be left
};

// A trial of a round of sampling. What all others are compared with is measured however slow it is.
struct Subject {
  Trial* trial;
  bool may_be_left;
};

// Nanoseconds per call, one for each sample; none when the first call took too long.
struct Samples {
  u32 calls = 0;  // in one sample
  std::vector<double> cpu;
  std::vector<double> wall;
};

// One for each subject, in their order.
std::vector<Samples> sample_in_turns(std::span<const Subject> subjects, const Plan& plan,
                                     Answers& answers);

}  // namespace sapwood::bench
