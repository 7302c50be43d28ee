// Queries, frustum culling and pairs of a sphere tree.
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

// Walks over the tree for one query. Each node that is reached is read once.
//
// All of them answer false when the visitor ended the walk, and count the nodes that they read,
// those below a covered one too.

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

// Frustum culling: plane masks that children inherit, and the order of the split planes.
//
// A plane that the sphere of a node is inside of is not tested below. Where none is left all items
// below are visible, and where some are left an item is tested against those only (its box, and
// exactly so: the visitor gets accepted items).
//
// Front to back: of the two children of a node the one on the eye's side of the split plane comes
// first. That costs one comparison and orders well, not perfectly: spheres overlap, and a plane
// through the center of the box need not separate anything. Where it does not even separate the
// centers of the items, as the node knows, the nearer child comes first: the fallback.
//
// Source: split planes as in the sphere hierarchy of 30fps.net (2024); plane masks after Bishop,
// Eberly, Whitted, Finch and Shantz, Designing a PC game engine, 1998.

// A node to look at, and the planes that cut its parent.
struct CutNode {
  u32 node;
  u32 planes;
};

// Calls of a culling walk that know what was found out about an item.
template <class Query, Counters Told, class Visitor>
class CullVisitor {
 public:
  CullVisitor(const ItemStore<3>& items, const Query& query, Told& counters, Visitor& visit)
      : items_(items), query_(query), counters_(counters), visit_(visit) {}

  // Of the leaf `at`.
  bool item(u32 at, Id id, u32 planes) {
    if (id == kDead) return true;
    trace_of(counters_).step(planes == 0 ? Step::kTaken : Step::kCompared, at, 1);
    if (planes == 0) return visit_.accept_cut(id, 0);
    ++counters_.item_tests;
    const FrustumTest found = query_.test(items_.box(id), planes);
    return found.outside || visit_.accept_cut(id, found.planes);
  }

 private:
  const ItemStore<3>& items_;
  const Query& query_;
  Told& counters_;
  Visitor& visit_;
};

// Hands each visible item on with the planes that cut its box.
template <class Visit>
class FlagVisitor : public ItemVisitor<FlagVisitor<Visit>> {
 public:
  explicit FlagVisitor(Visit& visit) : visit_(visit) {}

  bool accept_cut(Id id, u32 planes) { return static_cast<bool>(visit_(id, planes)); }
  bool accept(Id id) { return accept_cut(id, 0); }  // below a branch that is completely inside

 private:
  Visit& visit_;
};

// In the order of the array.
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

// Whether the left child comes first.
inline bool left_first(const Tree<3>& tree, u32 at, const Point<3>& eye) {
  const Node<3>& node = tree.nodes[at];
  if (node.separates()) return eye[node.axis()] < node.center[node.axis()];
  return distance_squared(tree.nodes[at + 1].center, eye) <=
         distance_squared(tree.nodes[node.right()].center, eye);
}

// In the order of the split planes. A sphere with the eye in it is taken for visible without a
// test: hardly anything of that kind is not, and the walk from the root to the eye meets many.
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

// All overlapping pairs inside one tree, by walking it against itself.
//
// Two nodes are opened further while their spheres may overlap, the larger one first; two leaves
// are compared by the exact boxes of their items. Every pair of items meets at the one branch that
// has them on different sides, so none comes up twice.
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
