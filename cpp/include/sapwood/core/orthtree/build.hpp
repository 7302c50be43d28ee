// Builder of an orthtree (quadtree or octree) from all items. Items are radix-sorted in the
// traversal order of their cells. Ranges of that order become cells, from the root down. The cost
// is at most O(n) times the number of levels. Items of a cell, and cells in traversal order, are
// contiguous in memory.
//
// plan() allocates all memory and fill() cannot fail, so a failed build changes nothing.
#pragma once

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/core/orthtree/cell_tree.hpp"

namespace sapwood::orthtree {

template <class Rule>
class TreeBuilder {
 public:
  static constexpr int kDim = Rule::kDim;
  using Box = Aabb<kDim>;

  TreeBuilder(const Box& world, const CellPolicy& policy, u32 count)
      : policy_(policy),
        rule_(Grid<kDim>::around(world), policy, depth_limit<kDim>(policy, count)) {}
  TreeBuilder(const Grid<kDim>& grid, const CellPolicy& policy, u32 limit)
      : policy_(policy), rule_(grid, policy, limit) {}

  [[nodiscard]] bool reserve(u32 count, u32 id_end) {
    return keys_.resize(id_end) && order_.reserve(count);
  }
  void add(Id id, const Box& box) {
    CellId<kDim> place;
    keys_[id] = rule_.place(box, place) ? walk_key(place, rule_.frame().limit()) : kOutsideKey;
    order_.push_unchecked({static_cast<u32>(keys_[id]), id});
  }

  // Sorts the added items, determines the cells, and reserves their memory in the tree.
  [[nodiscard]] bool plan(CellTree<Rule>& tree) {
    if (!sort_items()) return false;
    inside_ = static_cast<u32>(order_.size());
    while (inside_ > 0 && key(inside_ - 1) == kOutsideKey) --inside_;
    if (!plan_cells()) return false;
    u32 families = 0;
    u32 blocks = blocks_for(static_cast<u32>(order_.size()) - inside_);
    for (const PlannedCell& cell : cells_) {
      families += cell.own_end < cell.end ? 1 : 0;
      blocks += blocks_for(cell.own_end - cell.begin);
    }
    return tree.reserve(rule_, families, blocks, static_cast<u32>(keys_.size()));
  }

  // Replaces the content of the tree. `items` contains the boxes that were added. Requires plan().
  void fill(CellTree<Rule>& tree, const ItemStore<kDim>& items) {
    tree.start(rule_, static_cast<u32>(keys_.size()));
    tree.use_root(inside_);
    for (PlannedCell& cell : cells_) {
      if (cell.parent != kNone) {
        cell.cell = tree.use_child(cells_[cell.parent].cell, cell.child, cell.end - cell.begin);
      }
      append(tree, items, cell.cell, cell.begin, cell.own_end);
    }
    append(tree, items, kOutside, inside_, static_cast<u32>(order_.size()));
  }

 private:
  static constexpr u64 kOutsideKey = ~u64{0};

  // Range of the sorted items that becomes a cell and all cells below it. The items of the cell
  // itself come first.
  struct PlannedCell {
    u32 begin;
    u32 own_end;
    u32 end;
    u32 parent;  // index in the plan, kNone for the root
    u32 child;   // child index in the parent
    u32 depth;
    u32 cell;  // index in the tree, set by fill()
  };

  static u32 blocks_for(u32 items) { return (items + kLanes - 1) / kLanes; }
  u64 key(u32 place) const { return keys_[order_[place].index]; }

  // Sorts by the low 32 bits of the keys, then by the high 32 bits.
  [[nodiscard]] bool sort_items() {
    Array<KeyedIndex> scratch;
    if (!radix_sort(order_, scratch)) return false;
    for (KeyedIndex& item : order_) item.key = static_cast<u32>(keys_[item.index] >> 32);
    return radix_sort(order_, scratch);
  }

  [[nodiscard]] bool plan_cells() {
    // each step pops one cell and pushes at most all of its children, one level deeper
    TraversalStack<PlannedCell, kDeepest * kChildren<kDim>> open(kDeepest * kChildren<kDim>);
    cells_.clear();
    if (inside_ > 0) open.push({0, 0, inside_, kNone, 0, 0, kRoot});
    while (!open.empty()) {
      PlannedCell cell = open.pop();
      cell.own_end = own_end(cell);
      if (!cells_.push_back(cell)) return false;
      push_children(cell, open);
    }
    return true;
  }

  // Returns the position after the last item that stays in the cell itself.
  u32 own_end(const PlannedCell& cell) const {
    const bool whole = cell.end - cell.begin <= policy_.capacity && !policy_.preallocated();
    if (whole || cell.depth == rule_.frame().limit()) return cell.end;
    u32 own = cell.begin;
    while (own < cell.end && (key(own) & ((1u << kDepthBits) - 1)) == cell.depth) ++own;
    return own;
  }

  // Pushes the last child first, so that the first child is popped first.
  template <class Stack>
  void push_children(const PlannedCell& cell, Stack& open) const {
    if (cell.own_end == cell.end) return;
    const u32 place = static_cast<u32>(cells_.size()) - 1;
    const u32 below = rule_.frame().limit() - cell.depth - 1;
    const u32 shift = kDepthBits + below * kDim;
    const auto child_of = [&](u32 at) {
      return static_cast<u32>(key(at) >> shift) & (kChildren<kDim> - 1);
    };
    for (u32 end = cell.end; end > cell.own_end;) {
      const u32 child = child_of(end - 1);
      u32 first = end - 1;
      while (first > cell.own_end && child_of(first - 1) == child) --first;
      open.push({first, first, end, place, child, cell.depth + 1, kNone});
      end = first;
    }
  }

  void append(CellTree<Rule>& tree, const ItemStore<kDim>& items, u32 cell, u32 begin,
              u32 end) const {
    for (u32 place = begin; place < end; ++place) {
      const Id id = order_[place].index;
      tree.append(cell, id, items.box(id));
    }
  }

  CellPolicy policy_;
  Rule rule_;
  Array<u64> keys_;          // by id
  Array<KeyedIndex> order_;  // in traversal order; items outside the world come last
  Array<PlannedCell> cells_;
  u32 inside_ = 0;
};

}  // namespace sapwood::orthtree
