// Statistics, node dump and validation of a sphere tree.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/sphere_tree/build.hpp"

namespace sapwood::sphere_tree {

// Writer of node dumps. A dump contains the sphere of each node, a box around its items, and all
// pending items in one additional node.
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
    if (dump_.stores()) unite_boxes();
    if (pending_.size() != 0) add_pending();
    return Status::success();
  }

 private:
  void add_nodes() {
    Ancestors above;
    for (u32 at = 0; at < tree_.size();) {
      above.advance(at);
      const Node<Dim>& node = tree_.nodes[at];
      const u32 end = node.is_leaf() ? at + 1 : above.end_of(tree_.nodes, at);
      const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
      const u32 place = dump_.add_node(first_box(node), above.count(), above.parent(), kind, at);
      if (place == NodeDump::kSkipped) {
        at = end;
        continue;
      }
      dump_.add_sphere(node.center, node.radius);
      if (!node.is_leaf()) {
        above.open(at, end);
      } else if (node.item() != kRemoved) {
        dump_.add_item(place, node.item());
      }
      ++at;
    }
  }

  // For a leaf, returns the box of its item. For a branch, returns a box around its sphere, for use
  // until unite_boxes() replaces it. This box is slightly enlarged, because rounding can make a
  // sphere smaller than its items.
  Aabb<Dim> first_box(const Node<Dim>& node) const {
    if (node.is_leaf() && node.item() != kRemoved) return items_.box(node.item());
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = box.max[axis] = node.center[axis];
      if (node.is_leaf()) continue;
      const f32 slack = (std::fabs(node.center[axis]) + node.radius) * 1e-6f;
      box.min[axis] -= node.radius + slack;
      box.max[axis] += node.radius + slack;
    }
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

// Validation of every invariant of the tree. No link is assumed to be valid, because load() also
// uses this code.

struct TreeCounts {
  u32 height = 0;
  u32 removed = 0;  // leaves without an item
  u32 found = 0;    // live items in leaves
};

template <int Dim>
class TreeValidator {
 public:
  TreeValidator(const Array<Node<Dim>>& nodes, const ItemStore<Dim>& items, Faults& faults,
                BranchSpheres spheres)
      : nodes_(nodes), items_(items), faults_(faults), spheres_(spheres) {}

  // Checks the tree and stops at the first invalid link. Calls on_leaf(id, node) for every leaf of
  // a live item. Each node is visited once: as the root, or as a child of its parent.
  template <class OnLeaf>
  TreeCounts run(OnLeaf&& on_leaf) {
    TreeCounts counts;
    Ancestors above;
    const u32 size = static_cast<u32>(nodes_.size());
    for (u32 at = 0; at < size; ++at) {
      above.advance(at);
      if (!check_place(above, at)) return counts;
      counts.height = std::max(counts.height, above.count());
      const Node<Dim>& node = nodes_[at];
      faults_.require(is_valid(node.sphere()), "sphere out of range in node", at);
      if (!node.is_leaf()) {
        above.open(at, above.end_of(nodes_, at));
      } else if (node.item() == kRemoved) {
        ++counts.removed;
      } else if (check_leaf(above, at)) {
        ++counts.found;
        on_leaf(node.item(), at);
      }
    }
    return counts;
  }

 private:
  bool check_place(const Ancestors& above, u32 at) {
    const Node<Dim>& node = nodes_[at];
    const u32 parent = above.parent();
    const bool child = parent == kNone ? at == 0 : at == parent + 1 || at == nodes_[parent].right();
    if (!faults_.require(child, "not the child of any branch: node", at)) return false;
    const u32 end = above.end_of(nodes_, at);
    if (node.is_leaf()) {
      return faults_.require(end == at + 1, "a leaf does not end its side of the tree: node", at);
    }
    const bool inside = node.right() > at + 1 && node.right() < end;
    if (!faults_.require(inside, "right child out of range in node", at)) return false;
    if (!faults_.require(node.axis() < Dim, "no such axis in node", at)) return false;
    return faults_.require(!above.full(), "too deep: node", at);
  }

  bool check_leaf(const Ancestors& above, u32 at) {
    const Node<Dim>& leaf = nodes_[at];
    const Id id = leaf.item();
    if (!faults_.require(id < items_.id_end() && items_.has(id), "leaf without an item: node",
                         at)) {
      return false;
    }
    faults_.require(contains(leaf.sphere(), items_.box(id)),
                    "sphere does not contain the box of its item in node", at);
    const LeafItem<Dim> item{leaf.sphere(), items_.box(id), spheres_};
    for (const u32 ancestor : above) {
      const Node<Dim>& branch = nodes_[ancestor];
      faults_.require(item.reach(branch.center) <= static_cast<f64>(branch.radius),
                      "sphere does not contain all items below node", ancestor);
      faults_.require(!branch.separates() || on_its_side(branch, at, leaf.center),
                      "split plane does not separate the items of node", ancestor);
    }
    return true;
  }

  const Array<Node<Dim>>& nodes_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
  BranchSpheres spheres_;
};

}  // namespace sapwood::sphere_tree
