// What the cells of a tree are: the world's grid, how far bounds reach beyond cells, how deep it
// may go. Everything that looks at a bound computes it here, from integers, so that two sights of
// one cell never differ by a rounding.
//
// Bounds are nested: the faces of a child lie within those of its parent, its slack is not larger,
// and rounding is monotone. So what a bound holds, all bounds on the way to it hold.
#pragma once

#include "sapwood/core/orthtree/grid.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::orthtree {

template <int Dim>
class Frame {
 public:
  using Box = Aabb<Dim>;

  // `looseness`: edge of a bound over edge of its cell, >= 1.
  Frame(const Grid<Dim>& grid, f64 looseness, u32 max_depth) : grid_(grid) {
    limit_ = max_depth < grid.deepest() ? max_depth : grid.deepest();
    for (u32 depth = 0; depth <= kDeepest; ++depth) {
      play_[depth] = (looseness - 1) * static_cast<f64>(grid.edge(depth));
      slack_[depth] = rounded_up(0.5 * play_[depth]);
    }
  }

  const Grid<Dim>& grid() const { return grid_; }
  // Depth of the deepest cells in use.
  u32 limit() const { return limit_; }
  // By how much bounds reach beyond cells on each side.
  f32 slack(u32 depth) const { return slack_[depth]; }
  // The longest side that fits wherever in a cell the center lies: twice the slack, unrounded.
  f64 play(u32 depth) const { return play_[depth]; }

  Box bounds(const CellId<Dim>& id) const {
    Box box = grid_.cell(id);
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] -= slack_[id.depth];
      box.max[axis] += slack_[id.depth];
    }
    return box;
  }

 private:
  static f32 rounded_up(f64 value) {
    const f32 near = static_cast<f32>(value);
    return static_cast<f64>(near) < value ? std::nextafterf(near, HUGE_VALF) : near;
  }

  Grid<Dim> grid_;
  u32 limit_ = 0;
  f32 slack_[kDeepest + 1];
  f64 play_[kDeepest + 1];
};

// The bounds of all children of a cell: lane = child index % 4.
template <int Dim>
struct ChildBounds {
  static constexpr u32 kPackets = kChildren<Dim> / kLanes;

  AabbPacket<Dim> packets[kPackets];

  ChildBounds(const Frame<Dim>& frame, const CellId<Dim>& parent) {
    using simd::F32x4;
    const u32 depth = parent.depth + 1;
    const f32 edge = frame.grid().edge(depth);
    const f32 slack = frame.slack(depth);
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 low = frame.grid().face(axis, parent.at[axis], parent.depth);
      const f32 middle = low + edge;  // faces are exact
      const f32 min[2] = {low - slack, middle - slack};
      const f32 max[2] = {middle + slack, middle + edge + slack};
      for (u32 packet = 0; packet < kPackets; ++packet) {
        store_aligned(packets[packet].min[axis], by_child(min, axis, packet));
        store_aligned(packets[packet].max[axis], by_child(max, axis, packet));
      }
    }
  }

  Aabb<Dim> of(u32 child) const { return packets[child / kLanes].get(child % kLanes); }

 private:
  // The lower or the upper half for each of four children.
  static simd::F32x4 by_child(const f32 (&half)[2], int axis, u32 packet) {
    using simd::F32x4;
    if (axis == 0) return F32x4::set(half[0], half[1], half[0], half[1]);
    if (axis == 1) return F32x4::set(half[0], half[0], half[1], half[1]);
    return F32x4::splat(half[packet]);
  }
};

// Which children of a cell a query may touch, a bit for each.
template <int Dim, class Query>
u32 touched(const ChildBounds<Dim>& bounds, const Query& query) {
  u32 hits = query.may_touch4(bounds.packets[0]);
  if constexpr (Dim == 3) hits |= query.may_touch4(bounds.packets[1]) << kLanes;
  return hits;
}

}  // namespace sapwood::orthtree
