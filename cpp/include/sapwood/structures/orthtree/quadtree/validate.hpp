// Invariants of a quadtree.
#pragma once

#include "sapwood/core/validation.hpp"
#include "sapwood/structures/orthtree/quadtree/tree.hpp"

namespace sapwood::quadtree {

// Every item is in the leaves that it touches, in their order, and nowhere else.
template <int Dim>
void validate_items(const Tree<Dim>& tree, const ItemStore<Dim>& items, Faults& faults) {
  const ItemPackets<Dim>& packets = tree.packets();
  u32 chained = 0;
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    if (!faults.require(tree.slots.placed(id), "an item is nowhere:", id)) continue;
    const bool fresh = tree.slots.first_slot(id) >= tree.first_fresh;
    faults.require(fresh || tree.stays(id, items.box(id)), "an item is in other leaves:", id);
    u32 own = 0;
    for (u32 slot = tree.slots.first_slot(id); slot != kNone; slot = tree.slots.next_slot(slot)) {
      ++own;
      faults.require(packets.id(slot) == id && packets.box(slot) == items.box(id),
                     "a slot does not hold its item:", slot);
    }
    chained += own;
    faults.require((own > 1) == (tree.slots.several(id) != kNone),
                   "an item with several slots is not numbered as such:", id);
  }
  u32 held = 0;
  for (u32 slot = 0; slot < packets.count(); ++slot) held += packets.id(slot) == kNone ? 0 : 1;
  faults.require(held == chained,
                 "slots hold items that do not know them; all that are held:", held);
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
    faults.require(node.bounds == all, "bounds are not the union of what is inside:", at);
  }
}

}  // namespace sapwood::quadtree
