// Overlapping pairs of items of a wide tree, including pending items.
#pragma once

#include <bit>

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/pair_visitors.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/structures/bvh/wide_tree/query.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

// Search for all overlapping pairs of items within one wide tree or between two wide trees.
//
// Within one tree, the lanes (children) of every node are compared with each other, and so are the
// items of every leaf. Two items are therefore compared at most once, either in their common leaf
// or below two lanes of their lowest common ancestor. If two lanes overlap, both are opened, and
// only their children that overlap the other lane are compared. Two leaves are compared
// immediately. Leaves contain exact boxes, so overlapping items need no further test.
template <int Dim>
class PairWalk {
 public:
  // Each pair (id in `here`, id in `there`) is added to `found`. The traversal stops if the visitor
  // of `found` returns false.
  PairWalk(const Tree<Dim>& here, const Tree<Dim>& there, PairBuffer& found)
      : here_(here), there_(there), found_(found), open_(kPairBound) {}

  // Finds all pairs within one tree. `here` and `there` must be the same object.
  void within(QueryCounters& counters) {
    for (u32 at = 0; at < here_.node_count(); ++at) {
      if (!node(at)) break;
    }
    count(counters);
  }
  void between(QueryCounters& counters) {
    (void)(nodes(0, 0) && drain());
    count(counters);
  }

 private:
  using Packet = AabbPacket<Dim>;

  // Two overlapping lanes: `a` in the tree `here` and `b` in the tree `there`. At least one of the
  // two lanes is a branch.
  struct Pair {
    u32 a;  // node * kLanes + lane
    u32 b;
  };
  // Maximum number of pairs on the stack. A traversal starts with at most 16 pairs. Opening a pair
  // of branches pushes up to 16 pairs, one level deeper in both trees. Opening a branch and a leaf
  // pushes up to 4 pairs, one level deeper in one tree.
  static constexpr size_t kPairBound = 16 + (15 + 3) * (kMaxHeight + 1);

  void count(QueryCounters& counters) const {
    counters.node_visits += visits_;
    counters.item_tests += tests_;
  }

  // Compares the lanes of one node with each other, and the items within each leaf of the node.
  bool node(u32 at) {
    const Link& link = here_.link(at);
    const Packet& boxes = here_.boxes(at);
    const u32 lanes = link.lanes();
    visits_ += lanes * (lanes - 1) / 2;
    for (u32 lane = 0; lane < link.leaves; ++lane) {
      if (!leaf(link.leaf(lane))) return false;
    }
    for (u32 lane = 0; lane + 1 < lanes; ++lane) {
      const u32 later = 0xEu << lane & 0xFu;
      const u32 hits = overlap_bits(SplatBox<Dim>(boxes, lane), boxes) & later;
      if (hits != 0 && !meet(at, lane, at, hits)) return false;
    }
    return open_.empty() || drain();
  }

  bool leaf(u32 at) {
    const Packet& boxes = here_.leaf(at);
    const Id* ids = here_.ids(at);
    tests_ += kLanes * (kLanes - 1) / 2;
    for (u32 lane = 0; lane + 1 < kLanes; ++lane) {
      const u32 later = 0xEu << lane & 0xFu;
      const u32 hits = overlap_bits(SplatBox<Dim>(boxes, lane), boxes) & later;
      if (!report(ids[lane], ids, hits)) return false;
    }
    return true;
  }

  // Opens pairs until the stack is empty. This is the hot loop: all calls except meet() are
  // inlined.
  [[gnu::noinline]] bool drain() {
    while (!open_.empty()) {
      const Pair pair = open_.pop();
      if (!open_pair(pair)) return false;
    }
    return true;
  }

  // Processes a lane of node `a` in `here` that overlaps the lanes `hits` of node `b` in `there`.
  // Two leaves are compared immediately. Other pairs of lanes are pushed onto the stack.
  [[gnu::noinline]] bool meet(u32 a, u32 lane, u32 b, u32 hits) {
    const Link& there = there_.link(b);
    if (here_.link(a).is_leaf(lane)) {
      const u32 leaf = here_.link(a).leaf(lane);
      for (u32 both = hits & ((1u << there.leaves) - 1); both != 0; both &= both - 1) {
        const u32 other = static_cast<u32>(std::countr_zero(both));
        const SplatBox<Dim> reach(there_.boxes(b), other);
        if (!leaves(leaf, there.leaf(other), reach)) return false;
      }
      hits &= ~0u << there.leaves;
    }
    for (; hits != 0; hits &= hits - 1) {
      const u32 other = static_cast<u32>(std::countr_zero(hits));
      open_.push({a * kLanes + lane, b * kLanes + other});
    }
    return true;
  }

  bool open_pair(const Pair& pair) {
    const Link& here = here_.link(pair.a / kLanes);
    const Link& there = there_.link(pair.b / kLanes);
    const u32 a = pair.a % kLanes;
    const u32 b = pair.b % kLanes;
    if (here.is_leaf(a)) return leaf_and_node(pair, there.child(b));
    if (there.is_leaf(b)) return node_and_leaf(here.child(a), pair);
    const SplatBox<Dim> reach(there_.boxes(pair.b / kLanes), b);
    const Packet& boxes = here_.boxes(here.child(a));
    visits_ += here_.link(here.child(a)).lanes();
    return nodes(here.child(a), there.child(b), overlap_bits(reach, boxes));
  }

  // Compares the given lanes of node `a` in `here` with all lanes of node `b` in `there`.
  [[gnu::always_inline]] bool nodes(u32 a, u32 b, u32 lanes = (1u << kLanes) - 1) {
    const Packet& ours = here_.boxes(a);
    const Packet& theirs = there_.boxes(b);
    const u32 tested = there_.link(b).lanes();
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      visits_ += tested;
      const u32 hits = overlap_bits(SplatBox<Dim>(ours, lane), theirs);
      if (hits != 0 && !meet(a, lane, b, hits)) return false;
    }
    return true;
  }
  bool leaf_and_node(const Pair& pair, u32 b) {
    const u32 a = pair.a / kLanes;
    const u32 lane = pair.a % kLanes;
    visits_ += there_.link(b).lanes();
    const u32 hits = overlap_bits(SplatBox<Dim>(here_.boxes(a), lane), there_.boxes(b));
    return meet(a, lane, b, hits);
  }
  bool node_and_leaf(u32 a, const Pair& pair) {
    const u32 b = pair.b / kLanes;
    const u32 lane = pair.b % kLanes;
    visits_ += here_.link(a).lanes();
    u32 hits = overlap_bits(SplatBox<Dim>(there_.boxes(b), lane), here_.boxes(a));
    for (; hits != 0; hits &= hits - 1) {
      if (!meet(a, static_cast<u32>(std::countr_zero(hits)), b, 1u << lane)) return false;
    }
    return true;
  }

  // Compares the items of leaf `a` in `here` with the items of leaf `b` in `there`. `reach` is the
  // box of leaf `b`.
  [[gnu::always_inline]] bool leaves(u32 a, u32 b, const SplatBox<Dim>& reach) {
    const Packet& ours = here_.leaf(a);
    const Packet& theirs = there_.leaf(b);
    const Id* ids = here_.ids(a);
    for (u32 lanes = overlap_bits(reach, ours); lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      tests_ += kLanes;
      const u32 hits = overlap_bits(SplatBox<Dim>(ours, lane), theirs);
      if (!report(ids[lane], there_.ids(b), hits)) return false;
    }
    return true;
  }

  [[gnu::always_inline]] bool report(Id id, const Id* others, u32 hits) {
    for (; hits != 0; hits &= hits - 1) {
      if (!found_.add(id, others[std::countr_zero(hits)])) return false;
    }
    return true;
  }

  const Tree<Dim>& here_;
  const Tree<Dim>& there_;
  PairBuffer& found_;
  TraversalStack<Pair, kPairBound> open_;
  u64 visits_ = 0;
  u64 tests_ = 0;
};

// Finds all overlapping pairs of items in one tree. Requires that the boxes of the tree are up to
// date. Adds the number of compared boxes to `counters`.
template <int Dim>
[[gnu::noinline]] void pairs(const Tree<Dim>& tree, QueryCounters& counters, PairBuffer& found) {
  PairWalk<Dim>(tree, tree, found).within(counters);
}
template <int Dim>
[[gnu::noinline]] void pairs_between(const Tree<Dim>& here, const Tree<Dim>& there,
                                     QueryCounters& counters, PairBuffer& found) {
  if (here.empty() || there.empty()) return;
  PairWalk<Dim>(here, there, found).between(counters);
}

template <int Dim>
struct Contents {
  const Tree<Dim>& tree;
  const PendingList<Dim>& pending;
};

template <int Dim>
Status join_pending(const PendingList<Dim>& here, const Tree<Dim>& there, QueryCounters& counters,
                    PairBuffer& found, bool turned = false) {
  Status status = Status::success();
  for (u32 slot = 0; status.ok() && !found.ended() && slot < here.size(); ++slot) {
    PartnerSink partners(found, here.id(slot), turned);
    status = traverse(there, BoxQuery<Dim>(here.box(slot)), counters, partners);
  }
  return status;
}

// Finds all pairs: within the tree, between the pending items and the tree, and among the pending
// items.
template <int Dim>
Status pairs(const Contents<Dim>& all, QueryCounters& counters, PairBuffer& found) {
  pairs(all.tree, counters, found);
  Status status = join_pending(all.pending, all.tree, counters, found);
  const auto& pending = all.pending;
  for (u32 slot = 0; status.ok() && !found.ended() && slot < pending.size(); ++slot) {
    PartnerSink partners(found, pending.id(slot));
    pending.scan(BoxQuery<Dim>(pending.box(slot)), counters, partners, slot + 1);
  }
  found.flush();
  return status;
}

template <int Dim>
Status pairs_between(const Contents<Dim>& here, const Contents<Dim>& there, QueryCounters& counters,
                     PairBuffer& found) {
  pairs_between(here.tree, there.tree, counters, found);
  Status status = join_pending(here.pending, there.tree, counters, found);
  if (status.ok()) {
    status = join_pending(there.pending, here.tree, counters, found, true);
  }
  for (u32 slot = 0; status.ok() && !found.ended() && slot < here.pending.size(); ++slot) {
    PartnerSink partners(found, here.pending.id(slot));
    there.pending.scan(BoxQuery<Dim>(here.pending.box(slot)), counters, partners);
  }
  found.flush();
  return status;
}

}  // namespace sapwood::wide_tree
