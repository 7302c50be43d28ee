// What a node needs to know of its items before it can be cut, summed up while its parent is cut.
#pragma once

#include "sapwood/core/build_item.hpp"

namespace sapwood::bulk_tree {

// Moments are taken about twice the center of a box around all the items, or of one of them, so
// that far from the origin they do not drown in it.
template <int Dim>
struct MomentOrigin {
  f64 v[Dim] = {};

  MomentOrigin() = default;
  explicit MomentOrigin(const Aabb<Dim>& around) {
    for (int axis = 0; axis < Dim; ++axis) {
      v[axis] = static_cast<f64>(around.min[axis]) + static_cast<f64>(around.max[axis]);
    }
  }
};

// Box, and first and second moments of the doubled centers.
template <int Dim>
struct SideSums {
  BuildBounds bounds;
  f64 sum[Dim] = {};
  f64 squares[Dim] = {};

  [[gnu::always_inline]] void add(const BuildItem& item, const MomentOrigin<Dim>& origin) {
    bounds.add(item.low4(), item.high4());
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 center = static_cast<f64>(item.low[axis] + item.high[axis]) - origin.v[axis];
      sum[axis] += center;
      squares[axis] += center * center;
    }
  }

  // The axis along which the centers of these `count` items vary most; ties keep the lowest.
  int widest_axis(u32 count) const {
    int widest = 0;
    f64 most = -1;
    for (int axis = 0; axis < Dim; ++axis) {
      // four times the variance, times (count - 1)
      const f64 spread = squares[axis] - sum[axis] * sum[axis] / count;
      if (spread > most) {
        most = spread;
        widest = axis;
      }
    }
    return widest;
  }
};

}  // namespace sapwood::bulk_tree
