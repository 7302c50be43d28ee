// Merging a second tree into a bulk tree, as a subtree.
//
// The target is the smallest node that contains the root box of the second tree, or the root. The
// target becomes a branch: its left child is a copy of the old target, its right child is the root
// of the second tree. The inserted nodes are the copy and the nodes of the second tree:
//   If the target was a leaf, the inserted nodes are appended, and all other nodes keep their
//   indices.
//   If the target was a branch, the inserted nodes are placed before its old left child, because
//   parents must come before their children. All later nodes move up by an even number of indices,
//   so odd indices stay odd.
// The box of the tree grows only if the second tree is not inside it. Cost: O(nodes + items) of
// both trees. Source: the description of NVIDIA PhysX 3.4's static pruner.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"

namespace sapwood::bulk_tree {

// Returns the smallest node that contains a box. The search starts at the root and continues in the
// first child that contains the box. Returns the root even if the root does not contain the box.
template <class Tree>
u32 smallest_around(const Tree& tree, const Aabb<Tree::kDim>& box) {
  u32 at = 0;
  while (!tree.node(at).is_leaf()) {
    const u32 left = tree.node(at).left();
    if (contains(tree.node(left).box, box)) {
      at = left;
    } else if (contains(tree.node(left + 1).box, box)) {
      at = left + 1;
    } else {
      break;
    }
  }
  return at;
}

struct MergeCost {
  u64 nodes = 0;  // written nodes: the second tree, the copy, and moved nodes
  u64 items = 0;  // copied items
  u64 work = 0;   // all nodes and items read or written, including links and the leaf map
};

template <class Tree>
class Grafter {
 public:
  using Node = typename Tree::Node;

  Grafter(Tree& tree, const Tree& merged) : tree_(tree), merged_(merged) {}

  const MergeCost& cost() const { return cost_; }

  // Reserves all memory that run() needs. Returns false if allocation fails, or if the merged tree
  // would have too many item positions.
  [[nodiscard]] bool reserve() {
    const u64 positions = u64{tree_.position_count()} + merged_.position_count();
    const u64 nodes = u64{tree_.node_count()} + merged_.node_count() + 1;
    return positions < kMaxPositions && tree_.items_.reserve(static_cast<size_t>(positions)) &&
           tree_.nodes_.reserve(static_cast<size_t>(nodes)) && tree_.parents_.reserve(nodes) &&
           tree_.marks_.reserve(static_cast<u32>(nodes)) && depths_.reserve(nodes);
  }

  // Merges the second tree into the first and updates the leaf map. Requires reserve(), up-to-date
  // boxes in both trees, distinct ids, and a map that has an entry for every id. Afterwards no node
  // is marked as out of date.
  void run(LeafMap& map) {
    if (merged_.empty()) return;
    const u32 offset = append_items();
    if (tree_.empty()) {
      copy_nodes(0, offset);
    } else {
      const u32 target = smallest_around(tree_, merged_.node(0).box);
      tree_.node(target).is_leaf() ? into_leaf(target, offset) : into_branch(target, offset);
    }
    tree_.link_parents();
    measure_height();
    map_again(map);
    cost_.items = merged_.position_count();
    cost_.work += cost_.nodes + cost_.items + 3 * u64{tree_.node_count()} + tree_.live();
  }

 private:
  u32 append_items() {
    const u32 offset = tree_.position_count();
    for (u32 i = 0; i < merged_.position_count(); ++i) {
      tree_.items_.push_unchecked(merged_.item(i));
    }
    tree_.live_ += merged_.live();
    return offset;
  }

  // Copies the nodes of the second tree to index `at` and the following indices. Grows the node
  // array if it is too short.
  void copy_nodes(u32 at, u32 offset) {
    cost_.nodes += merged_.node_count();
    for (u32 i = 0; i < merged_.node_count(); ++i) {
      Node node = merged_.node(i);
      if (node.is_leaf()) {
        node.set_leaf(node.first() + offset, node.count());
      } else {
        node.set_branch(node.left() + at);
      }
      if (at + i == tree_.nodes_.size()) tree_.nodes_.push_unchecked(Node{});
      tree_.nodes_[at + i] = node;
    }
  }

  void into_leaf(u32 target, u32 offset) {
    const u32 copy = tree_.node_count();
    ++cost_.nodes;
    tree_.nodes_.push_unchecked(tree_.nodes_[target]);
    copy_nodes(copy + 1, offset);
    grow(target, copy);
  }

  void into_branch(u32 target, u32 offset) {
    auto& nodes = tree_.nodes_;
    const u32 place = nodes[target].left();
    const u32 old_count = tree_.node_count();
    const u32 shift = merged_.node_count() + 1;
    cost_.nodes += old_count - place + 1;
    cost_.work += old_count;  // links that may refer to moved nodes
    for (u32 i = 0; i < shift; ++i) nodes.push_unchecked(Node{});
    std::memmove(static_cast<void*>(nodes.data() + place + shift), nodes.data() + place,
                 (old_count - place) * sizeof(Node));
    for (u32 i = 0; i < old_count + shift; ++i) {
      if (i == place) i += shift;
      Node& node = nodes[i];
      if (!node.is_leaf() && node.left() >= place) node.set_branch(node.left() + shift);
    }
    nodes[place] = nodes[target];
    copy_nodes(place + 1, offset);
    grow(target, place);
  }

  void grow(u32 target, u32 left) {
    Node& node = tree_.nodes_[target];
    node.set_branch(left);
    node.box = unite(tree_.nodes_[left].box, tree_.nodes_[left + 1].box);
  }

  void measure_height() {
    depths_.clear();
    u32 deepest = 0;
    for (u32 i = 0; i < tree_.node_count(); ++i) {
      const u32 depth = i == 0 ? 0 : depths_[tree_.parents_[i]] + 1;
      depths_.push_unchecked(depth);
      deepest = depth > deepest ? depth : deepest;
    }
    tree_.height_ = deepest;
  }

  void map_again(LeafMap& map) const {
    for (u32 i = 0; i < tree_.node_count(); ++i) {
      const Node& node = tree_.node(i);
      if (!node.is_leaf()) continue;
      for (u32 k = node.first(); k < node.first() + node.count(); ++k) map[tree_.item(k).id] = i;
    }
  }

  Tree& tree_;
  const Tree& merged_;
  MergeCost cost_;
  Array<u32> depths_;
};

}  // namespace sapwood::bulk_tree
