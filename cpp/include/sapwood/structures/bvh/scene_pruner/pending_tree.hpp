// Incremental trees of pending items, which are not in the main tree yet: layout, updates and
// queries.
#pragma once

#include <algorithm>

#include "sapwood/base/node_pool.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood::scene_pruner {

// Maximum number of items in a leaf of the incremental tree.
inline constexpr u32 kMaxPending = 4;

template <int Dim>
struct PendingNode {
  Aabb<Dim> box;  // 24 bytes, 16 in 2D: exact union of the items below
  u32 parent;     //  4: kNone for the root
  u32 height;     //  4: 0 for a leaf, 1 + height of the taller child for a branch
  // Item ids of a leaf, kNone after the last one. In a branch, entry[0] is the first child, and the
  // second child is the next node.
  u32 entry[kMaxPending];  // 16

  bool is_leaf() const { return height == 0; }
  u32 first_child() const { return entry[0]; }
  u32 count() const {
    u32 items = 0;
    while (items < kMaxPending && entry[items] != kNone) ++items;
    return items;
  }
};
static_assert(sizeof(PendingNode<2>) == 40 && sizeof(PendingNode<3>) == 48);

// Pair p of siblings, which are nodes 2p and 2p + 1 and adjacent in memory. The pair of the root
// uses only its first node.
template <int Dim>
struct PendingPair {
  PendingNode<Dim> node[2];

  // for NodePool
  static constexpr u32 kFree = kNone;
  bool is_free() const { return node[0].height == kFree; }
  u32 next_free() const { return node[0].parent; }
  void make_free(u32 next) {
    node[0].parent = next;
    node[0].height = kFree;
  }
};

// Returns the volume of a box, or its area in 2D. The result is f64, so it cannot overflow.
template <int Dim>
f64 volume(const Aabb<Dim>& box) {
  f64 product = 1;
  for (int axis = 0; axis < Dim; ++axis) product *= static_cast<f64>(box.extent(axis));
  return product;
}

// Returns the squared distance of the centers, times 4. The result is at most 5e37.
template <int Dim>
f32 center_gap(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  f32 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 gap = (a.min[axis] + a.max[axis]) - (b.min[axis] + b.max[axis]);
    sum += gap * gap;
  }
  return sum;
}

// Incremental tree: a small tree of the items that are not in the main tree yet.
//
// An insertion descends into the child with the nearer center until it reaches a leaf. A full leaf
// is split at the center of its box, across the longest side. If a leaf becomes empty, it is
// removed, and its sibling replaces their parent. A moved item stays in its leaf while it overlaps
// the box of the leaf. After an insertion, branches are rotated if one child has more than three
// times the volume of the other. A rotation swaps the smaller child with a child of the larger one,
// if that makes the larger child smaller. If all boxes are flat, areas are compared instead of
// volumes, or lengths if all areas are 0.
//
// Layout: pairs of nodes of 48 bytes (40 in 2D), see PendingNode. The caller owns two arrays, the
// boxes of the items and the leaf of each item, and passes them to each call. Invariants, checked
// by validate(): a leaf has 1 to 4 items. Boxes are exact unions. Heights are exact. Links are
// consistent in both directions. Siblings are adjacent. The cost of an operation is O(height):
// O(log n) for typical input, and O(n) in the worst case (nested boxes).
//
// Source: the descriptions of the incremental pruner of NVIDIA PhysX 3.4 and 4.1; an independent
// implementation.

// Arrays that the caller owns, indexed by item id.
template <int Dim>
struct Members {
  const Aabb<Dim>* boxes;
  u32* leaf_of;  // leaf of each item of the tree
};

template <int Dim>
class PendingTree {
 public:
  using Box = Aabb<Dim>;
  using Node = PendingNode<Dim>;

  bool empty() const { return root_ == kNone; }
  u32 root() const { return root_; }
  const Node& node(u32 at) const { return pairs_[at / 2].node[at % 2]; }
  const NodePool<PendingPair<Dim>>& pairs() const { return pairs_; }
  u32 nodes() const { return empty() ? 0 : 2 * pairs_.live() - 1; }
  u32 leaves() const { return pairs_.live(); }
  u32 height() const { return empty() ? 0 : node(root_).height; }
  Box box() const { return empty() ? empty_box<Dim>() : node(root_).box; }
  size_t byte_length() const { return pairs_.byte_length(); }

  u32 items() const { return items_; }

  void clear() {
    pairs_ = {};
    root_ = kNone;
    items_ = 0;
  }

  void compact(const Members<Dim>& members) {
    pairs_.compact([&](u32 from, u32 to) {
      if (root_ == 2 * from) {
        root_ = 2 * to;
      } else {
        edit(node(2 * to).parent).entry[0] = 2 * to;
        adopt(2 * to + 1, members);
      }
      adopt(2 * to, members);
    });
  }

  // Allocates memory for one insert() or update().
  [[nodiscard]] bool reserve_one() { return pairs_.reserve_more(1); }
  // Allocates memory for all operations while the tree has at most `items` items: n leaves need
  // n - 1 pairs of children, and a pair for the root.
  [[nodiscard]] bool reserve(u32 items) { return pairs_.reserve(items); }
  // Does the same as reserve(), for one item more than the tree contains.
  [[nodiscard]] bool reserve_next() { return pairs_.reserve_more(items_ + 1 - pairs_.live()); }

  // Inserts an item. Requires reserve_one().
  void insert(const Members<Dim>& members, Id id) {
    ++items_;
    if (empty()) {
      root_ = 2 * pairs_.acquire();
      make_leaf(root_, kNone, members, &id, 1);
      return;
    }
    u32 at = root_;
    while (!node(at).is_leaf()) at = nearer_child(at, members.boxes[id]);
    if (Node& leaf = edit(at); leaf.count() < kMaxPending) {
      leaf.entry[leaf.count()] = id;
      leaf.box = unite(leaf.box, members.boxes[id]);
      members.leaf_of[id] = at;
    } else {
      split(at, members, id);
    }
    for (u32 up = node(at).parent; up != kNone; up = node(up).parent) {
      const bool changed = refit_node(up);
      if (!rotate(up, members) && !changed) break;
    }
  }

  void remove(const Members<Dim>& members, Id id) {
    const u32 at = members.leaf_of[id];
    --items_;
    drop_entry(at, id);
    if (node(at).entry[0] != kNone) {
      refit_from(at, members);
    } else if (at == root_) {
      pairs_.release(at / 2);
      root_ = kNone;
    } else {
      promote_sibling(at, members);
    }
  }

  // Updates the tree after the box of an item changed. Returns true if the item moved to another
  // leaf. Requires reserve_one().
  bool update(const Members<Dim>& members, Id id) {
    const u32 at = members.leaf_of[id];
    if (overlaps(node(at).box, members.boxes[id])) {
      refit_from(at, members);
      return false;
    }
    remove(members, id);
    insert(members, id);
    return true;
  }

  // Subtracts a vector from all boxes. Rounding is monotonic, so boxes stay exact unions of the
  // shifted boxes of the items.
  void shift(const Point<Dim>& by) {
    for (u32 pair = 0; pair < pairs_.slots(); ++pair) {
      if (pairs_[pair].is_free()) continue;
      for (Node& each : pairs_[pair].node) each.box = shifted(each.box, by);
    }
  }

 private:
  static constexpr f64 kLopsided = 3;  // size ratio of siblings above which a branch is rotated

  // Measure for the size of boxes: volume, area or length, depending on the number of axes on which
  // the box `whole` has an extent.
  class Scale {
   public:
    explicit Scale(const Box& whole)
        : measure_(volume(whole) > 0                        ? 0
                   : static_cast<f64>(half_area(whole)) > 0 ? 1
                                                            : 2) {}

    f64 operator()(const Box& box) const {
      if (measure_ == 0) return volume(box);
      if (measure_ == 1) return static_cast<f64>(half_area(box));
      f64 sum = 0;
      for (int axis = 0; axis < Dim; ++axis) sum += static_cast<f64>(box.extent(axis));
      return sum;
    }

   private:
    int measure_;
  };

  Node& edit(u32 at) { return pairs_[at / 2].node[at % 2]; }

  u32 nearer_child(u32 at, const Box& box) const {
    const u32 child = node(at).first_child();
    return center_gap(node(child + 1).box, box) < center_gap(node(child).box, box) ? child + 1
                                                                                   : child;
  }

  void make_leaf(u32 at, u32 parent, const Members<Dim>& members, const Id* ids, u32 count) {
    Node& leaf = edit(at);
    leaf = {empty_box<Dim>(), parent, 0, {kNone, kNone, kNone, kNone}};
    for (u32 i = 0; i < count; ++i) {
      leaf.entry[i] = ids[i];
      leaf.box = unite(leaf.box, members.boxes[ids[i]]);
      members.leaf_of[ids[i]] = at;
    }
  }

  // Replaces a full leaf with a branch of two leaves, which contain its items and a new item.
  [[gnu::noinline]] void split(u32 at, const Members<Dim>& members, Id id) {
    constexpr u32 kItems = kMaxPending + 1;
    const Node full = node(at);
    const Box all = unite(full.box, members.boxes[id]);
    const int axis = longest_axis(all);
    const f32 middle = all.center(axis);
    Id ids[kItems];
    std::copy(full.entry, full.entry + kMaxPending, ids);
    ids[kMaxPending] = id;
    u32 lows = 0;
    for (u32 i = 0; i < kItems; ++i) {
      if (members.boxes[ids[i]].center(axis) < middle) std::swap(ids[i], ids[lows++]);
    }
    // if all centers are on one side, divide the items by their order in the leaf
    if (lows == 0 || lows == kItems) lows = kItems / 2;
    const u32 child = 2 * pairs_.acquire();
    make_leaf(child, at, members, ids, lows);
    make_leaf(child + 1, at, members, ids + lows, kItems - lows);
    edit(at) = {all, full.parent, 1, {child, kNone, kNone, kNone}};
  }

  void drop_entry(u32 at, Id id) {
    Node& leaf = edit(at);
    const u32 last = leaf.count() - 1;
    for (u32 i = 0; i <= last; ++i) {
      if (leaf.entry[i] == id) leaf.entry[i] = leaf.entry[last];
    }
    leaf.entry[last] = kNone;
  }

  // Removes the empty leaf `at`. Its sibling replaces their parent.
  void promote_sibling(u32 at, const Members<Dim>& members) {
    const u32 parent = node(at).parent;
    relocate(at ^ 1, parent, members);
    pairs_.release(at / 2);
    pull_up(node(parent).parent);
  }

  // Copies node `from` to index `to`. The parent link of `to` does not change.
  void relocate(u32 from, u32 to, const Members<Dim>& members) {
    const u32 parent = node(to).parent;
    edit(to) = node(from);
    edit(to).parent = parent;
    adopt(to, members);
  }

  // Updates the links from the children or items of a node to this node.
  void adopt(u32 at, const Members<Dim>& members) {
    const Node& here = node(at);
    if (!here.is_leaf()) {
      edit(here.first_child()).parent = at;
      edit(here.first_child() + 1).parent = at;
      return;
    }
    for (u32 i = 0; i < kMaxPending && here.entry[i] != kNone; ++i) {
      members.leaf_of[here.entry[i]] = at;
    }
  }

  // Recomputes the box and height of a branch from its children. Returns true if they changed.
  bool refit_node(u32 at) {
    Node& branch = edit(at);
    const Node& left = node(branch.first_child());
    const Node& right = node(branch.first_child() + 1);
    const Box box = unite(left.box, right.box);
    const u32 tall = 1 + (left.height > right.height ? left.height : right.height);
    const bool changed = !(box == branch.box) || tall != branch.height;
    branch.box = box;
    branch.height = tall;
    return changed;
  }
  // Refits a branch and its ancestors, up to the first one that does not change.
  void pull_up(u32 at) {
    while (at != kNone && refit_node(at)) at = node(at).parent;
  }
  void refit_from(u32 at, const Members<Dim>& members) {
    Node& leaf = edit(at);
    const Box old = leaf.box;
    leaf.box = empty_box<Dim>();
    for (u32 i = 0; i < kMaxPending && leaf.entry[i] != kNone; ++i) {
      leaf.box = unite(leaf.box, members.boxes[leaf.entry[i]]);
    }
    if (!(leaf.box == old)) pull_up(leaf.parent);
  }

  // Rotates a branch if the sizes of its children differ too much. Returns true if its children
  // changed.
  bool rotate(u32 at, const Members<Dim>& members) {
    const u32 child = node(at).first_child();
    const Scale scale(node(at).box);
    const bool second = scale(node(child + 1).box) > scale(node(child).box);
    const u32 large = second ? child + 1 : child;
    const u32 small = second ? child : child + 1;
    const Box& small_box = node(small).box;
    if (node(large).is_leaf()) return false;
    if (!(scale(node(large).box) > kLopsided * scale(small_box))) return false;
    return rotate_down(large, small, scale, members);
  }

  // Swaps the smaller sibling with a child of the larger one, if that makes the larger sibling
  // smaller. Returns true if it swapped.
  [[gnu::noinline]] bool rotate_down(u32 large, u32 small, const Scale& scale,
                                     const Members<Dim>& members) {
    const f64 size = scale(node(large).box);
    const Box& small_box = node(small).box;
    const u32 inner = node(large).first_child();
    const f64 with_first = scale(unite(node(inner).box, small_box));
    const f64 with_second = scale(unite(node(inner + 1).box, small_box));
    if (!((with_first < with_second ? with_first : with_second) < size)) return false;
    exchange(small, with_first < with_second ? inner + 1 : inner, members);
    refit_node(large);
    refit_node(node(large).parent);
    return true;
  }

  // Swaps two subtrees. Neither may contain the other.
  void exchange(u32 a, u32 b, const Members<Dim>& members) {
    const Node first = node(a);
    relocate(b, a, members);
    const u32 parent = node(b).parent;
    edit(b) = first;
    edit(b).parent = parent;
    adopt(b, members);
  }

  NodePool<PendingPair<Dim>> pairs_;
  u32 root_ = kNone;
  u32 items_ = 0;
};

// Type-erased visitor of the entries of leaves, which are item ids or slots of merged trees. It
// reduces the code size: each type of query has only one traversal, for items, pairs and merged
// trees. The cost is small, because these trees are small.
class EntryVisitor {
 public:
  template <class Visitor>
  explicit EntryVisitor(Visitor& visit)
      : visit_(&visit), call_([](void* visitor, u32 entry, bool inside) {
          auto& typed = *static_cast<Visitor*>(visitor);
          return inside ? typed.accept(entry) : typed.test(entry);
        }) {}

  bool operator()(u32 entry, bool inside) const { return call_(visit_, entry, inside); }

 private:
  void* visit_;
  bool (*call_)(void* visitor, u32 entry, bool inside);
};

template <int Dim>
bool visit_leaf(const PendingNode<Dim>& leaf, u32 at, bool inside, Counters auto& counters,
                const EntryVisitor& visit) {
  trace_of(counters).step(inside ? Step::kTaken : Step::kCompared, at, leaf.count());
  for (u32 i = 0; i < kMaxPending && leaf.entry[i] != kNone; ++i) {
    counters.item_tests += inside ? 0 : 1;
    if (!visit(leaf.entry[i], inside)) return false;
  }
  return true;
}

// Visits the items or merged trees in the leaves that the query may touch. The traversal is depth
// first, first child first. If the query contains a node, nothing below the node is tested.
template <int Dim, class Query>
[[gnu::noinline]] Status walk_entries(const PendingTree<Dim>& tree, const Query& query,
                                      Counters auto& counters, const EntryVisitor& visit) {
  constexpr u32 kCovered = 1u << 31;  // not a valid node index
  if (tree.empty()) return Status::success();
  // the traversal continues with one child and pushes the other one
  TraversalStack<u32> open(tree.height());
  if (!open.ready()) return Status::out_of_memory();
  auto&& trace = trace_of(counters);
  for (u32 entry = tree.root();;) {
    const u32 at = entry & ~kCovered;
    const PendingNode<Dim>& node = tree.node(at);
    bool touched = entry != at;
    if (!touched) {
      ++counters.node_visits;
      touched = query.may_touch(node.box);
      if (touched && query.contains(node.box)) entry |= kCovered;
      trace.step(!touched ? Step::kMissed : entry != at ? Step::kCovered : Step::kEntered, at);
    }
    if (touched && !node.is_leaf()) {
      const u32 covered = entry & kCovered;
      open.push((node.first_child() + 1) | covered);
      entry = node.first_child() | covered;
      continue;
    }
    if (touched && !visit_leaf(node, at, (entry & kCovered) != 0, counters, visit)) break;
    if (open.empty()) break;
    entry = open.pop();
  }
  return Status::success();
}

template <int Dim, class Query, class Visitor>
Status walk(const PendingTree<Dim>& tree, const Query& query, Counters auto& counters,
            Visitor&& visit) {
  return walk_entries(tree, query, counters, EntryVisitor(visit));
}

struct ReachedNode {
  f32 bound;  // lower bound of the keys of all items below
  u32 at;
};

// Visits the nearer child first. Nodes are tested again when they are popped, because the search
// radius may have become smaller.
template <int Dim, class Query>
[[gnu::noinline]] Status walk_entries_ordered(const PendingTree<Dim>& tree, Query& query,
                                              Counters auto& counters, const EntryVisitor& visit) {
  if (tree.empty()) return Status::success();
  // each step pops one node and pushes at most two nodes, one level deeper
  TraversalStack<ReachedNode> open(size_t{tree.height()} + 1);
  if (!open.ready()) return Status::out_of_memory();
  auto&& trace = trace_of(counters);
  const auto reach = [&](u32 at) __attribute__((always_inline)) {
    const ReachedNode node{query.lower_bound(tree.node(at).box), at};
    trace.step(query.in_reach(node.bound) ? Step::kEntered : Step::kMissed, at);
    return node;
  };
  open.push(reach(tree.root()));
  ++counters.node_visits;
  while (!open.empty()) {
    const ReachedNode reached = open.pop();
    if (!query.in_reach(reached.bound)) {
      trace.step(Step::kDropped, reached.at);
      continue;
    }
    const PendingNode<Dim>& node = tree.node(reached.at);
    if (node.is_leaf()) {
      if (!visit_leaf(node, reached.at, false, counters, visit)) break;
      continue;
    }
    const u32 child = node.first_child();
    ReachedNode near = reach(child);
    ReachedNode far = reach(child + 1);
    counters.node_visits += 2;
    if (far.bound < near.bound) std::swap(near, far);
    if (query.in_reach(far.bound)) open.push(far);
    if (query.in_reach(near.bound)) open.push(near);
  }
  return Status::success();
}

template <int Dim, class Query, class Visitor>
Status walk_ordered(const PendingTree<Dim>& tree, Query& query, Counters auto& counters,
                    Visitor&& visit) {
  return walk_entries_ordered(tree, query, counters, EntryVisitor(visit));
}

}  // namespace sapwood::scene_pruner
