// Top-down bulk build with the binned surface-area heuristic (Wald, On fast construction of
// SAH-based bounding volume hierarchies, 2007), one item a leaf.
//
// Each range of items is cut where (items * area) of the two sides together is least, tried at the
// bin borders of every axis. Where that says nothing - equal centres, areas of 0, overflow, or a
// branch deeper than kDeepest - the range is halved by (centre on the longest axis, id), so that
// depth is at most kDeepest + 32. O(n log n); no recursion; the same input gives the same tree.
//
// Items travel as two vectors of four floats (32 bytes), so that a box is merged by one minimum
// and one maximum. Children of a branch are neighbours in memory, parents come before children.
#pragma once

#include <algorithm>

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/simd/f32x4.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Lanes 0 .. Dim - 1 hold the fat box, the last lane holds the id in two halves of 16 bits, which
// are exact and, unlike its raw bits, never denormal; 2D leaves lane 2 at 0.
struct alignas(16) BuildItem {
  f32 low[4];
  f32 high[4];

  Id id() const { return static_cast<u32>(low[3]) | static_cast<u32>(high[3]) << 16; }
  void set_id(Id id) {
    low[3] = static_cast<f32>(id & 0xFFFFu);
    high[3] = static_cast<f32>(id >> 16);
  }
  simd::F32x4 low4() const { return simd::F32x4::load_aligned(low); }
  simd::F32x4 high4() const { return simd::F32x4::load_aligned(high); }
  // Twice the centre: halving would only cost time.
  simd::F32x4 centre4() const { return simd::add(low4(), high4()); }
};
static_assert(sizeof(BuildItem) == 32);

template <int Dim>
class BulkBuilder {
 public:
  [[nodiscard]] bool reserve(u32 count) {
    items_.clear();
    return items_.reserve(count);
  }

  // Needs reserve().
  void add(Id id, const Aabb<Dim>& fat) {
    BuildItem item{};
    for (int axis = 0; axis < Dim; ++axis) {
      item.low[axis] = fat.min[axis];
      item.high[axis] = fat.max[axis];
    }
    item.set_id(id);
    items_.push_unchecked(item);
  }

  // Replaces the tree by one of the added items and records their leaves. Needs room for
  // 2 * items - 1 nodes; `leaf_of` covers all ids.
  void build(Tree<Dim>& tree, Array<u32>& leaf_of) {
    const u32 count = static_cast<u32>(items_.size());
    tree.root = count == 0 ? kNone : 0;
    tree.nodes.assign(count == 0 ? 0 : 2 * count - 1);
    if (count == 0) return;
    tree.nodes[0].parent = kNone;
    TraversalStack<Range, kDeepest + 33> open(0);
    u32 used = 1;
    for (Range range{0, count, 0, 0};; range = open.pop()) {
      while (range.count() > 1) {
        const u32 middle = split(range);
        const u32 left = used;
        used += 2;
        Node<Dim>& node = tree.nodes[range.node];
        node.child[0] = left;
        node.child[1] = left + 1;
        tree.nodes[left].parent = tree.nodes[left + 1].parent = range.node;
        open.push({middle, range.end, left + 1, range.depth + 1});
        range = {range.begin, middle, left, range.depth + 1};
      }
      place_leaf(tree, range, leaf_of);
      if (open.empty()) break;
    }
    // children come behind their parents
    for (u32 i = 2 * count - 1; i-- > 0;) {
      if (!tree.nodes[i].is_leaf()) pull(tree, i);
    }
  }

 private:
  static constexpr u32 kDeepest = 64;
  static constexpr u32 kBins = 16;
  static constexpr u32 kFewBins = 8;
  static constexpr u32 kFewItems = 32;  // below this, half as many bins cut as well

  struct Range {
    u32 begin, end;  // of items_
    u32 node;
    u32 depth;
    u32 count() const { return end - begin; }
  };

  struct Bounds {
    simd::F32x4 low = simd::F32x4::splat(HUGE_VALF);
    simd::F32x4 high = simd::F32x4::splat(-HUGE_VALF);

    void add(simd::F32x4 more_low, simd::F32x4 more_high) {
      low = simd::min(more_low, low);
      high = simd::max(more_high, high);
    }
    f64 area() const {
      alignas(16) f32 extent[4];
      simd::store_aligned(extent, simd::sub(high, low));
      Aabb<Dim> box{};
      for (int axis = 0; axis < Dim; ++axis) box.max[axis] = extent[axis];
      return half_area(box);
    }
  };
  struct Bin {
    Bounds bounds;
    u32 count = 0;
  };
  // Maps doubled centres to bins; the scale of an axis that cannot be cut is 0.
  struct Grid {
    alignas(16) f32 origin[4];
    alignas(16) f32 scale[4];
    u32 bins;

    void locate(simd::F32x4 centre, f32 (&at)[4]) const {
      using namespace simd;
      store_aligned(at, mul(sub(centre, F32x4::load_aligned(origin)), F32x4::load_aligned(scale)));
    }
    u32 bin(f32 at) const {
      const u32 index = static_cast<u32>(static_cast<i32>(at));
      return index < bins ? index : bins - 1;
    }
  };
  // Items in bins below `bin` of `axis` go left.
  struct Cut {
    f64 cost = HUGE_VAL;
    int axis = -1;
    u32 bin = 0;
  };

  void place_leaf(Tree<Dim>& tree, const Range& range, Array<u32>& leaf_of) const {
    const BuildItem& item = items_[range.begin];
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = item.low[axis];
      box.max[axis] = item.high[axis];
    }
    const u32 parent = tree.nodes[range.node].parent;
    tree.nodes[range.node].make_leaf(box, item.id());
    tree.nodes[range.node].parent = parent;
    leaf_of[item.id()] = range.node;
  }

  // Reorders a range of at least two items and answers where it is cut.
  u32 split(const Range& range) {
    if (range.count() == 2) return range.begin + 1;
    Bounds centres;
    for (u32 i = range.begin; i < range.end; ++i) {
      const simd::F32x4 centre = items_[i].centre4();
      centres.add(centre, centre);
    }
    if (range.depth < kDeepest) {
      const Grid grid = make_grid(centres, range.count());
      const Cut cut = best_cut(range, grid);
      if (cut.axis >= 0) return partition(range, grid, cut);
    }
    return halve(range, centres);
  }

  static Grid make_grid(const Bounds& centres, u32 count) {
    Grid grid;
    grid.bins = count < kFewItems ? kFewBins : kBins;
    simd::store_aligned(grid.origin, centres.low);
    simd::store_aligned(grid.scale, simd::sub(centres.high, centres.low));
    for (int lane = 0; lane < 4; ++lane) {
      const f32 scale = static_cast<f32>(grid.bins) / grid.scale[lane];
      grid.scale[lane] = lane < Dim && std::isfinite(scale) ? scale : 0.0f;
    }
    return grid;
  }

  Cut best_cut(const Range& range, const Grid& grid) const {
    Bin bins[Dim][kBins];
    alignas(16) f32 at[4];
    for (u32 i = range.begin; i < range.end; ++i) {
      const BuildItem& item = items_[i];
      const simd::F32x4 low = item.low4();
      const simd::F32x4 high = item.high4();
      grid.locate(simd::add(low, high), at);
      for (int axis = 0; axis < Dim; ++axis) {
        Bin& bin = bins[axis][grid.bin(at[axis])];
        bin.bounds.add(low, high);
        ++bin.count;
      }
    }
    Cut best;
    for (int axis = 0; axis < Dim; ++axis) {
      if (grid.scale[axis] != 0.0f) sweep(bins[axis], grid.bins, axis, best);
    }
    if (!(best.cost > 0)) best.axis = -1;  // flat boxes: areas do not tell cuts apart
    return best;
  }

  // Cost of every border between bins; the first and the last bin are never empty.
  static void sweep(const Bin (&bins)[kBins], u32 count, int axis, Cut& best) {
    f64 right_cost[kBins];
    Bounds right;
    u32 behind = 0;
    for (u32 bin = count; bin-- > 1;) {
      right.add(bins[bin].bounds.low, bins[bin].bounds.high);
      behind += bins[bin].count;
      right_cost[bin] = right.area() * behind;
    }
    Bounds left;
    u32 before = 0;
    for (u32 bin = 1; bin < count; ++bin) {
      left.add(bins[bin - 1].bounds.low, bins[bin - 1].bounds.high);
      before += bins[bin - 1].count;
      const f64 cost = left.area() * before + right_cost[bin];
      if (cost < best.cost) best = {cost, axis, bin};
    }
  }

  u32 partition(const Range& range, const Grid& grid, const Cut& cut) {
    const auto goes_left = [&](const BuildItem& item) {
      const f32 centre = item.low[cut.axis] + item.high[cut.axis];
      return grid.bin((centre - grid.origin[cut.axis]) * grid.scale[cut.axis]) < cut.bin;
    };
    u32 begin = range.begin;
    u32 end = range.end;
    for (;;) {
      while (goes_left(items_[begin])) ++begin;
      while (!goes_left(items_[end - 1])) --end;
      if (begin >= end) return begin;
      std::swap(items_[begin++], items_[--end]);
    }
  }

  u32 halve(const Range& range, const Bounds& centres) {
    alignas(16) f32 extent[4];
    simd::store_aligned(extent, simd::sub(centres.high, centres.low));
    const int axis = static_cast<int>(std::max_element(extent, extent + Dim) - extent);
    const u32 middle = range.begin + range.count() / 2;
    std::nth_element(items_.begin() + range.begin, items_.begin() + middle,
                     items_.begin() + range.end, [axis](const BuildItem& a, const BuildItem& b) {
                       const f32 first = a.low[axis] + a.high[axis];
                       const f32 second = b.low[axis] + b.high[axis];
                       return first < second || (first == second && a.id() < b.id());
                     });
    return middle;
  }

  Array<BuildItem> items_;
};

}  // namespace sapwood::dynamic_tree
