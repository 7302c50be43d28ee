// The boxes in the order of the sweep, laid out for reading forwards, and blocks of them for
// queries.
//
// Layout, by position in the order (bytes per item):
//   packets   AabbPacket, four boxes                        24 in 3D, 16 in 2D
//   ids       4      low  lower edge on the sweep axis 4      codes  cross code 4
// and by block of 32 items: union box (in packets of four blocks) and reach, the largest upper
// edge on the axis up to and with that block. reach never falls and lower edges never fall, so
// both ends of the run of blocks that a box can touch come from a binary search.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/core/sweep/forward_sweep.hpp"
#include "sapwood/core/sweep/sorted_entries.hpp"
#include "sapwood/core/trace.hpp"

namespace sapwood::sweep {

template <int Dim>
class SortedBoxes {
 public:
  using Box = Aabb<Dim>;
  static constexpr u32 kBlock = 32;
  static constexpr u32 kPackets = kBlock / kLanes;  // in a block

  u32 size() const { return count_; }
  u32 axis() const { return axis_; }
  u32 block_count() const { return (count_ + kBlock - 1) / kBlock; }
  Box block_box(u32 block) const { return blocks_[block / kLanes].get(block % kLanes); }
  u32 block_first(u32 block) const { return block * kBlock; }
  u32 block_size(u32 block) const { return std::min(kBlock, count_ - block * kBlock); }
  f32 reach(u32 block) const { return reach_[block]; }
  Id id(u32 position) const { return ids_[position]; }
  Box box(u32 position) const { return packets_[position / kLanes].get(position % kLanes); }
  f32 low(u32 position) const { return low_[position]; }

  SweepView<Dim> view() const {
    return {packets_.data(), ids_.data(), low_.data(), codes_.data(), count_, axis_};
  }

  // Room for `count` boxes, so that fill() cannot fail.
  [[nodiscard]] bool reserve(u32 count) {
    const size_t packets = whole(count, kLanes);
    const size_t blocks = whole(count, kBlock);
    return packets_.reserve(packets) && ids_.reserve(packets * kLanes) &&
           codes_.reserve(packets * kLanes) &&
           low_.reserve(packets * kLanes + SweepView<Dim>::kLowPadding) &&
           blocks_.reserve(whole(blocks, kLanes)) && reach_.reserve(blocks);
  }

  void clear() { count_ = 0; }

  // Copies the boxes in the order of `order`, whose indices are ids.
  [[nodiscard]] bool fill(const ItemStore<Dim>& items, const Array<KeyedIndex>& order, u32 axis,
                          const Spreads<Dim>& spreads) {
    const u32 count = static_cast<u32>(order.size());
    if (!resize(count)) return false;
    count_ = count;
    axis_ = axis;
    const CrossCoder<Dim> coder(spreads, axis);
    for (u32 position = 0; position < ids_.size(); ++position) {
      const u32 lane = position % kLanes;
      if (position < count) {
        const Box& box = items.box(order[position].index);
        place(position, order[position].index, box, coder.code(box));
      } else {
        packets_[position / kLanes].set_empty(lane);
        ids_[position] = kNone;
        codes_[position] = 0;
      }
    }
    for (size_t at = count; at < low_.size(); ++at) low_[at] = HUGE_VALF;
    unite_blocks();
    return true;
  }

  // First position whose lower edge lies above the value.
  u32 first_above(f32 value) const {
    return static_cast<u32>(std::upper_bound(low_.begin(), low_.begin() + count_, value) -
                            low_.begin());
  }

  // The items from one position to before another that may touch; false when the visitor ended it.
  template <class Query, class Visitor>
  bool visit_between(const Query& query, u32 first, u32 end, Visitor& visit) const {
    for (u32 packet = first / kLanes; packet * kLanes < end; ++packet) {
      u32 hits = query.may_touch4(packets_[packet]) & lanes_within(packet, {first, end});
      for (; hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        if (!visit.test(ids_[packet * kLanes + lane])) return false;
      }
    }
    return true;
  }

  // All overlapping pairs; adds the candidates. False when the visitor ended it.
  template <class Visitor>
  bool sweep(u64& candidates, Visitor&& visit) const {
    return forward_sweep(view(), candidates, visit);
  }

  // Blocks in the order of the list; false when the visitor ended it.
  template <class Query, class Visitor>
  bool traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    const Run range = blocks_within(query);
    for (u32 group = range.first / kLanes; group * kLanes < range.end; ++group) {
      const u32 allowed = lanes_within(group, range);
      counters.node_visits += static_cast<u32>(std::popcount(allowed));
      tell_lanes(counters, allowed, query.may_touch4(blocks_[group]),
                 [&](u32 lane) { return group * kLanes + lane; });
      if (!visit_group(query, group, allowed, counters, visit)) return false;
    }
    return true;
  }

  // The nearest block first, then outwards from it in both directions.
  template <class Query, class Visitor>
  bool traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    const Run all{0, block_count()};
    counters.node_visits += all.end;
    for (u32 group = 0; kTraces<decltype(counters)> && group < blocks_.size(); ++group) {
      tell_lanes(counters, lanes_within(group, all), query.may_touch4(blocks_[group]),
                 [&](u32 lane) { return group * kLanes + lane; });
    }
    const u32 nearest = nearest_block(query);
    if (nearest == kNone) return true;
    if (!visit_block(query, nearest, counters, visit)) return false;
    const u32 start = nearest / kLanes;
    const u32 groups = whole(all.end, kLanes);
    const u32 rest = ~(1u << nearest % kLanes);
    if (!visit_group(query, start, lanes_within(start, all) & rest, counters, visit)) return false;
    for (u32 step = 1; step <= start || start + step < groups; ++step) {
      for (const u32 group : {start + step, start - step}) {
        if (group >= groups) continue;  // start - step wraps around
        if (!visit_group(query, group, lanes_within(group, all), counters, visit)) return false;
      }
    }
    return true;
  }

  size_t byte_length() const {
    return packets_.byte_length() + ids_.byte_length() + low_.byte_length() + codes_.byte_length() +
           blocks_.byte_length() + reach_.byte_length();
  }

 private:
  // Of blocks or of items.
  struct Run {
    u32 first;
    u32 end;
  };

  static constexpr u32 whole(size_t count, u32 size) {
    return static_cast<u32>((count + size - 1) / size);
  }

  [[nodiscard]] bool resize(u32 count) {
    const size_t packets = whole(count, kLanes);
    const size_t blocks = whole(count, kBlock);
    return packets_.resize(packets) && ids_.resize(packets * kLanes) &&
           codes_.resize(packets * kLanes) &&
           low_.resize(packets * kLanes + SweepView<Dim>::kLowPadding) &&
           blocks_.resize(whole(blocks, kLanes)) && reach_.resize(blocks);
  }

  void place(u32 position, Id id, const Box& box, u32 code) {
    packets_[position / kLanes].set(position % kLanes, box);
    ids_[position] = id;
    low_[position] = box.min[axis_];
    codes_[position] = code;
  }

  void unite_blocks() {
    f32 reach = -HUGE_VALF;
    for (u32 block = 0; block < blocks_.size() * kLanes; ++block) {
      Box all = empty_box<Dim>();
      const u32 end = std::min((block + 1) * kPackets, static_cast<u32>(packets_.size()));
      for (u32 packet = block * kPackets; packet < end; ++packet) {
        all = unite(all, united(packets_[packet]));
      }
      blocks_[block / kLanes].set(block % kLanes, all);
      if (block >= block_count()) continue;
      reach = std::max(reach, all.max[axis_]);
      reach_[block] = reach;
    }
  }

  static Box united(const AabbPacket<Dim>& packet) {
    Box box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = simd::reduce_min(simd::F32x4::load_aligned(packet.min[axis]));
      box.max[axis] = simd::reduce_max(simd::F32x4::load_aligned(packet.max[axis]));
    }
    return box;
  }

  // Only a box query says where it lies on the axis; others look at all blocks.
  template <class Query>
  Run blocks_within(const Query& query) const {
    Run range{0, block_count()};
    if constexpr (requires { query.box(); }) {
      const f32 least = query.box().min[axis_];
      const f32 most = query.box().max[axis_];
      const f32* first = std::lower_bound(reach_.begin(), reach_.end(), least);
      range.first = static_cast<u32>(first - reach_.begin());
      u32 left = range.first;
      while (left < range.end) {  // first block that starts beyond the query
        const u32 middle = left + (range.end - left) / 2;
        if (low_[block_first(middle)] <= most) {
          left = middle + 1;
        } else {
          range.end = middle;
        }
      }
    }
    return range;
  }

  // What belongs to the run in a group of four, as lane bits.
  static u32 lanes_within(u32 group, const Run& range) {
    const u32 start = group * kLanes;
    const u32 from = range.first > start ? range.first - start : 0;
    const u32 to = std::min(range.end - start, kLanes);
    return ((1u << to) - 1) & ~((1u << from) - 1);
  }

  template <class Query>
  u32 nearest_block(const Query& query) const {
    u32 nearest = kNone;
    f32 least = HUGE_VALF;
    for (u32 block = 0; block < block_count(); ++block) {
      const f32 bound = query.lower_bound(block_box(block));
      if (bound < least && query.in_reach(bound)) {
        least = bound;
        nearest = block;
      }
    }
    return nearest;
  }

  template <class Query, class Visitor>
  bool visit_group(const Query& query, u32 group, u32 allowed, Counters auto& counters,
                   Visitor& visit) const {
    u32 touched = query.may_touch4(blocks_[group]) & allowed;
    for (; touched != 0; touched &= touched - 1) {
      const u32 block = group * kLanes + static_cast<u32>(std::countr_zero(touched));
      if (!visit_block(query, block, counters, visit)) return false;
    }
    return true;
  }

  template <class Query, class Visitor>
  bool visit_block(const Query& query, u32 block, Counters auto& counters, Visitor& visit) const {
    counters.item_tests += block_size(block);
    trace_of(counters).step(Step::kCompared, block, block_size(block));
    const u32 end = whole(block_first(block) + block_size(block), kLanes);
    for (u32 packet = block * kPackets; packet < end; ++packet) {
      for (u32 hits = query.may_touch4(packets_[packet]); hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        if (!visit.test(ids_[packet * kLanes + lane])) return false;
      }
    }
    return true;
  }

  Array<AabbPacket<Dim>> packets_;
  Array<Id> ids_;
  Array<f32> low_;
  Array<u32> codes_;
  Array<AabbPacket<Dim>> blocks_;
  Array<f32> reach_;
  u32 count_ = 0;
  u32 axis_ = 0;
};

}  // namespace sapwood::sweep
