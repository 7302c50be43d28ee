// Row storage of the hash grid: every item in the one cell of its least corner, cells row after
// row, boxes in packets of four (level.hpp).
//
// What moves within its cell is written there. What leaves its cell, and what is inserted, goes to
// a short list that every query scans. All is laid out anew by the next verb that reads when the
// list is full, half of the slots are vacant or an update has moved many; and when something was
// changed and the scans of the list have cost as much as a layout does, those included that a batch
// is about to make.
// Invariants: a live item is in its cell or in the list, with its own box; no item of a level is
// longer than its reach.
// Memory: 20 (2D) or 28 (3D) bytes per slot, 4 per item, and 4 per cell: at most 8 of them an item,
// and 1,024 per level; beyond that 12 to 20 bytes per item.
#pragma once

#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/grid/hash_grid/rows/layout.hpp"
#include "sapwood/structures/grid/hash_grid/rows/pairs.hpp"
#include "sapwood/structures/grid/hash_grid/rows/sizes.hpp"
#include "sapwood/structures/grid/hash_grid/rows/walk.hpp"

namespace sapwood::hashgrid {

template <int Dim>
class RowGrid {
 public:
  using Box = Aabb<Dim>;
  using Items = ItemStore<Dim>;
  using Level = RowLevel<Dim>;

  // 0 where cells are to be chosen.
  explicit RowGrid(f32 cell_size) : given_(cell_size) {}

  // Side of the finest cells.
  f64 cell_size() const {
    return static_cast<f64>(laid_out_ || given_ == 0 ? sizes_.side : given_);
  }

  Status build(Items& items, const Box* boxes, u32 count) {
    if (!items.reserve(count)) return Status::out_of_memory();
    items.assign(boxes, count);
    laid_out_ = false;
    return Status::success();
  }

  // Where few items move they are moved one by one; for many all is laid out anew. `changed`: items
  // that left their cells, or all that moved where they are many.
  Status update(Items& items, const Box* boxes, u32& changed) {
    changed = 0;
    const u32 moved = count_moved(items, boxes);
    if (moved > items.size() / kMoversOfALayout) laid_out_ = false;
    for (Id id = 0; id < items.id_end(); ++id) {
      if (is_empty(items.box(id))) continue;
      const Box& box = *boxes++;
      if (laid_out_ && !(items.box(id) == box)) {
        if (!reserve_one(id)) laid_out_ = false;
        changed += set_box(items, id, box) ? 1 : 0;
      } else {
        items.set_box(id, box);
      }
    }
    if (!laid_out_) changed = moved;
    return Status::success();
  }

  Status insert(Items& items, const Box& box, const Filter& filter, Id& id) {
    if (!items.reserve_one(filter) || !reserve_one(items.id_end())) return Status::out_of_memory();
    id = items.insert(box, filter);
    wait(id, box);
    return Status::success();
  }

  void remove(Id id) {
    if (!laid_out_) return;
    changed_ = true;
    const u32 slot = slot_of_[id];
    if ((slot & kWaits) != 0) {
      const Id moved = pending_.remove(slot & ~kWaits);
      if (moved != kNone) slot_of_[moved] = slot;
      return;
    }
    packets_.vacate(slot);
    laid_out_ = 2 * ++vacant_ <= packets_.count() + kFewVacant;
  }

  // `changed`: it is in another cell now.
  Status move(Items& items, Id id, const Box& box, bool& changed) {
    if (!reserve_one(id)) return Status::out_of_memory();
    changed = set_box(items, id, box);
    return Status::success();
  }

  // Before a verb that reads and asks that many questions at once.
  Status settle(const Items& items, u32 questions) {
    const u64 scans = scanned_ + u64{questions} * pending_.size();
    const bool stale = changed_ && scans > u64{kScansOfALayout} * items.size();
    changed_ = false;
    if (laid_out_ && !stale) return Status::success();
    forget();
    sizes_ = RowSizes<Dim>::of(items, given_);
    RowLayout<Dim> layout(items, table_, packets_, slot_of_);
    do {
      laid_out_ = layout.run(sizes_);
    } while (laid_out_ && given_ == 0 && sizes_.refine(layout.crowding()));
    if (laid_out_) return Status::success();
    forget();  // statistics are read all the same
    return Status::out_of_memory();
  }

  template <class Query, class Visitor>
  void traverse(const Query& query, Counters auto& counters, Visitor& visit) const {
    scanned_ += pending_.size();
    if (pending_.size() != 0 && !pending_.scan(query, counters, visit)) return;
    RowWalk(table_, packets_, query, counters, visit).run();
  }

  template <class Visitor>
  void pairs(QueryCounters& counters, Visitor& visit) const {
    scanned_ += u64{kScansOfALayout} * pending_.size();  // each looks up its partners
    PairBuffer found(visit, PairBuffer::Order::kSmallerFirst);
    RowPairs<Dim>(table_, packets_, counters, found).run(pending_);
  }

  size_t byte_length() const {
    return table_.byte_length() + packets_.byte_length() + slot_of_.byte_length() +
           pending_.byte_length();
  }

  // Gives up what was made.
  void forget() {
    table_.levels.clear();
    pending_.clear();
    vacant_ = 0;
    scanned_ = 0;
    laid_out_ = changed_ = false;
  }

  // Populated cells, and the list.
  u32 cell_count() const {
    u32 cells = pending_.size() == 0 ? 0 : 1;
    each_cell([&](const Level&, const Block<Dim>&, const SlotSpan& span) {
      cells += any_item(span) ? 1 : 0;
    });
    return cells;
  }

  // One root over the populated cells and the list. Cells are cut to the bounds of the items.
  Status dump(const Items& items, NodeDump& dump) const {
    dump.clear();
    const u32 cells = items.size() == 0 ? 0 : cell_count();
    if (cells == 0) return Status::success();
    if (!dump.reserve(size_t{1} + cells, items.size(), Dim)) return Status::out_of_memory();
    Box all = empty_box<Dim>();
    for (Id id = items.first(); id != kNone; id = items.next(id)) all = unite(all, items.box(id));
    const u32 root = dump.add_node(all, 0, kNone, NodeKind::kBranch, kCommonRoot);
    each_cell([&](const Level& level, const Block<Dim>& cell, const SlotSpan& span) {
      if (!any_item(span)) return;
      Box box = RowEdges<Dim>(level).square(cell);
      for (int axis = 0; axis < Dim; ++axis) {
        box.min[axis] = box.min[axis] > all.min[axis] ? box.min[axis] : all.min[axis];
        box.max[axis] = box.max[axis] < all.max[axis] ? box.max[axis] : all.max[axis];
      }
      const u32 node = dump.add_node(box, 1, root, NodeKind::kLeaf, span.begin);
      for (u32 slot = span.begin; slot < span.end; ++slot) {
        if (packets_.id(slot) != kNone) dump.add_item(node, packets_.id(slot));
      }
    });
    if (pending_.size() == 0) return Status::success();
    const u32 node = dump.add_node(pending_.united(), 1, root, NodeKind::kLeaf, kListNode);
    for (const Id id : pending_.ids()) dump.add_item(node, id);
    return Status::success();
  }

  void validate(const Items& items, Faults& faults) const {
    if (!laid_out_) return;
    u32 held = pending_.size();
    for (u32 slot = 0; slot < packets_.count(); ++slot) held += packets_.id(slot) != kNone ? 1 : 0;
    faults.require(held == items.size(), "slots of a wrong number:", held);
    for (Id id = items.first(); id != kNone; id = items.next(id)) {
      const u32 slot = slot_of_[id] & ~kWaits;
      if (slot_of_[id] != slot) {
        faults.require(slot < pending_.size() && pending_.id(slot) == id &&
                           pending_.box(slot) == items.box(id),
                       "the list does not hold id", id);
      } else {
        faults.require(slot < packets_.count() && packets_.id(slot) == id &&
                           packets_.box(slot) == items.box(id) && is_home(items.box(id), slot),
                       "not in its cell: id", id);
      }
    }
  }

 private:
  static constexpr u32 kWaits = 0x80000000u;  // the slot is one of the list
  static constexpr u32 kFewVacant = 64;
  // To move one item takes as long as to lay six out (measured, 100,000 items).
  static constexpr u32 kMoversOfALayout = 6;
  // To lay an item out takes as long as to scan so many of the list (measured, 100,000 items).
  static constexpr u32 kScansOfALayout = 24;

  // Items whose boxes are other ones.
  static u32 count_moved(const Items& items, const Box* boxes) {
    u32 moved = 0;
    for (Id id = 0; id < items.id_end(); ++id) {
      if (is_empty(items.box(id))) continue;
      moved += items.box(id) == *boxes++ ? 0 : 1;
    }
    return moved;
  }

  // Room for one more in the list, and for that id.
  [[nodiscard]] bool reserve_one(Id id) {
    return !laid_out_ ||
           (pending_.reserve_one() && (id < slot_of_.size() || slot_of_.resize(size_t{id} + 1)));
  }

  // Needs reserve_one().
  void wait(Id id, const Box& box) {
    if (!laid_out_) return;
    changed_ = true;
    slot_of_[id] = pending_.add(id, box) | kWaits;
    laid_out_ = pending_.size() <= max_pending(packets_.count());
  }

  // Whether the item is in another cell now; needs reserve_one().
  bool set_box(Items& items, Id id, const Box& box) {
    const bool stays = in_same_cell(items.box(id), box);
    items.set_box(id, box);
    if (!laid_out_) return !stays;
    const u32 slot = slot_of_[id];
    if ((slot & kWaits) != 0) {
      pending_.set(slot & ~kWaits, box);
    } else if (stays) {
      packets_.set(slot, box);
      find(level_of(box, sizes_.finest))->stretch(box);
    } else {
      remove(id);
      wait(id, box);
    }
    return !stays;
  }

  // Of the last layout, which may be out of date.
  bool in_same_cell(const Box& before, const Box& box) const {
    const u32 number = level_of(box, sizes_.finest);
    if (number != level_of(before, sizes_.finest)) return false;
    const Level* const level = find(number);
    if (level == nullptr || !level->inside(box) || !level->inside(before)) return false;
    bool same = true;
    for (int axis = 0; axis < Dim; ++axis) {
      same &= level->cell(axis, box.min[axis]) == level->cell(axis, before.min[axis]);
    }
    return same;
  }

  const Level* find(u32 number) const {
    for (const Level& level : table_.levels) {
      if (level.number == number) return &level;
    }
    return nullptr;
  }
  Level* find(u32 number) { return const_cast<Level*>(std::as_const(*this).find(number)); }

  // Calls visit(level, cell, slots) for the cells that have slots.
  template <class Visit>
  void each_cell(Visit&& visit) const {
    for (const Level& level : table_.levels) {
      (void)table_.each_row(level, level.all(), [&](const Row<Dim>& row) {
        const SlotSpan all = table_.span(level, row, 0, level.last(0));
        for (u32 at = all.begin; at < all.end;) {
          Block<Dim> cell;
          for (int axis = 1; axis < Dim; ++axis) cell.lo[axis] = cell.hi[axis] = row.at[axis];
          table_.cell_at(level, row, at, cell.lo[0], cell.hi[0]);
          const SlotSpan span = table_.span(level, row, cell.lo[0], cell.hi[0]);
          at = span.end;
          visit(level, cell, span);
        }
        return true;
      });
    }
  }
  bool any_item(const SlotSpan& span) const {
    u32 slot = span.begin;
    while (slot < span.end && packets_.id(slot) == kNone) ++slot;
    return slot < span.end;
  }

  bool is_home(const Box& box, u32 slot) const {
    const Level* const level = find(level_of(box, sizes_.finest));
    if (level == nullptr || !level->inside(box)) return false;
    Block<Dim> cell;
    for (int axis = 0; axis < Dim; ++axis) {
      if (box.extent(axis) > level->reach[axis]) return false;
      cell.lo[axis] = cell.hi[axis] = level->cell(axis, box.min[axis]);
    }
    bool found = false;
    (void)table_.each_row(*level, cell, [&](const Row<Dim>& row) {
      const SlotSpan span = table_.span(*level, row, cell.lo[0], cell.lo[0]);
      found = slot >= span.begin && slot < span.end;
      return true;
    });
    return found;
  }

  f32 given_;
  RowSizes<Dim> sizes_;  // of the last layout
  RowTable<Dim> table_;
  ItemPackets<Dim> packets_;
  Array<u32> slot_of_;  // by id
  PendingList<Dim> pending_;
  u32 vacant_ = 0;
  mutable u64 scanned_ = 0;  // items of the list, by scans since the last layout
  bool laid_out_ = false;
  bool changed_ = false;  // since a verb read last
};

}  // namespace sapwood::hashgrid
