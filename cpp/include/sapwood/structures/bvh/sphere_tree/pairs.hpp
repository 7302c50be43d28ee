// All overlapping pairs inside one tree, by walking it against itself.
//
// Two nodes are opened further while their spheres may overlap, the larger one first; two leaves
// are compared by the exact boxes of their items. Every pair of items meets at the one branch that
// has them on different sides, so none comes up twice.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/structures/bvh/sphere_tree/node.hpp"

namespace sapwood::sphere_tree {

template <int Dim, class Visitor>
class PairWalk {
 public:
  PairWalk(const Tree<Dim>& tree, const ItemStore<Dim>& items, QueryCounters& counters,
           Visitor& visit)
      : tree_(tree), items_(items), counters_(counters), visit_(visit) {}

  // False when the visitor ended it.
  bool run() {
    for (u32 at = 0; at < tree_.size(); ++at) {
      const Node<Dim>& node = tree_.nodes[at];
      if (node.is_leaf()) continue;
      test(at + 1, node.right());
      if (!finish()) return false;
    }
    return true;
  }

 private:
  struct NodePair {
    u32 a, b;
  };

  void test(u32 a, u32 b) {
    ++counters_.node_visits;
    if (may_overlap(tree_.nodes[a].sphere(), tree_.nodes[b].sphere())) open_.push({a, b});
  }

  // A step takes one pair and adds at most two, which are a level deeper on one side.
  bool finish() {
    while (!open_.empty()) {
      const NodePair pair = open_.pop();
      const Node<Dim>& a = tree_.nodes[pair.a];
      const Node<Dim>& b = tree_.nodes[pair.b];
      if (a.is_leaf() && b.is_leaf()) {
        if (!compare(a.item(), b.item())) return false;
      } else if (b.is_leaf() || (!a.is_leaf() && a.radius >= b.radius)) {
        test(a.right(), pair.b);
        test(pair.a + 1, pair.b);
      } else {
        test(pair.a, b.right());
        test(pair.a, pair.b + 1);
      }
    }
    return true;
  }

  bool compare(Id a, Id b) {
    if (a == kDead || b == kDead) return true;
    ++counters_.item_tests;
    return !overlaps(items_.box(a), items_.box(b)) || static_cast<bool>(visit_(a, b));
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  QueryCounters& counters_;
  Visitor& visit_;
  TraversalStack<NodePair, 2 * kTallest + 1> open_{0};
};

}  // namespace sapwood::sphere_tree
