// Traversals of a wide tree for one query. One SIMD test examines the four lanes (children) of a
// node.
//
// Leaves are tested in place, so the stack or queue contains only branches. If the query contains
// the box of a lane, the items of the lane are accepted without a test, and their ids are
// consecutive. A frustum query stores each node with the planes that cut its box, and tests only
// these planes below the node (Assarsson and Moeller, Optimized view frustum culling algorithms for
// bounding boxes, 2000).
#pragma once

#include <bit>
#include <cstring>

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

// Lanes of a node that a query may hit, and the lanes whose items are all hits.
struct LaneHits {
  u32 touched;
  u32 covered;
};

template <class Query, int Dim>
LaneHits test_lanes(const Query& query, const AabbPacket<Dim>& boxes) {
  const u32 touched = query.may_touch4(boxes);
  return {touched, touched & query.contains4(boxes)};
}

// Keys of leaves and lanes in traces and node dumps.
inline NodeKey leaf_key(u32 leaf) { return key_in(1, leaf); }
inline NodeKey lane_key(const Link& link, u32 lane) {
  return link.is_leaf(lane) ? leaf_key(link.leaf(lane)) : link.child(lane);
}

template <Counters C>
void trace_lanes(const Link& link, const LaneHits& hits, C& counters) {
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

// Row m contains the numbers of the lanes in the bit mask m in ascending order, followed by zeros.
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

template <int Dim, class Visitor>
bool visit_leaves(const Tree<Dim>& tree, LeafRange leaves, Visitor& visit, auto&& trace) {
  constexpr bool kEnabled = std::remove_reference_t<decltype(trace)>::kEnabled;
  if (!kEnabled && tree.gapless()) {
    const u32 first = leaves.begin * kLanes;
    const u32 end = leaves.end * kLanes < tree.live() ? leaves.end * kLanes : tree.live();
    return visit.accept_range(tree.ids(leaves.begin), end - first);
  }
  for (u32 leaf = leaves.begin; leaf < leaves.end; ++leaf) {
    trace.step(Step::kTaken, leaf_key(leaf));
    if (!visit.accept_lanes(tree.ids(leaf), used_lanes(tree.ids(leaf)))) return false;
  }
  return true;
}

// Traversal with a queue of nodes. Nodes are opened in batches, first in, first out, so that their
// memory accesses are independent. Hit nodes, hit leaves and covered lanes (which the query
// contains) are appended to lists without branches. Leaves and covered lanes are processed after
// each batch. If the queue is long, nodes are taken from the end of the queue instead, which bounds
// its length.
template <int Dim, class Query, class Visitor>
class Walk {
 public:
  Walk(const Tree<Dim>& tree, const Query& query, Visitor& visit)
      : tree_(tree), query_(query), visit_(visit) {}

  void run(Counters auto& counters) {
    auto&& trace = trace_of(counters);
    trace.step(Step::kEntered, 0);
    ++counters.node_visits;
    nodes_[0] = 0;
    u32 head = 0;
    u32 tail = 1;
    do {
      if (tail > kRoom - kBatch * kLanes) {
        std::memmove(nodes_, nodes_ + head, (tail - head) * sizeof(u32));
        tail -= head;
        head = 0;
        SAPWOOD_ASSERT(tail <= kRoom - kBatch * kLanes);
      }
      if (tail - head <= kDepthFirstThreshold) {
        const u32 first = head;
        head = std::min(tail, head + kBatch);
        tail = open(first, head, tail, counters);
      } else {
        // the node is copied, because open() writes its first child over it
        const u32 last = --tail;
        nodes_[kRoom] = nodes_[last];
        tail = open(kRoom, kRoom + 1, tail, counters);
      }
    } while (accept_all(trace) && test_leaves(trace) && head != tail);
    counters.item_tests += u64{tests_} * kLanes;
  }

 private:
  // If the queue is longer than this, the traversal is depth first, which adds at most kStackBound
  // nodes.
  static constexpr u32 kDepthFirstThreshold = 256;
  static constexpr u32 kRoom = 2 * kDepthFirstThreshold + kStackBound;
  // Number of nodes in a batch. It is small, because a visitor can stop the traversal after each
  // batch.
  static constexpr u32 kBatch = 16;

  // Opens the nodes at first .. end - 1 and appends their children at `tail`. Returns the new tail.
  u32 open(u32 first, u32 end, u32 tail, Counters auto& counters) {
    const Link* const links = &tree_.link(0);
    const AabbPacket<Dim>* const boxes = &tree_.boxes(0);
    // a local copy of the query can stay in registers
    const std::conditional_t<std::is_abstract_v<Query>, const Query&, Query> query = query_;
    u32 visits = 0;
    u32 leaf_count = 0;
    u32 covered_count = 0;
    for (; first < end; ++first) {
      const u32 at = nodes_[first];
      const Link& link = links[at];
      visits += link.lanes();
      const LaneHits hits = test_lanes(query, boxes[at]);
      trace_lanes(link, hits, counters);
      covered_[covered_count] = {at, hits.covered};
      covered_count += hits.covered != 0 ? 1 : 0;
      const u32 open = hits.touched & ~hits.covered;
      const u32 leaves = first_bits(link.leaves);
      append_lanes(leaves_, leaf_count, link.below.begin, open & leaves);
      append_lanes(nodes_, tail, link.first_child - link.leaves, open & ~leaves);
    }
    counters.node_visits += visits;
    leaf_count_ = leaf_count;
    covered_count_ = covered_count;
    return tail;
  }

  // Appends base + lane to `list` for each lane in the bit mask `lanes`. Always writes four
  // numbers, but increases `count` by the number of lanes.
  [[gnu::always_inline]] static void append_lanes(u32* list, u32& count, u32 base, u32 lanes) {
    const simd::U32x4 numbers = simd::U32x4::load_aligned(kLaneNumbers.rows[lanes]);
    simd::store(list + count, simd::add(numbers, simd::U32x4::splat(base)));
    count += static_cast<u32>(std::popcount(lanes));
  }

  bool accept_all(auto&& trace) {
    for (u32 i = 0; i < covered_count_; ++i) {
      const Link& link = tree_.link(covered_[i].node);
      for (u32 lanes = covered_[i].lanes; lanes != 0; lanes &= lanes - 1) {
        const LeafRange below = tree_.below(link, lowest_lane(lanes));
        if (!visit_leaves(tree_, below, visit_, trace)) return false;
      }
    }
    return true;
  }

  bool test_leaves(auto&& trace) {
    tests_ += leaf_count_;
    if constexpr (TestsExactly<Query> && !std::remove_reference_t<decltype(trace)>::kEnabled) {
      if (Id* const begin = visit_.reserve(leaf_count_ * kLanes)) {
        write_hits(begin);
        return true;
      }
    }
    for (u32 i = 0; i < leaf_count_; ++i) {
      trace.step(Step::kCompared, leaf_key(leaves_[i]), kLanes);
      const AabbPacket<Dim>& boxes = tree_.leaf(leaves_[i]);
      const u32 hits = query_.may_touch4(boxes);
      if (!visit_.passed_lanes(query_, tree_.ids(leaves_[i]), boxes, hits)) return false;
    }
    return true;
  }

  [[gnu::always_inline]] void write_hits(Id* begin) {
    const Query query = query_;
    const AabbPacket<Dim>* const boxes = &tree_.leaf(0);
    const Id* const ids = tree_.ids(0);
    const u32 count = leaf_count_;
    Id* end = begin;
    for (u32 i = 0; i < count; ++i) {
      const u32 leaf = leaves_[i];
      end += simd::compress_store(end, simd::U32x4::load(ids + size_t{leaf} * kLanes),
                                  query.may_touch4(boxes[leaf]));
    }
    visit_.commit(static_cast<u32>(end - begin));
  }

  struct CoveredLanes {
    u32 node;
    u32 lanes;
  };

  const Tree<Dim>& tree_;
  const Query& query_;
  Visitor& visit_;
  u32 nodes_[kRoom + kLanes];
  u32 leaves_[(kBatch + 1) * kLanes];
  CoveredLanes covered_[kBatch + 1];
  u32 leaf_count_ = 0;
  u32 covered_count_ = 0;
  u32 tests_ = 0;  // tested leaves
};

// Traversal of a frustum query. Each node on the stack is stored with the planes that cut its box.
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
      trace_lanes(link, {cut.visible, cut.visible & covered}, counters);
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
    return visit_.accept_lanes(tree_.ids(leaf), query_.test4(tree_.leaf(leaf), planes).visible);
  }

  const Tree<3>& tree_;
  const Query& query_;
  Visitor& visit_;
  TraversalStack<Cut, kStackBound> open_;
  u32 tests_ = 0;  // tested leaves
};

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
