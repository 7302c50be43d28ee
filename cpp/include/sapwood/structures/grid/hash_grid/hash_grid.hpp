// Hash grid: space cut into equal cubic cells, each populated cell with the list of items that
// touch it.
//
// An item is entered into every cell that it covers, so two items that overlap share a cell
// whatever their sizes (entering the corners only misses pairs once a box is wider than a cell).
// Cells are found by hashing their coordinates or, with `storage: dense`, the finest ones by their
// place in an array over the populated region; with `storage: morton` build() lays cells and
// their entries along Morton's curve. Cells and answers are the same in all. Boxes that would
// cover more than 16 (2D) or 27 (3D) cells live on a level of cells four times as wide, or sixteen
// times, and so on: no box, however large, takes more than a few entries.
//
// Layout: 20 or 24 bytes a populated cell, 8 to 16 a cell for the table, 8 an entry. Invariants:
// see cell_lists.hpp.
// Cost: insert, remove, move O(cells of the item + length of their lists), nothing when a move
// stays within its cells; pairs O(sum of squared list lengths); queries O(cells looked at +
// entries in them), and never more than a scan of the populated cells. update() enters anew the
// items that left their cells, or lays everything out anew when most did.
// Memory: at most 16 or 27 entries and cells an item, about two as a rule; dense storage adds at
// most 4 * (8 n + 1024) bytes.
// Cell size: given, or chosen from the items (cell_size.hpp) at build(), at an update() after
// which another size would be twice as good, and whenever the number of items has doubled.
// Limits: items at one place share a cell, so n of them make n^2 / 2 comparisons. Ids below
// 2^31 - 1.
// Counters: a node visit is a populated cell that a query looked into, an item test an item that
// it reported for confirmation; pairs() counts every comparison, repeated ones too.
// Sources: Bentley and Friedman, Data structures for range searching, 1979 (cells); Teschner et
// al., Optimized spatial hashing for collision detection of deformable objects, 2003 (hash);
// Mirtich, Impulse-based dynamic simulation, 1996, and Ericson, Real-Time Collision Detection,
// 2005, 7.2 (levels).
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/structures/grid/hash_grid/cell_size.hpp"
#include "sapwood/structures/grid/hash_grid/inspect.hpp"
#include "sapwood/structures/grid/hash_grid/options.hpp"
#include "sapwood/structures/grid/hash_grid/pairs.hpp"
#include "sapwood/structures/grid/hash_grid/walk.hpp"

namespace sapwood {

template <int Dim>
class HashGrid {
 public:
  static constexpr const char* kId = "hash-grid";
  static constexpr bool kWalksVolumesApart = true;
  static constexpr int kDim = Dim;
  using Options = HashGridOptions;
  using Box = Aabb<Dim>;

  explicit HashGrid(const Options& options = {}) : options_(options) {
    if (!automatic()) lattice_ = Lattice(static_cast<f64>(options_.cell_size));
  }

  Options options() const { return options_; }
  const ItemStore<Dim>& items() const { return items_; }
  // Side of the finest cells in use.
  f64 cell_size() const { return lattice_.base(); }

  Status build(const Box* boxes, u32 count) {
    const auto each = [=](auto&& visit) {
      for (Id id = 0; id < count; ++id) visit(id, boxes[id]);
    };
    if (!items_.reserve(count) || !lay_out(each, count)) return Status::out_of_memory();
    items_.assign(boxes, count);
    return Status::success();
  }

  // `changed`: items that are in other cells now.
  Status update(const Box* boxes, u32& changed) {
    const auto each = [=, this](auto&& visit) {
      const Box* box = boxes;
      for (Id id = items_.first(); id != kNone; id = items_.next(id)) visit(id, *box++);
    };
    u64 entries = 0;
    u32 level = 0;
    u32 movers = 0;
    each([&](Id id, const Box& box) {
      const Range range = lattice_.cover(box);
      if (range == lattice_.cover(items_.box(id))) return;
      ++movers;
      entries += static_cast<u64>(range.count());
      level = range.level > level ? range.level : level;
    });
    if (movers > items_.size() / 2 || ill_sized(each)) {
      if (!lay_out(each, items_.size())) return Status::out_of_memory();
      each([&](Id id, const Box& box) { items_.set_box(id, box); });
    } else {
      const bool few = entries < hashgrid::kHomeBit;
      if (movers != 0 && (!few || !lists_.reserve(static_cast<u32>(entries), level))) {
        return Status::out_of_memory();
      }
      each([&](Id id, const Box& box) { place(id, box); });
    }
    changed = movers;
    return Status::success();
  }

  void clear() {
    items_.clear();
    lists_.clear();
    sized_for_ = 0;
  }

  Status insert(const Box& box, const Filter& filter, Id& id) {
    Lattice fitting = lattice_;
    if (items_.size() == 0 && automatic()) {
      hashgrid::CellSizer<Dim> sizer(1);
      sizer.take(box);
      fitting = Lattice(sizer.size());
    }
    const Range range = fitting.cover(box);
    if (!items_.reserve_one(filter) ||
        !lists_.reserve(static_cast<u32>(range.count()), range.level)) {
      return Status::out_of_memory();
    }
    lattice_ = fitting;
    id = items_.insert(box, filter);
    lists_.link(id, box, range);
    if (items_.size() >= 2 * sized_for_ + kResizeFrom) fit_to_growth();
    return Status::success();
  }

  Status remove(Id id) {
    lists_.unlink(id, lattice_.cover(items_.box(id)));
    items_.remove(id);
    return Status::success();
  }

  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    const Range range = lattice_.cover(box);
    changed = !(range == lattice_.cover(items_.box(id)));
    if (changed && !lists_.reserve(static_cast<u32>(range.count()), range.level)) {
      changed = false;
      return Status::out_of_memory();
    }
    place(id, box);
    return Status::success();
  }

  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  template <class Query, class Visitor>
  Status traverse(const Query& query, QueryCounters& counters, Visitor&& visit) const {
    hashgrid::Walk(items_, lists_, lattice_, query, counters, visit).run();
    return Status::success();
  }

  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, QueryCounters& counters, Visitor&& visit) const {
    return traverse(query, counters, visit);
  }

  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    hashgrid::PairSearch(items_, lists_, lattice_, counters, visit).run();
    return Status::success();
  }

  size_t byte_length() const { return items_.byte_length() + lists_.byte_length(); }

  // Nodes are those of dump(): the populated cells and, above them, one root.
  IndexStats stats() const {
    IndexStats stats;
    const u32 cells = lists_.cell_count();
    stats.items = items_.size();
    stats.nodes = cells == 0 ? 0 : f64{1} + cells;
    stats.leaves = cells;
    if (cells != 0) stats.height = 1;
    // an automatic one is chosen from the items
    if (cells != 0 || !automatic()) stats.cell_size = cell_size();
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  Status dump(NodeDump& dump) const { return dump_cells(items_, lists_, lattice_, dump); }
  void validate(Faults& faults) const { validate_grid(items_, lists_, lattice_, faults); }

  // All that the past leaves behind is the cell size.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    writer.value(lattice_.base());
    writer.value(sized_for_);
  }
  void load(ByteReader& reader) {
    f64 base = 0;
    items_.load(reader);
    reader.value(base);
    reader.value(sized_for_);
    const f64 given = static_cast<f64>(options_.cell_size);
    reader.require(base >= kMinSize && base <= static_cast<f64>(kMaxCoordinate));
    reader.require(automatic() || base == given);
    if (!reader.ok()) return;
    lattice_ = Lattice(base);
    if (!reader.require_memory(lists_.fill(lattice_, each_item(), layout_for(items_.size())))) {
      lists_.clear();
    }
  }

 private:
  using Lattice = hashgrid::Lattice<Dim>;
  using Range = hashgrid::CellRange<Dim>;

  static constexpr f64 kMinSize = 0x1p-149;  // smallest float32
  // Below that many items the size that the first one had does for all.
  static constexpr u32 kResizeFrom = 16;

  bool automatic() const { return options_.cell_size == 0; }
  hashgrid::CellLayout layout_for(u32 count) const {
    const bool dense = options_.storage == GridStorage::kDense;
    return {dense ? u64{8} * count + 1024 : 0, options_.storage == GridStorage::kMorton};
  }

  auto each_item() const {
    return [this](auto&& visit) {
      for (Id id = items_.first(); id != kNone; id = items_.next(id)) visit(id, items_.box(id));
    };
  }

  template <class Each>
  static f64 fitting_size(const Each& each, u32 count) {
    hashgrid::CellSizer<Dim> sizer(count);
    each([&](Id, const Box& box) { sizer.take(box); });
    return sizer.size();
  }

  // Whether cells of twice or half the size would suit these boxes better.
  template <class Each>
  bool ill_sized(const Each& each) const {
    if (!automatic() || items_.size() == 0) return false;
    const f64 size = fitting_size(each, items_.size());
    return size > 2 * lattice_.base() || 2 * size < lattice_.base();
  }

  // Makes new lists of `count` items; on failure the old ones stay.
  template <class Each>
  [[nodiscard]] bool lay_out(const Each& each, u32 count) {
    Lattice lattice = lattice_;
    if (automatic() && count != 0) lattice = Lattice(fitting_size(each, count));
    hashgrid::CellLists<Dim> fresh;
    if (!fresh.fill(lattice, each, layout_for(count))) return false;
    lists_.swap(fresh);
    lattice_ = lattice;
    sized_for_ = count;
    return true;
  }

  // The size was chosen for fewer items. Without memory for new lists the old ones do as well.
  void fit_to_growth() {
    const bool fits = !automatic() || !ill_sized(each_item());
    if ((fits && options_.storage == GridStorage::kHash) || !lay_out(each_item(), items_.size())) {
      sized_for_ = items_.size();
    }
  }

  // Needs room for the entries when the cells are others.
  void place(Id id, const Box& box) {
    const Range before = lattice_.cover(items_.box(id));
    const Range range = lattice_.cover(box);
    if (range == before) {
      lists_.stretch(box, range.level);
    } else {
      lists_.unlink(id, before);
      lists_.link(id, box, range);
    }
    items_.set_box(id, box);
  }

  Options options_;
  ItemStore<Dim> items_;
  hashgrid::CellLists<Dim> lists_;
  Lattice lattice_{1};
  u32 sized_for_ = 0;  // items at the last choice of the cell size
};

}  // namespace sapwood
