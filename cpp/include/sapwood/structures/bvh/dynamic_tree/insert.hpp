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

// Walks down from the root and stops where a new parent costs less than either child would (Gaul;
// Catto, Box2D 2). The factor 2 counts the growth of the node twice, as the sources do.
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

// Distance of two centers along the axes, doubled.
template <int Dim>
f32 manhattan_gap(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  f32 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    sum += std::fabs((a.min[axis] + a.max[axis]) - (b.min[axis] + b.max[axis]));
  }
  return sum;
}

// Walks down to a leaf, each time to the child whose center is nearer, the second one when both
// are equally near (Presson, Bullet's btDbvt).
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

// A branch whose children are still to be judged. Sums are doubles: areas of far boxes come close
// to the end of float32.
struct OpenBranch {
  f64 inherited;  // growth of the branch and all its ancestors
  u32 node;

  // heap order: least inherited cost on top, then least index
  friend bool operator<(const OpenBranch& a, const OpenBranch& b) {
    return a.inherited > b.inherited || (a.inherited == b.inherited && a.node > b.node);
  }
};

// A place for the new leaf, with the growth of all ancestors that it would have.
struct Place {
  f64 cost;
  f64 inherited;
  u32 node;
};

// Among places of the same cost prefers deeper ones, and there the lower side. Without it a leaf
// with the box of all the others would go beside the root each time and make a chain.
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

// The sibling of least total cost: area of the new parent plus the growth of all its ancestors
// (Bittner, Hapala and Havran, Fast insertion-based optimization of bounding volume hierarchies,
// 2013). Branches are opened best first; one is dropped once the area of `box` itself on top of
// what it inherits is no better than the best place so far. `open` is scratch; its branches share
// no leaf, so it needs room for half as many as there are leaves.
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

// Rotations, which keep the tree balanced. They keep every invariant of the subtree.

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

// Attaching and detaching leaves.

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

// Inserts, removes and moves leaves with the sibling search and the rotations of the options.
template <int Dim>
class LeafInserter {
 public:
  explicit LeafInserter(const DynamicTreeOptions& options) : options_(options) {}

  size_t byte_length() const { return open_.byte_length(); }

  // So that insert_leaf() and move() cannot fail in a tree of `leaves` leaves, the new one not
  // counted.
  [[nodiscard]] bool reserve(u32 leaves) {
    return options_.insertion != TreeInsertion::kBranchAndBound || reserve_search(leaves);
  }
  // The same for improve().
  [[nodiscard]] bool reserve_search(u32 leaves) {
    open_.clear();
    return open_.reserve_more(leaves / 2 + 1);
  }

  void insert_leaf(Tree<Dim>& tree, u32 leaf) {
    attach(tree, leaf, find_sibling(tree, tree.nodes[leaf].box), options_.balance);
  }
  // Area rotations do not pay here. Height rotations are also what keeps a shrinking tree low.
  void remove_leaf(Tree<Dim>& tree, u32 leaf) {
    const bool by_height = options_.balance == TreeBalance::kHeight;
    detach(tree, leaf, by_height ? TreeBalance::kHeight : TreeBalance::kNever);
  }

  // Gives a leaf another fat box and the place that belongs to it. Rotations follow as after an
  // insertion: the greedy walk alone lets chains grow where boxes press together, which Catto mends
  // by partial rebuilds. In a pile of bodies and a turning mesh they halve heights and save a tenth
  // of the work of pairs and queries.
  void move(Tree<Dim>& tree, u32 leaf, const Aabb<Dim>& fat) {
    remove_leaf(tree, leaf);
    tree.nodes[leaf].box = fat;
    insert_leaf(tree, leaf);
  }

  // Takes one leaf of several to its best place. Whoever asks for that wants area rotations too,
  // unless heights are to be kept.
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
