// Test for items that have moved far from their leaf. Such an item would stretch the leaf and all
// nodes above it, so it becomes a pending item.
#pragma once

#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

// Returns true if, on some axis, the distance between the box and its leaf exceeds the extent of
// the leaf.
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
