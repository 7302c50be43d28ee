// Which branches of a tree grew because something moved below them without leaving its place.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/insert.hpp"

namespace sapwood::dynamic_tree {

// Flags by node. One may outlive its node when leaves are inserted or removed meanwhile: that costs
// a partial rebuild some work and nothing else.
template <int Dim>
class Stretched {
 public:
  bool has(u32 node) const { return node < flags_.size() && flags_[node] != 0; }
  size_t byte_length() const { return flags_.byte_length(); }
  void forget() { flags_.clear(); }

  // Room for enlarge() in a tree of that many slots; false when the memory is not to be had.
  [[nodiscard]] bool reserve(u32 slots) {
    return slots <= flags_.size() || flags_.resize(slots, 0);
  }

  // Gives the leaf another box, corrects those above and flags all of them.
  void enlarge(Tree<Dim>& tree, u32 leaf, const Aabb<Dim>& fat) {
    tree.nodes[leaf].box = fat;
    const u32 parent = tree.nodes[leaf].parent;
    refit_upwards(tree, parent, TreeBalance::kNever);
    for (u32 at = parent; at != kNone; at = tree.nodes[at].parent) flags_[at] = 1;
  }

 private:
  Array<u8> flags_;
};

}  // namespace sapwood::dynamic_tree
