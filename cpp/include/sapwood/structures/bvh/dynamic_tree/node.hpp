// Layout of a dynamic tree: the fat boxes of its items, its nodes, and the links between nodes.
#pragma once

#include "sapwood/base/node_pool.hpp"
#include "sapwood/base/types.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

/// When nodes are rotated to keep the tree balanced.
enum class TreeBalance : u8 {
  kNever,        ///< Never.
  kHeight,       ///< If sibling heights differ by 2 or more, as in AVL trees (Gaul, Catto).
  kSurfaceArea,  ///< If a rotation reduces the area of the branches (Catto, Box2D 3).
};

/// Search for the place of a new leaf.
enum class TreeInsertion : u8 {
  kGreedy,          ///< One descent by local cost, O(height).
  kBranchAndBound,  ///< The place with the least total area, by best-first search.
  kManhattan,       ///< One descent to a leaf, towards the nearer center (Presson, Bullet).
};

/// Options of a dynamic tree.
struct DynamicTreeOptions {
  static constexpr const char* kBalanceNames[] = {"none", "height", "surface-area"};
  static constexpr const char* kInsertionNames[] = {"greedy", "branch-and-bound", "manhattan"};

  f32 margin = 0.1f;      ///< Margin of stored boxes on every side, in world units.
  f32 prediction = 4.0f;  ///< Factor of the displacement by which a stored box is extended ahead of
                          ///< a moving item.
  TreeBalance balance = TreeBalance::kSurfaceArea;
  TreeInsertion insertion = TreeInsertion::kGreedy;

  template <class V>
  void describe(V& v) {
    v.number("margin", margin, 0, 1e18);
    v.number("prediction", prediction, 0, 1e6);
    v.choice("balance", balance, kBalanceNames);
    v.choice("insertion", insertion, kInsertionNames);
  }
};

}  // namespace sapwood

namespace sapwood::dynamic_tree {

// Box in SIMD lanes, for the areas that insertions compute.
//
// Lanes are axes, because insertions process one box at a time. In a node, four more words follow
// the box, so both loads stay within the node. The lanes after the axes contain other members and
// are never used. Results are bitwise equal to unite() and half_area() of geometry/aabb.hpp.
template <int Dim>
struct BoxLanes {
  simd::F32x4 low;   // minima in the first Dim lanes
  simd::F32x4 high;  // maxima in the first Dim lanes

  // Loads a box that at least 4 - Dim readable words follow.
  static BoxLanes load(const Aabb<Dim>& box) {
    const f32* at = reinterpret_cast<const f32*>(&box);
    return {simd::F32x4::load(at), simd::F32x4::load(at + Dim)};
  }
  static BoxLanes of(const Aabb<Dim>& box) {
    const f32* low = box.min;
    const f32* high = box.max;
    if constexpr (Dim == 3) {
      return {simd::F32x4::set(low[0], low[1], low[2], 0),
              simd::F32x4::set(high[0], high[1], high[2], 0)};
    } else {
      return {simd::F32x4::set(low[0], low[1], 0, 0), simd::F32x4::set(high[0], high[1], 0, 0)};
    }
  }

  friend BoxLanes unite(const BoxLanes& a, const BoxLanes& b) {
    return {simd::min(a.low, b.low), simd::max(a.high, b.high)};
  }
  friend f32 half_area(const BoxLanes& box) {
    const simd::F32x4 extent = simd::sub(box.high, box.low);
    const f32 x = simd::get<0>(extent), y = simd::get<1>(extent);
    if constexpr (Dim == 3) {
      const f32 z = simd::get<2>(extent);
      return x * y + y * z + z * x;
    } else {
      return x + y;
    }
  }
};

// Sets out = unite(a, b), four numbers at a time. In 3D, the middle two numbers are computed twice.
template <int Dim>
void unite_into(const Aabb<Dim>& a, const Aabb<Dim>& b, Aabb<Dim>& out) {
  const f32* first = reinterpret_cast<const f32*>(&a);
  const f32* second = reinterpret_cast<const f32*>(&b);
  f32* to = reinterpret_cast<f32*>(&out);
  const auto half = [&](size_t at, u32 minima) {
    const auto x = simd::F32x4::load(first + at), y = simd::F32x4::load(second + at);
    return simd::select(simd::first_lanes(minima), simd::min(x, y), simd::max(x, y));
  };
  constexpr size_t kRest = 2 * Dim - 4;
  const simd::F32x4 begin = half(0, Dim);
  const simd::F32x4 end = half(kRest, Dim - kRest);
  simd::store(to, begin);
  simd::store(to + kRest, end);
}

// Node of the tree. In a leaf, child[0] is kNone and child[1] is the id of the item.
template <int Dim>
struct Node {
  Aabb<Dim> box;  // 24 bytes, 16 in 2D: fat box of a leaf, union of the children of a branch
  u32 parent;     //  4: kNone for the root; the next free node while on the free list
  u32 child[2];   //  8: the children of a branch; kNone and the item id in a leaf
  i32 height;     //  4: 0 for a leaf, 1 + height of the taller child for a branch, -1 while free

  BoxLanes<Dim> lanes() const { return BoxLanes<Dim>::load(box); }
  bool is_leaf() const { return child[0] == kNone; }
  Id item() const { return child[1]; }
  void make_leaf(const Aabb<Dim>& fat, Id id) { *this = {fat, kNone, {kNone, id}, 0}; }

  // for NodePool
  bool is_free() const { return height < 0; }
  u32 next_free() const { return parent; }
  void make_free(u32 next) {
    parent = next;
    height = -1;
  }
};
static_assert(sizeof(Node<2>) == 32 && sizeof(Node<3>) == 40);

// Returns the key of a node in traces and node dumps. Traversals store the children of a node, and
// no two nodes have the same ones.
constexpr NodeKey key_of(const u32 (&child)[2]) { return key_in(child[0], child[1]); }

template <int Dim>
struct Tree {
  NodePool<Node<Dim>> nodes;
  u32 root = kNone;

  // Returns the number of edges from the root to the deepest leaf. A depth-first traversal that
  // continues with one child and pushes the other has at most this many entries on its stack.
  size_t height() const { return root == kNone ? 0 : static_cast<size_t>(nodes[root].height); }
};

// Replaces `old_child` by `child` below `parent`. If `parent` is kNone, `child` becomes the root.
template <int Dim>
void replace_child(Tree<Dim>& tree, u32 parent, u32 old_child, u32 child) {
  tree.nodes[child].parent = parent;
  if (parent == kNone) {
    tree.root = child;
    return;
  }
  Node<Dim>& node = tree.nodes[parent];
  node.child[node.child[0] == old_child ? 0 : 1] = child;
}

// Recomputes box and height of a branch from its children. Fat boxes contain no -0 (see fatten()),
// so equal unions are bitwise equal.
template <int Dim>
void refit_node(Tree<Dim>& tree, u32 branch) {
  Node<Dim>& node = tree.nodes[branch];
  const Node<Dim>& left = tree.nodes[node.child[0]];
  const Node<Dim>& right = tree.nodes[node.child[1]];
  unite_into(left.box, right.box, node.box);
  node.height = 1 + (left.height > right.height ? left.height : right.height);
}

// Fat boxes. Small moves of an item leave its fat box, and so the tree, unchanged.
//
// The exact box grows by the margin on every side and by `prediction` displacements on the side
// that the item moves to (Catto, Box2D 2.4). A stored box is kept while it contains the exact box
// and is at most 4 margins larger than a new one would be, so an item that stopped gets a small box
// at its next move.

// Largest coordinate of a fat box: largest coordinate of a box plus largest margin. Areas of such
// boxes are finite in f32.
inline constexpr f32 kFarthest = 2 * kMaxCoordinate;

// Returns the fat box of an item, clamped to kFarthest. Adding 0 turns -0 into +0.
template <int Dim>
[[gnu::always_inline]] inline Aabb<Dim> fatten(const Aabb<Dim>& box, const Point<Dim>& displacement,
                                               const DynamicTreeOptions& options) {
  Aabb<Dim> fat = expand(box, options.margin);
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 ahead = options.prediction * displacement[axis];
    if (ahead < 0) fat.min[axis] += ahead;
    if (ahead > 0) fat.max[axis] += ahead;
    fat.min[axis] = (fat.min[axis] < -kFarthest ? -kFarthest : fat.min[axis]) + 0.0f;
    fat.max[axis] = (fat.max[axis] > kFarthest ? kFarthest : fat.max[axis]) + 0.0f;
  }
  return fat;
}

// Returns the displacement to predict from: 0 if the item no longer overlaps its fat box (Presson,
// Bullet's btDbvtBroadphase). A fat box extended by such a jump would overlap much of the tree.
template <int Dim>
Point<Dim> trusted(const Point<Dim>& displacement, const Aabb<Dim>& to, const Aabb<Dim>& stored) {
  return overlaps(stored, to) ? displacement : Point<Dim>{};
}

// Returns the displacement of the center, for items that are moved without a given displacement.
template <int Dim>
Point<Dim> observed_displacement(const Aabb<Dim>& from, const Aabb<Dim>& to) {
  Point<Dim> way;
  for (int axis = 0; axis < Dim; ++axis) way[axis] = to.center(axis) - from.center(axis);
  return way;
}

template <int Dim>
[[gnu::always_inline]] inline bool still_fits(const Aabb<Dim>& stored, const Aabb<Dim>& box,
                                              const Aabb<Dim>& fat, f32 margin) {
  return contains(stored, box) && contains(expand(fat, 4 * margin), stored);
}

// Read-only view of a tree and its items.
template <int Dim>
struct TreeView {
  const Tree<Dim>& tree;
  const Array<u32>& leaf_of;  // by id, kNone for free ids
  const ItemStore<Dim>& items;

  const Aabb<Dim>& fat(Id id) const { return tree.nodes[leaf_of[id]].box; }
};

}  // namespace sapwood::dynamic_tree
