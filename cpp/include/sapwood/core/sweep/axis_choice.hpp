// Choice of the sweep axis: the axis with the largest ratio of the spread of centers to the mean
// extent.
//
// The fraction of pairs that overlap on an axis grows with extent / spread, so the chosen axis has
// the fewest candidate pairs. Spread alone is not sufficient: boxes in a regular grid of 800 x 600
// have a larger spread in x, but they are also longer in x. A sweep in x tests 50 % more pairs than
// a sweep in y.
//
// The sorted list keeps its axis until another axis is kHysteresis times better. A new axis
// requires a full sort, and two equally good axes must not alternate.
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
  f64 mean = 0;       // mean of the centers
  f64 deviation = 0;  // standard deviation of the centers
  f64 extent = 0;     // mean extent of the items
};

template <int Dim>
struct Spreads {
  AxisSpread axis[Dim];
};

// Measures the spreads in ascending order of ids. Centers are measured relative to the first item,
// which avoids cancellation far from the origin.
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

// Returns true if a sweep along `a` is expected to have fewer candidates than a sweep along `b`, by
// more than `factor`. Multiplies instead of dividing, because extents can be 0. If both products
// are equal, the axis with the larger spread is better.
inline bool sweeps_better(const AxisSpread& a, const AxisSpread& b, f64 factor) {
  const f64 merit_a = a.deviation * b.extent;
  const f64 merit_b = b.deviation * a.extent * factor;
  return merit_a > merit_b || (merit_a == merit_b && a.deviation > b.deviation * factor);
}

// Returns the best axis, or the first of several equally good axes. If there is a current axis
// (`current` is not kNone), returns another axis only if it is clearly better.
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
