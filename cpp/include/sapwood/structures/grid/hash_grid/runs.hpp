// Runs of slots, tested four at a time.
#pragma once

#include "sapwood/core/item_packets.hpp"
#include "sapwood/structures/grid/hash_grid/level.hpp"

namespace sapwood::hashgrid {

// The lanes whose bits are set.
inline simd::Mask4 mask_of(u32 lanes) {
  const simd::U32x4 bits = simd::U32x4::set(1, 2, 4, 8);
  return simd::eq(simd::bit_and(simd::U32x4::splat(lanes), bits), bits);
}

// Calls visit(packet, lanes that are of the run), for a run that is not empty; false when it ended
// it.
template <class Visit>
[[gnu::always_inline]] inline bool each_packet(const SlotSpan& run, Visit&& visit) {
  const u32 last = (run.end - 1) / kLanes;
  u32 at = run.begin / kLanes;
  u32 lanes = 0xFu << run.begin % kLanes & 0xFu;
  for (; at < last; ++at, lanes = 0xFu) {
    if (!visit(at, lanes)) return false;
  }
  return visit(at, lanes & 0xFu >> (kLanes - 1 - (run.end - 1) % kLanes));
}

// The runs that one query looks at; false when the visitor ended it.
template <int Dim, class Query, Counters Told, class Visitor>
class Runs {
 public:
  Runs(const ItemPackets<Dim>& packets, const Query& query, Told& counters, Visitor& visit)
      : packets_(packets), query_(query), counters_(counters), visit_(visit) {}

  [[gnu::noinline]] bool visit(const SlotSpan& run) {
    if (run.empty()) return true;
    ++counters_.node_visits;
    counters_.item_tests += run.end - run.begin;
    if constexpr (TestsExactly<Query>) {
      if (Id* const begin = visit_.reserve(run.end - run.begin)) {
        write_hits(run, begin);
        return true;
      }
    }
    return test(run);
  }
  // Not counted.
  bool test(const SlotSpan& run) {
    return each_packet(run, [&](u32 at, u32 lanes) { return visit_packet(at, lanes); });
  }

  // Without a test.
  bool visit_all(const SlotSpan& run) {
    for (u32 slot = run.begin; slot < run.end; ++slot) {
      const Id id = packets_.id(slot);
      if (id != kNone && !visit_.accept(id)) return false;
    }
    return true;
  }

 private:
  [[gnu::always_inline]] void write_hits(const SlotSpan& run, Id* begin) {
    Id* end = begin;
    each_packet(run, [&](u32 at, u32 lanes) {
      const u32 hits = query_.may_touch4(packets_.packet(at)) & lanes;
      end += simd::compress_store(end, simd::U32x4::load(packets_.ids(at)), hits);
      return true;
    });
    visit_.commit(static_cast<u32>(end - begin));
  }

  [[gnu::always_inline]] bool visit_packet(u32 at, u32 lanes) {
    const AabbPacket<Dim>& boxes = packets_.packet(at);
    const Id* const ids = packets_.ids(at);
    if constexpr (Visitor::kTakesBounds) {
      // what is not of the run is out of reach
      const simd::F32x4 bounds =
          simd::select(mask_of(lanes), query_.lower_bound4(boxes), simd::F32x4::splat(HUGE_VALF));
      return visit_.passed_bounds(query_, ids, boxes, bounds, query_.in_reach4(bounds));
    } else {
      const u32 hits = query_.may_touch4(boxes) & lanes;
      return hits == 0 || visit_.passed_lanes(query_, ids, boxes, hits);
    }
  }

  const ItemPackets<Dim>& packets_;
  const Query& query_;
  Told& counters_;
  Visitor& visit_;
};

}  // namespace sapwood::hashgrid
