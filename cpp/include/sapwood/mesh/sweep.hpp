/// @file
/// Sweeps of capsules against primitives, in double.
///
/// A moving capsule first touches a primitive when the distance between its segment and the
/// primitive equals the radius. This distance equals the distance between the moving end `a` and
/// the primitive swept by the vector from `b` to `a`. The swept set is bounded by the primitive, by
/// a copy of it moved by that vector, and by a parallelogram for each edge. The moving point is
/// tested with the faces, edges and vertices of these parts.
#pragma once

#include "sapwood/mesh/contact.hpp"
#include "sapwood/mesh/ray.hpp"

namespace sapwood::mesh {

/// Moving sphere: a point that moves along a vector, and a radius.
template <int Dim>
class MovingPoint {
 public:
  /// At the start, the distance of the point to every tested primitive must be greater than the
  /// radius.
  MovingPoint(const Vector<Dim>& start, const Vector<Dim>& displacement, f64 radius)
      : start_(start),
        displacement_(displacement),
        radius_(radius),
        displacement_squared_(dot(displacement, displacement)) {}

  /// Reduces `limit` to the fraction of the displacement at which the sphere touches a primitive.
  /// Returns false, without a change, if the sphere does not touch the primitive before the limit.
  bool touches(const Primitive<Dim>& primitive, f64& limit) const {
    if (!(displacement_squared_ > 0)) return false;
    if (radius_ == 0) return crosses(primitive, limit);
    if (misses_plane(primitive, limit)) return false;
    // compute relative to the point of the path that is closest to the primitive, which limits
    // rounding errors
    const f64 shift = dot(primitive.v[0] - start_, displacement_) / displacement_squared_;
    const Vector<Dim> from = start_ + displacement_ * shift;
    const f64 before = limit;
    const bool face = Dim == 3 && touches_face(primitive, from, shift, limit);
    if (!face) {
      for (int edge = 0; edge < kEdges<Dim>; ++edge)
        touches_edge(primitive, edge, from, shift, limit);
      for (const Vector<Dim>& vertex : primitive.v) touches_vertex(vertex, from, shift, limit);
    }
    return limit < before;
  }

 private:
  // Does the same as touches() for radius 0, with the exact test of rays.
  bool crosses(const Primitive<Dim>& primitive, f64& limit) const {
    Crossing<Dim> crossing;
    const ShearedRay<Dim> ray({start_, displacement_, HUGE_VAL, Side::kDouble}, 1);
    if (!ray.crosses(primitive, crossing)) return false;
    return lower(crossing.distance / std::sqrt(displacement_squared_), limit);
  }

  // Returns true if the sphere certainly does not touch the plane of a triangle before the limit.
  // The margins exceed all rounding errors of the computed times.
  bool misses_plane(const Primitive<Dim>& triangle, f64 limit) const {
    if constexpr (Dim == 3) {
      constexpr f64 kHeightMargin = 1e-12;  // relative to the largest coordinate
      constexpr f64 kTimeMargin = 1e-9;
      const Vector<3> normal = normal_of(triangle);
      const Vector<3> offset = start_ - triangle.v[0];
      const f64 largest = largest_coordinate(offset) + largest_coordinate(displacement_) + radius_;
      const f64 reach = length(normal) * (radius_ + kHeightMargin * largest);
      const f64 height = dot(normal, offset);
      const f64 speed = dot(normal, displacement_);
      if (!(reach > 0)) return false;
      const f64 end = height + speed * (limit + kTimeMargin);
      return (height > reach && end > reach) || (height < -reach && end < -reach);
    } else {
      return false;
    }
  }

  static bool lower(f64 time, f64& limit) {
    if (!(time < limit)) return false;
    limit = time > 0 ? time : 0;
    return true;
  }

  // Returns true if the sphere touches the plane of the triangle at a point inside the triangle.
  // Then it touches no edge or vertex earlier.
  bool touches_face(const Primitive<Dim>& triangle, const Vector<Dim>& from, f64 shift,
                    f64& limit) const {
    if constexpr (Dim == 3) {
      const Vector<3> normal = normal_of(triangle);
      const f64 reach = length(normal) * radius_;
      if (!(reach > 0)) return false;
      const f64 speed = dot(normal, displacement_);
      if (speed == 0) return false;
      const f64 height = dot(normal, from - triangle.v[0]);
      const f64 time = ((speed < 0 ? reach : -reach) - height) / speed;
      if (!(time + shift >= 0)) return false;
      if (!FaceWeights(triangle, from + displacement_ * time).inside()) return false;
      lower(time + shift, limit);
      return true;
    } else {
      return false;
    }
  }

  // Tests an infinite cylinder around the edge. Changes the limit only if the contact is between
  // the ends of the edge.
  void touches_edge(const Primitive<Dim>& primitive, int edge, const Vector<Dim>& from, f64 shift,
                    f64& limit) const {
    const Vector<Dim> along = primitive.v[edge_end<Dim>(edge)] - primitive.v[edge];
    const f64 edge_squared = dot(along, along);
    if (!(edge_squared > 0)) return;
    const Vector<Dim> offset = from - primitive.v[edge];
    const f64 displacement_along = dot(displacement_, along) / edge_squared;
    const f64 offset_along = dot(offset, along) / edge_squared;
    const Vector<Dim> displacement_across = displacement_ - along * displacement_along;
    const Vector<Dim> offset_across = offset - along * offset_along;
    f64 time;
    if (!enters(displacement_across, offset_across, time)) return;
    const f64 at = offset_along + time * displacement_along;
    if (at >= 0 && at <= 1 && time + shift >= 0) lower(time + shift, limit);
  }

  void touches_vertex(const Vector<Dim>& vertex, const Vector<Dim>& from, f64 shift,
                      f64& limit) const {
    f64 time;
    if (enters(displacement_, from - vertex, time) && time + shift >= 0) lower(time + shift, limit);
  }

  // Computes the first time at which |offset + time * displacement| equals the radius. Returns
  // false if there is no such time.
  bool enters(const Vector<Dim>& displacement, const Vector<Dim>& offset, f64& time) const {
    const f64 a = dot(displacement, displacement);
    // treats a very small displacement as 0: for a displacement along an edge, rounding makes the
    // component across the edge slightly different from 0
    if (!(a > displacement_squared_ * 1e-24)) return false;
    const f64 middle = -dot(offset, displacement) / a;
    const Vector<Dim> nearest = offset + displacement * middle;
    const f64 left = radius_ * radius_ - dot(nearest, nearest);
    if (!(left >= 0)) return false;
    time = middle - std::sqrt(left / a);
    return true;
  }

  Vector<Dim> start_;
  Vector<Dim> displacement_;
  f64 radius_;
  f64 displacement_squared_;
};

/// Capsule that moves along a vector.
template <int Dim>
class Sweep {
 public:
  Sweep(const Capsule<Dim>& capsule, const Vector<Dim>& displacement)
      : capsule_(capsule),
        back_(capsule.a - capsule.b),
        point_(capsule.a, displacement, capsule.radius),
        sphere_(capsule.is_sphere()) {}

  /// Reduces `limit` (0 to 1) to the fraction of the displacement at which the capsule touches a
  /// primitive, or to 0 if it touches the primitive at the start. Returns false if it does not
  /// touch the primitive within the limit.
  bool touches(const Primitive<Dim>& primitive, f64& limit) const {
    if (is_within(primitive, capsule_, capsule_.radius * capsule_.radius)) {
      limit = 0;
      return true;
    }
    return touches_later(primitive, limit);
  }
  /// Does the same as touches(), for a primitive that the capsule does not touch at the start.
  bool touches_later(const Primitive<Dim>& primitive, f64& limit) const {
    // a slightly larger limit, so that a contact exactly at the limit is found
    f64 time = std::nextafter(limit, HUGE_VAL);
    bool touched = point_.touches(primitive, time);
    if (!sphere_) {
      Primitive<Dim> moved = primitive;
      for (Vector<Dim>& vertex : moved.v) vertex = vertex + back_;
      touched |= point_.touches(moved, time);
      touched |= touches_sides(primitive, moved, time);
    }
    if (touched) limit = time;
    return touched;
  }

 private:
  // Tests the parallelograms between the edges of the primitive and the edges of the moved copy.
  bool touches_sides(const Primitive<Dim>& primitive, const Primitive<Dim>& moved,
                     f64& time) const {
    bool touched = false;
    if constexpr (Dim == 3) {
      for (int edge = 0; edge < 3; ++edge) {
        const int end = (edge + 1) % 3;
        touched |= point_.touches({{primitive.v[edge], primitive.v[end], moved.v[end]}}, time);
        touched |= point_.touches({{primitive.v[edge], moved.v[end], moved.v[edge]}}, time);
      }
    } else {
      for (int i = 0; i < 2; ++i) touched |= point_.touches({{primitive.v[i], moved.v[i]}}, time);
    }
    return touched;
  }

  Capsule<Dim> capsule_;
  Vector<Dim> back_;
  MovingPoint<Dim> point_;
  bool sphere_;
};

}  // namespace sapwood::mesh
