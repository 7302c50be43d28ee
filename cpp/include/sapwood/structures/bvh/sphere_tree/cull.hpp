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
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/structures/bvh/sphere_tree/query.hpp"

namespace sapwood::sphere_tree {

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

}  // namespace sapwood::sphere_tree
