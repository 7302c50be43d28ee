// Points and axis-aligned boxes of float32, closed sets: touching boxes overlap.
#pragma once

#include <cmath>

#include "sapwood/base/types.hpp"
#include "sapwood/simd/choose.hpp"

namespace sapwood {

// Largest |coordinate| an item may have: squared extents and areas stay finite in float32. Infinite
// sides of a caller's boxes lie there, too (clamp_infinite()).
inline constexpr f32 kMaxCoordinate = 1e18f;

template <int Dim>
struct Point {
  f32 v[Dim];

  f32 operator[](int axis) const { return v[axis]; }
  f32& operator[](int axis) { return v[axis]; }
};

// Byte for byte the bulk format of the public API: Dim minima, then Dim maxima.
template <int Dim>
struct Aabb {
  f32 min[Dim];
  f32 max[Dim];

  f32 center(int axis) const { return 0.5f * min[axis] + 0.5f * max[axis]; }
  f32 extent(int axis) const { return max[axis] - min[axis]; }

  friend bool operator==(const Aabb& a, const Aabb& b) {
    for (int axis = 0; axis < Dim; ++axis) {
      if (a.min[axis] != b.min[axis] || a.max[axis] != b.max[axis]) return false;
    }
    return true;
  }
};
static_assert(sizeof(Aabb<2>) == 16 && sizeof(Aabb<3>) == 24);

// The identity of unite(): contains nothing, overlaps nothing.
template <int Dim>
constexpr Aabb<Dim> empty_box() {
  Aabb<Dim> box{};
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = HUGE_VALF;
    box.max[axis] = -HUGE_VALF;
  }
  return box;
}

// Finite, not inverted, within kMaxCoordinate. Comparisons are written so that NaN fails.
template <int Dim>
bool is_valid(const Aabb<Dim>& box) {
  for (int axis = 0; axis < Dim; ++axis) {
    const bool sound = box.min[axis] >= -kMaxCoordinate && box.max[axis] <= kMaxCoordinate &&
                       box.min[axis] <= box.max[axis];
    if (!sound) return false;
  }
  return true;
}

// Boxes of callers may be infinite: such sides move to the largest coordinates, where they overlap
// the same items, so that no structure has to reckon with infinity.
template <int Dim>
void clamp_infinite(Aabb<Dim>& box) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.min[axis] == -HUGE_VALF) box.min[axis] = -kMaxCoordinate;
    if (box.max[axis] == HUGE_VALF) box.max[axis] = kMaxCoordinate;
  }
}

template <int Dim>
bool is_valid(const Point<Dim>& point) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (!(std::fabs(point[axis]) <= kMaxCoordinate)) return false;
  }
  return true;
}

template <int Dim>
bool overlaps(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  bool apart = false;
  for (int axis = 0; axis < Dim; ++axis) {
    apart |= (a.min[axis] > b.max[axis]) | (b.min[axis] > a.max[axis]);
  }
  return !apart;
}

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

// Grown by `margin` on every side, rounded to float32.
template <int Dim>
Aabb<Dim> expand(const Aabb<Dim>& box, f32 margin) {
  Aabb<Dim> fat;
  for (int axis = 0; axis < Dim; ++axis) {
    fat.min[axis] = box.min[axis] - margin;
    fat.max[axis] = box.max[axis] + margin;
  }
  return fat;
}

// Seen from an origin that has moved by a vector. Sides at the largest coordinates or beyond them
// stay: they may stand for infinite ones. Rounding is monotone: what contains something still does.
template <int Dim>
Aabb<Dim> shifted(const Aabb<Dim>& box, const Point<Dim>& by) {
  Aabb<Dim> moved = box;
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.min[axis] > -kMaxCoordinate) moved.min[axis] -= by[axis];
    if (box.max[axis] < kMaxCoordinate) moved.max[axis] -= by[axis];
  }
  return moved;
}

// The measure of the surface-area heuristic, halved since only ratios matter:
// 3D gives xy + yz + zx (half the surface), 2D gives x + y (half the perimeter).
template <int Dim>
f32 half_area(const Aabb<Dim>& box) {
  if constexpr (Dim == 3) {
    const f32 x = box.extent(0), y = box.extent(1), z = box.extent(2);
    return x * y + y * z + z * x;
  } else {
    return box.extent(0) + box.extent(1);
  }
}

template <int Dim>
int longest_axis(const Aabb<Dim>& box) {
  int best = 0;
  for (int axis = 1; axis < Dim; ++axis) {
    if (box.extent(axis) > box.extent(best)) best = axis;
  }
  return best;
}

}  // namespace sapwood
