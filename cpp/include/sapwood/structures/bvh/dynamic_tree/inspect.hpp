// Statistics, node dump and validation.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Sets the statistics of the nodes. The area ratios stay NaN if the area of the root is 0.
template <int Dim>
void measure(const Tree<Dim>& tree, IndexStats& stats) {
  const auto& nodes = tree.nodes;
  stats.nodes = nodes.live();
  if (tree.root == kNone) return;
  f64 branches = 0;
  f64 leaves = 0;
  i32 tilt = 0;
  for (u32 i = 0; i < nodes.slots(); ++i) {
    const Node<Dim>& node = nodes[i];
    if (node.is_free()) continue;
    if (node.is_leaf()) {
      leaves += half_area(node.box);
      stats.leaves += 1;
      continue;
    }
    branches += half_area(node.box);
    const i32 difference = nodes[node.child[1]].height - nodes[node.child[0]].height;
    tilt = std::max(tilt, difference < 0 ? -difference : difference);
  }
  stats.height = static_cast<f64>(tree.height());
  stats.max_imbalance = tilt;
  stats.set_areas(branches, leaves, half_area(nodes[tree.root].box));
}

// Writes all nodes depth first: parents before children, first child first.
template <int Dim>
Status dump(const Tree<Dim>& tree, NodeDump& dump) {
  dump.clear();
  if (tree.root == kNone) return Status::success();
  TraversalStack<DumpedNode> open(tree.height() + 1);
  const size_t count = tree.nodes.live();
  if (!open.ready() || !dump.reserve(count, count / 2 + 1, Dim)) return Status::out_of_memory();
  open.push({tree.root, 0, kNone});
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const Node<Dim>& node = tree.nodes[at.node];
    const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place = dump.add_node(node.box, at.level, at.parent, kind, key_of(node.child));
    if (place == NodeDump::kSkipped) continue;
    if (node.is_leaf()) {
      dump.add_item(place, node.item());
      continue;
    }
    open.push({node.child[1], at.level + 1, place});
    open.push({node.child[0], at.level + 1, place});
  }
  return Status::success();
}

// Checks every invariant of the tree. No link is trusted, so it can also examine a damaged tree.
template <int Dim>
class TreeValidator {
 public:
  TreeValidator(const Tree<Dim>& tree, const Array<u32>& leaf_of, const ItemStore<Dim>& items,
                Faults& faults)
      : tree_(tree), leaf_of_(leaf_of), items_(items), faults_(faults) {}

  // Allocates the memory of run(). If this fails, run() reports a fault.
  [[nodiscard]] bool reserve() { return order_.reserve(tree_.nodes.slots()); }

  void run() {
    if (!tree_.nodes.sound()) faults_.add("free list or live count broken near node", tree_.root);
    check_items();
    check_counts();
    // the checks of nodes rely on this: each node is reached exactly once, after its parent
    if (!walk()) return;
    for (size_t i = order_.size(); i-- > 0;) check_node(order_[i]);
  }

 private:
  using TreeNode = Node<Dim>;

  void check_counts() {
    const u64 count = items_.size();
    const u64 expected = count == 0 ? 0 : 2 * count - 1;
    faults_.require(tree_.nodes.live() == expected, "live nodes are not 2 * items - 1 but",
                    tree_.nodes.live());
    faults_.require((tree_.root == kNone) == (count == 0), "root does not fit the item count",
                    tree_.root);
  }

  void check_items() {
    if (!faults_.require(leaf_of_.size() >= items_.id_end(), "leaf links missing from id",
                         static_cast<u32>(leaf_of_.size()))) {
      return;
    }
    for (Id id = 0; id < items_.id_end(); ++id) {
      const u32 leaf = leaf_of_[id];
      if (!items_.has(id)) {
        faults_.require(leaf == kNone, "leaf link of free id", id);
        continue;
      }
      if (!faults_.require(leaf < tree_.nodes.slots(), "leaf link out of range of id", id))
        continue;
      const TreeNode& node = tree_.nodes[leaf];
      faults_.require(node.height == 0 && node.is_leaf() && node.item() == id,
                      "leaf link does not lead to the leaf of id", id);
    }
  }

  // Collects all nodes, parents first. Returns false if the links do not form a tree.
  bool walk() {
    const auto& nodes = tree_.nodes;
    order_.clear();
    if (tree_.root == kNone) return true;
    if (!reserve()) {
      faults_.add("no memory to validate nodes:", nodes.slots());
      return false;
    }
    if (!visit(tree_.root, kNone)) return false;
    for (size_t i = 0; i < order_.size(); ++i) {
      const u32 at = order_[i];
      if (nodes[at].is_leaf()) continue;
      if (!visit(nodes[at].child[0], at) || !visit(nodes[at].child[1], at)) return false;
    }
    return faults_.require(order_.size() == nodes.live(), "nodes that the root does not reach, of",
                           nodes.live());
  }

  // Checks the parent link of a node, and that its parent does not contain it twice. Each node is
  // therefore collected at most once, so there are no cycles and order_ does not overflow.
  bool visit(u32 at, u32 parent) {
    const auto& nodes = tree_.nodes;
    if (!faults_.require(at < nodes.slots(), "child link out of range in node", parent))
      return false;
    if (!faults_.require(!nodes[at].is_free(), "free node in the tree", at)) return false;
    if (!faults_.require(nodes[at].parent == parent, "parent link wrong in node", at)) return false;
    const bool twice = parent != kNone && nodes[parent].child[0] == nodes[parent].child[1];
    if (!faults_.require(!twice, "same child twice in node", parent)) return false;
    order_.push_unchecked(at);
    return true;
  }

  void check_node(u32 at) {
    const TreeNode& node = tree_.nodes[at];
    if (node.is_leaf()) {
      check_leaf(at);
      return;
    }
    const TreeNode& left = tree_.nodes[node.child[0]];
    const TreeNode& right = tree_.nodes[node.child[1]];
    const i64 taller = left.height > right.height ? left.height : right.height;
    faults_.require(node.height == 1 + taller, "height wrong in node", at);
    const Aabb<Dim> box = unite(left.box, right.box);
    faults_.require(std::memcmp(&node.box, &box, sizeof(box)) == 0,
                    "box is not the exact union of the children in node", at);
  }

  void check_leaf(u32 at) {
    const TreeNode& node = tree_.nodes[at];
    faults_.require(node.height == 0, "height of a leaf not 0 in node", at);
    const bool known = node.item() < items_.id_end() && items_.has(node.item()) &&
                       node.item() < leaf_of_.size() && leaf_of_[node.item()] == at;
    if (!faults_.require(known, "leaf of no item in node", at)) return;
    faults_.require(contains(node.box, items_.box(node.item())),
                    "fat box does not contain the box of id", node.item());
    bool plain = true;
    for (int axis = 0; axis < Dim; ++axis) {
      plain &= node.box.min[axis] >= -kFarthest && node.box.max[axis] <= kFarthest;
      plain &= !(node.box.min[axis] == 0 && std::signbit(node.box.min[axis]));
      plain &= !(node.box.max[axis] == 0 && std::signbit(node.box.max[axis]));
    }
    faults_.require(plain, "fat box out of range or with -0 in node", at);
  }

  const Tree<Dim>& tree_;
  const Array<u32>& leaf_of_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
  Array<u32> order_;
};

}  // namespace sapwood::dynamic_tree
