// Numbers and picture of a tree of entries, computed from the nodes as they are.
#pragma once

#include <algorithm>

#include "sapwood/base/status.hpp"
#include "sapwood/core/entry_tree/walk.hpp"
#include "sapwood/core/node_dump.hpp"

namespace sapwood::entry_tree {

// Calls draw(node, level, parent place), which answers the place, for every node that holds items,
// parents before children, first child first. False when memory is not to be had.
template <int Dim, class Draw>
bool for_each_node(const Tree<Dim>& tree, u32 level, u32 parent, Draw&& draw) {
  TraversalStack<DumpedNode, 256> open(stack_bound(tree));
  if (!open.ready()) return false;
  const u32 root = tree.root();
  if (root != kNone && !is_vacant(tree.node(root).box)) open.push({root, level, parent});
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const u32 place = draw(at.node, at.level, at.parent);
    if (tree.node(at.node).is_leaf()) continue;
    const u32* refs = tree.refs(at.node);
    for (u32 slot = tree.node(at.node).count; slot-- > 0;) {
      if (!is_vacant(tree.node(refs[slot]).box)) open.push({refs[slot], at.level + 1, place});
    }
  }
  return true;
}

// Fills what depends on the nodes. `outside`: one leaf more that hangs beside the tree, under a
// common root; empty where there is none.
template <int Dim>
void measure(const Tree<Dim>& tree, const Aabb<Dim>& outside, IndexStats& stats) {
  const bool rooted = tree.root() != kNone && !is_vacant(tree.node(tree.root()).box);
  const bool both = rooted && !is_vacant(outside);
  Aabb<Dim> all = outside;
  f64 branches = 0;
  f64 leaves = is_vacant(outside) ? 0 : half_area(outside);
  stats.nodes = stats.leaves = is_vacant(outside) ? 0 : 1;
  if (rooted) all = unite(all, tree.node(tree.root()).box);
  if (both) {
    branches += half_area(all);
    stats.nodes += 1;
  }
  for (u32 at = 0; at < tree.slots(); ++at) {
    const Node<Dim>& node = tree.node(at);
    if (node.is_free() || is_vacant(node.box)) continue;
    stats.nodes += 1;
    stats.leaves += node.is_leaf() ? 1 : 0;
    (node.is_leaf() ? leaves : branches) += half_area(node.box);
  }
  if (stats.nodes == 0) return;
  stats.height = (rooted ? tree.height() : 0) + (both ? 1 : 0);
  stats.set_areas(branches, leaves, half_area(all));
}

// Room in the dump for the tree and `more` nodes, and for `items`.
template <int Dim>
[[nodiscard]] bool reserve(NodeDump& dump, const Tree<Dim>& tree, u32 more, u32 items) {
  dump.clear();
  return dump.reserve(size_t{tree.live()} + more, items, Dim);
}

// Adds the nodes of the tree, the root at `level` below `parent`. Needs reserve().
template <int Dim>
Status draw(const Tree<Dim>& tree, u32 level, u32 parent, NodeDump& dump) {
  const bool drawn = for_each_node(tree, level, parent, [&](u32 at, u32 below, u32 above) {
    const Node<Dim>& node = tree.node(at);
    const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place = dump.add_node(node.box, below, above, kind, at);
    for (u32 slot = 0; node.is_leaf() && slot < node.count; ++slot) {
      dump.add_item(place, tree.refs(at)[slot]);
    }
    return place;
  });
  return drawn ? Status::success() : Status::out_of_memory();
}

}  // namespace sapwood::entry_tree
