// Keys of points along space-filling curves over a grid of 2^bits cells per side.
//
// Consecutive cells of the Hilbert curve share a face. The Morton order interleaves the bits of the
// coordinates, so consecutive cells can be far apart. The Hilbert key uses the method of Skilling,
// Programming the Hilbert curve, 2004, which works for any number of axes.
#pragma once

#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

// Number of bits per axis. A key has 32 bits in 2D and 63 bits in 3D.
template <int Dim>
inline constexpr u32 kCurveBits = Dim == 2 ? 16 : 21;

template <int Dim>
struct Cell {
  u32 v[Dim];
};

// Maps points inside a box to cells. An axis without extent has only one cell.
template <int Dim>
class CurveGrid {
 public:
  // `centers` must contain the centers of all boxes that are passed to cell_of().
  explicit CurveGrid(const Aabb<Dim>& centers) {
    for (int axis = 0; axis < Dim; ++axis) {
      min_[axis] = centers.min[axis];
      const f64 extent = static_cast<f64>(centers.max[axis]) - min_[axis];
      scale_[axis] = extent > 0 ? static_cast<f64>(kCells) / extent : 0;
    }
  }

  Cell<Dim> cell_of(const Aabb<Dim>& box) const {
    Cell<Dim> cell;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 at = (static_cast<f64>(box.center(axis)) - min_[axis]) * scale_[axis];
      cell.v[axis] = at < kCells - 1 ? static_cast<u32>(at) : kCells - 1;
    }
    return cell;
  }

 private:
  static constexpr u32 kCells = 1u << kCurveBits<Dim>;

  f64 min_[Dim];
  f64 scale_[Dim];
};

// Interleaves the bits of the axes. The first axis has the most significant bit.
template <int Dim>
u64 morton_key(const Cell<Dim>& cell, u32 bits = kCurveBits<Dim>) {
  u64 key = 0;
  for (u32 bit = bits; bit-- > 0;) {
    for (int axis = 0; axis < Dim; ++axis) key = key << 1 | (cell.v[axis] >> bit & 1);
  }
  return key;
}

template <int Dim>
u64 hilbert_key(Cell<Dim> cell, u32 bits = kCurveBits<Dim>) {
  // undoes the rotations of the curve inside each cell of the coarser grids
  for (u32 bit = 1u << (bits - 1); bit > 1; bit >>= 1) {
    const u32 below = bit - 1;
    for (int axis = 0; axis < Dim; ++axis) {
      if (cell.v[axis] & bit) {
        cell.v[0] ^= below;
      } else {
        const u32 swapped = (cell.v[0] ^ cell.v[axis]) & below;
        cell.v[0] ^= swapped;
        cell.v[axis] ^= swapped;
      }
    }
  }
  // applies a Gray code across the axes
  for (int axis = 1; axis < Dim; ++axis) cell.v[axis] ^= cell.v[axis - 1];
  u32 flips = 0;
  for (u32 bit = 1u << (bits - 1); bit > 1; bit >>= 1) {
    if (cell.v[Dim - 1] & bit) flips ^= bit - 1;
  }
  for (int axis = 0; axis < Dim; ++axis) cell.v[axis] ^= flips;
  return morton_key(cell, bits);
}

}  // namespace sapwood
