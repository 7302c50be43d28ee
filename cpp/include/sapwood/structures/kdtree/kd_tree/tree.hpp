// The parts of a k-d tree that its walks read.
//
// Nodes are in depth-first order of their pairs, parents before children. Behind them, when there
// are pending items, one leaf more that has no parent and holds them.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/structures/kdtree/kd_tree/median_split.hpp"

namespace sapwood::kd_tree {

template <int Dim>
struct Tree {
  using Box = Aabb<Dim>;
  static constexpr u32 kChildren = 2;
  static constexpr u32 kMaxLevels = MedianSplit<Dim>::kMaxLevels;

  Slots<Dim> slots;
  Array<Node> nodes;
  Array<Box> bounds;    // exact union of the items of each node; empty where all have gone
  u32 size = 0;         // nodes of the tree proper
  u32 first_fresh = 0;  // slots from here on are pending items'
  f64 leaf_area = 0;    // sum over the leaves of the tree proper

  bool has_fresh() const { return nodes.size() > size; }
  // The leaf of pending items.
  u32 fresh() const { return size; }
  bool is_leaf(u32 node) const { return nodes[node].is_leaf(); }
  SlotRun run(u32 leaf) const { return nodes[leaf].run(); }
  u32 first_child(u32 branch) const { return nodes[branch].first; }
  const Box& bounds_of(u32 node) const { return bounds[node]; }
  const ItemPackets<Dim>& packets() const { return slots.packets(); }

  // Corrects bounds and planes from the slots, children before parents; knows the pending items'
  // leaf.
  void refit() {
    nodes.truncate(size);
    if (slots.count() > first_fresh) {
      nodes.push_unchecked(Node::leaf(first_fresh / kLanes, slots.count() - first_fresh));
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

}  // namespace sapwood::kd_tree
