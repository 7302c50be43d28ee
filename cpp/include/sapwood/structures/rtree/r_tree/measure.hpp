// Sizes of boxes and what it costs to grow them, in double: products of three sides do not fit
// float32.
#pragma once

#include "sapwood/core/entry_tree/tree.hpp"
#include "sapwood/structures/rtree/r_tree/options.hpp"

namespace sapwood::r_tree {

template <int Dim>
f64 area(const Aabb<Dim>& box) {
  f64 product = 1;
  for (int axis = 0; axis < Dim; ++axis) {
    product *= static_cast<f64>(box.max[axis]) - static_cast<f64>(box.min[axis]);
  }
  return product;
}

template <int Dim>
f64 perimeter(const Aabb<Dim>& box) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    sum += static_cast<f64>(box.max[axis]) - static_cast<f64>(box.min[axis]);
  }
  return sum;
}

// Area of what two boxes share.
template <int Dim>
f64 shared_area(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  f64 product = 1;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 low = a.min[axis] > b.min[axis] ? a.min[axis] : b.min[axis];
    const f64 high = a.max[axis] < b.max[axis] ? a.max[axis] : b.max[axis];
    if (!(low < high)) return 0;
    product *= high - low;
  }
  return product;
}

// Numbers to be made small, the first one foremost. The measure that was not chosen decides where
// the chosen one cannot: flat boxes have no area.
struct Cost {
  f64 chosen;
  f64 other;

  friend bool operator<(const Cost& a, const Cost& b) {
    return a.chosen < b.chosen || (a.chosen == b.chosen && a.other < b.other);
  }
  friend bool operator==(const Cost& a, const Cost& b) {
    return a.chosen == b.chosen && a.other == b.other;
  }
  friend Cost operator+(const Cost& a, const Cost& b) {
    return {a.chosen + b.chosen, a.other + b.other};
  }
  friend Cost operator-(const Cost& a, const Cost& b) {
    return {a.chosen - b.chosen, a.other - b.other};
  }
};

template <int Dim>
class Measure {
 public:
  explicit Measure(RTreeMeasure chosen) : by_area_(chosen == RTreeMeasure::kArea) {}

  Cost of(const Aabb<Dim>& box) const {
    return by_area_ ? Cost{area(box), perimeter(box)} : Cost{perimeter(box), area(box)};
  }
  Cost growth(const Aabb<Dim>& box, const Aabb<Dim>& more) const {
    return of(unite(box, more)) - of(box);
  }

 private:
  bool by_area_;
};

}  // namespace sapwood::r_tree
