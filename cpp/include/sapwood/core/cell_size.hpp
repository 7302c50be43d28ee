// Measurements of the items from which a grid computes its cell size.
//
// If cells are smaller than the items, each item is in many cells. If cells contain many items,
// many pairs are compared that do not overlap. The extent of the items and the distance of
// neighbors come from order statistics of an even sample, so that a giant or an item far away has
// no influence.
#pragma once

#include <algorithm>
#include <cmath>

#include "sapwood/base/sort.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

template <int Dim>
class CellSizer {
 public:
  static constexpr u32 kSample = 256;

  // For `count` items; take() must then be called with at least some of them.
  explicit CellSizer(u32 count) : count_(count), stride_((count + kSample - 1) / kSample) {}

  // In any fixed order; looks at every stride-th box.
  void take(const Aabb<Dim>& box) {
    if (seen_++ % stride_ == 0 && taken_ != kSample) look_at(box);
  }
  // Up to kSample boxes that stand for all.
  void look_at(const Aabb<Dim>& box) {
    f32 extent = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      extent = std::max(extent, box.extent(axis));
      centers_[axis][taken_] = box.center(axis);
    }
    extents_[taken_++] = extent;
  }

  bool looked() const { return taken_ != 0; }

  // Not exceeded by three quarters of the items.
  f64 common_extent() { return taken_ == 0 ? 0 : static_cast<f64>(at_share(extents_, 0.75)); }

  // Between which most centers are on an axis.
  void middle(int axis, f32& from, f32& to) {
    from = at_share(centers_[axis], kOutside);
    to = at_share(centers_[axis], 1 - kOutside);
  }

  // Cell size for items that are in every cell that they touch: `per_extent` times the extent that
  // three quarters of the items do not exceed, or the distance of neighbors if that is more.
  // Positive and finite.
  f64 size(f64 per_extent) {
    if (taken_ == 0) return 1;
    const f64 size = std::max(per_extent * common_extent(), spacing());
    if (size > 0) return std::min(size, static_cast<f64>(kMaxCoordinate));
    const f64 largest = *std::max_element(extents_, extents_ + taken_);
    return largest > 0 ? largest : 1;
  }

  // Side of a cube that holds one item on average, over the axes on which the items spread.
  f64 spacing() {
    if (taken_ == 0) return 0;
    f64 volume = 1.0 / count_;
    int axes = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 most = at_share(centers_[axis], 1 - kOutside);
      const f64 spread = (most - at_share(centers_[axis], kOutside)) / (1 - 2 * kOutside);
      if (!(spread > 0)) continue;
      volume *= spread;
      ++axes;
    }
    return axes == 0 ? 0 : axes == 1 ? volume : axes == 2 ? std::sqrt(volume) : cube_root(volume);
  }

  // By Newton's method: the same bits on every host, which std::cbrt does not promise.
  static f64 cube_root(f64 value) {
    f64 root = std::ldexp(1.0, std::ilogb(value) / 3);
    for (int step = 0; step < 10; ++step) root -= (root - value / (root * root)) / 3;
    return root;
  }

 private:
  // Share of the items that is left out at either end of an axis.
  static constexpr f64 kOutside = 0.1;

  [[gnu::noinline]] f64 at_share(f32* values, f64 share) {
    f32* place = values + static_cast<size_t>(share * (taken_ - 1));
    part_at(values, place, values + taken_);
    return *place;
  }

  u32 count_;
  u32 stride_;
  u32 seen_ = 0;
  u32 taken_ = 0;
  f32 extents_[kSample];
  f32 centers_[Dim][kSample];
};

}  // namespace sapwood
