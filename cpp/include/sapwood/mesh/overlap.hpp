/// @file
/// Overlap tests of primitives with segments, boxes, convex regions and other primitives, in
/// double. All shapes include their boundary, so touching counts as overlap.
#pragma once

#include "sapwood/mesh/distance.hpp"

namespace sapwood::mesh {

/// Returns true if the bounds of two segments overlap.
template <int Dim>
bool boxes_of_segments_overlap(const Vector<Dim>& p, const Vector<Dim>& q, const Vector<Dim>& a,
                               const Vector<Dim>& b) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (simd::greater(p[axis], q[axis]) < simd::lesser(a[axis], b[axis])) return false;
    if (simd::greater(a[axis], b[axis]) < simd::lesser(p[axis], q[axis])) return false;
  }
  return true;
}

/// Returns the side of the line from a to b on which p is: 1 is left, -1 is right, and 0 is on the
/// line.
inline int side_of(const Vector<2>& a, const Vector<2>& b, const Vector<2>& p) {
  return sign_of_determinant(b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]);
}

/// Returns true if the segments from p to q and from a to b have a point in common. This is the
/// case if each segment has its ends on both sides of the line through the other segment. Collinear
/// segments meet if their bounds overlap.
inline bool segments_meet(const Vector<2>& p, const Vector<2>& q, const Vector<2>& a,
                          const Vector<2>& b) {
  return boxes_of_segments_overlap(p, q, a, b) && side_of(p, q, a) * side_of(p, q, b) <= 0 &&
         side_of(a, b, p) * side_of(a, b, q) <= 0;
}

/// Returns the axis on which the absolute coordinate of a vector is largest. If several axes are
/// equal, returns the first one.
template <int Dim>
int dominant_axis(const Vector<Dim>& vector) {
  int best = 0;
  for (int axis = 1; axis < Dim; ++axis) {
    if (std::fabs(vector[axis]) > std::fabs(vector[best])) best = axis;
  }
  return best;
}

inline Vector<2> without_axis(const Vector<3>& vector, int axis) {
  return {{vector[(axis + 1) % 3], vector[(axis + 2) % 3]}};
}

/// Returns true if two segments in space have a point in common. This is the case if they are in
/// one plane and meet in the projection along its normal.
inline bool segments_meet(const Vector<3>& p, const Vector<3>& q, const Vector<3>& a,
                          const Vector<3>& b) {
  if (!boxes_of_segments_overlap(p, q, a, b)) return false;
  const Vector<3> normal = cross(q - p, b - a);
  if (is_zero(normal)) return is_zero(cross(q - p, a - p)) && is_zero(cross(b - a, a - p));
  if (dot(normal, a - p) != 0) return false;
  const int axis = dominant_axis(normal);
  return segments_meet(without_axis(p, axis), without_axis(q, axis), without_axis(a, axis),
                       without_axis(b, axis));
}

/// Returns true if a primitive and the segment from p to q have a point in common.
inline bool meets_segment(const Primitive<2>& segment, const Vector<2>& p, const Vector<2>& q) {
  return segments_meet(p, q, segment.v[0], segment.v[1]);
}

/// Returns true if a segment in the plane of a triangle meets an edge or is inside the triangle.
/// The segment and the triangle are projected along `axis`.
inline bool meets_in_plane(const Primitive<3>& triangle, const Vector<3>& p, const Vector<3>& q,
                           int axis) {
  const Vector<2> from = without_axis(p, axis);
  const Vector<2> to = without_axis(q, axis);
  bool left = false;
  bool right = false;
  for (int edge = 0; edge < 3; ++edge) {
    const Vector<2> a = without_axis(triangle.v[edge], axis);
    const Vector<2> b = without_axis(triangle.v[(edge + 1) % 3], axis);
    if (segments_meet(from, to, a, b)) return true;
    const int side = side_of(a, b, from);
    left |= side > 0;
    right |= side < 0;
  }
  return left != right;
}

/// Returns six times the signed volume of the tetrahedron of the points p, q, a and b. The sign is
/// the side of the edge from a to b on which the line from p to q passes. Swapping a and b changes
/// only the sign, because both points are sorted before the computation.
inline f64 edge_volume(const Vector<3>& p, const Vector<3>& q, const Vector<3>& a,
                       const Vector<3>& b) {
  int axis = 0;
  while (axis < 2 && a[axis] == b[axis]) ++axis;
  const bool swapped = a[axis] > b[axis];
  const Vector<3>& first = swapped ? b : a;
  const Vector<3>& second = swapped ? a : b;
  const f64 volume = dot(q - p, cross(second - first, p - first));
  return swapped ? -volume : volume;
}

/// Returns true if a triangle and the segment from p to q have a point in common. This is the case
/// if the ends are on both sides of the plane, and the line through p and q is on the same side of
/// all edges. So a segment never passes between two triangles that share an edge.
inline bool meets_segment(const Primitive<3>& triangle, const Vector<3>& p, const Vector<3>& q) {
  const Vector<3> normal = normal_of(triangle);
  if (is_zero(normal)) {
    for (int edge = 0; edge < 3; ++edge) {
      if (segments_meet(p, q, triangle.v[edge], triangle.v[(edge + 1) % 3])) return true;
    }
    return false;
  }
  const f64 from = dot(normal, p - triangle.v[0]);
  const f64 to = dot(normal, q - triangle.v[0]);
  if ((from > 0 && to > 0) || (from < 0 && to < 0)) return false;
  if (from == 0 && to == 0) return meets_in_plane(triangle, p, q, dominant_axis(normal));
  bool left = false;
  bool right = false;
  for (int edge = 0; edge < 3; ++edge) {
    const f64 volume = edge_volume(p, q, triangle.v[edge], triangle.v[(edge + 1) % 3]);
    left |= volume > 0;
    right |= volume < 0;
  }
  return left != right;
}

/// Returns true if two primitives have a point in common. This is the case if an edge of one
/// primitive meets the other primitive.
template <int Dim>
bool meets_primitive(const Primitive<Dim>& a, const Primitive<Dim>& b) {
  for (int edge = 0; edge < kEdges<Dim>; ++edge) {
    if (meets_segment(b, a.v[edge], a.v[edge_end<Dim>(edge)])) return true;
    if constexpr (Dim == 3) {
      if (meets_segment(a, b.v[edge], b.v[edge_end<Dim>(edge)])) return true;
    }
  }
  return false;
}

/// Box given by its center and half sizes, for the separating-axis test.
template <int Dim>
struct CenteredBox {
  Vector<Dim> center;
  Vector<Dim> half;

  /// Returns true if a direction separates the box from a primitive. The vertices of the primitive
  /// must be relative to the center of the box.
  bool separates(const Vector<Dim>& direction, const Primitive<Dim>& primitive) const {
    f64 low = HUGE_VAL;
    f64 high = -HUGE_VAL;
    f64 radius = 0;
    for (const Vector<Dim>& vertex : primitive.v) {
      const f64 at = dot(direction, vertex);
      low = simd::lesser(at, low);
      high = simd::greater(at, high);
    }
    for (int axis = 0; axis < Dim; ++axis) radius += half[axis] * std::fabs(direction[axis]);
    return low > radius || high < -radius;
  }
};

/// Returns true if a primitive and a box have a point in common. Uses the separating-axis test with
/// the axes of the box, the normal, and in 3D the cross products of axes and edges. The box is
/// first clipped to the bounds of the primitive, so very large boxes cause no large rounding
/// errors.
template <int Dim>
bool meets_box(const Primitive<Dim>& primitive, const Box<Dim>& box) {
  Box<Dim> bounds = box_of(primitive.v);
  for (int axis = 0; axis < Dim; ++axis) {
    bounds.min[axis] = simd::greater(bounds.min[axis], box.min[axis]);
    bounds.max[axis] = simd::lesser(bounds.max[axis], box.max[axis]);
    if (bounds.min[axis] > bounds.max[axis]) return false;
  }
  CenteredBox<Dim> centered;
  centered.center = (bounds.min + bounds.max) * 0.5;
  centered.half = (bounds.max - bounds.min) * 0.5;
  Primitive<Dim> relative;
  for (int i = 0; i < Dim; ++i) relative.v[i] = primitive.v[i] - centered.center;
  if (centered.separates(normal_of(primitive), relative)) return false;
  if constexpr (Dim == 3) {
    for (int edge = 0; edge < 3; ++edge) {
      const Vector<3> along = primitive.v[(edge + 1) % 3] - primitive.v[edge];
      for (int axis = 0; axis < 3; ++axis) {
        Vector<3> unit{};
        unit[axis] = 1;
        if (centered.separates(cross(unit, along), relative)) return false;
      }
    }
  }
  return true;
}

/// Half space: all points p with dot(normal, p) + constant >= 0.
template <int Dim>
struct HalfSpace {
  Vector<Dim> normal;
  f64 constant;

  f64 height(const Vector<Dim>& point) const { return dot(normal, point) + constant; }
};

/// Maximum number of half spaces of a convex region.
inline constexpr u32 kMaxHalfSpaces = 32;

/// Clips a convex polygon with a half space. Returns the new number of vertices, which is at most
/// one more than before. Vertices on the plane are kept.
template <int Dim>
u32 clip(const HalfSpace<Dim>& space, const Vector<Dim>* from, u32 count, Vector<Dim>* to) {
  u32 kept = 0;
  for (u32 i = 0; i < count; ++i) {
    const Vector<Dim>& at = from[i];
    const Vector<Dim>& next = from[i + 1 < count ? i + 1 : 0];
    const f64 height = space.height(at);
    const f64 next_height = space.height(next);
    if (height >= 0) to[kept++] = at;
    if ((height > 0 && next_height < 0) || (height < 0 && next_height > 0)) {
      to[kept++] = at + (next - at) * (height / (height - next_height));
    }
  }
  return kept;
}

/// Returns true if a part of a primitive remains after it is clipped with at most kMaxHalfSpaces
/// half spaces.
template <int Dim>
bool meets_convex(const Primitive<Dim>& primitive, const HalfSpace<Dim>* spaces, u32 count) {
  // Clipping adds at most one vertex to a convex polygon. But because of rounding, a thin polygon
  // can cross a plane more than twice. The buffers have space for any polygon of kRoom vertices, to
  // which one clip adds at most kRoom / 2 vertices.
  constexpr u32 kRoom = 64;
  Vector<Dim> polygons[2][kRoom + kRoom / 2];
  u32 vertices = Dim;
  for (int i = 0; i < Dim; ++i) polygons[0][i] = primitive.v[i];
  for (u32 i = 0; i < count && vertices > 0; ++i) {
    vertices = clip(spaces[i], polygons[i % 2], vertices, polygons[(i + 1) % 2]);
    if (vertices > kRoom) return true;
  }
  return vertices > 0;
}

}  // namespace sapwood::mesh
