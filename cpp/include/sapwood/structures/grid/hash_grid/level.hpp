// A level of a hash grid: rows of cells, and their edges.
#pragma once

#include <algorithm>
#include <bit>

#include "sapwood/base/array.hpp"
#include "sapwood/geometry/aabb_packet.hpp"
#include "sapwood/geometry/rounding.hpp"

namespace sapwood::hashgrid {

// A level maps each block of cells to runs of slots (positions in the packets of items).
//
// An item is only in the cell of its lower corner, on the level for boxes of its size. The cells of
// a level are stored along axis 0, row after row, so the items of adjacent cells of a row are one
// contiguous run of slots. The box of a query is extended by the longest item of the level, and the
// query visits one run per row.
//
// The function from coordinate to cell is monotone in f32: a <= b implies cell(a) <= cell(b). Only
// RowEdges depends on the rounding of this function. The function rounds to nearest, which is
// faster than rounding down, so the center of cell i is i cells from the origin.
//
// A dense level stores the first slot of each of its cells in an array. A level is not dense if
// that array would have more than kCellsPerItem cells per item plus kExtraCells. Such a level
// stores sorted lists of its populated rows and of the cells of its items, and uses binary search.
// Memory is therefore O(items).
inline constexpr f32 kCellsPerItem = 8;
inline constexpr f32 kExtraCells = 1024;
// Maximum number of cells on one axis. Adding kRounder then rounds a cell number to an integer and
// leaves the integer in the low bits of the f32.
inline constexpr f32 kMaxAxisCells = 1 << 22;
inline constexpr f32 kRounder = 1 << 23;
inline constexpr u32 kRounderBits = 0x4B000000;
// Maximum number of cells of all dense levels.
inline constexpr f32 kMaxDenseCells = static_cast<f32>(1 << 29);
// Number of parts into which a cell is divided along axis 0. Cells are divided only if there are at
// most kPartsPerItem parts per item. With parts, items that are adjacent in memory are closer in
// space.
inline constexpr i32 kParts = 4;
inline constexpr f32 kPartsPerItem = 2.5f;
// Ratio of the cell sizes of consecutive levels.
inline constexpr f32 kLevelRatio = 4;

// Slots [begin, end).
struct SlotSpan {
  u32 begin;
  u32 end;

  bool empty() const { return begin == end; }
};

// Block of cells of one level, from `lo` to `hi` inclusive.
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
  // The lower corners of all items are between `low` and `high`, and no item is longer than
  // `reach`. These bounds can still include removed items.
  f32 low[Dim];
  f32 high[Dim];
  f32 reach[Dim];
  f32 origin[Dim];     // center of cell 0, at least `low`; cells at the border are unbounded
  i32 parts = 1;       // parts of a cell along axis 0, counted as cells on this axis
  f32 inverse[Dim];    // 1 / side of a cell or part
  f32 most[Dim] = {};  // cells of an axis are 0 .. most
  u32 number = 0;      // levels with higher numbers have longer items
  u32 items = 0;       // number of items at the last layout
  bool dense = true;
  u32 first_cell = 0;   // dense levels: index in RowTable::starts
  SlotSpan rows{0, 0};  // other levels: range of RowTable::rows
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
  // Increases `reach` to the length of an item. The length is a rounded difference, and the factor
  // rounds it up.
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
  simd::U32x4 cells(int axis, simd::F32x4 at) const {
    using namespace simd;
    const F32x4 cell = mul(sub(at, F32x4::splat(origin[axis])), F32x4::splat(inverse[axis]));
    const F32x4 bounded = max(min(cell, F32x4::splat(most[axis])), F32x4::zero());
    return add(as_u32(add(bounded, F32x4::splat(kRounder))), U32x4::splat(0 - kRounderBits));
  }
  i32 last(int axis) const { return rounded(most[axis]); }
  i32 parts_on(int axis) const { return axis == 0 ? parts : 1; }
  // Divides the space of the items, clipped to [from, to], into cells with the given sides. Sides
  // are lengthened if an axis would have too many cells. Each cell is divided into `into` parts
  // along axis 0. Returns the number of parts.
  [[gnu::noinline]] f32 divide(const f32 (&sides)[Dim], const f32 (&from)[Dim],
                               const f32 (&to)[Dim], i32 into) {
    parts = into;
    for (int axis = 0; axis < Dim; ++axis) {
      origin[axis] = std::min(std::max(low[axis], from[axis]), high[axis]);
      const f32 width = std::max(std::min(high[axis], to[axis]) - origin[axis], 0.0f);
      const f32 side = std::max(sides[axis], width / kMaxAxisCells);
      inverse[axis] = static_cast<f32>(parts_on(axis)) / side;
      most[axis] = bounded(width * inverse[axis], kMaxAxisCells) + kRounder - kRounder;
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
  // Extends a block so that it contains all parts of its cells.
  void widen_to_cells(Block<Dim>& block) const {
    block.lo[0] -= block.lo[0] % parts;
    block.hi[0] = std::min(block.hi[0] - block.hi[0] % parts + parts - 1, last(0));
  }
  // Returns the index in RowTable::starts of the cell of a box. Requires a dense level.
  u32 index(const Aabb<Dim>& box) const {
    u32 at = 0;
    for (int axis = Dim - 1; axis >= 0; --axis) {
      at = at * (static_cast<u32>(last(axis)) + 1) + static_cast<u32>(cell(axis, box.min[axis]));
    }
    return first_cell + at;
  }
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

  // Computes the cells of all items that can overlap [min, max]. Returns false if no item can.
  bool around(const f32 (&min)[Dim], const f32 (&max)[Dim], Block<Dim>& block) const {
    bool some = true;
    for (int axis = 0; axis < Dim; ++axis) {
      // if an item touches `min`, its lower corner is at least the exact value of min - reach; the
      // corner is an f32, so it is also at least the rounded value
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

template <int Dim>
struct SparseRow {
  i32 at[Dim - 1];  // cells on the axes after axis 0
  SlotSpan slots;
};

template <int Dim>
struct Row {
  i32 at[Dim];           // at[0] is not used
  const u32* starts;     // dense levels: first slots of its cells, then the end of the last cell
  SlotSpan slots{0, 0};  // other levels
};

template <int Dim>
class RowTable {
 public:
  Array<RowLevel<Dim>> levels;  // ascending by number; each contains items
  Array<u32> starts;            // dense levels: first slot by cell, and the end of the last cell
  Array<SparseRow<Dim>> rows;   // other levels: ascending by the last axis, then axis 1
  Array<i32> cells;             // items of other levels: the cell on axis 0, by slot
  u32 first_sparse = 0;         // slot of cells[0]

  size_t byte_length() const {
    return levels.byte_length() + starts.byte_length() + rows.byte_length() + cells.byte_length();
  }

  void clear() {
    levels.clear();
    starts.clear();
    rows.clear();
    cells.clear();
  }
  [[gnu::cold, gnu::noinline]] void shrink() {
    levels.shrink();
    starts.shrink();
    rows.shrink();
    cells.shrink();
  }

  // Returns the slots of the cells low .. high of a row, both included.
  SlotSpan span(const RowLevel<Dim>& level, const Row<Dim>& row, i32 low, i32 high) const {
    if (level.dense) return {row.starts[low], row.starts[high + 1]};
    return sparse_span(row, low, high);
  }

  // Computes the first and last part of the cell that contains a slot.
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

  // Calls visit(row) for the rows of a block of cells, ascending by the last axis, then axis 1. If
  // the level is not dense, visits only the populated rows. Stops and returns false if visit()
  // returns false.
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

  // Returns the row of a dense level with the coordinates of `row`.
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

  // Calls visit(row) for the populated rows of a block. Uses binary search to skip rows that are
  // outside of the block on axis 1.
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

// Bounds of the cells of a level and of their items.
//
// Bounds are computed in double precision and widened by more than the rounding error of
// RowLevel::cell(), which is at most 2^-22 of the width of the level. The bounds therefore contain
// all items. Cells at the border end at the bounds of the items.
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

  // Returns a lower bound of the coordinates of the items in `cell` and all following cells.
  f64 lower(int axis, i32 cell) const {
    const f64 low = static_cast<f64>(level_.low[axis]);
    return cell == 0 ? low : std::max(low, edge(axis, cell - 0.5) - slack_[axis]);
  }
  // Returns an upper bound of the coordinates of the items in `cell` and all preceding cells.
  f64 upper(int axis, i32 cell) const {
    return upper_corner(axis, cell) + static_cast<f64>(level_.reach[axis]);
  }
  // Returns a lower bound of the distance of the items of a cell from a coordinate.
  f64 apart(int axis, i32 cell, f64 from) const {
    return std::max(0.0, std::max(lower(axis, cell) - from, from - upper(axis, cell)));
  }

  // Returns a box that contains all items of a block.
  Aabb<Dim> bounds(const Block<Dim>& block) const {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = rounded_down(lower(axis, block.lo[axis]));
      box.max[axis] = rounded_up(upper(axis, block.hi[axis]));
    }
    return box;
  }

  // Returns a box that contains the lower corners of all items of a block.
  Aabb<Dim> lower_corner_bounds(const Block<Dim>& block) const {
    Aabb<Dim> box = bounds(block);
    for (int axis = 0; axis < Dim; ++axis) {
      box.max[axis] = rounded_up(upper_corner(axis, block.hi[axis]));
    }
    return box;
  }

  // Computes the cells of an axis whose items can touch [least, most]. Lower corners are f32, so
  // rounding `least` and `most` to f32 does not change comparisons with the corners.
  void cells(int axis, f64 least, f64 most, i32& low, i32& high) const {
    low = level_.cell(axis, static_cast<f32>(least - static_cast<f64>(level_.reach[axis])));
    high = level_.cell(axis, static_cast<f32>(most));
  }

 private:
  f64 edge(int axis, f64 cells) const {
    return static_cast<f64>(level_.origin[axis]) + cells * side_[axis];
  }
  // Returns an upper bound of the lower corners of the items in `cell` and all preceding cells.
  f64 upper_corner(int axis, i32 cell) const {
    const f64 high = static_cast<f64>(level_.high[axis]);
    return cell == level_.last(axis) ? high : std::min(high, edge(axis, cell + 0.5) + slack_[axis]);
  }

  const RowLevel<Dim>& level_;
  f64 side_[Dim];
  f64 slack_[Dim];
};

}  // namespace sapwood::hashgrid
