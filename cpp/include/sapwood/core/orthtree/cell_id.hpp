// The name of a cell in integers: how many cells of its own level lie below it on each axis, and
// the level. The root is (0, 0, 0) at depth 0; child bit order is x + 2 y + 4 z.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood::orthtree {

// Levels below the root that coordinates of 16 bits can name.
inline constexpr u32 kDeepest = 16;

template <int Dim>
inline constexpr u32 kChildren = 1u << Dim;

template <int Dim>
struct CellId {
  u32 at[Dim];  // below 2^depth
  u32 depth;

  friend bool operator==(const CellId& a, const CellId& b) {
    bool same = a.depth == b.depth;
    for (int axis = 0; axis < Dim; ++axis) same &= a.at[axis] == b.at[axis];
    return same;
  }
};

// The cell around it at a depth that is not larger.
template <int Dim>
CellId<Dim> ancestor_of(const CellId<Dim>& id, u32 depth) {
  CellId<Dim> ancestor;
  for (int axis = 0; axis < Dim; ++axis) ancestor.at[axis] = id.at[axis] >> (id.depth - depth);
  ancestor.depth = depth;
  return ancestor;
}

template <int Dim>
CellId<Dim> parent_of(const CellId<Dim>& id) {
  return ancestor_of(id, id.depth - 1);
}

// Which child to go to at `depth` on the way from the root to a deeper cell.
template <int Dim>
u32 child_towards(const CellId<Dim>& id, u32 depth) {
  const u32 bit = id.depth - 1 - depth;
  u32 child = 0;
  for (int axis = 0; axis < Dim; ++axis) child |= (id.at[axis] >> bit & 1u) << axis;
  return child;
}

// Which child of its parent it is.
template <int Dim>
u32 child_index(const CellId<Dim>& id) {
  return child_towards(id, id.depth - 1);
}

// Spreads 16 bits so that Dim - 1 zeros stand between neighbors.
template <int Dim>
constexpr u64 spread_bits(u64 value) {
  if constexpr (Dim == 2) {
    value = (value | value << 8) & 0x00FF00FFu;
    value = (value | value << 4) & 0x0F0F0F0Fu;
    value = (value | value << 2) & 0x33333333u;
    return (value | value << 1) & 0x55555555u;
  } else {
    value = (value | value << 16) & 0x0000FF0000FFu;
    value = (value | value << 8) & 0x00F00F00F00Fu;
    value = (value | value << 4) & 0x0C30C30C30C3u;
    return (value | value << 2) & 0x249249249249u;
  }
}

// Bits of a walk key that hold the depth.
inline constexpr u32 kDepthBits = 5;

// A number that sorts cells as a walk does: a cell before its descendants, children in their
// order. Morton code of its lower corner in cells of level `limit`, then the depth.
template <int Dim>
u64 walk_key(const CellId<Dim>& id, u32 limit) {
  u64 code = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    code |= spread_bits<Dim>(u64{id.at[axis]} << (limit - id.depth)) << axis;
  }
  return code << kDepthBits | id.depth;
}

}  // namespace sapwood::orthtree
