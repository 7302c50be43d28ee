// Numbers and pictures of a bulk tree. What removals left empty is not part of them.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/stats.hpp"

namespace sapwood::bulk_tree {

// Boxes are exact unions, so only what holds no item is inverted.
template <class Node>
bool holds_items(const Node& node) {
  return node.box.min[0] <= node.box.max[0];
}

// Sum of the areas of all branches over that of the root: the node visits to expect of a small
// query. 0 where there is no branch; infinite or NaN where areas are 0.
template <class Tree>
f64 area_ratio(const Tree& tree) {
  if (tree.empty() || tree.node(0).is_leaf()) return 0;
  f64 sum = 0;
  for (u32 i = 0; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    if (!node.is_leaf() && holds_items(node)) sum += half_area(node.box);
  }
  return sum / half_area(tree.node(0).box);
}

// Height and largest difference of sibling heights; they stay NaN without memory to measure them.
template <class Tree>
void measure_heights(const Tree& tree, IndexStats& stats) {
  Array<u32> heights;
  if (!heights.resize(tree.node_count())) return;
  u32 tilt = 0;
  for (u32 i = tree.node_count(); i-- > 0;) {
    heights[i] = 0;
    const auto& node = tree.node(i);
    if (node.is_leaf() || !holds_items(node)) continue;
    u32 least = kNone;
    u32 most = 0;
    for (const u32 child : {node.left(), node.left() + 1}) {
      if (!holds_items(tree.node(child))) continue;
      least = heights[child] < least ? heights[child] : least;
      most = heights[child] > most ? heights[child] : most;
    }
    heights[i] = most + 1;
    tilt = most - least > tilt ? most - least : tilt;
  }
  stats.height = heights[0];
  stats.max_imbalance = tilt;
}

// Fills what depends on the nodes; the ratios stay NaN where the root has no area.
template <class Tree>
void measure(const Tree& tree, IndexStats& stats) {
  stats.nodes = stats.leaves = 0;
  if (tree.empty() || !holds_items(tree.node(0))) return;
  f64 branches = 0;
  f64 leaves = 0;
  for (u32 i = 0; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    if (!holds_items(node)) continue;
    stats.nodes += 1;
    stats.leaves += node.is_leaf() ? 1 : 0;
    (node.is_leaf() ? leaves : branches) += half_area(node.box);
  }
  measure_heights(tree, stats);
  stats.set_areas(branches, leaves, half_area(tree.node(0).box));
}

// Adds the tree to a dump that has the room, depth first, parents before children, left first,
// below `root`; its nodes have the keys of a part of the structure.
template <class Tree>
Status add_to_dump(const Tree& tree, const DumpedNode& root, u32 part, NodeDump& dump) {
  if (tree.empty() || !holds_items(tree.node(0))) return Status::success();
  TraversalStack<DumpedNode> open(tree.height() + 1);
  if (!open.ready()) return Status::out_of_memory();
  open.push(root);
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const auto& node = tree.node(at.node);
    const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place =
        dump.add_node(node.box, at.level, at.parent, kind, key_of_part(part, at.node));
    if (node.is_leaf()) {
      for (u32 i = node.first(); i < node.first() + node.count(); ++i) {
        dump.add_item(place, tree.item(i).id);
      }
      continue;
    }
    for (const u32 child : {node.left() + 1, node.left()}) {
      if (holds_items(tree.node(child))) open.push({child, at.level + 1, place});
    }
  }
  return Status::success();
}

template <class Tree>
Status dump(const Tree& tree, NodeDump& dump) {
  dump.clear();
  if (!dump.reserve(tree.node_count(), tree.live(), Tree::kDim)) return Status::out_of_memory();
  return add_to_dump(tree, {0, 0, kNone}, 0, dump);
}

}  // namespace sapwood::bulk_tree
