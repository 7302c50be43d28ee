// One 32-bit word per box that tests the axes across the sweep all at once, conservatively.
//
// Every cross axis is cut into cells by one monotone function q, so a <= b implies q(a) <= q(b),
// and boxes whose cells are apart are apart. A word has a field for each side of each cross axis:
//   3D: four fields of 7 + 1 bits      2D: two fields of 15 + 1 bits
// with the guard, the highest bit of its field, set:
//   code(box)        = guard | q(max),   guard | top - q(min)   for each cross axis
//   counterpart(box) =         q(min),           top - q(max)   in the same fields
// In code(b) - counterpart(a) no field borrows from the next, and a guard survives exactly when
// q(b.max) >= q(a.min), or q(b.min) <= q(a.max). So all guards survive when the cells overlap:
// one subtraction for what takes four comparisons of floats and four times the memory.
#pragma once

#include "sapwood/base/types.hpp"
#include "sapwood/core/sweep/axis_choice.hpp"

namespace sapwood::sweep {

template <int Dim>
class CrossCoder {
 public:
  static constexpr u32 kFields = 2 * (Dim - 1);
  static constexpr u32 kWidth = 32 / kFields;
  static constexpr u32 kTop = (1u << (kWidth - 1)) - 1;  // highest cell
  static constexpr u32 kGuards = 0xFFFFFFFFu / ((u64{1} << kWidth) - 1) << (kWidth - 1);

  CrossCoder() = default;
  // Cells span the centers' mean +- 2 deviations; what lies beyond falls into the end cells. Where
  // all centers agree there is one cell, and the word says nothing about that axis.
  CrossCoder(const Spreads<Dim>& spreads, u32 sweep_axis) {
    for (u32 axis = 0, cross = 0; axis < Dim; ++axis) {
      if (axis == sweep_axis) continue;
      const AxisSpread& spread = spreads.axis[axis];
      const f64 scale = (kTop + 1) / (4 * spread.deviation);
      axis_[cross] = axis;
      origin_[cross] = static_cast<f32>(spread.mean - 2 * spread.deviation);
      scale_[cross] = scale < kSteepest ? static_cast<f32>(scale) : 0.0f;
      ++cross;
    }
  }

  u32 code(const Aabb<Dim>& box) const {
    u32 word = kGuards;
    for (u32 cross = 0; cross < Dim - 1; ++cross) {
      word |= cell(cross, box.max[axis_[cross]]) << (2 * cross * kWidth);
      word |= (kTop - cell(cross, box.min[axis_[cross]])) << ((2 * cross + 1) * kWidth);
    }
    return word;
  }

  // Of the same box: every field is the complement of its neighbor.
  static constexpr u32 counterpart(u32 code) {
    constexpr u32 kEven = 0xFFFFFFFFu / ((u64{1} << (2 * kWidth)) - 1) * ((u64{1} << kWidth) - 1);
    const u32 complement = ~code;
    return (complement & kEven) << kWidth | (complement >> kWidth & kEven);
  }

 private:
  static constexpr f64 kSteepest = 1e18;  // keeps (value - origin) * scale within float32

  u32 cell(u32 cross, f32 value) const {
    const f32 at = (value - origin_[cross]) * scale_[cross];
    if (!(at > 0.0f)) return 0;
    return at < static_cast<f32>(kTop) ? static_cast<u32>(at) : kTop;
  }

  u32 axis_[Dim - 1] = {};
  f32 origin_[Dim - 1] = {};
  f32 scale_[Dim - 1] = {};
};

}  // namespace sapwood::sweep
