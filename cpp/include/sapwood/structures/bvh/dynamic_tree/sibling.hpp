// Where a new leaf goes: the node that becomes its sibling.
//
// Cost is surface area, since the chance that a query visits per node grows with it (Goldsmith and
// Salmon, Automatic creation of object hierarchies for ray tracing, 1987). Both searches need a
// tree that is not empty.
#pragma once

#include <algorithm>
#include <cmath>

#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

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

}  // namespace sapwood::dynamic_tree
