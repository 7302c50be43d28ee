// Codes for a column that holds far more boxes than its cell was made for: by rank, not by place.
//
// A scene may have most of its boxes in one small spot. There the bytes that tell boxes of a cell
// apart would all be the same. Such a column takes its codes from its own boxes: the code of a
// coordinate is the number of limits that are not above it, and the limits are every 256th part of
// the sorted lower edges. That is monotone, as every code has to be, and as fine as the crowd is
// dense. Cost: 32 comparisons a box in 3D, in crowded columns only.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/core/sweep/column_references.hpp"

namespace sapwood::sweep {

template <int Dim>
class RankQuantizer {
 public:
  static constexpr u32 kLimits = ColumnGrid<Dim>::kCodes - 1;

  u32 column() const { return column_; }
  void set_column(u32 column) { column_ = column; }

  // `edges`: lower edges on a cross axis, sorted, at least one.
  void set_limits(u32 cross, const Array<KeyedIndex>& edges) {
    for (u32 i = 0; i < kLimits; ++i) {
      const u64 at = u64{edges.size()} * (i + 1) / (kLimits + 1);
      limits_[cross][i] = edges[static_cast<size_t>(at)].key;
    }
  }

  void encode(const ColumnGrid<Dim>& grid, const Aabb<Dim>& box, ColumnTag& tag) const {
    tag.codes = 0;
    for (u32 cross = 0; cross < ColumnGrid<Dim>::kCross; ++cross) {
      const u32 axis = grid.cross_axis(cross);
      tag.add_code(2 * cross, code(cross, box.min[axis]));
      tag.add_code(2 * cross + 1, code(cross, box.max[axis]));
    }
  }

 private:
  u32 code(u32 cross, f32 value) const {
    const u32* const limits = limits_[cross];
    return static_cast<u32>(std::upper_bound(limits, limits + kLimits, sortable_key(value)) -
                            limits);
  }

  u32 column_;
  u32 limits_[ColumnGrid<Dim>::kCross][kLimits];  // sortable keys, ascending
};

}  // namespace sapwood::sweep
