// Items inserted since a structure was built. Every query scans them, four boxes per packet. The
// structure is rebuilt when their number exceeds max_pending() of core/item_packets.hpp.
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

template <int Dim>
class PendingList {
 public:
  using Box = Aabb<Dim>;

  u32 size() const { return static_cast<u32>(ids_.size()); }
  Id id(u32 slot) const { return ids_[slot]; }
  const Array<Id>& ids() const { return ids_; }
  Box box(u32 slot) const { return packets_[slot / kLanes].get(slot % kLanes); }
  // Returns the slot of an item in O(size), for structures that do not store the slot.
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
  size_t byte_length() const { return ids_.byte_length() + packets_.byte_length(); }
  [[gnu::cold, gnu::noinline]] void shrink() {
    ids_.shrink();
    packets_.shrink();
  }

  [[nodiscard]] bool reserve_one() {
    return ids_.reserve_more(1) && (size() % kLanes != 0 || packets_.reserve_more(1));
  }
  [[nodiscard]] bool reserve(size_t count) {
    return ids_.reserve(count) && packets_.reserve((count + kLanes - 1) / kLanes);
  }

  // Adds an item and returns its slot. Requires reserved memory.
  u32 add(Id id, const Box& box) {
    const u32 slot = size();
    if (slot % kLanes == 0) packets_.push_unchecked(empty_packet<Dim>());
    ids_.push_unchecked(id);
    set(slot, box);
    return slot;
  }
  void set(u32 slot, const Box& box) { packets_[slot / kLanes].set(slot % kLanes, box); }

  // Removes the item in a slot. The last item moves to this slot. Returns the id of the moved item,
  // or kNone if the removed item was the last item.
  Id remove(u32 slot) {
    const u32 last = size() - 1;
    const Id moved = ids_[last];
    set(slot, box(last));
    ids_[slot] = moved;
    packets_[last / kLanes].set_empty(last % kLanes);
    ids_.pop_back();
    if (last % kLanes == 0) packets_.pop_back();
    return slot == last ? kNone : moved;
  }

  void clear() {
    ids_.clear();
    packets_.clear();
  }

  // Visits the items that the query may hit, from slot `from` on. Returns false if the visitor
  // ended the traversal.
  template <class Query, class Visitor>
  bool scan(const Query& query, Counters auto& counters, Visitor&& visit, u32 from = 0) const {
    counters.item_tests += size() - from;
    if (size() != from) trace_of(counters).step(Step::kCompared, kListNode, size() - from);
    u32 wanted = 0xFu << from % kLanes & 0xFu;
    for (size_t packet = from / kLanes; packet < packets_.size(); ++packet, wanted = 0xFu) {
      for (u32 hits = query.may_touch4(packets_[packet]) & wanted; hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        const Id id = ids_[packet * kLanes + lane];
        if (!visit.passed(query, id, packets_[packet].get(lane))) return false;
      }
    }
    return true;
  }

 private:
  Array<Id> ids_;  // by slot
  Array<AabbPacket<Dim>> packets_;
};

}  // namespace sapwood
