// Bottom-up build of a 4-wide tree along a space-filling curve.
//
// Items are radix-sorted along the curve and packed into full leaves, the leaves into full nodes,
// and so on. The key of an item is the position of its grid cell on the curve. If many items are in
// one cell (a crowd), they are sorted along another curve inside this cell, recursively. A dense
// cluster in a corner of a huge scene is therefore sorted as precisely as evenly distributed items.
//
// Cost: O(n). The items of a crowd are sorted once more for each factor of a thousand (3D) or
// 65,000 (2D) between the extent of the crowd and the extent of all items, at most 21 times.
// Memory: 16 bytes per item in addition to the plan, and 16 bytes per item of a crowd while it is
// sorted. Sources: Kamel and Faloutsos, On packing R-trees, 1993; flatbush.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/core/wide_tree/plan.hpp"
#include "sapwood/geometry/curve_key.hpp"
#include "sapwood/geometry/gather.hpp"

namespace sapwood::wide_tree {

// Maximum number of levels of nodes above 2^30 leaves.
inline constexpr u32 kLevels = 16;

// Computes the shape of a tree of full nodes above `leaves` leaves.
[[nodiscard]] inline bool shape_full_tree(u32 leaves, Array<Shape>& shapes) {
  u32 widths[kLevels];  // nodes of each level, the lowest first
  u32 levels = 0;
  u64 nodes = 0;
  for (u32 width = leaves; width > 0 && (levels == 0 || width > 1); nodes += width) {
    width = (width + kLanes - 1) / kLanes;
    widths[levels++] = width;
  }
  shapes.clear();
  if (!shapes.reserve(static_cast<size_t>(nodes))) return false;
  for (u32 level = levels; level-- > 0;) {
    const u32 below = level == 0 ? leaves : widths[level - 1];
    for (u32 first = 0; first < below; first += kLanes) {
      const u32 lanes = below - first < kLanes ? below - first : kLanes;
      shapes.push_unchecked(level == 0 ? Shape::of(lanes, 0) : Shape::of(0, lanes));
    }
  }
  return true;
}

template <int Dim>
struct BoxArray {
  const Aabb<Dim>* boxes;

  void load(const u32 (&ids)[kLanes], AabbPacket<Dim>& packet) const {
    const Aabb<Dim>* const from[kLanes] = {boxes + ids[0], boxes + ids[1], boxes + ids[2],
                                           boxes + ids[3]};
    gather(from, packet);
  }
};

template <int Dim, class Curve, class Source = BoxArray<Dim>>
class CurveBuilder {
 public:
  // Makes a plan. boxes.load(ids, packet) loads the boxes of four items. ids(i) returns the id of
  // the i-th of `count` items. The builder calls ids(i) once for each i, in ascending order.
  // Returns false if allocation fails.
  template <class Ids>
  [[nodiscard]] bool run(const Source& boxes, u32 count, Ids&& ids, TreePlan& plan) {
    const u32 leaves = count / kLanes + (count % kLanes != 0 ? 1 : 0);
    if (!entries_.resize(count) || !shape_full_tree(leaves, plan.shapes)) return false;
    if (!plan.slots.resize(size_t{leaves} * kLanes)) return false;
    for (u32 i = 0; i < count; ++i) entries_[i] = {0, ids(i)};
    if (!sort(boxes)) return false;
    for (u32 i = 0; i < count; ++i) plan.slots[i] = entries_[i].index;
    for (u32 i = count; i < leaves * kLanes; ++i) plan.slots[i] = kNone;
    return true;
  }

 private:
  // Minimum number of items of a crowd. Sorting fewer items costs more than testing all of them.
  static constexpr u32 kCrowd = 64;

  [[nodiscard]] bool sort(const Source& boxes) {
    make_keys(boxes, static_cast<u32>(entries_.size()));
    return radix_sort(entries_, scratch_) && sort_crowds(boxes);
  }

  // Sorts all crowds. Every crowd contains at least one complete block of kBlock items, so it is
  // found by comparing the first and the last key of each block.
  [[nodiscard]] bool sort_crowds(const Source& boxes) {
    constexpr u32 kBlock = kCrowd / 2;
    const u32 count = static_cast<u32>(entries_.size());
    for (u32 block = 0; block + kBlock <= count; block += kBlock) {
      const u32 key = entries_[block].key;
      if (entries_[block + kBlock - 1].key != key) continue;
      u32 first = block;
      u32 end = block + kBlock;
      while (first > 0 && entries_[first - 1].key == key) --first;
      while (end < count && entries_[end].key == key) ++end;
      // Skips a crowd of all items, because another curve would give them the same key again.
      if (end - first >= kCrowd && end - first < count && !sort_crowd(boxes, first, end)) {
        return false;
      }
      block = (end - 1) / kBlock * kBlock;
    }
    return true;
  }

  [[nodiscard]] bool sort_crowd(const Source& boxes, u32 first, u32 end) {
    CurveBuilder crowd;
    if (!crowd.entries_.resize(end - first)) return false;
    std::copy(entries_.data() + first, entries_.data() + end, crowd.entries_.data());
    if (!crowd.sort(boxes)) return false;
    for (u32 i = first; i < end; ++i) entries_[i].index = crowd.entries_[i - first].index;
    return true;
  }

  // Calls each(boxes, first, used) for packets of four boxes. Only the first `used` boxes of a
  // packet are valid.
  template <class Each>
  void for_each_packet(const Source& boxes, u32 count, Each&& each) const {
    AabbPacket<Dim> packet;
    for (u32 first = 0; first < count; first += kLanes) {
      const u32 lanes = count - first < kLanes ? count - first : kLanes;
      u32 items[kLanes];
      for (u32 lane = 0; lane < kLanes; ++lane) {
        items[lane] = entries_[first + (lane < lanes ? lane : 0)].index;
      }
      boxes.load(items, packet);
      each(packet, first, lanes);
    }
  }

  void make_keys(const Source& boxes, u32 count) {
    using namespace simd;
    F32x4 low[Dim], high[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      low[axis] = F32x4::splat(HUGE_VALF);
      high[axis] = F32x4::splat(-HUGE_VALF);
    }
    for_each_packet(boxes, count, [&](const AabbPacket<Dim>& packet, u32, u32) {
      for (int axis = 0; axis < Dim; ++axis) {
        const F32x4 center =
            add(F32x4::load_aligned(packet.min[axis]), F32x4::load_aligned(packet.max[axis]));
        low[axis] = simd::min(center, low[axis]);
        high[axis] = simd::max(center, high[axis]);
      }
    });
    f32 least[Dim], most[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      least[axis] = reduce_min(low[axis]);
      most[axis] = reduce_max(high[axis]);
    }
    const CellGrid<Dim> grid(least, most);
    const Curve curve;
    for_each_packet(boxes, count, [&](const AabbPacket<Dim>& packet, u32 first, u32 lanes) {
      const Cells4<Dim> cells = grid.cells_of(packet);
#ifdef __wasm_simd128__
#pragma clang loop vectorize(enable)  // four keys at once; module flags disable vectorization
#endif
      for (u32 lane = 0; lane < lanes; ++lane) {
        entries_[first + lane].key = curve.key(cells, lane);
      }
    });
  }

  Array<KeyedIndex> entries_;
  Array<KeyedIndex> scratch_;
};

}  // namespace sapwood::wide_tree
