// Boxes and ids of items in runs of slots, four slots per SIMD packet. A run is a contiguous range
// of slots: the items of one leaf.
//
// A run begins at the start of a packet. A vacant slot has no id and an empty box, which no test
// accepts. Boxes are exact copies of the item boxes.
#pragma once

#include <bit>
#include <cmath>

#include "sapwood/base/array.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

inline u32 used_lanes(const Id* ids) {
  return ~simd::bits(simd::eq(simd::U32x4::load(ids), simd::U32x4::splat(kNone))) & 0xFu;
}

// Returns the maximum number of pending items of a structure of `size` items before it is rebuilt.
// Every query tests all pending items. Because of the rebuilds, an insert costs on average at most
// O(sqrt(n)) times the build cost per item.
inline u32 max_pending(u32 size) {
  return 64 + 4 * static_cast<u32>(std::sqrt(static_cast<f64>(size)));
}

// Returns true if a refitted hierarchy should be rebuilt: the area of its leaves has doubled since
// the build, and enough boxes have moved to justify the cost of a build. 1/64 of the items is
// enough, because a single item that moves far can stretch its leaf across the whole scene.
inline bool degraded(u64 moved, u32 size, f64 leaf_area, f64 built_area) {
  return 64 * moved >= size && leaf_area > 2 * built_area;
}

struct SlotRun {
  u32 first_packet;
  u32 slots;

  u32 packets() const { return (slots + kLanes - 1) / kLanes; }
  u32 first() const { return first_packet * kLanes; }
  u32 end() const { return first() + slots; }
};

template <int Dim>
class ItemPackets {
 public:
  using Box = Aabb<Dim>;

  u32 count() const { return count_; }
  Id id(u32 slot) const { return ids_[slot]; }
  Box box(u32 slot) const { return packets_[slot / kLanes].get(slot % kLanes); }
  const AabbPacket<Dim>& packet(u32 index) const { return packets_[index]; }
  const Id* ids(u32 packet) const { return ids_.data() + size_t{packet} * kLanes; }

  // Reserves memory for `slots` slots in total, so that append() cannot fail. `slots` must include
  // the unused slots at the end of each run, at most kLanes - 1.
  [[nodiscard]] bool reserve(size_t slots) {
    const size_t packets = (slots + kLanes - 1) / kLanes;
    return packets_.reserve(packets) && ids_.reserve(packets * kLanes);
  }

  [[nodiscard]] bool resize(u32 slots) {
    if (!reserve(slots)) return false;
    const size_t packets = (size_t{slots} + kLanes - 1) / kLanes;
    if (!packets_.resize(packets) || !ids_.resize(packets * kLanes)) return false;
    for (u32 slot = slots; slot < ids_.size(); ++slot) vacate(slot);
    count_ = slots;
    return true;
  }
  [[gnu::always_inline]] void put(u32 slot, Id id, const Box& box) {
    ids_[slot] = id;
    set(slot, box);
  }

  void clear() {
    packets_.clear();
    ids_.clear();
    count_ = 0;
  }

  u32 append(Id id, const Box& box) {
    if (count_ % kLanes == 0) {
      packets_.push_unchecked(empty_packet<Dim>());
      for (u32 lane = 0; lane < kLanes; ++lane) ids_.push_unchecked(kNone);
    }
    ids_[count_] = id;
    set(count_, box);
    return count_++;
  }
  void close_packet() { count_ = static_cast<u32>(ids_.size()); }

  void set(u32 slot, const Box& box) { packets_[slot / kLanes].set(slot % kLanes, box); }
  void vacate(u32 slot) {
    packets_[slot / kLanes].set_empty(slot % kLanes);
    ids_[slot] = kNone;
  }

  Box united(const SlotRun& run) const {
    Box all = empty_box<Dim>();
    for (u32 at = run.first_packet; at < run.first_packet + run.packets(); ++at) {
      for (int axis = 0; axis < Dim; ++axis) {
        const auto low = simd::F32x4::load_aligned(packets_[at].min[axis]);
        const auto high = simd::F32x4::load_aligned(packets_[at].max[axis]);
        const f32 least = simd::reduce_min(low);
        const f32 most = simd::reduce_max(high);
        if (least < all.min[axis]) all.min[axis] = least;
        if (most > all.max[axis]) all.max[axis] = most;
      }
    }
    return all;
  }

  // Tests the items of a run and counts the tests. If the query contains the run (`inside`), all
  // items are accepted without a test and are not counted. Returns false if the visitor ended the
  // traversal.
  template <class Query, class Visitor>
  [[gnu::always_inline]] bool visit(const SlotRun& run, const Query& query, bool inside,
                                    Counters auto& counters, Visitor&& visit) const {
    const u32 first = run.first_packet;
    if (!inside) {
      counters.item_tests += run.slots;
      return visit.test_packets(query, ids(first), packets_.data() + first, run.packets());
    }
    for (u32 at = first; at < first + run.packets(); ++at) {
      if (!visit.accept_lanes(ids(at), used_lanes(ids(at)))) return false;
    }
    return true;
  }

  // Visits the items of a run that overlap a box, from slot `from` of the run on. Each slot counts
  // as an item test. visit(Id) returns false to end the traversal.
  template <class Visitor>
  bool match(const Box& box, const SlotRun& run, u32 from, Counters auto& counters,
             Visitor&& visit) const {
    counters.item_tests += run.slots - from;
    const SplatBox<Dim> splat(box);
    u32 lanes = kAllLanes & ~((1u << from % kLanes) - 1);
    for (u32 at = run.first_packet + from / kLanes; at < run.first_packet + run.packets(); ++at) {
      for (u32 hits = overlap_bits(splat, packets_[at]) & lanes; hits != 0; hits &= hits - 1) {
        if (!visit(ids_[at * kLanes + static_cast<u32>(std::countr_zero(hits))])) return false;
      }
      lanes = kAllLanes;
    }
    return true;
  }

  size_t byte_length() const { return packets_.byte_length() + ids_.byte_length(); }
  bool sparse() const { return packets_.sparse(); }
  // Frees unused memory. Memory for `least` slots in total remains reserved.
  void shrink(size_t least = 0) {
    const size_t packets = (least + kLanes - 1) / kLanes;
    packets_.shrink(packets);
    ids_.shrink(packets * kLanes);
  }

 private:
  static constexpr u32 kAllLanes = (1u << kLanes) - 1;

  Array<AabbPacket<Dim>> packets_;
  Array<Id> ids_;  // by slot; the length is a multiple of kLanes
  u32 count_ = 0;
};

}  // namespace sapwood
