// Correcting all branches in one pass, and the measure that tells when that is no longer enough.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Sum of the areas of all branches over that of the root: the node visits to expect of a small
// query. 0 where there is no branch; infinite or NaN where areas are 0.
template <int Dim>
f64 area_ratio(const Tree<Dim>& tree) {
  const auto& nodes = tree.nodes;
  if (tree.root == kNone) return 0;
  f64 sum = 0;
  for (u32 i = 0; i < nodes.slots(); ++i) {
    if (nodes[i].height > 0) sum += half_area(nodes[i].box);
  }
  return sum / half_area(nodes[tree.root].box);
}

// Corrects the box of every branch after leaves have changed; heights stay. `order` is scratch and
// needs room for all branches.
template <int Dim>
void refit_all(Tree<Dim>& tree, Array<u32>& order) {
  auto& nodes = tree.nodes;
  if (tree.root == kNone || nodes[tree.root].is_leaf()) return;
  // the list is its own queue: parents come before their children
  order.clear();
  order.push_unchecked(tree.root);
  for (size_t i = 0; i < order.size(); ++i) {
    for (const u32 child : nodes[order[i]].child) {
      if (!nodes[child].is_leaf()) order.push_unchecked(child);
    }
  }
  for (size_t i = order.size(); i-- > 0;) refit_node(tree, order[i]);
}

// Whether a tree that was only refitted has become so much worse than when it was built top down
// that a new one pays.
class RebuildPolicy {
 public:
  template <int Dim>
  void note_build(const Tree<Dim>& tree) {
    ratio_ = area_ratio(tree);
    nodes_ = tree.nodes.live();
  }

  // Written so that NaN, a tree without area, is degraded.
  template <int Dim>
  bool degraded(const Tree<Dim>& tree) const {
    const u32 nodes = tree.nodes.live();
    const u32 drift = nodes > nodes_ ? nodes - nodes_ : nodes_ - nodes;
    return drift > nodes / 8 || !(area_ratio(tree) <= kDegraded * ratio_);
  }

 private:
  static constexpr f64 kDegraded =
      1.25;  // measured: lower rebuilds too often, higher slows queries

  f64 ratio_ = 0;  // area ratio after the last build
  u32 nodes_ = 0;
};

}  // namespace sapwood::dynamic_tree
