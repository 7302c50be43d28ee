// Top-down bulk build with the binned surface-area heuristic (Wald, On fast construction of
// SAH-based bounding volume hierarchies, 2007), one item a leaf.
//
// Where ranges of items are cut says range_cut.hpp. O(n log n); no recursion; the same input gives
// the same tree.
//
// Children of a branch are neighbors in memory, parents come before children.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"
#include "sapwood/structures/bvh/dynamic_tree/range_cut.hpp"

namespace sapwood::dynamic_tree {

template <int Dim>
class BulkBuilder {
 public:
  [[nodiscard]] bool reserve(u32 count) { return cutter_.reserve(count); }

  // Needs reserve().
  void add(Id id, const Aabb<Dim>& fat) { cutter_.add(id, fat); }

  // Replaces the tree by one of the added items and records their leaves. Needs room for
  // 2 * items - 1 nodes; `leaf_of` covers all ids.
  void build(Tree<Dim>& tree, Array<u32>& leaf_of) {
    const u32 count = cutter_.size();
    tree.root = count == 0 ? kNone : 0;
    tree.nodes.assign(count == 0 ? 0 : 2 * count - 1);
    if (count == 0) return;
    tree.nodes[0].parent = kNone;
    TraversalStack<Range, kDeepestCut + 1> open(0);
    u32 used = 1;
    for (Range range{0, count, 0, 0};; range = open.pop()) {
      while (range.count() > 1) {
        const u32 middle = cutter_.cut({range.begin, range.end}, range.depth);
        const u32 left = used;
        used += 2;
        Node<Dim>& node = tree.nodes[range.node];
        node.child[0] = left;
        node.child[1] = left + 1;
        tree.nodes[left].parent = tree.nodes[left + 1].parent = range.node;
        open.push({middle, range.end, left + 1, range.depth + 1});
        range = {range.begin, middle, left, range.depth + 1};
      }
      place_leaf(tree, range, leaf_of);
      if (open.empty()) break;
    }
    // children come behind their parents
    for (u32 i = 2 * count - 1; i-- > 0;) {
      if (!tree.nodes[i].is_leaf()) refit_node(tree, i);
    }
  }

 private:
  struct Range {
    u32 begin, end;  // of the cutter's items
    u32 node;
    u32 depth;
    u32 count() const { return end - begin; }
  };

  void place_leaf(Tree<Dim>& tree, const Range& range, Array<u32>& leaf_of) const {
    const BuildItem& item = cutter_.item(range.begin);
    const u32 parent = tree.nodes[range.node].parent;
    tree.nodes[range.node].make_leaf(item.box<Dim>(), item.id());
    tree.nodes[range.node].parent = parent;
    leaf_of[item.id()] = range.node;
  }

  RangeCutter<Dim> cutter_;
};

}  // namespace sapwood::dynamic_tree
