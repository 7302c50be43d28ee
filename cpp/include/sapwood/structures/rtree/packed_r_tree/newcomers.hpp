// Items that were inserted since the tree was packed: a list beside it, four boxes a packet, that
// every query scans. Invariant: lanes behind the last item are empty.
#pragma once

#include "sapwood/core/entry_tree/walk.hpp"

namespace sapwood::packed_r_tree {

template <int Dim>
class Newcomers {
 public:
  using Box = Aabb<Dim>;

  u32 size() const { return static_cast<u32>(ids_.size()); }
  Id id(u32 slot) const { return ids_[slot]; }
  Box box(u32 slot) const { return packets_[slot / kLanes].get(slot % kLanes); }
  u32 slot_of(Id id) const {
    u32 slot = 0;
    while (ids_[slot] != id) ++slot;
    return slot;
  }
  Box united() const {
    Box all = empty_box<Dim>();
    for (u32 slot = 0; slot < size(); ++slot) all = unite(all, box(slot));
    return all;
  }

  [[nodiscard]] bool reserve_one() { return ids_.reserve_more(1) && packets_.reserve_more(1); }
  // Needs reserve_one().
  void add(Id id, const Box& box) {
    if (size() % kLanes == 0) packets_.push_unchecked(empty_packet<Dim>());
    ids_.push_unchecked(id);
    set(size() - 1, box);
  }
  void set(u32 slot, const Box& box) { packets_[slot / kLanes].set(slot % kLanes, box); }
  // The last one takes the place of the erased one.
  void erase(u32 slot) {
    const u32 last = size() - 1;
    set(slot, box(last));
    ids_[slot] = ids_[last];
    set(last, empty_box<Dim>());
    ids_.pop_back();
    if (last % kLanes == 0) packets_.pop_back();
  }
  void clear() {
    packets_.clear();
    ids_.clear();
  }

  // False when the visitor ended it.
  template <class Query, class Visitor>
  bool traverse(const Query& query, QueryCounters& counters, Visitor& visit) const {
    counters.item_tests += size();
    for (u32 i = 0; i < packets_.size(); ++i) {
      for (u32 hits = query.may_touch4(packets_[i]); hits != 0; hits &= hits - 1) {
        if (!visit(ids_[i * kLanes + static_cast<u32>(std::countr_zero(hits))])) return false;
      }
    }
    return true;
  }

  // Pairs of newcomers; false when the visitor ended it.
  template <class Visitor>
  bool pairs(QueryCounters& counters, Visitor& visit) const {
    counters.item_tests += u64{size()} * (size() - (size() > 0 ? 1 : 0)) / 2;
    for (u32 slot = 0; slot < size(); ++slot) {
      const SplatBox<Dim> splat(box(slot));
      u32 lanes = 0xEu << slot % kLanes & 0xFu;  // those behind the slot in its own packet
      for (u32 i = slot / kLanes; i < packets_.size(); ++i, lanes = 0xFu) {
        for (u32 hits = overlap_bits(splat, packets_[i]) & lanes; hits != 0; hits &= hits - 1) {
          const u32 other = i * kLanes + static_cast<u32>(std::countr_zero(hits));
          if (!visit(ids_[slot], ids_[other])) return false;
        }
      }
    }
    return true;
  }

  size_t byte_length() const { return packets_.byte_length() + ids_.byte_length(); }

 private:
  Array<AabbPacket<Dim>> packets_;
  Array<Id> ids_;
};

}  // namespace sapwood::packed_r_tree
