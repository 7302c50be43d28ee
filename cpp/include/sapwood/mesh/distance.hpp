/// @file
/// Distances of points and segments to primitives, in double.
///
/// Computations are relative to the query point, so small distances are accurate even if the mesh
/// is far from the origin. Source: Ericson, Real-time collision detection, 2005, 5.1.5 and 5.1.9.
#pragma once

#include "sapwood/mesh/primitive.hpp"

namespace sapwood::mesh {

inline f64 clamped(f64 value, f64 min, f64 max) {
  return value < min ? min : value > max ? max : value;
}

/// Point of a primitive that is closest to the query point.
template <int Dim>
struct Closest {
  f64 squared = HUGE_VAL;  ///< Squared distance.
  Vector<Dim> offset{};    ///< From the query point to the point of the primitive.
  Vector<Dim> point{};     ///< Point of the primitive.
  f64 u = 0;               ///< Weight of vertex 1.
  f64 v = 0;               ///< Weight of vertex 2; 0 in 2D.
};

/// Returns the parameter t, from 0 to 1, for which start + t * along is closest to the origin.
template <int Dim>
f64 closest_parameter(const Vector<Dim>& start, const Vector<Dim>& along) {
  const f64 squared = dot(along, along);
  return squared > 0 ? clamped(-dot(start, along) / squared, 0, 1) : 0;
}

template <int Dim>
void set_weights(int edge, f64 t, Closest<Dim>& closest) {
  f64 weights[3] = {0, 0, 0};
  weights[edge] = 1 - t;
  weights[edge_end<Dim>(edge)] = t;
  closest.u = weights[1];
  closest.v = Dim == 3 ? weights[2] : 0;
}

template <int Dim>
void try_edge(const Primitive<Dim>& primitive, int edge, const Vector<Dim>& point,
              Closest<Dim>& best) {
  const Vector<Dim> start = primitive.v[edge] - point;
  const Vector<Dim> along = primitive.v[edge_end<Dim>(edge)] - primitive.v[edge];
  const f64 t = closest_parameter(start, along);
  const Vector<Dim> offset = t == 1 ? primitive.v[edge_end<Dim>(edge)] - point : start + along * t;
  const f64 squared = dot(offset, offset);
  if (!(squared < best.squared)) return;
  best.squared = squared;
  best.offset = offset;
  best.point = t == 0 ? primitive.v[edge] : point + offset;
  if (t == 1) best.point = primitive.v[edge_end<Dim>(edge)];
  set_weights(edge, t, best);
}

inline Closest<2> closest_to(const Primitive<2>& segment, const Vector<2>& point) {
  Closest<2> best;
  try_edge(segment, 0, point, best);
  return best;
}

/// Barycentric weights of the projection of a point onto the plane of a triangle. The weights are
/// scaled by the squared length of the normal. They are computed from edges, so they are accurate
/// even for a tiny triangle that is far from the point.
struct FaceWeights {
  Vector<3> normal;
  f64 weights[3];

  FaceWeights(const Primitive<3>& triangle, const Vector<3>& point) : normal(normal_of(triangle)) {
    for (int edge = 0; edge < 3; ++edge) {
      const Vector<3> along = triangle.v[(edge + 1) % 3] - triangle.v[edge];
      weights[(edge + 2) % 3] = dot(normal, cross(along, point - triangle.v[edge]));
    }
  }
  bool inside() const { return weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0; }
};

/// Returns the point of a triangle that is closest to `point`. If the projection of `point` is
/// inside the triangle, returns the projection. Otherwise returns the closest point on the edges
/// that have the projection on their outer side.
inline Closest<3> closest_to(const Primitive<3>& triangle, const Vector<3>& point) {
  Closest<3> best;
  const FaceWeights face(triangle, point);
  const f64 squared = dot(face.normal, face.normal);
  if (!(squared > 0)) {
    for (int edge = 0; edge < 3; ++edge) try_edge(triangle, edge, point, best);
    return best;
  }
  if (face.inside()) {
    const f64 height = dot(face.normal, triangle.v[0] - point);
    best.squared = height * height / squared;
    best.offset = face.normal * (height / squared);
    best.point = point + best.offset;
    const f64 sum = face.weights[0] + face.weights[1] + face.weights[2];
    best.u = sum > 0 ? face.weights[1] / sum : 0;
    best.v = sum > 0 ? face.weights[2] / sum : 0;
    return best;
  }
  for (int edge = 0; edge < 3; ++edge) {
    if (face.weights[(edge + 2) % 3] < 0) try_edge(triangle, edge, point, best);
  }
  return best;
}

/// Closest points of two segments. Each segment is given by its start and the vector from its start
/// to its end.
template <int Dim>
struct SegmentPair {
  f64 s;            // parameter on the first segment
  f64 t;            // parameter on the second segment
  Vector<Dim> gap;  // from the point on the second segment to the point on the first
  f64 squared;      // squared distance

  SegmentPair(const Vector<Dim>& start, const Vector<Dim>& along, const Vector<Dim>& other_start,
              const Vector<Dim>& other_along) {
    const Vector<Dim> between = start - other_start;
    const f64 a = dot(along, along);
    const f64 e = dot(other_along, other_along);
    const f64 f = dot(other_along, between);
    const f64 c = dot(along, between);
    if (!(a > 0)) {
      s = 0;
      t = e > 0 ? clamped(f / e, 0, 1) : 0;
    } else if (!(e > 0)) {
      t = 0;
      s = clamped(-c / a, 0, 1);
    } else {
      const f64 b = dot(along, other_along);
      const f64 denominator = a * e - b * b;
      s = denominator > 0 ? clamped((b * f - c * e) / denominator, 0, 1) : 0;
      t = (b * s + f) / e;
      if (t < 0 || t > 1) {
        t = t < 0 ? 0 : 1;
        s = clamped((b * t - c) / a, 0, 1);
      }
    }
    gap = between + along * s - other_along * t;
    squared = dot(gap, gap);
  }
};

}  // namespace sapwood::mesh
