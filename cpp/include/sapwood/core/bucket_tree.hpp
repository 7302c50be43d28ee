// Node dumps and statistics of trees whose leaves are ranges of item slots (core/item_packets.hpp).
//
// Such a tree T has these members:
// - kMaxLevels and kChildren
// - size: number of nodes, excluding the pending leaf; the root is node 0
// - has_pending() and pending_leaf(): a leaf of pending items, without a parent
// - bounds_of(node): empty if the node holds no items
// - is_leaf(node)
// - run(node): range of slots of a leaf
// - first_child(node): first of the kChildren contiguous children of a branch
// - packets()
//
// If a tree also has pending items, the dump and the statistics contain an additional root. Its
// children are the root of the tree and the pending leaf. Nodes without items are omitted.
#pragma once

#include <algorithm>

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/stats.hpp"

namespace sapwood::bucket_tree {

// Calls draw(node, box, level, parent) for every node that holds items, parents before children.
// `parent` is the value that draw() returned for the parent node, or kNone. The additional root is
// passed as node kNone.
template <class Tree, class Draw>
void for_each_node(const Tree& tree, Draw&& draw) {
  constexpr u32 kBound = Tree::kMaxLevels * (Tree::kChildren - 1) + 2;
  TraversalStack<DumpedNode, kBound> open(kBound);
  const bool rooted = tree.size != 0 && !is_empty(tree.bounds_of(0));
  const bool pending = tree.has_pending() && !is_empty(tree.bounds_of(tree.pending_leaf()));
  DumpedNode root{0, 0, kNone};
  if (rooted && pending) {
    const auto all = unite(tree.bounds_of(0), tree.bounds_of(tree.pending_leaf()));
    root = {0, 1, draw(kNone, all, 0u, kNone)};
  }
  if (pending) open.push({tree.pending_leaf(), root.level, root.parent});
  if (rooted) open.push(root);
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const u32 place = draw(at.node, tree.bounds_of(at.node), at.level, at.parent);
    if (place == NodeDump::kSkipped || tree.is_leaf(at.node)) continue;
    for (u32 child = Tree::kChildren; child-- > 0;) {
      const u32 node = tree.first_child(at.node) + child;
      if (!is_empty(tree.bounds_of(node))) open.push({node, at.level + 1, place});
    }
  }
}

template <class Tree>
void measure(const Tree& tree, IndexStats& stats) {
  f64 branches = 0;
  f64 leaves = 0;
  f64 root = 0;
  u32 deepest = 0;
  for_each_node(tree, [&](u32 node, const auto& box, u32 level, u32) {
    const bool leaf = node != kNone && tree.is_leaf(node);
    stats.nodes += 1;
    stats.leaves += leaf ? 1 : 0;
    (leaf ? leaves : branches) += half_area(box);
    if (level == 0) root = half_area(box);
    deepest = std::max(deepest, level);
    return 0u;
  });
  if (stats.nodes == 0) return;
  stats.height = deepest;
  stats.set_areas(branches, leaves, root);
}

[[nodiscard]] inline bool reserve(NodeDump& dump, size_t nodes, size_t slots, int dimensions) {
  dump.clear();
  return dump.reserve(nodes + 1, slots, dimensions);
}

template <class Tree>
void draw(const Tree& tree, NodeDump& dump) {
  for_each_node(tree, [&](u32 at, const auto& box, u32 level, u32 parent) {
    const bool leaf = at != kNone && tree.is_leaf(at);
    const NodeKind kind = leaf ? NodeKind::kLeaf : NodeKind::kBranch;
    const NodeKey key = at == kNone ? kCommonRoot : at;
    const u32 place = dump.add_node(box, level, parent, kind, key);
    if (!leaf || place == NodeDump::kSkipped) return place;
    const SlotRun run = tree.run(at);
    for (u32 slot = run.first(); slot < run.end(); ++slot) {
      const Id id = tree.packets().id(slot);
      if (id != kNone) dump.add_item(place, id);
    }
    return place;
  });
}

}  // namespace sapwood::bucket_tree
