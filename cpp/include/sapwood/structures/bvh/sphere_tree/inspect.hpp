// Picture of the tree: the spheres, the boxes of the items in them, and the pending items as a
// block.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/structures/bvh/sphere_tree/refit.hpp"

namespace sapwood::sphere_tree {

template <int Dim>
class NodeDumper {
 public:
  NodeDumper(const Tree<Dim>& tree, const PendingList<Dim>& pending, const ItemStore<Dim>& items,
             NodeDump& dump)
      : tree_(tree), pending_(pending), items_(items), dump_(dump) {}

  Status draw() {
    dump_.clear();
    const size_t nodes = size_t{tree_.size()} + 1;
    if (!dump_.reserve(nodes, items_.size(), Dim) || !dump_.reserve_spheres(nodes, Dim)) {
      return Status::out_of_memory();
    }
    add_nodes();
    unite_boxes();
    if (pending_.size() != 0) add_pending();
    return Status::success();
  }

 private:
  // In the order of the array: depth first, parents before children.
  void add_nodes() {
    Ancestors above;
    for (u32 at = 0; at < tree_.size(); ++at) {
      above.advance(at);
      const Node<Dim>& node = tree_.nodes[at];
      const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
      dump_.add_node(leaf_box(node), above.count(), above.parent(), kind, at);
      dump_.add_sphere(node.center, node.radius);
      if (!node.is_leaf()) {
        above.open(at, above.end_of(tree_.nodes, at));
      } else if (node.item() != kDead) {
        dump_.add_item(at, node.item());
      }
    }
  }

  // Of a leaf whose item is gone: its center. Boxes of branches follow from those below.
  Aabb<Dim> leaf_box(const Node<Dim>& node) const {
    if (node.is_leaf() && node.item() != kDead) return items_.box(node.item());
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) box.min[axis] = box.max[axis] = node.center[axis];
    return box;
  }

  void unite_boxes() {
    for (u32 at = tree_.size(); at-- > 0;) {
      const Node<Dim>& node = tree_.nodes[at];
      if (!node.is_leaf()) set_box(at, unite(box(at + 1), box(node.right())));
    }
  }
  Aabb<Dim> box(u32 at) const {
    Aabb<Dim> box;
    std::memcpy(&box, dump_.bounds.data() + size_t{at} * 2 * Dim, sizeof(box));
    return box;
  }
  void set_box(u32 at, const Aabb<Dim>& box) {
    std::memcpy(dump_.bounds.data() + size_t{at} * 2 * Dim, &box, sizeof(box));
  }

  void add_pending() {
    Aabb<Dim> all = empty_box<Dim>();
    for (const Id id : pending_.ids()) all = unite(all, items_.box(id));
    const u32 block = dump_.add_node(all, 0, kNone, NodeKind::kBlock, kListNode);
    const Sphere<Dim> sphere = enclosing_sphere(all);
    dump_.add_sphere(sphere.center, sphere.radius);
    for (const Id id : pending_.ids()) dump_.add_item(block, id);
  }

  const Tree<Dim>& tree_;
  const PendingList<Dim>& pending_;
  const ItemStore<Dim>& items_;
  NodeDump& dump_;
};

}  // namespace sapwood::sphere_tree
