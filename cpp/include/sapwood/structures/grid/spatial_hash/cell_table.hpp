// The populated cells, and how they are found.
//
// Layout: cells side by side in one array (20 bytes in 2D, 24 in 3D), in the order in which they
// came, or once along Morton's curve; removal moves the last one into the gap. They are found by
// open addressing with linear probing over their indices (load at most 1/2, deletion by backward
// shift), or, in dense storage, for the finest cells within a window, by their place in an array.
// The hash is that of Teschner et al. (2003), primes and xor, behind which the finish of
// MurmurHash3 (Appleby) spreads all bits over the low ones: those of the xor alone agree for whole
// diagonals of cells.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/structures/grid/spatial_hash/lattice.hpp"

namespace sapwood::spatialhash {

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

  // Cells of level 0 in this range are found directly. The table must be empty.
  [[nodiscard]] bool open_window(const CellRange<Dim>& range) {
    range_ = range;
    return window_.resize(static_cast<size_t>(range.count()), kNone);
  }
  bool windowed() const { return !window_.empty(); }

  // Room for `extra` add() calls.
  [[nodiscard]] bool reserve_more(u32 extra) {
    if (!cells_.reserve_more(extra)) return false;
    const u64 wanted = (u64{size()} + extra) * 2;
    size_t slots = slots_.empty() ? 16 : slots_.size();
    while (slots < wanted) slots *= 2;
    return slots == slots_.size() || rehash(slots);
  }

  // Index of a cell; kNone when nothing is in it.
  u32 find(const Key& key) const {
    if (in_window(key)) return window_[place(key)];
    if (slots_.empty()) return kNone;
    for (size_t slot = home(key);; slot = (slot + 1) & mask()) {
      const u32 index = slots_[slot];
      if (index == kNone || cells_[index].key == key) return index;
    }
  }

  // A cell that is not there yet. Needs reserve_more().
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
    point_away(cells_[index].key);
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

  // Puts the cells in their order along Morton's curve; rank[i] is where the i-th one is now.
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

  // Keeps the memory, but for the window.
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

  void point_away(const Key& key) {
    if (in_window(key)) {
      window_[place(key)] = kNone;
      return;
    }
    size_t hole = slot_of(key);
    // close the gap: a later index may move back only as far as its home slot
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
  Array<u32> slots_;   // cell index or kNone; a power of two of them
  Array<u32> window_;  // cell index or kNone, by place in range_
  CellRange<Dim> range_{};
};

}  // namespace sapwood::spatialhash
