// Queries and pairs of a quadtree.
#pragma once

#include "sapwood/core/seen_items.hpp"
#include "sapwood/structures/orthtree/quadtree/tree.hpp"

namespace sapwood::quadtree {

// Traversals of a quadtree. An item can be in several leaves, but it is reported only once. Box
// queries report an item in the leaf that contains the lower corner of the intersection of item and
// query. Other queries store one bit for each item with several slots, to detect repeated items.

template <int Dim, class Query, class Visitor>
class OncePerItem : public ItemVisitor<OncePerItem<Dim, Query, Visitor>> {
 public:
  OncePerItem(const Tree<Dim>& tree, const ItemStore<Dim>& items, const Query& query,
              Visitor& visit)
      : tree_(tree),
        items_(items),
        query_(query),
        visit_(visit),
        seen_(kByCorner ? 0 : tree.slots.repeated_count()) {}

  [[nodiscard]] bool ready() const { return seen_.ready(); }
  void enter(const Aabb<Dim>& cell) { cell_ = &cell; }

  bool test(Id id) { return !counts_here(id) || visit_.test(id); }
  bool test_box(Id id, const Aabb<Dim>& box) {
    return !counts_here(id) || visit_.test_box(id, box);
  }
  bool accept(Id id) { return !counts_here(id) || visit_.accept(id); }

 private:
  static constexpr bool kByCorner = requires(const Query& query) { query.box(); };

  bool counts_here(Id id) {
    const u32 number = tree_.slots.repeated_index(id);
    if (number == kNone) return true;
    if constexpr (kByCorner) {
      return reports_pair_in(query_.box(), items_.box(id), *cell_);
    } else {
      return seen_.first_time(number);
    }
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  const Query& query_;
  Visitor& visit_;
  SeenItems seen_;
  const Aabb<Dim>* cell_ = nullptr;
};

// Returns the box to test for a node. A box, sphere or ray that touches an item also touches the
// part of the item in at least one cell, so the bounds are clipped to the cell. A frustum can
// accept an item but reject each of its parts by a different plane, so the bounds are not clipped.
template <int Dim, class Query>
Aabb<Dim> region_of(const Tree<Dim>& tree, const Query& query, u32 node) {
  if constexpr (requires { query.touches_parts(); }) {
    return query.touches_parts() ? tree.bounds_of(node) : tree.nodes[node].bounds;
  }
  constexpr bool kByParts = requires(const Aabb<Dim>& box) { query.lower_bound(box); }
  || requires { query.box(); };
  return kByParts ? tree.bounds_of(node) : tree.nodes[node].bounds;
}

template <int Dim, class Query, class Visitor>
Status traverse(const Tree<Dim>& tree, const ItemStore<Dim>& items, const Query& query,
                Counters auto& counters, Visitor&& visit) {
  OncePerItem<Dim, Query, std::remove_reference_t<Visitor>> once(tree, items, query, visit);
  if (!once.ready()) return Status::out_of_memory();
  TraversalStack<u32, Tree<Dim>::kWalkBound> open(Tree<Dim>::kWalkBound);
  auto&& trace = trace_of(counters);
  const auto offer = [&](u32 node) __attribute__((always_inline)) {
    ++counters.node_visits;
    const bool touched = query.may_touch(region_of(tree, query, node));
    trace.step(touched ? Step::kEntered : Step::kMissed, node);
    if (touched) open.push(node);
  };
  if (tree.size != 0) offer(0);
  if (tree.has_pending()) offer(tree.pending_leaf());
  while (!open.empty()) {
    const u32 at = open.pop();
    const Node<Dim>& node = tree.nodes[at];
    if (node.is_leaf()) {
      once.enter(node.cell);
      const bool inside = query.contains(region_of(tree, query, at));
      trace.step(inside ? Step::kTaken : Step::kCompared, at, node.run().slots);
      if (!tree.packets().visit(node.run(), query, inside, counters, once)) break;
      continue;
    }
    for (u32 child = Tree<Dim>::kChildren; child-- > 0;) {
      if (!is_empty(tree.nodes[node.first + child].bounds)) offer(node.first + child);
    }
  }
  return Status::success();
}

struct Bounded {
  f32 bound;
  u32 node;
};

// Visits nearer children first. A popped node is tested again, because the search radius can have
// shrunk.
template <int Dim, class Query, class Visitor>
Status traverse_ordered(const Tree<Dim>& tree, const ItemStore<Dim>& items, Query& query,
                        Counters auto& counters, Visitor&& visit) {
  OncePerItem<Dim, Query, std::remove_reference_t<Visitor>> once(tree, items, query, visit);
  if (!once.ready()) return Status::out_of_memory();
  TraversalStack<Bounded, Tree<Dim>::kWalkBound> open(Tree<Dim>::kWalkBound);
  auto&& trace = trace_of(counters);
  Bounded near[Tree<Dim>::kChildren];
  u32 count = 0;
  // keeps `near` sorted, farthest first
  const auto offer = [&](u32 node) {
    if (is_empty(tree.nodes[node].bounds)) return;
    ++counters.node_visits;
    const Bounded reached{query.lower_bound(tree.bounds_of(node)), node};
    trace.step(query.in_reach(reached.bound) ? Step::kEntered : Step::kMissed, node);
    if (!query.in_reach(reached.bound)) return;
    u32 place = count++;
    for (; place > 0 && near[place - 1].bound <= reached.bound; --place)
      near[place] = near[place - 1];
    near[place] = reached;
  };
  const auto push_all = [&] {
    for (u32 i = 0; i < count; ++i) open.push(near[i]);
    count = 0;
  };
  if (tree.size != 0) offer(0);
  if (tree.has_pending()) offer(tree.pending_leaf());
  push_all();
  while (!open.empty()) {
    const Bounded at = open.pop();
    if (!query.in_reach(at.bound)) {
      trace.step(Step::kDropped, at.node);
      continue;
    }
    const Node<Dim>& node = tree.nodes[at.node];
    if (node.is_leaf()) {
      once.enter(node.cell);
      trace.step(Step::kCompared, at.node, node.run().slots);
      if (!tree.packets().visit(node.run(), query, false, counters, once)) break;
      continue;
    }
    for (u32 child = 0; child < Tree<Dim>::kChildren; ++child) offer(node.first + child);
    push_all();
  }
  return Status::success();
}

// Search for all pairs. A pair of items in the tree is reported in the leaf that contains the lower
// corner of the intersection of both. Pending items are compared with each other and with the tree.
template <int Dim>
class LeafPairs {
 public:
  LeafPairs(const Tree<Dim>& tree, const ItemStore<Dim>& items, QueryCounters& counters)
      : tree_(tree), items_(items), counters_(counters) {}

  template <class Visitor>
  Status walk(Visitor&& visit) {
    for (u32 at = 0; at < tree_.nodes.size(); ++at) {
      const Node<Dim>& node = tree_.nodes[at];
      if (!node.is_leaf() || node.run().slots == 0) continue;
      ++counters_.node_visits;
      if (!within(node, visit)) return Status::success();
    }
    return tree_.has_pending() && tree_.size != 0 ? with_pending(visit) : Status::success();
  }

 private:
  template <class Visitor>
  bool within(const Node<Dim>& leaf, Visitor& visit) {
    const ItemPackets<Dim>& packets = tree_.packets();
    const SlotRun run = leaf.run();
    for (u32 i = 0; i + 1 < run.slots; ++i) {
      const Id id = packets.id(run.first() + i);
      if (id == kNone) continue;
      const Aabb<Dim> box = packets.box(run.first() + i);
      const bool repeated = tree_.slots.repeated_index(id) != kNone;
      const auto report = [&](Id other) {
        const bool once = !repeated || tree_.slots.repeated_index(other) == kNone ||
                          reports_pair_in(box, items_.box(other), leaf.cell);
        return !once || static_cast<bool>(visit(id, other));
      };
      if (!packets.match(box, run, i + 1, counters_, report)) return false;
    }
    return true;
  }

  template <class Visitor>
  Status with_pending(Visitor& visit) {
    const SlotRun pending = tree_.run(tree_.pending_leaf());
    for (u32 slot = pending.first(); slot < pending.end(); ++slot) {
      const Id id = tree_.packets().id(slot);
      if (id == kNone) continue;
      const Aabb<Dim> box = tree_.packets().box(slot);
      const bool proceed = tree_.for_each_leaf(box, [&](const Node<Dim>& leaf) {
        ++counters_.node_visits;
        return tree_.packets().match(box, leaf.run(), 0, counters_, [&](Id other) {
          const bool once = tree_.slots.repeated_index(other) == kNone ||
                            reports_pair_in(box, items_.box(other), leaf.cell);
          return !once || static_cast<bool>(visit(id, other));
        });
      });
      if (!proceed) break;
    }
    return Status::success();
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  QueryCounters& counters_;
};

}  // namespace sapwood::quadtree
