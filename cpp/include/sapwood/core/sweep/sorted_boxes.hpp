// Boxes in a list that is sorted along an axis: layout, queries and validation.
#pragma once

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/sweep/forward_sweep.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::sweep {

// Returns an entry as one 64-bit word. The words define a total order by key, then by index.
constexpr u64 rank(const KeyedIndex& entry) { return u64{entry.key} << 32 | entry.index; }
constexpr bool precedes(const KeyedIndex& a, const KeyedIndex& b) { return rank(a) < rank(b); }

inline void sort_entries(Array<KeyedIndex>& list) {
  sort(list.begin(), list.end(),
       [](const KeyedIndex& a, const KeyedIndex& b) { return precedes(a, b); });
}

// Sorts an almost sorted list by insertion. Calls on_pass(moving, passed) for each swap of
// neighbors, and adds the number of swaps to `swaps`, one for each inversion. Stops and returns
// false when `swaps` exceeds the budget, by less than the length of the list. The list is then only
// partially sorted.
template <class OnPass>
bool insertion_sort(Array<KeyedIndex>& list, u64 budget, u64& swaps, OnPass&& on_pass) {
  KeyedIndex* const at = list.data();
  const size_t count = list.size();
  for (size_t i = 1; i < count; ++i) {
    const KeyedIndex moving = at[i];
    const u64 moving_rank = rank(moving);
    size_t hole = i;
    for (; hole > 0 && moving_rank < rank(at[hole - 1]); --hole) {
      on_pass(moving, at[hole - 1]);
      at[hole] = at[hole - 1];
    }
    at[hole] = moving;
    swaps += i - hole;
    if (swaps > budget) return false;
  }
  return true;
}

// Merges the sorted list `fresh` into the sorted list `list` in place, from the back. Returns false
// if allocation fails.
[[nodiscard]] inline bool merge_into(Array<KeyedIndex>& list, const Array<KeyedIndex>& fresh) {
  size_t left = list.size();
  size_t right = fresh.size();
  if (!list.resize(left + right)) return false;
  for (size_t at = left + right; right > 0;) {
    const bool take_left = left > 0 && rank(list[left - 1]) > rank(fresh[right - 1]);
    list[--at] = take_left ? list[--left] : fresh[--right];
  }
  return true;
}

// Boxes in the order of the sweep, laid out for forward reads, and blocks of boxes for queries.
//
// Arrays by position in the order, and their bytes per item:
//   packets   boxes, four per AabbPacket      24 in 3D, 16 in 2D
//   ids       ids                             4
//   low       lower edge on the sweep axis    4
//   codes     cross code                      4
// Each block of 32 items has its union box (in packets of four blocks) and `reach`: the largest
// upper edge on the axis in this block and all previous blocks. `reach` and the lower edges never
// decrease, so a binary search finds both ends of the range of blocks that a box can touch.
template <int Dim>
class SortedBoxes {
 public:
  using Box = Aabb<Dim>;
  static constexpr u32 kBlock = 32;
  static constexpr u32 kPackets = kBlock / kLanes;  // number of packets in a block

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

  [[nodiscard]] bool reserve(u32 count) {
    const size_t packets = whole(count, kLanes);
    const size_t blocks = whole(count, kBlock);
    return packets_.reserve(packets) && ids_.reserve(packets * kLanes) &&
           codes_.reserve(packets * kLanes) &&
           low_.reserve(packets * kLanes + SweepView<Dim>::kLowPadding) &&
           blocks_.reserve(whole(blocks, kLanes)) && reach_.reserve(blocks);
  }

  void clear() {
    packets_.clear();
    ids_.clear();
    low_.clear();
    codes_.clear();
    blocks_.clear();
    reach_.clear();
    count_ = 0;
  }
  bool sparse() const { return packets_.sparse(); }
  [[gnu::cold, gnu::noinline]] void shrink() {
    packets_.shrink();
    ids_.shrink();
    low_.shrink();
    codes_.shrink();
    blocks_.shrink();
    reach_.shrink();
  }

  // Copies the boxes of the items in the given order. The index of each entry of `order` is an id.
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

  u32 first_above(f32 value) const {
    return static_cast<u32>(std::upper_bound(low_.begin(), low_.begin() + count_, value) -
                            low_.begin());
  }

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

  // Visits all overlapping pairs and adds the number of candidates to `candidates`.
  template <class Visitor>
  bool sweep(u64& candidates, Visitor&& visit) const {
    return forward_sweep(view(), candidates, visit);
  }

  template <class Query, class Visitor>
  bool traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    const Run range = blocks_within(query);
    for (u32 group = range.first / kLanes; group * kLanes < range.end; ++group) {
      const u32 allowed = lanes_within(group, range);
      counters.node_visits += static_cast<u32>(std::popcount(allowed));
      trace_lanes(counters, allowed, query.may_touch4(blocks_[group]),
                  [&](u32 lane) { return group * kLanes + lane; });
      if (!visit_group(query, group, allowed, counters, visit)) return false;
    }
    return true;
  }

  // Traverses the nearest block first, then the other blocks in both directions from it.
  template <class Query, class Visitor>
  bool traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    const Run all{0, block_count()};
    counters.node_visits += all.end;
    for (u32 group = 0; kTraces<decltype(counters)> && group < blocks_.size(); ++group) {
      trace_lanes(counters, lanes_within(group, all), query.may_touch4(blocks_[group]),
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

  // Returns the range of blocks that a box query can touch on the sweep axis. For other queries,
  // returns all blocks.
  template <class Query>
  Run blocks_within(const Query& query) const {
    Run range{0, block_count()};
    if constexpr (requires { query.box(); }) {
      const f32 least = query.box().min[axis_];
      const f32 most = query.box().max[axis_];
      const f32* first = std::lower_bound(reach_.begin(), reach_.end(), least);
      range.first = static_cast<u32>(first - reach_.begin());
      u32 left = range.first;
      while (left < range.end) {  // binary search for the first block that starts beyond the query
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

// Writes one root and, as its children, the blocks with their items in sweep order. Writes nothing
// if there are no items.
template <int Dim>
Status dump_blocks(const SortedBoxes<Dim>& boxes, NodeDump& dump) {
  dump.clear();
  const u32 blocks = boxes.block_count();
  if (blocks == 0) return Status::success();
  if (!dump.reserve(size_t{1} + blocks, boxes.size(), Dim)) return Status::out_of_memory();
  Aabb<Dim> all = empty_box<Dim>();
  for (u32 block = 0; block < blocks; ++block) all = unite(all, boxes.block_box(block));
  const u32 root = dump.add_node(all, 0, kNone, NodeKind::kBranch, kCommonRoot);
  for (u32 block = 0; block < blocks; ++block) {
    const u32 node = dump.add_node(boxes.block_box(block), 1, root, NodeKind::kBlock, block);
    for (u32 i = 0; i < boxes.block_size(block); ++i) {
      dump.add_item(node, boxes.id(boxes.block_first(block) + i));
    }
  }
  return Status::success();
}

// Checks that the order contains each live item once, with the correct key, and that it is sorted
// by (lower edge, id).
template <int Dim>
void validate_order(const ItemStore<Dim>& items, const Array<KeyedIndex>& order, u32 axis,
                    Faults& faults) {
  faults.require(order.size() == items.size(),
                 "the order does not hold all items:", static_cast<u32>(order.size()));
  for (u32 at = 0; at < order.size(); ++at) {
    const Id id = order[at].index;
    if (!faults.require(items.has(id), "the order contains a removed item at", at)) continue;
    faults.require(order[at].key == sortable_key(items.box(id).min[axis]),
                   "the key differs from the lower edge of id", id);
    // strictly ascending, so no id is repeated
    faults.require(at == 0 || precedes(order[at - 1], order[at]), "the order is broken at", at);
  }
}

template <int Dim>
void validate_blocks(const SortedBoxes<Dim>& boxes, Faults& faults) {
  f32 reach = -HUGE_VALF;
  for (u32 block = 0; block < boxes.block_count(); ++block) {
    Aabb<Dim> all = empty_box<Dim>();
    for (u32 i = 0; i < boxes.block_size(block); ++i) {
      all = unite(all, boxes.box(boxes.block_first(block) + i));
    }
    faults.require(boxes.block_box(block) == all, "the box is not the union of block", block);
    reach = std::max(reach, all.max[boxes.axis()]);
    faults.require(boxes.reach(block) == reach, "wrong largest upper edge at block", block);
  }
}

// Checks that the sorted boxes are copies of the item boxes in the given order, and checks the
// blocks.
template <int Dim>
void validate_boxes(const ItemStore<Dim>& items, const Array<KeyedIndex>& order,
                    const SortedBoxes<Dim>& boxes, Faults& faults) {
  const bool complete =
      faults.require(boxes.size() == order.size(), "wrong number of sorted boxes:", boxes.size());
  for (u32 at = 0; complete && at < boxes.size(); ++at) {
    const Id id = boxes.id(at);
    faults.require(id == order[at].index, "the sorted boxes have a wrong id at", at);
    if (!items.has(id)) continue;
    faults.require(boxes.box(at) == items.box(id), "the sorted box differs from id", id);
    faults.require(boxes.low(at) == items.box(id).min[boxes.axis()],
                   "the sorted lower edge differs from id", id);
  }
  validate_blocks(boxes, faults);
}

}  // namespace sapwood::sweep
