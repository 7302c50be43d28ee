// List storage of the hash grid: every item in each of the cells that it covers, each populated
// cell with the list of its items.
//
// Two items that overlap share a cell whatever their sizes (entering the corners only misses pairs
// once a box is wider than a cell). Cells are found by hashing their coordinates or, with
// `storage: dense`, the finest ones by their place in an array over the populated region; with
// `storage: morton` build() lays cells and their entries along Morton's curve. Cells and answers
// are the same in all. Boxes that would cover more than 16 (2D) or 27 (3D) cells live on a level of
// cells four times as wide, or sixteen times, and so on: no box, however large, takes more than a
// few entries.
//
// Layout: 20 or 24 bytes per populated cell, 8 to 16 per cell for the table, 8 per entry.
// Invariants: see cell_lists.hpp. Cost: insert, remove, move O(cells of the item + length of their
// lists), nothing when a move stays within its cells; pairs O(sum of squared list lengths); queries
// O(cells looked at + entries in them), and never more than a scan of the populated cells. update()
// reinserts the items that left their cells, or rebuilds all lists when most items did. Memory:
// at most 16 or 27 entries and cells per item, about two as a rule; dense storage adds at most 4 *
// (8 n + 1024) bytes. Cell size: given, or chosen from the items (cell_size.hpp) at build(), at an
// update() after which another size would be twice as good, and whenever the number of items has
// doubled. Limits: ids below 2^31 - 1. Counters: a node visit is a populated cell that a query
// looked into, an item test an item that it reported for confirmation; pairs() counts every
// comparison, repeated ones too.
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/structures/grid/hash_grid/cell_size.hpp"
#include "sapwood/structures/grid/hash_grid/lists/inspect.hpp"
#include "sapwood/structures/grid/hash_grid/lists/pairs.hpp"
#include "sapwood/structures/grid/hash_grid/lists/walk.hpp"
#include "sapwood/structures/grid/hash_grid/options.hpp"

namespace sapwood::hashgrid {

// The items are those of the index; every call gets them.
template <int Dim>
class ListGrid {
 public:
  using Box = Aabb<Dim>;
  using Items = ItemStore<Dim>;

  explicit ListGrid(const HashGridOptions& options) : options_(options) {
    if (!automatic()) lattice_ = Lattice<Dim>(static_cast<f64>(options_.cell_size));
  }

  // Side of the finest cells in use.
  f64 cell_size() const { return lattice_.base(); }

  Status build(Items& items, const Box* boxes, u32 count) {
    const auto each = [=](auto&& visit) {
      for (Id id = 0; id < count; ++id) visit(id, boxes[id]);
    };
    if (!items.reserve(count) || !lay_out(each, count)) return Status::out_of_memory();
    items.assign(boxes, count);
    return Status::success();
  }

  // `changed`: items that are in other cells now.
  Status update(Items& items, const Box* boxes, u32& changed) {
    const auto each = [&, boxes](auto&& visit) {
      const Box* box = boxes;
      for (Id id = items.first(); id != kNone; id = items.next(id)) visit(id, *box++);
    };
    u64 entries = 0;
    u32 level = 0;
    u32 movers = 0;
    each([&](Id id, const Box& box) {
      const Range range = lattice_.cover(box);
      if (range == lattice_.cover(items.box(id))) return;
      ++movers;
      entries += static_cast<u64>(range.count());
      level = range.level > level ? range.level : level;
    });
    if (movers > items.size() / 2 || ill_sized(each, items.size())) {
      if (!lay_out(each, items.size())) return Status::out_of_memory();
      each([&](Id id, const Box& box) { items.set_box(id, box); });
    } else {
      const bool few = entries < kHomeBit;
      if (movers != 0 && (!few || !lists_.reserve(static_cast<u32>(entries), level))) {
        return Status::out_of_memory();
      }
      each([&](Id id, const Box& box) { place(items, id, box); });
    }
    changed = movers;
    return Status::success();
  }

  void clear() {
    lists_.clear();
    sized_for_ = 0;
  }

  Status insert(Items& items, const Box& box, const Filter& filter, Id& id) {
    Lattice<Dim> fitting = lattice_;
    if (items.size() == 0 && automatic()) {
      CellSizer<Dim> sizer(1);
      sizer.take(box);
      fitting = Lattice<Dim>(sizer.size());
    }
    const Range range = fitting.cover(box);
    if (!items.reserve_one(filter) ||
        !lists_.reserve(static_cast<u32>(range.count()), range.level)) {
      return Status::out_of_memory();
    }
    lattice_ = fitting;
    id = items.insert(box, filter);
    lists_.link(id, box, range);
    if (items.size() >= 2 * sized_for_ + kResizeFrom) fit_to_growth(items);
    return Status::success();
  }

  // Before the items forget it.
  void remove(Id id, const Box& box) { lists_.unlink(id, lattice_.cover(box)); }

  Status move(Items& items, Id id, const Box& box, bool& changed) {
    const Range range = lattice_.cover(box);
    changed = !(range == lattice_.cover(items.box(id)));
    if (changed && !lists_.reserve(static_cast<u32>(range.count()), range.level)) {
      changed = false;
      return Status::out_of_memory();
    }
    place(items, id, box);
    return Status::success();
  }

  Status settle(const Items&) { return Status::success(); }

  template <class Query, class Visitor>
  void traverse(const Items& items, const Query& query, Counters auto& counters,
                Visitor& visit) const {
    Walk(items, lists_, lattice_, query, counters, visit).run();
  }

  template <class Visitor>
  void pairs(const Items& items, QueryCounters& counters, Visitor& visit) const {
    PairSearch(items, lists_, lattice_, counters, visit).run();
  }

  size_t byte_length() const { return lists_.byte_length(); }
  u32 cell_count() const { return lists_.cell_count(); }
  Status dump(const Items& items, NodeDump& dump) const {
    return dump_cells(items, lists_, lattice_, dump);
  }
  void validate(const Items& items, Faults& faults) const {
    validate_grid(items, lists_, lattice_, faults);
  }

  // All that the past leaves behind is the cell size.
  void save(ByteWriter& writer) const {
    writer.value(lattice_.base());
    writer.value(sized_for_);
  }
  void load(const Items& items, ByteReader& reader) {
    f64 base = 0;
    const f64 given = static_cast<f64>(options_.cell_size);
    reader.value(base);
    reader.value(sized_for_);
    reader.require(base >= kMinSize && base <= static_cast<f64>(kMaxCoordinate));
    reader.require(automatic() || base == given);
    if (!reader.ok()) return;
    lattice_ = Lattice<Dim>(base);
    if (!reader.require_memory(lists_.fill(lattice_, each_of(items), layout_for(items.size())))) {
      lists_.clear();
    }
  }

 private:
  using Range = CellRange<Dim>;

  static constexpr f64 kMinSize = 0x1p-149;  // smallest float32
  // Below that many items the size that the first one had does for all.
  static constexpr u32 kResizeFrom = 16;

  bool automatic() const { return options_.cell_size == 0; }
  CellLayout layout_for(u32 count) const {
    const bool dense = options_.storage == GridStorage::kDense;
    return {dense ? u64{8} * count + 1024 : 0, options_.storage == GridStorage::kMorton};
  }

  static auto each_of(const Items& items) {
    return [&items](auto&& visit) {
      for (Id id = items.first(); id != kNone; id = items.next(id)) visit(id, items.box(id));
    };
  }

  template <class Each>
  static f64 fitting_size(const Each& each, u32 count) {
    CellSizer<Dim> sizer(count);
    each([&](Id, const Box& box) { sizer.take(box); });
    return sizer.size();
  }

  // Whether cells of twice or half the size would suit these boxes better.
  template <class Each>
  bool ill_sized(const Each& each, u32 count) const {
    if (!automatic() || count == 0) return false;
    const f64 size = fitting_size(each, count);
    return size > 2 * lattice_.base() || 2 * size < lattice_.base();
  }

  // Makes new lists of `count` items; on failure the old ones stay.
  template <class Each>
  [[nodiscard]] bool lay_out(const Each& each, u32 count) {
    Lattice<Dim> lattice = lattice_;
    if (automatic() && count != 0) lattice = Lattice<Dim>(fitting_size(each, count));
    CellLists<Dim> fresh;
    if (!fresh.fill(lattice, each, layout_for(count))) return false;
    lists_.swap(fresh);
    lattice_ = lattice;
    sized_for_ = count;
    return true;
  }

  // The size was chosen for fewer items. Without memory for new lists the old ones do as well.
  void fit_to_growth(const Items& items) {
    const auto each = each_of(items);
    const bool fits = !automatic() || !ill_sized(each, items.size());
    if ((fits && options_.storage == GridStorage::kHash) || !lay_out(each, items.size())) {
      sized_for_ = items.size();
    }
  }

  // Needs room for the entries when the cells are others.
  void place(Items& items, Id id, const Box& box) {
    const Range before = lattice_.cover(items.box(id));
    const Range range = lattice_.cover(box);
    if (range == before) {
      lists_.stretch(box, range.level);
    } else {
      lists_.unlink(id, before);
      lists_.link(id, box, range);
    }
    items.set_box(id, box);
  }

  HashGridOptions options_;
  CellLists<Dim> lists_;
  Lattice<Dim> lattice_{1};
  u32 sized_for_ = 0;  // items at the last choice of the cell size
};

}  // namespace sapwood::hashgrid
