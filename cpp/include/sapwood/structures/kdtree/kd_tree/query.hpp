// Walks of a k-d tree for one query. The box of a node is made on the way down, one side at a time.
#pragma once

#include "sapwood/core/visitors.hpp"
#include "sapwood/structures/kdtree/kd_tree/tree.hpp"

namespace sapwood::kd_tree {

// A node and a box that holds all of its items.
template <int Dim>
struct Reached {
  u32 node;
  Aabb<Dim> box;
};

// Whether a query that touches a node's box may touch a side of it. Only one axis differs.
template <class Query, int Dim>
bool may_touch_side(const Query& query, const Aabb<Dim>& side, u32 axis) {
  if constexpr (requires { query.box(); }) {
    return side.min[axis] <= query.box().max[axis] && query.box().min[axis] <= side.max[axis];
  } else {
    return query.may_touch(side);
  }
}

// A side of which all items are gone has no extent that a query could be measured with.
template <int Dim>
bool has_items(const Aabb<Dim>& side, u32 axis) {
  return side.min[axis] <= side.max[axis];
}

template <int Dim, class Query, class Visitor>
Status traverse(const Tree<Dim>& tree, const Query& query, Counters auto& counters,
                Visitor&& visit) {
  constexpr u32 kBound = Tree<Dim>::kMaxLevels + 2;
  TraversalStack<Reached<Dim>, kBound> open(kBound);
  auto&& trace = trace_of(counters);
  const auto push_root = [&](u32 node) {
    const bool touched = query.may_touch(tree.bounds[node]);
    trace.step(touched ? Step::kEntered : Step::kMissed, node);
    if (touched) open.push({node, tree.bounds[node]});
  };
  counters.node_visits += tree.nodes.size() == 0 ? 0 : tree.has_fresh() && tree.size != 0 ? 2 : 1;
  if (tree.size != 0) push_root(0);
  if (tree.has_fresh()) push_root(tree.fresh());
  while (!open.empty()) {
    const Reached<Dim> at = open.pop();
    const Node& node = tree.nodes[at.node];
    if (node.is_leaf()) {
      const bool inside = query.contains(at.box);
      trace.step(inside ? Step::kTaken : Step::kCompared, at.node, node.run().slots);
      if (!tree.packets().visit(node.run(), query, inside, counters, visit)) break;
      continue;
    }
    counters.node_visits += 2;
    for (u32 side = 2; side-- > 0;) {
      const Aabb<Dim> box = side_of(node, at.box, side);
      const bool touched = has_items(box, node.axis()) && may_touch_side(query, box, node.axis());
      trace.step(touched ? Step::kEntered : Step::kMissed, node.first + side);
      if (touched) open.push({node.first + side, box});
    }
  }
  return Status::success();
}

template <int Dim>
struct Bounded {
  f32 bound;
  u32 node;
  Aabb<Dim> box;
};

// Nearer side first; what was put off is asked again when its turn comes.
template <int Dim, class Query, class Visitor>
Status traverse_ordered(const Tree<Dim>& tree, Query& query, Counters auto& counters,
                        Visitor&& visit) {
  constexpr u32 kBound = Tree<Dim>::kMaxLevels + 2;
  TraversalStack<Bounded<Dim>, kBound> open(kBound);
  auto&& trace = trace_of(counters);
  const auto tell = [&](bool near, u32 node) {
    trace.step(near ? Step::kEntered : Step::kMissed, node);
  };
  const auto offer = [&](u32 node, const Aabb<Dim>& box) {
    ++counters.node_visits;
    const Bounded<Dim> reached{query.lower_bound(box), node, box};
    tell(query.in_reach(reached.bound), node);
    if (query.in_reach(reached.bound)) open.push(reached);
  };
  if (tree.size != 0 && !is_empty(tree.bounds[0])) offer(0, tree.bounds[0]);
  if (tree.has_fresh() && !is_empty(tree.bounds[tree.fresh()])) {
    offer(tree.fresh(), tree.bounds[tree.fresh()]);
  }
  while (!open.empty()) {
    const Bounded<Dim> at = open.pop();
    if (!query.in_reach(at.bound)) {
      trace.step(Step::kDropped, at.node);
      continue;
    }
    const Node& node = tree.nodes[at.node];
    if (node.is_leaf()) {
      trace.step(Step::kCompared, at.node, node.run().slots);
      if (!tree.packets().visit(node.run(), query, false, counters, visit)) break;
      continue;
    }
    Bounded<Dim> sides[2];
    u32 count = 0;
    for (u32 side = 0; side < 2; ++side) {
      const Aabb<Dim> box = side_of(node, at.box, side);
      ++counters.node_visits;
      if (!has_items(box, node.axis())) {
        tell(false, node.first + side);
        continue;
      }
      sides[count] = {query.lower_bound(box), node.first + side, box};
      tell(query.in_reach(sides[count].bound), node.first + side);
      if (query.in_reach(sides[count].bound)) ++count;
    }
    if (count == 2 && sides[0].bound <= sides[1].bound) std::swap(sides[0], sides[1]);
    for (u32 i = 0; i < count; ++i) open.push(sides[i]);
  }
  return Status::success();
}

}  // namespace sapwood::kd_tree
