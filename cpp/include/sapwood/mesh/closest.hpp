/// @file
/// Closest-point query of a mesh.
#pragma once

#include "sapwood/mesh/traverse.hpp"

namespace sapwood::mesh {

/// Point of a mesh that is closest to a query point.
template <int Dim>
struct ClosestHit {
  u32 primitive;
  f64 distance;        ///< World units.
  Vector<Dim> point;   ///< Point of the primitive.
  Vector<Dim> normal;  ///< Unit normal of the primitive, the zero vector if it is degenerate.
  f64 u;               ///< Weight of vertex 1 at the point.
  f64 v;               ///< Weight of vertex 2 at the point; 0 in 2D.
};

/// Finds the primitive that is closest to a point, the smallest id among equals. Returns false if
/// none is within the maximum distance.
template <int Dim>
bool find_closest(const Geometry<Dim>& geometry, const Vector<Dim>& point, f64 max_distance,
                  ClosestHit<Dim>& hit) {
  f64 limit = max_distance * max_distance;
  SphereFilter<Dim> filter(point, limit, geometry.largest());
  const Leaf<Dim>* best = nullptr;
  u32 best_lane = 0;
  Closest<Dim> found;
  search(geometry, filter, [&](const Leaf<Dim>& leaf) {
    const simd::F32x4 bounds = filter.bounds4(Tree<Dim>::boxes_of(geometry.gather(leaf)));
    u32 lanes = simd::bits(simd::le(bounds, simd::F32x4::splat(filter.limit())));
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      if (leaf.id[lane] == kNone) continue;
      const Closest<Dim> closest = closest_to(geometry.primitive(leaf, lane), point);
      const bool closer =
          closest.squared < limit ||
          (closest.squared == limit && (best == nullptr || leaf.id[lane] < best->id[best_lane]));
      if (!closer) continue;
      best = &leaf;
      best_lane = lane;
      found = closest;
      limit = closest.squared;
      filter.shrink(limit);
    }
    return true;
  });
  if (best == nullptr) return false;
  hit = {best->id[best_lane],
         std::sqrt(found.squared),
         found.point,
         unit_normal(geometry.primitive(*best, best_lane)),
         found.u,
         found.v};
  return true;
}

}  // namespace sapwood::mesh
