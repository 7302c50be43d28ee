// Where the cells of a level lie, seen from outside: by coordinates, not by the items in them.
//
// All positions are doubles and widened by more than the rounding of RowLevel::cell(), which is at
// most 2^-22 of the width of the level, so that no item is outside of what is said here. Cells at
// the border end where the items do.
#pragma once

#include "sapwood/geometry/rounding.hpp"
#include "sapwood/structures/grid/hash_grid/level.hpp"

namespace sapwood::hashgrid {

template <int Dim>
class RowEdges {
 public:
  explicit RowEdges(const RowLevel<Dim>& level) : level_(level) {
    for (int axis = 0; axis < Dim; ++axis) {
      side_[axis] = 1 / static_cast<f64>(level.inverse[axis]);
      const f64 low = static_cast<f64>(level.low[axis]);
      const f64 high = static_cast<f64>(level.high[axis]);
      slack_[axis] = (high - low) * 0x1p-20 + (std::fabs(low) + std::fabs(high)) * 0x1p-50;
    }
  }

  // Least coordinate of the items whose least corner is in that cell of an axis, or behind it.
  f64 lower(int axis, i32 cell) const {
    const f64 low = static_cast<f64>(level_.low[axis]);
    return cell == 0 ? low : std::max(low, edge(axis, cell - 0.5) - slack_[axis]);
  }
  // Greatest coordinate of those in that cell or before it.
  f64 upper(int axis, i32 cell) const {
    return upper_corner(axis, cell) + static_cast<f64>(level_.reach[axis]);
  }
  // How far the items of those cells are from a coordinate, at least.
  f64 apart(int axis, i32 cell, f64 from) const {
    return std::max(0.0, std::max(lower(axis, cell) - from, from - upper(axis, cell)));
  }

  // Holds all items of a block.
  Aabb<Dim> bounds(const Block<Dim>& block) const {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = rounded_down(lower(axis, block.lo[axis]));
      box.max[axis] = rounded_up(upper(axis, block.hi[axis]));
    }
    return box;
  }

  // Holds the least corners of all items of a block.
  Aabb<Dim> square(const Block<Dim>& block) const {
    Aabb<Dim> box = bounds(block);
    for (int axis = 0; axis < Dim; ++axis) {
      box.max[axis] = rounded_up(upper_corner(axis, block.hi[axis]));
    }
    return box;
  }

  // The cells of an axis whose items may reach into [least, most]. Least corners are float32: they
  // are on the same side of the nearest float32 as of what is rounded to it.
  void cells(int axis, f64 least, f64 most, i32& low, i32& high) const {
    low = level_.cell(axis, static_cast<f32>(least - static_cast<f64>(level_.reach[axis])));
    high = level_.cell(axis, static_cast<f32>(most));
  }

 private:
  f64 edge(int axis, f64 cells) const {
    return static_cast<f64>(level_.origin[axis]) + cells * side_[axis];
  }
  // Of the least corners.
  f64 upper_corner(int axis, i32 cell) const {
    const f64 high = static_cast<f64>(level_.high[axis]);
    return cell == level_.last(axis) ? high : std::min(high, edge(axis, cell + 0.5) + slack_[axis]);
  }

  const RowLevel<Dim>& level_;
  f64 side_[Dim];
  f64 slack_[Dim];
};

}  // namespace sapwood::hashgrid
