/// @file
/// Points and axis-aligned boxes of float32. Boxes are closed sets: touching boxes overlap.
#pragma once

#include <cmath>

#include "sapwood/base/types.hpp"
#include "sapwood/simd/choose.hpp"

namespace sapwood {

/// Largest absolute value of a coordinate. Squared extents and areas of such boxes are finite in
/// float32. clamp_infinite() moves infinite sides to this value.
inline constexpr f32 kMaxCoordinate = 1e18f;

/// Point or vector with `Dim` coordinates, in world units.
template <int Dim>
struct Point {
  f32 v[Dim];

  f32 operator[](int axis) const { return v[axis]; }
  f32& operator[](int axis) { return v[axis]; }
};

/// Axis-aligned box: `Dim` minima, then `Dim` maxima. Flat arrays of boxes have the same layout.
template <int Dim>
struct Aabb {
  f32 min[Dim];
  f32 max[Dim];

  /// Returns the center on an axis.
  f32 center(int axis) const { return 0.5f * min[axis] + 0.5f * max[axis]; }
  /// Returns the length on an axis.
  f32 extent(int axis) const { return max[axis] - min[axis]; }

  friend bool operator==(const Aabb& a, const Aabb& b) {
    for (int axis = 0; axis < Dim; ++axis) {
      if (a.min[axis] != b.min[axis] || a.max[axis] != b.max[axis]) return false;
    }
    return true;
  }
};
static_assert(sizeof(Aabb<2>) == 16 && sizeof(Aabb<3>) == 24);

/// Returns the neutral element of unite(): a box that contains nothing and overlaps nothing.
template <int Dim>
constexpr Aabb<Dim> empty_box() {
  Aabb<Dim> box{};
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = HUGE_VALF;
    box.max[axis] = -HUGE_VALF;
  }
  return box;
}

/// Returns true for empty_box(). The box must be valid or empty, so the function tests only one
/// axis.
template <int Dim>
bool is_empty(const Aabb<Dim>& box) {
  return !(box.min[0] <= box.max[0]);
}

/// Returns true if the box is finite, not inverted, and within kMaxCoordinate.
template <int Dim>
bool is_valid(const Aabb<Dim>& box) {
  for (int axis = 0; axis < Dim; ++axis) {
    const bool sound = box.min[axis] >= -kMaxCoordinate && box.max[axis] <= kMaxCoordinate &&
                       box.min[axis] <= box.max[axis];
    if (!sound) return false;
  }
  return true;
}

/// Clamps infinite sides to kMaxCoordinate, so that structures never handle infinities. The box
/// still overlaps the same items.
template <int Dim>
void clamp_infinite(Aabb<Dim>& box) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.min[axis] == -HUGE_VALF) box.min[axis] = -kMaxCoordinate;
    if (box.max[axis] == HUGE_VALF) box.max[axis] = kMaxCoordinate;
  }
}

/// Returns true if all coordinates are finite and within kMaxCoordinate.
template <int Dim>
bool is_valid(const Point<Dim>& point) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (!(std::fabs(point[axis]) <= kMaxCoordinate)) return false;
  }
  return true;
}

/// Returns true if the boxes overlap or touch.
template <int Dim>
bool overlaps(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  bool apart = false;
  for (int axis = 0; axis < Dim; ++axis) {
    apart |= (a.min[axis] > b.max[axis]) | (b.min[axis] > a.max[axis]);
  }
  return !apart;
}

/// Returns true if `outer` contains all of `inner`.
template <int Dim>
bool contains(const Aabb<Dim>& outer, const Aabb<Dim>& inner) {
  bool within = true;
  for (int axis = 0; axis < Dim; ++axis) {
    within &= (outer.min[axis] <= inner.min[axis]) & (outer.max[axis] >= inner.max[axis]);
  }
  return within;
}

template <int Dim>
Aabb<Dim> unite(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = simd::lesser(a.min[axis], b.min[axis]);
    box.max[axis] = simd::greater(a.max[axis], b.max[axis]);
  }
  return box;
}

/// Returns the box grown by `margin` world units on every side, rounded to float32.
template <int Dim>
Aabb<Dim> expand(const Aabb<Dim>& box, f32 margin) {
  Aabb<Dim> fat;
  for (int axis = 0; axis < Dim; ++axis) {
    fat.min[axis] = box.min[axis] - margin;
    fat.max[axis] = box.max[axis] + margin;
  }
  return fat;
}

/// Returns the box relative to an origin that has moved by the vector `by`. Sides at or beyond the
/// largest coordinate do not change, because they can represent infinite sides. Rounding is
/// monotone, so nested boxes remain nested.
template <int Dim>
Aabb<Dim> shifted(const Aabb<Dim>& box, const Point<Dim>& by) {
  Aabb<Dim> moved = box;
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.min[axis] > -kMaxCoordinate) moved.min[axis] -= by[axis];
    if (box.max[axis] < kMaxCoordinate) moved.max[axis] -= by[axis];
  }
  return moved;
}

/// Returns half of the surface area in 3D (xy + yz + zx), or half of the perimeter in 2D (x + y).
/// The surface-area heuristic requires only ratios of areas.
template <int Dim>
f32 half_area(const Aabb<Dim>& box) {
  if constexpr (Dim == 3) {
    const f32 x = box.extent(0), y = box.extent(1), z = box.extent(2);
    return x * y + y * z + z * x;
  } else {
    return box.extent(0) + box.extent(1);
  }
}

/// Returns the axis on which the box is longest. If several extents are equal, returns the first
/// axis.
template <int Dim>
int longest_axis(const Aabb<Dim>& box) {
  int best = 0;
  for (int axis = 1; axis < Dim; ++axis) {
    if (box.extent(axis) > box.extent(best)) best = axis;
  }
  return best;
}

}  // namespace sapwood
