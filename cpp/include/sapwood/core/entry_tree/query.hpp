// Queries and pair search of an entry tree (entry_tree/tree.hpp).
#pragma once

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/entry_tree/tree.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/box_query.hpp"

namespace sapwood::entry_tree {

// Maximum number of stack entries of a depth-first traversal that opens one node at a time.
template <int Dim>
size_t stack_bound(const Tree<Dim>& tree) {
  return size_t{tree.height()} * (tree.fan_out() - 1) + 1;
}

template <int Dim, class Query, Counters CountersT, class Visitor>
class Walk {
 public:
  Walk(const Tree<Dim>& tree, const Query& query, CountersT& counters, Visitor& visit)
      : tree_(tree), query_(query), counters_(counters), visit_(visit), open_(stack_bound(tree)) {}

  Status run() {
    if (tree_.root() == kNone) return Status::success();
    if (!open_.ready()) return Status::out_of_memory();
    ++counters_.node_visits;
    trace_of(counters_).step(Step::kEntered, tree_.root());
    for (open_.push({tree_.root(), false}); !open_.empty();) {
      const Reached at = open_.pop();
      const bool leaf = tree_.node(at.node).is_leaf();
      const bool proceed = at.covered ? accept_all(at.node, leaf)
                           : leaf     ? visit_leaf(at.node)
                                      : open_branch(at.node);
      if (!proceed) break;
    }
    return Status::success();
  }

 private:
  // Node on the stack. If `covered` is true, the query contains the node, and every item below the
  // node is a hit.
  struct Reached {
    u32 node;
    bool covered;
  };

  bool open_branch(u32 at) {
    const u32 count = tree_.node(at).count;
    counters_.node_visits += count;
    const AabbPacket<Dim>* packets = tree_.packets(at);
    const u32* refs = tree_.refs(at);
    for (u32 slot = 0; slot < count; slot += kLanes, ++packets) {
      u32 hits = query_.may_touch4(*packets);
      trace_entries(slot, count, hits, *packets, refs);
      for (; hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        open_.push({refs[slot + lane], query_.contains(packets->get(lane))});
      }
    }
    return true;
  }

  void trace_entries(u32 slot, u32 count, u32 hits, const AabbPacket<Dim>& boxes, const u32* refs) {
    if constexpr (kTraces<CountersT>) {
      for (u32 lane = 0; lane < kLanes && slot + lane < count; ++lane) {
        const bool hit = (hits >> lane & 1) != 0;
        const Step step = !hit                               ? Step::kMissed
                          : query_.contains(boxes.get(lane)) ? Step::kCovered
                                                             : Step::kEntered;
        trace_of(counters_).step(step, refs[slot + lane]);
      }
    }
  }

  bool visit_leaf(u32 at) {
    const u32 count = tree_.node(at).count;
    counters_.item_tests += count;
    trace_of(counters_).step(Step::kCompared, at, count);
    return visit_.test_packets(query_, tree_.refs(at), tree_.packets(at),
                               (count + kLanes - 1) / kLanes);
  }

  // Accepts everything below a covered node. The nodes below it are counted as visits but not
  // tested.
  bool accept_all(u32 at, bool leaf) {
    if (!leaf) counters_.node_visits += tree_.node(at).count;
    const u32* refs = tree_.refs(at);
    const u32 count = tree_.node(at).count;
    if (leaf) {
      trace_of(counters_).step(Step::kTaken, at, count);
      return visit_.accept_range(refs, count);
    }
    for (u32 slot = 0; slot < count; ++slot) {
      trace_of(counters_).step(Step::kBelow, refs[slot]);
      open_.push({refs[slot], true});
    }
    return true;
  }

  const Tree<Dim>& tree_;
  const Query& query_;
  CountersT& counters_;
  Visitor& visit_;
  TraversalStack<Reached, 256> open_;
};

template <int Dim, class Query, class Visitor>
Status traverse(const Tree<Dim>& tree, const Query& query, Counters auto& counters,
                Visitor&& visit) {
  return Walk(tree, query, counters, visit).run();
}

// Node within the range of the query, with a lower bound of the distances of all items below it.
struct Bounded {
  f32 bound;
  u32 node;
};

template <Counters C>
void trace_in_reach(u32 lanes, const u32* refs, u32 count, C& counters) {
  if constexpr (kTraces<C>) {
    for (u32 lane = 0; lane < kLanes && lane < count; ++lane) {
      const bool near = (lanes >> lane & 1) != 0;
      trace_of(counters).step(near ? Step::kEntered : Step::kMissed, refs[lane]);
    }
  }
}

// Writes the children of a branch that are within range, nearest first. Returns their number.
template <int Dim, class Query>
u32 children_in_reach(const Tree<Dim>& tree, u32 at, const Query& query, Bounded* out,
                      Counters auto& counters) {
  const AabbPacket<Dim>* packets = tree.packets(at);
  const u32* refs = tree.refs(at);
  u32 count = 0;
  for (u32 first = 0; first < tree.node(at).count; first += kLanes, ++packets) {
    alignas(16) f32 bounds[kLanes];
    const simd::F32x4 four = query.lower_bound4(*packets);
    u32 near = query.in_reach4(four);
    trace_in_reach(near, refs + first, tree.node(at).count - first, counters);
    simd::store_aligned(bounds, four);
    for (; near != 0; near &= near - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(near));
      const Bounded child{bounds[lane], refs[first + lane]};
      u32 place = count++;
      for (; place > 0 && child.bound < out[place - 1].bound; --place) out[place] = out[place - 1];
      out[place] = child;
    }
  }
  return count;
}

// Visits nearer children first, for queries whose range shrinks while the visitor runs. A node is
// tested again when it is popped from the stack.
template <int Dim, class Query, class Visitor>
Status traverse_ordered(const Tree<Dim>& tree, Query& query, Counters auto& counters,
                        Visitor&& visit) {
  if (tree.root() == kNone || tree.node(tree.root()).count == 0) return Status::success();
  TraversalStack<Bounded, 256> open(stack_bound(tree));
  if (!open.ready()) return Status::out_of_memory();
  auto&& trace = trace_of(counters);
  ++counters.node_visits;
  const f32 bound = query.lower_bound(tree.node(tree.root()).box);
  open.push({bound, tree.root()});
  trace.step(query.in_reach(bound) ? Step::kEntered : Step::kMissed, tree.root());
  while (!open.empty()) {
    const Bounded at = open.pop();
    if (!query.in_reach(at.bound)) {
      trace.step(Step::kDropped, at.node);
      continue;
    }
    const u32 entries = tree.node(at.node).count;
    if (!tree.node(at.node).is_leaf()) {
      Bounded near[kMaxFanOut];
      counters.node_visits += entries;
      for (u32 i = children_in_reach(tree, at.node, query, near, counters); i-- > 0;) {
        open.push(near[i]);
      }
      continue;
    }
    counters.item_tests += entries;
    trace.step(Step::kCompared, at.node, entries);
    if (!visit.test_packets(query, tree.refs(at.node), tree.packets(at.node),
                            (entries + kLanes - 1) / kLanes)) {
      return Status::success();
    }
  }
  return Status::success();
}

// Search for all overlapping pairs. It traverses two trees, or one tree twice, in parallel
// (Brinkhoff, Kriegel and Seeger, 1993).
//
// If a node is paired with itself, its entries are compared with each other. Two different nodes
// are paired if their boxes overlap. Only entries that overlap the box of the other node are
// compared, so each pair of items is compared at most once. In one tree, both nodes of a pair are
// at the same level. In two trees, the node at the higher level is opened first.
template <int Dim, class Visitor>
class Join {
 public:
  // visit(Id here, Id there) returns false to end the traversal.
  Join(const Tree<Dim>& here, const Tree<Dim>& there, QueryCounters& counters, Visitor& visit)
      : here_(here), there_(there), counters_(counters), visit_(visit) {}

  // Visits all pairs of one tree. Both trees must be the same object.
  Status within() {
    if (here_.root() == kNone) return Status::success();
    if (!open_.push_back({here_.root(), here_.root()})) return Status::out_of_memory();
    return walk(true);
  }
  Status between() {
    if (here_.root() == kNone || there_.root() == kNone) return Status::success();
    ++counters_.node_visits;
    if (!overlaps(here_.node(here_.root()).box, there_.node(there_.root()).box)) {
      return Status::success();
    }
    if (!open_.push_back({here_.root(), there_.root()})) return Status::out_of_memory();
    return walk(false);
  }

 private:
  struct Pair {
    u32 a;  // here
    u32 b;  // there
  };

  Status walk(bool one_tree) {
    while (!open_.empty()) {
      const Pair pair = open_.back();
      open_.pop_back();
      const Node<Dim>& a = here_.node(pair.a);
      const Node<Dim>& b = there_.node(pair.b);
      if (!open_.reserve_more(size_t{a.count} * b.count)) return Status::out_of_memory();
      bool proceed = true;
      if (one_tree && pair.a == pair.b) {
        proceed = join_self(pair.a);
      } else if (a.level == b.level) {
        proceed = join_level(pair);
      } else {
        descend(pair);
      }
      if (!proceed) break;
    }
    return Status::success();
  }

  // Opens the node at the higher level: pairs the other node with each child that overlaps it.
  void descend(const Pair& pair) {
    const bool open_here = here_.node(pair.a).level > there_.node(pair.b).level;
    const Tree<Dim>& tree = open_here ? here_ : there_;
    const u32 opened = open_here ? pair.a : pair.b;
    const SplatBox<Dim> other(open_here ? there_.node(pair.b).box : here_.node(pair.a).box);
    counters_.node_visits += tree.node(opened).count;
    for (u32 i = 0; i < tree.packet_count(opened); ++i) {
      for (u32 hits = overlap_bits(other, tree.packets(opened)[i]); hits; hits &= hits - 1) {
        const u32 child = tree.refs(opened)[i * kLanes + static_cast<u32>(std::countr_zero(hits))];
        open_.push_unchecked(open_here ? Pair{child, pair.b} : Pair{pair.a, child});
      }
    }
  }

  bool join_self(u32 at) {
    const u32 count = here_.node(at).count;
    const bool leaf = here_.node(at).is_leaf();
    const AabbPacket<Dim>* packets = here_.packets(at);
    const u32* refs = here_.refs(at);
    const u64 tests = u64{count} * (count - (count > 0 ? 1 : 0)) / 2;
    (leaf ? counters_.item_tests : counters_.node_visits) += tests;
    for (u32 slot = 0; slot < count; ++slot) {
      if (!leaf) open_.push_unchecked({refs[slot], refs[slot]});
      const SplatBox<Dim> box(packets[slot / kLanes].get(slot % kLanes));
      const u32 later = 0xEu << slot % kLanes & 0xFu;  // lanes after the slot in its packet
      if (!match(refs[slot], box, at, slot / kLanes, later, leaf)) return false;
    }
    return true;
  }

  bool join_level(const Pair& pair) {
    const bool leaf = here_.node(pair.a).is_leaf();
    const SplatBox<Dim> other(there_.node(pair.b).box);
    const AabbPacket<Dim>* packets = here_.packets(pair.a);
    const u32* refs = here_.refs(pair.a);
    for (u32 i = 0; i < here_.packet_count(pair.a); ++i) {
      for (u32 hits = overlap_bits(other, packets[i]); hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        (leaf ? counters_.item_tests : counters_.node_visits) += there_.node(pair.b).count;
        const SplatBox<Dim> box(packets[i].get(lane));
        if (!match(refs[i * kLanes + lane], box, pair.b, 0, 0xFu, leaf)) return false;
      }
    }
    return true;
  }

  // Tests one entry of a node in `here_` against the entries of node `at` in `there_`. The test
  // starts at packet `first_packet`; `lanes` selects the lanes of this packet.
  [[gnu::always_inline]] bool match(u32 ref, const SplatBox<Dim>& box, u32 at, u32 first_packet,
                                    u32 lanes, bool leaf) {
    const AabbPacket<Dim>* packets = there_.packets(at);
    const u32* refs = there_.refs(at);
    const u32 end = there_.packet_count(at);
    for (u32 i = first_packet; i < end; ++i, lanes = 0xFu) {
      for (u32 hits = overlap_bits(box, packets[i]) & lanes; hits != 0; hits &= hits - 1) {
        const u32 other = refs[i * kLanes + static_cast<u32>(std::countr_zero(hits))];
        if (!leaf) {
          open_.push_unchecked({ref, other});
        } else if (!visit_(ref, other)) {
          return false;
        }
      }
    }
    return true;
  }

  const Tree<Dim>& here_;
  const Tree<Dim>& there_;
  QueryCounters& counters_;
  Visitor& visit_;
  // 1024 pairs are usually enough without allocation: two nodes of 16 entries push at most 256
  // pairs, and the stack usually contains the pairs of a few levels.
  ScratchArray<Pair, 1024> open_;
};

template <int Dim, class Visitor>
Status pairs(const Tree<Dim>& tree, QueryCounters& counters, Visitor&& visit) {
  return Join<Dim, std::remove_reference_t<Visitor>>(tree, tree, counters, visit).within();
}
template <int Dim, class Visitor>
Status pairs_between(const Tree<Dim>& here, const Tree<Dim>& there, QueryCounters& counters,
                     Visitor&& visit) {
  return Join<Dim, std::remove_reference_t<Visitor>>(here, there, counters, visit).between();
}

}  // namespace sapwood::entry_tree
