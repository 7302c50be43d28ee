// Scene definitions: data of tests/scenes/*.json, which scripts/embed-scenes.mjs writes as C++.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapwood::test {

// Name and parameters of a distribution or a motion. Its implementation documents the parameters.
struct Recipe {
  std::string kind;
  std::vector<std::pair<std::string, double>> numbers;
};

struct PairGolden {
  std::uint64_t pairs = 0;
  std::string pairs_hash;  // independent of order; empty if another program published only a count

  friend bool operator==(const PairGolden&, const PairGolden&) = default;
};

struct QueryGolden {
  std::string kind;  // as in the scene files: box, point, ...
  std::uint64_t results = 0;
  std::string hash;  // see ResultHash

  friend bool operator==(const QueryGolden&, const QueryGolden&) = default;
};

struct QueriesGolden {
  int count = 0;
  std::uint32_t seed = 0;  // 0 for the native-library queries, which have fixed seeds
  std::vector<QueryGolden> kinds;
};

struct MotionGolden {
  std::string boxes;
  PairGolden pairs;
};

struct SceneGolden {
  std::string boxes;  // boxes_hash of the flat boxes
  PairGolden pairs;
  std::optional<QueriesGolden> queries;
  std::optional<QueriesGolden> peer_queries;
  std::optional<MotionGolden> motion;
};

struct SceneDefinition {
  std::string id;
  std::string title;
  std::string group;  // name of its file: conformance, moving, peers or published
  int dimensions = 0;
  int count = 0;
  std::uint32_t seed = 0;
  Recipe distribution;
  std::optional<Recipe> motion;
  int frames = 0;     // steps after which the goldens of the motion hold; 0 without a motion
  bool slow = false;  // too large for every test run
  std::optional<PairGolden> published_boxes;   // pairs found by other programs
  std::optional<PairGolden> published_motion;  // such pairs after `frames` steps
  SceneGolden golden;
};

// Returns all scenes of tests/scenes in file order.
const std::vector<SceneDefinition>& scene_definitions();

// Exits the program for an unknown id.
const SceneDefinition& scene_definition(std::string_view id);

// Returns the text of a .csv file of tests/scenes. Exits the program for an unknown name.
std::string_view scene_table(std::string_view name);

[[noreturn]] void fail_scene(const std::string& message);

}  // namespace sapwood::test
