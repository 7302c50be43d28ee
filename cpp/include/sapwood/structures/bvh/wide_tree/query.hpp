// Walks over a wide tree for one query: one SIMD test answers for the four lanes of a node.
//
// Leaves are tested in place, so only branches ever wait. Below a lane that the query covers
// nothing is tested: its items are certain hits, and their ids lie behind each other. Frustum
// queries hand down the planes that still cut a node (Assarsson and Moeller, Optimized view frustum
// culling algorithms for bounding boxes, 2000).
#pragma once

#include <bit>
#include <cstring>

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

// Lanes of a node that a query may hit, and those of them in which everything is a hit.
struct LaneHits {
  u32 touched;
  u32 covered;
};

template <class Query, int Dim>
LaneHits test_lanes(const Query& query, const AabbPacket<Dim>& boxes) {
  const u32 touched = query.may_touch4(boxes);
  if constexpr (requires { query.covers4(boxes); }) {
    return {touched, touched & query.covers4(boxes)};
  } else {
    return {touched, 0};
  }
}

// Of nodes and leaves in a trace and a picture.
inline NodeKey leaf_key(u32 leaf) { return key_in(1, leaf); }
inline NodeKey lane_key(const Link& link, u32 lane) {
  return link.is_leaf(lane) ? leaf_key(link.leaf(lane)) : link.child(lane);
}

// Tells of the lanes of a node.
template <Counters C>
void tell_lanes(const Link& link, const LaneHits& hits, C& counters) {
  if constexpr (kTraces<C>) {
    for (u32 lane = 0; lane < link.lanes(); ++lane) {
      const Step step = (hits.covered >> lane & 1) != 0   ? Step::kCovered
                        : (hits.touched >> lane & 1) != 0 ? Step::kEntered
                                                          : Step::kMissed;
      trace_of(counters).step(step, lane_key(link, lane));
    }
  }
}

inline u32 first_bits(u32 count) { return (1u << count) - 1; }
inline u32 lowest_lane(u32 lanes) { return static_cast<u32>(std::countr_zero(lanes)); }

// Row m: the lanes that are set in m, ascending, then zeros. 16 rows of 16 bytes.
struct LaneNumbers {
  alignas(16) u32 rows[16][kLanes];
};

constexpr LaneNumbers make_lane_numbers() {
  LaneNumbers table{};
  for (u32 lanes = 0; lanes < 16; ++lanes) {
    u32 next = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1) != 0) table.rows[lanes][next++] = lane;
    }
  }
  return table;
}

inline constexpr LaneNumbers kLaneNumbers = make_lane_numbers();

// Everything in a range of leaves.
template <int Dim, class Visitor>
bool visit_leaves(const Tree<Dim>& tree, LeafRange leaves, Visitor& visit, auto&& trace) {
  constexpr bool kListens = std::remove_reference_t<decltype(trace)>::kListens;
  if (!kListens && tree.gapless()) {
    const u32 first = leaves.begin * kLanes;
    const u32 end = leaves.end * kLanes < tree.live() ? leaves.end * kLanes : tree.live();
    return visit_certain_range(visit, tree.ids(leaves.begin), end - first);
  }
  for (u32 leaf = leaves.begin; leaf < leaves.end; ++leaf) {
    trace.step(Step::kTaken, leaf_key(leaf));
    if (!visit_certain_lanes(visit, tree.ids(leaf), used_lanes(tree.ids(leaf)))) return false;
  }
  return true;
}

// Collects the leaves that the query touches and tests them a few at a time. No jump depends on
// which lanes of a node are hit: their numbers are moved together and written behind those that
// wait. Nodes are taken in the order in which they came, so that the next one does not depend on
// the one before; where very many wait, the last one first, which bounds their number.
template <int Dim, class Query, class Visitor>
class Walk {
 public:
  Walk(const Tree<Dim>& tree, const Query& query, Visitor& visit)
      : tree_(tree), query_(query), visit_(visit) {}

  void run(Counters auto& counters) {
    auto&& trace = trace_of(counters);
    trace.step(Step::kEntered, 0);
    u64 visits = 1;
    u32 head = 0;
    u32 tail = 1;
    u32 leaf_count = 0;
    nodes_[0] = 0;
    bool on = true;
    do {
      const u32 at = nodes_[tail - head <= kMany ? head++ : --tail];
      const Link& link = tree_.link(at);
      visits += link.lanes();
      const LaneHits hits = test_lanes(query_, tree_.boxes(at));
      tell_lanes(link, hits, counters);
      if (hits.covered != 0) on = take_all(link, hits.covered, trace);
      const u32 open = hits.touched & ~hits.covered;
      const u32 leaves = first_bits(link.leaves);
      wait_for(leaves_, leaf_count, link.below.begin, open & leaves);
      wait_for(nodes_, tail, link.first_child - link.leaves, open & ~leaves);
      if (leaf_count > kMaxLeavesHeld - kLanes) {
        on = on && test_leaves(leaf_count, trace);
        leaf_count = 0;
      }
      if (tail > kRoom - kLanes) {
        std::memmove(nodes_, nodes_ + head, (tail - head) * sizeof(u32));
        tail -= head;
        head = 0;
        SAPWOOD_ASSERT(tail <= kRoom - kLanes);
      }
    } while (on && head != tail);
    if (on) test_leaves(leaf_count, trace);
    counters.node_visits += visits;
    counters.item_tests += u64{tests_} * kLanes;
  }

 private:
  // Nodes that may wait before the walk goes into the depth, which adds no more than kStackBound.
  static constexpr u32 kMany = 256;
  static constexpr u32 kRoom = 2 * kMany + kStackBound;
  // Few, since a visitor that ends the walk has no use for them.
  static constexpr u32 kMaxLeavesHeld = 32;

  // Writes base + lane for some lanes of a node; and whatever up to four numbers.
  static void wait_for(u32* waiting, u32& count, u32 base, u32 lanes) {
    const simd::U32x4 numbers = simd::U32x4::load_aligned(kLaneNumbers.rows[lanes]);
    simd::store(waiting + count, simd::add(numbers, simd::U32x4::splat(base)));
    count += static_cast<u32>(std::popcount(lanes));
  }

  // Both answer false when the visitor ended the walk.
  bool take_all(const Link& link, u32 lanes, auto&& trace) {
    for (; lanes != 0; lanes &= lanes - 1) {
      if (!visit_leaves(tree_, tree_.below(link, lowest_lane(lanes)), visit_, trace)) return false;
    }
    return true;
  }

  bool test_leaves(u32 count, auto&& trace) {
    for (u32 i = 0; i < count; ++i) {
      trace.step(Step::kCompared, leaf_key(leaves_[i]), kLanes);
      const AabbPacket<Dim>& boxes = tree_.leaf(leaves_[i]);
      const u32 hits = query_.may_touch4(boxes);
      ++tests_;
      if (!visit_lanes<Query>(visit_, tree_.ids(leaves_[i]), boxes, hits)) return false;
    }
    return true;
  }

  const Tree<Dim>& tree_;
  const Query& query_;
  Visitor& visit_;
  u32 nodes_[kRoom];
  u32 leaves_[kMaxLeavesHeld];
  u32 tests_ = 0;  // leaves
};

// The walk of a frustum: every lane keeps the planes that cut it.
template <class Query, class Visitor>
class PlaneWalk {
 public:
  PlaneWalk(const Tree<3>& tree, const Query& query, Visitor& visit)
      : tree_(tree), query_(query), visit_(visit), open_(kStackBound) {}

  void run(Counters auto& counters) {
    u64 visits = 1;
    trace_of(counters).step(Step::kEntered, 0);
    for (open_.push({0, FrustumQuery::kAllPlanes}); !open_.empty();) {
      const Cut at = open_.pop();
      visits += tree_.link(at.node).lanes();
      if (!open(at, counters)) break;
    }
    counters.node_visits += visits;
    counters.item_tests += u64{tests_} * kLanes;
  }

 private:
  struct Cut {
    u32 node;
    u32 planes;
  };

  bool open(const Cut& at, Counters auto& counters) {
    auto&& trace = trace_of(counters);
    const Link& link = tree_.link(at.node);
    const PacketCut cut = query_.test4(tree_.boxes(at.node), at.planes);
    if constexpr (kTraces<decltype(counters)>) {
      u32 covered = 0;
      for (u32 lane = 0; lane < kLanes; ++lane) covered |= cut.planes[lane] == 0 ? 1u << lane : 0;
      tell_lanes(link, {cut.visible, cut.visible & covered}, counters);
    }
    for (u32 lanes = cut.visible; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = lowest_lane(lanes);
      const u32 planes = cut.planes[lane];
      if (planes == 0) {
        if (!visit_leaves(tree_, tree_.below(link, lane), visit_, trace)) return false;
      } else if (!link.is_leaf(lane)) {
        open_.push({link.child(lane), planes});
      } else if (!visit_leaf(link.leaf(lane), planes, trace)) {
        return false;
      }
    }
    return true;
  }

  bool visit_leaf(u32 leaf, u32 planes, auto&& trace) {
    ++tests_;
    trace.step(Step::kCompared, leaf_key(leaf), kLanes);
    return visit_certain_lanes(visit_, tree_.ids(leaf),
                               query_.test4(tree_.leaf(leaf), planes).visible);
  }

  const Tree<3>& tree_;
  const Query& query_;
  Visitor& visit_;
  TraversalStack<Cut, kStackBound> open_;
  u32 tests_ = 0;  // leaves
};

// Visits the items that may hit; boxes must be up to date.
template <int Dim, class Query, class Visitor>
Status traverse(const Tree<Dim>& tree, const Query& query, Counters auto& counters,
                Visitor& visit) {
  if (tree.empty()) return Status::success();
  if constexpr (std::derived_from<Query, FrustumQuery>) {
    PlaneWalk(tree, query, visit).run(counters);
  } else {
    Walk<Dim, Query, Visitor>(tree, query, visit).run(counters);
  }
  return Status::success();
}

}  // namespace sapwood::wide_tree
