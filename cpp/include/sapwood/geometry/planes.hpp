// Planes against boxes: inside is normal . p + constant >= 0.
//
// Evaluated in double with the same order of operations for every box; rounding is monotone, so a
// box inside another one has the smaller farthest_along() and the larger nearest_along().
#pragma once

#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

// Signed distance, in lengths of the normal, of the corner farthest along a plane's normal. A plane
// is Dim numbers of its normal and the constant.
template <int Dim>
f64 farthest_along(const f32* plane, const Aabb<Dim>& box) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 normal = plane[axis];
    sum += normal * static_cast<f64>(normal >= 0 ? box.max[axis] : box.min[axis]);
  }
  return sum + static_cast<f64>(plane[Dim]);
}

// The same of the corner farthest against it.
template <int Dim>
f64 nearest_along(const f32* plane, const Aabb<Dim>& box) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 normal = plane[axis];
    sum += normal * static_cast<f64>(normal >= 0 ? box.min[axis] : box.max[axis]);
  }
  return sum + static_cast<f64>(plane[Dim]);
}

}  // namespace sapwood
