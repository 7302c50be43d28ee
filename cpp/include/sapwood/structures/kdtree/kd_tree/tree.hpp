// Options, layout, build and validation of a k-d tree.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/base/types.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood {

/// Method that finds medians. All methods build the same tree.
enum class KdBuild : u8 {
  kSelection,  ///< Partial selection, O(n log n).
  kPresorted,  ///< Each axis is sorted once, and splits keep the orders, O(Dim n log n).
  kSorted,     ///< Each node is sorted, O(n log^2 n).
};

/// Axes on which a k-d tree is split.
enum class KdAxes : u8 {
  kFromX,  ///< Axes alternate. The root is split on x.
  kFromY,  ///< Axes alternate. The root is split on y.
  kOnlyX,  ///< All nodes are split on x.
  kOnlyY,  ///< All nodes are split on y.
};

/// Options of a k-d tree.
struct KdTreeOptions {
  static constexpr const char* kBuildNames[] = {"selection", "presorted", "sorted"};
  static constexpr const char* kAxesNames[] = {"from-x", "from-y", "only-x", "only-y"};

  u32 capacity = 16;  ///< Maximum number of items in a leaf.
  KdBuild build = KdBuild::kSelection;
  KdAxes axes = KdAxes::kFromX;

  template <class V>
  void describe(V& v) {
    v.number("capacity", capacity, 8, 1024);
    v.choice("build", build, kBuildNames);
    v.choice("axes", axes, kAxesNames);
  }
};

}  // namespace sapwood

namespace sapwood::kd_tree {

// Node of a k-d tree, 16 bytes. A branch stores its axis, the upper end of its left side and the
// lower end of its right side on that axis. The other edges of both sides follow from the ancestors
// (Waechter and Keller, Instant Ray Tracing, 2006). Children are adjacent and follow their parent.
// A leaf stores a run of slots that starts at the first lane of a packet.
struct Node {
  f32 left_max;   // branch: largest upper edge on the left side
  f32 right_min;  // branch: smallest lower edge on the right side
  u32 first;      // left child of a branch, or first packet of a leaf
  u32 kind;       // axis of a branch; kLeaf + number of slots of a leaf

  static constexpr u32 kLeaf = 4;

  bool is_leaf() const { return kind >= kLeaf; }
  u32 axis() const { return kind; }
  SlotRun run() const { return {first, kind - kLeaf}; }

  static Node leaf(u32 first_packet, u32 slots) { return {0, 0, first_packet, kLeaf + slots}; }
  static Node branch(u32 axis, u32 left) { return {0, 0, left, axis}; }
};
static_assert(sizeof(Node) == 16);

// Clips `box`, which contains a branch, to the left (side 0) or right (side 1) child of the branch.
template <int Dim>
Aabb<Dim> side_of(const Node& branch, const Aabb<Dim>& box, u32 side) {
  Aabb<Dim> part = box;
  if (side == 0) {
    part.max[branch.axis()] = branch.left_max;
  } else {
    part.min[branch.axis()] = branch.right_min;
  }
  return part;
}

template <int Dim>
class Slots {
 public:
  const ItemPackets<Dim>& packets() const { return packets_; }
  u32 count() const { return packets_.count(); }
  u32 slot_of(Id id) const { return slot_of_[id]; }
  bool placed(Id id) const { return id < slot_of_.size() && slot_of_[id] != kNone; }

  // Allocates memory for `slots` slots and ids below `id_count`. The other functions then cannot
  // fail.
  [[nodiscard]] bool reserve(size_t slots, size_t id_count) {
    return packets_.reserve(slots) && slot_of_.reserve(id_count);
  }

  void start(u32 id_count) {
    packets_.clear();
    slot_of_.clear();
    add_ids(id_count);
  }
  void add_ids(u32 id_count) {
    while (slot_of_.size() < id_count) slot_of_.push_unchecked(kNone);
  }

  void append(Id id, const Aabb<Dim>& box) { slot_of_[id] = packets_.append(id, box); }
  void close_packet() { packets_.close_packet(); }
  void set(Id id, const Aabb<Dim>& box) { packets_.set(slot_of_[id], box); }
  void vacate(Id id) {
    packets_.vacate(slot_of_[id]);
    slot_of_[id] = kNone;
  }

  // Returns the bounds of the items in the packet of an item, including the item itself.
  Aabb<Dim> neighbors(Id id) const { return packets_.united({slot_of_[id] / kLanes, kLanes}); }

  size_t byte_length() const { return packets_.byte_length() + slot_of_.byte_length(); }
  // Releases memory, except the memory for `slots` slots and for ids below `id_count`.
  void shrink(size_t slots, size_t id_count) {
    packets_.shrink(slots);
    slot_of_.shrink_to(id_count, id_count);
  }

 private:
  ItemPackets<Dim> packets_;
  Array<u32> slot_of_;  // by id
};

// Build of the nodes of a k-d tree: ranges are halved at the median of the upper edges, on
// alternating axes or on one axis.
//
// The order on an axis is (upper edge, id). It is total, so the tree does not depend on the method
// that finds the median, and identical boxes are halved as well. A node with more than `capacity`
// items is split, so a leaf has at least (capacity + 1) / 2 items, rounded down, unless it is the
// root. Sources: Bentley, Multidimensional Binary Search Trees, 1975; Friedman, Bentley and Finkel,
// An Algorithm for Finding Best Matches in Logarithmic Expected Time, 1977; Procopiuc et al.,
// Bkd-Tree, 2003 (presorted build).

// Comparison of keys. Tests replace it to count comparisons.
struct Precedes {
  bool operator()(u64 a, u64 b) const { return a < b; }
};

template <int Dim>
class MedianSplit {
 public:
  // Upper bound of the number of levels, because an index has fewer than 2^32 items. A traversal
  // stack contains at most one entry per level, plus one.
  static constexpr u32 kMaxLevels = 32;

  [[nodiscard]] bool reserve(size_t count, KdBuild build) {
    if (!keys_.reserve(count)) return false;
    if (build != KdBuild::kPresorted) return true;
    for (Array<Id>& order : orders_) {
      if (!order.reserve(count)) return false;
    }
    return moved_.reserve(count) && goes_left_.reserve(count);
  }

  // Releases memory, except the memory for `count` items.
  void shrink(size_t count) {
    keys_.clear();
    keys_.shrink(count);
    for (Array<Id>* list : {&orders_[0], &orders_[1], &orders_[Dim - 1], &moved_}) {
      list->clear();
      list->shrink(count);
    }
    goes_left_.clear();
    goes_left_.shrink(count);
  }

  static size_t most_leaves(size_t count, u32 capacity) {
    return std::max<size_t>(1, count / ((capacity + 1) / 2));
  }
  // Each leaf starts in a new packet, so up to kLanes - 1 slots of a leaf can be vacant.
  static size_t most_slots(size_t count, u32 capacity) {
    return count + (kLanes - 1) * most_leaves(count, capacity);
  }

  // Replaces nodes and slots by a tree of the live items. Requires reserve(), and memory for 2 *
  // most_leaves() nodes and most_slots() slots.
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
      const u32 axis = axis_of(options.axes, part.level);
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
  struct Part {
    u32 node;
    u32 begin;
    u32 end;
    u32 level;
  };

  static u32 axis_of(KdAxes axes, u32 level) {
    const bool from_y = axes == KdAxes::kFromY || axes == KdAxes::kOnlyY;
    const bool alternating = axes == KdAxes::kFromX || axes == KdAxes::kFromY;
    return ((from_y ? 1 : 0) + (alternating ? level : 0)) % Dim;
  }
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

  // Wraps the comparison by reference, so that tests can count comparisons: sort functions copy the
  // comparison, and a copy would not update the counter of the original.
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

  // Divides the sorted items of every axis at `middle`. On `axis`, the order of the items already
  // divides them. On the other axes, the items are partitioned stably.
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

  // Sorts the items of a leaf by id, so that the result does not depend on the build method.
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

  Array<u64> keys_;        // keys on one axis: upper edge, then id
  Array<Id> orders_[Dim];  // presorted: ids in the order of each axis
  Array<Id> moved_;        // presorted: buffer for the partition
  Array<u8> goes_left_;    // presorted: 1 for items of the left side, by id
};

// Part of a k-d tree that traversals read. Sibling nodes are adjacent, and pairs of siblings are in
// depth-first order, so parents precede their children. Pending items are in an additional leaf
// without a parent.
template <int Dim>
struct Tree {
  using Box = Aabb<Dim>;
  static constexpr u32 kChildren = 2;
  static constexpr u32 kMaxLevels = MedianSplit<Dim>::kMaxLevels;

  Slots<Dim> slots;
  Array<Node> nodes;
  Array<Box> bounds;      // exact union of the items of each node; empty if all were removed
  u32 size = 0;           // number of nodes without the leaf of the pending items
  u32 first_pending = 0;  // first slot of the pending items
  f64 leaf_area = 0;      // sum over the leaves, without the leaf of the pending items

  bool has_pending() const { return nodes.size() > size; }
  u32 pending_leaf() const { return size; }
  bool is_leaf(u32 node) const { return nodes[node].is_leaf(); }
  SlotRun run(u32 leaf) const { return nodes[leaf].run(); }
  u32 first_child(u32 branch) const { return nodes[branch].first; }
  const Box& bounds_of(u32 node) const { return bounds[node]; }
  const ItemPackets<Dim>& packets() const { return slots.packets(); }

  // Adds the leaf of the pending items. Recomputes bounds and planes from the slots, children
  // before parents.
  void refit() {
    nodes.truncate(size);
    if (slots.count() > first_pending) {
      nodes.push_unchecked(Node::leaf(first_pending / kLanes, slots.count() - first_pending));
    }
    bounds.clear();
    for (size_t i = 0; i < nodes.size(); ++i) bounds.push_unchecked(empty_box<Dim>());
    leaf_area = 0;
    for (u32 at = static_cast<u32>(nodes.size()); at-- > 0;) {
      Node& node = nodes[at];
      if (node.is_leaf()) {
        bounds[at] = slots.packets().united(node.run());
        if (at < size && !is_empty(bounds[at])) leaf_area += half_area(bounds[at]);
        continue;
      }
      const Box& left = bounds[node.first];
      const Box& right = bounds[node.first + 1];
      node.left_max = left.max[node.axis()];
      node.right_min = right.min[node.axis()];
      bounds[at] = unite(left, right);
    }
  }

  size_t byte_length() const {
    return slots.byte_length() + nodes.byte_length() + bounds.byte_length();
  }
};

template <int Dim>
void validate_slots(const Tree<Dim>& tree, const ItemStore<Dim>& items, Faults& faults) {
  u32 held = 0;
  const ItemPackets<Dim>& packets = tree.packets();
  for (u32 slot = 0; slot < packets.count(); ++slot) {
    const Id id = packets.id(slot);
    if (id == kNone) {
      faults.require(is_empty(packets.box(slot)), "a vacant slot has a box:", slot);
      continue;
    }
    ++held;
    if (!faults.require(items.has(id), "a slot holds the id of a removed item:", slot)) continue;
    faults.require(tree.slots.slot_of(id) == slot, "the slot of an item is wrong:", id);
    faults.require(packets.box(slot) == items.box(id),
                   "the box of a slot differs from its item:", id);
  }
  faults.require(held == items.size(), "wrong number of items with a slot:", held);
}

template <int Dim>
void validate_nodes(const Tree<Dim>& tree, u32 capacity, Faults& faults) {
  for (u32 at = 0; at < tree.size; ++at) {
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) {
      faults.require(node.run().slots <= capacity, "a leaf holds more than its capacity:", at);
      faults.require(
          tree.bounds[at] == tree.packets().united(node.run()) || is_empty(tree.bounds[at]),
          "the box of a leaf is not the union of its items:", at);
      continue;
    }
    if (!faults.require(node.first > at && node.first + 1 < tree.size,
                        "children do not follow their parent:", at)) {
      continue;
    }
    const Aabb<Dim>& left = tree.bounds[node.first];
    const Aabb<Dim>& right = tree.bounds[node.first + 1];
    faults.require(tree.bounds[at] == unite(left, right),
                   "the box of a branch is not the union of its sides:", at);
    faults.require(node.left_max == left.max[node.axis()],
                   "the maximum of the left side is wrong:", at);
    faults.require(node.right_min == right.min[node.axis()],
                   "the minimum of the right side is wrong:", at);
  }
}

}  // namespace sapwood::kd_tree
