// Insertion and removal of leaves: search for a sibling, attach, detach and rotate. No function is
// recursive, and only reserve() allocates memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Functions that find the sibling of a new leaf, in a tree that is not empty. The cost is surface
// area, because the probability that a query visits a node grows with its area (Goldsmith and
// Salmon, Automatic creation of object hierarchies for ray tracing, 1987).

// Returns the sibling that a greedy descent finds. It stops where a new parent costs less than a
// descent into either child (Gaul; Catto, Box2D 2). The factor 2 in `inherited` counts the growth
// of the current node twice, as in these sources.
template <int Dim>
u32 greedy_sibling(const Tree<Dim>& tree, const Aabb<Dim>& box) {
  const auto added = BoxLanes<Dim>::of(box);
  u32 at = Tree<Dim>::kRoot;
  f32 area = half_area(tree[at].lanes());
  f32 grown = half_area(unite(tree[at].lanes(), added));
  while (!tree[at].is_leaf()) {
    const u32 child = tree[at].link;
    const auto first = tree[child].lanes(), second = tree[child + 1].lanes();
    const simd::F32x4 areas = half_areas(first, second, unite(first, added), unite(second, added));
    const f32 here = 2 * grown;
    const f32 inherited = 2 * (grown - area);
    f32 cost[2] = {simd::get<2>(areas) + inherited, simd::get<3>(areas) + inherited};
    if (!tree[child].is_leaf()) cost[0] -= simd::get<0>(areas);
    if (!tree[child + 1].is_leaf()) cost[1] -= simd::get<1>(areas);
    if (here < cost[0] && here < cost[1]) break;
    const bool to_first = cost[0] < cost[1];
    at = to_first ? child : child + 1;
    area = to_first ? simd::get<0>(areas) : simd::get<1>(areas);
    grown = to_first ? simd::get<2>(areas) : simd::get<3>(areas);
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

// Descends into the child with the nearer center, and returns the leaf that it reaches. If both
// centers are equally near, descends into the second child (Presson, Bullet's btDbvt).
template <int Dim>
u32 nearest_sibling(const Tree<Dim>& tree, const Aabb<Dim>& box) {
  u32 at = Tree<Dim>::kRoot;
  while (!tree[at].is_leaf()) {
    const u32 child = tree[at].link;
    const bool first =
        manhattan_gap(box, tree[child].box) < manhattan_gap(box, tree[child + 1].box);
    at = first ? child : child + 1;
  }
  return at;
}

// Branch whose children are not evaluated yet. The growth is f64, because the areas of distant
// boxes are close to the largest f32.
struct OpenBranch {
  f64 inherited;  // growth of the branch and all its ancestors
  u32 node;
  u32 order;  // number of branches found before; does not depend on memory order

  // heap order: the smallest inherited cost is on top, and for equal costs the branch that was
  // found first
  friend bool operator<(const OpenBranch& a, const OpenBranch& b) {
    return a.inherited > b.inherited || (a.inherited == b.inherited && a.order > b.order);
  }
};

struct Place {
  f64 cost;       // area of the new parent plus `inherited`
  f64 inherited;  // growth of all ancestors of `node`
  u32 node;
};

// Returns the deepest node below `place` that costs no more as a sibling than `place`. If both
// children of a node qualify, descends into the child with less height. Without this step,
// identical boxes would always be inserted next to the root and form a chain.
template <int Dim>
u32 deepest_tie(const Tree<Dim>& tree, const Aabb<Dim>& box, Place place) {
  while (!tree[place.node].is_leaf()) {
    const Node<Dim>& node = tree[place.node];
    place.inherited += half_area(unite(node.box, box)) - half_area(node.box);
    u32 tie = kNone;
    for (const u32 child : {node.child(0), node.child(1)}) {
      const f64 cost = half_area(unite(tree[child].box, box)) + place.inherited;
      if (cost > place.cost) continue;
      if (tie == kNone || tree[child].height < tree[tie].height) tie = child;
    }
    if (tie == kNone) break;
    place.node = tie;
  }
  return place.node;
}

// Returns the sibling with the lowest total cost: the area of the new parent plus the growth of all
// its ancestors (Bittner, Hapala and Havran, Fast insertion-based optimization of bounding volume
// hierarchies, 2013). Branches are opened best first. The area of `box` plus the inherited growth
// is a lower bound of the costs below a branch. A branch is pruned if this bound is not less than
// the best cost so far. `open` is scratch memory. A capacity of half the number of leaves suffices,
// because the open branches have no leaves in common.
template <int Dim>
u32 best_sibling(const Tree<Dim>& tree, const Aabb<Dim>& box, Array<OpenBranch>& open) {
  const f64 own = half_area(box);
  Place best{half_area(unite(tree[Tree<Dim>::kRoot].box, box)), 0, Tree<Dim>::kRoot};
  u32 found = 0;
  open.clear();
  if (!tree[Tree<Dim>::kRoot].is_leaf()) {
    open.push_unchecked(
        {best.cost - half_area(tree[Tree<Dim>::kRoot].box), Tree<Dim>::kRoot, found++});
  }
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end());
    const OpenBranch branch = open.back();
    open.pop_back();
    if (own + branch.inherited >= best.cost) break;
    const Node<Dim>& node = tree[branch.node];
    for (const u32 child : {node.child(0), node.child(1)}) {
      const f64 direct = half_area(unite(tree[child].box, box));
      const f64 cost = direct + branch.inherited;
      if (cost < best.cost) best = {cost, branch.inherited, child};
      if (tree[child].is_leaf()) continue;
      const f64 inherited = branch.inherited + (direct - half_area(tree[child].box));
      if (own + inherited >= best.cost) continue;
      open.push_unchecked({inherited, child, found++});
      std::push_heap(open.begin(), open.end());
    }
  }
  return deepest_tie(tree, box, best);
}

// Height rotation (Gaul; Catto, Box2D 2). If the heights of the children of `a` differ by 2 or
// more, the taller child c replaces a, and a becomes a child of c. The taller child of c stays its
// child (the second one if both have equal height), and its other child becomes a child of a.
// Afterwards, heights can still differ by 2 or more, but the height of the tree is logarithmic in
// practice.
template <int Dim>
[[gnu::cold]] void rotate_by_height(Tree<Dim>& tree, u32 at) {
  const Node<Dim> a = tree[at];
  const i32 tilt = tree[a.child(1)].height - tree[a.child(0)].height;
  if (tilt > -2 && tilt < 2) return;

  const u32 place_of_c = a.child(tilt > 0 ? 1 : 0);
  const Node<Dim> c = tree[place_of_c];
  const bool first_taller = tree[c.child(0)].height > tree[c.child(1)].height;
  const Node<Dim> kept = tree[c.child(first_taller ? 0 : 1)];
  const Node<Dim> given = tree[c.child(first_taller ? 1 : 0)];

  tree.put(place_of_c, given);
  tree.put(c.child(0), a);
  tree.put(c.child(1), kept);
  tree.put(at, c);
  refit_node(tree, c.child(0));
  refit_node(tree, at);
}

struct AreaSwap {
  u32 side = 0;            // child that moves down
  u32 grandchild = kNone;  // child of the other child, which moves up; kNone: no swap
  f32 gain = 0;            // decrease of the area of the other child
  i32 height = 0;          // height of the node after the swap
};

// Evaluates the swaps of child `side` of `a` with both children of the other child. Updates `best`
// if a swap is better.
template <int Dim>
void consider_swaps(const Tree<Dim>& tree, u32 a, u32 side, AreaSwap& best) {
  const Node<Dim>& upper = tree[tree[a].child(side)];
  const Node<Dim>& other = tree[tree[a].child(1 - side)];
  if (other.is_leaf()) return;
  const auto upper_box = upper.lanes();
  const f32 area = half_area(other.lanes());
  for (u32 grandchild = 0; grandchild < 2; ++grandchild) {
    const Node<Dim>& lower = tree[other.child(grandchild)];
    const Node<Dim>& stays = tree[other.child(1 - grandchild)];
    const f32 gain = area - half_area(unite(upper_box, stays.lanes()));
    if (!(gain >= best.gain)) continue;
    const i32 inner = 1 + (upper.height > stays.height ? upper.height : stays.height);
    const i32 height = 1 + (inner > lower.height ? inner : lower.height);
    if (gain > best.gain || (gain == best.gain && height < best.height)) {
      best = {side, grandchild, gain, height};
    }
  }
}

// Returns false if each of the four swaps below a branch would increase the area of a child. All
// four are evaluated together with SIMD, because most branches are not rotated. A leaf has no
// children to swap with. Instead, the function reads the pair that contains the leaf, and uses a
// negative area, so that the swap is not accepted.
template <int Dim>
bool may_swap(const Tree<Dim>& tree, u32 a) {
  const Node<Dim>* const child = &tree[tree[a].link];
  const Node<Dim>* const below_first = child[0].is_leaf() ? child : &tree[child[0].link];
  const Node<Dim>* const below_second = child[1].is_leaf() ? child : &tree[child[1].link];
  const auto first = child[0].lanes(), second = child[1].lanes();
  const simd::F32x4 swapped =
      half_areas(unite(second, below_first[0].lanes()), unite(second, below_first[1].lanes()),
                 unite(first, below_second[0].lanes()), unite(first, below_second[1].lanes()));
  const f32 area_of_first = child[0].is_leaf() ? -1 : half_area(first);
  const f32 area_of_second = child[1].is_leaf() ? -1 : half_area(second);
  const auto areas = simd::F32x4::set(area_of_first, area_of_first, area_of_second, area_of_second);
  return simd::any(simd::ge(areas, swapped));
}

// Area rotation (Catto, Box2D 3; after Kensler, Tree rotations for improving bounding volume
// hierarchies, 2008). Swaps a child with a grandchild if this reduces the area of the children, and
// chooses the best swap. If areas are equal, as for identical or flat boxes, it chooses the swap
// with the smallest height, so that such boxes do not form a chain. Returns true if it swapped.
template <int Dim>
bool rotate_by_area(Tree<Dim>& tree, u32 a) {
  if (!may_swap(tree, a)) return false;
  AreaSwap best;
  best.height = tree[a].height;
  consider_swaps(tree, a, 0, best);
  consider_swaps(tree, a, 1, best);
  if (best.grandchild == kNone) return false;

  const u32 other = tree[a].child(1 - best.side);
  const u32 upper = tree[a].child(best.side);
  const u32 lower = tree[other].child(best.grandchild);
  tree.swap(upper, lower);
  refit_node(tree, other);
  refit_node(tree, a);
  return true;
}

// Refits and rotates the nodes from `at` up to the root. Stops at a node whose box and height did
// not change, because no node above it can change either. Area rotations depend on two levels below
// a node, so they require two consecutive unchanged nodes.
template <int Dim>
void refit_upwards(Tree<Dim>& tree, u32 at, TreeBalance rotations) {
  const bool by_area = rotations == TreeBalance::kSurfaceArea;
  bool same_below = false;
  for (; at != kNone; at = tree.parent(at)) {
    const auto old_box = BoxWords<Dim>::load(tree[at].box);
    const i32 old_height = tree[at].height;
    if (rotations == TreeBalance::kHeight) rotate_by_height(tree, at);
    refit_node(tree, at);
    const bool rotated = by_area && rotate_by_area(tree, at);
    const bool same =
        !rotated && tree[at].height == old_height && BoxWords<Dim>::load(tree[at].box) == old_box;
    if (same && (same_below || !by_area)) return;
    same_below = same;
  }
}

// Inserts a leaf as the sibling of any node `sibling`, or as the root if `sibling` is kNone. A new
// parent replaces `sibling`, which becomes its first child. Requires capacity for one more pair of
// nodes.
template <int Dim>
void attach(Tree<Dim>& tree, const Node<Dim>& leaf, u32 sibling, TreeBalance rotations) {
  if (sibling == kNone) {
    tree.put_root(leaf);
    return;
  }
  const u32 first = tree.acquire(sibling);
  tree.put(first, tree[sibling]);
  tree.put(first + 1, leaf);
  tree[sibling].link = first;
  tree[sibling].height = std::numeric_limits<i32>::max();  // differs, so refit_upwards() continues
  refit_upwards(tree, sibling, rotations);
}

// Removes a leaf from the tree. The sibling of the leaf replaces their parent.
template <int Dim>
void detach(Tree<Dim>& tree, u32 leaf, TreeBalance rotations) {
  const u32 parent = tree.parent(leaf);
  if (parent == kNone) {
    tree.remove_root();
    return;
  }
  const u32 first = tree[parent].link;
  tree.put(parent, tree[Tree<Dim>::sibling(leaf)]);
  tree.release(first);
  refit_upwards(tree, tree.parent(parent), rotations);
}

template <int Dim>
class LeafInserter {
 public:
  explicit LeafInserter(const DynamicTreeOptions& options) : options_(options) {}

  size_t byte_length() const { return open_.byte_length(); }
  void shrink() { open_.release(); }

  // Allocates the scratch memory of insert_leaf() and move() for a tree of `leaves` leaves, not
  // counting the new leaf. Returns false if allocation fails.
  [[nodiscard]] bool reserve(u32 leaves) {
    return options_.insertion != TreeInsertion::kBranchAndBound || reserve_search(leaves);
  }
  // Allocates the scratch memory of improve() for a tree of `leaves` leaves. Returns false if
  // allocation fails.
  [[nodiscard]] bool reserve_search(u32 leaves) {
    open_.clear();
    return open_.reserve_more(leaves / 2 + 1);
  }

  void insert_leaf(Tree<Dim>& tree, const Node<Dim>& leaf) {
    attach(tree, leaf, find_sibling(tree, leaf.box), options_.balance);
  }
  // Removes a leaf. Does not apply area rotations, because after a removal they cost more than they
  // save. With balance `height`, applies height rotations, because they limit the height of a tree
  // from which many leaves are removed.
  void remove_leaf(Tree<Dim>& tree, u32 leaf) {
    const bool by_height = options_.balance == TreeBalance::kHeight;
    detach(tree, leaf, by_height ? TreeBalance::kHeight : TreeBalance::kNever);
  }

  // Sets the fat box of a leaf and reinserts the leaf, with the rotations of an insertion. Without
  // rotations, greedy insertion forms chains among dense boxes (Catto removes these chains by
  // partial rebuilds). Measured for a pile of bodies and a rotating mesh, rotations halve the
  // height and save a tenth of the work of pairs and queries.
  void move(Tree<Dim>& tree, u32 leaf, const Aabb<Dim>& fat) {
    const Id id = tree[leaf].item();
    remove_leaf(tree, leaf);
    insert_leaf(tree, tree.make_leaf(fat, id));
  }

  // Reinserts a leaf at its best position. Applies area rotations even if the balance option is
  // `none`.
  void improve(Tree<Dim>& tree, u32 at) {
    const Node<Dim> leaf = tree[at];
    remove_leaf(tree, at);
    const u32 sibling = best_sibling(tree, leaf.box, open_);
    const bool by_height = options_.balance == TreeBalance::kHeight;
    attach(tree, leaf, sibling, by_height ? TreeBalance::kHeight : TreeBalance::kSurfaceArea);
  }

 private:
  u32 find_sibling(const Tree<Dim>& tree, const Aabb<Dim>& fat) {
    if (tree.empty()) return kNone;
    if (options_.insertion == TreeInsertion::kManhattan) return nearest_sibling(tree, fat);
    return options_.insertion == TreeInsertion::kGreedy ? greedy_sibling(tree, fat)
                                                        : best_sibling(tree, fat, open_);
  }

  DynamicTreeOptions options_;
  Array<OpenBranch> open_;  // scratch of the search
};

}  // namespace sapwood::dynamic_tree
