// Invariants of a k-d tree.
#pragma once

#include "sapwood/core/validation.hpp"
#include "sapwood/structures/kdtree/kd_tree/tree.hpp"

namespace sapwood::kd_tree {

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
    if (!faults.require(items.has(id), "a slot holds an id that is gone:", slot)) continue;
    faults.require(tree.slots.slot_of(id) == slot, "an item does not know its slot:", id);
    faults.require(packets.box(slot) == items.box(id), "a slot's box is not its item's:", id);
  }
  faults.require(held == items.size(), "not every item has a slot; those that have:", held);
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
    faults.require(node.left_max == left.max[node.axis()], "the left side reaches elsewhere:", at);
    faults.require(node.right_min == right.min[node.axis()],
                   "the right side begins elsewhere:", at);
  }
}

}  // namespace sapwood::kd_tree
