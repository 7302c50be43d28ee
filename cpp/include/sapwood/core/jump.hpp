// Items that jump: a box that has left its leaf far behind would stretch every node above it. It is
// better off as a pending item.
#pragma once

#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

// Farther from its leaf than the leaf is long, on some axis.
template <int Dim>
bool has_jumped(const Aabb<Dim>& leaf, const Aabb<Dim>& box) {
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 reach = leaf.extent(axis);
    if (box.min[axis] > leaf.max[axis] + reach || box.max[axis] < leaf.min[axis] - reach) {
      return true;
    }
  }
  return false;
}

}  // namespace sapwood
