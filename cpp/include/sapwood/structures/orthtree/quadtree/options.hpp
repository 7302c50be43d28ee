// What a user may choose about a quadtree with buckets.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

struct QuadtreeOptions {
  u32 capacity = 8;  // a leaf with more items is divided
  f32 min_side = 0;  // world units; a cell with a side that is not longer is not divided

  template <class V>
  void describe(V& v) {
    v.number("capacity", capacity, 1, 1024);
    v.number("minSide", min_side, 0, 1e18);
  }
};

}  // namespace sapwood
