// The oracle: correct results by testing every box. The TypeScript version has the same rules
// (web/scenes/src/oracle.ts).
//
// Boxes are closed and float32; all other arithmetic is double.
//   box, point  closed interval test on float32 values
//   sphere      squared distance from the center to the box, axes summed in order,
//               <= radius * radius
//   ray         per axis t = (bound - origin) / direction; an axis with direction 0 needs
//               min <= origin <= max; distance = max(t enter, 0) * length(direction); a hit when
//               distance <= max distance
//   nearest     by squared distance, then id
//   frustum     visible unless some plane has its farthest corner outside:
//               dot(normal, corner) + constant < 0
//
// Queries are flat arrays: box [min..., max...], sphere [center..., radius], ray [origin...,
// direction..., max distance], frustum 6 x [normal x, y, z, constant].
#pragma once

#include "support/scenes.hpp"

namespace sapwood::test {

struct RankedHit {
  std::uint32_t id;
  double distance;  // world units

  friend bool operator==(const RankedHit&, const RankedHit&) = default;
};

namespace scene_oracle {

using IdList = std::vector<std::uint32_t>;

// Returns all overlapping pairs as a flat list [a0, b0, a1, b1, ...] with a < b, in lexicographic
// order.
IdList pairs(BoxSet set);
// Returns the same pairs in any order, and is fast enough for a million boxes.
IdList sweep_pairs(BoxSet set);

// Return ascending ids.
IdList query_box(BoxSet set, const float* box);
IdList query_point(BoxSet set, const float* point);
IdList query_sphere(BoxSet set, const float* sphere);
IdList query_frustum(BoxSet set, const float* planes);  // 3D

// Return hits sorted by distance, then id. The first hit of `raycast_all` is the closest hit.
std::vector<RankedHit> raycast_all(BoxSet set, const float* ray);
std::vector<RankedHit> nearest(BoxSet set, const float* point, std::size_t k);

}  // namespace scene_oracle

}  // namespace sapwood::test
