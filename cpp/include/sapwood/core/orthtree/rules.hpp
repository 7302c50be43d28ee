// Parameters of the cells of an orthtree, and rules that determine the cell of an item.
//
// The rule makes a tree strict or loose. It computes the cell from integers in constant time. Then
// it checks that the bounds of the cell contain the item, with the same numbers that queries
// compare. If they do not contain the item because of rounding, the item goes to an ancestor.
//
// A class Rule has a constructor Rule(grid, policy, deepest level), frame(), and place(box, CellId
// out), which returns false if the item belongs outside the world.
#pragma once

#include "sapwood/core/orthtree/grid.hpp"

namespace sapwood::orthtree {

enum class CellLevels : u8 {
  kDynamic,       // created and removed as items require
  kPreallocated,  // all created at the start, down to a fixed depth
};

struct CellPolicy {
  f64 looseness = 1;  // edge of the bounds / edge of the cell
  u32 capacity = 8;   // maximum number of items in a cell before it is split
  u32 max_depth = kDeepest;
  CellLevels levels = CellLevels::kDynamic;

  bool preallocated() const { return levels == CellLevels::kPreallocated; }
};

// Returns the maximum depth of a tree of `items` items. Preallocated levels end at the depth where
// a cell holds about `capacity` items if the items are uniformly distributed. The number of cells
// is therefore proportional to the number of items.
template <int Dim>
u32 depth_limit(const CellPolicy& policy, u32 items) {
  if (!policy.preallocated()) return policy.max_depth;
  u32 depth = 0;
  for (u64 room = policy.capacity; room < items && depth < policy.max_depth; ++depth) {
    room *= kChildren<Dim>;
  }
  return depth;
}

// Replaces `id` by the deepest cell on the path from the root to `id` whose bounds contain the box.
// Returns false if there is no such cell.
template <int Dim>
bool move_into_bounds(const Frame<Dim>& frame, const Aabb<Dim>& box, CellId<Dim>& id) {
  while (!contains(frame.bounds(id), box)) {
    if (id.depth == 0) return false;
    id = parent_of(id);
  }
  return true;
}

// Strict rule: the smallest cell that contains the whole item. It is the deepest common ancestor of
// the cells of the two corners. An item that crosses a middle plane of the world stays in the root.
template <int Dim>
class StrictRule {
 public:
  static constexpr int kDim = Dim;

  StrictRule(const Grid<Dim>& grid, const CellPolicy&, u32 limit) : frame_(grid, 1, limit) {}

  const Frame<Dim>& frame() const { return frame_; }

  bool place(const Aabb<Dim>& box, CellId<Dim>& id) const {
    const Grid<Dim>& grid = frame_.grid();
    u32 differing_bits = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = grid.above_origin(axis, box.min[axis]);
      const f64 high = grid.above_origin(axis, box.max[axis]);
      if (!grid.within(low) || !grid.within(high)) return false;
      id.at[axis] = grid.cell_at(low);
      const u32 last = grid.cell_up_to(high);
      if (last > id.at[axis]) differing_bits |= id.at[axis] ^ last;
    }
    const u32 deepest = grid.deepest();
    const u32 common_depth = deepest - static_cast<u32>(std::bit_width(differing_bits));
    id.depth = deepest;
    id = ancestor_of(id, common_depth < frame_.limit() ? common_depth : frame_.limit());
    return grid.exists() && move_into_bounds(frame_, box, id);
  }

 private:
  Frame<Dim> frame_;
};

// Loose rule: the cell that contains the center of the item, at the deepest level whose slack is at
// least half of the longest side of the item (Ulrich, Loose octrees, 2000). The depth depends only
// on this side.
template <int Dim>
class LooseRule {
 public:
  static constexpr int kDim = Dim;

  LooseRule(const Grid<Dim>& grid, const CellPolicy& policy, u32 limit)
      : frame_(grid, policy.looseness, limit) {}

  const Frame<Dim>& frame() const { return frame_; }

  // Returns the deepest level at which an item with longest side `side` is always inside the bounds
  // of the cell that contains its center. Returns 0 if there is no such level.
  u32 depth_for(f64 side) const {
    const u32 limit = frame_.limit();
    if (side <= frame_.max_side(limit)) return limit;
    if (!(side <= frame_.max_side(0))) return 0;
    // max_side() halves at each level, so the difference of the exponents is the depth or one more
    u32 depth = static_cast<u32>(exponent_of(frame_.max_side(0)) - exponent_of(side));
    depth = depth < limit ? depth : limit;
    while (side > frame_.max_side(depth)) --depth;
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
    return grid.exists() && move_into_bounds(frame_, box, id);
  }

 private:
  Frame<Dim> frame_;
};

}  // namespace sapwood::orthtree
