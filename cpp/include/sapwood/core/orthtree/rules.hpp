// Rules for cells: when they are divided and joined, and how deep.
#pragma once

#include "sapwood/core/orthtree/grid.hpp"

namespace sapwood::orthtree {

// What an owner of cells decides about them.

// When cells come and go.
enum class CellLevels : u8 {
  kDynamic,       // as items need them
  kPreallocated,  // all of them ahead, down to one depth
};

struct CellPolicy {
  f64 looseness = 1;  // edge of a bound over edge of its cell
  u32 capacity = 8;   // items of a cell before it is split
  u32 max_depth = kDeepest;
  CellLevels levels = CellLevels::kDynamic;

  bool preallocated() const { return levels == CellLevels::kPreallocated; }
};

// How deep a tree of that many items may go. Preallocated levels end where an even spread leaves
// about `capacity` items per cell, so that the cells made ahead are in proportion to the items.
template <int Dim>
u32 depth_limit(const CellPolicy& policy, u32 items) {
  if (!policy.preallocated()) return policy.max_depth;
  u32 depth = 0;
  for (u64 room = policy.capacity; room < items && depth < policy.max_depth; ++depth) {
    room *= kChildren<Dim>;
  }
  return depth;
}

// Which cell an item belongs to, if it may be as deep as it fits: the rule that makes a tree a
// strict or a loose one. Computed from integers in constant time; that the cell's bound holds the
// item is then checked with the very numbers that queries compare, and where a rounding breaks it,
// the item goes up.
//
// A Rule offers: Rule(grid, policy, deepest level) | frame() | place(box, CellId out), false when
// the item belongs outside of the world.

// Goes up until the bound holds the box; false when not even the root does.
template <int Dim>
bool settle_in_bounds(const Frame<Dim>& frame, const Aabb<Dim>& box, CellId<Dim>& id) {
  while (!contains(frame.bounds(id), box)) {
    if (id.depth == 0) return false;
    id = parent_of(id);
  }
  return true;
}

// The smallest cell that holds all of the item: where the numbers of the cells of its two corners
// part. An item across the middle planes of the world stays in the root.
template <int Dim>
class StrictRule {
 public:
  static constexpr int kDim = Dim;

  StrictRule(const Grid<Dim>& grid, const CellPolicy&, u32 limit) : frame_(grid, 1, limit) {}

  const Frame<Dim>& frame() const { return frame_; }

  bool place(const Aabb<Dim>& box, CellId<Dim>& id) const {
    const Grid<Dim>& grid = frame_.grid();
    u32 parting = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = grid.above_origin(axis, box.min[axis]);
      const f64 high = grid.above_origin(axis, box.max[axis]);
      if (!grid.within(low) || !grid.within(high)) return false;
      id.at[axis] = grid.cell_at(low);
      const u32 last = grid.cell_up_to(high);
      if (last > id.at[axis]) parting |= id.at[axis] ^ last;
    }
    const u32 deepest = grid.deepest();
    const u32 together = deepest - static_cast<u32>(std::bit_width(parting));
    id.depth = deepest;
    id = ancestor_of(id, together < frame_.limit() ? together : frame_.limit());
    return grid.exists() && settle_in_bounds(frame_, box, id);
  }

 private:
  Frame<Dim> frame_;
};

// The cell around the item's center at the deepest level whose slack is at least half of its
// longest side (Ulrich, Loose octrees, 2000): the depth follows from the size alone.
template <int Dim>
class LooseRule {
 public:
  static constexpr int kDim = Dim;

  LooseRule(const Grid<Dim>& grid, const CellPolicy& policy, u32 limit)
      : frame_(grid, policy.looseness, limit) {}

  const Frame<Dim>& frame() const { return frame_; }

  // The deepest level where a side of that length fits around any center; 0 when none does.
  u32 depth_for(f64 side) const {
    const u32 limit = frame_.limit();
    if (side <= frame_.play(limit)) return limit;
    if (!(side <= frame_.play(0))) return 0;
    // levels halve the play, so the exponents tell the depth or one too deep
    u32 depth = static_cast<u32>(exponent_of(frame_.play(0)) - exponent_of(side));
    depth = depth < limit ? depth : limit;
    while (side > frame_.play(depth)) --depth;
    return depth;
  }

  bool place(const Aabb<Dim>& box, CellId<Dim>& id) const {
    const Grid<Dim>& grid = frame_.grid();
    f64 side = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = box.min[axis];
      const f64 high = box.max[axis];
      const f64 center = grid.above_origin(axis, 0.5 * (low + high));
      if (!grid.within(center)) return false;
      id.at[axis] = grid.cell_at(center);
      side = high - low > side ? high - low : side;
    }
    id.depth = grid.deepest();
    id = ancestor_of(id, depth_for(side));
    return grid.exists() && settle_in_bounds(frame_, box, id);
  }

 private:
  Frame<Dim> frame_;
};

}  // namespace sapwood::orthtree
