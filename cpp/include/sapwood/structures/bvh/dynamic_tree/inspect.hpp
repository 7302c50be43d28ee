// Numbers and pictures of the tree, computed from the nodes as they are.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Fills what depends on the nodes; the ratios stay NaN where the root has no area.
template <int Dim>
void measure(const Tree<Dim>& tree, IndexStats& stats) {
  const auto& nodes = tree.nodes;
  stats.nodes = nodes.live();
  if (tree.root == kNone) return;
  f64 branches = 0;
  f64 leaves = 0;
  i32 tilt = 0;
  for (u32 i = 0; i < nodes.slots(); ++i) {
    const Node<Dim>& node = nodes[i];
    if (node.is_free()) continue;
    if (node.is_leaf()) {
      leaves += half_area(node.box);
      stats.leaves += 1;
      continue;
    }
    branches += half_area(node.box);
    const i32 difference = nodes[node.child[1]].height - nodes[node.child[0]].height;
    tilt = std::max(tilt, difference < 0 ? -difference : difference);
  }
  stats.height = static_cast<f64>(tree.height());
  stats.max_imbalance = tilt;
  stats.set_areas(branches, leaves, half_area(nodes[tree.root].box));
}

// Depth first, parents before children, first child first.
template <int Dim>
Status dump(const Tree<Dim>& tree, NodeDump& dump) {
  dump.clear();
  if (tree.root == kNone) return Status::success();
  TraversalStack<DumpedNode> open(tree.height() + 1);
  const size_t count = tree.nodes.live();
  if (!open.ready() || !dump.reserve(count, count / 2 + 1, Dim)) return Status::out_of_memory();
  open.push({tree.root, 0, kNone});
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const Node<Dim>& node = tree.nodes[at.node];
    const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place = dump.add_node(node.box, at.level, at.parent, kind, key_of(node.child));
    if (node.is_leaf()) {
      dump.add_item(place, node.item());
      continue;
    }
    open.push({node.child[1], at.level + 1, place});
    open.push({node.child[0], at.level + 1, place});
  }
  return Status::success();
}

}  // namespace sapwood::dynamic_tree
