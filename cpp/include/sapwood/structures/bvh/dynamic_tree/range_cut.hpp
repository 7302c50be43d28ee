// Where a range of items is cut in two on the way down: the binned surface-area heuristic (Wald, On
// fast construction of SAH-based bounding volume hierarchies, 2007).
//
// A range is cut where (items * area) of the two sides together is least, tried at the bin borders
// of every axis. Where that says nothing - equal centers, areas of 0, overflow, or a branch deeper
// than 64 - it is halved by (center on the longest axis, id), so that a tree of any items is at
// most kDeepestCut deep.
#pragma once

#include <algorithm>

#include "sapwood/base/part_at.hpp"
#include "sapwood/core/binned_split.hpp"

namespace sapwood::dynamic_tree {

inline constexpr u32 kDeepestCut = 64 + 32;

template <int Dim>
class RangeCutter {
 public:
  struct Range {
    u32 begin, end;
    u32 count() const { return end - begin; }
  };

  u32 size() const { return static_cast<u32>(items_.size()); }
  const BuildItem& item(u32 place) const { return items_[place]; }

  [[nodiscard]] bool reserve(u32 count) {
    items_.clear();
    return items_.reserve(count);
  }
  // Needs reserve().
  void add(Id id, const Aabb<Dim>& box) { items_.push_unchecked(BuildItem::of(id, box)); }

  // Reorders a range of at least two items, at that depth of the tree, and answers where it is cut.
  u32 cut(const Range& range, u32 depth) {
    if (range.count() == 2) return range.begin + 1;
    BuildBounds centers;
    for (u32 i = range.begin; i < range.end; ++i) {
      const simd::F32x4 center = items_[i].center4();
      centers.add(center, center);
    }
    if (depth < kDeepest) {
      BinnedSplit<Dim> bins;
      bins.reset(centers, range.count());
      for (u32 i = range.begin; i < range.end; ++i) bins.add(items_[i]);
      const BinnedCut cut = bins.best_cut();
      if (cut.axis >= 0) return partition(range, bins, cut);
    }
    return halve(range, centers);
  }

 private:
  static constexpr u32 kDeepest = 64;
  static_assert(kDeepestCut == kDeepest + 32);

  u32 partition(const Range& range, const BinnedSplit<Dim>& bins, const BinnedCut& cut) {
    u32 begin = range.begin;
    u32 end = range.end;
    for (;;) {
      while (bins.goes_left(items_[begin], cut)) ++begin;
      while (!bins.goes_left(items_[end - 1], cut)) --end;
      if (begin >= end) return begin;
      std::swap(items_[begin++], items_[--end]);
    }
  }

  [[gnu::noinline]] u32 halve(const Range& range, const BuildBounds& centers) {
    alignas(16) f32 extent[4];
    simd::store_aligned(extent, simd::sub(centers.high, centers.low));
    const int axis = static_cast<int>(std::max_element(extent, extent + Dim) - extent);
    const u32 middle = range.begin + range.count() / 2;
    part_at(items_.begin() + range.begin, items_.begin() + middle, items_.begin() + range.end,
            [axis](const BuildItem& a, const BuildItem& b) {
              const f32 first = a.low[axis] + a.high[axis];
              const f32 second = b.low[axis] + b.high[axis];
              return first < second || (first == second && a.id() < b.id());
            });
    return middle;
  }

  Array<BuildItem> items_;
};

}  // namespace sapwood::dynamic_tree
