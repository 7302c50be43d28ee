// Choice of the sweep axis: the one with the largest spread of centers per mean extent.
//
// The share of pairs that overlap on an axis grows with extent / spread, so this picks the axis
// with the fewest candidates. Spread alone misjudges: boxes in a regular grid of 800 x 600 spread
// wider in x, yet are wider there too, and a sweep in x tests half as many pairs again as in y.
//
// Once sorted, the list keeps its axis until another one is kHysteresis times better: a new axis
// costs a sort from scratch, and two axes of equal merit must not take turns.
#pragma once

#include <cmath>

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/options.hpp"

namespace sapwood {

// The axis as an option.
enum class SweepAxis : u8 { kAuto, kX, kY, kZ };

}  // namespace sapwood

namespace sapwood::sweep {

// The names of a SweepAxis; 2D lacks the last one.
template <int Dim>
ChoiceNames axis_names() {
  static constexpr const char* kNames[] = {"auto", "x", "y", "z"};
  return ChoiceNames(kNames).first(1 + Dim);
}

inline constexpr f64 kHysteresis = 1.25;

// Of the centers and sizes on one axis, over all live items.
struct AxisSpread {
  f64 mean = 0;       // of the centers
  f64 deviation = 0;  // standard deviation of the centers
  f64 extent = 0;     // mean of the sizes
};

template <int Dim>
struct Spreads {
  AxisSpread axis[Dim];
};

// One pass in id order. Centers are taken relative to the first one, so that a scene far from the
// origin does not lose its deviation to cancellation.
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

// Whether `a` promises fewer candidates than `b`, by more than `factor`. Written without division:
// extents may be 0, and then the wider spread wins.
inline bool sweeps_better(const AxisSpread& a, const AxisSpread& b, f64 factor) {
  const f64 merit_a = a.deviation * b.extent;
  const f64 merit_b = b.deviation * a.extent * factor;
  return merit_a > merit_b || (merit_a == merit_b && a.deviation > b.deviation * factor);
}

// The best axis, ties to the lowest; `current` (kNone: none yet) is kept unless clearly beaten.
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
