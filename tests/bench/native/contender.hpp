// Contenders (structures and libraries) and phases. A trial runs one phase with one contender.
// Everything that a trial needs is prepared before the measurement.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "results.hpp"
#include "workload.hpp"

namespace sapwood::bench {

enum class Phase {
  kPairs,          // a new index is built, then all pairs are found
  kBuild,          // an index that had boxes is built again
  kRefit,          // every box has moved; the index keeps its hierarchy and refits its boxes
  kFrame,          // every box has moved; the index is updated, then all pairs are found
  kSmallBoxes,     // box queries of half size 1
  kLargeBoxes,     // box queries with about a hundred hits each
  kRays,           // closest hits of rays
  kNearestBoxes,   // nearest boxes of points
  kNearestPoints,  // nearest box centers of points
};

struct PhaseInfo {
  Phase phase;
  const char* id;
  const char* operation;  // times are per operation, such as "box"
};

inline constexpr PhaseInfo kPhases[] = {
    {Phase::kPairs, "all-pairs", "box"},
    {Phase::kBuild, "build", "box"},
    {Phase::kRefit, "refit", "box"},
    {Phase::kFrame, "frame", "box"},
    {Phase::kSmallBoxes, "query-boxes", "query"},
    {Phase::kLargeBoxes, "query-boxes-large", "query"},
    {Phase::kRays, "raycasts", "ray"},
    {Phase::kNearestBoxes, "nearest-boxes", "point"},
    {Phase::kNearestPoints, "nearest-points", "point"},
};

constexpr bool moves(Phase phase) { return phase == Phase::kRefit || phase == Phase::kFrame; }
// Returns whether the results of a phase are the pairs of all boxes. In other phases, they are
// results of queries.
constexpr bool is_pair_phase(Phase phase) {
  return moves(phase) || phase == Phase::kPairs || phase == Phase::kBuild;
}

const test::Queries& queries_of(const Workload& work, Phase phase);

class Trial {
 public:
  virtual ~Trial() = default;
  // Runs the measured call. Calls are numbered from 0. If the boxes of the phase move, the call
  // uses the boxes Workload::frame(call). The list `out` is empty before the call.
  virtual void run(u32 call, Results& out) = 0;
  // Writes all pairs of the current boxes, if run() writes no results.
  virtual void confirm(Results&) {}
};

struct Contender {
  std::string id;
  std::vector<std::pair<std::string, std::string>> options;  // non-default options
  bool is_peer = false;
  // Returns null if the contender does not support the phase. The workload outlives the trial.
  std::function<std::unique_ptr<Trial>(const Workload&, Phase)> prepare;
};

// Returns a label such as "sort-and-sweep mode=kept".
std::string label_of(const Contender& contender);

}  // namespace sapwood::bench
