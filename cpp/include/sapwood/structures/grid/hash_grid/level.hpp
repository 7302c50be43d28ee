// A level of a hash grid: rows of cells, and their edges.
#pragma once

#include <algorithm>
#include <bit>

#include "sapwood/base/array.hpp"
#include "sapwood/geometry/aabb_packet.hpp"
#include "sapwood/geometry/rounding.hpp"

namespace sapwood::hashgrid {

// Rows of cells: where in memory the boxes of a block of cells lie.
//
// An item is in one cell only, that of its least corner, on the level for boxes of its size. The
// cells of a level lie one after the other along axis 0, row after row. So the items of
// neighboring cells of a row are one contiguous run of slots, and a query that is widened by the
// longest item of the level looks at one run a row.
//
// The cell of a coordinate is one monotone function in float32: a <= b implies cell(a) <= cell(b).
// Nothing else is asked of its rounding, but where a cell is told from outside (RowEdges). So
// it rounds to the nearest number, which is cheaper than down: cell i is the middle of its side.
//
// A compact level keeps the first slot of each of its cells in an array. Where that would have
// more than kCellsPerItem cells per item, the rows that hold items are sorted instead, and the
// cells of their items too; both are found by bisection. So memory is O(items) wherever they lie.
inline constexpr f32 kCellsPerItem = 8;
inline constexpr f32 kFewCells = 1024;
// Of one axis: so that kRounder, added, rounds to whole numbers and leaves them in the low bits.
inline constexpr f32 kMostCells = 1 << 22;
inline constexpr f32 kRounder = 1 << 23;
inline constexpr u32 kRounderBits = 0x4B000000;
// Of all dense levels.
inline constexpr f32 kMostDenseCells = 1 << 29;
// Cells are cut into so many parts along axis 0 where that does not make more than kPartsPerItem
// parts an item: so what lies side by side in memory is close to each other.
inline constexpr i32 kParts = 4;
inline constexpr f32 kPartsPerItem = 2.5f;
// Levels are for sizes that grow by this.
inline constexpr f32 kLevelRatio = 4;

// Slots [begin, end).
struct SlotSpan {
  u32 begin;
  u32 end;

  bool empty() const { return begin == end; }
};

// A block of cells of one level, both ends included.
template <int Dim>
struct Block {
  i32 lo[Dim];
  i32 hi[Dim];

  friend bool operator==(const Block& a, const Block& b) {
    bool same = true;
    for (int axis = 0; axis < Dim; ++axis) {
      same &= (a.lo[axis] == b.lo[axis]) & (a.hi[axis] == b.hi[axis]);
    }
    return same;
  }
};

template <int Dim>
struct RowLevel {
  // Least corners of its items lie between these, and no item is longer than `reach`. Both may be
  // those of items that are gone.
  f32 low[Dim];
  f32 high[Dim];
  f32 reach[Dim];
  f32 origin[Dim];     // where cells begin, at `low` or above: those at the border have no end
  i32 parts = 1;       // of a cell along axis 0: there, these are meant by cells
  f32 inverse[Dim];    // 1 / side of a cell, or of its part
  f32 most[Dim] = {};  // cells of an axis are 0 .. most
  u32 number = 0;      // its items are longer than those of lower numbers
  u32 items = 0;       // when it was laid out
  bool dense = true;
  u32 first_cell = 0;   // of a dense level: in RowTable::starts
  SlotSpan rows{0, 0};  // of others: in RowTable::rows
  SlotSpan slots{0, 0};

  RowLevel() {
    for (int axis = 0; axis < Dim; ++axis) {
      low[axis] = HUGE_VALF;
      high[axis] = -HUGE_VALF;
      reach[axis] = origin[axis] = 0;
      inverse[axis] = 1;
    }
  }

  void include(const Aabb<Dim>& box) {
    for (int axis = 0; axis < Dim; ++axis) {
      low[axis] = box.min[axis] < low[axis] ? box.min[axis] : low[axis];
      high[axis] = box.min[axis] > high[axis] ? box.min[axis] : high[axis];
    }
    stretch(box);
  }
  void stretch(const Aabb<Dim>& box) {
    for (int axis = 0; axis < Dim; ++axis) stretch(axis, box.extent(axis));
  }
  // By a rounded difference of float32: upwards, a little too far.
  void stretch(int axis, f32 length) {
    reach[axis] = std::max(reach[axis], length * (1 + 0x1p-22f));
  }
  bool inside(const Aabb<Dim>& box) const {
    bool within = true;
    for (int axis = 0; axis < Dim; ++axis) {
      within &= (low[axis] <= box.min[axis]) & (box.min[axis] <= high[axis]);
    }
    return within;
  }

  i32 cell(int axis, f32 at) const {
    return rounded(bounded((at - origin[axis]) * inverse[axis], most[axis]));
  }
  // Of four coordinates, as the bits of numbers in one vector.
  simd::U32x4 cells(int axis, simd::F32x4 at) const {
    using namespace simd;
    const F32x4 cell = mul(sub(at, F32x4::splat(origin[axis])), F32x4::splat(inverse[axis]));
    const F32x4 bounded = max(min(cell, F32x4::splat(most[axis])), F32x4::zero());
    return add(as_u32(add(bounded, F32x4::splat(kRounder))), U32x4::splat(0 - kRounderBits));
  }
  i32 last(int axis) const { return rounded(most[axis]); }
  // Of a cell.
  i32 parts_on(int axis) const { return axis == 0 ? parts : 1; }
  // Divides the space of the items that is between `from` and `to` into cells of that side, or of a
  // larger one where they would be too many; answers how many cells or parts there are.
  [[gnu::noinline]] f32 divide(f32 side, const f32 (&from)[Dim], const f32 (&to)[Dim], i32 into) {
    parts = into;
    f32 width[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      origin[axis] = std::min(std::max(low[axis], from[axis]), high[axis]);
      width[axis] = std::max(std::min(high[axis], to[axis]) - origin[axis], 0.0f);
      side = std::max(side, width[axis] / kMostCells);
    }
    for (int axis = 0; axis < Dim; ++axis) {
      inverse[axis] = static_cast<f32>(parts_on(axis)) / side;
      most[axis] = bounded(width[axis] * inverse[axis], kMostCells) + kRounder - kRounder;
    }
    f32 cells = 1;
    for (const f32 last : most) cells *= last + 1;
    return cells;
  }
  Block<Dim> all() const {
    Block<Dim> block;
    for (int axis = 0; axis < Dim; ++axis) {
      block.lo[axis] = 0;
      block.hi[axis] = last(axis);
    }
    return block;
  }
  // So that it has all parts of its cells.
  void widen_to_cells(Block<Dim>& block) const {
    block.lo[0] -= block.lo[0] % parts;
    block.hi[0] = std::min(block.hi[0] - block.hi[0] % parts + parts - 1, last(0));
  }
  // Cells are numbered along axis 0 first; of a dense level.
  u32 index(const Aabb<Dim>& box) const {
    u32 at = 0;
    for (int axis = Dim - 1; axis >= 0; --axis) {
      at = at * (static_cast<u32>(last(axis)) + 1) + static_cast<u32>(cell(axis, box.min[axis]));
    }
    return first_cell + at;
  }
  // Those of four boxes.
  void index(const AabbPacket<Dim>& boxes, u32 (&at)[kLanes]) const {
    u32 cell[Dim][kLanes];
    for (int axis = 0; axis < Dim; ++axis) {
      simd::store(cell[axis], cells(axis, simd::F32x4::load_aligned(boxes.min[axis])));
    }
    for (u32 lane = 0; lane < kLanes; ++lane) {
      u32 index = cell[Dim - 1][lane];
      for (int axis = Dim - 2; axis >= 0; --axis) {
        index = index * (static_cast<u32>(last(axis)) + 1) + cell[axis][lane];
      }
      at[lane] = first_cell + index;
    }
  }

  // The cells of all items that may overlap [min, max]; false when there are none.
  bool around(const f32 (&min)[Dim], const f32 (&max)[Dim], Block<Dim>& block) const {
    bool some = true;
    for (int axis = 0; axis < Dim; ++axis) {
      // the least corner of whatever reaches `min` is a float32 and not below the exact difference,
      // so not below the nearest float32 either
      const f32 least = min[axis] - reach[axis];
      some &= (least <= high[axis]) & (low[axis] <= max[axis]);
      block.lo[axis] = cell(axis, least);
      block.hi[axis] = cell(axis, max[axis]);
    }
    return some;
  }

 private:
  static f32 bounded(f32 at, f32 most) {
    const f32 below = at < most ? at : most;
    return below > 0 ? below : 0;
  }
  static i32 rounded(f32 at) {
    return static_cast<i32>(std::bit_cast<u32>(at + kRounder) - kRounderBits);
  }
};

// A row of a level that is not dense.
template <int Dim>
struct SparseRow {
  i32 at[Dim - 1];  // cells on the axes behind axis 0
  SlotSpan slots;
};

// A row of any level, and how to find its cells.
template <int Dim>
struct Row {
  i32 at[Dim];           // at[0] is not used
  const u32* starts;     // of a dense level: first slots of its cells, then the end of the last
  SlotSpan slots{0, 0};  // of others
};

template <int Dim>
class RowTable {
 public:
  Array<RowLevel<Dim>> levels;  // ascending by number, none empty when laid out
  Array<u32> starts;            // of dense levels: first slot by cell, and the end of the last
  Array<SparseRow<Dim>> rows;   // of the others: ascending by the last axis, then axis 1
  Array<i32> cells;             // of items of the others: the cell on axis 0, by slot
  u32 first_sparse = 0;         // slot that cells[0] stands for

  size_t byte_length() const {
    return levels.byte_length() + starts.byte_length() + rows.byte_length() + cells.byte_length();
  }

  // The items of the cells low .. high of a row.
  SlotSpan span(const RowLevel<Dim>& level, const Row<Dim>& row, i32 low, i32 high) const {
    if (level.dense) return {row.starts[low], row.starts[high + 1]};
    return sparse_span(row, low, high);
  }

  // The whole cell of a slot of a row, as parts along axis 0.
  void cell_at(const RowLevel<Dim>& level, const Row<Dim>& row, u32 slot, i32& low,
               i32& high) const {
    Block<Dim> cell;
    cell.lo[0] = cell.hi[0] = part_at(level, row, slot);
    level.widen_to_cells(cell);
    low = cell.lo[0];
    high = cell.hi[0];
  }
  i32 part_at(const RowLevel<Dim>& level, const Row<Dim>& row, u32 slot) const {
    if (!level.dense) return cells[slot - first_sparse];
    const u32* const end = row.starts + level.last(0) + 1;
    return static_cast<i32>(std::upper_bound(row.starts, end, slot) - row.starts) - 1;
  }

  // Calls visit(row) for the rows of a block of cells, ascending by the last axis, then axis 1;
  // only for those with items where the level is not dense. False when the visitor ended it.
  template <class Visit>
  bool each_row(const RowLevel<Dim>& level, const Block<Dim>& block, Visit&& visit) const {
    if (!level.dense) return each_sparse(level, block, visit);
    constexpr int kLast = Dim - 1;
    Row<Dim> row{};
    for (row.at[kLast] = block.lo[kLast]; row.at[kLast] <= block.hi[kLast]; ++row.at[kLast]) {
      if constexpr (Dim == 2) {
        if (!visit(dense_row(level, row))) return false;
      } else {
        for (row.at[1] = block.lo[1]; row.at[1] <= block.hi[1]; ++row.at[1]) {
          if (!visit(dense_row(level, row))) return false;
        }
      }
    }
    return true;
  }

  // The row of a dense level at the place of `row`.
  Row<Dim> dense_row(const RowLevel<Dim>& level, Row<Dim> row) const {
    size_t at = 0;
    for (int axis = Dim - 1; axis > 0; --axis) {
      at = at * (static_cast<size_t>(level.last(axis)) + 1) + static_cast<size_t>(row.at[axis]);
    }
    row.starts = starts.data() + level.first_cell + at * (static_cast<size_t>(level.last(0)) + 1);
    return row;
  }

 private:
  [[gnu::noinline]] SlotSpan sparse_span(const Row<Dim>& row, i32 low, i32 high) const {
    const i32* const first = cells.data();
    const i32* const end = first + (row.slots.end - first_sparse);
    const i32* const from = std::lower_bound(first + (row.slots.begin - first_sparse), end, low);
    const i32* const to = std::upper_bound(from, end, high);
    return {first_sparse + static_cast<u32>(from - first),
            first_sparse + static_cast<u32>(to - first)};
  }

  // Leaps over the rows that are outside on axis 1.
  template <class Visit>
  bool each_sparse(const RowLevel<Dim>& level, const Block<Dim>& block, Visit& visit) const {
    const SparseRow<Dim>* const end = rows.data() + level.rows.end;
    i32 from[Dim - 1];
    for (int axis = 1; axis < Dim; ++axis) from[axis - 1] = block.lo[axis];
    const SparseRow<Dim>* at = first_from(rows.data() + level.rows.begin, end, from);
    while (at != end && at->at[Dim - 2] <= block.hi[Dim - 1]) {
      if (Dim == 3 && (at->at[0] < block.lo[1] || at->at[0] > block.hi[1])) {
        from[0] = block.lo[1];
        from[Dim - 2] = at->at[Dim - 2] + (at->at[0] > block.hi[1] ? 1 : 0);
        at = first_from(at, end, from);
        continue;
      }
      Row<Dim> row{};
      for (int axis = 1; axis < Dim; ++axis) row.at[axis] = at->at[axis - 1];
      row.slots = at->slots;
      if (!visit(row)) return false;
      ++at;
    }
    return true;
  }

  static const SparseRow<Dim>* first_from(const SparseRow<Dim>* at, const SparseRow<Dim>* end,
                                          const i32 (&from)[Dim - 1]) {
    return std::partition_point(at, end, [&](const SparseRow<Dim>& row) {
      if (Dim == 3 && row.at[Dim - 2] != from[Dim - 2]) return row.at[Dim - 2] < from[Dim - 2];
      return row.at[0] < from[0];
    });
  }
};

// Where the cells of a level lie, seen from outside: by coordinates, not by the items in them.
//
// All positions are doubles and widened by more than the rounding of RowLevel::cell(), which is at
// most 2^-22 of the width of the level, so that no item is outside of what is said here. Cells at
// the border end where the items do.
template <int Dim>
class RowEdges {
 public:
  explicit RowEdges(const RowLevel<Dim>& level) : level_(level) {
    for (int axis = 0; axis < Dim; ++axis) {
      side_[axis] = 1 / static_cast<f64>(level.inverse[axis]);
      const f64 low = static_cast<f64>(level.low[axis]);
      const f64 high = static_cast<f64>(level.high[axis]);
      slack_[axis] = (high - low) * 0x1p-20 + (std::fabs(low) + std::fabs(high)) * 0x1p-50;
    }
  }

  // Least coordinate of the items whose least corner is in that cell of an axis, or behind it.
  f64 lower(int axis, i32 cell) const {
    const f64 low = static_cast<f64>(level_.low[axis]);
    return cell == 0 ? low : std::max(low, edge(axis, cell - 0.5) - slack_[axis]);
  }
  // Greatest coordinate of those in that cell or before it.
  f64 upper(int axis, i32 cell) const {
    return upper_corner(axis, cell) + static_cast<f64>(level_.reach[axis]);
  }
  // How far the items of those cells are from a coordinate, at least.
  f64 apart(int axis, i32 cell, f64 from) const {
    return std::max(0.0, std::max(lower(axis, cell) - from, from - upper(axis, cell)));
  }

  // Holds all items of a block.
  Aabb<Dim> bounds(const Block<Dim>& block) const {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = rounded_down(lower(axis, block.lo[axis]));
      box.max[axis] = rounded_up(upper(axis, block.hi[axis]));
    }
    return box;
  }

  // Holds the least corners of all items of a block.
  Aabb<Dim> square(const Block<Dim>& block) const {
    Aabb<Dim> box = bounds(block);
    for (int axis = 0; axis < Dim; ++axis) {
      box.max[axis] = rounded_up(upper_corner(axis, block.hi[axis]));
    }
    return box;
  }

  // The cells of an axis whose items may reach into [least, most]. Least corners are float32: they
  // are on the same side of the nearest float32 as of what is rounded to it.
  void cells(int axis, f64 least, f64 most, i32& low, i32& high) const {
    low = level_.cell(axis, static_cast<f32>(least - static_cast<f64>(level_.reach[axis])));
    high = level_.cell(axis, static_cast<f32>(most));
  }

 private:
  f64 edge(int axis, f64 cells) const {
    return static_cast<f64>(level_.origin[axis]) + cells * side_[axis];
  }
  // Of the least corners.
  f64 upper_corner(int axis, i32 cell) const {
    const f64 high = static_cast<f64>(level_.high[axis]);
    return cell == level_.last(axis) ? high : std::min(high, edge(axis, cell + 0.5) + slack_[axis]);
  }

  const RowLevel<Dim>& level_;
  f64 side_[Dim];
  f64 slack_[Dim];
};

}  // namespace sapwood::hashgrid
