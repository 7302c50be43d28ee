/// @file
/// Shape casts and contacts of a mesh.
#pragma once

#include "sapwood/mesh/shapes.hpp"
#include "sapwood/mesh/sweep.hpp"
#include "sapwood/mesh/traverse.hpp"

namespace sapwood::mesh {

/// First primitive that a moving shape touches.
template <int Dim>
struct CastHit {
  u32 primitive;
  f64 fraction;        ///< Fraction of the displacement, 0 to 1; 0 if the shape starts in contact.
  Vector<Dim> normal;  ///< Unit vector from the primitive toward the shape.
  Vector<Dim> point;   ///< Point of the primitive.
};

/// Contact of a shape with one primitive.
template <int Dim>
struct Contact {
  u32 primitive;
  Vector<Dim> normal;  ///< Unit vector from the primitive toward the shape.
  /// Distance in world units, >= 0, by which the shape must move along the normal to be separated
  /// from the primitive.
  f64 depth;
  Vector<Dim> point;  ///< Point of the primitive.
};

/// Returns the hit of a capsule that has moved by a fraction of the displacement. Usually, the
/// normal is the normal of touch_of(). After a move, rounding errors would determine the normal of
/// a capsule of radius 0. So its normal is the normal of the primitive, on the side from which the
/// capsule came.
template <int Dim>
CastHit<Dim> cast_hit_of(u32 id, const Primitive<Dim>& primitive, const Capsule<Dim>& capsule,
                         const Vector<Dim>& displacement, f64 fraction) {
  const Touch<Dim> touch = touch_of(primitive, capsule.moved(displacement * fraction));
  CastHit<Dim> hit{id, fraction, touch.normal, touch.point};
  if (capsule.radius == 0 && fraction > 0) {
    hit.normal = any_normal(primitive);
    if (dot(hit.normal, displacement) > 0) hit.normal = -hit.normal;
  }
  return hit;
}

/// Finds the primitive that a moving capsule touches first. If several are touched at the same
/// time, finds the one with the smallest id.
template <int Dim>
bool find_first_touched(const Geometry<Dim>& geometry, const Capsule<Dim>& capsule,
                        const Vector<Dim>& displacement, CastHit<Dim>& hit) {
  f64 limit = 1;
  const Sweep<Dim> sweep(capsule, displacement);
  SlabFilter<Dim> filter(capsule.a, displacement, box_around(capsule), limit,
                         geometry.largest() + largest_coordinate(displacement));
  const Leaf<Dim>* best = nullptr;
  u32 best_lane = 0;
  search(geometry, filter, [&](const Leaf<Dim>& leaf) {
    const simd::F32x4 bounds = filter.bounds4(geometry.boxes(leaf));
    u32 lanes = simd::bits(simd::le(bounds, simd::F32x4::splat(filter.limit())));
    alignas(16) f32 bound[kLanes];
    simd::store_aligned(bound, bounds);
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      if (leaf.id[lane] == kNone || bound[lane] > filter.limit()) continue;
      const Primitive<Dim> primitive = geometry.primitive(leaf, lane);
      f64 fraction = limit;
      // skips the test at the start of the motion if the bound is positive, because the capsule
      // then starts outside of the box of the primitive
      const bool touched = bound[lane] > 0 ? sweep.touches_later(primitive, fraction)
                                           : sweep.touches(primitive, fraction);
      if (!touched) continue;
      const bool sooner =
          fraction < limit || best == nullptr || leaf.id[lane] < best->id[best_lane];
      if (!sooner) continue;
      best = &leaf;
      best_lane = lane;
      limit = fraction;
      filter.shrink(limit);
    }
    return true;
  });
  if (best == nullptr) return false;
  hit = cast_hit_of(best->id[best_lane], geometry.primitive(*best, best_lane), capsule,
                    displacement, limit);
  return true;
}

/// Visits the contacts of a capsule. each(contact) returns false to stop the visit; the function
/// then also returns false.
template <int Dim, class Each>
bool visit_contacts(const Geometry<Dim>& geometry, const Capsule<Dim>& capsule, Each&& each) {
  const f64 limit = capsule.radius * capsule.radius;
  const auto visit_in = [&](const auto& shape) {
    return visit(geometry, shape.filter(), [&](const Leaf<Dim>& leaf, u32 lane) {
      const Primitive<Dim> primitive = geometry.primitive(leaf, lane);
      const ClosestPair<Dim> pair = closest_pair(primitive, capsule.a, capsule.b);
      if (!(pair.squared <= limit)) return true;
      const Touch<Dim> touch = touch_of(primitive, capsule, pair);
      return each(
          Contact<Dim>{leaf.id[lane], touch.normal, simd::greater(touch.depth, 0.0), touch.point});
    });
  };
  if (capsule.is_sphere()) {
    return visit_in(SphereShape<Dim>(capsule.a, capsule.radius, geometry.largest()));
  }
  return visit_in(CapsuleShape<Dim>(capsule, geometry.largest()));
}

}  // namespace sapwood::mesh
