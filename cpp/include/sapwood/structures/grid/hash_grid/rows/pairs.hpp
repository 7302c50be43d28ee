// All overlapping pairs of row storage, each once.
//
// Within a level an item looks at the half of its neighbourhood that lies behind it: the rest of
// its own row's run and the rows that follow, as far as it reaches itself. Items of different
// levels meet because the longer one looks into the cells of the other level that it may touch.
// Pending items look at each other and at all levels.
#pragma once

#include "sapwood/core/pair_buffer.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/structures/grid/hash_grid/rows/walk.hpp"

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

  // False when the visitor ended it.
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
      for (u32 slot = all.begin; slot < all.end; ++slot) {
        if (packets_.id(slot) != kNone && !behind(level, row, slot)) return false;
      }
      return true;
    });
  }

  // One item against those behind it: the rest of its run, then the rows that it reaches into.
  bool behind(const Level& level, const Row<Dim>& row, u32 slot) {
    const AabbPacket<Dim>& mine = packets_.packet(slot / kLanes);
    const u32 lane = slot % kLanes;
    const SplatBox<Dim> splat(mine, lane);
    const Id id = packets_.id(slot);
    Cells block;
    block.hi[0] = level.cell(0, mine.max[0][lane]);
    const u32 end = table_.span(level, row, block.hi[0], block.hi[0]).end;
    if (end > slot + 1 && !compare(splat, id, {slot + 1, end})) return false;
    bool farther = false;
    for (int axis = 1; axis < Dim; ++axis) {
      block.hi[axis] = level.cell(axis, mine.max[axis][lane]);
      farther |= block.hi[axis] > row.at[axis];
    }
    if (!farther) return true;
    for (int axis = 0; axis < Dim; ++axis) {
      block.lo[axis] = level.cell(axis, mine.min[axis][lane] - level.reach[axis]);
    }
    if constexpr (Dim == 3) {
      Cells plane = block;
      plane.lo[2] = plane.hi[2] = row.at[2];
      plane.lo[1] = row.at[1] + 1;
      if (plane.lo[1] <= plane.hi[1] && !compare(level, plane, splat, id)) return false;
    }
    block.lo[Dim - 1] = row.at[Dim - 1] + 1;
    return block.lo[Dim - 1] > block.hi[Dim - 1] || compare(level, block, splat, id);
  }

  bool compare(const Level& level, const Cells& block, const SplatBox<Dim>& box, Id id) {
    return table_.each_row(level, block, [&](const Row<Dim>& row) {
      const SlotSpan span = table_.span(level, row, block.lo[0], block.hi[0]);
      return span.empty() || compare(box, id, span);
    });
  }

  [[gnu::always_inline]] bool compare(const SplatBox<Dim>& box, Id id, const SlotSpan& span) {
    counters_.item_tests += span.end - span.begin;
    return each_packet(span, [&](u32 at, u32 lanes) {
      for (u32 hits = overlap_bits(box, packets_.packet(at)) & lanes; hits != 0; hits &= hits - 1) {
        if (!pairs_.add(id, packets_.ids(at)[std::countr_zero(hits)])) return false;
      }
      return true;
    });
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
};

}  // namespace sapwood::hashgrid
