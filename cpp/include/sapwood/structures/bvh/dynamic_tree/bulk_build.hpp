// Top-down bulk build with the binned surface-area heuristic (Wald, On fast construction of
// SAH-based bounding volume hierarchies, 2007), one item a leaf.
//
// Each range of items is cut where (items * area) of the two sides together is least, tried at the
// bin borders of every axis. Where that says nothing - equal centres, areas of 0, overflow, or a
// branch deeper than kDeepest - the range is halved by (centre on the longest axis, id), so that
// depth is at most kDeepest + 32. O(n log n); no recursion; the same input gives the same tree.
//
// Children of a branch are neighbours in memory, parents come before children.
#pragma once

#include <algorithm>

#include "sapwood/base/part_at.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/binned_split.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

template <int Dim>
class BulkBuilder {
 public:
  [[nodiscard]] bool reserve(u32 count) {
    items_.clear();
    return items_.reserve(count);
  }

  // Needs reserve().
  void add(Id id, const Aabb<Dim>& fat) { items_.push_unchecked(BuildItem::of(id, fat)); }

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

  struct Range {
    u32 begin, end;  // of items_
    u32 node;
    u32 depth;
    u32 count() const { return end - begin; }
  };

  void place_leaf(Tree<Dim>& tree, const Range& range, Array<u32>& leaf_of) const {
    const BuildItem& item = items_[range.begin];
    const u32 parent = tree.nodes[range.node].parent;
    tree.nodes[range.node].make_leaf(item.box<Dim>(), item.id());
    tree.nodes[range.node].parent = parent;
    leaf_of[item.id()] = range.node;
  }

  // Reorders a range of at least two items and answers where it is cut.
  u32 split(const Range& range) {
    if (range.count() == 2) return range.begin + 1;
    BuildBounds centres;
    for (u32 i = range.begin; i < range.end; ++i) {
      const simd::F32x4 centre = items_[i].centre4();
      centres.add(centre, centre);
    }
    if (range.depth < kDeepest) {
      BinnedSplit<Dim> bins;
      bins.reset(centres, range.count());
      for (u32 i = range.begin; i < range.end; ++i) bins.add(items_[i]);
      const BinnedCut cut = bins.best_cut();
      if (cut.axis >= 0) return partition(range, bins, cut);
    }
    return halve(range, centres);
  }

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

  u32 halve(const Range& range, const BuildBounds& centres) {
    alignas(16) f32 extent[4];
    simd::store_aligned(extent, simd::sub(centres.high, centres.low));
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
