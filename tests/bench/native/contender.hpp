// Contenders and phases. A structure or library has a trial for each phase that it supports.
// Everything that a trial needs is prepared before the measurement.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "workload.hpp"

namespace sapwood::bench {

enum class Phase {
  kPairs,          // a new index, all its pairs
  kBuild,          // new content of an index that had content
  kRefit,          // every box has moved; the hierarchy is kept
  kFrame,          // every box has moved, then all pairs
  kSmallBoxes,     // box queries
  kLargeBoxes,     // the same with about a hundred hits each
  kRays,           // closest hits
  kNearestBoxes,   // nearest boxes
  kNearestPoints,  // nearest points: the boxes' centers
};

struct PhaseInfo {
  Phase phase;
  const char* id;
  const char* operation;  // what times are per
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

// Returns whether the boxes change between calls.
constexpr bool moves(Phase phase) { return phase == Phase::kRefit || phase == Phase::kFrame; }
// Returns whether results are pairs of the content instead of results of queries.
constexpr bool about_content(Phase phase) {
  return moves(phase) || phase == Phase::kPairs || phase == Phase::kBuild;
}

// Returns the queries of a query phase.
const test::Queries& queries_of(const Workload& work, Phase phase);

class Trial {
 public:
  virtual ~Trial() = default;
  // Measured call. Calls are numbered from 0; moving boxes are those of Workload::frame(call).
  // Writes to an empty list.
  virtual void run(u32 call, Answers& out) = 0;
  // Writes all pairs of the content after the last run(), if run() has no results.
  virtual void confirm(Answers&) {}
};

struct Contender {
  std::string id;
  std::vector<std::pair<std::string, std::string>> options;  // different from the defaults
  bool is_peer = false;
  // Returns null if the contender does not support the phase. The workload outlives the trial.
  std::function<std::unique_ptr<Trial>(const Workload&, Phase)> prepare;
};

// "sort-and-sweep mode=kept"
std::string label_of(const Contender& contender);

}  // namespace sapwood::bench
