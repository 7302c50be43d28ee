/// @file
/// Test whether a point is inside a closed mesh, by the parity of the crossings of a ray.
///
/// The ray has the direction of the first axis. If it touches an edge, the point is treated as if
/// it were moved by infinitesimal amounts along the other axes; the amount along the second axis is
/// larger. The side of each edge is computed exactly, so the parity is correct for every point of a
/// closed mesh. A point on the surface is inside.
#pragma once

#include "sapwood/mesh/traverse.hpp"

namespace sapwood::mesh {

/// Returns the side, 1 or -1, of the line from a to b on which the origin is after it was moved by
/// an infinitesimal amount. Returns 0 if a equals b.
inline int moved_side(const Vector<2>& a, const Vector<2>& b) {
  const int side = sign_of_determinant(a[0], a[1], b[0], b[1]);
  if (side != 0) return side;
  // if the origin is moved by (e, e^2), the determinant changes by e (a1 - b1) + e^2 (b0 - a0)
  if (a[1] != b[1]) return a[1] > b[1] ? 1 : -1;
  return b[0] == a[0] ? 0 : b[0] > a[0] ? 1 : -1;
}

/// Returns true if the ray from the point crosses a triangle.
inline bool ray_crosses(const Primitive<3>& triangle, const Vector<3>& point) {
  Vector<2> flat[3];
  f64 ahead[3];
  for (int i = 0; i < 3; ++i) {
    const Vector<3> at = triangle.v[i] - point;
    flat[i] = without_axis(at, 0);
    ahead[i] = at[0];
  }
  const int side = moved_side(flat[0], flat[1]);
  if (side == 0 || moved_side(flat[1], flat[2]) != side || moved_side(flat[2], flat[0]) != side) {
    return false;
  }
  if (ahead[0] > 0 && ahead[1] > 0 && ahead[2] > 0) return true;
  if (ahead[0] < 0 && ahead[1] < 0 && ahead[2] < 0) return false;
  f64 sum = 0;
  for (int i = 0; i < 3; ++i) sum += cross(flat[(i + 1) % 3], flat[(i + 2) % 3]) * ahead[i];
  // the ray crosses the triangle if the weighted mean of `ahead` is positive; all weights in `sum`
  // have the same sign as `side`
  return sum * side > 0;
}

/// Returns true if the ray from the point crosses a segment.
inline bool ray_crosses(const Primitive<2>& segment, const Vector<2>& point) {
  const Vector<2> a = segment.v[0] - point;
  const Vector<2> b = segment.v[1] - point;
  if ((a[1] > 0) == (b[1] > 0)) return false;
  const int side = sign_of_determinant(a[0], a[1], b[0], b[1]);
  return b[1] > a[1] ? side > 0 : side < 0;
}

/// Returns true if a point is on the primitive. The point must be inside the bounds of the
/// primitive.
inline bool is_on(const Primitive<3>& triangle, const Vector<3>& point) {
  return closest_to(triangle, point).squared == 0;
}
inline bool is_on(const Primitive<2>& segment, const Vector<2>& point) {
  return side_of(segment.v[0], segment.v[1], point) == 0;
}

/// Returns true if a point is inside a closed mesh or on its surface.
template <int Dim>
bool contains_point(const Geometry<Dim>& geometry, const Vector<Dim>& point) {
  if (geometry.tree().empty()) return false;
  Box<Dim> ahead{point, point};
  ahead.max[0] = simd::greater(point[0], geometry.largest());
  const BoxFilter<Dim> filter(ahead, geometry.largest());
  bool inside = false;
  bool on_surface = false;
  visit(geometry, filter, [&](const Leaf<Dim>& leaf, u32 lane) {
    const Primitive<Dim> primitive = geometry.primitive(leaf, lane);
    inside ^= ray_crosses(primitive, point);
    const Box<Dim> bounds = box_of(primitive.v);
    bool near = true;
    for (int axis = 0; axis < Dim; ++axis) {
      near &= bounds.min[axis] <= point[axis] && point[axis] <= bounds.max[axis];
    }
    on_surface = near && is_on(primitive, point);
    return !on_surface;
  });
  return inside || on_surface;
}

}  // namespace sapwood::mesh
