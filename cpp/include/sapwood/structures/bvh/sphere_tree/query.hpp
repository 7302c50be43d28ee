// Queries, frustum culling and pair search of a sphere tree.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/sphere_query.hpp"
#include "sapwood/structures/bvh/sphere_tree/node.hpp"

namespace sapwood::sphere_tree {

// Traversals of the tree for one query. Each visited node is read once. All nodes that are read are
// counted, including nodes below a node that the query contains. Traversals return false if the
// visitor stopped them.

// Stack size of traversals. A traversal that continues with one child and pushes the other has at
// most as many entries as the height of the tree. One more entry is needed if a traversal pushes
// both children, or first pushes the end of the array. The inline storage is always large enough.
inline constexpr size_t kStack = kMaxHeight + 1;

// Accepts all items below a branch without tests. The nodes below the branch are contiguous and end
// before `end`.
template <int Dim, class Visitor>
bool visit_below(const Tree<Dim>& tree, u32 branch, u32 end, Counters auto& counters,
                 Visitor& visit) {
  for (u32 at = branch + 1; at < end; ++at) {
    const Node<Dim>& node = tree.nodes[at];
    ++counters.node_visits;
    trace_of(counters).step(Step::kBelow, at);
    if (!node.is_leaf() || node.item() == kRemoved) continue;
    trace_of(counters).step(Step::kTaken, at, 1);
    if (!visit.accept(node.item())) return false;
  }
  return true;
}

// Visits nodes in the order of the array. Skips subtrees that the query does not touch, and accepts
// subtrees that the query contains. The top of the stack is always the node that follows the
// current subtree.
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
      if (node.item() != kRemoved) trace.step(Step::kCompared, at, 1);
      at = open.pop();
      if (node.item() == kRemoved) continue;
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

struct ReachedNode {
  f32 bound;  // lower bound of the keys of all items below
  u32 node;
};

// Visits the nearer child first. Nodes are tested again when they are popped, because the search
// radius may have become smaller.
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
      if (node.item() == kRemoved) continue;
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

// Frustum culling, with plane masks that are inherited by children, and optionally in the order of
// the split planes.
//
// If the sphere of a node is completely on the inner side of a plane, the plane is not tested below
// the node. If no plane remains, all items below are visible. Otherwise, the box of each item is
// tested exactly against the remaining planes.
//
// In front-to-back order, the child on the side of the split plane that contains the eye is visited
// first. The order is approximate for two reasons: spheres overlap, and the plane through the
// center of the box does not always separate the items. A flag of the node is set if the plane
// separates the centers of the items. If the flag is not set, the nearer child is visited first
// (the fallback).
//
// Source: split planes as in the sphere hierarchy of 30fps.net (2024); plane masks after Bishop,
// Eberly, Whitted, Finch and Shantz, Designing a PC game engine, 1998.

// Node to visit, and a bit mask of the planes that cut its parent.
struct CutNode {
  u32 node;
  u32 planes;
};

template <class Query, Counters CountersT, class Visitor>
class CullVisitor {
 public:
  CullVisitor(const ItemStore<3>& items, const Query& query, CountersT& counters, Visitor& visit)
      : items_(items), query_(query), counters_(counters), visit_(visit) {}

  bool item(u32 at, Id id, u32 planes) {
    if (id == kRemoved) return true;
    trace_of(counters_).step(planes == 0 ? Step::kTaken : Step::kCompared, at, 1);
    if (planes == 0) return visit_.accept_cut(id, 0);
    ++counters_.item_tests;
    const FrustumTest found = query_.test(items_.box(id), planes);
    return found.outside || visit_.accept_cut(id, found.planes);
  }

 private:
  const ItemStore<3>& items_;
  const Query& query_;
  CountersT& counters_;
  Visitor& visit_;
};

// Visitor that reports each visible item with a bit mask of the planes that cut its box.
template <class Visit>
class FlagVisitor : public ItemVisitor<FlagVisitor<Visit>> {
 public:
  explicit FlagVisitor(Visit& visit) : visit_(visit) {}

  bool accept_cut(Id id, u32 planes) { return static_cast<bool>(visit_(id, planes)); }
  bool accept(Id id) { return accept_cut(id, 0); }  // below a branch that is completely inside

 private:
  Visit& visit_;
};

template <class Query, class Visitor>
bool cull(const Tree<3>& tree, const ItemStore<3>& items, const Query& query,
          Counters auto& counters, Visitor& visit) {
  if (tree.size() == 0) return true;
  const SphereView<Query> view(query, tree.world());
  CullVisitor visitor(items, query, counters, visit);
  TraversalStack<CutNode, kStack> open(0);
  open.push({tree.size(), 0});
  for (CutNode at{0, FrustumQuery::kAllPlanes}; at.node != tree.size();) {
    const Node<3>& node = tree.nodes[at.node];
    ++counters.node_visits;
    const FrustumTest found = view.test(node.sphere(), at.planes);
    trace_of(counters).step(found.outside                         ? Step::kMissed
                            : node.is_leaf() || found.planes != 0 ? Step::kEntered
                                                                  : Step::kCovered,
                            at.node);
    if (found.outside) {
      at = open.pop();
    } else if (node.is_leaf()) {
      if (!visitor.item(at.node, node.item(), found.planes)) return false;
      at = open.pop();
    } else if (found.planes == 0) {
      const u32 branch = at.node;
      at = open.pop();
      if (!visit_below(tree, branch, at.node, counters, visit)) return false;
    } else {
      open.push({node.right(), found.planes});
      at = {at.node + 1, found.planes};
    }
  }
  return true;
}

inline bool left_first(const Tree<3>& tree, u32 at, const Point<3>& eye) {
  const Node<3>& node = tree.nodes[at];
  if (node.separates()) return eye[node.axis()] < node.center[node.axis()];
  return distance_squared(tree.nodes[at + 1].center, eye) <=
         distance_squared(tree.nodes[node.right()].center, eye);
}

// Culls front to back. A sphere that contains the eye is treated as visible without a test: nearly
// all such spheres are visible, and there are many of them on the path from the root to the eye.
template <class Query, class Visitor>
bool cull_front_to_back(const Tree<3>& tree, const ItemStore<3>& items, const Query& query,
                        const Point<3>& eye, Counters auto& counters, PlaneOrderReport* report,
                        Visitor& visit) {
  if (tree.size() == 0) return true;
  const SphereView<Query> view(query, tree.world());
  CullVisitor visitor(items, query, counters, visit);
  PlaneOrderReport ignored;
  PlaneOrderReport& steps = report == nullptr ? ignored : *report;
  TraversalStack<CutNode, kStack> open(0);
  open.push({0, FrustumQuery::kAllPlanes});
  for (u32 before = kNone; !open.empty();) {
    CutNode at = open.pop();
    const Node<3>& node = tree.nodes[at.node];
    steps.steps += before != kNone;
    steps.adjacent_steps += at.node == before + 1 && before != kNone;
    before = at.node;
    ++counters.node_visits;
    if (at.planes != 0 && (node.is_leaf() || !contains(node.sphere(), eye))) {
      const FrustumTest found = view.test(node.sphere(), at.planes);
      if (found.outside) {
        trace_of(counters).step(Step::kMissed, at.node);
        continue;
      }
      at.planes = found.planes;
    }
    trace_of(counters).step(Step::kEntered, at.node);
    if (node.is_leaf()) {
      if (!visitor.item(at.node, node.item(), at.planes)) return false;
      continue;
    }
    const CutNode left{at.node + 1, at.planes};
    const CutNode right{node.right(), at.planes};
    steps.fallbacks += !node.separates();
    const bool swapped = !left_first(tree, at.node, eye);
    open.push(swapped ? left : right);
    open.push(swapped ? right : left);
  }
  return true;
}

// Search for all overlapping pairs of one tree, by a traversal of pairs of nodes.
//
// If the spheres of two nodes may overlap, the larger node is opened. For two leaves, the exact
// boxes of their items are compared. Every pair of items is compared exactly once, below the branch
// that has the two items on different sides.
template <int Dim, class Visitor>
class PairWalk {
 public:
  PairWalk(const Tree<Dim>& tree, const ItemStore<Dim>& items, QueryCounters& counters,
           Visitor& visit)
      : tree_(tree), items_(items), counters_(counters), visit_(visit) {}

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

  // Processes all open pairs. Each step pops one pair and pushes at most two pairs, in which one of
  // the nodes is one level deeper. Returns false if the visitor stopped the search.
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
    if (a == kRemoved || b == kRemoved) return true;
    ++counters_.item_tests;
    return !overlaps(items_.box(a), items_.box(b)) || static_cast<bool>(visit_(a, b));
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  QueryCounters& counters_;
  Visitor& visit_;
  TraversalStack<NodePair, 2 * kMaxHeight + 1> open_{0};
};

}  // namespace sapwood::sphere_tree
