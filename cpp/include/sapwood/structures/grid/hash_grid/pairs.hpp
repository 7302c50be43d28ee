// Search for all overlapping pairs of items in a hash grid. Each pair is reported once.
//
// Within a level, an item is compared only with items that follow it: with the following items in
// its row, and with items in following rows that it can touch. Four consecutive items are compared
// with four others at a time. The overlaps of these 16 pairs are bits of a mask, and the masks are
// converted to pairs in batches, so hardly any branch depends on the overlaps. Between levels, the
// longer item is compared with the cells of the other level that it can touch. Pending items are
// compared with each other and with all levels.
#pragma once

#include "sapwood/core/pair_visitors.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/structures/grid/hash_grid/query.hpp"

namespace sapwood::hashgrid {

template <int Dim>
class RowPairs {
 public:
  using Box = Aabb<Dim>;
  using Level = RowLevel<Dim>;
  using Cells = Block<Dim>;

  RowPairs(const RowTable<Dim>& table, const ItemPackets<Dim>& packets, QueryCounters& counters,
           PairBuffer& pairs)
      : table_(table), packets_(packets), counters_(counters), pairs_(pairs) {}

  bool run(const PendingList<Dim>& pending) {
    for (u32 at = 0; at < table_.levels.size(); ++at) {
      if (!within(table_.levels[at]) || !with_shorter(at)) return false;
    }
    for (u32 at = 0; at < pending.size(); ++at) {
      const BoxQuery<Dim> query(pending.box(at));
      PartnerSink partners{pairs_, pending.id(at)};
      if (!pending.scan(query, counters_, partners, at + 1) ||
          !RowWalk(table_, packets_, query, counters_, partners).run()) {
        return false;
      }
    }
    return pairs_.flush();
  }

 private:
  bool within(const Level& level) {
    return table_.each_row(level, level.all(), [&](const Row<Dim>& row) {
      const SlotSpan all = table_.span(level, row, 0, level.last(0));
      return all.empty() || each_packet(all, [&](u32 at, u32 lanes) {
               return compare_following(level, row, {packets_.packet(at), at, lanes});
             });
    }) && flush_masks();
  }

  // Items of a row that are in one packet, in four rotations: lane i of rotation t is item (i - t)
  // % 4. Comparing the four rotations with another packet, lane by lane, compares each item with
  // all items of that packet.
  struct Four {
    AabbPacket<Dim> turns[kLanes];  // lanes of other rows are empty
    u32 packet;
    u32 lanes;
    u32 count;
    u32 begin;  // slot of the first item
    f32 low[Dim];
    f32 high[Dim];

    Four(const AabbPacket<Dim>& all, u32 at, u32 lanes)
        : packet(at),
          lanes(lanes),
          count(static_cast<u32>(std::popcount(lanes))),
          begin(at * kLanes + static_cast<u32>(std::countr_zero(lanes))) {
      using namespace simd;
      const Mask4 mine = mask_of(lanes);
      for (int axis = 0; axis < Dim; ++axis) {
        const F32x4 least =
            select(mine, F32x4::load_aligned(all.min[axis]), F32x4::splat(HUGE_VALF));
        const F32x4 most =
            select(mine, F32x4::load_aligned(all.max[axis]), F32x4::splat(-HUGE_VALF));
        put_turns(&AabbPacket<Dim>::min, axis, least);
        put_turns(&AabbPacket<Dim>::max, axis, most);
        low[axis] = reduce_min(least);
        high[axis] = reduce_max(most);
      }
    }
    void put_turns(f32 (AabbPacket<Dim>::*edges)[Dim][kLanes], int axis, simd::F32x4 values) {
      for (AabbPacket<Dim>& turn : turns) {
        simd::store_aligned((turn.*edges)[axis], values);
        values = simd::shift_in(values, values);
      }
    }
    bool vacant() const { return !(low[0] <= high[0]); }
  };

  // Compares four items with each other and with the items that follow them: first in the same row,
  // then in the following rows that they can touch.
  [[gnu::always_inline]] bool compare_following(const Level& level, const Row<Dim>& row,
                                                const Four& four) {
    if (four.vacant()) return true;
    Cells block;
    block.hi[0] = level.cell(0, four.high[0]);
    const u32 end = table_.span(level, row, block.hi[0], block.hi[0]).end;
    if (!compare_own(four, end)) return false;
    bool farther = false;
    for (int axis = 1; axis < Dim; ++axis) {
      block.hi[axis] = level.cell(axis, four.high[axis]);
      farther |= block.hi[axis] > row.at[axis];
    }
    if (!farther) return true;
    for (int axis = 0; axis < Dim; ++axis) {
      block.lo[axis] = level.cell(axis, four.low[axis] - level.reach[axis]);
    }
    if constexpr (Dim == 3) {
      Cells plane = block;
      plane.lo[2] = plane.hi[2] = row.at[2];
      plane.lo[1] = row.at[1] + 1;
      if (plane.lo[1] <= plane.hi[1] && !compare(level, plane, four)) return false;
    }
    block.lo[Dim - 1] = row.at[Dim - 1] + 1;
    return block.lo[Dim - 1] > block.hi[Dim - 1] || compare(level, block, four);
  }

  bool compare(const Level& level, const Cells& block, const Four& four) {
    return table_.each_row(level, block, [&](const Row<Dim>& row) {
      const SlotSpan span = table_.span(level, row, block.lo[0], block.hi[0]);
      counters_.item_tests += u64{four.count} * (span.end - span.begin);
      return span.empty() || add_masks(four, span, ~0u);
    });
  }

  // Compares each of the four items with the items that follow it in the same row.
  [[gnu::always_inline]] bool compare_own(const Four& four, u32 end) {
    const u32 next = four.begin + four.count;
    end = std::max(end, next);  // vacant slots can be in later cells than the items
    counters_.item_tests += four.count * (four.count - 1) / 2 + u64{four.count} * (end - next);
    return add_masks(four, {four.begin, end}, kBefore);
  }

  // Overlaps of the items of two packets. Bit 4 t + i of `bits` is set if rotation t of the first
  // packet overlaps the second packet in lane i.
  struct PairMask {
    u32 packet;
    u32 other;
    u32 bits;
  };
  static constexpr u32 kMasks = PairBuffer::kMax;
  // Factor that repeats a mask of four lanes for each rotation.
  static constexpr u32 kEachTurn = 0x1111;
  // Mask for a packet that is compared with itself: the pairs whose first item precedes the second.
  static constexpr u32 kBefore = 0x8CE0;

  // Stores the overlaps of the four items with the items of a run of slots. In the first packet of
  // the run, only the pairs in the mask `first` are stored.
  [[gnu::always_inline]] bool add_masks(const Four& four, const SlotSpan& run, u32 first) {
    u32 lanes = 0xFu << run.begin % kLanes & 0xFu;
    const u32 last = (run.end - 1) / kLanes;
    for (u32 at = run.begin / kLanes; at <= last; ++at) {
      if (at == last) lanes &= 0xFu >> (kLanes - 1 - (run.end - 1) % kLanes);
      if (mask_count_ == kMasks && !flush_masks()) return false;
      add_mask(four, at, lanes * kEachTurn & first);
      lanes = 0xF;
      first = ~0u;
    }
    return true;
  }
  [[gnu::always_inline]] void add_mask(const Four& four, u32 at, u32 allowed) {
    const AabbPacket<Dim>& other = packets_.packet(at);
    u32 bits = 0;
#ifdef __wasm_simd128__
#pragma clang loop unroll(disable)  // unrolled, it needs too many registers
#endif
    for (u32 turn = 0; turn < kLanes; ++turn) {
      bits |= overlap_bits(four.turns[turn], other) << turn * kLanes;
    }
    bits &= allowed;
    masks_[mask_count_] = {four.packet, at, bits};
    mask_count_ += bits != 0 ? 1 : 0;
  }

  // Converts the stored masks to pairs, one pair of each mask per round, so that no branch depends
  // on the number of pairs in a mask. Returns false if the visitor stopped the query.
  [[gnu::noinline]] bool flush_masks() {
    while (mask_count_ != 0) {
      IdPair* const room = pairs_.reserve(mask_count_);
      if (room == nullptr) return false;
      mask_count_ = write_first(room);
    }
    return true;
  }

  // Writes the first pair of each mask. Returns the number of masks that have more pairs.
  u32 write_first(IdPair* room) {
    const Id* const ids = packets_.ids(0);
    const u32 mask_count = mask_count_;
    const u32 sorts = pairs_.sorts();
    u32 kept = 0;
    for (u32 i = 0; i < mask_count; ++i) {
      const PairMask each = masks_[i];
      const u32 bit = static_cast<u32>(std::countr_zero(each.bits));
      room[i] = PairBuffer::pair(ids[each.packet * kLanes + (bit - bit / kLanes) % kLanes],
                                 ids[each.other * kLanes + bit % kLanes], sorts);
      const u32 left = each.bits & (each.bits - 1);
      masks_[kept] = {each.packet, each.other, left};
      kept += left != 0 ? 1 : 0;
    }
    pairs_.commit(mask_count);
    return kept;
  }

  bool with_shorter(u32 level) {
    const SlotSpan slots = table_.levels[level].slots;
    for (u32 slot = slots.begin; level != 0 && slot < slots.end; ++slot) {
      if (packets_.id(slot) == kNone) continue;
      const BoxQuery<Dim> query(packets_.box(slot));
      PartnerSink partners{pairs_, packets_.id(slot)};
      RowWalk walk(table_, packets_, query, counters_, partners);
      for (u32 shorter = 0; shorter < level; ++shorter) {
        if (!walk.walk(table_.levels[shorter])) return false;
      }
    }
    return true;
  }

  const RowTable<Dim>& table_;
  const ItemPackets<Dim>& packets_;
  QueryCounters& counters_;
  PairBuffer& pairs_;
  u32 mask_count_ = 0;
  PairMask masks_[kMasks];
};

}  // namespace sapwood::hashgrid
