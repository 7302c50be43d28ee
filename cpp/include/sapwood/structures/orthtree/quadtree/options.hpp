/// @file
/// Options of a quadtree with buckets.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Options of a quadtree with buckets.
struct QuadtreeOptions {
  u32 capacity = 8;  ///< Maximum number of items in a leaf that is not divided.
  f32 min_side = 0;  ///< Minimum side: a cell with a side of at most this length, in world units,
                     ///< is not divided.

  template <class V>
  void describe(V& v) {
    v.number("capacity", capacity, 1, 1024);
    v.number("minSide", min_side, 0, 1e18);
  }
};

}  // namespace sapwood
