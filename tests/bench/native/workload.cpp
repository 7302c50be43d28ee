#include "workload.hpp"

#include "support/scene_motions.hpp"

namespace sapwood::bench {
namespace {

// Returns the number of steps of the random walk. For up to 100,000 boxes, it is the number in
// tests/scenes/peers.json. Larger scenes have fewer steps, because memory limits the number of
// frames.
int steps_of_walk(int count) {
  if (count <= 10'000) return 32;
  return count <= 100'000 ? 12 : 6;
}

std::vector<std::vector<float>> walk_through(const test::Scene& scene) {
  std::vector<std::vector<float>> frames{scene.boxes};
  test::Motion motion(scene, walk());
  for (int step = 0; step < steps_of_walk(scene.count); ++step) {
    motion.step();
    frames.push_back(motion.scene().boxes);
  }
  return frames;
}

std::vector<float> centers_of(const test::Scene& scene) {
  std::vector<float> points;
  points.reserve(scene.boxes.size());
  const auto axes = static_cast<std::size_t>(scene.dimensions);
  for (std::size_t at = 0; at < scene.centers.size(); at += axes) {
    const float* center = scene.centers.data() + at;
    points.insert(points.end(), center, center + axes);
    points.insert(points.end(), center, center + axes);
  }
  return points;
}

}  // namespace

const std::vector<float>& Workload::frame(std::uint32_t call) const {
  const auto last = static_cast<std::uint32_t>(frames.size() - 1);
  const std::uint32_t at = call % (2 * last);
  return frames[at <= last ? at : 2 * last - at];
}

const test::Recipe& walk() {
  static const test::Recipe kWalk{"walk", {{"every", 1}}};
  return kWalk;
}

Workload make_workload(const test::SceneDefinition& definition) {
  Workload work;
  work.definition = &definition;
  work.scene = test::generate_scene(definition);
  work.centers = centers_of(work.scene);
  work.frames = walk_through(work.scene);
  work.small_boxes = test::peer_small_boxes(work.scene, kQueries);
  work.large_boxes = test::peer_large_boxes(work.scene, kQueries);
  work.rays = test::peer_rays(work.scene, kQueries);
  work.nearest_points = test::peer_nearest_points(work.scene, kQueries);
  return work;
}

}  // namespace sapwood::bench
