// The two rotations that keep a dynamic tree in shape. Both keep every invariant of the subtree.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Height rotation (Gaul; Catto, Box2D 2): when the heights of the children of `a` differ by 2 or
// more, the taller child c takes the place of a and a becomes a child of c. c keeps its taller
// child (the second when they are equal) and gives the other one to a. Answers the top of the
// subtree. One rotation halves the difference only roughly: heights stay logarithmic in practice,
// but a difference of 2 or more may remain.
template <int Dim>
u32 rotate_by_height(Tree<Dim>& tree, u32 a) {
  auto& nodes = tree.nodes;
  const i32 tilt = nodes[nodes[a].child[1]].height - nodes[nodes[a].child[0]].height;
  if (tilt > -2 && tilt < 2) return a;

  const int side = tilt > 0 ? 1 : 0;
  const u32 c = nodes[a].child[side];
  const bool first_taller = nodes[nodes[c].child[0]].height > nodes[nodes[c].child[1]].height;
  const u32 kept = nodes[c].child[first_taller ? 0 : 1];
  const u32 given = nodes[c].child[first_taller ? 1 : 0];

  replace_child(tree, nodes[a].parent, a, c);
  nodes[c].child[0] = a;
  nodes[c].child[1] = kept;
  nodes[a].parent = c;
  nodes[a].child[side] = given;
  nodes[given].parent = a;
  refit_node(tree, a);
  refit_node(tree, c);
  return c;
}

// An exchange of a child of a node with a grandchild on the other side.
struct AreaSwap {
  int side = 0;         // the child that goes down
  int grandchild = -1;  // of the other child: the one that comes up; -1 = no exchange
  f32 gain = 0;         // area that the other child loses
  i32 height = 0;       // of the node afterwards
};

// Judges both exchanges of child `side` of `a` and keeps the better one in `best`.
template <int Dim>
void consider_swaps(const Tree<Dim>& tree, u32 a, int side, AreaSwap& best) {
  const auto& nodes = tree.nodes;
  const Node<Dim>& upper = nodes[nodes[a].child[side]];
  const Node<Dim>& other = nodes[nodes[a].child[1 - side]];
  if (other.is_leaf()) return;
  const auto upper_box = upper.lanes();
  const f32 area = half_area(other.lanes());
  for (int grandchild = 0; grandchild < 2; ++grandchild) {
    const Node<Dim>& lower = nodes[other.child[grandchild]];
    const Node<Dim>& stays = nodes[other.child[1 - grandchild]];
    const f32 gain = area - half_area(unite(upper_box, stays.lanes()));
    if (!(gain >= best.gain)) continue;
    const i32 inner = 1 + (upper.height > stays.height ? upper.height : stays.height);
    const i32 height = 1 + (inner > lower.height ? inner : lower.height);
    if (gain > best.gain || (gain == best.gain && height < best.height)) {
      best = {side, grandchild, gain, height};
    }
  }
}

// Area rotation (Catto, Box2D 3; after Kensler, Tree rotations for improving bounding volume
// hierarchies, 2008): of the four exchanges of a child with a grandchild takes the one that
// shrinks the area of the two children most. Where areas are equal, as among identical or flat
// boxes, a lower height decides; so such input cannot grow a chain. Answers whether it did.
template <int Dim>
bool rotate_by_area(Tree<Dim>& tree, u32 a) {
  auto& nodes = tree.nodes;
  AreaSwap best;
  best.height = nodes[a].height;
  consider_swaps(tree, a, 0, best);
  consider_swaps(tree, a, 1, best);
  if (best.grandchild < 0) return false;

  const u32 other = nodes[a].child[1 - best.side];
  const u32 down = nodes[a].child[best.side];
  const u32 up = nodes[other].child[best.grandchild];
  nodes[a].child[best.side] = up;
  nodes[up].parent = a;
  nodes[other].child[best.grandchild] = down;
  nodes[down].parent = other;
  refit_node(tree, other);
  refit_node(tree, a);
  return true;
}

}  // namespace sapwood::dynamic_tree
