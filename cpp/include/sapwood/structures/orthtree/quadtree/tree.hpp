// The parts of a quadtree that its walks read.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/structures/orthtree/quadtree/node.hpp"

namespace sapwood::quadtree {

template <int Dim>
struct Tree {
  using Box = Aabb<Dim>;
  static constexpr u32 kChildren = quadtree::kChildren<Dim>;
  // float32 has 24 bits to halve an extent by.
  static constexpr u32 kMaxLevels = 24;
  // A walk takes a node and adds its children, a level deeper; the pending items' leaf comes first.
  static constexpr u32 kWalkBound = kMaxLevels * (kChildren - 1) + 2;

  Slots<Dim> slots;
  Array<Node<Dim>> nodes;  // parents before children; then the pending items' leaf
  Box space{};             // cell of the root without its reach to infinity
  u32 size = 0;            // nodes of the tree proper
  u32 first_fresh = 0;     // slots from here on are pending items'
  u32 fresh_room = 0;      // pending items that there are slots for
  f64 leaf_area = 0;       // sum over the bounds of the leaves of the tree proper

  bool has_fresh() const { return nodes.size() > size; }
  u32 fresh() const { return size; }
  bool is_leaf(u32 node) const { return nodes[node].is_leaf(); }
  SlotRun run(u32 leaf) const { return nodes[leaf].run(); }
  u32 first_child(u32 branch) const { return nodes[branch].first; }
  // What a node holds inside of its cell.
  Box bounds_of(u32 node) const {
    const Node<Dim>& at = nodes[node];
    return is_empty(at.bounds) ? at.bounds : cut(at.bounds, at.cell);
  }
  const ItemPackets<Dim>& packets() const { return slots.packets(); }

  // Calls each(node) for the leaves that a box touches, in the order of the slots, until it answers
  // false; whether it never did.
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

  // Whether an item that is in the tree proper touches the same leaves with another box.
  bool stays(Id id, const Box& box) const {
    u32 slot = slots.first_slot(id);
    const bool same = for_each_leaf(box, [&](const Node<Dim>& leaf) {
      if (slot == kNone || slot < leaf.run().first() || slot >= leaf.run().end()) return false;
      slot = slots.next_slot(slot);
      return true;
    });
    return same && slot == kNone;
  }

  // Corrects all bounds from the slots, children before parents; knows the pending items' leaf, for
  // which there is room.
  void refit() {
    nodes.truncate(size);
    if (slots.count() > first_fresh) {
      const u32 count = slots.count() - first_fresh;
      nodes.push_unchecked(
          {empty_box<Dim>(), everywhere<Dim>(), first_fresh / kLanes, Node<Dim>::kLeaf + count});
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

}  // namespace sapwood::quadtree
