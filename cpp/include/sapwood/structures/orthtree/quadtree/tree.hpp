// Layout and validation of a quadtree.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::quadtree {

// Nodes of a quadtree with buckets.
//
// Cells are half open, [min, max), and cells at the border of the root extend to infinity, so every
// point is in exactly one leaf. An item is in every leaf whose cell it touches. Children are
// adjacent in memory, in the order x + 2 y + 4 z.
template <int Dim>
inline constexpr u32 kChildren = 1u << Dim;

template <int Dim>
struct Node {
  Aabb<Dim> bounds;  // exact union of the items; empty if there are none
  Aabb<Dim> cell;
  u32 first;  // first child of a branch, or first packet of a leaf
  u32 kind;   // kBranch, or kLeaf + number of slots

  static constexpr u32 kBranch = 0;
  static constexpr u32 kLeaf = 1;

  bool is_leaf() const { return kind >= kLeaf; }
  SlotRun run() const { return {first, kind - kLeaf}; }
};

// Returns true if an item touches a half-open cell.
template <int Dim>
bool touches(const Aabb<Dim>& item, const Aabb<Dim>& cell) {
  bool apart = false;
  for (int axis = 0; axis < Dim; ++axis) {
    apart |= (item.min[axis] >= cell.max[axis]) | (item.max[axis] < cell.min[axis]);
  }
  return !apart;
}

// Returns whether a cell contains the lower corner of the intersection of two overlapping boxes.
// This is true for exactly one of the leaves that contain both boxes (Dittrich and Seeger, Data
// Redundancy and Duplicate Detection in Spatial Join Processing, 2000).
template <int Dim>
[[gnu::always_inline]] inline bool reports_pair_in(const Aabb<Dim>& a, const Aabb<Dim>& b,
                                                   const Aabb<Dim>& cell) {
  bool within = true;
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 corner = a.min[axis] > b.min[axis] ? a.min[axis] : b.min[axis];
    within &= (corner >= cell.min[axis]) & (corner < cell.max[axis]);
  }
  return within;
}

template <int Dim>
Aabb<Dim> cut(const Aabb<Dim>& box, const Aabb<Dim>& cell) {
  Aabb<Dim> part;
  for (int axis = 0; axis < Dim; ++axis) {
    part.min[axis] = box.min[axis] > cell.min[axis] ? box.min[axis] : cell.min[axis];
    part.max[axis] = box.max[axis] < cell.max[axis] ? box.max[axis] : cell.max[axis];
  }
  return part;
}

template <int Dim>
Aabb<Dim> everywhere() {
  Aabb<Dim> cell;
  for (int axis = 0; axis < Dim; ++axis) {
    cell.min[axis] = -HUGE_VALF;
    cell.max[axis] = HUGE_VALF;
  }
  return cell;
}

// Slots of the leaves. The slots of each item form a linked list, in the order of the leaves.
template <int Dim>
class Slots {
 public:
  const ItemPackets<Dim>& packets() const { return packets_; }
  u32 count() const { return packets_.count(); }

  bool placed(Id id) const { return id < first_.size() && first_[id] != kNone; }
  // first_slot() returns the first slot of an item, which must have a slot. next_slot() returns the
  // next slot of the same item, or kNone.
  u32 first_slot(Id id) const { return first_[id]; }
  u32 next_slot(u32 slot) const { return next_[slot]; }

  // Returns the index of an item among the items with several slots, or kNone for other items.
  u32 repeated_index(Id id) const { return repeated_index_[id]; }
  u32 repeated_count() const { return repeated_count_; }

  [[nodiscard]] bool reserve(size_t slots, size_t id_count) {
    return packets_.reserve(slots) && next_.reserve(slots) && first_.reserve(id_count) &&
           last_.reserve(id_count) && repeated_index_.reserve(id_count);
  }
  [[nodiscard]] bool reserve_ids(size_t id_count) {
    if (id_count <= first_.size()) return true;
    const size_t extra = id_count - first_.size();
    return first_.reserve_more(extra) && last_.reserve_more(extra) &&
           repeated_index_.reserve_more(extra);
  }

  // Releases memory, except the memory for `slots` slots and for ids below `id_count`.
  void shrink(size_t slots, size_t id_count) {
    packets_.shrink(slots);
    next_.shrink(slots + kLanes);
    first_.shrink_to(id_count);
    last_.shrink_to(id_count);
    repeated_index_.shrink_to(id_count);
  }

  void start(u32 id_count) {
    packets_.clear();
    next_.clear();
    first_.clear();
    last_.clear();
    repeated_index_.clear();
    repeated_count_ = 0;
    add_ids(id_count);
  }
  void add_ids(u32 id_count) {
    while (first_.size() < id_count) {
      first_.push_unchecked(kNone);
      last_.push_unchecked(kNone);
      repeated_index_.push_unchecked(kNone);
    }
  }

  void append(Id id, const Aabb<Dim>& box) {
    const u32 slot = packets_.append(id, box);
    while (next_.size() <= slot) next_.push_unchecked(kNone);
    if (first_[id] == kNone) {
      first_[id] = slot;
    } else {
      next_[last_[id]] = slot;
      if (repeated_index_[id] == kNone) repeated_index_[id] = repeated_count_++;
    }
    last_[id] = slot;
  }
  void close_packet() { packets_.close_packet(); }

  void set(Id id, const Aabb<Dim>& box) {
    for (u32 slot = first_[id]; slot != kNone; slot = next_[slot]) packets_.set(slot, box);
  }
  void vacate(Id id) {
    for (u32 slot = first_[id]; slot != kNone; slot = next_[slot]) packets_.vacate(slot);
    first_[id] = last_[id] = repeated_index_[id] = kNone;
  }

  size_t byte_length() const {
    return packets_.byte_length() + next_.byte_length() + first_.byte_length() +
           last_.byte_length() + repeated_index_.byte_length();
  }

 private:
  ItemPackets<Dim> packets_;
  Array<u32> next_;            // by slot
  Array<u32> first_;           // by id
  Array<u32> last_;            // by id
  Array<u32> repeated_index_;  // by id
  u32 repeated_count_ = 0;
};

template <int Dim>
struct Tree {
  using Box = Aabb<Dim>;
  static constexpr u32 kChildren = quadtree::kChildren<Dim>;
  // An f32 has 24 significant bits, so an extent can be halved 24 times.
  static constexpr u32 kMaxLevels = 24;
  // Maximum number of nodes on the stack. A step pops a node and pushes its children, one level
  // deeper. The leaf of the pending items can also be on the stack.
  static constexpr u32 kWalkBound = kMaxLevels * (kChildren - 1) + 2;

  Slots<Dim> slots;
  Array<Node<Dim>> nodes;     // parents before children; then the leaf of the pending items
  Box space{};                // divided space: the finite part of the cell of the root
  u32 size = 0;               // number of nodes without the leaf of the pending items
  u32 first_pending = 0;      // first slot of the pending items
  u32 max_pending_slots = 0;  // maximum number of pending items
  f64 leaf_area = 0;          // sum of half_area(bounds_of(leaf)), without the pending items

  bool has_pending() const { return nodes.size() > size; }
  u32 pending_leaf() const { return size; }
  bool is_leaf(u32 node) const { return nodes[node].is_leaf(); }
  SlotRun run(u32 leaf) const { return nodes[leaf].run(); }
  u32 first_child(u32 branch) const { return nodes[branch].first; }
  // Returns the part of the bounds of a node that is inside its cell.
  Box bounds_of(u32 node) const {
    const Node<Dim>& at = nodes[node];
    return is_empty(at.bounds) ? at.bounds : cut(at.bounds, at.cell);
  }
  const ItemPackets<Dim>& packets() const { return slots.packets(); }

  // Calls each(node) for the leaves that a box touches, in the order of the slots. Stops and
  // returns false if each() returns false.
  template <class Each>
  bool for_each_leaf(const Box& box, Each&& each) const {
    if (size == 0) return true;
    TraversalStack<u32, kWalkBound> open(kWalkBound);
    open.push(0);
    while (!open.empty()) {
      const Node<Dim>& node = nodes[open.pop()];
      if (!touches(box, node.cell)) continue;
      if (node.is_leaf()) {
        if (!each(node)) return false;
        continue;
      }
      for (u32 child = kChildren; child-- > 0;) open.push(node.first + child);
    }
    return true;
  }

  // Returns whether an item touches the same leaves after its box has changed to `box`. The item
  // must not be pending.
  bool stays(Id id, const Box& box) const {
    u32 slot = slots.first_slot(id);
    const bool same = for_each_leaf(box, [&](const Node<Dim>& leaf) {
      if (slot == kNone || slot < leaf.run().first() || slot >= leaf.run().end()) return false;
      slot = slots.next_slot(slot);
      return true;
    });
    return same && slot == kNone;
  }

  // Adds the leaf of the pending items, for which build() reserved memory. Recomputes all bounds
  // from the slots, children before parents.
  void refit() {
    nodes.truncate(size);
    if (slots.count() > first_pending) {
      const u32 count = slots.count() - first_pending;
      nodes.push_unchecked(
          {empty_box<Dim>(), everywhere<Dim>(), first_pending / kLanes, Node<Dim>::kLeaf + count});
    }
    leaf_area = 0;
    for (u32 at = static_cast<u32>(nodes.size()); at-- > 0;) {
      Node<Dim>& node = nodes[at];
      node.bounds = empty_box<Dim>();
      if (node.is_leaf()) {
        node.bounds = packets().united(node.run());
        if (at < size && !is_empty(node.bounds)) leaf_area += half_area(bounds_of(at));
        continue;
      }
      for (u32 child = 0; child < kChildren; ++child) {
        node.bounds = unite(node.bounds, nodes[node.first + child].bounds);
      }
    }
  }

  size_t byte_length() const { return slots.byte_length() + nodes.byte_length(); }
};

// Checks that every item that is not pending has one slot in each leaf that it touches, in the
// order of the leaves, and no other slots.
template <int Dim>
void validate_items(const Tree<Dim>& tree, const ItemStore<Dim>& items, Faults& faults) {
  const ItemPackets<Dim>& packets = tree.packets();
  u32 chained = 0;
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    if (!faults.require(tree.slots.placed(id), "an item is in no leaf:", id)) continue;
    const bool pending = tree.slots.first_slot(id) >= tree.first_pending;
    faults.require(pending || tree.stays(id, items.box(id)), "an item is in wrong leaves:", id);
    u32 own = 0;
    for (u32 slot = tree.slots.first_slot(id); slot != kNone; slot = tree.slots.next_slot(slot)) {
      ++own;
      faults.require(packets.id(slot) == id && packets.box(slot) == items.box(id),
                     "a slot does not hold its item:", slot);
    }
    chained += own;
    faults.require((own > 1) == (tree.slots.repeated_index(id) != kNone),
                   "an item with several slots is not numbered as such:", id);
  }
  u32 held = 0;
  for (u32 slot = 0; slot < packets.count(); ++slot) held += packets.id(slot) == kNone ? 0 : 1;
  faults.require(held == chained,
                 "slots hold items that are not linked to them; held items:", held);
}

template <int Dim>
void validate_nodes(const Tree<Dim>& tree, Faults& faults) {
  for (u32 at = 0; at < tree.size; ++at) {
    const Node<Dim>& node = tree.nodes[at];
    Aabb<Dim> all = empty_box<Dim>();
    if (node.is_leaf()) {
      all = tree.packets().united(node.run());
    } else {
      const bool ordered = node.first > at && node.first + Tree<Dim>::kChildren <= tree.size;
      if (!faults.require(ordered, "children do not follow their parent:", at)) continue;
      for (u32 child = 0; child < Tree<Dim>::kChildren; ++child) {
        all = unite(all, tree.nodes[node.first + child].bounds);
        faults.require(contains(node.cell, tree.nodes[node.first + child].cell),
                       "a cell leaves its parent's:", node.first + child);
      }
    }
    faults.require(node.bounds == all, "bounds are not the union of the content:", at);
  }
}

}  // namespace sapwood::quadtree
