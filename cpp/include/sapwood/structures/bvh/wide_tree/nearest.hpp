// Traversals of a wide tree for queries whose search radius shrinks: closest hits of rays, and
// nearest items.
//
// One SIMD computation gives lower bounds of the distances of the four lanes (child boxes) of a
// node. Lanes are stored with their bounds, either in a stack with the nearest lane of each node on
// top, or in a list from which the nearest of all stored lanes is taken (Hjaltason and Samet,
// Distance browsing in spatial databases, 1999). When a stored lane is taken, its bound is compared
// with the current search radius.
#pragma once

#include <bit>
#include <concepts>

#include "sapwood/base/status.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/distance.hpp"
#include "sapwood/structures/bvh/wide_tree/query.hpp"

namespace sapwood::wide_tree {

inline constexpr u32 kLeafBit = 1u << 31;

// Lane that is visited later. `bound` contains the bits of a nonnegative f32, so bounds are
// compared as integers.
struct StoredLane {
  u32 bound;
  u32 place;  // index of a node, or of a leaf with kLeafBit

  bool is_leaf() const { return (place & kLeafBit) != 0; }
  NodeKey key() const { return is_leaf() ? leaf_key(leaf()) : place; }
  u32 leaf() const { return place & ~kLeafBit; }
};

inline simd::U32x4 places_of(const Link& link) {
  using namespace simd;
  const U32x4 lane = U32x4::set(0, 1, 2, 3);
  const U32x4 leaves = add(lane, U32x4::splat(link.below.begin | kLeafBit));
  const U32x4 children = add(lane, U32x4::splat(link.first_child - link.leaves));
  return select(first_lanes(link.leaves), leaves, children);
}

class NearestOnTop {
 public:
  static constexpr u32 kMaxInserted = 128;

  template <class Query>
  bool pop(const Query& query, StoredLane& entry, auto&& trace) {
    while (size_ > 0) {
      entry = entries_[--size_];
      if (query.in_reach(std::bit_cast<f32>(entry.bound))) return true;
      trace.step(Step::kDropped, entry.key());
    }
    return false;
  }

  // Inserts a lane into the stack, which must be completely sorted and contain fewer than
  // kMaxInserted lanes.
  void insert(const StoredLane& entry) {
    u32 at = size_++;
    for (; at > 0 && entries_[at - 1].bound < entry.bound; --at) entries_[at] = entries_[at - 1];
    entries_[at] = entry;
  }

  // Pushes the lanes in the bit mask `lanes`, sorted by insertion. This is faster than push_many()
  // for zero or one lane.
  void push_few(const Link& link, simd::F32x4 bounds, u32 lanes) {
    alignas(16) u32 bound[kLanes];
    simd::store_aligned(bound, simd::as_u32(bounds));
    const u32 base = size_;
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      const u32 place = link.is_leaf(lane) ? link.leaf(lane) | kLeafBit : link.child(lane);
      u32 at = size_++;
      for (; at > base && entries_[at - 1].bound < bound[lane]; --at) {
        entries_[at] = entries_[at - 1];
      }
      entries_[at] = {bound[lane], place};
    }
  }

  // Pushes the lanes in the bit mask `lanes`, sorted by a network of five exchanges, without
  // branches. This is faster than push_few() for two or more lanes. The number of the lane and a
  // bit for used lanes replace the last three bits of the bound, which raises the bound by up to 7
  // ulps. Before that, the bound is multiplied by a factor that lowers it by at least as much, so
  // it remains a lower bound. (Only bounds below 2^-126, such as 0, can rise, by at most 7 *
  // 2^-149. That is less than the amount that padded_limit() adds to each search radius.)
  void push_many(const Link& link, simd::F32x4 bounds, u32 lanes) {
    using namespace simd;
    alignas(16) u32 place[kLanes];
    store_aligned(place, places_of(link));
    const F32x4 lowered = mul(bounds, F32x4::splat(1 - 0x1p-20f));
    const U32x4 keys = bit_or(bit_and(as_u32(lowered), U32x4::splat(~7u)), U32x4::set(4, 5, 6, 7));
    u32 a = (lanes & 1) != 0 ? get<0>(keys) : 0;
    u32 b = (lanes & 2) != 0 ? get<1>(keys) : 0;
    u32 c = (lanes & 4) != 0 ? get<2>(keys) : 0;
    u32 d = (lanes & 8) != 0 ? get<3>(keys) : 0;
    exchange(a, b);
    exchange(c, d);
    exchange(a, c);
    exchange(b, d);
    exchange(b, c);
    StoredLane* top = entries_ + size_;
    top[0] = {a, place[a & 3]};
    top[1] = {b, place[b & 3]};
    top[2] = {c, place[c & 3]};
    top[3] = {d, place[d & 3]};
    size_ += static_cast<u32>(std::popcount(lanes));
  }

 private:
  static void exchange(u32& a, u32& b) {
    const u32 larger = a > b ? a : b;
    b = a > b ? b : a;
    a = larger;
  }

  // kLanes additional entries, because push_many() always writes four
  StoredLane entries_[kMaxInserted + kStackBound + kLanes];
  u32 size_ = 0;
};

// Unordered list of the lanes of all opened nodes. The nearest lane is found as the maximum of all
// keys. The capacity suffices for a search of few items.
//
// A key is kHere minus the bits of the bound, so nearer lanes have larger keys, both as float and
// as integer. The index of the slot replaces the last bits of the key. The key of a lane is 0 after
// the lane was taken, and keys of unused lanes are negative. Keys are stored and loaded as whole
// vectors at the same addresses, so that a load never depends on several stores.
class NearestOfAll {
 public:
  bool has_room() const { return size_ < kRoom; }

  // Pushes the four lanes of a node. Lanes outside of the search radius are allowed, because the
  // traversal ends when pop() finds the first such lane.
  void push(simd::U32x4 places, simd::F32x4 bounds) {
    using namespace simd;
    if (size_ % kBlock == 0) {
      for (u32 at = 0; at < kBlock; at += kLanes)
        store_aligned(keys_ + size_ + at, U32x4::splat(0));
    }
    const U32x4 nearness = add(bit_xor(as_u32(bounds), U32x4::splat(~0u)), U32x4::splat(kHere + 1));
    const U32x4 slots = add(U32x4::set(0, 1, 2, 3), U32x4::splat(size_));
    store_aligned(keys_ + size_, bit_or(bit_and(nearness, U32x4::splat(~kSlotBits)), slots));
    store_aligned(locations_ + size_, places);
    size_ += kLanes;
  }

  template <class Query>
  bool pop(const Query& query, StoredLane& entry, auto&& trace) {
    using namespace simd;
    F32x4 nearest = F32x4::zero();
    for (u32 at = 0; at < size_; at += kBlock) {
      const F32x4 a = simd::max(keys(at), keys(at + 4));
      const F32x4 b = simd::max(keys(at + 8), keys(at + 12));
      nearest = simd::max(nearest, simd::max(a, b));
    }
    const u32 key = std::bit_cast<u32>(reduce_max(nearest));
    if (key == 0) return false;
    const u32 slot = key & kSlotBits;
    entry = {bound_of(key), locations_[slot]};
    u32* taken = keys_ + slot / kLanes * kLanes;
    const U32x4 four = U32x4::load_aligned(taken);
    store_aligned(taken, select(eq(four, U32x4::splat(key)), U32x4::splat(0), four));
    if (query.in_reach(std::bit_cast<f32>(entry.bound))) return true;
    trace.step(Step::kDropped, entry.key());
    return false;
  }

  template <class Query>
  void move_to(NearestOnTop& stack, const Query& query) const {
    for (u32 slot = 0; slot < size_; ++slot) {
      if (static_cast<i32>(keys_[slot]) <= 0) continue;
      const StoredLane entry{bound_of(keys_[slot]), locations_[slot]};
      if (query.in_reach(std::bit_cast<f32>(entry.bound))) stack.insert(entry);
    }
  }

 private:
  static constexpr u32 kRoom = NearestOnTop::kMaxInserted;
  static constexpr u32 kSlotBits = kRoom - 1;
  static constexpr u32 kBlock = 4 * kLanes;
  // Bits of the f32 2^126, which is greater than all bounds except the infinite bound of an empty
  // box.
  static constexpr u32 kHere = 0x7E800000;

  simd::F32x4 keys(u32 at) const { return simd::as_f32(simd::U32x4::load_aligned(keys_ + at)); }
  // Returns the bound of a lane, rounded down.
  static u32 bound_of(u32 key) {
    const u32 nearness = key | kSlotBits;
    return nearness < kHere ? kHere - nearness : 0;
  }

  alignas(16) u32 keys_[kRoom];
  alignas(16) u32 locations_[kRoom];
  u32 size_ = 0;
};

// Order of a search for the k nearest items. If boxes of nodes overlap much, a depth-first search
// often descends into the wrong node. In a tree that was built along a space-filling curve,
// kNearestOfAll visits only two thirds as many nodes. In a tree with little overlap, both orders
// visit equally many nodes, and kDepthFirst is faster.
enum class NearestOrder : u8 { kDepthFirst, kNearestOfAll };

// Visits the items that may be within the search radius. The boxes of the tree must be up to date.
template <int Dim, class Query, class Visitor>
Status traverse_ordered(const Tree<Dim>& tree, NearestOrder order, Query& query,
                        Counters auto& counters, Visitor& visit) {
  if (tree.empty()) return Status::success();
  NearestOnTop stack;
  NearestOfAll list;
  bool listed = std::same_as<Query, DistanceQuery<Dim>> && order == NearestOrder::kNearestOfAll;
  StoredLane at{0, 0};
  auto&& trace = trace_of(counters);
  trace.step(Step::kEntered, 0);
  u64 visits = 1;
  u64 leaves = 0;
  for (bool on = true; on; on = listed ? list.pop(query, at, trace) : stack.pop(query, at, trace)) {
    if (at.is_leaf()) {
      ++leaves;
      trace.step(Step::kCompared, leaf_key(at.leaf()), kLanes);
      const AabbPacket<Dim>& boxes = tree.leaf(at.leaf());
      const simd::F32x4 bounds = query.lower_bound4(boxes);
      const u32 lanes = query.in_reach4(bounds);
      if (!visit.passed_bounds(query, tree.ids(at.leaf()), boxes, bounds, lanes)) break;
      continue;
    }
    const Link& link = tree.link(at.place);
    visits += link.lanes();
    const simd::F32x4 bounds = query.lower_bound4(tree.boxes(at.place));
    const u32 lanes = query.in_reach4(bounds);
    trace_lanes(link, {lanes, 0}, counters);
    if constexpr (std::same_as<Query, DistanceQuery<Dim>>) {
      if (listed && !list.has_room()) {
        list.move_to(stack, query);
        listed = false;
      }
      if (!listed) {
        stack.push_many(link, bounds, lanes);
      } else if (lanes != 0) {
        list.push(places_of(link), bounds);
      }
    } else {
      stack.push_few(link, bounds, lanes);
    }
  }
  counters.node_visits += visits;
  counters.item_tests += leaves * kLanes;
  return Status::success();
}

}  // namespace sapwood::wide_tree
