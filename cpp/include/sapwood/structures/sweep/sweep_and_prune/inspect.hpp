// Dump and validation of the columns.
#pragma once

#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/query.hpp"

namespace sapwood::sweep {

// Numbers of nodes in a dump. The nodes are a root, the columns that contain the primary copy of an
// item, and the blocks of these columns.
struct ColumnCounts {
  u32 columns = 0;
  u32 blocks = 0;

  u32 nodes() const { return columns == 0 ? 0 : 1 + columns + blocks; }
};

template <int Dim>
ColumnCounts count_columns(const ColumnStore<Dim>& store) {
  ColumnCounts counts;
  for (u32 column = 0; column < store.runs(); ++column) {
    u32 primaries = 0;
    for (u32 at = store.first(column); at < store.end(column); ++at) {
      primaries += store.is_primary(column, at) ? 1 : 0;
    }
    counts.columns += primaries != 0 ? 1 : 0;
    counts.blocks += (primaries + ColumnBlocks<Dim>::kBlock - 1) / ColumnBlocks<Dim>::kBlock;
  }
  return counts;
}

// Returns the cell of a column, clipped to the bounds of all items. Returns these bounds for the
// column of large boxes.
template <int Dim>
Aabb<Dim> cell_of(const ColumnStore<Dim>& store, u32 column, const Aabb<Dim>& all) {
  Aabb<Dim> cell = all;
  if (column == store.large_column()) return cell;
  const ColumnGrid<Dim>& grid = store.grid();
  for (u32 cross = ColumnGrid<Dim>::kCross, left = column; cross-- > 0;) {
    const u32 at = left % grid.cells(cross);
    const u32 axis = grid.cross_axis(cross);
    left /= grid.cells(cross);
    if (at > 0) cell.min[axis] = std::max(cell.min[axis], grid.cell_edge(cross, at));
    if (at + 1 < grid.cells(cross)) {
      cell.max[axis] = std::min(cell.max[axis], grid.cell_edge(cross, at + 1));
    }
    cell.min[axis] = std::min(cell.min[axis], cell.max[axis]);
  }
  return cell;
}

// Returns the bounds of the items whose primary copies are at the places [from, end) of a column.
template <int Dim>
Aabb<Dim> bounds_within(const ColumnStore<Dim>& store, u32 column, u32 from, u32 end) {
  Aabb<Dim> bounds = empty_box<Dim>();
  for (u32 place = from; place < end; ++place) {
    if (store.is_primary(column, place)) bounds = unite(bounds, store.record(place).box);
  }
  return bounds;
}

// Writes a column and its blocks. `before` counts the columns and blocks that were already written.
template <int Dim>
void dump_column(const ColumnStore<Dim>& store, u32 column, const Aabb<Dim>& all,
                 ColumnCounts& before, NodeDump& dump) {
  const u32 end = store.end(column);
  const Aabb<Dim> bounds = bounds_within(store, column, store.first(column), end);
  if (!(bounds.min[0] <= bounds.max[0])) return;
  const Aabb<Dim> cell = cell_of(store, column, all);
  using Blocks = ColumnBlocks<Dim>;
  const NodeKey key = Blocks::column_key(before.columns++);
  const u32 node = dump.add_node(bounds, 1, 0, NodeKind::kBranch, key);
  dump.add_cell(cell);
  for (u32 place = store.first(column); place < end;) {
    u32 primaries = 0;
    u32 next = place;
    for (; next < end && primaries < ColumnBlocks<Dim>::kBlock; ++next) {
      primaries += store.is_primary(column, next) ? 1 : 0;
    }
    if (primaries == 0) break;
    const Aabb<Dim> box = bounds_within(store, column, place, next);
    const NodeKey block_key = Blocks::block_key(before.blocks++);
    const u32 block = dump.add_node(box, 2, node, NodeKind::kBlock, block_key);
    dump.add_cell(cell);
    for (; place < next; ++place) {
      if (store.is_primary(column, place)) dump.add_item(block, store.record(place).id);
    }
  }
}

// Writes one root, the columns as cells, and their blocks, or nothing if there are no items. A box
// in several columns is an item of its primary column.
template <int Dim>
Status dump_columns(const ColumnStore<Dim>& store, u32 items, NodeDump& dump) {
  dump.clear();
  const u32 nodes = items == 0 ? 0 : count_columns(store).nodes();
  if (nodes == 0) return Status::success();
  if (!dump.reserve(nodes, items, Dim) || !dump.reserve_cells(nodes, Dim)) {
    return Status::out_of_memory();
  }
  Aabb<Dim> all = empty_box<Dim>();
  for (u32 column = 0; column < store.runs(); ++column) {
    all = unite(all, bounds_within(store, column, store.first(column), store.end(column)));
  }
  dump.add_node(all, 0, kNone, NodeKind::kBranch, kCommonRoot);
  dump.add_cell(all);
  ColumnCounts drawn;  // numbers columns and blocks like ColumnBlocks
  for (u32 column = 0; column < store.runs(); ++column) {
    dump_column(store, column, all, drawn, dump);
  }
  return Status::success();
}

template <int Dim>
void validate_copies(const ItemStore<Dim>& items, const ColumnStore<Dim>& store, u32 column,
                     Faults& faults) {
  for (u32 at = store.first(column); at < store.end(column); ++at) {
    const ColumnRecord<Dim>& record = store.record(at);
    if (!faults.require(items.has(record.id), "a copy of a removed item at", at)) continue;
    faults.require(record.box == items.box(record.id), "a copy differs from id", record.id);
    u32 owner_mask = 0;
    const ColumnTag tag = store.tag_in(column, record.box, owner_mask);
    faults.require(tag == record.tag, "wrong positions for id", record.id);
    const bool large = column == store.large_column();
    faults.require(record.owner_mask == (large ? 0 : owner_mask), "wrong owner mask for id",
                   record.id);
  }
}

// Checks the codes and the order of the copies by bucket, and that no scan of following boxes ends
// too early.
template <int Dim>
void validate_column_order(const ColumnStore<Dim>& store, u32 column, Faults& faults) {
  const u32 axis = store.grid().axis();
  f32 least = HUGE_VALF;  // running minimum of the lower edges
  std::vector<f32> least_from(size_t{store.count(column)} + 1, HUGE_VALF);
  for (u32 i = store.count(column); i-- > 0;) {
    least = std::min(least, store.record(store.first(column) + i).box.min[axis]);
    least_from[i] = least;
  }
  for (u32 place = store.first(column); place < store.end(column); ++place) {
    const bool first = place == store.first(column);
    faults.require(first || store.tag(place - 1).low() <= store.tag(place).low(),
                   "the order is broken at", place);
    for (u32 array = 0; array < ColumnStore<Dim>::kCodeArrays; ++array) {
      faults.require(store.codes(array)[place] == store.tag(place).code(array),
                     "a code is wrong at", place);
    }
    const u32 scanned = store.ends()[place];
    const bool within = scanned > place && scanned <= store.end(column);
    if (!faults.require(within, "a scan is wrong at", place)) continue;
    faults.require(least_from[scanned - store.first(column)] > store.record(place).box.max[axis],
                   "a scan ends too early at", place);
  }
}

template <int Dim>
void validate_unique_ids(const ItemStore<Dim>& items, const ColumnStore<Dim>& store,
                         Faults& faults) {
  std::vector<u32> seen_in(items.id_end(), kNone);
  for (u32 column = 0; column < store.runs(); ++column) {
    for (u32 at = store.first(column); at < store.end(column); ++at) {
      const Id id = store.record(at).id;
      if (id >= items.id_end()) continue;
      faults.require(seen_in[id] != column, "a column holds an item twice: id", id);
      seen_in[id] = column;
    }
  }
}

template <int Dim>
void validate_primaries(const ItemStore<Dim>& items, const ColumnStore<Dim>& store,
                        Faults& faults) {
  std::vector<bool> primaries(items.id_end(), false);
  u32 count = 0;
  for (u32 column = 0; column < store.runs(); ++column) {
    for (u32 at = store.first(column); at < store.end(column); ++at) {
      const Id id = store.record(at).id;
      if (!store.is_primary(column, at) || id >= items.id_end()) continue;
      faults.require(!primaries[id], "an item is primary in two columns: id", id);
      primaries[id] = true;
      ++count;
    }
  }
  faults.require(count == items.size(), "wrong number of primary copies:", count);
}

// Checks all columns. If every copy and the number of copies are correct, no copy is missing.
template <int Dim>
void validate_columns(const ItemStore<Dim>& items, const ColumnStore<Dim>& store, Faults& faults) {
  u64 copies = 0;
  for (u32 column = 0; column < store.runs(); ++column) {
    copies += store.count(column);
    validate_copies(items, store, column, faults);
    validate_column_order(store, column, faults);
  }
  u64 expected = 0;
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    expected += store.copies().copies_of(items.box(id));
  }
  faults.require(copies == expected && copies == store.copy_count(),
                 "copies are missing or too many:", static_cast<u32>(copies));
  validate_unique_ids(items, store, faults);
  validate_primaries(items, store, faults);
}

// Checks that the blocks contain every item once, and that their boxes are exact unions.
template <int Dim>
void validate_column_blocks(const ItemStore<Dim>& items, const ColumnBlocks<Dim>& blocks,
                            Faults& faults) {
  if (!faults.require(blocks.size() == items.size(),
                      "the blocks do not hold all items:", blocks.size())) {
    return;
  }
  constexpr u32 kBlock = ColumnBlocks<Dim>::kBlock;
  std::vector<bool> seen(items.id_end(), false);
  for (u32 column = 0; blocks.size() != 0 && column < blocks.columns(); ++column) {
    Aabb<Dim> whole = empty_box<Dim>();
    for (u32 block = blocks.first_block(column); block < blocks.first_block(column + 1); ++block) {
      Aabb<Dim> all = empty_box<Dim>();
      for (u32 place = block * kBlock; place < (block + 1) * kBlock; ++place) {
        const Id id = blocks.id(place);
        if (id == kNone) continue;
        if (!faults.require(items.has(id) && !seen[id], "a block has a wrong id at", place)) break;
        seen[id] = true;
        faults.require(blocks.box(place) == items.box(id), "a block's box differs from id", id);
        all = unite(all, blocks.box(place));
      }
      faults.require(blocks.block_box(block) == all, "the box is not the union of block", block);
      whole = unite(whole, all);
    }
    faults.require(blocks.column_box(column) == whole, "the box is not the union of column",
                   column);
  }
}

}  // namespace sapwood::sweep
