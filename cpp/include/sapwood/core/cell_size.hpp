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

  // Prepares a sample of `count` items. The caller then calls take() for each item, or look_at()
  // for a sample.
  explicit CellSizer(u32 count) : count_(count), stride_((count + kSample - 1) / kSample) {}

  // Adds every stride-th box to the sample.
  void take(const Aabb<Dim>& box) {
    if (seen_++ % stride_ == 0 && taken_ != kSample) look_at(box);
  }
  // Adds a box to the sample. At most kSample boxes can be added.
  void look_at(const Aabb<Dim>& box) {
    f32 extent = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      extent = std::max(extent, box.extent(axis));
      centers_[axis][taken_] = box.center(axis);
    }
    extents_[taken_++] = extent;
  }

  bool looked() const { return taken_ != 0; }

  // Returns the extent that three quarters of the items do not exceed.
  f64 common_extent() { return taken_ == 0 ? 0 : static_cast<f64>(at_share(extents_, 0.75)); }

  // Computes the interval of an axis that contains most centers.
  void middle(int axis, f32& from, f32& to) {
    from = at_share(centers_[axis], kOutside);
    to = at_share(centers_[axis], 1 - kOutside);
  }

  // Returns the cell size for items that are in every cell that they touch: the larger of the
  // distance of neighbors and `per_extent` times common_extent(). Positive and finite.
  f64 size(f64 per_extent) {
    if (taken_ == 0) return 1;
    const f64 size = std::max(per_extent * common_extent(), spacing());
    if (size > 0) return std::min(size, static_cast<f64>(kMaxCoordinate));
    const f64 largest = *std::max_element(extents_, extents_ + taken_);
    return largest > 0 ? largest : 1;
  }

  // Returns the side of a cube that holds one item on average. Only axes on which the items spread
  // are counted.
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

  // Uses Newton's method: std::cbrt does not return the same bits on every host.
  static f64 cube_root(f64 value) {
    f64 root = std::ldexp(1.0, std::ilogb(value) / 3);
    for (int step = 0; step < 10; ++step) root -= (root - value / (root * root)) / 3;
    return root;
  }

 private:
  // Fraction of the items that is ignored at each end of an axis.
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
