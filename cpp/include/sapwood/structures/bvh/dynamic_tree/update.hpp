// Updates that do not insert or remove leaves: refit of all branches, partial rebuilds, and the
// rule for a full rebuild. Also the flags that enlarge() and update_pairs_awake() use.
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"
#include "sapwood/structures/bvh/dynamic_tree/build.hpp"
#include "sapwood/structures/bvh/dynamic_tree/insert.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Item that has left its fat box, and its new fat box.
template <int Dim>
struct EscapedItem {
  Id id;
  Aabb<Dim> fat;
};

// Collects the items that leave their fat box. `boxes` contains the new boxes of all live items in
// ascending order of id. The store still contains the old boxes. Returns false if allocation fails.
template <int Dim>
bool collect_escaped(const TreeView<Dim>& view, const Aabb<Dim>* boxes,
                     const DynamicTreeOptions& options, Array<EscapedItem<Dim>>& escaped) {
  escaped.clear();
  u32 next = 0;
  for (Id id = view.items.first(); id != kNone; id = view.items.next(id)) {
    const Aabb<Dim>& box = boxes[next++];
    const Aabb<Dim>& stored = view.fat(id);
    const auto predicted =
        predicted_displacement(observed_displacement(view.items.box(id), box), box, stored);
    const Aabb<Dim> fat = fatten(box, predicted, options);
    const bool fits = can_reuse_fat_box(stored, box, fat, options.margin);
    if (!fits && !escaped.push_back({id, fat})) return false;
  }
  return true;
}

// Returns the sum of the areas of all branches divided by the area of the root. This is the
// expected number of branches that a small query visits. Returns 0 if the tree is empty or is a
// single leaf with a nonzero area. Returns infinity or NaN if the area of the root is 0.
template <int Dim>
f64 area_ratio(const Tree<Dim>& tree) {
  if (tree.empty()) return 0;
  f64 sum = 0;
  for (u32 i = 0; i < tree.slots(); ++i) {
    if (tree[i].height > 0) sum += half_area(tree[i].box);
  }
  return sum / half_area(tree[Tree<Dim>::kRoot].box);
}

// Recomputes the boxes of all branches. `order` is scratch memory with capacity for all branches.
template <int Dim>
void refit_all(Tree<Dim>& tree, Array<u32>& order) {
  if (tree.empty() || tree[Tree<Dim>::kRoot].is_leaf()) return;
  // collect the branches breadth first, so that parents come before their children
  order.clear();
  order.push_unchecked(Tree<Dim>::kRoot);
  for (size_t i = 0; i < order.size(); ++i) {
    const Node<Dim>& node = tree[order[i]];
    for (const u32 child : {node.child(0), node.child(1)}) {
      if (!tree[child].is_leaf()) order.push_unchecked(child);
    }
  }
  for (size_t i = order.size(); i-- > 0;) refit_node(tree, order[i]);
}

struct TreePart {
  u32 top;
  u32 leaves;
};

// Returns the number of leaves below a node, or limit + 1 if there are more than `limit`.
template <int Dim>
u32 count_leaves(const Tree<Dim>& tree, u32 top, u32 limit) {
  u32 count = 0;
  for (u32 leaf = tree.first_leaf(top); leaf != kNone && count <= limit; ++count) {
    leaf = tree.next_leaf(leaf, top);
  }
  return count;
}

// Returns the largest subtree that contains `leaf` and has at most `limit` leaves.
template <int Dim>
TreePart part_around(const Tree<Dim>& tree, u32 leaf, u32 limit) {
  TreePart part{leaf, 1};
  for (u32 parent = tree.parent(leaf); parent != kNone; parent = tree.parent(parent)) {
    const u32 room = limit - part.leaves;
    const u32 others = count_leaves(tree, Tree<Dim>::sibling(part.top), room);
    if (others > room) break;
    part = {parent, part.leaves + others};
  }
  return part;
}

template <int Dim>
class PartRebuilder {
 public:
  void start_over() { last_ = kNone; }

  // Rebuilds subtrees with a total of at most `budget` leaves. After the last subtree of the tree,
  // rebuilds the branches near the root. Adds to `spent` the number of leaves in the rebuilt
  // subtrees, and the number of subtrees that were joined near the root. Returns false if
  // allocation fails.
  [[nodiscard]] bool rebuild(Tree<Dim>& tree, u32 budget, u32& spent) {
    const u32 limit = budget < kLargestPart ? budget : kLargestPart;
    Assembler<Dim> assembler;
    if (!assembler.reserve(limit, 0)) return false;
    while (limit > 0 && budget - spent >= limit) {
      const u32 leaf = next_leaf(tree);
      spent += leaf == kNone ? rebuild_near_root(tree, assembler, limit)
                             : rebuild_part(tree, assembler, part_around(tree, leaf, limit));
    }
    return true;
  }

 private:
  static constexpr u32 kRoot = Tree<Dim>::kRoot;
  static constexpr u32 kLargestPart = 1024;

  // Returns the next leaf to process, in depth-first order, or kNone after the last leaf. If no
  // subtree was rebuilt yet, or the last item of the previous subtree was removed, returns the
  // first leaf.
  u32 next_leaf(const Tree<Dim>& tree) const {
    const bool known = last_ < tree.leaves().size() && tree.leaf_of(last_) != kNone;
    return known ? tree.next_leaf(tree.leaf_of(last_), kRoot) : tree.first_leaf(kRoot);
  }

  u32 rebuild_part(Tree<Dim>& tree, Assembler<Dim>& assembler, const TreePart& part) {
    if (part.leaves > 2) {
      assembler.release_branches(tree, part.top, [](const auto&, u32) { return true; });
      assembler.assemble(tree, part.top);
      refit_upwards(tree, tree.parent(part.top), TreeBalance::kNever);
    }
    u32 at = part.top;
    while (!tree[at].is_leaf()) at = tree[at].child(1);
    last_ = tree[at].item();
    return part.leaves;
  }

  u32 rebuild_near_root(Tree<Dim>& tree, Assembler<Dim>& assembler, u32 limit) {
    last_ = kNone;
    const u32 levels = static_cast<u32>(std::bit_width(limit)) - 1;
    const auto opens = [levels](const auto&, u32 depth) { return depth < levels; };
    const u32 opened = assembler.release_branches(tree, kRoot, opens);
    assembler.assemble(tree, kRoot);
    return opened + 1;
  }

  Id last_ = kNone;  // last item of the subtree that was rebuilt last
};

// Decides when a refitted tree is rebuilt: when its area ratio or its number of nodes has changed
// too much since the last build.
class RebuildPolicy {
 public:
  template <int Dim>
  void record_build(const Tree<Dim>& tree) {
    ratio_ = area_ratio(tree);
    nodes_ = tree.live();
  }

  // The comparison is negated so that a tree counts as degraded if its ratio is NaN, which means
  // that the area of the root is 0.
  template <int Dim>
  bool degraded(const Tree<Dim>& tree) const {
    const u32 nodes = tree.live();
    const u32 drift = nodes > nodes_ ? nodes - nodes_ : nodes_ - nodes;
    return drift > nodes / 8 || !(area_ratio(tree) <= kDegraded * ratio_);
  }

 private:
  // Growth factor of the area ratio at which the tree is rebuilt. Measured: with a lower factor,
  // rebuilds are too frequent; with a higher factor, queries are slow.
  static constexpr f64 kDegraded = 1.25;

  f64 ratio_ = 0;  // area ratio after the last build
  u32 nodes_ = 0;
};

// Flags of branches that grew because enlarge() enlarged a leaf below them. A branch is identified
// by the pair of its children. If a branch is replaced, its flag can remain, and the next partial
// rebuild does some unnecessary work. Pairs must not be renumbered while flags are set.
template <int Dim>
class EnlargedBranches {
 public:
  bool empty() const { return !any_; }
  bool has(const Node<Dim>& branch) const {
    return branch.link / 2 < flags_.size() && flags_[branch.link / 2] != 0;
  }
  size_t byte_length() const { return flags_.byte_length(); }
  void shrink() { flags_.shrink(); }
  void forget() {
    flags_.clear();
    any_ = false;
  }

  [[nodiscard]] bool reserve(const Tree<Dim>& tree) {
    const u32 pairs = tree.slots() / 2;
    return pairs <= flags_.size() || flags_.resize(pairs, 0);
  }

  // Sets the fat box of a leaf. Refits and flags all branches above the leaf.
  void enlarge(Tree<Dim>& tree, u32 leaf, const Aabb<Dim>& fat) {
    tree.set_fat_box(tree[leaf].item(), fat);
    const u32 parent = tree.parent(leaf);
    refit_upwards(tree, parent, TreeBalance::kNever);
    for (u32 at = parent; at != kNone; at = tree.parent(at)) flags_[tree[at].link / 2] = 1;
    any_ = true;
  }

 private:
  Array<u8> flags_;  // by pair
  bool any_ = false;
};

// Sleep flags of items. The caller sets them for islands of items at rest (Gaul). All other items
// are awake.
class Sleepers {
 public:
  bool has(Id id) const { return id < asleep_.size() && asleep_[id] != 0; }
  size_t byte_length() const { return asleep_.byte_length(); }
  void shrink(u32 id_end) { asleep_.shrink_to(id_end); }

  [[nodiscard]] bool set(Id id, bool asleep) {
    if (id >= asleep_.size()) {
      const size_t wanted = size_t{id} + 1;
      if (!asleep) return true;
      if (!asleep_.reserve_more(wanted - asleep_.size()) || !asleep_.resize(wanted, 0))
        return false;
    }
    asleep_[id] = asleep ? 1 : 0;
    return true;
  }
  void wake(Id id) {
    if (id < asleep_.size()) asleep_[id] = 0;
  }
  void wake_all() { asleep_.clear(); }

 private:
  Array<u8> asleep_;  // by id; ids beyond the end are awake
};

}  // namespace sapwood::dynamic_tree
