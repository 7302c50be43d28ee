// In which leaf an item is.
#pragma once

#include "sapwood/base/array.hpp"

namespace sapwood::bulk_tree {

// Leaf node of every item, by id. Owned by whoever owns the items; values from kForeign on are the
// owner's to use.
using LeafMap = Array<u32>;
inline constexpr u32 kForeign = 0x80000000u;

// Leaf of every item, filled in steps: map[id] = leaf. One unit a node.
class LeafMapper {
 public:
  // `map` covers all ids of the tree.
  template <class Tree>
  void step(const Tree& tree, LeafMap& map, u64 limit, u64& work, bool& done) {
    const u32 left = tree.node_count() - at_;
    const u32 until = left <= limit ? tree.node_count() : at_ + static_cast<u32>(limit);
    work = until - at_;
    for (; at_ < until; ++at_) {
      const auto& node = tree.node(at_);
      if (!node.is_leaf()) continue;
      for (u32 i = node.first(); i < node.first() + node.count(); ++i) map[tree.item(i).id] = at_;
    }
    done = at_ == tree.node_count();
  }

 private:
  u32 at_ = 0;
};

template <class Tree>
void map_leaves(const Tree& tree, LeafMap& map) {
  u64 work = 0;
  bool done = false;
  LeafMapper().step(tree, map, ~u64{0}, work, done);
}

}  // namespace sapwood::bulk_tree
