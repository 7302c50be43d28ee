#include "expectations.hpp"

#include "support/scene_goldens.hpp"

namespace sapwood::bench {
namespace {

// Returns the hash of the first `count` results, computed like the hashes of the goldens. Returns
// "incomplete" if there are fewer results.
std::string hash_results(Phase phase, const Results& found, u32 count) {
  const u32 stride = phase == Phase::kRays ? 1 : kNeighbors;
  const bool boxes = phase == Phase::kSmallBoxes || phase == Phase::kLargeBoxes;
  const size_t offset_count = boxes ? found.offsets.size() : found.ids.size() / stride + 1;
  if (offset_count < size_t{count} + 1) return "incomplete";
  test::ResultHash hash;
  for (size_t i = 0; i < count; ++i) {
    if (boxes) {
      hash.add_set(found.range(found.offsets[i], found.offsets[i + 1]));
    } else if (phase == Phase::kRays) {
      hash.add_id(found.ids[i]);
    } else {
      hash.add_sequence(found.range(i * stride, (i + 1) * stride));
    }
  }
  return hash.hex();
}

// Returns the name that the scene files use for the queries of the phase. Returns an empty string
// if the files have no results of these queries.
std::string golden_kind(Phase phase) {
  switch (phase) {
    case Phase::kSmallBoxes:
      return "smallBox";
    case Phase::kLargeBoxes:
      return "largeBox";
    case Phase::kRays:
      return "ray";
    case Phase::kNearestBoxes:
      return "nearest";
    default:
      return "";
  }
}

std::string queries_text(u32 count) { return std::to_string(count) + " queries"; }

bool same_walk(const test::SceneDefinition& scene, const Workload& work) {
  const bool walks = scene.motion && scene.motion->kind == walk().kind &&
                     scene.motion->numbers == walk().numbers && scene.golden.motion;
  return walks && scene.golden.boxes == work.definition->golden.boxes &&
         scene.frames + 1 == static_cast<int>(work.frames.size());
}

}  // namespace

Check Expectations::check_boxes() const {
  return {"golden", "boxes", test::boxes_hash(work_.scene.boxes), work_.definition->golden.boxes};
}

const Expectations::Pairs& Expectations::pairs_of(bool moved) {
  if (const auto known = pairs_.find(moved); known != pairs_.end()) return known->second;
  if (!moved) return pairs_[moved] = {"golden", work_.definition->golden.pairs};
  for (const test::SceneDefinition& scene : test::scene_definitions()) {
    if (same_walk(scene, work_)) return pairs_[moved] = {"golden", scene.golden.motion->pairs};
  }
  const test::BoxSet last{work_.dimensions(), work_.frames.back()};
  return pairs_[moved] = {"oracle", test::pair_golden(last)};
}

const std::string& Expectations::expected_hash(Phase phase) {
  if (const auto known = query_hashes_.find(phase); known != query_hashes_.end())
    return known->second;
  Results results;
  brute_force_.prepare(work_, phase)->run(0, results);
  return query_hashes_[phase] = hash_results(phase, results, kQueries);
}

std::vector<Check> Expectations::check(Phase phase, const Results& found) {
  if (is_pair_phase(phase)) {
    const Pairs& expected = pairs_of(moves(phase));
    const auto ids = found.range(0, found.ids.size());
    const auto count = std::to_string(ids.size() / 2);
    return {{expected.against, "pairs", test::pairs_hash(ids), expected.golden.pairs_hash},
            {expected.against, "number of pairs", count, std::to_string(expected.golden.pairs)}};
  }
  std::vector<Check> checks{{"brute-force", "results of " + queries_text(kQueries),
                             hash_results(phase, found, kQueries), expected_hash(phase)}};
  const auto& golden = work_.definition->golden.peer_queries;
  if (!golden) return checks;
  for (const test::QueryGolden& kind : golden->kinds) {
    if (kind.kind != golden_kind(phase)) continue;
    const auto first = static_cast<u32>(golden->count);
    checks.push_back({"golden", "results of the first " + queries_text(first),
                      hash_results(phase, found, first), kind.hash});
  }
  return checks;
}

}  // namespace sapwood::bench
