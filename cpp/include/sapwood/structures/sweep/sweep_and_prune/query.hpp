// Blocks of boxes for queries: each column is divided into runs of 32 boxes, in its sorted order.
//
// Every item is in one block, of its primary column or of the column of large boxes. Boxes are
// stored in packets of four (96 bytes in 3D, 64 in 2D), and their ids in the same order. A column
// begins with a new block, and unused lanes contain inverted boxes. The union boxes of the blocks
// and of the columns are also in packets of four. Columns that are not primary for any item are
// omitted. Counters: nodes are the columns and the blocks of opened columns; item tests are the
// items of opened blocks.
#pragma once

#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/store.hpp"

namespace sapwood::sweep {

template <int Dim>
class ColumnBlocks {
 public:
  using Box = Aabb<Dim>;
  static constexpr u32 kBlock = 32;
  static constexpr u32 kPackets = kBlock / kLanes;  // packets of a block

  // Keys of columns and blocks in traces and node dumps.
  static constexpr NodeKey column_key(u32 column) { return key_in(0, column); }
  static constexpr NodeKey block_key(u32 block) { return key_in(1, block); }

  u32 columns() const { return static_cast<u32>(first_.size()) - 1; }
  u32 first_block(u32 column) const { return first_[column]; }
  u32 block_count() const { return static_cast<u32>(packets_.size()) / kPackets; }
  u32 size() const { return size_; }
  Id id(u32 place) const { return ids_[place]; }
  Box box(u32 place) const { return packets_[place / kLanes].get(place % kLanes); }
  Box block_box(u32 block) const { return blocks_[block / kLanes].get(block % kLanes); }
  Box column_box(u32 column) const { return columns_[column / kLanes].get(column % kLanes); }

  [[nodiscard]] bool fill(const ColumnStore<Dim>& store, u32 items) {
    clear();
    const u32 runs = store.runs();
    if (runs == 0) return true;
    const size_t most = items / kBlock + size_t{runs};
    if (!packets_.reserve(most * kPackets) || !ids_.reserve(most * kBlock) ||
        !blocks_.reserve(most / kLanes + 1) || !first_.reserve(size_t{runs} + 1) ||
        !columns_.reserve(runs / kLanes + 1)) {
      return false;
    }
    first_.push_unchecked(0);
    for (u32 column = 0; column < runs; ++column) add_column(store, column);
    return true;
  }

  void clear() {
    packets_.clear();
    ids_.clear();
    blocks_.clear();
    columns_.clear();
    first_.clear();
    size_ = 0;
  }

  template <class Query, class Visitor>
  bool traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    if (size_ == 0) return true;
    counters.node_visits += columns();
    trace_touched(query, columns_, 0, columns(), column_key, counters);
    for (u32 group = 0; group < columns_.size(); ++group) {
      for (u32 hits = query.may_touch4(columns_[group]); hits != 0; hits &= hits - 1) {
        const u32 column = group * kLanes + static_cast<u32>(std::countr_zero(hits));
        if (!visit_column(query, column, counters, visit)) return false;
      }
    }
    return true;
  }

  template <class Query, class Visitor>
  bool traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    if (size_ == 0) return true;
    counters.node_visits += columns();
    trace_reached(query, columns_, 0, columns(), column_key, counters);
    return nearest_first(query, columns_, 0, columns(), [&](u32 column) {
      counters.node_visits += first_[column + 1] - first_[column];
      trace_reached(query, blocks_, first_[column], first_[column + 1], block_key, counters);
      return nearest_first(query, blocks_, first_[column], first_[column + 1],
                           [&](u32 block) { return visit_block(query, block, counters, visit); });
    });
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    packets_.shrink();
    ids_.shrink();
    blocks_.shrink();
    columns_.shrink();
    first_.shrink();
  }

  size_t byte_length() const {
    return packets_.byte_length() + ids_.byte_length() + blocks_.byte_length() +
           columns_.byte_length() + first_.byte_length();
  }

 private:
  void add_column(const ColumnStore<Dim>& store, u32 column) {
    Box whole = empty_box<Dim>();
    u32 count = 0;
    for (u32 place = store.first(column); place < store.end(column); ++place) {
      if (!store.is_primary(column, place)) continue;
      if (count % kBlock == 0) open_block();
      const ColumnRecord<Dim>& record = store.record(place);
      add_item(record, count % kBlock);
      whole = unite(whole, record.box);
      ++count;
    }
    if (count == 0) return;
    if (columns() % kLanes == 0) columns_.push_unchecked(empty_packet<Dim>());
    columns_.back().set(columns() % kLanes, whole);
    first_.push_unchecked(block_count());
    size_ += count;
  }

  void open_block() {
    if (block_count() % kLanes == 0) blocks_.push_unchecked(empty_packet<Dim>());
    for (u32 i = 0; i < kPackets; ++i) packets_.push_unchecked(empty_packet<Dim>());
    for (u32 i = 0; i < kBlock; ++i) ids_.push_unchecked(kNone);
  }

  void add_item(const ColumnRecord<Dim>& record, u32 lane) {
    const u32 block = block_count() - 1;
    const u32 place = block * kBlock + lane;
    packets_[place / kLanes].set(place % kLanes, record.box);
    ids_[place] = record.id;
    AabbPacket<Dim>& packet = blocks_[block / kLanes];
    packet.set(block % kLanes, unite(packet.get(block % kLanes), record.box));
  }

  template <class Query, class Visitor>
  bool visit_column(const Query& query, u32 column, Counters auto& counters, Visitor& visit) const {
    const u32 first = first_[column];
    const u32 end = first_[column + 1];
    for (u32 group = first / kLanes; group * kLanes < end; ++group) {
      const u32 from = std::max(first, group * kLanes);
      const u32 to = std::min(end, (group + 1) * kLanes);
      counters.node_visits += to - from;
      const u32 inside = ((1u << (to - from)) - 1) << from % kLanes;
      trace_touched(query, blocks_, from, to, block_key, counters);
      for (u32 hits = query.may_touch4(blocks_[group]) & inside; hits != 0; hits &= hits - 1) {
        const u32 block = group * kLanes + static_cast<u32>(std::countr_zero(hits));
        if (!visit_block(query, block, counters, visit)) return false;
      }
    }
    return true;
  }

  template <class Query, class Visitor>
  [[gnu::noinline]] bool visit_block(const Query& query, u32 block, Counters auto& counters,
                                     Visitor& visit) const {
    const u32 count = items_of(block);
    counters.item_tests += count;
    trace_of(counters).step(Step::kCompared, block_key(block), count);
    return visit.test_packets(query, &ids_[size_t{block} * kBlock], &packets_[block * kPackets],
                              (count + kLanes - 1) / kLanes);
  }

  u32 items_of(u32 block) const {
    u32 count = kBlock;
    while (ids_[block * kBlock + count - 1] == kNone) --count;
    return count;
  }

  template <class Query, Counters C>
  static void trace_touched(const Query& query, const Array<AabbPacket<Dim>>& boxes, u32 first,
                            u32 end, NodeKey (&key_of)(u32), C& counters) {
    if constexpr (kTraces<C>) {
      for (u32 at = first; at < end; ++at) {
        const bool hit = (query.may_touch4(boxes[at / kLanes]) >> at % kLanes & 1) != 0;
        trace_of(counters).step(hit ? Step::kEntered : Step::kMissed, key_of(at));
      }
    }
  }
  template <class Query, Counters C>
  static void trace_reached(const Query& query, const Array<AabbPacket<Dim>>& boxes, u32 first,
                            u32 end, NodeKey (&key_of)(u32), C& counters) {
    if constexpr (kTraces<C>) {
      for (u32 at = first; at < end; ++at) {
        const bool near = query.in_reach(query.lower_bound(boxes[at / kLanes].get(at % kLanes)));
        trace_of(counters).step(near ? Step::kEntered : Step::kMissed, key_of(at));
      }
    }
  }

  // Box that was opened last, and a lower bound of its distance from the query.
  struct Opened {
    f32 bound = -HUGE_VALF;
    u32 index = kNone;
  };

  // Advances `last` to the next box in the order of (distance, index). Returns false if no more
  // boxes are within the search radius.
  template <class Query>
  [[gnu::noinline]] static bool next_nearest(const Query& query,
                                             const Array<AabbPacket<Dim>>& boxes, u32 first,
                                             u32 end, Opened& last) {
    using namespace simd;
    const F32x4 last_bound = F32x4::splat(last.bound);
    F32x4 least = F32x4::splat(HUGE_VALF);
    U32x4 where = U32x4::splat(kNone);
    for (u32 group = first / kLanes; group * kLanes < end; ++group) {
      const u32 from = group * kLanes;
      const F32x4 bounds = query.lower_bound4(boxes[group]);
      const Mask4 inside =
          mask_andnot(first_lanes(end - from), first_lanes(first > from ? first - from : 0));
      const u32 before = last.index < from ? 0 : last.index - from + 1;
      const Mask4 level = mask_andnot(eq(bounds, last_bound), first_lanes(before));
      const Mask4 later = mask_and(inside, mask_or(gt(bounds, last_bound), level));
      const Mask4 nearer = mask_and(later, lt(bounds, least));
      least = select(nearer, bounds, least);
      where = select(nearer, add(U32x4::splat(from), U32x4::set(0, 1, 2, 3)), where);
    }
    const f32 bound = reduce_min(least);
    alignas(16) u32 places[kLanes];
    store_aligned(places, select(eq(least, F32x4::splat(bound)), where, U32x4::splat(kNone)));
    last = {bound, *std::min_element(places, places + kLanes)};
    return last.index != kNone && query.in_reach(bound);
  }

  // Calls open(index) for the boxes within the search radius in the order of (distance, index),
  // until no box is left or open() returns false. Each step searches all boxes, because only few
  // boxes are opened before the search radius has shrunk.
  template <class Query, class Open>
  static bool nearest_first(const Query& query, const Array<AabbPacket<Dim>>& boxes, u32 first,
                            u32 end, const Open& open) {
    for (Opened last; next_nearest(query, boxes, first, end, last);) {
      if (!open(last.index)) return false;
    }
    return true;
  }

  Array<AabbPacket<Dim>> packets_;
  Array<Id> ids_;
  Array<AabbPacket<Dim>> blocks_;
  Array<AabbPacket<Dim>> columns_;
  Array<u32> first_;  // first block of each column, and the end of the last column
  u32 size_ = 0;
};

}  // namespace sapwood::sweep
