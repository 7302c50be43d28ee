// What an owner of cells decides about them.
#pragma once

#include "sapwood/core/orthtree/cell_id.hpp"

namespace sapwood::orthtree {

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

}  // namespace sapwood::orthtree
