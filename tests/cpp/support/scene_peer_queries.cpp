#include "support/scene_queries.hpp"

#include <cmath>

#include "support/scene_random.hpp"

namespace sapwood::test {
namespace {

constexpr std::uint32_t kBoxSeed = 4242;
constexpr std::uint32_t kRaySeed = 999;
constexpr std::uint32_t kNearestSeed = 31337;

void fill_point(float* point, const Scene& scene, Mulberry32& random) {
  if (scene.kind != "clustered") {
    const double side = uniform_side(scene.count, scene.dimensions);
    for (int d = 0; d < scene.dimensions; ++d) point[d] = static_cast<float>(random.unit() * side);
    return;
  }
  const float* center =
      scene.centers.data() + static_cast<std::size_t>(random.below(scene.count) * scene.dimensions);
  for (int d = 0; d < scene.dimensions; ++d) {
    point[d] = static_cast<float>(center[d] + (random.unit() - 0.5) * 2);
  }
}

template <typename Fill>
Queries fill_each(int count, int stride, std::uint32_t seed, Fill fill) {
  const auto numbers = static_cast<std::size_t>(count) * static_cast<std::size_t>(stride);
  Queries queries{stride, std::vector<float>(numbers)};
  Mulberry32 random(seed);
  float* query = queries.values.data();
  for (int i = 0; i < count; ++i, query += stride) fill(query, random);
  return queries;
}

Queries points_from(const Scene& scene, int count, std::uint32_t seed) {
  return fill_each(count, scene.dimensions, seed,
                   [&](float* point, Mulberry32& random) { fill_point(point, scene, random); });
}

Queries boxes_around(const Scene& scene, int count, double half) {
  return fill_each(count, 2 * scene.dimensions, kBoxSeed, [&](float* box, Mulberry32& random) {
    fill_point(box, scene, random);
    for (int d = 0; d < scene.dimensions; ++d) {
      const double center = box[d];
      box[d] = static_cast<float>(center - half);
      box[scene.dimensions + d] = static_cast<float>(center + half);
    }
  });
}

// Writes a uniformly distributed direction, by rejection sampling in the unit ball without its
// center.
void fill_direction(float* direction, int dimensions, Mulberry32& random) {
  double drawn[3];
  double squared_length = 0;
  do {
    squared_length = 0;
    for (int d = 0; d < dimensions; ++d) {
      drawn[d] = 2 * random.unit() - 1;
      squared_length += drawn[d] * drawn[d];
    }
  } while (squared_length < 0.01 || squared_length > 1);
  const double length = std::sqrt(squared_length);
  for (int d = 0; d < dimensions; ++d) direction[d] = static_cast<float>(drawn[d] / length);
}

}  // namespace

Queries peer_small_boxes(const Scene& scene, int count) { return boxes_around(scene, count, 1.0); }

Queries peer_large_boxes(const Scene& scene, int count) {
  return boxes_around(scene, count, scene.dimensions == 3 ? 3.2 : 6.6);
}

Queries peer_points(const Scene& scene, int count) { return points_from(scene, count, kBoxSeed); }

Queries peer_nearest_points(const Scene& scene, int count) {
  return points_from(scene, count, kNearestSeed);
}

Queries peer_rays(const Scene& scene, int count) {
  const int sides = scene.kind == "clustered" ? 4 : 2;
  const double reach = sides * uniform_side(scene.count, scene.dimensions);
  const int dimensions = scene.dimensions;
  return fill_each(count, 2 * dimensions + 1, kRaySeed, [&](float* ray, Mulberry32& random) {
    fill_point(ray, scene, random);
    fill_direction(ray + dimensions, dimensions, random);
    ray[2 * dimensions] = static_cast<float>(reach);
  });
}

}  // namespace sapwood::test
