// Lists of the items in each cell, and functions that dump and validate the lists.
#pragma once

#include "sapwood/base/node_pool.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/grid/spatial_hash/lattice.hpp"

namespace sapwood::spatialhash {

// Linked lists of entries, one list for every populated cell.
//
// An entry has 8 bytes: the id of an item, and the index of the next entry of the cell. The highest
// bit of the id is set in the home cell of the item, which is its cell with the lowest coordinates.
// fill() stores entries contiguously, in the order of cells and then of ids. Later entries are
// inserted at the front of a list.
//
// Invariants: a live item has exactly one entry in each cell that its box covers
// (Lattice::cover()), and no other entries. A cell in the table has at least one entry. The bounds
// of a level contain its cells. The extents of a level are at least the extents of its items.
inline constexpr u32 kHomeBit = 0x80000000u;

struct Entry {
  u32 tagged = kNone;  // id and home bit; kNone in a free entry
  u32 next = kNone;

  Id id() const { return tagged & ~kHomeBit; }
  bool home() const { return (tagged & kHomeBit) != 0; }

  void make_free(u32 next_free) { *this = {kNone, next_free}; }
  u32 next_free() const { return next; }
  bool is_free() const { return tagged == kNone; }
};
static_assert(sizeof(Entry) == 8);

// Statistics of one level. Bounds and extents only grow until the level is empty.
template <int Dim>
struct Level {
  u32 items = 0;
  u32 cells = 0;
  CellRange<Dim> bounds{};
  f32 extent[Dim] = {};  // largest extents of its items, by axis
};

struct CellLayout {
  u64 window_cells = 0;      // maximum number of finest cells that are found by index
  bool along_curve = false;  // Morton order; requires window_cells to be 0
};

template <int Dim>
class CellLists {
 public:
  using Box = Aabb<Dim>;
  using Range = CellRange<Dim>;

  u32 cell_count() const { return table_.size(); }
  const Cell<Dim>& cell(u32 index) const { return table_[index]; }
  u32 find(const CellKey<Dim>& key) const { return table_.find(key); }
  const Entry& entry(u32 index) const { return entries_[index]; }
  u32 entry_count() const { return entries_.live(); }
  // Returns one more than the highest level that was in use since the last clear().
  u32 level_end() const { return static_cast<u32>(levels_.size()); }
  const Level<Dim>& level(u32 index) const { return levels_[index]; }
  const NodePool<Entry>& entries() const { return entries_; }
  bool windowed() const { return table_.windowed(); }

  size_t byte_length() const {
    return table_.byte_length() + entries_.byte_length() + levels_.byte_length();
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    while (!levels_.empty() && levels_.back().items == 0) levels_.pop_back();
    table_.shrink();
    entries_.shrink();
    levels_.shrink();
  }

  // Allocates memory for link() calls with `cells` cells in total, on levels up to `level`.
  [[nodiscard]] bool reserve(u32 cells, u32 level) {
    return table_.reserve_more(cells) && entries_.reserve_more(cells) && reserve_level(level);
  }

  void link(Id id, const Box& box, const Range& range) {
    enter_level(box, range);
    u32 tag = id | kHomeBit;
    CellKey<Dim> key = range.first();
    do {
      u32 index = table_.find(key);
      if (index == kNone) {
        index = table_.add(key);
        ++levels_[range.level].cells;
      }
      const u32 fresh = entries_.acquire();
      entries_[fresh] = {tag, table_[index].head};
      table_[index].head = fresh;
      ++table_[index].count;
      tag = id;
    } while (range.advance(key));
  }

  void unlink(Id id, const Range& range) {
    CellKey<Dim> key = range.first();
    do {
      drop(table_.find(key), id);
    } while (range.advance(key));
    Level<Dim>& level = levels_[range.level];
    if (--level.items == 0) level = Level<Dim>{};
  }

  // Increases the extents of a level to at least the extents of an item.
  void stretch(const Box& box, u32 level) {
    for (int axis = 0; axis < Dim; ++axis) {
      f32& extent = levels_[level].extent[axis];
      extent = box.extent(axis) > extent ? box.extent(axis) : extent;
    }
  }

  // Fills empty lists with all items. each(visit) must call visit(id, box) in the order of ids.
  // Returns false if allocation fails. The lists must not be used then.
  template <class Each>
  [[nodiscard]] bool fill(const Lattice<Dim>& lattice, const Each& each, const CellLayout& layout) {
    f64 total = 0;
    bool granted = true;
    each([&](Id, const Box& box) {
      const Range range = lattice.cover(box);
      granted = granted && reserve_level(range.level);
      if (!granted) return;
      enter_level(box, range);
      total += range.count();
    });
    if (!granted || total > kHomeBit || !entries_.reserve(static_cast<u64>(total))) return false;
    if (layout.window_cells != 0 && !open_window(layout.window_cells)) return false;
    Array<u32> places;
    if (!places.reserve(static_cast<size_t>(total)) || !count_places(lattice, each, places)) {
      return false;
    }
    if (layout.along_curve && !sort_cells(places)) return false;
    lay_out(each, places);
    return true;
  }

  void clear() {
    table_.clear();
    entries_.clear();
    levels_.clear();
  }

  void swap(CellLists& other) noexcept {
    table_.swap(other.table_);
    std::swap(entries_, other.entries_);
    levels_.swap(other.levels_);
  }

 private:
  [[nodiscard]] bool reserve_level(u32 level) {
    return level < levels_.size() || levels_.resize(level + 1, Level<Dim>{});
  }

  void enter_level(const Box& box, const Range& range) {
    Level<Dim>& level = levels_[range.level];
    if (level.items++ == 0) {
      level.bounds = range;
    } else {
      level.bounds.include(range);
    }
    stretch(box, range.level);
  }

  // Removes the entry of an item from a cell. Removes the cell from the table if it has become
  // empty.
  void drop(u32 index, Id id) {
    Cell<Dim>& cell = table_[index];
    u32* link = &cell.head;
    while (entries_[*link].id() != id) link = &entries_[*link].next;
    const u32 gone = *link;
    *link = entries_[gone].next;
    entries_.release(gone);
    if (--cell.count != 0) return;
    --levels_[cell.key.level].cells;
    table_.remove(index);
  }

  // Opens a window (a block of cells that are found by index) over the bounds of level 0. A window
  // of more than `most` cells is shrunk toward its center.
  [[nodiscard]] bool open_window(u64 most) {
    if (levels_.empty() || levels_[0].items == 0) return true;
    Range range = levels_[0].bounds;
    while (range.count() > static_cast<f64>(most)) {
      int widest = 0;
      for (int axis = 1; axis < Dim; ++axis) {
        if (range.hi[axis] - range.lo[axis] > range.hi[widest] - range.lo[widest]) widest = axis;
      }
      const i32 quarter = (range.hi[widest] - range.lo[widest] + 3) / 4;
      range.lo[widest] += quarter;
      range.hi[widest] -= quarter;
      if (range.lo[widest] > range.hi[widest]) range.hi[widest] = range.lo[widest];
    }
    return table_.open_window(range);
  }

  // Adds all cells and counts their entries. `places` receives the index of the cell of every
  // entry, with the home bit set on the first entry of each item.
  template <class Each>
  [[nodiscard]] bool count_places(const Lattice<Dim>& lattice, const Each& each,
                                  Array<u32>& places) {
    bool granted = true;
    each([&](Id, const Box& box) {
      if (!granted) return;
      const Range range = lattice.cover(box);
      CellKey<Dim> key = range.first();
      u32 tag = kHomeBit;
      do {
        u32 index = table_.find(key);
        if (index == kNone) {
          granted = table_.reserve_more(1);
          if (!granted) return;
          index = table_.add(key);
          ++levels_[range.level].cells;
        }
        ++table_[index].count;
        places.push_unchecked(index | tag);
        tag = 0;
      } while (range.advance(key));
    });
    return granted;
  }

  // Sorts the cells in Morton order and updates `places`.
  [[nodiscard]] bool sort_cells(Array<u32>& places) {
    Array<u32> rank;
    if (!table_.sort_along_curve(rank)) return false;
    for (u32& place : places) place = rank[place & ~kHomeBit] | (place & kHomeBit);
    return true;
  }

  // Divides the entries into one run per cell, then appends every item to the runs of its cells.
  template <class Each>
  void lay_out(const Each& each, const Array<u32>& places) {
    entries_.assign(static_cast<u32>(places.size()));
    u32 start = 0;
    for (u32 index = 0; index < table_.size(); ++index) {
      table_[index].head = start;
      start += table_[index].count;
    }
    size_t at = 0;
    each([&](Id id, const Box&) {
      u32 tag = kHomeBit;
      do {
        u32& free = table_[places[at] & ~kHomeBit].head;
        entries_[free] = {id | tag, free + 1};
        ++free;
        tag = 0;
      } while (++at < places.size() && (places[at] & kHomeBit) == 0);
    });
    for (u32 index = 0; index < table_.size(); ++index) {
      Cell<Dim>& cell = table_[index];
      entries_[cell.head - 1].next = kNone;
      cell.head -= cell.count;
    }
  }

  CellTable<Dim> table_;
  NodePool<Entry> entries_;
  Array<Level<Dim>> levels_;
};

// Writes one root and the populated cells with all items that cover them, or nothing if there are
// no items. Cells are clipped to the bounds of the items.
template <int Dim>
Status dump_cells(const ItemStore<Dim>& items, const CellLists<Dim>& lists,
                  const Lattice<Dim>& lattice, NodeDump& dump) {
  dump.clear();
  if (lists.cell_count() == 0) return Status::success();
  if (!dump.reserve(size_t{1} + lists.cell_count(), lists.entry_count(), Dim)) {
    return Status::out_of_memory();
  }
  Aabb<Dim> all = empty_box<Dim>();
  for (Id id = items.first(); id != kNone; id = items.next(id)) all = unite(all, items.box(id));
  const u32 root = dump.add_node(all, 0, kNone, NodeKind::kBranch, kCommonRoot);
  for (u32 index = 0; index < lists.cell_count(); ++index) {
    const Cell<Dim>& cell = lists.cell(index);
    Aabb<Dim> box = lattice.cell_box(cell.key);
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = box.min[axis] > all.min[axis] ? box.min[axis] : all.min[axis];
      box.max[axis] = box.max[axis] < all.max[axis] ? box.max[axis] : all.max[axis];
    }
    const u32 node = dump.add_node(box, 1, root, NodeKind::kLeaf, index);
    for (u32 at = cell.head; at != kNone; at = lists.entry(at).next) {
      dump.add_item(node, lists.entry(at).id());
    }
  }
  return Status::success();
}

// Checks the list of one cell: its length, its home bits, and that its items are live and cover the
// cell.
template <int Dim>
void validate_cell(const ItemStore<Dim>& items, const CellLists<Dim>& lists,
                   const Lattice<Dim>& lattice, u32 index, Faults& faults) {
  const Cell<Dim>& cell = lists.cell(index);
  faults.require(lists.find(cell.key) == index, "the table does not contain cell", index);
  faults.require(cell.count != 0, "no item in cell", index);
  u32 count = 0;
  for (u32 at = cell.head; at != kNone && count <= cell.count; at = lists.entry(at).next) {
    ++count;
    const Id id = lists.entry(at).id();
    if (!faults.require(items.has(id), "a removed item is in cell", index)) continue;
    const CellRange<Dim> range = lattice.cover(items.box(id));
    bool inside = range.level == cell.key.level;
    for (int axis = 0; axis < Dim; ++axis) {
      inside &= range.lo[axis] <= cell.key.at[axis] && cell.key.at[axis] <= range.hi[axis];
    }
    faults.require(inside, "an item is in a cell that it does not cover: id", id);
    faults.require(lists.entry(at).home() == (range.first() == cell.key), "wrong home bit for id",
                   id);
  }
  faults.require(count == cell.count, "wrong length of the list in cell", index);
}

template <int Dim>
void validate_levels(const ItemStore<Dim>& items, const CellLists<Dim>& lists,
                     const Lattice<Dim>& lattice, Faults& faults) {
  u32 items_of[kLevels] = {};
  u32 cells_of[kLevels] = {};
  for (u32 index = 0; index < lists.cell_count(); ++index) ++cells_of[lists.cell(index).key.level];
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    const CellRange<Dim> range = lattice.cover(items.box(id));
    if (!faults.require(range.level < lists.level_end(), "no level for id", id)) continue;
    ++items_of[range.level];
    const Level<Dim>& level = lists.level(range.level);
    CellRange<Dim> grown = level.bounds;
    grown.include(range);
    faults.require(grown == level.bounds, "the bounds of the level do not contain id", id);
    bool fits = true;
    for (int axis = 0; axis < Dim; ++axis) {
      fits &= items.box(id).extent(axis) <= level.extent[axis];
    }
    faults.require(fits, "item larger than the extents of its level: id", id);
  }
  for (u32 level = 0; level < lists.level_end(); ++level) {
    faults.require(lists.level(level).items == items_of[level], "wrong number of items on level",
                   level);
    faults.require(lists.level(level).cells == cells_of[level], "wrong number of cells on level",
                   level);
  }
}

template <int Dim>
void validate_grid(const ItemStore<Dim>& items, const CellLists<Dim>& lists,
                   const Lattice<Dim>& lattice, Faults& faults) {
  // if the number of entries and every single entry are correct, no entry is missing
  f64 expected = 0;
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    expected += lattice.cover(items.box(id)).count();
  }
  f64 held = 0;
  for (u32 index = 0; index < lists.cell_count(); ++index) {
    held += lists.cell(index).count;
    validate_cell(items, lists, lattice, index, faults);
  }
  faults.require(held == expected && held == lists.entry_count(),
                 "entries of a wrong number:", lists.entry_count());
  faults.require(lists.entries().sound(), "broken list of free entries from",
                 lists.entries().free_head());
  validate_levels(items, lists, lattice, faults);
}

}  // namespace sapwood::spatialhash
