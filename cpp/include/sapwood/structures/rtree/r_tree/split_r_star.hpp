// The split of the R*-tree.
//
// Per axis the entries are sorted by their lower and by their upper edges; every cut of either
// order that leaves both sides full enough is looked at. The axis is the one with the least sum of
// the perimeters of all these sides; on it the cut with the least overlap is taken, then the one
// with the least area. Source: Beckmann, Kriegel, Schneider and Seeger, The R*-tree, 1990.
#pragma once

#include <algorithm>

#include "sapwood/base/sort.hpp"
#include "sapwood/structures/rtree/r_tree/split.hpp"

namespace sapwood::r_tree {

template <int Dim>
class RStarSplit {
 public:
  explicit RStarSplit(Parting<Dim>& parting) : parting_(parting) {}

  void run() {
    int best_axis = 0;
    f64 least = HUGE_VAL;
    for (int axis = 0; axis < Dim; ++axis) {
      f64 margins = 0;
      for (const bool by_upper : {false, true}) {
        sort(axis, by_upper);
        for_each_cut([&](u32, const Aabb<Dim>& a, const Aabb<Dim>& b) {
          margins += perimeter(a) + perimeter(b);
        });
      }
      if (margins < least) {
        least = margins;
        best_axis = axis;
      }
    }
    Cut best;
    for (const bool by_upper : {false, true}) {
      sort(best_axis, by_upper);
      for_each_cut([&](u32 first, const Aabb<Dim>& a, const Aabb<Dim>& b) {
        best = std::min(best, {shared_area(a, b), area(a) + area(b), perimeter(a) + perimeter(b),
                               by_upper, first});
      });
    }
    sort(best_axis, best.by_upper);
    for (u32 i = 0; i < parting_.count; ++i) parting_.side[order_[i]] = i < best.first ? 0 : 1;
  }

 private:
  struct Cut {
    f64 overlap = HUGE_VAL;
    f64 areas = HUGE_VAL;
    f64 margins = HUGE_VAL;
    bool by_upper = false;
    u32 first = 0;  // entries on side 0

    // Earlier cuts win ties: std::min keeps its first argument.
    friend bool operator<(const Cut& a, const Cut& b) {
      if (a.overlap != b.overlap) return a.overlap < b.overlap;
      if (a.areas != b.areas) return a.areas < b.areas;
      return a.margins < b.margins;
    }
  };

  void sort(int axis, bool by_upper) {
    for (u32 i = 0; i < parting_.count; ++i) order_[i] = i;
    sapwood::sort(order_, order_ + parting_.count, [&](u32 a, u32 b) {
      const Aabb<Dim>& first = parting_.box(a);
      const Aabb<Dim>& second = parting_.box(b);
      const f32 edges[2][2] = {{first.min[axis], second.min[axis]},
                               {first.max[axis], second.max[axis]}};
      const auto& major = edges[by_upper ? 1 : 0];
      const auto& minor = edges[by_upper ? 0 : 1];
      if (major[0] != major[1]) return major[0] < major[1];
      if (minor[0] != minor[1]) return minor[0] < minor[1];
      return a < b;
    });
    Aabb<Dim> all = empty_box<Dim>();
    for (u32 i = parting_.count; i-- > 0;) {
      all = unite(all, parting_.box(order_[i]));
      after_[i] = all;
    }
  }

  template <class Look>
  void for_each_cut(Look&& look) const {
    Aabb<Dim> before = empty_box<Dim>();
    for (u32 i = 0; i < parting_.count; ++i) {
      if (i >= parting_.least && parting_.count - i >= parting_.least) look(i, before, after_[i]);
      before = unite(before, parting_.box(order_[i]));
    }
  }

  Parting<Dim>& parting_;
  u32 order_[kMaxToSplit];
  Aabb<Dim> after_[kMaxToSplit];  // union of the entries from here on
};

}  // namespace sapwood::r_tree
