/// @file
/// Distance and contact of capsules and primitives, in double. A sphere is a capsule whose ends are
/// equal.
#pragma once

#include "sapwood/mesh/overlap.hpp"

namespace sapwood::mesh {

/// Capsule: all points within a radius of a segment.
template <int Dim>
struct Capsule {
  Vector<Dim> a;
  Vector<Dim> b;
  f64 radius;

  bool is_sphere() const { return a == b; }
  Capsule moved(const Vector<Dim>& by) const { return {a + by, b + by, radius}; }
};

/// Returns true if the ends are valid, and the radius is finite and >= 0.
template <int Dim>
bool is_valid(const Capsule<Dim>& capsule) {
  return is_valid(capsule.a) && is_valid(capsule.b) && capsule.radius >= 0 &&
         capsule.radius <= static_cast<f64>(kMaxCoordinate);
}

template <int Dim>
struct ClosestPair {
  f64 squared = HUGE_VAL;  ///< Squared distance; 0 if the shapes intersect.
  Vector<Dim> gap{};       ///< From the point of the primitive to the point of the segment.
  Vector<Dim> point{};     ///< Point of the primitive.
};

/// Returns a point that is common to a primitive and the segment from p to q, which must intersect.
template <int Dim>
Vector<Dim> common_point(const Primitive<Dim>& primitive, const Vector<Dim>& p,
                         const Vector<Dim>& q) {
  const Vector<Dim> normal = normal_of(primitive);
  const f64 from = dot(normal, p - primitive.v[0]);
  const f64 to = dot(normal, q - primitive.v[0]);
  if (from != to) return p + (q - p) * clamped(from / (from - to), 0, 1);
  // the segment is in the plane of the primitive: either an end of the segment is inside the
  // primitive, or the segment crosses an edge of the primitive
  const Closest<Dim> at_start = closest_to(primitive, p);
  const Closest<Dim> at_end = closest_to(primitive, q);
  f64 least = simd::lesser(at_start.squared, at_end.squared);
  Vector<Dim> point = at_start.squared <= at_end.squared ? at_start.point : at_end.point;
  for (int edge = 0; edge < kEdges<Dim>; ++edge) {
    const Vector<Dim> along = primitive.v[edge_end<Dim>(edge)] - primitive.v[edge];
    const SegmentPair<Dim> pair(p, q - p, primitive.v[edge], along);
    if (!(pair.squared < least)) continue;
    least = pair.squared;
    point = primitive.v[edge] + along * pair.t;
  }
  return point;
}

/// Returns the closest points of a primitive and the segment from p to q. If they do not intersect,
/// at least one closest point is on an edge of the primitive or at an end of the segment.
template <int Dim>
ClosestPair<Dim> closest_pair(const Primitive<Dim>& primitive, const Vector<Dim>& p,
                              const Vector<Dim>& q) {
  ClosestPair<Dim> best;
  const auto try_end = [&](const Vector<Dim>& end) {
    const Closest<Dim> closest = closest_to(primitive, end);
    if (closest.squared < best.squared) best = {closest.squared, -closest.offset, closest.point};
  };
  if (p == q) {
    try_end(p);
    return best;
  }
  if (meets_segment(primitive, p, q)) {
    return {0, {}, common_point(primitive, p, q)};
  }
  try_end(p);
  try_end(q);
  for (int edge = 0; edge < kEdges<Dim>; ++edge) {
    const Vector<Dim>& start = primitive.v[edge];
    const Vector<Dim> along = primitive.v[edge_end<Dim>(edge)] - start;
    const SegmentPair<Dim> pair(p, q - p, start, along);
    if (pair.squared < best.squared) {
      best = {pair.squared, pair.gap, start + along * pair.t};
    }
  }
  return best;
}

/// Returns the squared distance of a primitive to the segment of a capsule.
template <int Dim>
f64 distance_squared(const Primitive<Dim>& primitive, const Capsule<Dim>& capsule) {
  return closest_pair(primitive, capsule.a, capsule.b).squared;
}

/// Returns true if distance_squared() is at most `limit`. Stops at the first pair of points within
/// the limit.
template <int Dim>
bool is_within(const Primitive<Dim>& primitive, const Capsule<Dim>& capsule, f64 limit) {
  if (closest_to(primitive, capsule.a).squared <= limit) return true;
  if (capsule.is_sphere()) return false;
  if (closest_to(primitive, capsule.b).squared <= limit) return true;
  const Vector<Dim> segment = capsule.b - capsule.a;
  for (int edge = 0; edge < kEdges<Dim>; ++edge) {
    const Vector<Dim>& start = primitive.v[edge];
    const Vector<Dim> along = primitive.v[edge_end<Dim>(edge)] - start;
    if (SegmentPair<Dim>(capsule.a, segment, start, along).squared <= limit) return true;
  }
  return meets_segment(primitive, capsule.a, capsule.b);
}

template <int Dim>
struct Touch {
  Vector<Dim> normal;  ///< Unit vector from the primitive toward the shape.
  f64 depth;           ///< Distance by which the shape must move along the normal; can be negative.
  Vector<Dim> point;   ///< Point of the primitive.
};

/// Computes the normal, depth and point of contact of a capsule and a primitive. The normal points
/// from the closest point of the primitive to the closest point of the segment. If the distance of
/// these points is 0, or so small that rounding determines the direction, the normal is the normal
/// of the primitive or its opposite. The direction with the smaller depth is used; if the depths
/// are equal, the normal of the primitive.
template <int Dim>
Touch<Dim> touch_of(const Primitive<Dim>& primitive, const Capsule<Dim>& capsule,
                    const ClosestPair<Dim>& pair) {
  constexpr f64 kSmallest = 1e-12;  // smallest distance, relative to the size of both shapes
  f64 size = largest_coordinate(capsule.b - capsule.a);
  for (const Vector<Dim>& vertex : primitive.v) {
    size = simd::greater(size, largest_coordinate(vertex - capsule.a));
  }
  const f64 distance = std::sqrt(pair.squared);
  if (distance > kSmallest * size) {
    return {normalized(pair.gap), capsule.radius - distance, pair.point};
  }
  const Vector<Dim> up = any_normal(primitive);
  const f64 a = dot(up, capsule.a - pair.point);
  const f64 b = dot(up, capsule.b - pair.point);
  const f64 upward = capsule.radius - simd::lesser(a, b);
  const f64 downward = capsule.radius + simd::greater(a, b);
  if (upward <= downward) return {up, upward, pair.point};
  return {-up, downward, pair.point};
}

template <int Dim>
Touch<Dim> touch_of(const Primitive<Dim>& primitive, const Capsule<Dim>& capsule) {
  return touch_of(primitive, capsule, closest_pair(primitive, capsule.a, capsule.b));
}

}  // namespace sapwood::mesh
