// Statistics, node dump and validation of a dynamic tree.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Computes statistics. The area ratios are NaN if the area of the root is 0.
template <int Dim>
void measure(const Tree<Dim>& tree, IndexStats& stats) {
  stats.nodes = tree.live();
  if (tree.empty()) return;
  f64 branches = 0;
  f64 leaves = 0;
  i32 tilt = 0;
  for (u32 i = 0; i < tree.slots(); ++i) {
    const Node<Dim>& node = tree[i];
    if (node.height < 0) continue;
    if (node.is_leaf()) {
      leaves += half_area(node.box);
      stats.leaves += 1;
      continue;
    }
    branches += half_area(node.box);
    const i32 difference = tree[node.child(1)].height - tree[node.child(0)].height;
    tilt = std::max(tilt, difference < 0 ? -difference : difference);
  }
  stats.height = static_cast<f64>(tree.height());
  stats.max_imbalance = tilt;
  stats.set_areas(branches, leaves, half_area(tree[Tree<Dim>::kRoot].box));
}

template <int Dim>
Status dump(const Tree<Dim>& tree, NodeDump& dump) {
  dump.clear();
  if (tree.empty()) return Status::success();
  TraversalStack<DumpedNode> open(tree.height() + 1);
  const size_t count = tree.live();
  if (!open.ready() || !dump.reserve(count, count / 2 + 1, Dim)) return Status::out_of_memory();
  open.push({Tree<Dim>::kRoot, 0, kNone});
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const Node<Dim>& node = tree[at.node];
    const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place = dump.add_node(node.box, at.level, at.parent, kind, key_of(node));
    if (place == NodeDump::kSkipped) continue;
    if (node.is_leaf()) {
      dump.add_item(place, node.item());
      continue;
    }
    open.push({node.child(1), at.level + 1, place});
    open.push({node.child(0), at.level + 1, place});
  }
  return Status::success();
}

// Checks every invariant of the tree. No link is assumed to be valid, so damaged trees can also be
// checked.
template <int Dim>
class TreeValidator {
 public:
  TreeValidator(const Tree<Dim>& tree, const ItemStore<Dim>& items, Faults& faults)
      : tree_(tree), items_(items), faults_(faults) {}

  // Allocates memory for the indices of all nodes. If this fails, run() reports a fault.
  [[nodiscard]] bool reserve() { return order_.reserve(tree_.slots()); }

  void run() {
    faults_.require(tree_.pairs().sound(), "free list or live count broken, live pairs",
                    tree_.pairs().live());
    check_items();
    check_counts();
    // the checks of nodes require that walk() has reached each node exactly once, after its parent
    if (!walk()) return;
    for (size_t i = order_.size(); i-- > 0;) check_node(order_[i]);
  }

 private:
  using TreeNode = Node<Dim>;

  void check_counts() {
    const u64 count = items_.size();
    const u64 expected = count == 0 ? 0 : 2 * count - 1;
    faults_.require(tree_.live() == expected, "live nodes are not 2 * items - 1 but", tree_.live());
    faults_.require(tree_.empty() == (count == 0), "root does not fit the item count", count);
  }

  void check_items() {
    const Array<Leaf<Dim>>& leaves = tree_.leaves();
    if (!faults_.require(leaves.size() >= items_.id_end(), "leaf links missing from id",
                         static_cast<u32>(leaves.size()))) {
      return;
    }
    for (Id id = 0; id < items_.id_end(); ++id) {
      const u32 leaf = leaves[id].node;
      if (!items_.has(id)) {
        faults_.require(leaf == kNone, "leaf link of free id", id);
        continue;
      }
      if (!faults_.require(leaf < tree_.slots(), "leaf link out of range of id", id)) continue;
      const TreeNode& node = tree_[leaf];
      faults_.require(node.is_leaf() && node.item() == id,
                      "leaf link does not lead to the leaf of id", id);
    }
  }

  // Collects all nodes. Parents come before their children. Returns false if the links do not form
  // a tree.
  bool walk() {
    order_.clear();
    if (tree_.empty()) return true;
    if (!reserve()) {
      faults_.add("no memory to validate nodes:", tree_.slots());
      return false;
    }
    if (!visit(Tree<Dim>::kRoot, kNone)) return false;
    for (size_t i = 0; i < order_.size(); ++i) {
      const TreeNode& node = tree_[order_[i]];
      if (node.is_leaf()) continue;
      if (!visit(node.child(0), order_[i]) || !visit(node.child(1), order_[i])) return false;
    }
    return faults_.require(order_.size() == tree_.live(), "nodes that the root does not reach, of",
                           tree_.live());
  }

  // Checks the parent link of a node, and that the children of its parent are a pair of siblings.
  // This ensures that each node is collected at most once, so there are no cycles and `order_` does
  // not overflow.
  bool visit(u32 at, u32 parent) {
    if (!faults_.require(at < tree_.slots(), "child link out of range in node", parent))
      return false;
    if (!faults_.require(tree_[at].height >= 0, "free node in the tree", at)) return false;
    if (!faults_.require(tree_.parent(at) == parent, "parent link wrong in node", at)) return false;
    const bool even = parent == kNone || tree_[parent].link % 2 == 0;
    if (!faults_.require(even, "children in different pairs in node", parent)) return false;
    order_.push_unchecked(at);
    return true;
  }

  void check_node(u32 at) {
    const TreeNode& node = tree_[at];
    if (node.is_leaf()) {
      check_leaf(at);
      return;
    }
    const TreeNode& left = tree_[node.child(0)];
    const TreeNode& right = tree_[node.child(1)];
    const i64 taller = left.height > right.height ? left.height : right.height;
    faults_.require(node.height == 1 + taller, "height wrong in node", at);
    const Aabb<Dim> box = unite(left.box, right.box);
    faults_.require(std::memcmp(&node.box, &box, sizeof(box)) == 0,
                    "box is not the exact union of the children in node", at);
  }

  void check_leaf(u32 at) {
    const TreeNode& node = tree_[at];
    const bool known = node.item() < items_.id_end() && items_.has(node.item()) &&
                       node.item() < tree_.leaves().size() && tree_.leaf_of(node.item()) == at;
    if (!faults_.require(known, "leaf without an item in node", at)) return;
    const Aabb<Dim>& copy = tree_.fat_box(node.item());
    faults_.require(std::memcmp(&node.box, &copy, sizeof(copy)) == 0,
                    "fat box in the node and by id differ for id", node.item());
    faults_.require(contains(node.box, items_.box(node.item())),
                    "fat box does not contain the box of id", node.item());
    bool plain = true;
    for (int axis = 0; axis < Dim; ++axis) {
      plain &= node.box.min[axis] >= -kMaxFatCoordinate && node.box.max[axis] <= kMaxFatCoordinate;
      plain &= !(node.box.min[axis] == 0 && std::signbit(node.box.min[axis]));
      plain &= !(node.box.max[axis] == 0 && std::signbit(node.box.max[axis]));
    }
    faults_.require(plain, "fat box out of range or with -0 in node", at);
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
  Array<u32> order_;
};

}  // namespace sapwood::dynamic_tree
