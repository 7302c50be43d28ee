/// @file
/// Closest-point query of a mesh.
#pragma once

#include "sapwood/mesh/traverse.hpp"

namespace sapwood::mesh {

/// Point of a mesh that is closest to a query point.
template <int Dim>
struct ClosestHit {
  u32 primitive;
  f64 distance;        ///< In world units.
  Vector<Dim> point;   ///< Point of the primitive.
  Vector<Dim> normal;  ///< Unit normal of the primitive; the zero vector if it is degenerate.
  f64 u;               ///< Weight of vertex 1 at the point.
  f64 v;               ///< Weight of vertex 2 at the point; 0 in 2D.
};

/// Computes lower bounds of the squared distances of a point to four primitives, in float32.
template <int Dim>
class DistanceBounds {
 public:
  /// `largest` is the largest absolute coordinate of all vertices of the mesh.
  DistanceBounds(const Vector<Dim>& point, f64 largest) {
    using namespace simd;
    for (int axis = 0; axis < Dim; ++axis) {
      point_[axis] = F32x4::splat(static_cast<f32>(point[axis]));
    }
    // maximum rounding error of a vertex relative to the point
    const f64 error = 0x1p-21 * simd::greater(largest, largest_coordinate(point));
    error_ = F32x4::splat(rounded_above(kSlack * error * error));
  }

  /// Returns the larger of two lower bounds for each primitive: the bound of its box, in `bounds`,
  /// and the bound of the primitive itself.
  [[gnu::always_inline]] simd::F32x4 improved(const PrimitivePacket<Dim>& packet,
                                              simd::F32x4 bounds) const {
    if constexpr (Dim == 3) {
      // the result is `bounds` if the first operand is NaN
      return simd::max(of_triangles(packet), bounds);
    } else {
      return bounds;
    }
  }

 private:
  using F32x4 = simd::F32x4;
  struct Vector4 {
    F32x4 v[3];
  };
  static Vector4 minus(const F32x4 (&a)[3], const F32x4 (&b)[3]) {
    return {{simd::sub(a[0], b[0]), simd::sub(a[1], b[1]), simd::sub(a[2], b[2])}};
  }
  static Vector4 moved(const Vector4& a, const Vector4& by, F32x4 t) {
    using namespace simd;
    return {
        {add(a.v[0], mul(by.v[0], t)), add(a.v[1], mul(by.v[1], t)), add(a.v[2], mul(by.v[2], t))}};
  }
  static F32x4 dot4(const Vector4& a, const Vector4& b) {
    using namespace simd;
    return add(add(mul(a.v[0], b.v[0]), mul(a.v[1], b.v[1])), mul(a.v[2], b.v[2]));
  }
  static Vector4 cross4(const Vector4& a, const Vector4& b) {
    using namespace simd;
    return {{sub(mul(a.v[1], b.v[2]), mul(a.v[2], b.v[1])),
             sub(mul(a.v[2], b.v[0]), mul(a.v[0], b.v[2])),
             sub(mul(a.v[0], b.v[1]), mul(a.v[1], b.v[0]))}};
  }

  // Returns lower bounds of the squared distances to four triangles. If the projection of the point
  // is inside the triangle, the distance is the height of the point above the plane. Otherwise it
  // is the smallest distance to an edge. Because of rounding, a projection that is inside may be
  // treated as outside, but only if the point is closer to an edge than the rounding error.
  //
  // Let e be the error of the distance x. Then (x - e)^2 >= 0.9998 x^2 - 4999 e^2. If the length of
  // the normal is at least 0.01 times the square of the longest edge, e is less than 2e-4 times the
  // distance to the farthest vertex, plus the rounding error of the vertices. The bound is 0 for
  // other triangles, and if a size or distance could overflow or underflow.
  F32x4 of_triangles(const PrimitivePacket<3>& packet) const {
    using namespace simd;
    const Vector4 at[3] = {minus(packet.v[0], point_), minus(packet.v[1], point_),
                           minus(packet.v[2], point_)};
    const Vector4 edges[3] = {minus(packet.v[1], packet.v[0]), minus(packet.v[2], packet.v[1]),
                              minus(packet.v[0], packet.v[2])};
    const Vector4 normal = cross4(edges[0], edges[1]);
    const F32x4 normal_squared = dot4(normal, normal);
    const F32x4 height = dot4(normal, at[0]);
    F32x4 inward = F32x4::splat(HUGE_VALF);
    F32x4 to_edges = F32x4::splat(HUGE_VALF);
    F32x4 longest = F32x4::zero();
    for (int i = 0; i < 3; ++i) {
      const F32x4 squared = dot4(edges[i], edges[i]);
      const F32x4 t = div(neg(dot4(at[i], edges[i])), squared);
      const Vector4 gap = moved(at[i], edges[i], min(max(t, F32x4::zero()), F32x4::splat(1)));
      to_edges = min(dot4(gap, gap), to_edges);
      inward = min(dot4(cross4(edges[i], normal), at[i]), inward);
      longest = max(squared, longest);
    }
    const F32x4 above = div(mul(height, height), normal_squared);
    const F32x4 distance = select(ge(inward, F32x4::zero()), above, to_edges);
    // at least half of the squared distance to the farthest vertex
    const F32x4 farthest = add(dot4(at[0], at[0]), longest);
    const F32x4 error = add(mul(farthest, F32x4::splat(2 * kSlack * 4e-8f)), error_);
    const F32x4 bound = sub(mul(distance, F32x4::splat(0.9997f)), error);
    Mask4 sound = gt(normal_squared, mul(F32x4::splat(1e-4f), mul(longest, longest)));
    sound = mask_and(sound, gt(longest, F32x4::splat(1e-7f)));
    sound = mask_and(sound, lt(longest, F32x4::splat(1e8f)));
    sound = mask_and(sound, lt(farthest, F32x4::splat(1e10f)));
    return select(sound, bound, F32x4::zero());
  }

  static constexpr f32 kSlack = 4999;

  F32x4 point_[Dim];
  F32x4 error_;
};

/// Finds the primitive that is closest to a point. If several are equally close, finds the one with
/// the smallest id. Returns false if no primitive is within the maximum distance.
template <int Dim>
bool find_closest(const Geometry<Dim>& geometry, const Vector<Dim>& point, f64 max_distance,
                  ClosestHit<Dim>& hit) {
  f64 limit = max_distance * max_distance;
  SphereFilter<Dim> filter(point, limit, geometry.largest());
  const DistanceBounds<Dim> distances(point, geometry.largest());
  const Leaf<Dim>* best = nullptr;
  u32 best_lane = 0;
  Closest<Dim> found;
  search(geometry, filter, [&](const Leaf<Dim>& leaf) {
    const PrimitivePacket<Dim> packet = geometry.gather(leaf);
    const simd::F32x4 bounds =
        distances.improved(packet, filter.bounds4(Tree<Dim>::boxes_of(packet)));
    u32 lanes = simd::bits(simd::le(bounds, simd::F32x4::splat(filter.limit())));
    if (lanes == 0) return true;
    alignas(16) f32 bound[kLanes];
    simd::store_aligned(bound, bounds);
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      if (leaf.id[lane] == kNone || bound[lane] > filter.limit()) continue;
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
