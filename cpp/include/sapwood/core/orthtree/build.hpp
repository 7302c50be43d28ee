// A tree from all items at once: the cells of the items' Rule in walking order, by radix sort of
// integer keys; then ranges of that order become cells, from the root down. O(n) but for the
// levels. Items of a cell lie side by side in memory, and cells in the order of a walk.
//
// In two steps, so that a failure changes nothing: plan() takes all memory, fill() cannot fail.
#pragma once

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/core/orthtree/cell_tree.hpp"

namespace sapwood::orthtree {

template <class Rule>
class TreeBuilder {
 public:
  static constexpr int kDim = Rule::kDim;
  using Box = Aabb<kDim>;

  // The world of the new tree, and how many items it gets.
  TreeBuilder(const Box& world, const CellPolicy& policy, u32 count)
      : policy_(policy),
        rule_(Grid<kDim>::around(world), policy, depth_limit<kDim>(policy, count)) {}
  TreeBuilder(const Grid<kDim>& grid, const CellPolicy& policy, u32 limit)
      : policy_(policy), rule_(grid, policy, limit) {}

  // Memory to add() items with ids below `id_end`.
  [[nodiscard]] bool reserve(u32 count, u32 id_end) {
    return keys_.resize(id_end) && order_.reserve(count);
  }
  void add(Id id, const Box& box) {
    CellId<kDim> place;
    keys_[id] = rule_.place(box, place) ? walk_key(place, rule_.frame().limit()) : kOutsideKey;
    order_.push_unchecked({static_cast<u32>(keys_[id]), id});
  }

  // Sorts what was added, decides on the cells, and reserves their memory in the tree.
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

  // Replaces the content of the tree. `items` holds the boxes that were added.
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

  // A range of the order that is a cell with all that is below it: its own items come first.
  struct PlannedCell {
    u32 begin;
    u32 own_end;
    u32 end;
    u32 parent;  // place in the plan, kNone for the root
    u32 child;   // which one of the parent
    u32 depth;
    u32 cell;  // its place in the tree, once it is there
  };

  static u32 blocks_for(u32 items) { return (items + kLanes - 1) / kLanes; }
  u64 key(u32 place) const { return keys_[order_[place].index]; }

  // Two sorts by 32 bits, the second only where keys are longer.
  [[nodiscard]] bool sort_items() {
    Array<KeyedIndex> scratch;
    if (!radix_sort(order_, scratch)) return false;
    for (KeyedIndex& item : order_) item.key = static_cast<u32>(keys_[item.index] >> 32);
    return radix_sort(order_, scratch);
  }

  // Cells in walking order.
  [[nodiscard]] bool plan_cells() {
    // a step takes one cell and adds at most a child each, a level deeper
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

  // Where the items end that stay in the cell itself.
  u32 own_end(const PlannedCell& cell) const {
    const bool whole = cell.end - cell.begin <= policy_.capacity && !policy_.preallocated();
    if (whole || cell.depth == rule_.frame().limit()) return cell.end;
    u32 own = cell.begin;
    while (own < cell.end && (key(own) & ((1u << kDepthBits) - 1)) == cell.depth) ++own;
    return own;
  }

  // Last child first, so that the stack gives the first one.
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
  Array<KeyedIndex> order_;  // in walking order, those outside of the world last
  Array<PlannedCell> cells_;
  u32 inside_ = 0;
};

}  // namespace sapwood::orthtree
