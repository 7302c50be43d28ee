// Layout of a dynamic tree: nodes, the links between them, and the fat boxes of the items.
#pragma once

#include <utility>

#include "sapwood/base/node_pool.hpp"
#include "sapwood/base/types.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

/// Condition under which nodes are rotated to keep the tree balanced.
enum class TreeBalance : u8 {
  kNever,        ///< Never.
  kHeight,       ///< If sibling heights differ by 2 or more, as in AVL trees (Gaul, Catto).
  kSurfaceArea,  ///< If a rotation reduces the area of the branches (Catto, Box2D 3).
};

/// Method that finds the sibling of a new leaf.
enum class TreeInsertion : u8 {
  kGreedy,          ///< One descent by local cost, O(height).
  kBranchAndBound,  ///< Sibling with the least total area, by best-first search.
  kManhattan,       ///< One descent to a leaf, towards the nearer center (Presson, Bullet).
};

/// Options of a dynamic tree.
struct DynamicTreeOptions {
  static constexpr const char* kBalanceNames[] = {"none", "height", "surface-area"};
  static constexpr const char* kInsertionNames[] = {"greedy", "branch-and-bound", "manhattan"};

  f32 margin = 0.1f;  ///< Margin of stored boxes on every side, in world units.
  /// A stored box is extended ahead of a moving item by this factor times the displacement.
  f32 prediction = 4.0f;
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

// Box in two SIMD vectors, in the order of memory: the first four numbers, then the remaining
// numbers.
//
// Insertions read boxes shortly after they wrote them. A processor forwards a recent store to a
// load only if the store contains all bytes of the load. Otherwise, the load waits until the store
// has reached the cache. So boxes are loaded and stored as these two parts, which do not overlap.
template <int Dim>
struct BoxWords {
  static constexpr bool kHasEnd = Dim == 3;

  simd::F32x4 begin;
  simd::F32x4 end;  // in 3D, the last two numbers; in 2D, a copy of begin

  static BoxWords load(const Aabb<Dim>& box) {
    const f32* at = reinterpret_cast<const f32*>(&box);
    const auto begin = simd::F32x4::load(at);
    return {begin, kHasEnd ? simd::F32x4::load_half(at + 2 * Dim - 2) : begin};
  }
  void store_to(Aabb<Dim>& box) const {
    f32* at = reinterpret_cast<f32*>(&box);
    simd::store(at, begin);
    if (kHasEnd) simd::store_half(at + 2 * Dim - 2, end);
  }
  friend BoxWords unite(const BoxWords& a, const BoxWords& b) {
    const auto minima = simd::first_lanes(Dim);
    return {simd::select(minima, simd::min(a.begin, b.begin), simd::max(a.begin, b.begin)),
            simd::max(a.end, b.end)};
  }
  friend bool operator==(const BoxWords& a, const BoxWords& b) {
    return simd::all(simd::mask_and(simd::eq(a.begin, b.begin), simd::eq(a.end, b.end)));
  }
};

// Box in two SIMD vectors whose lanes are axes, for the areas that insertions compute. Insertions
// process one box at a time, so lanes are axes instead of boxes. The content of lanes beyond Dim is
// unspecified. Results are bitwise equal to unite() and half_area() of geometry/aabb.hpp.
template <int Dim>
struct BoxLanes {
  simd::F32x4 low;   // minima in the first Dim lanes
  simd::F32x4 high;  // maxima in the first Dim lanes

  static BoxLanes load(const Aabb<Dim>& box) {
    const auto words = BoxWords<Dim>::load(box);
    if constexpr (Dim == 3) {
      return {words.begin, simd::shift_in(words.begin, words.end)};
    } else {
      return {words.begin, simd::F32x4::load_half(box.max)};
    }
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

template <int Dim>
simd::F32x4 half_areas(const BoxLanes<Dim>& a, const BoxLanes<Dim>& b, const BoxLanes<Dim>& c,
                       const BoxLanes<Dim>& d) {
  if constexpr (Dim == 3) {
    simd::F32x4 x = simd::sub(a.high, a.low), y = simd::sub(b.high, b.low);
    simd::F32x4 z = simd::sub(c.high, c.low), rest = simd::sub(d.high, d.low);
    simd::transpose4(x, y, z, rest);
    return simd::add(simd::add(simd::mul(x, y), simd::mul(y, z)), simd::mul(z, x));
  } else {  // the transposition would cost more than the four sums
    return simd::F32x4::set(half_area(a), half_area(b), half_area(c), half_area(d));
  }
}

// Node of the tree. The parent is stored once for each pair of siblings, see Tree.
template <int Dim>
struct Node {
  Aabb<Dim> box;  // 24 bytes, 16 in 2D: fat box of a leaf; union of the children of a branch
  u32 link;       //  4: item id of a leaf; first child of a branch (the second child is next)
  i32 height;     //  4: 0 in a leaf, 1 + height of the taller child in a branch, else < 0

  static constexpr i32 kFree = -1;    // on the free list
  static constexpr i32 kUnused = -2;  // node 0, and the root of an empty tree

  BoxLanes<Dim> lanes() const { return BoxLanes<Dim>::load(box); }
  bool is_leaf() const { return height == 0; }
  bool is_branch() const { return height > 0; }
  Id item() const { return link; }
  u32 child(u32 side) const { return link + side; }
};
static_assert(sizeof(Node<2>) == 24 && sizeof(Node<3>) == 32);

// Two siblings. They are adjacent in memory, because a traversal that enters a branch reads both.
template <int Dim>
struct NodePair {
  Node<Dim> node[2];

  // for NodePool
  bool is_free() const { return node[0].height == Node<Dim>::kFree; }
  u32 next_free() const { return node[0].link; }
  void make_free(u32 next) {
    node[0].link = next;
    node[0].height = node[1].height = Node<Dim>::kFree;
  }
};

// Returns the key of a node in traces and node dumps. The key is unique, because no two branches
// have the same children, and no two leaves have the same item.
template <int Dim>
NodeKey key_of(const Node<Dim>& node) {
  return key_in(node.is_leaf() ? kNone : 0, node.link);
}

// Leaf of an item. It contains a copy of the fat box, so that tests whether items left their fat
// box read memory in the order of ids.
template <int Dim>
struct Leaf {
  Aabb<Dim> box;
  u32 node;  // kNone for free ids
};

// Nodes by index, and the leaf of each item.
//
// Node i is in pair i / 2. Pair 0 contains the root, which is node 1 and never moves; node 0 is not
// used. When the tree changes, put() copies nodes to different indices, so an index is valid only
// until the next change.
template <int Dim>
class Tree {
 public:
  static constexpr u32 kRoot = 1;

  bool empty() const { return pairs_.slots() == 0 || (*this)[kRoot].height < 0; }
  // Returns the number of edges from the root to the deepest leaf. A depth-first traversal that
  // continues with one child and pushes the other has at most this many entries on its stack.
  size_t height() const { return empty() ? 0 : static_cast<size_t>((*this)[kRoot].height); }

  u32 live() const { return empty() ? 0 : 2 * pairs_.live() - 1; }
  // Returns an exclusive upper bound of the node indices.
  u32 slots() const { return 2 * pairs_.slots(); }
  size_t byte_length() const {
    return pairs_.byte_length() + parents_.byte_length() + leaves_.byte_length();
  }

  Node<Dim>& operator[](u32 index) { return data()[index]; }
  const Node<Dim>& operator[](u32 index) const { return data()[index]; }
  const Node<Dim>* data() const { return reinterpret_cast<const Node<Dim>*>(pairs_.data()); }
  const NodePool<NodePair<Dim>>& pairs() const { return pairs_; }

  // Returns the parent of a node, or kNone for the root.
  u32 parent(u32 index) const { return parents_[index / 2]; }
  static u32 sibling(u32 index) { return index ^ 1; }
  // Returns the leaf node of an item, or kNone for free ids.
  u32 leaf_of(Id id) const { return leaves_[id].node; }
  const Aabb<Dim>& fat_box(Id id) const { return leaves_[id].box; }
  const Array<Leaf<Dim>>& leaves() const { return leaves_; }

  // Reserves memory for one more item. Its id must be at most the size of `leaves_`.
  [[nodiscard]] bool reserve_one() {
    return leaves_.reserve_more(1) && parents_.reserve_more(1) && pairs_.reserve_more(1);
  }
  [[nodiscard]] bool reserve(u32 items, u32 id_end) {
    return leaves_.reserve(id_end) && parents_.reserve(items) && pairs_.reserve(items);
  }

  void clear() {
    pairs_.clear();
    parents_.clear();
    leaves_.clear();
    order_ = {};
  }

  // Replaces the tree with a tree of `items` leaves whose nodes are uninitialized: the root and
  // nodes 2 to 2 * items - 1. Requires reserve().
  void assign(u32 items, u32 id_end) {
    clear();
    pairs_.assign_raw(items);
    parents_.extend_unchecked(items);
    for (Id id = 0; id < id_end; ++id) leaves_.push_unchecked({{}, kNone});
    if (items != 0) mark_root_pair();
  }

  // Writes a node to an index. Also updates the parent link of its children, or the leaf link of
  // its item. The function is not inlined, because rotations would contain many copies of it.
  [[gnu::noinline]] void put(u32 index, const Node<Dim>& node) {
    Node<Dim>& to = data()[index];
    BoxWords<Dim>::load(node.box).store_to(to.box);
    to.link = node.link;
    to.height = node.height;
    relink(index);
  }
  // Swaps two nodes. Neither node may be an ancestor of the other.
  [[gnu::noinline]] void swap(u32 a, u32 b) {
    const Node<Dim> kept = data()[a];
    put(a, data()[b]);
    put(b, kept);
  }
  // Stores a node as the root of an empty tree. Requires reserve_one() or assign().
  void put_root(const Node<Dim>& node) {
    if (pairs_.slots() == 0) {
      acquire(kNone);
      mark_root_pair();
    }
    put(kRoot, node);
  }
  void remove_root() { (*this)[kRoot].height = Node<Dim>::kUnused; }
  // Stores the fat box of an item and returns a leaf node, which the caller must put into the tree.
  Node<Dim> make_leaf(const Aabb<Dim>& fat, Id id) {
    leaves_[id].box = fat;
    return {fat, id, 0};
  }
  void forget_leaf(Id id) { leaves_[id].node = kNone; }
  // Changes the fat box of a leaf. The caller must refit the branches above it.
  void set_fat_box(Id id, const Aabb<Dim>& fat) {
    leaves_[id].box = fat;
    (*this)[leaves_[id].node].box = fat;
  }
  // Appends an entry without a leaf to `leaves_` if `id` equals the number of entries. Requires
  // reserve_one().
  void add_id(Id id) {
    if (id == leaves_.size()) leaves_.push_unchecked({{}, kNone});
  }

  // Allocates the pair of children of a branch, and returns the index of the first child.
  u32 acquire(u32 parent) {
    const u32 pair = pairs_.acquire();
    if (pair == parents_.size()) parents_.push_unchecked(kNone);
    parents_[pair] = parent;
    return 2 * pair;
  }
  void release(u32 first) { pairs_.release(first / 2); }
  void set_parent(u32 first, u32 parent) { parents_[first / 2] = parent; }

  // If there are free slots, moves pairs of nodes into them, releases the memory at the end, and
  // restores the depth-first order in memory.
  void compact() {
    if (pairs_.live() == pairs_.slots()) return;
    pairs_.compact([this](u32 from, u32 to) {
      parents_[to] = parents_[from];
      (*this)[parents_[to]].link = 2 * to;
      relink(2 * to);
      relink(2 * to + 1);
    });
    order_ = {};
    renumber(pairs_.slots() - 1);  // no place is free, so each step places a pair
  }
  [[gnu::cold, gnu::noinline]] void shrink(u32 id_end) {
    pairs_.shrink();
    parents_.shrink_to(pairs_.slots());
    leaves_.shrink_to(id_end);
  }

  u32 first_leaf(u32 at) const {
    while (!(*this)[at].is_leaf()) at = (*this)[at].child(0);
    return at;
  }
  // Returns the leaf after `leaf` in the subtree `top`, in depth-first order, or kNone after the
  // last leaf.
  u32 next_leaf(u32 leaf, u32 top) const {
    u32 at = leaf;
    while (at != top && at % 2 != 0) at = parent(at);
    return at == top ? kNone : first_leaf(sibling(at));
  }

  // Moves at most `steps` pairs of nodes to their place in depth-first order, see Order.
  void renumber(u32 steps) {
    for (; steps != 0; --steps) renumber_one();
  }

 private:
  Node<Dim>* data() { return const_cast<Node<Dim>*>(std::as_const(*this).data()); }

  void mark_root_pair() {
    (*this)[0].height = Node<Dim>::kUnused;
    parents_[0] = kNone;
  }
  void relink(u32 index) {
    const Node<Dim>& node = data()[index];
    if (node.is_leaf()) {
      leaves_[node.item()].node = index;
    } else {
      parents_[node.link / 2] = index;
    }
  }

  // State of the pass that restores the order of pairs in memory.
  //
  // Queries are fastest if pairs are stored in depth-first order, which a build creates. For
  // 100,000 items, box queries then take 0.25 to 0.4 of the time that they take with pairs in the
  // order of insertion. Insertions and moves disturb the order. So every fourth of them continues a
  // pass over the tree, which moves pair after pair to the next place in memory, and skips free
  // places. If the tree changes during a pass, pairs can be out of order until the next pass.
  struct Order {
    u32 last = 0;  // pair that was moved to its place last
    u32 next = 1;  // place for the next pair
  };

  void renumber_one() {
    const auto& pairs = pairs_;
    if (order_.last >= pairs.slots() || order_.next >= pairs.slots() ||
        (order_.last != 0 && pairs[order_.last].is_free())) {
      order_ = {};
      if (pairs.slots() < 2) return;
    }
    if (pairs[order_.next].is_free()) {
      ++order_.next;
      return;
    }
    const u32 pair = pair_after(order_.last);
    if (pair == kNone) {
      order_ = {};
      return;
    }
    if (pair != order_.next) swap_pairs(pair, order_.next);
    order_.last = order_.next++;
  }

  // Returns the next pair in depth-first order, or kNone after the last pair.
  u32 pair_after(u32 pair) const {
    for (u32 side = pair == 0 ? 1 : 0; side < 2; ++side) {
      const Node<Dim>& node = (*this)[2 * pair + side];
      if (node.is_branch()) return node.link / 2;
    }
    for (u32 at = parents_[pair]; at != kNone; at = parent(at)) {
      const Node<Dim>& next = (*this)[at | 1];
      if ((at & 1) == 0 && next.is_branch()) return next.link / 2;
    }
    return kNone;
  }

  // Swaps two pairs. Neither may be pair 0. One pair may contain the parent of the other.
  void swap_pairs(u32 a, u32 b) {
    const auto moved = [a, b](u32 index) {
      return index / 2 == a ? 2 * b + index % 2 : index / 2 == b ? 2 * a + index % 2 : index;
    };
    const u32 parent_of_a = moved(parents_[a]);
    const u32 parent_of_b = moved(parents_[b]);
    std::swap(pairs_[a], pairs_[b]);
    (*this)[parent_of_a].link = 2 * b;
    (*this)[parent_of_b].link = 2 * a;
    parents_[b] = parent_of_a;
    parents_[a] = parent_of_b;
    for (u32 side = 0; side < 2; ++side) {
      relink(2 * a + side);
      relink(2 * b + side);
    }
  }

  NodePool<NodePair<Dim>> pairs_;
  Array<u32> parents_;       // by pair: the branch whose children are the pair
  Array<Leaf<Dim>> leaves_;  // by id
  Order order_;
};

// Recomputes the box and the height of a branch from its children. Fat boxes contain no -0 (see
// fatten()), so equal boxes are also bitwise equal.
template <int Dim>
void refit_node(Tree<Dim>& tree, u32 branch) {
  Node<Dim>& node = tree[branch];
  const Node<Dim>& left = tree[node.child(0)];
  const Node<Dim>& right = tree[node.child(1)];
  unite(BoxWords<Dim>::load(left.box), BoxWords<Dim>::load(right.box)).store_to(node.box);
  node.height = 1 + (left.height > right.height ? left.height : right.height);
}

// Fat boxes. A small move of an item does not change its fat box, and so does not change the tree.
//
// A fat box is the exact box, enlarged by the margin on every side, and by `prediction` times the
// displacement in the direction of motion (Catto, Box2D 2.4). A stored fat box is used until the
// exact box leaves it, or until it exceeds a new fat box by more than 4 margins. So an item that
// stopped gets a smaller fat box at its next move.

// Largest coordinate of a fat box: the largest coordinate of a box plus the largest margin. The
// areas of such boxes are finite in f32.
inline constexpr f32 kMaxFatCoordinate = 2 * kMaxCoordinate;

// Returns the fat box of an item, clamped to kMaxFatCoordinate. Adding 0 converts -0 to +0.
template <int Dim>
[[gnu::always_inline]] inline Aabb<Dim> fatten(const Aabb<Dim>& box, const Point<Dim>& displacement,
                                               const DynamicTreeOptions& options) {
  Aabb<Dim> fat = expand(box, options.margin);
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 ahead = options.prediction * displacement[axis];
    if (ahead < 0) fat.min[axis] += ahead;
    if (ahead > 0) fat.max[axis] += ahead;
    fat.min[axis] =
        (fat.min[axis] < -kMaxFatCoordinate ? -kMaxFatCoordinate : fat.min[axis]) + 0.0f;
    fat.max[axis] = (fat.max[axis] > kMaxFatCoordinate ? kMaxFatCoordinate : fat.max[axis]) + 0.0f;
  }
  return fat;
}

// Returns the displacement that extends the fat box. It is 0 if the item no longer overlaps its
// stored fat box (Presson, Bullet's btDbvtBroadphase): after such a jump, the extended box would
// overlap much of the tree.
template <int Dim>
Point<Dim> predicted_displacement(const Point<Dim>& displacement, const Aabb<Dim>& to,
                                  const Aabb<Dim>& stored) {
  return overlaps(stored, to) ? displacement : Point<Dim>{};
}

// Returns the displacement of the center of a box, for items that are moved without a given
// displacement.
template <int Dim>
Point<Dim> observed_displacement(const Aabb<Dim>& from, const Aabb<Dim>& to) {
  Point<Dim> displacement;
  for (int axis = 0; axis < Dim; ++axis) displacement[axis] = to.center(axis) - from.center(axis);
  return displacement;
}

template <int Dim>
[[gnu::always_inline]] inline bool can_reuse_fat_box(const Aabb<Dim>& stored, const Aabb<Dim>& box,
                                                     const Aabb<Dim>& fat, f32 margin) {
  return contains(stored, box) && contains(expand(fat, 4 * margin), stored);
}

template <int Dim>
struct TreeView {
  const Tree<Dim>& tree;
  const ItemStore<Dim>& items;

  const Aabb<Dim>& fat(Id id) const { return tree.fat_box(id); }
};

}  // namespace sapwood::dynamic_tree
