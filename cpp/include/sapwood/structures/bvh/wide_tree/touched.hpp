// Leaves whose items have changed since the boxes of the nodes were computed.
#pragma once

#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

class Touched {
 public:
  bool any() const { return all_ || !leaves_.empty(); }
  size_t byte_length() const { return leaves_.byte_length(); }

  // Where the way to each leaf would cost more than a pass over all nodes, or memory for another
  // leaf is not to be had, all nodes are corrected.
  template <int Dim>
  void add(u32 leaf, const Tree<Dim>& tree) {
    if (all_) return;
    const size_t most = tree.node_count() / (kPathCost * (tree.height() + 1)) + 1;
    all_ = leaves_.size() >= most || !leaves_.push_back(leaf);
    if (all_) leaves_.clear();
  }

  // Nodes that correct() computes.
  template <int Dim>
  u32 nodes(const Tree<Dim>& tree) const {
    if (all_) return tree.node_count();
    u32 nodes = 0;
    u32 path[kMaxHeight + 1];
    for (const u32 leaf : leaves_) nodes += tree.find_path(leaf, path);
    return nodes;
  }

  template <int Dim>
  void correct(Tree<Dim>& tree) {
    if (all_) {
      tree.refit();
    } else {
      for (const u32 leaf : leaves_) tree.refit_path(leaf);
    }
    clear();
  }

  void clear() {
    leaves_.clear();
    all_ = false;
  }

 private:
  // A node on the way to a leaf costs this many of a pass in order.
  static constexpr u32 kPathCost = 2;

  Array<u32> leaves_;  // may name a leaf more than once
  bool all_ = false;
};

}  // namespace sapwood::wide_tree
