// Walks over the tree for one query. Each node that is reached is read once.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Depth first, first child first. Visits the items of the leaves whose fat box passes.
template <int Dim, class Query, class Visitor>
Status traverse(const Tree<Dim>& tree, const Query& query, Counters auto& counters,
                Visitor&& visit) {
  if (tree.root == kNone) return Status::success();
  TraversalStack<u32> open(tree.height());
  if (!open.ready()) return Status::out_of_memory();
  auto&& trace = trace_of(counters);
  u64 visits = 0;
  u64 tests = 0;
  for (u32 at = tree.root;;) {
    const Node<Dim>& node = tree.nodes[at];
    ++visits;
    if (query.may_touch(node.box)) {
      trace.step(Step::kEntered, key_of(node.child));
      if (!node.is_leaf()) {
        open.push(node.child[1]);
        at = node.child[0];
        continue;
      }
      ++tests;
      trace.step(Step::kCompared, key_of(node.child), 1);
      if (!visit(node.item())) break;
    } else {
      trace.step(Step::kMissed, key_of(node.child));
    }
    if (open.empty()) break;
    at = open.pop();
  }
  counters.node_visits += visits;
  counters.item_tests += tests;
  return Status::success();
}

// A node in reach, with what is needed of it later.
struct ReachedNode {
  f32 bound;     // of the key of everything inside
  u32 child[2];  // as in Node
};

template <int Dim, class Query>
[[gnu::always_inline]] inline ReachedNode reach(const Tree<Dim>& tree, const Query& query, u32 at) {
  const Node<Dim>& node = tree.nodes[at];
  return {query.lower_bound(node.box), {node.child[0], node.child[1]}};
}

// Nearer child first, for a query whose reach shrinks while the visitor runs: what was stacked is
// asked again when its turn comes.
template <int Dim, class Query, class Visitor>
Status traverse_ordered(const Tree<Dim>& tree, Query& query, Counters auto& counters,
                        Visitor&& visit) {
  if (tree.root == kNone) return Status::success();
  // a step takes one entry and adds at most two, a level deeper
  TraversalStack<ReachedNode> open(tree.height() + 1);
  if (!open.ready()) return Status::out_of_memory();
  u64 visits = 1;
  u64 tests = 0;
  auto&& trace = trace_of(counters);
  const auto tell = [&](const ReachedNode& node) {
    const Step step = query.in_reach(node.bound) ? Step::kEntered : Step::kMissed;
    trace.step(step, key_of(node.child));
  };
  const ReachedNode root = reach(tree, query, tree.root);
  tell(root);
  open.push(root);
  while (!open.empty()) {
    const ReachedNode node = open.pop();
    if (!query.in_reach(node.bound)) {
      trace.step(Step::kDropped, key_of(node.child));
      continue;
    }
    if (node.child[0] == kNone) {
      ++tests;
      trace.step(Step::kCompared, key_of(node.child), 1);
      if (!visit(node.child[1])) break;
      continue;
    }
    visits += 2;
    const ReachedNode first = reach(tree, query, node.child[0]);
    const ReachedNode second = reach(tree, query, node.child[1]);
    tell(first);
    tell(second);
    const bool swapped = second.bound < first.bound;
    const ReachedNode& near = swapped ? second : first;
    const ReachedNode& far = swapped ? first : second;
    if (query.in_reach(far.bound)) open.push(far);
    if (query.in_reach(near.bound)) open.push(near);
  }
  counters.node_visits += visits;
  counters.item_tests += tests;
  return Status::success();
}

}  // namespace sapwood::dynamic_tree
