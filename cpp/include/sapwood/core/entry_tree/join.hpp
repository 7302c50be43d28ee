// All overlapping pairs by walking nodes against each other (Brinkhoff, Kriegel and Seeger, 1993).
//
// A node is paired with itself: its entries with each other. Two nodes are paired where their boxes
// overlap, and only entries that reach into the other box take part; so each pair of items meets
// exactly once. Leaves are all at one level: in one tree both nodes of a pair are at the same one;
// in two trees the higher node is opened first.
#pragma once

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/core/entry_tree/tree.hpp"
#include "sapwood/core/stats.hpp"

namespace sapwood::entry_tree {

template <int Dim, class Visitor>
class Join {
 public:
  // visit(Id here, Id there) answers false to end the walk.
  Join(const Tree<Dim>& here, const Tree<Dim>& there, QueryCounters& counters, Visitor& visit)
      : here_(here), there_(there), counters_(counters), visit_(visit) {}

  // All of one tree; needs that both trees are the same one.
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
      bool go_on = true;
      if (one_tree && pair.a == pair.b) {
        go_on = join_self(pair.a);
      } else if (a.level == b.level) {
        go_on = join_level(pair);
      } else {
        descend(pair);
      }
      if (!go_on) break;
    }
    return Status::success();
  }

  // One side is higher: its children that reach the other node.
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
      const u32 later = 0xEu << slot % kLanes & 0xFu;  // lanes behind the slot in its own packet
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

  // One entry here against those of a node there, from a packet and its given lanes on.
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
  // a node of 16 entries opens at most 256 pairs, and a few levels of them wait
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
