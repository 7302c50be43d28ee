// Who is measured, and in what. A structure of ours or a library offers a trial for each phase that
// it can do; everything a trial needs is prepared before the clock runs.
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

// The boxes change from call to call.
constexpr bool moves(Phase phase) { return phase == Phase::kRefit || phase == Phase::kFrame; }
// The answer is pairs of the content, not answers to queries.
constexpr bool about_content(Phase phase) {
  return moves(phase) || phase == Phase::kPairs || phase == Phase::kBuild;
}

// The queries of a phase that asks some.
const test::Queries& queries_of(const Workload& work, Phase phase);

class Trial {
 public:
  virtual ~Trial() = default;
  // What the clock sees. Calls are counted from 0; where boxes move they are those of
  // Workload::frame(call). Writes into an empty list.
  virtual void run(u32 call, Answers& out) = 0;
  // All pairs of what the last run() left, where run() itself answers nothing.
  virtual void confirm(Answers&) {}
};

struct Contender {
  std::string id;
  std::vector<std::pair<std::string, std::string>> options;  // those that differ from the defaults
  bool is_peer = false;
  // Null where the contender has no such thing. The workload outlives the trial.
  std::function<std::unique_ptr<Trial>(const Workload&, Phase)> prepare;
};

// "sort-and-sweep mode=kept"
std::string label_of(const Contender& contender);

}  // namespace sapwood::bench
