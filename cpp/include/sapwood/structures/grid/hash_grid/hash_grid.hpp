/// @file Hash grid: space is divided into equal cells, which are stored row after row. An item is
/// stored only in the cell that contains its lower corner. A query visits one contiguous run of
/// boxes per row and tests four boxes at a time (query.hpp).
///
/// Boxes that are too large for the cells are stored on levels with larger cells (level.hpp). The
/// sides of a cell can differ between axes. By default, the sides are computed from the typical
/// size, the density and the distribution of the boxes (layout.hpp).
///
/// Layout: boxes and ids are stored in packets of four, in the order of levels, rows and cells.
/// Memory: 20 (2D) or 28 (3D) bytes per slot, 4 per item, and 4 per cell. There are at most 8 cells
/// per item, and 1,024 more per level. If the cells are sparse, 12 to 20 bytes per item replace the
/// memory for cells.
///
/// Invariants: a live item is either in its cell or in the list of pending items, and its stored
/// box is up to date. No item of a level is longer than `reach` of the level.
///
/// If an item moves within its cell, its box is updated there. An item that leaves its cell or is
/// inserted is added to a list of pending items, which every query scans. The next query lays out
/// all items again if
/// - the list is full, half of the slots are vacant, or an update has moved many items, or
/// - it is the first query after a change, and the scans of the list have cost as much as a layout,
///   including the scans by the batch of queries that is about to run.
///
/// Limits: items at the same position share a cell, so n such items cause n^2 / 2 comparisons in a
/// search for pairs. Ids are below 2^31.
///
/// Sources:
/// - cells: Bentley and Friedman, Data structures for range searching, 1979
/// - levels: Mirtich, Impulse-based dynamic simulation, 1996
/// - levels: Ericson, Real-Time Collision Detection, 2005, 7.2
/// - items sorted by cell: Green, Particle simulation using CUDA, 2010
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/grid/hash_grid/layout.hpp"
#include "sapwood/structures/grid/hash_grid/pairs.hpp"
#include "sapwood/structures/grid/hash_grid/query.hpp"

namespace sapwood {

/// Options of the hash grid.
struct HashGridOptions {
  CellSize cell_size;  ///< Sides of the finest cells.

  template <class V>
  void describe(V& v) {
    v.numbers("cellSize", cell_size.sides, 0, 1e18);
  }
};

/// Hash grid whose cells are stored row after row.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class HashGrid {
 public:
  static constexpr const char* kId = "hash-grid";
  static constexpr bool kHasSphereTraversal = true;
  static constexpr int kDim = Dim;
  using Options = HashGridOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit HashGrid(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }
  /// Returns the side length of the finest cells in use, on an axis.
  f64 cell_size(int axis) const {
    const f32 given = options_.cell_size.sides[axis];
    return static_cast<f64>(laid_out_ || given == 0 ? sizes_.sides[axis] : given);
  }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count)) return out_of_memory(*this);
    items_.assign(boxes, count);
    laid_out_ = false;
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Sets the boxes of all items. Moves the items one by one, or schedules a new layout if many
  /// items moved. `changed` receives the number of items that left their cells. If a new layout is
  /// necessary, `changed` receives the number of items that moved.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    const u32 moved = count_moved(boxes);
    if (moved > items_.size() / kMoversOfALayout) laid_out_ = false;
    for (Id id = 0; id < items_.id_end(); ++id) {
      if (is_empty(items_.box(id))) continue;
      const Box& box = *boxes++;
      if (laid_out_ && !(items_.box(id) == box)) {
        if (!reserve_one(id)) laid_out_ = false;
        changed += set_box(id, box) ? 1 : 0;
      } else {
        items_.set_box(id, box);
      }
    }
    if (!laid_out_) changed = moved;
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    forget();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !reserve_one(items_.id_end())) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    append(id, box);
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    vacate(id);
    items_.remove(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` is true if the item is in a different cell now.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    if (!reserve_one(id)) return out_of_memory(*this);
    changed = set_box(id, box);
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Lays out all items if the layout is outdated. Must be called after changes and before a
  /// traversal.
  Status flush() { return flush_for(0); }
  /// Like flush(), but for a batch of `queries` queries. The larger the batch, the earlier a new
  /// layout pays off.
  Status flush_for(u32 queries) {
    const u64 scans = scanned_ + u64{queries} * pending_.size();
    const bool stale = changed_ && scans > u64{kScansOfALayout} * items_.size();
    changed_ = false;
    if (laid_out_ && !stale) return Status::success();
    forget();
    sizes_ = hashgrid::RowSizes<Dim>::of(items_, options_.cell_size);
    hashgrid::RowLayout<Dim> layout(items_, table_, packets_, slot_of_);
    do {
      laid_out_ = layout.run(sizes_);
    } while (laid_out_ && sizes_.refine(layout.crowding()));
    if (laid_out_) {
      if (packets_.sparse()) shrink();
      return Status::success();
    }
    forget();  // stats() and dump() must not read an incomplete layout
    return out_of_memory(*this);
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    scanned_ += pending_.size();
    if (pending_.size() == 0 || pending_.scan(query, counters, visit)) {
      hashgrid::RowWalk(table_, packets_, query, counters, visit).run();
    }
    return Status::success();
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    return traverse(query, counters, visit);
  }

  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    scanned_ += u64{kScansOfALayout} * pending_.size();  // one query for each pending item
    PairBuffer found(visit, PairBuffer::Order::kSmallerFirst);
    hashgrid::RowPairs<Dim>(table_, packets_, counters, found).run(pending_);
    return Status::success();
  }

  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    if (!laid_out_ && table_.levels.empty()) {
      table_.clear();
      packets_.clear();
      slot_of_.clear();
    }
    table_.shrink();
    packets_.shrink();
    slot_of_.shrink_to(items_.id_end());
    pending_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + table_.byte_length() + packets_.byte_length() +
           slot_of_.byte_length() + pending_.byte_length();
  }

  /// Returns statistics on the size and quality of the index. Nodes are the populated cells, the
  /// list of pending items, and one root.
  IndexStats stats() const {
    IndexStats stats;
    const u32 cells = cell_count();
    stats.items = items_.size();
    stats.nodes = cells == 0 ? 0 : f64{1} + cells;
    stats.leaves = cells;
    if (cells != 0) stats.height = 1;
    for (int axis = 0; axis < Dim; ++axis) {
      // without items, a computed cell size is unknown
      if (cells == 0 && options_.cell_size.sides[axis] == 0) continue;
      stats.set_cell(axis, cell_size(axis));
    }
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes one root, the populated cells, and the list of pending items. Cells are cut to the
  /// bounds of the items.
  Status dump(NodeDump& dump) const {
    dump.clear();
    const u32 cells = items_.size() == 0 ? 0 : cell_count();
    if (cells == 0) return Status::success();
    if (!dump.reserve(size_t{1} + cells, items_.size(), Dim)) return Status::out_of_memory();
    Box all = empty_box<Dim>();
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      all = unite(all, items_.box(id));
    }
    const u32 root = dump.add_node(all, 0, kNone, NodeKind::kBranch, kCommonRoot);
    each_cell([&](const Level& level, const Cells& cell, const Slots& slots) {
      if (!any_item(slots)) return;
      Box box = hashgrid::RowEdges<Dim>(level).lower_corner_bounds(cell);
      for (int axis = 0; axis < Dim; ++axis) {
        box.min[axis] = box.min[axis] > all.min[axis] ? box.min[axis] : all.min[axis];
        box.max[axis] = box.max[axis] < all.max[axis] ? box.max[axis] : all.max[axis];
      }
      const u32 node = dump.add_node(box, 1, root, NodeKind::kLeaf, slots.begin);
      for (u32 slot = slots.begin; slot < slots.end; ++slot) {
        if (packets_.id(slot) != kNone) dump.add_item(node, packets_.id(slot));
      }
    });
    if (pending_.size() == 0) return Status::success();
    const u32 node = dump.add_node(pending_.united(), 1, root, NodeKind::kLeaf, kListNode);
    for (const Id id : pending_.ids()) dump.add_item(node, id);
    return Status::success();
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (!laid_out_) return;
    u32 held = pending_.size();
    for (u32 slot = 0; slot < packets_.count(); ++slot) held += packets_.id(slot) != kNone ? 1 : 0;
    faults.require(held == items_.size(), "wrong number of slots:", held);
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      const u32 slot = slot_of_[id] & ~kPending;
      if (slot_of_[id] != slot) {
        faults.require(slot < pending_.size() && pending_.id(slot) == id &&
                           pending_.box(slot) == items_.box(id),
                       "the list does not hold id", id);
      } else {
        faults.require(slot < packets_.count() && packets_.id(slot) == id &&
                           packets_.box(slot) == items_.box(id) && is_home(items_.box(id), slot),
                       "not in its cell: id", id);
      }
    }
  }

  /// Writes the items. The next query after load() lays them out.
  void save(ByteWriter& writer) const { items_.save(writer); }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) { items_.load(reader); }

 private:
  using Level = hashgrid::RowLevel<Dim>;
  using Cells = hashgrid::Block<Dim>;
  using Slots = hashgrid::SlotSpan;

  static constexpr u32 kPending = 0x80000000u;  // set if the slot is in the list
  static constexpr u32 kVacantAllowance = 64;   // so that small layouts are not outdated at once
  // Moving one item takes as long as laying out six items (measured, 100,000 items).
  static constexpr u32 kMoversOfALayout = 6;
  // Laying out one item takes as long as scanning 24 pending items (measured, 100,000 items).
  static constexpr u32 kScansOfALayout = 24;

  void forget() {
    table_.levels.clear();
    pending_.clear();
    vacant_ = 0;
    scanned_ = 0;
    laid_out_ = changed_ = false;
  }

  u32 count_moved(const Box* boxes) const {
    u32 moved = 0;
    for (Id id = 0; id < items_.id_end(); ++id) {
      if (is_empty(items_.box(id))) continue;
      moved += items_.box(id) == *boxes++ ? 0 : 1;
    }
    return moved;
  }

  [[nodiscard]] bool reserve_one(Id id) {
    return !laid_out_ ||
           (pending_.reserve_one() && (id < slot_of_.size() || slot_of_.resize(size_t{id} + 1)));
  }

  void append(Id id, const Box& box) {
    if (!laid_out_) return;
    changed_ = true;
    slot_of_[id] = pending_.add(id, box) | kPending;
    laid_out_ = pending_.size() <= max_pending(packets_.count());
  }

  /// Removes an item from its slot or from the list of pending items.
  void vacate(Id id) {
    if (!laid_out_) return;
    changed_ = true;
    const u32 slot = slot_of_[id];
    if ((slot & kPending) != 0) {
      const Id moved = pending_.remove(slot & ~kPending);
      if (moved != kNone) slot_of_[moved] = slot;
      return;
    }
    packets_.vacate(slot);
    laid_out_ = 2 * ++vacant_ <= packets_.count() + kVacantAllowance;
  }

  // Sets the box of an item. Returns whether the item is in a different cell now. Requires
  // reserve_one().
  bool set_box(Id id, const Box& box) {
    const bool stays = in_same_cell(items_.box(id), box);
    items_.set_box(id, box);
    if (!laid_out_) return !stays;
    const u32 slot = slot_of_[id];
    if ((slot & kPending) != 0) {
      pending_.set(slot & ~kPending, box);
    } else if (stays) {
      packets_.set(slot, box);
      find(hashgrid::level_of(box, sizes_.sides))->stretch(box);
    } else {
      vacate(id);
      append(id, box);
    }
    return !stays;
  }

  // Returns whether both boxes are in the same cell of the last layout, which may be outdated.
  bool in_same_cell(const Box& before, const Box& box) const {
    const u32 number = hashgrid::level_of(box, sizes_.sides);
    if (number != hashgrid::level_of(before, sizes_.sides)) return false;
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

  u32 cell_count() const {
    u32 cells = pending_.size() == 0 ? 0 : 1;
    each_cell(
        [&](const Level&, const Cells&, const Slots& slots) { cells += any_item(slots) ? 1 : 0; });
    return cells;
  }

  /// Calls visit(level, cell, slots) for the cells that have slots.
  template <class Visit>
  void each_cell(Visit&& visit) const {
    for (const Level& level : table_.levels) {
      (void)table_.each_row(level, level.all(), [&](const hashgrid::Row<Dim>& row) {
        const Slots all = table_.span(level, row, 0, level.last(0));
        for (u32 at = all.begin; at < all.end;) {
          Cells cell;
          for (int axis = 1; axis < Dim; ++axis) cell.lo[axis] = cell.hi[axis] = row.at[axis];
          table_.cell_at(level, row, at, cell.lo[0], cell.hi[0]);
          const Slots slots = table_.span(level, row, cell.lo[0], cell.hi[0]);
          at = slots.end;
          visit(level, cell, slots);
        }
        return true;
      });
    }
  }
  bool any_item(const Slots& slots) const {
    u32 slot = slots.begin;
    while (slot < slots.end && packets_.id(slot) == kNone) ++slot;
    return slot < slots.end;
  }

  bool is_home(const Box& box, u32 slot) const {
    const Level* const level = find(hashgrid::level_of(box, sizes_.sides));
    if (level == nullptr || !level->inside(box)) return false;
    Cells cell;
    for (int axis = 0; axis < Dim; ++axis) {
      if (box.extent(axis) > level->reach[axis]) return false;
      cell.lo[axis] = cell.hi[axis] = level->cell(axis, box.min[axis]);
    }
    bool found = false;
    (void)table_.each_row(*level, cell, [&](const hashgrid::Row<Dim>& row) {
      const Slots slots = table_.span(*level, row, cell.lo[0], cell.lo[0]);
      found = slot >= slots.begin && slot < slots.end;
      return true;
    });
    return found;
  }

  Options options_;
  ItemStore<Dim> items_;
  hashgrid::RowSizes<Dim> sizes_;  // of the last layout
  hashgrid::RowTable<Dim> table_;
  ItemPackets<Dim> packets_;
  Array<u32> slot_of_;  // by id
  PendingList<Dim> pending_;
  u32 vacant_ = 0;
  mutable u64 scanned_ = 0;  // pending items compared since the last layout
  bool laid_out_ = false;
  bool changed_ = false;  // items changed since the last flush
};

}  // namespace sapwood
