// Times trials alternately, so that load of the machine affects all of them. The order of each
// round is random with a fixed seed.
//
// A sample is a number of calls that take about `sample_ms`. Its result is the time per call.
#pragma once

#include <span>
#include <vector>

#include "contender.hpp"

namespace sapwood::bench {

struct Plan {
  int rounds;
  double sample_ms;
  double warm_up_ms;  // minimum time of each trial before the measurement
  double budget_ms;   // maximum time of a trial; a slower trial has fewer rounds, at least 3
  double slowest_ms;  // maximum time of the first call; see Subject::may_be_skipped
};

// Trial to measure. If `may_be_skipped` is false, it is measured even if its first call is slow,
// because other trials are compared with it.
struct Subject {
  Trial* trial;
  bool may_be_skipped;
};

// Nanoseconds per call of each sample; empty if the first call took too long.
struct Samples {
  u32 calls = 0;  // number of calls in a sample
  std::vector<double> cpu;
  std::vector<double> wall;
};

std::vector<Samples> sample_in_turns(std::span<const Subject> subjects, const Plan& plan,
                                     Results& results);

}  // namespace sapwood::bench
