#include "support/scene_motions.hpp"

#include <algorithm>
#include <cmath>

#include "support/scene_random.hpp"

namespace sapwood::test {
namespace {

using MoveItem = Motion::MoveItem;

struct Bounds {
  double low[3] = {};
  double high[3] = {};
};

Bounds center_bounds(const Scene& scene) {
  Bounds bounds;
  const auto axes = static_cast<std::size_t>(scene.dimensions);
  for (std::size_t i = 0; i < scene.centers.size(); ++i) {
    const std::size_t d = i % axes;
    const double center = scene.centers[i];
    if (i < axes || center < bounds.low[d]) bounds.low[d] = center;
    if (i < axes || center > bounds.high[d]) bounds.high[d] = center;
  }
  return bounds;
}

double mean_size(const Scene& scene) {
  double sum = 0;
  for (const float half : scene.halves) sum += half;
  return scene.halves.empty() ? 0 : 2 * sum / static_cast<double>(scene.halves.size());
}

std::size_t flat_index(int index, int dimensions) {
  return static_cast<std::size_t>(index) * static_cast<std::size_t>(dimensions);
}

MoveItem start_walk(const Scene& scene, Mulberry32 random, const Parameters& parameters) {
  const double amount = parameters["amount"];
  const int every = static_cast<int>(parameters["every"]);
  const int full_frames = static_cast<int>(parameters["fullFrames"]);
  return [=, dimensions = scene.dimensions](double* next, int index, int frame) mutable {
    if (frame >= full_frames && index % every != 0) return false;
    for (int d = 0; d < dimensions; ++d) next[d] += (random.unit() - 0.5) * amount;
    return true;
  };
}

MoveItem start_jitter(const Scene& scene, Mulberry32 random, const Parameters& parameters) {
  return [random, amount = parameters["amount"], homes = scene.centers, halves = scene.halves,
          dimensions = scene.dimensions](double* next, int index, int) mutable {
    const std::size_t at = flat_index(index, dimensions);
    for (int d = 0; d < dimensions; ++d) {
      const std::size_t i = at + static_cast<std::size_t>(d);
      const double size = 2.0 * halves[i];
      next[d] = homes[i] + (2 * random.unit() - 1) * amount * size;
    }
    return true;
  };
}

MoveItem start_drift(const Scene& scene, Mulberry32 random, const Parameters& parameters) {
  const double speed = parameters["speed"];
  const double scale = mean_size(scene);
  std::vector<float> velocities(scene.centers.size());
  for (float& velocity : velocities) {
    velocity = static_cast<float>((2 * random.unit() - 1) * speed * scale);
  }
  return [velocities, bounds = center_bounds(scene), dimensions = scene.dimensions](
             double* next, int index, int) mutable {
    float* velocity = velocities.data() + flat_index(index, dimensions);
    for (int d = 0; d < dimensions; ++d) {
      const double moved = next[d] + velocity[d];
      next[d] = moved < bounds.low[d] ? bounds.low[d] : std::min(moved, bounds.high[d]);
      if (next[d] != moved) velocity[d] = -velocity[d];
    }
    return true;
  };
}

MoveItem start_sleeping(const Scene& scene, Mulberry32 random, const Parameters& parameters) {
  const int groups = static_cast<int>(parameters["groups"]);
  const int period = static_cast<int>(parameters["period"]);
  return [=, drift = start_drift(scene, random, parameters)](double* next, int index, int frame) {
    const int awake = frame / period % groups;
    return index % groups == awake && drift(next, index, frame);
  };
}

MoveItem start_teleport(const Scene& scene, Mulberry32 random, const Parameters& parameters) {
  return [random, fraction = parameters["fraction"], bounds = center_bounds(scene),
          dimensions = scene.dimensions](double* next, int, int) mutable {
    if (random.unit() >= fraction) return false;
    for (int d = 0; d < dimensions; ++d) {
      next[d] = bounds.low[d] + random.unit() * (bounds.high[d] - bounds.low[d]);
    }
    return true;
  };
}

MoveItem start_swirl(const Scene& scene, Mulberry32, const Parameters& parameters) {
  const int second = scene.dimensions - 1;
  const Bounds bounds = center_bounds(scene);
  const double middle_x = (bounds.low[0] + bounds.high[0]) / 2;
  const double middle_y = (bounds.low[second] + bounds.high[second]) / 2;
  const double reach =
      std::max(bounds.high[0] - bounds.low[0], bounds.high[second] - bounds.low[second]) / 2;
  std::vector<double> turns;
  for (int i = 0; i < scene.count; ++i) {
    const float* center = scene.centers.data() + flat_index(i, scene.dimensions);
    const double x = center[0] - middle_x;
    const double y = center[second] - middle_y;
    const double distance = reach > 0 ? std::sqrt(x * x + y * y) / reach : 0;
    turns.push_back(parameters["turn"] / (0.5 + distance));
  }
  return [=](double* next, int index, int) {
    // half-angle formulas: sine and cosine from the tangent of half the angle
    const double t = turns[static_cast<std::size_t>(index)];
    const double cosine = (1 - t * t) / (1 + t * t);
    const double sine = 2 * t / (1 + t * t);
    const double x = next[0] - middle_x;
    const double y = next[second] - middle_y;
    next[0] = middle_x + (x * cosine - y * sine);
    next[second] = middle_y + (x * sine + y * cosine);
    return true;
  };
}

struct MotionKind {
  std::string_view kind;
  MoveItem (*start)(const Scene&, Mulberry32, const Parameters&);
  std::vector<Parameter> defaults;
};

const std::vector<MotionKind>& motions() {
  static const std::vector<MotionKind> kMotions = {
      {"walk", start_walk, {{"seed", 777}, {"amount", 0.1}, {"every", 1}, {"fullFrames", 0}}},
      {"jitter", start_jitter, {{"seed", 1}, {"amount", 0.01}}},
      {"drift", start_drift, {{"seed", 1}, {"speed", 0.05}}},
      {"sleeping", start_sleeping, {{"seed", 1}, {"speed", 0.05}, {"groups", 10}, {"period", 60}}},
      {"teleport", start_teleport, {{"seed", 1}, {"fraction", 0.01}}},
      {"swirl", start_swirl, {{"seed", 1}, {"turn", 0.01}}},
  };
  return kMotions;
}

MoveItem start_motion(const Scene& scene, const Recipe& recipe) {
  for (const MotionKind& motion : motions()) {
    if (motion.kind != recipe.kind) continue;
    const Parameters parameters(recipe, motion.defaults);
    const Mulberry32 random(static_cast<std::uint32_t>(parameters["seed"]));
    return motion.start(scene, random, parameters);
  }
  fail_scene("no motion " + recipe.kind);
}

}  // namespace

Motion::Motion(Scene scene, const Recipe& recipe)
    : scene_(std::move(scene)),
      displacements_(scene_.centers.size()),
      move_item_(start_motion(scene_, recipe)) {}

void Motion::step() {
  moved_.clear();
  std::fill(displacements_.begin(), displacements_.end(), 0.0f);
  double next[3];
  for (int i = 0; i < scene_.count; ++i) {
    const std::size_t at = flat_index(i, scene_.dimensions);
    float* center = scene_.centers.data() + at;
    for (int d = 0; d < scene_.dimensions; ++d) next[d] = center[d];
    if (!move_item_(next, i, frame_)) continue;
    for (int d = 0; d < scene_.dimensions; ++d) {
      const float before = center[d];
      center[d] = static_cast<float>(next[d]);
      displacements_[at + static_cast<std::size_t>(d)] = center[d] - before;
    }
    place_box(scene_.boxes, scene_, scene_.dimensions, i);
    moved_.push_back(static_cast<std::uint32_t>(i));
  }
  ++frame_;
}

std::vector<std::string_view> motion_kinds() {
  std::vector<std::string_view> kinds;
  for (const MotionKind& motion : motions()) kinds.push_back(motion.kind);
  return kinds;
}

}  // namespace sapwood::test
