// A scene of tests/scenes with everything that is asked of it, the same bits for every contender.
//
// Boxes, walk and queries are those that the native libraries were first measured with: see
// tests/cpp/support/scene_distributions.hpp and scene_motions.hpp. The goldens of
// tests/scenes/peers.json hold for them.
#pragma once

#include <vector>

#include "support/scene_queries.hpp"
#include "support/scenes.hpp"

namespace sapwood::bench {

inline constexpr std::uint32_t kQueries = 10'000;
inline constexpr std::uint32_t kNeighbors = 8;

struct Workload {
  const test::SceneDefinition* definition;
  test::Scene scene;
  std::vector<float> centers;              // boxes without extent, for libraries of points
  std::vector<std::vector<float>> frames;  // boxes before the walk and after each of its steps
  test::Queries small_boxes;
  test::Queries large_boxes;
  test::Queries rays;
  test::Queries nearest_points;

  int dimensions() const { return scene.dimensions; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(scene.count); }
  // Forward through the walk, then backward, so that each step is one of the walk's own.
  const std::vector<float>& frame(std::uint32_t call) const;
};

// All boxes walk; one stream of seed 777, a tenth of a unit wide per step and axis.
const test::Recipe& walk();

Workload make_workload(const test::SceneDefinition& definition);

}  // namespace sapwood::bench
