/// @file
/// Node dump of the tree of a mesh.
#pragma once

#include "sapwood/core/node_dump.hpp"
#include "sapwood/mesh/geometry.hpp"

namespace sapwood::mesh {

/// Returns the key of a node or leaf in node dumps.
inline NodeKey key_of_child(u32 child) {
  return (child & kLeafBit) != 0 ? key_in(1, child & ~kLeafBit) : NodeKey{child};
}

/// Writes the nodes and leaves of a tree to a dump. Parents come before their children.
template <int Dim>
class NodeWriter {
 public:
  NodeWriter(const Geometry<Dim>& geometry, NodeDump& dump)
      : tree_(geometry.tree()), positions_(geometry.positions()), dump_(dump) {}

  Status run(u32 size) {
    if (!dump_.reserve(size_t{tree_.node_count()} + tree_.leaf_count(), size, Dim)) {
      return Status::out_of_memory();
    }
    DumpedNode open[kStackBound + kLanes];
    u32 count = 0;
    if (!tree_.empty()) open[count++] = {0, 0, kNone};
    while (count > 0) {
      const DumpedNode at = open[--count];
      const Node<Dim>& node = tree_.node(at.node);
      const u32 index = dump_.add_node(united(node.boxes), at.level, at.parent, NodeKind::kBranch,
                                       key_of_child(at.node));
      for (u32 lane = 0; lane < kLanes && node.child[lane] != kNone; ++lane) {
        if ((node.child[lane] & kLeafBit) != 0) {
          add_leaf(node.child[lane] & ~kLeafBit, at.level + 1, index);
        } else {
          open[count++] = {node.child[lane], at.level + 1, index};
        }
      }
    }
    return Status::success();
  }

 private:
  void add_leaf(u32 leaf, u32 level, u32 parent) {
    const u32 index = dump_.add_node(tree_.box_of_leaf(leaf, positions_), level, parent,
                                     NodeKind::kLeaf, key_of_child(leaf | kLeafBit));
    for (const u32 id : tree_.leaf(leaf).id) {
      if (id != kNone) dump_.add_item(index, id);
    }
  }

  const Tree<Dim>& tree_;
  const f32* positions_;
  NodeDump& dump_;
};

}  // namespace sapwood::mesh
