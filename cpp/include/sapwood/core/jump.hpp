// Items that jump. A box far from its leaf would stretch all nodes above it, so the item becomes a
// pending item.
#pragma once

#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

// Returns true if, on some axis, the box is farther from its leaf than the leaf is long.
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
