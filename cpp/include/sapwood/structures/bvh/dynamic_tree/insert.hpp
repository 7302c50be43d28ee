// Attaching and detaching leaves. Neither allocates nor fails, and neither recurses.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/options.hpp"
#include "sapwood/structures/bvh/dynamic_tree/rotate.hpp"

namespace sapwood::dynamic_tree {

// Corrects boxes and heights from `at` up to the root, rotating as it goes, and stops where nothing
// above can change: at a node that comes out as it was. Area rotations look two levels down, so
// with them it takes two such nodes in a row.
template <int Dim>
void refit_upwards(Tree<Dim>& tree, u32 at, TreeBalance rotations) {
  auto& nodes = tree.nodes;
  const bool by_area = rotations == TreeBalance::kSurfaceArea;
  bool same_below = false;
  for (; at != kNone; at = nodes[at].parent) {
    const Aabb<Dim> old_box = nodes[at].box;
    const i32 old_height = nodes[at].height;
    if (rotations == TreeBalance::kHeight) at = rotate_by_height(tree, at);
    refit_node(tree, at);
    const bool rotated = by_area && rotate_by_area(tree, at);
    const bool same = !rotated && nodes[at].height == old_height && nodes[at].box == old_box;
    if (same && (same_below || !by_area)) return;
    same_below = same;
  }
}

// Puts a leaf that hangs nowhere beside `sibling`, which may be any node; kNone in an empty tree.
// The new parent keeps the sibling as its first child. Needs room for one node.
template <int Dim>
void attach(Tree<Dim>& tree, u32 leaf, u32 sibling, TreeBalance rotations) {
  auto& nodes = tree.nodes;
  if (sibling == kNone) {
    tree.root = leaf;
    nodes[leaf].parent = kNone;
    return;
  }
  const u32 parent = nodes.acquire();
  replace_child(tree, nodes[sibling].parent, sibling, parent);
  nodes[parent].child[0] = sibling;
  nodes[parent].child[1] = leaf;
  nodes[parent].height = 0;  // no branch has that, so the walk up does not stop at the parent
  nodes[sibling].parent = parent;
  nodes[leaf].parent = parent;
  refit_upwards(tree, parent, rotations);
}

// Takes a leaf out of the tree: its sibling takes the place of their parent, which is released.
// The leaf node itself stays live for attach() or release.
template <int Dim>
void detach(Tree<Dim>& tree, u32 leaf, TreeBalance rotations) {
  auto& nodes = tree.nodes;
  const u32 parent = nodes[leaf].parent;
  if (parent == kNone) {
    tree.root = kNone;
    return;
  }
  const u32 sibling = nodes[parent].child[nodes[parent].child[0] == leaf ? 1 : 0];
  const u32 above = nodes[parent].parent;
  replace_child(tree, above, parent, sibling);
  nodes.release(parent);
  refit_upwards(tree, above, rotations);
}

}  // namespace sapwood::dynamic_tree
