// Where cells lie: integer coordinates of cubic cells, on levels of growing size.
//
// Cells of level l have side base * 4^l; cell i of an axis holds the coordinates with
// floor(x / side) = i, so negative ones have cells of their own. A box goes to the finest level on
// which it covers at most kMaxCells cells with coordinates below kFar: a box that is large for the
// cells, or so far away that float32 could not tell the cells apart, costs no more than others.
//
// All mapping is one monotone function per level: a <= b implies cell(a) <= cell(b). So boxes that
// overlap share a cell, and the cell of max(a, b) is the larger one of both cells. Nothing else is
// asked of its rounding.
#pragma once

#include <cmath>

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/geometry/rounding.hpp"

namespace sapwood::spatialhash {

// From the smallest float32 to cells as wide as the world: 2^-149 * 4^112 > 2^64 > 4e18.
inline constexpr u32 kLevels = 112;
// Largest |cell coordinate|: differences stay within 32 bits. Cells that are finer than that lie
// below the precision of float32.
inline constexpr i32 kFar = 1 << 29;
// Cells that one box may cover: four by four, or three cubed.
template <int Dim>
inline constexpr u32 kMaxCells = Dim == 2 ? 16 : 27;

template <int Dim>
struct CellKey {
  i32 at[Dim];
  u32 level;

  friend bool operator==(const CellKey& a, const CellKey& b) {
    bool same = a.level == b.level;
    for (int axis = 0; axis < Dim; ++axis) same &= a.at[axis] == b.at[axis];
    return same;
  }
};

// Whether `a` comes before `b` along Morton's curve, the bits of the coordinates in turn, that of
// the first axis foremost; finer levels come first. The axis with the highest bit that differs
// decides (Chan, Closest-point problems simplified on the RAM, 2002), so no key is made, and
// coordinates may have any number of bits.
template <int Dim>
bool comes_before(const CellKey<Dim>& a, const CellKey<Dim>& b) {
  if (a.level != b.level) return a.level < b.level;
  int decisive = 0;
  u32 most = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const u32 differs = static_cast<u32>(a.at[axis]) ^ static_cast<u32>(b.at[axis]);
    if (most < differs && most < (most ^ differs)) {
      most = differs;
      decisive = axis;
    }
  }
  return a.at[decisive] < b.at[decisive];
}

// A block of cells of one level, both ends included.
template <int Dim>
struct CellRange {
  i32 lo[Dim];
  i32 hi[Dim];
  u32 level;

  // As a double: a block may have up to 2^93 cells.
  f64 count() const {
    f64 cells = 1;
    for (int axis = 0; axis < Dim; ++axis) cells *= f64{1} + hi[axis] - lo[axis];
    return cells;
  }
  CellKey<Dim> first() const {
    CellKey<Dim> key{};
    for (int axis = 0; axis < Dim; ++axis) key.at[axis] = lo[axis];
    key.level = level;
    return key;
  }
  // Steps through the block, axis 0 fastest; false behind the last cell.
  bool advance(CellKey<Dim>& key) const {
    for (int axis = 0; axis < Dim; ++axis) {
      if (key.at[axis] < hi[axis]) {
        ++key.at[axis];
        return true;
      }
      key.at[axis] = lo[axis];
    }
    return false;
  }
  // False when nothing is left.
  bool clip(const CellRange& other) {
    bool some = true;
    for (int axis = 0; axis < Dim; ++axis) {
      lo[axis] = lo[axis] > other.lo[axis] ? lo[axis] : other.lo[axis];
      hi[axis] = hi[axis] < other.hi[axis] ? hi[axis] : other.hi[axis];
      some &= lo[axis] <= hi[axis];
    }
    return some;
  }
  void include(const CellRange& other) {
    for (int axis = 0; axis < Dim; ++axis) {
      lo[axis] = lo[axis] < other.lo[axis] ? lo[axis] : other.lo[axis];
      hi[axis] = hi[axis] > other.hi[axis] ? hi[axis] : other.hi[axis];
    }
  }
  friend bool operator==(const CellRange& a, const CellRange& b) {
    bool same = a.level == b.level;
    for (int axis = 0; axis < Dim; ++axis) {
      same &= (a.lo[axis] == b.lo[axis]) & (a.hi[axis] == b.hi[axis]);
    }
    return same;
  }
};

inline i32 clamped(i32 value, i32 least, i32 most) {
  return value < least ? least : value > most ? most : value;
}

template <int Dim>
class Lattice {
 public:
  using Box = Aabb<Dim>;

  explicit Lattice(f64 base) : base_(base), finest_(1 / base) {}

  // Side of the finest cells.
  f64 base() const { return base_; }
  f64 size(u32 level) const { return std::ldexp(base_, static_cast<int>(2 * level)); }
  f64 inverse(u32 level) const {
    return level == 0 ? finest_ : std::ldexp(finest_, -static_cast<int>(2 * level));
  }

  // `inverse` is that of the level.
  static i32 cell(f64 value, f64 inverse) {
    const f64 at = std::floor(value * inverse);
    return at > -kFar ? at < kFar ? static_cast<i32>(at) : kFar : -kFar;
  }

  CellRange<Dim> cover_at(const Box& box, u32 level) const {
    CellRange<Dim> range;
    const f64 scale = inverse(level);
    for (int axis = 0; axis < Dim; ++axis) {
      range.lo[axis] = cell(box.min[axis], scale);
      range.hi[axis] = cell(box.max[axis], scale);
    }
    range.level = level;
    return range;
  }

  // The cells of an item. Ends on the last level, where every valid box covers at most 2^Dim.
  CellRange<Dim> cover(const Box& box) const {
    CellRange<Dim> range = cover_at(box, 0);
    while (!fits(range)) range = cover_at(box, range.level + 1);
    return range;
  }

  // Holds every point of the cell, rounded outwards.
  Box cell_box(const CellKey<Dim>& key) const {
    Box box;
    const f64 side = size(key.level);
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = lower_edge(key.at[axis], side);
      box.max[axis] = upper_edge(key.at[axis], side);
    }
    return box;
  }
  Box range_box(const CellRange<Dim>& range) const {
    Box box;
    const f64 side = size(range.level);
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = lower_edge(range.lo[axis], side);
      box.max[axis] = upper_edge(range.hi[axis], side);
    }
    return box;
  }

 private:
  // Of an edge, for the rounding of cell(): the quotient is off by at most 2^-52 of itself.
  static constexpr f64 kSlack = 0x1p-50;

  static f32 lower_edge(i32 at, f64 side) {
    const f64 edge = at * side;
    return rounded_down(edge - std::fabs(edge) * kSlack);
  }
  static f32 upper_edge(i32 at, f64 side) {
    const f64 edge = (f64{1} + at) * side;
    return rounded_up(edge + std::fabs(edge) * kSlack);
  }
  static bool fits(const CellRange<Dim>& range) {
    if (range.level + 1 == kLevels) return true;
    bool near = true;
    for (int axis = 0; axis < Dim; ++axis) {
      near &= (range.lo[axis] > -kFar) & (range.hi[axis] < kFar);
    }
    return near && range.count() <= kMaxCells<Dim>;
  }

  f64 base_;
  f64 finest_;  // 1 / base_
};

}  // namespace sapwood::spatialhash
