// Dump and validation of the spatial hash.
#pragma once

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/grid/spatial_hash/cell_lists.hpp"

namespace sapwood::spatialhash {

// One root over the populated cells, each with all items that cover it; nothing when empty. Cells
// are cut to the bounds of the items.
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

// The list of one cell: as long as it says, of live items that cover it, homes where homes are.
template <int Dim>
void validate_cell(const ItemStore<Dim>& items, const CellLists<Dim>& lists,
                   const Lattice<Dim>& lattice, u32 index, Faults& faults) {
  const Cell<Dim>& cell = lists.cell(index);
  faults.require(lists.find(cell.key) == index, "the table does not find cell", index);
  faults.require(cell.count != 0, "nothing is in cell", index);
  u32 count = 0;
  for (u32 at = cell.head; at != kNone && count <= cell.count; at = lists.entry(at).next) {
    ++count;
    const Id id = lists.entry(at).id();
    if (!faults.require(items.has(id), "an item that is gone is in cell", index)) continue;
    const CellRange<Dim> range = lattice.cover(items.box(id));
    bool inside = range.level == cell.key.level;
    for (int axis = 0; axis < Dim; ++axis) {
      inside &= range.lo[axis] <= cell.key.at[axis] && cell.key.at[axis] <= range.hi[axis];
    }
    faults.require(inside, "an item is in a cell that it does not cover: id", id);
    faults.require(lists.entry(at).home() == (range.first() == cell.key), "a wrong home of id", id);
  }
  faults.require(count == cell.count, "the list has another length in cell", index);
}

// The level knows its cells, items, bounds and extents.
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
    faults.require(grown == level.bounds, "the bounds of its level do not hold id", id);
    bool fits = true;
    for (int axis = 0; axis < Dim; ++axis) {
      fits &= items.box(id).extent(axis) <= level.extent[axis];
    }
    faults.require(fits, "larger than the extents of its level: id", id);
  }
  for (u32 level = 0; level < lists.level_end(); ++level) {
    faults.require(lists.level(level).items == items_of[level], "items miscounted on level", level);
    faults.require(lists.level(level).cells == cells_of[level], "cells miscounted on level", level);
  }
}

template <int Dim>
void validate_grid(const ItemStore<Dim>& items, const CellLists<Dim>& lists,
                   const Lattice<Dim>& lattice, Faults& faults) {
  // as many entries as there should be, none of them wrong, none twice in a cell: all of them
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
  faults.require(lists.entries().sound(), "the free entries are broken from",
                 lists.entries().free_head());
  validate_levels(items, lists, lattice, faults);
}

}  // namespace sapwood::spatialhash
