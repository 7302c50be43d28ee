// Walks over the incremental tree for one query.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/structures/bvh/scene_pruner/pending_tree.hpp"

namespace sapwood::scene_pruner {

// Who is called for each entry of a leaf. One type for all: these trees are small beside the main
// one, and every query has one walk over them for items, pairs and merged trees.
class EntryVisitor {
 public:
  template <class Visitor>
  explicit EntryVisitor(Visitor& visit)
      : visit_(&visit), call_([](void* visitor, u32 entry, bool inside) {
          auto& typed = *static_cast<Visitor*>(visitor);
          return inside ? typed.accept(entry) : typed.test(entry);
        }) {}

  bool operator()(u32 entry, bool inside) const { return call_(visit_, entry, inside); }

 private:
  void* visit_;
  bool (*call_)(void* visitor, u32 entry, bool inside);
};

// False when the visitor ended the walk.
template <int Dim>
bool visit_leaf(const PendingNode<Dim>& leaf, u32 at, bool inside, Counters auto& counters,
                const EntryVisitor& visit) {
  trace_of(counters).step(inside ? Step::kTaken : Step::kCompared, at, leaf.count());
  for (u32 i = 0; i < kMaxPending && leaf.entry[i] != kNone; ++i) {
    counters.item_tests += inside ? 0 : 1;
    if (!visit(leaf.entry[i], inside)) return false;
  }
  return true;
}

// Depth first, first child first. Visits the items of the leaves that the query may touch; below a
// node that it covers nothing is tested.
template <int Dim, class Query>
[[gnu::noinline]] Status walk_entries(const PendingTree<Dim>& tree, const Query& query,
                                      Counters auto& counters, const EntryVisitor& visit) {
  constexpr u32 kCovered = 1u << 31;  // nodes are far fewer
  if (tree.empty()) return Status::success();
  // goes on with one child and stacks the other
  TraversalStack<u32> open(tree.height());
  if (!open.ready()) return Status::out_of_memory();
  auto&& trace = trace_of(counters);
  for (u32 entry = tree.root();;) {
    const u32 at = entry & ~kCovered;
    const PendingNode<Dim>& node = tree.node(at);
    bool touched = entry != at;
    if (!touched) {
      ++counters.node_visits;
      touched = query.may_touch(node.box);
      if (touched && query.contains(node.box)) entry |= kCovered;
      trace.step(!touched ? Step::kMissed : entry != at ? Step::kCovered : Step::kEntered, at);
    }
    if (touched && !node.is_leaf()) {
      const u32 covered = entry & kCovered;
      open.push((node.first_child() + 1) | covered);
      entry = node.first_child() | covered;
      continue;
    }
    if (touched && !visit_leaf(node, at, (entry & kCovered) != 0, counters, visit)) break;
    if (open.empty()) break;
    entry = open.pop();
  }
  return Status::success();
}

template <int Dim, class Query, class Visitor>
Status walk(const PendingTree<Dim>& tree, const Query& query, Counters auto& counters,
            Visitor&& visit) {
  return walk_entries(tree, query, counters, EntryVisitor(visit));
}

struct ReachedNode {
  f32 bound;  // of the key of everything inside
  u32 at;
};

// Nearer child first, for a query whose reach shrinks while the visitor runs: what was stacked is
// asked again when its turn comes.
template <int Dim, class Query>
[[gnu::noinline]] Status walk_entries_ordered(const PendingTree<Dim>& tree, Query& query,
                                              Counters auto& counters, const EntryVisitor& visit) {
  if (tree.empty()) return Status::success();
  // a step takes one entry and adds at most two, a level deeper
  TraversalStack<ReachedNode> open(size_t{tree.height()} + 1);
  if (!open.ready()) return Status::out_of_memory();
  auto&& trace = trace_of(counters);
  const auto reach = [&](u32 at) __attribute__((always_inline)) {
    const ReachedNode node{query.lower_bound(tree.node(at).box), at};
    trace.step(query.in_reach(node.bound) ? Step::kEntered : Step::kMissed, at);
    return node;
  };
  open.push(reach(tree.root()));
  ++counters.node_visits;
  while (!open.empty()) {
    const ReachedNode reached = open.pop();
    if (!query.in_reach(reached.bound)) {
      trace.step(Step::kDropped, reached.at);
      continue;
    }
    const PendingNode<Dim>& node = tree.node(reached.at);
    if (node.is_leaf()) {
      if (!visit_leaf(node, reached.at, false, counters, visit)) break;
      continue;
    }
    const u32 child = node.first_child();
    ReachedNode near = reach(child);
    ReachedNode far = reach(child + 1);
    counters.node_visits += 2;
    if (far.bound < near.bound) std::swap(near, far);
    if (query.in_reach(far.bound)) open.push(far);
    if (query.in_reach(near.bound)) open.push(near);
  }
  return Status::success();
}

template <int Dim, class Query, class Visitor>
Status walk_ordered(const PendingTree<Dim>& tree, Query& query, Counters auto& counters,
                    Visitor&& visit) {
  return walk_entries_ordered(tree, query, counters, EntryVisitor(visit));
}

}  // namespace sapwood::scene_pruner
