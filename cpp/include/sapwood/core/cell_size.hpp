// Computes the cell sides of a grid from measurements of its items.
//
// If cells are smaller than the items, each item is in many cells. If cells contain many items,
// many pairs that do not overlap are compared. Item extents and distances between neighbors are
// measured for each axis, because items can be elongated. The measurements are based on quantiles
// of a regular sample, so outliers have little influence.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "sapwood/base/sort.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

/// Sides of the finest cells of a grid by axis, in world units. A side of 0 is computed from the
/// items.
struct CellSize {
  f32 sides[3] = {0, 0, 0};

  CellSize() = default;
  /// Sets the same side on all axes.
  CellSize(f32 side) : sides{side, side, side} {}
  CellSize(f32 x, f32 y, f32 z = 0) : sides{x, y, z} {}

  /// Returns true if at least one side of a grid with `dim` dimensions is 0.
  bool automatic(int dim) const {
    return sides[0] == 0 || sides[1] == 0 || (dim == 3 && sides[2] == 0);
  }
};

template <int Dim>
class CellSizer {
 public:
  static constexpr u32 kSample = 256;

  // Prepares a sample of `count` items. The caller then passes every item to add(), or passes its
  // own sample to add_sample().
  explicit CellSizer(u32 count) : count_(count), stride_((count + kSample - 1) / kSample) {}

  void add(const Aabb<Dim>& box) {
    if (seen_++ % stride_ == 0 && taken_ != kSample) add_sample(box);
  }
  // Adds a box to the sample. The sample can contain at most kSample boxes.
  void add_sample(const Aabb<Dim>& box) {
    for (int axis = 0; axis < Dim; ++axis) {
      extents_[axis][taken_] = box.extent(axis);
      centers_[axis][taken_] = box.center(axis);
    }
    ++taken_;
  }

  bool has_samples() const { return taken_ != 0; }

  // Computes cell sides from the item extents. Normally, all sides are `per_extent` times the 75th
  // percentile of the longest extent of each item. If the items are elongated and cubic cells would
  // contain many items, the sides are proportional to the mean extents of the axes instead. For the
  // means, extents are clamped to the percentile. `from` and `to` are the results of middle().
  // Requires at least one item.
  void common_sides(f64 per_extent, const f32 (&from)[Dim], const f32 (&to)[Dim],
                    f64 (&sides)[Dim]) {
    f32 values[kSample];
    const f32 same[] = {1, 1, 1};
    longest(same, values);
    const f32 most = at_share(values, values, kCommon);
    f32 inverses[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      f64 sum = 0;
      for (u32 i = 0; i < taken_; ++i) sum += static_cast<f64>(std::min(extents_[axis][i], most));
      sides[axis] = sum / taken_;
      // uses 0 instead of the inverse of a denormal extent, which can be infinite
      const bool normal = sides[axis] >= static_cast<f64>(std::numeric_limits<f32>::min());
      inverses[axis] = normal ? static_cast<f32>(1 / sides[axis]) : 0;
    }
    const auto [least, largest] = std::minmax_element(sides, sides + Dim);
    const f64 cubic = static_cast<f64>(most) * per_extent;
    stretched_ = *largest > kStretchThreshold * *least &&
                 items_per_cell(cubic, from, to) > kMaxItemsPerCubicCell;
    if (!stretched_) {
      std::fill(sides, sides + Dim, cubic);
      return;
    }
    longest(inverses, values);
    const f64 ratio = static_cast<f64>(at_share(values, values, kCommon));
    for (f64& side : sides) side *= ratio * per_extent;
  }

  // Computes the interval of an axis that contains the middle 80 % of the centers. Requires at
  // least one item.
  void middle(int axis, f32& from, f32& to) {
    f32* const values = centers_[axis];
    from = at_share(values, values, kOutside);
    to = at_share(values, values + static_cast<size_t>(kOutside * (taken_ - 1)), 1 - kOutside);
  }

  // Computes cell sides for a grid that stores an item in every cell that the item touches. The
  // sides are those of common_sides(), increased to at least the average distance between
  // neighboring items. The results are positive and finite.
  void sides(f64 per_extent, f64 (&sides)[Dim]) {
    std::fill(sides, sides + Dim, 1.0);
    if (taken_ == 0) return;
    f32 from[Dim];
    f32 to[Dim];
    for (int axis = 0; axis < Dim; ++axis) middle(axis, from[axis], to[axis]);
    common_sides(per_extent, from, to, sides);
    increase(sides, from, to, 1);
    f64 most = *std::max_element(sides, sides + Dim);
    for (int axis = 0; most == 0 && axis < Dim; ++axis) {
      most = *std::max_element(extents_[axis], extents_[axis] + taken_);
    }
    if (most == 0) most = 1;
    for (f64& side : sides) {
      side = std::min(side > 0 ? side : most, static_cast<f64>(kMaxCoordinate));
    }
  }

  // Increases the sides to at least `per_spacing` times the item spacing. The item spacing is the
  // side of cells that would hold one item on average. `from` and `to` are the results of middle().
  //
  // If stretched_ is false, all sides are equal and stay equal, and axes on which the middle 80 %
  // of the centers coincide are ignored. Otherwise, axes along which one cell contains most items
  // are ignored.
  void increase(f64 (&sides)[Dim], const f32 (&from)[Dim], const f32 (&to)[Dim],
                f64 per_spacing) const {
    f64 spread[Dim];
    bool equal[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      spread[axis] = spread_of(from[axis], to[axis]);
      equal[axis] = true;
    }
    f64 side = 0;
    if (!stretched_) {
      f64 volume = 1.0 / count_;
      int axes = 0;
      for (const f64 width : spread) {
        if (!(width > 0)) continue;
        volume *= width;
        ++axes;
      }
      if (axes != 0) side = per_spacing * root(volume, axes);
      for (f64& each : sides) each = std::max(each, side);
      return;
    }
    for (int axis = 0; axis < Dim;) {
      f64 volume = 1.0 / count_;
      int axes = 0;
      for (int each = 0; each < Dim; ++each) {
        axes += equal[each] ? 1 : 0;
        volume *= equal[each] ? spread[each] : std::max(1.0, spread[each] / sides[each]);
      }
      if (axes == 0) return;
      side = per_spacing * root(volume, axes);
      for (axis = 0; axis < Dim; ++axis) {
        if (equal[axis] && (sides[axis] >= side || spread[axis] <= side)) break;
      }
      if (axis == Dim) break;
      equal[axis] = false;
      if (sides[axis] < side) sides[axis] = spread[axis];
      axis = 0;
    }
    for (int axis = 0; axis < Dim; ++axis) sides[axis] = std::max(sides[axis], side);
  }

  static f64 root(f64 value, int degree) {
    return degree == 1 ? value : degree == 2 ? std::sqrt(value) : cube_root(value);
  }
  // Uses Newton's method, because std::cbrt does not return the same bits on every host.
  static f64 cube_root(f64 value) {
    f64 root = std::ldexp(1.0, std::ilogb(value) / 3);
    for (int step = 0; step < 10; ++step) root -= (root - value / (root * root)) / 3;
    return root;
  }

 private:
  static constexpr f64 kCommon = 0.75;
  // Cells are elongated only if both thresholds are exceeded. The thresholds were measured with
  // boxes that are 2.5 to 8 times as long on one axis as on the others. With fewer items per cubic
  // cell, the additional cells cost more than the tests that they save.
  static constexpr f64 kStretchThreshold = 3;
  static constexpr f64 kMaxItemsPerCubicCell = 16;
  static constexpr f64 kOutside = 0.1;  // fraction of the centers ignored at each end of an axis

  static f64 spread_of(f32 from, f32 to) {
    return (static_cast<f64>(to) - static_cast<f64>(from)) / (1 - 2 * kOutside);
  }
  f64 items_per_cell(f64 side, const f32 (&from)[Dim], const f32 (&to)[Dim]) const {
    f64 items = count_;
    for (int axis = 0; axis < Dim; ++axis) {
      items *= std::min(1.0, side / spread_of(from[axis], to[axis]));
    }
    return items;
  }

  void longest(const f32* scales, f32* values) const {
    for (u32 i = 0; i < taken_; ++i) {
      values[i] = extents_[0][i] * scales[0];
      for (int axis = 1; axis < Dim; ++axis) {
        values[i] = std::max(values[i], extents_[axis][i] * scales[axis]);
      }
    }
  }

  // Returns a quantile of the sample; `share` is 0 .. 1. Rearranges the values from `begin` on. The
  // values before `begin` must be the smallest values of the sample. Requires at least one item.
  [[gnu::noinline]] f32 at_share(f32* values, f32* begin, f64 share) const {
    f32* const place = values + static_cast<size_t>(share * (taken_ - 1));
    select_nth(begin, place, values + taken_);
    return *place;
  }

  u32 count_;
  u32 stride_;
  u32 seen_ = 0;
  u32 taken_ = 0;
  bool stretched_ = false;
  f32 extents_[Dim][kSample];
  f32 centers_[Dim][kSample];
};

}  // namespace sapwood
