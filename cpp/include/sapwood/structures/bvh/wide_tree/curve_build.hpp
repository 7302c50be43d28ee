// Building bottom up: items are sorted along a curve, cut into full leaves, these into full nodes,
// and so on. Keys are computed once and sorted by radix; nothing is compared.
//
// Cost: O(n). Memory: 16 bytes an item beside the plan, given back at the end. Sources: Kamel and
// Faloutsos, On packing R-trees, 1993; flatbush.
#pragma once

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/geometry/curve_key.hpp"
#include "sapwood/geometry/gather.hpp"
#include "sapwood/structures/bvh/wide_tree/plan.hpp"

namespace sapwood::wide_tree {

// Levels that nodes above 2^30 leaves can have.
inline constexpr u32 kLevels = 16;

// A tree of full nodes above so many leaves. False when the memory is not to be had.
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

template <int Dim, class Curve>
class CurveBuilder {
 public:
  // `boxes` lie by id; ids(i), asked once each in order, is the i-th of `count` items.
  template <class Ids>
  [[nodiscard]] bool run(const Aabb<Dim>* boxes, u32 count, Ids&& ids, Plan& plan) {
    const u32 leaves = count / kLanes + (count % kLanes != 0 ? 1 : 0);
    if (!entries_.resize(count) || !shape_full_tree(leaves, plan.shapes)) return false;
    if (!plan.slots.resize(size_t{leaves} * kLanes)) return false;
    for (u32 i = 0; i < count; ++i) entries_[i] = {0, ids(i)};
    make_keys(boxes, count);
    if (!radix_sort(entries_, scratch_)) return false;
    for (u32 i = 0; i < count; ++i) plan.slots[i] = entries_[i].index;
    for (u32 i = count; i < leaves * kLanes; ++i) plan.slots[i] = kNone;
    return true;
  }

 private:
  // Calls each(four boxes, first item, how many of the four count).
  template <class Each>
  void for_each_packet(const Aabb<Dim>* boxes, u32 count, Each&& each) const {
    AabbPacket<Dim> packet;
    for (u32 first = 0; first < count; first += kLanes) {
      const u32 lanes = count - first < kLanes ? count - first : kLanes;
      const Aabb<Dim>* from[kLanes];
      for (u32 lane = 0; lane < kLanes; ++lane) {
        from[lane] = boxes + entries_[first + (lane < lanes ? lane : 0)].index;
      }
      gather(from, packet);
      each(packet, first, lanes);
    }
  }

  void make_keys(const Aabb<Dim>* boxes, u32 count) {
    using namespace simd;
    F32x4 low[Dim], high[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      low[axis] = F32x4::splat(HUGE_VALF);
      high[axis] = F32x4::splat(-HUGE_VALF);
    }
    for_each_packet(boxes, count, [&](const AabbPacket<Dim>& packet, u32, u32) {
      for (int axis = 0; axis < Dim; ++axis) {
        const F32x4 centre =
            add(F32x4::load_aligned(packet.min[axis]), F32x4::load_aligned(packet.max[axis]));
        low[axis] = simd::min(centre, low[axis]);
        high[axis] = simd::max(centre, high[axis]);
      }
    });
    f32 least[Dim], most[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      least[axis] = reduce_min(low[axis]);
      most[axis] = reduce_max(high[axis]);
    }
    const CellGrid<Dim> grid(least, most);
    for_each_packet(boxes, count, [&](const AabbPacket<Dim>& packet, u32 first, u32 lanes) {
      const Cells4<Dim> cells = grid.cells_of(packet);
      for (u32 lane = 0; lane < lanes; ++lane) {
        entries_[first + lane].key = Curve::key(cells, lane);
      }
    });
  }

  Array<KeyedIndex> entries_;
  Array<KeyedIndex> scratch_;
};

}  // namespace sapwood::wide_tree
