/// @file
/// Primitives of a mesh: triangles in 3D and segments in 2D, in double.
///
/// A primitive is degenerate if its normal, computed in double, is the zero vector. Rays and casts
/// of radius 0 never hit a degenerate primitive. All other functions treat it as the union of its
/// edges and vertices, which is a segment or a point.
#pragma once

#include "sapwood/mesh/vector.hpp"

namespace sapwood::mesh {

/// Triangle or segment.
template <int Dim>
struct Primitive {
  Vector<Dim> v[Dim];  ///< Vertices.
};

/// Number of edges of a primitive. Edge i starts at vertex i.
template <int Dim>
inline constexpr int kEdges = Dim == 3 ? 3 : 1;

template <int Dim>
constexpr int edge_end(int edge) {
  return (edge + 1) % Dim;
}

/// Returns the normal of a primitive. Its length is twice the area of a triangle, or the length of
/// a segment. The vertices of a triangle are counterclockwise if they are seen from the side to
/// which the normal points. The normal of a segment points to the right of its direction, so the
/// normals of a counterclockwise outline point outward.
inline Vector<3> normal_of(const Primitive<3>& triangle) {
  return cross(triangle.v[1] - triangle.v[0], triangle.v[2] - triangle.v[0]);
}
inline Vector<2> normal_of(const Primitive<2>& segment) {
  const Vector<2> along = segment.v[1] - segment.v[0];
  return {{along[1], -along[0]}};
}

/// Returns the unit normal, or the zero vector if the primitive is degenerate.
template <int Dim>
Vector<Dim> unit_normal(const Primitive<Dim>& primitive) {
  return normalized(normal_of(primitive));
}

template <int Dim>
bool is_zero(const Vector<Dim>& a) {
  return a == Vector<Dim>{};
}

/// Returns the unit normal. For a degenerate primitive, returns a unit vector perpendicular to its
/// longest edge.
template <int Dim>
Vector<Dim> any_normal(const Primitive<Dim>& primitive) {
  const Vector<Dim> normal = unit_normal(primitive);
  if (!is_zero(normal)) return normal;
  Vector<Dim> longest{};
  for (int edge = 0; edge < kEdges<Dim>; ++edge) {
    const Vector<Dim> along = primitive.v[edge_end<Dim>(edge)] - primitive.v[edge];
    if (dot(along, along) > dot(longest, longest)) longest = along;
  }
  // take the axis that is least parallel to the edge, and remove its component along the edge
  const Vector<Dim> along = normalized(longest);
  int least = 0;
  for (int axis = 1; axis < Dim; ++axis) {
    if (std::fabs(along[axis]) < std::fabs(along[least])) least = axis;
  }
  Vector<Dim> unit{};
  unit[least] = 1;
  return normalized(unit - along * along[least]);
}

/// Returns the sign of a * d - b * c. The result is exact if no product overflows or underflows:
/// products that round to the same number are compared as sums of two doubles.
inline int sign_of_determinant(f64 a, f64 b, f64 c, f64 d) {
  const f64 left = a * d;
  const f64 right = b * c;
  if (left != right) return left > right ? 1 : -1;
  const auto split = [](f64 x, f64& high) {
    const f64 shifted = x * 134217729.0;  // 2^27 + 1 (Veltkamp)
    high = shifted - (shifted - x);
    return x - high;
  };
  const auto error = [&](f64 x, f64 y, f64 product) {  // Dekker
    f64 x_high, y_high;
    const f64 x_low = split(x, x_high);
    const f64 y_low = split(y, y_high);
    return x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low);
  };
  const f64 left_error = error(a, d, left);
  const f64 right_error = error(b, c, right);
  return left_error == right_error ? 0 : left_error > right_error ? 1 : -1;
}

}  // namespace sapwood::mesh
