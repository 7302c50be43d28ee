// The query workload that the native peers were measured with, for `uniform` and `clustered`
// scenes. The same bits in TypeScript (web/scenes/src/peer-queries.ts). Formats: scene_oracle.hpp.
#pragma once

#include "support/scene_queries.hpp"

namespace sapwood::test {

Queries peer_small_boxes(const Scene& scene, int count);  // half size 1
Queries peer_large_boxes(const Scene& scene, int count);  // half size 3.2 (3D) or 6.6 (2D)
Queries peer_points(const Scene& scene, int count);       // the middles of the box queries
Queries peer_nearest_points(const Scene& scene, int count);
// Of unit direction; they end after two (clustered: four) sides of the uniform scene.
Queries peer_rays(const Scene& scene, int count);

}  // namespace sapwood::test
