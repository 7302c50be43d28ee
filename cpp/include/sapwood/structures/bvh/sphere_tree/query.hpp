// Walks over the tree for one query. Each node that is reached is read once.
//
// All of them answer false when the visitor ended the walk, and count the nodes that they read,
// those below a covered one too.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/sphere_query.hpp"
#include "sapwood/structures/bvh/sphere_tree/node.hpp"

namespace sapwood::sphere_tree {

// A walk that goes on with one child and stacks the other holds as many entries as the tree is
// high; one that stacks both holds one more, and so does a walk with the end of the array below.
// Inline storage always does, so no walk needs memory.
inline constexpr size_t kStack = kTallest + 1;

// Certain hits: the items below a branch, whose nodes end before `end`.
template <int Dim, class Visitor>
bool visit_below(const Tree<Dim>& tree, u32 branch, u32 end, Counters auto& counters,
                 Visitor& visit) {
  for (u32 at = branch + 1; at < end; ++at) {
    const Node<Dim>& node = tree.nodes[at];
    ++counters.node_visits;
    trace_of(counters).step(Step::kBelow, at);
    if (!node.is_leaf() || node.item() == kDead) continue;
    trace_of(counters).step(Step::kTaken, at, 1);
    if (!visit.accept(node.item())) return false;
  }
  return true;
}

// Left child first: through the array from its beginning to its end. Leaves out the runs of nodes
// that the query does not touch and takes those that it covers without a test. The node behind a
// subtree is the one that was stacked last.
template <int Dim, class Query, class Visitor>
bool traverse(const Tree<Dim>& tree, const Query& query, Counters auto& counters, Visitor& visit) {
  if (tree.size() == 0) return true;
  const SphereView<Query> view(query, tree.world());
  TraversalStack<u32, kStack> open(0);
  open.push(tree.size());
  auto&& trace = trace_of(counters);
  for (u32 at = 0; at != tree.size();) {
    const Node<Dim>& node = tree.nodes[at];
    ++counters.node_visits;
    if (!view.may_touch(node.sphere())) {
      trace.step(Step::kMissed, at);
      at = open.pop();
    } else if (node.is_leaf()) {
      trace.step(Step::kEntered, at);
      if (node.item() != kDead) trace.step(Step::kCompared, at, 1);
      at = open.pop();
      if (node.item() == kDead) continue;
      ++counters.item_tests;
      if (!visit.test(node.item())) return false;
    } else if (view.contains(node.sphere())) {
      trace.step(Step::kCovered, at);
      const u32 branch = at;
      at = open.pop();
      if (!visit_below(tree, branch, at, counters, visit)) return false;
    } else {
      trace.step(Step::kEntered, at);
      open.push(node.right());
      ++at;
    }
  }
  return true;
}

// A node in reach, with what is needed of it later.
struct ReachedNode {
  f32 bound;  // of the key of everything inside
  u32 node;
};

// Nearer child first, for a query whose reach shrinks while the visitor runs: what was stacked is
// asked again when its turn comes.
template <int Dim, class Query, class Visitor>
bool traverse_ordered(const Tree<Dim>& tree, Query& query, Counters auto& counters,
                      Visitor& visit) {
  if (tree.size() == 0) return true;
  const SphereView<Query> view(query, tree.world());
  auto&& trace = trace_of(counters);
  const auto reach = [&](u32 at) {
    ++counters.node_visits;
    const ReachedNode reached{view.lower_bound(tree.nodes[at].sphere()), at};
    trace.step(query.in_reach(reached.bound) ? Step::kEntered : Step::kMissed, at);
    return reached;
  };
  TraversalStack<ReachedNode, kStack> open(0);
  open.push(reach(0));
  while (!open.empty()) {
    const ReachedNode at = open.pop();
    if (!query.in_reach(at.bound)) {
      trace.step(Step::kDropped, at.node);
      continue;
    }
    const Node<Dim>& node = tree.nodes[at.node];
    if (node.is_leaf()) {
      if (node.item() == kDead) continue;
      ++counters.item_tests;
      trace.step(Step::kCompared, at.node, 1);
      if (!visit.test(node.item())) return false;
      continue;
    }
    ReachedNode near = reach(at.node + 1);
    ReachedNode far = reach(node.right());
    if (far.bound < near.bound) std::swap(near, far);
    if (query.in_reach(far.bound)) open.push(far);
    if (query.in_reach(near.bound)) open.push(near);
  }
  return true;
}

}  // namespace sapwood::sphere_tree
