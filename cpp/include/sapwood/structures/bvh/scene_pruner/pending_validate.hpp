// Every invariant of the incremental tree, checked without trusting any link.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/scene_pruner/pending_tree.hpp"

namespace sapwood::scene_pruner {

template <int Dim>
class PendingValidator {
 public:
  PendingValidator(const PendingTree<Dim>& tree, const Members<Dim>& members, u32 id_end,
                   Faults& faults)
      : tree_(tree), members_(members), id_end_(id_end), faults_(faults) {}

  // Counts the items that were found.
  u32 run() {
    if (!tree_.pairs().sound()) faults_.add("pending items: free list broken near", tree_.root());
    if (tree_.empty()) {
      faults_.require(tree_.pairs().live() == 0, "pending items: pairs without a root",
                      tree_.pairs().live());
      return 0;
    }
    if (!order_.reserve(tree_.nodes())) {
      faults_.add("no memory to validate pending items:", tree_.nodes());
      return 0;
    }
    if (!visit(tree_.root(), kNone)) return 0;
    for (size_t i = 0; i < order_.size(); ++i) {
      const u32 at = order_[i];
      if (tree_.node(at).is_leaf()) continue;
      const u32 child = tree_.node(at).first_child();
      if (!faults_.require(child % 2 == 0, "pending items: odd first child of", at)) return 0;
      if (!visit(child, at) || !visit(child + 1, at)) return 0;
    }
    faults_.require(order_.size() == tree_.nodes(), "pending items: nodes out of reach of the root",
                    tree_.root());
    u32 items = 0;
    for (const u32 at : order_) items += tree_.node(at).is_leaf() ? check_leaf(at) : 0;
    for (const u32 at : order_) check_branch(at);
    return items;
  }

 private:
  using Node = PendingNode<Dim>;

  bool visit(u32 at, u32 parent) {
    const bool there = at / 2 < tree_.pairs().slots() && !tree_.pairs()[at / 2].is_free();
    if (!faults_.require(there, "pending items: link out of range or to a free node in", parent)) {
      return false;
    }
    if (!faults_.require(tree_.node(at).parent == parent, "pending items: parent link wrong in",
                         at)) {
      return false;
    }
    if (!faults_.require(order_.size() < tree_.nodes(), "pending items: cycle at", at))
      return false;
    order_.push_unchecked(at);
    return true;
  }

  u32 check_leaf(u32 at) {
    const Node& leaf = tree_.node(at);
    const u32 count = leaf.count();
    faults_.require(count > 0, "pending items: empty leaf", at);
    Aabb<Dim> box = empty_box<Dim>();
    for (u32 i = 0; i < count; ++i) {
      const Id id = leaf.entry[i];
      if (!faults_.require(id < id_end_, "pending items: unknown item in", at)) return count;
      faults_.require(members_.leaf_of[id] == at, "pending items: leaf link wrong of id", id);
      box = unite(box, members_.boxes[id]);
    }
    for (u32 i = count; i < kMaxPending; ++i) {
      faults_.require(leaf.entry[i] == kNone, "pending items: gap in leaf", at);
    }
    faults_.require(box == leaf.box, "pending items: box is not the union of the items of", at);
    return count;
  }

  void check_branch(u32 at) {
    const Node& branch = tree_.node(at);
    if (branch.is_leaf()) return;
    const Node& left = tree_.node(branch.first_child());
    const Node& right = tree_.node(branch.first_child() + 1);
    const u32 taller = left.height > right.height ? left.height : right.height;
    faults_.require(branch.height == taller + 1, "pending items: height wrong in", at);
    faults_.require(branch.box == unite(left.box, right.box),
                    "pending items: box is not the union of the children of", at);
  }

  const PendingTree<Dim>& tree_;
  const Members<Dim>& members_;
  const u32 id_end_;
  Faults& faults_;
  Array<u32> order_;
};

}  // namespace sapwood::scene_pruner
