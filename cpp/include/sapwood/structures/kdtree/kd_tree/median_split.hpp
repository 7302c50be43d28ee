// Builds the nodes of a k-d tree: the axes in turn, halved at the median of the upper edges.
//
// The order on an axis is (upper edge, id), which is total: the halves, and so the tree, do not
// depend on how the median is found, and boxes that are all alike are still halved. A node with
// more than `capacity` items is split, so leaves hold more than half of that, but for a single one.
// Sources: Bentley, Multidimensional Binary Search Trees, 1975; Friedman, Bentley and Finkel, An
// Algorithm for Finding Best Matches in Logarithmic Expected Time, 1977; for the presorted form
// Procopiuc et al., Bkd-Tree, 2003.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/structures/kdtree/kd_tree/node.hpp"
#include "sapwood/structures/kdtree/kd_tree/options.hpp"

namespace sapwood::kd_tree {

// Compares orders on an axis; a test counts by another one.
struct Precedes {
  bool operator()(u64 a, u64 b) const { return a < b; }
};

template <int Dim>
class MedianSplit {
 public:
  // Halving 2^32 items takes fewer levels, and a walk keeps one entry a level and one more.
  static constexpr u32 kMaxLevels = 32;

  [[nodiscard]] bool reserve(size_t count, KdBuild build) {
    if (!keys_.reserve(count)) return false;
    if (build != KdBuild::kPresorted) return true;
    for (Array<Id>& order : orders_) {
      if (!order.reserve(count)) return false;
    }
    return moved_.reserve(count) && goes_left_.reserve(count);
  }

  static size_t most_leaves(size_t count, u32 capacity) {
    return std::max<size_t>(1, count / ((capacity + 1) / 2));
  }
  // Leaves begin with a packet, so each may leave some lanes vacant.
  static size_t most_slots(size_t count, u32 capacity) {
    return count + (kLanes - 1) * most_leaves(count, capacity);
  }

  // Replaces nodes and slots by the tree of the live items. Needs reserve() here, and room for
  // 2 * most_leaves() nodes and most_slots() slots there.
  template <class Before = Precedes>
  void build(const ItemStore<Dim>& items, const KdTreeOptions& options, Array<Node>& nodes,
             Slots<Dim>& slots, Before before = {}) {
    nodes.clear();
    slots.start(items.id_end());
    if (items.size() == 0) return;
    const bool presorted = options.build == KdBuild::kPresorted;
    list(items, presorted, before);
    TraversalStack<Part> open(kMaxLevels + 1);
    nodes.push_unchecked(Node{});
    open.push({0, 0, items.size(), 0});
    while (!open.empty()) {
      const Part part = open.pop();
      if (part.end - part.begin <= options.capacity) {
        nodes[part.node] = make_leaf(items, part, presorted, slots);
        continue;
      }
      const u32 axis = part.level % Dim;
      const u32 middle = part.begin + (part.end - part.begin) / 2;
      if (presorted) {
        divide_orders(part, middle, axis);
      } else {
        divide_keys(items, options.build, part, middle, axis, before);
      }
      const u32 left = static_cast<u32>(nodes.size());
      nodes[part.node] = Node::branch(axis, left);
      nodes.push_unchecked(Node{});
      nodes.push_unchecked(Node{});
      open.push({left + 1, middle, part.end, part.level + 1});
      open.push({left, part.begin, middle, part.level + 1});
    }
  }

  size_t byte_length() const {
    size_t bytes = keys_.byte_length() + moved_.byte_length() + goes_left_.byte_length();
    for (const Array<Id>& order : orders_) bytes += order.byte_length();
    return bytes;
  }

 private:
  // Items [begin, end) of the lists make one node.
  struct Part {
    u32 node;
    u32 begin;
    u32 end;
    u32 level;
  };

  static u64 key_of(const ItemStore<Dim>& items, Id id, u32 axis) {
    return u64{sortable_key(items.box(id).max[axis])} << 32 | id;
  }
  static Id id_of(u64 key) { return static_cast<Id>(key); }

  template <class Before>
  void list(const ItemStore<Dim>& items, bool presorted, Before& before) {
    for (u32 axis = 0; axis < (presorted ? Dim : 1); ++axis) {
      keys_.clear();
      for (Id id = items.first(); id != kNone; id = items.next(id)) {
        keys_.push_unchecked(key_of(items, id, axis));
      }
      if (!presorted) return;
      std::sort(keys_.begin(), keys_.end(), counted(before));
      orders_[axis].clear();
      for (const u64 key : keys_) orders_[axis].push_unchecked(id_of(key));
    }
    moved_.clear();
    goes_left_.clear();
    for (Id id = 0; id < items.id_end(); ++id) goes_left_.push_unchecked(0);
    for (u32 i = 0; i < items.size(); ++i) moved_.push_unchecked(kNone);
  }

  // Sorting copies its comparison; what counts must be one object.
  template <class Before>
  static auto counted(Before& before) {
    return [&before](u64 a, u64 b) { return before(a, b); };
  }

  template <class Before>
  void divide_keys(const ItemStore<Dim>& items, KdBuild build, const Part& part, u32 middle,
                   u32 axis, Before& before) {
    u64* begin = keys_.begin() + part.begin;
    u64* end = keys_.begin() + part.end;
    for (u64* key = begin; key != end; ++key) *key = key_of(items, id_of(*key), axis);
    if (build == KdBuild::kSorted) {
      std::sort(begin, end, counted(before));
    } else {
      std::nth_element(begin, keys_.begin() + middle, end, counted(before));
    }
  }

  // The order of the axis is halved as it is; the others are parted without losing theirs.
  void divide_orders(const Part& part, u32 middle, u32 axis) {
    for (u32 i = part.begin; i < part.end; ++i) goes_left_[orders_[axis][i]] = i < middle ? 1 : 0;
    for (u32 other = 0; other < Dim; ++other) {
      if (other == axis) continue;
      Array<Id>& order = orders_[other];
      u32 left = part.begin;
      u32 right = middle;
      for (u32 i = part.begin; i < part.end; ++i) {
        const Id id = order[i];
        moved_[goes_left_[id] != 0 ? left++ : right++] = id;
      }
      std::copy(moved_.begin() + part.begin, moved_.begin() + part.end, order.begin() + part.begin);
    }
  }

  // Items of a leaf are ordered by id, so that nothing shows how the median was found.
  Node make_leaf(const ItemStore<Dim>& items, const Part& part, bool presorted, Slots<Dim>& slots) {
    if (presorted) {
      for (u32 i = part.begin; i < part.end; ++i) keys_[i] = orders_[0][i];
    } else {
      for (u32 i = part.begin; i < part.end; ++i) keys_[i] = id_of(keys_[i]);
    }
    sort(keys_.begin() + part.begin, keys_.begin() + part.end);
    const u32 first = slots.count() / kLanes;
    for (u32 i = part.begin; i < part.end; ++i) {
      const Id id = id_of(keys_[i]);
      slots.append(id, items.box(id));
    }
    slots.close_packet();
    return Node::leaf(first, part.end - part.begin);
  }

  Array<u64> keys_;        // order on an axis: edge, then id
  Array<Id> orders_[Dim];  // presorted: ids in the order of each axis
  Array<Id> moved_;        // presorted: while parting
  Array<u8> goes_left_;    // presorted: by id
};

}  // namespace sapwood::kd_tree
