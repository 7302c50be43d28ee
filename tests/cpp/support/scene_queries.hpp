// Queries that fit any scene: made from its own boxes, so that they hit something whatever the
// scale, and touch faces and corners exactly. The same bits in TypeScript
// (web/scenes/src/queries.ts). Formats: scene_oracle.hpp.
//
// One generator per kind, seeded with `seed` + the kind's place in this file.
#pragma once

#include "support/scenes.hpp"

namespace sapwood::test {

// Flat queries, `stride` numbers each.
struct Queries {
  int stride = 0;
  std::vector<float> values;

  int count() const { return static_cast<int>(values.size()) / stride; }
  const float* operator[](int index) const {
    return values.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(stride);
  }
};

// Boxes [min..., max...].
Queries box_queries(const Scene& scene, int count, std::uint32_t seed);
Queries point_queries(const Scene& scene, int count, std::uint32_t seed);
// Spheres [center..., radius].
Queries sphere_queries(const Scene& scene, int count, std::uint32_t seed);
// Rays [origin..., direction..., max distance]; directions of any length, distances may be
// infinite.
Queries ray_queries(const Scene& scene, int count, std::uint32_t seed);
// Six planes [normal x, y, z, constant], 3D scenes only.
Queries frustum_queries(const Scene& scene, int count, std::uint32_t seed);

// Queries with which the native peers were measured, for `uniform` and `clustered` scenes. The same
// bits in TypeScript (web/scenes/src/peer-queries.ts).
Queries peer_small_boxes(const Scene& scene, int count);  // half size 1
Queries peer_large_boxes(const Scene& scene, int count);  // half size 3.2 (3D) or 6.6 (2D)
Queries peer_points(const Scene& scene, int count);       // the middles of the box queries
Queries peer_nearest_points(const Scene& scene, int count);
// Of unit direction; they end after two (clustered: four) sides of the uniform scene.
Queries peer_rays(const Scene& scene, int count);

}  // namespace sapwood::test
