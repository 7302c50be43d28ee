// Build of a quadtree.
#pragma once

#include <algorithm>

#include "sapwood/base/types.hpp"
#include "sapwood/structures/orthtree/quadtree/tree.hpp"

namespace sapwood {

/// Options of a quadtree with buckets.
struct QuadtreeOptions {
  u32 capacity = 8;  ///< Maximum number of items in a leaf that is not divided.
  f32 min_side = 0;  ///< Cells with a side of at most this length (world units) are not divided.

  template <class V>
  void describe(V& v) {
    v.number("capacity", capacity, 1, 1024);
    v.number("minSide", min_side, 0, 1e18);
  }
};

}  // namespace sapwood

namespace sapwood::quadtree {

// Builder of a quadtree. A tree is built level by level: a cell with more items than its capacity
// is divided in the middle of every axis.
//
// Division does not separate boxes that overlap; it only adds them to more leaves. Therefore the
// largest cells are divided first, and only while all leaves together contain at most kMaxSlots
// entries per item. A cell is also not divided if more than `capacity` items are large relative to
// the cell and few are small. Otherwise, a few identical boxes could use up the entries that are
// allowed for all items.
//
// Sources: Finkel and Bentley, Quad Trees, 1974 (points); Samet, The Quadtree and Related
// Hierarchical Data Structures, 1984 (buckets).
template <int Dim>
class Division {
 public:
  static constexpr u32 kMaxSlots = 8;
  // Minimum length of a large item, relative to the cell, on every axis. Such an item touches at
  // least 25 cells of that size in 2D and 27 in 3D, more than kMaxSlots.
  static constexpr f32 kLarge = Dim == 2 ? 4 : 2;

  // Replaces the nodes and slots of `tree` by a tree of the live items, which divides `tree.space`.
  // Returns false if allocation fails. The tree must not be used then.
  [[nodiscard]] bool build(const ItemStore<Dim>& items, const QuadtreeOptions& options,
                           Tree<Dim>& tree) {
    tree.nodes.clear();
    tree.slots.start(0);
    tree.size = tree.first_pending = 0;
    if (!start(items, tree)) return false;
    entries_ = items.size();
    for (u32 node = 0, level = 0; node < tree.nodes.size(); ++level) {
      const u32 end = static_cast<u32>(tree.nodes.size());
      held_.swap(below_);
      below_.clear();
      for (; node < end; ++node) {
        const bool done = may_divide(options, tree, node, level) && !is_fine(items, options, node)
                              ? divide(items, tree, node)
                              : keep(node);
        if (!done) return false;
      }
    }
    return place(items, tree);
  }

  size_t byte_length() const {
    return held_.byte_length() + below_.byte_length() + kept_.byte_length() + parts_.byte_length();
  }

 private:
  using Box = Aabb<Dim>;

  // Items of a node: the range [begin, end) of below_ or held_. Once keep() has made the node a
  // leaf, it is a range of kept_.
  struct Part {
    u32 begin;
    u32 end;
    Box inner;  // intersection of cell and space
  };

  [[nodiscard]] bool start(const ItemStore<Dim>& items, Tree<Dim>& tree) {
    held_.clear();
    below_.clear();
    kept_.clear();
    parts_.clear();
    for (Id id = items.first(); id != kNone; id = items.next(id)) {
      if (!below_.push_back(id)) return false;
    }
    if (items.size() == 0) return true;
    return parts_.push_back({0, items.size(), tree.space}) &&
           tree.nodes.push_back({empty_box<Dim>(), everywhere<Dim>(), 0, Node<Dim>::kLeaf});
  }

  bool may_divide(const QuadtreeOptions& options, const Tree<Dim>& tree, u32 node,
                  u32 level) const {
    const Part& part = parts_[node];
    if (part.end - part.begin <= options.capacity || level >= Tree<Dim>::kMaxLevels) return false;
    bool divisible = false;
    for (int axis = 0; axis < Dim; ++axis) {
      if (!(tree.space.extent(axis) > 0)) continue;  // a flat space is not divided on this axis
      if (!(part.inner.extent(axis) > options.min_side)) return false;
      const f32 middle = part.inner.center(axis);
      divisible |= part.inner.min[axis] < middle && middle < part.inner.max[axis];
    }
    return divisible;
  }

  // Returns true if more than `capacity` items are large relative to the node, and at most
  // `capacity` items are small. Division then adds many entries and separates few items.
  bool is_fine(const ItemStore<Dim>& items, const QuadtreeOptions& options, u32 node) const {
    const Part& part = parts_[node];
    const u32 count = part.end - part.begin;  // above the capacity
    u32 small_left = std::min(options.capacity, count - options.capacity - 1);
    f32 large[Dim];
    for (int axis = 0; axis < Dim; ++axis) large[axis] = kLarge * part.inner.extent(axis);
    for (u32 i = part.begin; i < part.end; ++i) {
      const Box& item = items.box(held_[i]);
      bool is_large = true;
      for (int axis = 0; axis < Dim; ++axis) is_large &= item.extent(axis) >= large[axis];
      if (!is_large && small_left-- == 0) return false;
    }
    return true;
  }

  // Returns a bit mask of the children that an item of the node touches.
  static u32 children_of(const Box& item, const Box& inner) {
    u32 bits = 1;  // touched children on the axes processed so far
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 middle = inner.center(axis);
      const bool low = item.min[axis] < middle;
      const bool high = item.max[axis] >= middle;
      bits = (low ? bits : 0) | (high ? bits << (1u << axis) : 0);
    }
    return bits;
  }

  [[nodiscard]] bool divide(const ItemStore<Dim>& items, Tree<Dim>& tree, u32 node) {
    const Part part = parts_[node];
    u32 counts[kChildren<Dim>] = {};
    u64 total = 0;
    for (u32 i = part.begin; i < part.end; ++i) {
      for (u32 bits = children_of(items.box(held_[i]), part.inner); bits != 0; bits &= bits - 1) {
        ++counts[std::countr_zero(bits)];
        ++total;
      }
    }
    const u64 entries = entries_ + total - (part.end - part.begin);
    if (entries > u64{kMaxSlots} * items.size()) return keep(node);
    entries_ = entries;
    if (!below_.reserve_more(total) || !tree.nodes.reserve_more(kChildren<Dim>) ||
        !parts_.reserve_more(kChildren<Dim>)) {
      return false;
    }
    u32 next[kChildren<Dim>];
    const Box cell = tree.nodes[node].cell;
    tree.nodes[node].first = static_cast<u32>(tree.nodes.size());
    tree.nodes[node].kind = Node<Dim>::kBranch;
    for (u32 child = 0; child < kChildren<Dim>; ++child) {
      const u32 begin = child == 0 ? static_cast<u32>(below_.size()) : parts_.back().end;
      next[child] = begin;
      parts_.push_unchecked({begin, begin + counts[child], part_of(part.inner, part.inner, child)});
      tree.nodes.push_unchecked(
          {empty_box<Dim>(), part_of(cell, part.inner, child), 0, Node<Dim>::kLeaf});
    }
    if (!below_.resize(below_.size() + total)) return false;
    for (u32 i = part.begin; i < part.end; ++i) {
      const Id id = held_[i];
      for (u32 bits = children_of(items.box(id), part.inner); bits != 0; bits &= bits - 1) {
        below_[next[std::countr_zero(bits)]++] = id;
      }
    }
    return true;
  }

  // Returns the part of `box` that belongs to a child, if `box` is split at the center of `inner`.
  static Box part_of(const Box& box, const Box& inner, u32 child) {
    Box part = box;
    for (int axis = 0; axis < Dim; ++axis) {
      ((child >> axis & 1) != 0 ? part.min : part.max)[axis] = inner.center(axis);
    }
    return part;
  }

  // Makes a node a leaf. Copies its items to kept_, because held_ is overwritten for each level.
  [[nodiscard]] bool keep(u32 node) {
    Part& part = parts_[node];
    const u32 begin = static_cast<u32>(kept_.size());
    if (!kept_.reserve_more(part.end - part.begin)) return false;
    for (u32 i = part.begin; i < part.end; ++i) kept_.push_unchecked(held_[i]);
    part = {begin, static_cast<u32>(kept_.size()), part.inner};
    return true;
  }

  // Allocates the slots of the leaves and fills them, depth first.
  [[nodiscard]] bool place(const ItemStore<Dim>& items, Tree<Dim>& tree) {
    const size_t slots = kept_.size() + (kLanes - 1) * tree.nodes.size();
    tree.max_pending_slots = max_pending(items.size());
    if (!tree.slots.reserve(slots + tree.max_pending_slots + kLanes, items.id_end()) ||
        !tree.nodes.reserve_more(1)) {
      return false;
    }
    tree.slots.add_ids(items.id_end());
    tree.size = static_cast<u32>(tree.nodes.size());
    if (tree.size == 0) return true;
    TraversalStack<u32, Tree<Dim>::kWalkBound> open(Tree<Dim>::kWalkBound);
    open.push(0);
    while (!open.empty()) {
      const u32 at = open.pop();
      Node<Dim>& node = tree.nodes[at];
      if (!node.is_leaf()) {
        for (u32 child = kChildren<Dim>; child-- > 0;) open.push(node.first + child);
        continue;
      }
      const Part& part = parts_[at];
      node.first = tree.slots.count() / kLanes;
      node.kind = Node<Dim>::kLeaf + (part.end - part.begin);
      for (u32 i = part.begin; i < part.end; ++i) {
        tree.slots.append(kept_[i], items.box(kept_[i]));
      }
      tree.slots.close_packet();
    }
    tree.first_pending = tree.slots.count();
    return true;
  }

  Array<Id> held_;     // items of the nodes of the current level
  Array<Id> below_;    // items of the nodes of the next level
  Array<Id> kept_;     // items of the leaves
  Array<Part> parts_;  // by node
  u64 entries_ = 0;    // entries of all leaves if no more nodes are divided
};

}  // namespace sapwood::quadtree
