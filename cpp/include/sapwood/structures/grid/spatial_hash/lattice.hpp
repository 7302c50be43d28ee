// Cells of a spatial hash, and the table that finds them.
#pragma once

#include <bit>
#include <cmath>

#include "sapwood/base/array.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/geometry/aabb.hpp"
#include "sapwood/geometry/rounding.hpp"

namespace sapwood::spatialhash {

// Integer coordinates of cells, on levels of increasing cell size. The sides of a cell can differ
// between axes.
//
// The sides of cells on level l are 4^l times the sides of the finest cells. Cell i of an axis
// contains the coordinates x with floor(x / side) = i. A box belongs to the finest level on which
// it covers at most kMaxCells cells with coordinates below kFar. This bounds the cost of boxes that
// are much larger than the cells, or so far from the origin that f32 cannot resolve the cells.
//
// On each level, the function from coordinate to cell is monotone: a <= b implies cell(a) <=
// cell(b). Overlapping boxes therefore share a cell, and the cell of max(a, b) is the larger of
// cell(a) and cell(b), regardless of rounding.

// Number of levels. The sides range from the smallest f32 to the width of the coordinate range:
// 2^-149 * 4^112 > 2^64 > 4e18.
inline constexpr u32 kLevels = 112;
// Largest absolute cell coordinate. Differences of coordinates fit into 32 bits. Finer cells would
// be below the precision of f32.
inline constexpr i32 kFar = 1 << 29;
// Maximum number of cells of one box: 4 x 4 in 2D, 3 x 3 x 3 in 3D.
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

// Returns whether `a` comes before `b` in Morton order, in which the bits of the coordinates are
// interleaved and the first axis is the most significant. Finer levels come first. Compares the
// axis with the highest differing bit (Chan, Closest-point problems simplified on the RAM, 2002),
// so coordinates can have any number of bits.
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

// Block of cells of one level, from `lo` to `hi` inclusive.
template <int Dim>
struct CellRange {
  i32 lo[Dim];
  i32 hi[Dim];
  u32 level;

  // Returns the number of cells, as an f64, because it can be up to 2^93.
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
  // Advances to the next cell. Axis 0 varies fastest. Returns false after the last cell.
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
  // Clips the block to another block. Returns false if the result is empty.
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

  struct Scale {
    f64 by[Dim];

    f64 operator[](int axis) const { return by[axis]; }
  };

  Lattice() {
    for (int axis = 0; axis < Dim; ++axis) sides_[axis] = finest_.by[axis] = 1;
  }
  explicit Lattice(const f64 (&sides)[Dim]) {
    for (int axis = 0; axis < Dim; ++axis) {
      sides_[axis] = sides[axis];
      finest_.by[axis] = 1 / sides[axis];
    }
  }

  f64 side(int axis) const { return sides_[axis]; }
  f64 size(u32 level, int axis) const { return sides_[axis] * ratio(static_cast<i32>(level)); }
  Scale inverse(u32 level) const {
    Scale scale = finest_;
    for (f64& side : scale.by) side *= ratio(-static_cast<i32>(level));
    return scale;
  }

  static i32 cell(f64 value, f64 inverse) {
    const f64 at = std::floor(value * inverse);
    return at > -kFar ? at < kFar ? static_cast<i32>(at) : kFar : -kFar;
  }

  CellRange<Dim> cover_at(const Box& box, u32 level) const {
    CellRange<Dim> range;
    const Scale scale = inverse(level);
    for (int axis = 0; axis < Dim; ++axis) {
      range.lo[axis] = cell(box.min[axis], scale[axis]);
      range.hi[axis] = cell(box.max[axis], scale[axis]);
    }
    range.level = level;
    return range;
  }

  // Returns the cells of an item. Terminates at the last level, where every valid box covers at
  // most 2^Dim cells.
  CellRange<Dim> cover(const Box& box) const {
    CellRange<Dim> range = cover_at(box, 0);
    while (!fits(range)) range = cover_at(box, range.level + 1);
    return range;
  }

  // Returns a box that contains every point of the cell, rounded outwards.
  Box cell_box(const CellKey<Dim>& key) const { return edges(key.at, key.at, key.level); }
  Box range_box(const CellRange<Dim>& range) const {
    return edges(range.lo, range.hi, range.level);
  }

 private:
  // Returns 4^level. Multiplication by this power of two is exact.
  static f64 ratio(i32 level) {
    return std::bit_cast<f64>(static_cast<u64>(1023 + 2 * level) << 52);
  }

  // Relative amount by which edges are moved outwards. It is more than the relative rounding error
  // of cell(), which is at most 2^-52.
  static constexpr f64 kSlack = 0x1p-50;

  // Returns the box of the cells from `lo` to `hi`, both included.
  Box edges(const i32* lo, const i32* hi, u32 level) const {
    Box box;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 side = size(level, axis);
      box.min[axis] = lower_edge(lo[axis], side);
      box.max[axis] = upper_edge(hi[axis], side);
    }
    return box;
  }
  // Clamps an edge. At high levels, a cell that is short on one axis can be longer on another axis
  // than the largest f32.
  static f64 inside_world(f64 edge) {
    constexpr f64 kMost = 4.0 * static_cast<f64>(kMaxCoordinate);
    return edge > -kMost ? edge < kMost ? edge : kMost : -kMost;
  }
  static f32 lower_edge(i32 at, f64 side) {
    const f64 edge = at * side;
    return rounded_down(inside_world(edge - std::fabs(edge) * kSlack));
  }
  static f32 upper_edge(i32 at, f64 side) {
    const f64 edge = (f64{1} + at) * side;
    return rounded_up(inside_world(edge + std::fabs(edge) * kSlack));
  }
  static bool fits(const CellRange<Dim>& range) {
    if (range.level + 1 == kLevels) return true;
    bool near = true;
    for (int axis = 0; axis < Dim; ++axis) {
      near &= (range.lo[axis] > -kFar) & (range.hi[axis] < kFar);
    }
    return near && range.count() <= kMaxCells<Dim>;
  }

  f64 sides_[Dim];  // of the finest cells
  Scale finest_;    // 1 / sides_
};

// Populated cells, with a hash table and an optional dense window to find them.
//
// Layout: one array of cells (20 bytes in 2D, 24 in 3D), in insertion order, or in Morton order
// after sort_along_curve(). Removal moves the last cell into the gap. The hash table contains cell
// indices: open addressing, linear probing, load at most 1/2, deletion by backward shift. With
// dense storage, the finest cells in a block (the window) are found by their index in an array
// instead. The hash is the xor of the coordinates times primes (Teschner et al., 2003), followed by
// the finalizer of MurmurHash3 (Appleby). Without the finalizer, whole diagonals of cells would
// have the same low bits.
template <int Dim>
struct Cell {
  CellKey<Dim> key;
  u32 head;   // first entry
  u32 count;  // entries
};
static_assert(sizeof(Cell<2>) == 20 && sizeof(Cell<3>) == 24);

template <int Dim>
class CellTable {
 public:
  using Key = CellKey<Dim>;

  u32 size() const { return static_cast<u32>(cells_.size()); }
  Cell<Dim>& operator[](u32 index) { return cells_[index]; }
  const Cell<Dim>& operator[](u32 index) const { return cells_[index]; }
  const Array<Cell<Dim>>& cells() const { return cells_; }

  size_t byte_length() const {
    return cells_.byte_length() + slots_.byte_length() + window_.byte_length();
  }

  // Allocates an array in which the cells of level 0 in `range` are found by index. The table must
  // be empty. Returns false if allocation fails.
  [[nodiscard]] bool open_window(const CellRange<Dim>& range) {
    range_ = range;
    return window_.resize(static_cast<size_t>(range.count()), kNone);
  }
  bool windowed() const { return !window_.empty(); }

  [[nodiscard]] bool reserve_more(u32 extra) {
    if (!cells_.reserve_more(extra)) return false;
    const u64 wanted = (u64{size()} + extra) * 2;
    size_t slots = slots_.empty() ? 16 : slots_.size();
    while (slots < wanted) slots *= 2;
    return slots == slots_.size() || rehash(slots);
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    cells_.shrink();
    size_t slots = 16;
    while (slots < size_t{size()} * 2) slots *= 2;
    if (cells_.empty()) {
      slots_.release();
    } else if (slots < slots_.size()) {
      (void)rehash(slots);
    }
  }

  u32 find(const Key& key) const {
    if (in_window(key)) return window_[place(key)];
    if (slots_.empty()) return kNone;
    for (size_t slot = home(key);; slot = (slot + 1) & mask()) {
      const u32 index = slots_[slot];
      if (index == kNone || cells_[index].key == key) return index;
    }
  }

  // Adds a cell that is not in the table, and returns its index. Requires reserve_more().
  u32 add(const Key& key) {
    const u32 index = size();
    cells_.push_unchecked({key, kNone, 0});
    if (in_window(key)) {
      window_[place(key)] = index;
    } else {
      slots_[free_slot(key)] = index;
    }
    return index;
  }

  void remove(u32 index) {
    erase_index(cells_[index].key);
    const u32 last = size() - 1;
    if (index != last) {
      const Key moved = cells_[last].key;
      if (in_window(moved)) {
        window_[place(moved)] = index;
      } else {
        slots_[slot_of(moved)] = index;
      }
      cells_[index] = cells_[last];
    }
    cells_.pop_back();
  }

  // Sorts the cells in Morton order. rank[i] is the new index of cell i. Requires that there is no
  // window. Returns false if allocation fails.
  [[nodiscard]] bool sort_along_curve(Array<u32>& rank) {
    Array<u32> order;
    Array<Cell<Dim>> sorted;
    if (!order.resize(size(), 0) || !rank.resize(size(), 0) || !sorted.reserve(size())) {
      return false;
    }
    for (u32 index = 0; index < size(); ++index) order[index] = index;
    sort(order.begin(), order.end(),
         [this](u32 a, u32 b) { return comes_before(cells_[a].key, cells_[b].key); });
    for (u32 at = 0; at < size(); ++at) {
      rank[order[at]] = at;
      sorted.push_unchecked(cells_[order[at]]);
    }
    cells_.swap(sorted);
    for (u32& slot : slots_) slot = slot == kNone ? kNone : rank[slot];
    return true;
  }

  // Removes all cells and the window. Releases only the memory of the window.
  void clear() {
    cells_.clear();
    for (u32& slot : slots_) slot = kNone;
    window_.release();
  }

  void swap(CellTable& other) noexcept {
    cells_.swap(other.cells_);
    slots_.swap(other.slots_);
    window_.swap(other.window_);
    std::swap(range_, other.range_);
  }

 private:
  size_t mask() const { return slots_.size() - 1; }
  size_t home(const Key& key) const {
    constexpr u32 kPrimes[3] = {73856093u, 83492791u, 19349663u};
    u32 hash = key.level * 0x9E3779B1u;
    for (int axis = 0; axis < Dim; ++axis) hash ^= static_cast<u32>(key.at[axis]) * kPrimes[axis];
    hash = (hash ^ hash >> 16) * 0x85EBCA6Bu;
    hash = (hash ^ hash >> 13) * 0xC2B2AE35u;
    return (hash ^ hash >> 16) & mask();
  }

  bool in_window(const Key& key) const {
    bool inside = !window_.empty() && key.level == 0;
    for (int axis = 0; inside && axis < Dim; ++axis) {
      inside = key.at[axis] >= range_.lo[axis] && key.at[axis] <= range_.hi[axis];
    }
    return inside;
  }
  size_t place(const Key& key) const {
    size_t at = 0;
    for (int axis = Dim - 1; axis >= 0; --axis) {
      const size_t width = static_cast<size_t>(range_.hi[axis] - range_.lo[axis]) + 1;
      at = at * width + static_cast<size_t>(key.at[axis] - range_.lo[axis]);
    }
    return at;
  }

  size_t slot_of(const Key& key) const {
    size_t slot = home(key);
    while (!(cells_[slots_[slot]].key == key)) slot = (slot + 1) & mask();
    return slot;
  }
  size_t free_slot(const Key& key) const {
    size_t slot = home(key);
    while (slots_[slot] != kNone) slot = (slot + 1) & mask();
    return slot;
  }

  void erase_index(const Key& key) {
    if (in_window(key)) {
      window_[place(key)] = kNone;
      return;
    }
    size_t hole = slot_of(key);
    // close the gap: an index can move back, but not beyond the slot of its hash (home slot)
    for (size_t slot = (hole + 1) & mask(); slots_[slot] != kNone; slot = (slot + 1) & mask()) {
      const size_t distance = (slot - home(cells_[slots_[slot]].key)) & mask();
      if (distance >= ((slot - hole) & mask())) {
        slots_[hole] = slots_[slot];
        hole = slot;
      }
    }
    slots_[hole] = kNone;
  }

  [[nodiscard]] bool rehash(size_t slots) {
    Array<u32> bigger;
    if (!bigger.resize(slots, kNone)) return false;
    slots_.swap(bigger);
    for (u32 index = 0; index < size(); ++index) {
      if (!in_window(cells_[index].key)) slots_[free_slot(cells_[index].key)] = index;
    }
    return true;
  }

  Array<Cell<Dim>> cells_;
  Array<u32> slots_;   // cell index or kNone; the size is a power of two
  Array<u32> window_;  // cell index or kNone, by position in range_
  CellRange<Dim> range_{};
};

}  // namespace sapwood::spatialhash
