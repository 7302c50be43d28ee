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

// Boxes in SIMD lanes, for the sums of areas of which insertions consist.
//
// Lanes are axes here, because one box at a time is examined. In a node, four more words follow the
// box, so both loads stay within the node; the lanes after the axes contain other members and are
// never read. Every value is bit for bit that of unite() and half_area() of geometry/aabb.hpp.
template <int Dim>
struct BoxLanes {
  simd::F32x4 low;   // minima in the first Dim lanes
  simd::F32x4 high;  // maxima in the first Dim lanes

  // Of a box with room for 4 - Dim words behind it.
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

// out = unite(a, b), four numbers of the boxes at once; in 3D the middle two twice.
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

// A leaf is told by its first child, which it has not; its second link names the item. So item
// and children share memory without any pointer.
template <int Dim>
struct Node {
  Aabb<Dim> box;  // 24 bytes, 16 in 2D: fat box of a leaf, union of the children of a branch
  u32 parent;     //  4: kNone for the root; the next free node while on the free list
  u32 child[2];   //  8: of a branch; of a leaf: kNone, item id
  i32 height;     //  4: 0 for a leaf, 1 + the taller child's for a branch, -1 while free

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

// Of a node in a trace and a picture: walks keep its children, which are those of no other node.
constexpr NodeKey key_of(const u32 (&child)[2]) { return key_in(child[0], child[1]); }

template <int Dim>
struct Tree {
  NodePool<Node<Dim>> nodes;
  u32 root = kNone;

  // Edges from the root to the deepest leaf. A depth-first walk that goes on with one child and
  // stacks the other holds at most that many entries.
  size_t height() const { return root == kNone ? 0 : static_cast<size_t>(nodes[root].height); }
};

// Lets `child` take the place of `old_child` below `parent`; kNone as parent means the root.
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

// Corrects box and height of a branch after its children. Fat boxes hold no -0 (see fatten()), so
// equal unions are bitwise equal ones.
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

// Farthest that a fat box reaches: the largest coordinate and the largest margin. Its areas are
// finite in float32.
inline constexpr f32 kFarthest = 2 * kMaxCoordinate;

// Exact in float32 where no side is clamped to kFarthest. The sums turn -0 into +0.
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

// What a displacement tells about the next step: nothing when the item left its fat box altogether
// (Presson, Bullet's btDbvtBroadphase). Stretched ahead of a jump, a box would lie across the tree.
template <int Dim>
Point<Dim> trusted(const Point<Dim>& displacement, const Aabb<Dim>& to, const Aabb<Dim>& stored) {
  return overlaps(stored, to) ? displacement : Point<Dim>{};
}

// The way of an item's center, as displacement of an item that came without one.
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
