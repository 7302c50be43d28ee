// Queries for any scene. They are made from the boxes of the scene, so that they have hits at any
// scale and touch faces and corners exactly. The TypeScript version makes queries with the same
// bits (web/scenes/src/queries.ts). The formats are defined in scene_oracle.hpp.
//
// Each kind of query uses one generator, seeded with `seed` + the position of the kind in this
// file.
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
// Rays [origin..., direction..., max distance]. Directions have any length, and distances can be
// infinite.
Queries ray_queries(const Scene& scene, int count, std::uint32_t seed);
// Six planes [normal x, y, z, constant]; 3D scenes only.
Queries frustum_queries(const Scene& scene, int count, std::uint32_t seed);

// Queries of the benchmark of native libraries, for `uniform` and `clustered` scenes. The
// TypeScript version makes queries with the same bits (web/scenes/src/peer-queries.ts).
Queries peer_small_boxes(const Scene& scene, int count);  // half size 1
Queries peer_large_boxes(const Scene& scene, int count);  // half size 3.2 (3D) or 6.6 (2D)
Queries peer_points(const Scene& scene, int count);       // the centers of the box queries
Queries peer_nearest_points(const Scene& scene, int count);
// Rays with directions of unit length. The maximum distance is two sides of a uniform scene with
// the same number of boxes, or four sides if the scene is clustered.
Queries peer_rays(const Scene& scene, int count);

}  // namespace sapwood::test
