// Queries and pairs of a k-d tree.
#pragma once

#include "sapwood/core/visitors.hpp"
#include "sapwood/structures/kdtree/kd_tree/tree.hpp"

namespace sapwood::kd_tree {

// Traversals of a k-d tree for one query. Boxes of nodes are computed on the way down, one side at
// a time.

// Node and a box that contains all of its items.
template <int Dim>
struct Reached {
  u32 node;
  Aabb<Dim> box;
};

// Returns whether a query may touch one side of a node. Requires that the query touches the box of
// the node, which differs from the box of the side only on `axis`.
template <class Query, int Dim>
bool may_touch_side(const Query& query, const Aabb<Dim>& side, u32 axis) {
  if constexpr (requires { query.box(); }) {
    return side.min[axis] <= query.box().max[axis] && query.box().min[axis] <= side.max[axis];
  } else {
    return query.may_touch(side);
  }
}

// Returns false if all items of a side were removed. The box of such a side is inverted and cannot
// be tested.
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
  counters.node_visits += tree.nodes.size() == 0 ? 0 : tree.has_pending() && tree.size != 0 ? 2 : 1;
  if (tree.size != 0) push_root(0);
  if (tree.has_pending()) push_root(tree.pending_leaf());
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

// Visits the nearer side first. A popped node is tested again, because the search radius can have
// shrunk.
template <int Dim, class Query, class Visitor>
Status traverse_ordered(const Tree<Dim>& tree, Query& query, Counters auto& counters,
                        Visitor&& visit) {
  constexpr u32 kBound = Tree<Dim>::kMaxLevels + 2;
  TraversalStack<Bounded<Dim>, kBound> open(kBound);
  auto&& trace = trace_of(counters);
  const auto trace_node = [&](bool near, u32 node) {
    trace.step(near ? Step::kEntered : Step::kMissed, node);
  };
  const auto offer = [&](u32 node, const Aabb<Dim>& box) {
    ++counters.node_visits;
    const Bounded<Dim> reached{query.lower_bound(box), node, box};
    trace_node(query.in_reach(reached.bound), node);
    if (query.in_reach(reached.bound)) open.push(reached);
  };
  if (tree.size != 0 && !is_empty(tree.bounds[0])) offer(0, tree.bounds[0]);
  if (tree.has_pending() && !is_empty(tree.bounds[tree.pending_leaf()])) {
    offer(tree.pending_leaf(), tree.bounds[tree.pending_leaf()]);
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
        trace_node(false, node.first + side);
        continue;
      }
      sides[count] = {query.lower_bound(box), node.first + side, box};
      trace_node(query.in_reach(sides[count].bound), node.first + side);
      if (query.in_reach(sides[count].bound)) ++count;
    }
    if (count == 2 && sides[0].bound <= sides[1].bound) std::swap(sides[0], sides[1]);
    for (u32 i = 0; i < count; ++i) open.push(sides[i]);
  }
  return Status::success();
}

// Search for all pairs of one tree, or between two trees, by a traversal of pairs of nodes.
//
// Within one tree, a node is paired with itself, and its two sides with each other, so each pair of
// leaves is compared at most once, and only if their boxes overlap. In a pair of leaves, each item
// that overlaps the box of the other leaf is compared with packets of four. Between two trees, the
// traversal starts with the roots.
template <int Dim>
class LeafJoin {
 public:
  // within() and between() call visit(Id here, Id there) for each pair. The visitor returns false
  // to stop the search.
  LeafJoin(const Tree<Dim>& here, const Tree<Dim>& there, QueryCounters& counters)
      : here_(here), there_(there), counters_(counters) {}

  [[nodiscard]] bool ready() const { return open_.ready(); }

  // Finds all pairs within one tree. `here` and `there` must be the same object.
  template <class Visitor>
  void within(Visitor&& visit) {
    if (here_.has_pending()) {
      const Reached<Dim> pending = root(here_, here_.pending_leaf());
      open_.push({pending, pending});
      if (here_.size != 0) meet(pending, root(here_, 0));
    }
    if (here_.size != 0) open_.push({root(here_, 0), root(here_, 0)});
    walk(visit, true);
  }

  template <class Visitor>
  void between(Visitor&& visit) {
    const auto roots = [](const Tree<Dim>& tree, auto&& each) {
      if (tree.size != 0) each(root(tree, 0));
      if (tree.has_pending()) each(root(tree, tree.pending_leaf()));
    };
    roots(here_, [&](const Reached<Dim>& a) {
      roots(there_, [&](const Reached<Dim>& b) { meet(a, b); });
    });
    walk(visit, false);
  }

 private:
  struct Pair {
    Reached<Dim> a;  // node of here_
    Reached<Dim> b;  // node of there_
  };

  // Maximum number of pairs on the stack. The search starts with at most four pairs. A step pops
  // one pair and pushes at most four pairs, whose nodes are one level deeper, except for leaves.
  static constexpr u32 kBound = 3 * (2 * Tree<Dim>::kMaxLevels + 1) + 4;

  static Reached<Dim> root(const Tree<Dim>& tree, u32 node) { return {node, tree.bounds[node]}; }

  void meet(const Reached<Dim>& a, const Reached<Dim>& b) {
    ++counters_.node_visits;
    if (overlaps(a.box, b.box)) open_.push({a, b});
  }

  template <class Visitor>
  void walk(Visitor& visit, bool one_tree) {
    while (!open_.empty()) {
      const Pair pair = open_.pop();
      const bool same = one_tree && pair.a.node == pair.b.node;
      const Node& a = here_.nodes[pair.a.node];
      const Node& b = there_.nodes[pair.b.node];
      if (!a.is_leaf() || !b.is_leaf()) {
        open(pair, same);
      } else if (!(same ? join_self(a, visit) : join(a, b, pair.b.box, visit))) {
        return;
      }
    }
  }

  void open(const Pair& pair, bool same) {
    Reached<Dim> here[2];
    const u32 count_here = sides(here_, pair.a, here);
    if (same) {
      for (u32 i = count_here; i-- > 0;) open_.push({here[i], here[i]});
      if (count_here == 2) meet(here[0], here[1]);
      return;
    }
    Reached<Dim> there[2];
    const u32 count_there = sides(there_, pair.b, there);
    for (u32 i = 0; i < count_here; ++i) {
      for (u32 j = 0; j < count_there; ++j) meet(here[i], there[j]);
    }
  }

  // Writes the children of a branch that have items to `out`, or a leaf itself. Returns their
  // number.
  static u32 sides(const Tree<Dim>& tree, const Reached<Dim>& at, Reached<Dim> (&out)[2]) {
    const Node& node = tree.nodes[at.node];
    if (node.is_leaf()) {
      out[0] = at;
      return 1;
    }
    u32 count = 0;
    for (u32 side = 0; side < 2; ++side) {
      out[count] = {node.first + side, side_of(node, at.box, side)};
      if (has_items(out[count].box, node.axis())) ++count;
    }
    return count;
  }

  template <class Visitor>
  bool join(const Node& a, const Node& b, const Aabb<Dim>& box_b, Visitor& visit) {
    const ItemPackets<Dim>& ours = here_.packets();
    for (u32 slot = a.run().first(); slot < a.run().end(); ++slot) {
      const Aabb<Dim> box = ours.box(slot);
      if (!overlaps(box, box_b)) continue;
      const auto report = [&, id = ours.id(slot)](Id other) { return visit(id, other); };
      if (!there_.packets().match(box, b.run(), 0, counters_, report)) return false;
    }
    return true;
  }

  template <class Visitor>
  bool join_self(const Node& leaf, Visitor& visit) {
    const ItemPackets<Dim>& ours = here_.packets();
    const SlotRun run = leaf.run();
    for (u32 i = 0; i + 1 < run.slots; ++i) {
      const Id id = ours.id(run.first() + i);
      if (id == kNone) continue;
      const auto report = [&](Id other) { return visit(id, other); };
      if (!ours.match(ours.box(run.first() + i), run, i + 1, counters_, report)) return false;
    }
    return true;
  }

  const Tree<Dim>& here_;
  const Tree<Dim>& there_;
  QueryCounters& counters_;
  TraversalStack<Pair, kBound> open_{kBound};
};

}  // namespace sapwood::kd_tree
