// Traversals of a bulk tree for one query.
//
// Siblings are adjacent, so a branch is opened by testing both children. Leaves contain contiguous
// copies of the item boxes. The query is tested against these copies, and items that pass are
// reported. If the query contains a node, all items below the node are accepted without a test.
// Boxes must be up to date.
#pragma once

#include <algorithm>

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/distance.hpp"

namespace sapwood::bulk_tree {

template <class Tree, class Query, class Visitor>
class Walk {
 public:
  static constexpr int kDim = Tree::kDim;

  Walk(const Tree& tree, const Query& query, Visitor& visit)
      : nodes_(tree.nodes()),
        items_(tree.items()),
        query_(query),
        visit_(visit),
        open_(tree.height()) {}

  [[nodiscard]] bool ready() const { return open_.ready(); }

  // Opens a branch by testing both children. If both pass, continues with the left child and pushes
  // the right child, so at most one node per level is on the stack.
  void run(Counters auto& counters) {
    auto&& trace = trace_of(counters);
    Passed at{0, false};
    u64 visits = 1;
    bool on = passes(at);
    trace.step(step_of(on, at), 0);
    while (on) {
      const auto& node = nodes_[at.node];
      if (node.is_leaf()) {
        trace.step(at.covered ? Step::kTaken : Step::kCompared, at.node, node.count());
        if (!visit_leaf(node, at.covered)) break;
        on = pop(at);
        continue;
      }
      Passed left{node.left(), at.covered};
      Passed right{node.left() + 1, at.covered};
      bool left_passes = true;
      bool right_passes = true;
      if (!at.covered) {
        visits += 2;
        left_passes = passes(left);
        right_passes = passes(right);
        trace.step(step_of(left_passes, left), left.node);
        trace.step(step_of(right_passes, right), right.node);
      }
      if (left_passes && right_passes) open_.push(right);
      if (left_passes || right_passes) {
        at = left_passes ? left : right;
      } else {
        on = pop(at);
      }
    }
    counters.node_visits += visits;
    counters.item_tests += tests_;
  }

 private:
  // Node that passed the test. If `covered` is true, the query contains the node, and every item
  // below the node is a hit.
  struct Passed {
    u32 node;
    bool covered;
  };

  bool passes(Passed& at) const {
    const Aabb<kDim>& box = nodes_[at.node].box;
    if (!query_.may_touch(box)) return false;
    at.covered = query_.contains(box);
    return true;
  }

  static Step step_of(bool passed, const Passed& at) {
    return !passed ? Step::kMissed : at.covered ? Step::kCovered : Step::kEntered;
  }

  bool pop(Passed& at) {
    if (open_.empty()) return false;
    at = open_.pop();
    return true;
  }

  bool visit_leaf(const typename Tree::Node& leaf, bool covered) {
    const LeafItem<kDim>* item = items_ + leaf.first();
    const LeafItem<kDim>* end = item + leaf.count();
    if (covered) {
      for (; item != end; ++item) {
        if (!visit_.accept(item->id)) return false;
      }
      return true;
    }
    tests_ += leaf.count();
    for (; item != end; ++item) {
      if (!query_.may_touch(item->box)) continue;
      if (!visit_.passed(query_, item->id, item->box)) return false;
    }
    return true;
  }

  const typename Tree::Node* nodes_;
  const LeafItem<kDim>* items_;
  const Query& query_;
  Visitor& visit_;
  TraversalStack<Passed> open_;
  u64 tests_ = 0;
};

// Visits the items that the query may hit, depth first, left before right.
template <class Tree, class Query, class Visitor>
Status traverse(const Tree& tree, const Query& query, Counters auto& counters, Visitor&& visit) {
  if (tree.empty()) return Status::success();
  Walk walk(tree, query, visit);
  if (!walk.ready()) return Status::out_of_memory();
  walk.run(counters);
  return Status::success();
}

struct ReachedNode {
  f32 bound;
  u32 node;

  // Order of a standard heap: the node with the smallest bound is on top. Among equal bounds, the
  // node with the smallest index is on top.
  friend bool operator<(const ReachedNode& a, const ReachedNode& b) {
    return a.bound > b.bound || (a.bound == b.bound && a.node > b.node);
  }
};

// Stack of open nodes for a depth-first traversal that visits the nearer child first. It is used
// for rays, because their range shrinks quickly to the first hit.
template <class Query>
class NearerFirst {
 public:
  explicit NearerFirst(size_t height) : open_(height + 1) {}
  [[nodiscard]] bool ready() const { return open_.ready(); }
  // The constructor reserves height + 1 entries: each step pops one node and pushes at most two
  // nodes, one level deeper.
  [[nodiscard]] bool reserve_step() const { return true; }

  bool pop(const Query& query, ReachedNode& node, auto&& trace) {
    while (!open_.empty()) {
      node = open_.pop();
      if (query.in_reach(node.bound)) return true;
      trace.step(Step::kDropped, node.node);
    }
    return false;
  }
  bool exchange(const Query& query, ReachedNode near, ReachedNode far, ReachedNode& node,
                auto&& trace) {
    if (far.bound < near.bound) std::swap(near, far);
    if (!query.in_reach(near.bound)) return pop(query, node, trace);
    if (query.in_reach(far.bound)) open_.push(far);
    node = near;
    return true;
  }

 private:
  TraversalStack<ReachedNode> open_;
};

// Priority queue of open nodes, ordered by distance (Hjaltason and Samet, Distance browsing in
// spatial databases, 1999). The search ends at the first node beyond the search radius.
template <class Query>
class NearestFirst {
 public:
  explicit NearestFirst(size_t) {}
  [[nodiscard]] bool ready() const { return true; }
  [[nodiscard]] bool reserve_step() { return open_.reserve_more(2); }

  bool pop(const Query& query, ReachedNode& node, auto&& trace) {
    if (open_.empty()) return false;
    if (!query.in_reach(open_[0].bound)) {
      trace.step(Step::kDropped, open_[0].node);
      return false;
    }
    std::pop_heap(open_.begin(), open_.end());
    node = open_.back();
    open_.pop_back();
    return true;
  }
  // Adds the two children of a branch and returns the next node. If the nearer child is the nearest
  // of all open nodes, which is frequent, it does not pass through the heap.
  bool exchange(const Query& query, ReachedNode near, ReachedNode far, ReachedNode& node,
                auto&& trace) {
    if (far.bound < near.bound) std::swap(near, far);
    if (!query.in_reach(near.bound)) return pop(query, node, trace);
    if (query.in_reach(far.bound)) push(far);
    if (open_.empty() || near.bound <= open_[0].bound) {
      node = near;
      return true;
    }
    push(near);
    return pop(query, node, trace);
  }

 private:
  void push(const ReachedNode& node) {
    open_.push_unchecked(node);
    std::push_heap(open_.begin(), open_.end());
  }

  // Number of open nodes that are stored without allocation. A nearest-neighbor query rarely has
  // more.
  static constexpr size_t kInline = 256;
  ScratchArray<ReachedNode, kInline> open_;
};

template <class Open, class Tree, class Query, class Visitor>
Status walk_ordered(const Tree& tree, Query& query, Counters auto& counters, Visitor&& visit) {
  Open open(tree.height());
  if (!open.ready()) return Status::out_of_memory();
  const auto* nodes = tree.nodes();
  const auto* items = tree.items();
  auto&& trace = trace_of(counters);
  const auto reach = [&](u32 node) {
    const ReachedNode reached{query.lower_bound(nodes[node].box), node};
    trace.step(query.in_reach(reached.bound) ? Step::kEntered : Step::kMissed, node);
    return reached;
  };
  u64 visits = 1;
  u64 tests = 0;
  Status status = Status::success();
  ReachedNode at = reach(0);
  for (bool on = query.in_reach(at.bound); on;) {
    const auto& node = nodes[at.node];
    if (!node.is_leaf()) {
      if (!open.reserve_step()) {
        status = Status::out_of_memory();
        break;
      }
      const u32 left = node.left();
      visits += 2;
      const ReachedNode first = reach(left);
      on = open.exchange(query, first, reach(left + 1), at, trace);
      continue;
    }
    tests += node.count();
    trace.step(Step::kCompared, at.node, node.count());
    const auto* end = items + node.first() + node.count();
    for (const auto* item = end - node.count(); on && item != end; ++item) {
      if (query.in_reach(query.lower_bound(item->box))) on = visit.test_box(item->id, item->box);
    }
    on = on && open.pop(query, at, trace);
  }
  counters.node_visits += visits;
  counters.item_tests += tests;
  return status;
}

// Traversal for queries whose range shrinks while the visitor runs. Each open node is tested again
// before it is visited.
template <class Tree, class Query, class Visitor>
Status traverse_ordered(const Tree& tree, Query& query, Counters auto& counters, Visitor&& visit) {
  if (tree.empty()) return Status::success();
  if constexpr (std::same_as<Query, DistanceQuery<Tree::kDim>>) {
    return walk_ordered<NearestFirst<Query>>(tree, query, counters, visit);
  } else {
    return walk_ordered<NearerFirst<Query>>(tree, query, counters, visit);
  }
}

}  // namespace sapwood::bulk_tree
