// Insertion and removal of leaves: search for a sibling, attach and detach, rotations. None of
// these functions recurses, and only reserve() allocates.
#pragma once

#include <algorithm>
#include <cmath>

#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Search for the sibling of a new leaf.
//
// Cost is surface area, because the probability that a query visits a node grows with it (Goldsmith
// and Salmon, Automatic creation of object hierarchies for ray tracing, 1987). All searches require
// a tree that is not empty.

// Descends from the root and stops where a new parent costs less than a descent into either child
// (Gaul; Catto, Box2D 2). The factor 2 counts the growth of the node twice, as the sources do.
template <int Dim>
u32 greedy_sibling(const Tree<Dim>& tree, const Aabb<Dim>& box) {
  const auto& nodes = tree.nodes;
  const auto added = BoxLanes<Dim>::of(box);
  u32 at = tree.root;
  while (!nodes[at].is_leaf()) {
    const auto own = nodes[at].lanes();
    const f32 grown = half_area(unite(own, added));
    const f32 here = 2 * grown;
    const f32 inherited = 2 * (grown - half_area(own));
    f32 cost[2];
    for (int side = 0; side < 2; ++side) {
      const Node<Dim>& child = nodes[nodes[at].child[side]];
      const auto lanes = child.lanes();
      cost[side] = half_area(unite(lanes, added)) + inherited;
      if (!child.is_leaf()) cost[side] -= half_area(lanes);
    }
    if (here < cost[0] && here < cost[1]) break;
    at = nodes[at].child[cost[0] < cost[1] ? 0 : 1];
  }
  return at;
}

// Returns twice the Manhattan distance of the two centers.
template <int Dim>
f32 manhattan_gap(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  f32 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    sum += std::fabs((a.min[axis] + a.max[axis]) - (b.min[axis] + b.max[axis]));
  }
  return sum;
}

// Descends to a leaf, always into the child with the nearer center (Presson, Bullet's btDbvt). If
// both are equally near, into the second child.
template <int Dim>
u32 nearest_sibling(const Tree<Dim>& tree, const Aabb<Dim>& box) {
  const auto& nodes = tree.nodes;
  u32 at = tree.root;
  while (!nodes[at].is_leaf()) {
    const u32(&child)[2] = nodes[at].child;
    const bool first =
        manhattan_gap(box, nodes[child[0]].box) < manhattan_gap(box, nodes[child[1]].box);
    at = child[first ? 0 : 1];
  }
  return at;
}

// Branch whose children are not evaluated yet. Sums are f64, because areas of far boxes come close
// to the largest f32.
struct OpenBranch {
  f64 inherited;  // growth of the branch and all its ancestors
  u32 node;

  // heap order: least inherited cost on top, then lowest index
  friend bool operator<(const OpenBranch& a, const OpenBranch& b) {
    return a.inherited > b.inherited || (a.inherited == b.inherited && a.node > b.node);
  }
};

// Possible sibling of the new leaf.
struct Place {
  f64 cost;       // area of the new parent plus `inherited`
  f64 inherited;  // growth of all ancestors of `node`
  u32 node;
};

// Returns the deepest place below `place` with at most the same cost. Of two such children it takes
// the one with less height. Otherwise, identical boxes would be inserted beside the root each time
// and form a chain.
template <int Dim>
u32 deepest_tie(const Tree<Dim>& tree, const Aabb<Dim>& box, Place place) {
  const auto& nodes = tree.nodes;
  while (!nodes[place.node].is_leaf()) {
    const Node<Dim>& node = nodes[place.node];
    place.inherited += half_area(unite(node.box, box)) - half_area(node.box);
    u32 tie = kNone;
    for (const u32 child : node.child) {
      const f64 cost = half_area(unite(nodes[child].box, box)) + place.inherited;
      if (cost > place.cost) continue;
      if (tie == kNone || nodes[child].height < nodes[tie].height) tie = child;
    }
    if (tie == kNone) break;
    place.node = tie;
  }
  return place.node;
}

// Returns the sibling of least total cost: the area of the new parent plus the growth of all its
// ancestors (Bittner, Hapala and Havran, Fast insertion-based optimization of bounding volume
// hierarchies, 2013). Branches are opened best first. A branch is pruned if its inherited growth
// plus the area of `box`, a lower bound of its costs, is not below the best cost so far. `open` is
// scratch. Its branches have no leaves in common, so its capacity must be half the number of
// leaves.
template <int Dim>
u32 best_sibling(const Tree<Dim>& tree, const Aabb<Dim>& box, Array<OpenBranch>& open) {
  const auto& nodes = tree.nodes;
  const f64 own = half_area(box);
  Place best{half_area(unite(nodes[tree.root].box, box)), 0, tree.root};
  open.clear();
  if (!nodes[tree.root].is_leaf()) {
    open.push_unchecked({best.cost - half_area(nodes[tree.root].box), tree.root});
  }
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end());
    const OpenBranch branch = open.back();
    open.pop_back();
    if (own + branch.inherited >= best.cost) break;
    for (const u32 child : nodes[branch.node].child) {
      const f64 direct = half_area(unite(nodes[child].box, box));
      const f64 cost = direct + branch.inherited;
      if (cost < best.cost) best = {cost, branch.inherited, child};
      if (nodes[child].is_leaf()) continue;
      const f64 inherited = branch.inherited + (direct - half_area(nodes[child].box));
      if (own + inherited >= best.cost) continue;
      open.push_unchecked({inherited, child});
      std::push_heap(open.begin(), open.end());
    }
  }
  return deepest_tie(tree, box, best);
}

// Rotations, which keep the tree balanced. They preserve all invariants of the subtree.

// Height rotation (Gaul; Catto, Box2D 2). If the heights of the children of `a` differ by 2 or
// more, the taller child c replaces a, and a becomes a child of c. c keeps its taller child (the
// second if they are equal), and the other one becomes a child of a. Returns the top of the
// subtree. A difference of 2 or more can remain, but heights stay logarithmic in practice.
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

// Swap of a child of a node with a grandchild below the other child.
struct AreaSwap {
  int side = 0;         // child that moves down
  int grandchild = -1;  // child of the other child, which moves up; -1: no swap
  f32 gain = 0;         // decrease of the area of the other child
  i32 height = 0;       // height of the node after the swap
};

// Evaluates both swaps of child `side` of `a`. Updates `best` if one of them is better.
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
// hierarchies, 2008): of the four swaps of a child with a grandchild, applies the one that reduces
// the area of the children most. If areas are equal, as for identical or flat boxes, the least
// height wins, so such input does not form a chain. Returns whether it swapped.
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

// Attaching and detaching leaves.

// Refits and rotates the nodes from `at` up to the root. Stops at a node whose box and height did
// not change, because nothing above can change then. Area rotations depend on two levels below, so
// they require two consecutive unchanged nodes.
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

// Inserts a detached leaf beside `sibling`, which may be any node, or kNone if the tree is empty.
// The sibling becomes the first child of the new parent. Requires capacity for one node.
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
  nodes[parent].height = 0;  // no branch has height 0, so refit_upwards() does not stop here
  nodes[sibling].parent = parent;
  nodes[leaf].parent = parent;
  refit_upwards(tree, parent, rotations);
}

// Removes a leaf from the tree. Its sibling replaces their parent, which is released. The node of
// the leaf is not released.
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

// Inserts, removes and moves leaves with the sibling search and the rotations of the options.
template <int Dim>
class LeafInserter {
 public:
  explicit LeafInserter(const DynamicTreeOptions& options) : options_(options) {}

  size_t byte_length() const { return open_.byte_length(); }

  // Allocates the scratch memory of insert_leaf() and move() for a tree of `leaves` leaves, not
  // counting the new one. Returns false if allocation fails.
  [[nodiscard]] bool reserve(u32 leaves) {
    return options_.insertion != TreeInsertion::kBranchAndBound || reserve_search(leaves);
  }
  // Like reserve(), for improve().
  [[nodiscard]] bool reserve_search(u32 leaves) {
    open_.clear();
    return open_.reserve_more(leaves / 2 + 1);
  }

  void insert_leaf(Tree<Dim>& tree, u32 leaf) {
    attach(tree, leaf, find_sibling(tree, tree.nodes[leaf].box), options_.balance);
  }
  // Uses no area rotations, because they cost more than they save here. Height rotations also limit
  // the height of a tree from which many leaves are removed.
  void remove_leaf(Tree<Dim>& tree, u32 leaf) {
    const bool by_height = options_.balance == TreeBalance::kHeight;
    detach(tree, leaf, by_height ? TreeBalance::kHeight : TreeBalance::kNever);
  }

  // Sets the fat box of a leaf and reinserts the leaf. Rotates like an insertion, because greedy
  // insertion alone forms chains among dense boxes (Catto removes them by partial rebuilds).
  // Measured for a pile of bodies and a rotating mesh: rotations halve the height and save a tenth
  // of the work of pairs and queries.
  void move(Tree<Dim>& tree, u32 leaf, const Aabb<Dim>& fat) {
    remove_leaf(tree, leaf);
    tree.nodes[leaf].box = fat;
    insert_leaf(tree, leaf);
  }

  // Reinserts a leaf at its best place. Uses area rotations even if the balance option is `none`.
  void improve(Tree<Dim>& tree, u32 leaf) {
    remove_leaf(tree, leaf);
    const u32 sibling = best_sibling(tree, tree.nodes[leaf].box, open_);
    const bool by_height = options_.balance == TreeBalance::kHeight;
    attach(tree, leaf, sibling, by_height ? TreeBalance::kHeight : TreeBalance::kSurfaceArea);
  }

 private:
  u32 find_sibling(const Tree<Dim>& tree, const Aabb<Dim>& fat) {
    if (tree.root == kNone) return kNone;
    if (options_.insertion == TreeInsertion::kManhattan) return nearest_sibling(tree, fat);
    return options_.insertion == TreeInsertion::kGreedy ? greedy_sibling(tree, fat)
                                                        : best_sibling(tree, fat, open_);
  }

  DynamicTreeOptions options_;
  Array<OpenBranch> open_;  // scratch of the search
};

}  // namespace sapwood::dynamic_tree
