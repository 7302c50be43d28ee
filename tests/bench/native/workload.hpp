// Scene of tests/scenes with its queries. All contenders receive bit-identical inputs. The boxes,
// the walk (a random motion) and the queries are the workload of the first comparison with native
// libraries: see tests/cpp/support/scene_distributions.hpp and scene_motions.hpp. The goldens of
// this workload are in tests/scenes/peers.json.
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
  std::vector<float> centers;              // centers as boxes without extent, for point libraries
  std::vector<std::vector<float>> frames;  // boxes before the walk and after each step
  test::Queries small_boxes;
  test::Queries large_boxes;
  test::Queries rays;
  test::Queries nearest_points;

  int dimensions() const { return scene.dimensions; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(scene.count); }
  // Returns the boxes for a call. Consecutive calls use the frames of the walk forward, then
  // backward, so that they always differ by one step of the walk.
  const std::vector<float>& frame(std::uint32_t call) const;
};

// Returns the walk: all boxes move by steps of width 0.1 on each axis, from one random stream with
// seed 777.
const test::Recipe& walk();

Workload make_workload(const test::SceneDefinition& definition);

}  // namespace sapwood::bench
