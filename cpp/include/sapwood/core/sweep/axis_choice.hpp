// Choice of the sweep axis: the one with the largest spread of centers per mean extent.
//
// The fraction of pairs that overlap on an axis grows with extent / spread, so this axis has the
// fewest candidates. Spread alone is not enough: boxes in a regular grid of 800 x 600 spread wider
// in x, but are also wider in x, and a sweep in x tests 50 % more pairs than one in y.
//
// The list keeps its axis until another axis is kHysteresis times better. A new axis requires a
// full sort, and two equally good axes must not alternate.
#pragma once

#include <cmath>

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/options.hpp"

namespace sapwood {

enum class SweepAxis : u8 { kAuto, kX, kY, kZ };

}  // namespace sapwood

namespace sapwood::sweep {

// Returns the names of SweepAxis; 2D omits "z".
template <int Dim>
ChoiceNames axis_names() {
  static constexpr const char* kNames[] = {"auto", "x", "y", "z"};
  return ChoiceNames(kNames).first(1 + Dim);
}

inline constexpr f64 kHysteresis = 1.25;

struct AxisSpread {
  f64 mean = 0;       // of the centers
  f64 deviation = 0;  // standard deviation of the centers
  f64 extent = 0;     // mean of the sizes
};

template <int Dim>
struct Spreads {
  AxisSpread axis[Dim];
};

// Measures the spreads in id order. Centers are relative to the first item, which avoids
// cancellation far from the origin.
template <int Dim>
Spreads<Dim> measure_spreads(const ItemStore<Dim>& items) {
  Spreads<Dim> spreads;
  const Id first = items.first();
  if (first == kNone) return spreads;
  f64 sum[Dim] = {};
  f64 squares[Dim] = {};
  f64 extents[Dim] = {};
  for (Id id = first; id != kNone; id = items.next(id)) {
    const Aabb<Dim>& box = items.box(id);
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = box.min[axis];
      const f64 high = box.max[axis];
      const f64 center = 0.5 * (low + high) - static_cast<f64>(items.box(first).min[axis]);
      sum[axis] += center;
      squares[axis] += center * center;
      extents[axis] += high - low;
    }
  }
  const f64 count = items.size();
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 mean = sum[axis] / count;
    const f64 variance = squares[axis] / count - mean * mean;
    spreads.axis[axis].mean = mean + static_cast<f64>(items.box(first).min[axis]);
    spreads.axis[axis].deviation = variance > 0 ? std::sqrt(variance) : 0;
    spreads.axis[axis].extent = extents[axis] / count;
  }
  return spreads;
}

// Returns true if `a` is expected to have fewer candidates than `b`, by more than `factor`.
// Multiplies instead of dividing, because extents can be 0; then the wider spread wins.
inline bool sweeps_better(const AxisSpread& a, const AxisSpread& b, f64 factor) {
  const f64 merit_a = a.deviation * b.extent;
  const f64 merit_b = b.deviation * a.extent * factor;
  return merit_a > merit_b || (merit_a == merit_b && a.deviation > b.deviation * factor);
}

// Returns the best axis; among equal ones, the lowest. Keeps `current` (kNone if there is none yet)
// unless another axis is clearly better.
template <int Dim>
u32 choose_axis(const Spreads<Dim>& spreads, u32 current) {
  u32 best = 0;
  for (u32 axis = 1; axis < Dim; ++axis) {
    if (sweeps_better(spreads.axis[axis], spreads.axis[best], 1.0)) best = axis;
  }
  if (current == kNone) return best;
  return sweeps_better(spreads.axis[best], spreads.axis[current], kHysteresis) ? best : current;
}

}  // namespace sapwood::sweep
