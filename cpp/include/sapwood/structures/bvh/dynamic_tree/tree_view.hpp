// What the parts of the tree that stand beside it read of it.
#pragma once

#include "sapwood/core/item_store.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

template <int Dim>
struct TreeView {
  const Tree<Dim>& tree;
  const Array<u32>& leaf_of;  // by id, kNone for free ids
  const ItemStore<Dim>& items;

  const Aabb<Dim>& fat(Id id) const { return tree.nodes[leaf_of[id]].box; }
};

}  // namespace sapwood::dynamic_tree
