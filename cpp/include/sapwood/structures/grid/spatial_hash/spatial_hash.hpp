/// @file Spatial hash: space is divided into equal cells, and each populated cell has a list of the
/// items that touch it. Cells are found by a hash of their coordinates. Two items that overlap
/// share a cell.
///
/// Levels: a box that would cover more than 16 (2D) or 27 (3D) cells is stored on a level with
/// cells 4, 16, … times as wide, so no box has many entries.
///
/// Storage: with `hash`, all cells are found by hash. With `dense`, the finest cells of the
/// populated region are found by index in an array. With `morton`, build() stores cells and entries
/// in Morton order. All three options have the same cells and results.
///
/// Layout: 20 (2D) or 24 (3D) bytes per populated cell, 8 to 16 per cell for the table, 8 per
/// entry. An item has about two entries, at most 16 (2D) or 27 (3D). Dense storage adds at most 4 *
/// (8 n + 1024) bytes. Invariants: see cell_lists.hpp.
///
/// The sides of a cell can differ between axes. Each side is given or computed from the items.
/// Sides are computed by build(), and again when the number of items has doubled. An update() also
/// recomputes them if most items left their cells, or if a side would change by a factor of more
/// than 2.
///
/// Cost: insert, remove and move O(cells of the item + length of their lists), O(1) if an item
/// stays in its cells. pairs O(sum of squared list lengths). A query visits the cells that it
/// touches, but never more than the populated cells.
///
/// Counters: a node visit is a visit of a populated cell. An item test is an exact test of an item.
/// In pairs(), an item test is a comparison of two items, and repeated comparisons count again.
///
/// Limits: items at the same position share a cell, so n such items cause n^2 / 2 comparisons in a
/// search for pairs. Ids are below 2^31 - 1.
///
/// Sources:
/// - cells: Bentley and Friedman, Data structures for range searching, 1979
/// - hashing: Teschner et al., Optimized spatial hashing for collision detection of deformable
///   objects, 2003
/// - levels: Mirtich, Impulse-based dynamic simulation, 1996
/// - levels: Ericson, Real-Time Collision Detection, 2005, 7.2
#pragma once

#include "sapwood/core/cell_size.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/grid/spatial_hash/cell_lists.hpp"
#include "sapwood/structures/grid/spatial_hash/pairs.hpp"
#include "sapwood/structures/grid/spatial_hash/query.hpp"

namespace sapwood {

/// Storage of the cells of a spatial hash.
enum class CellStorage : u8 {
  kHash,    ///< All cells are found by a hash of their coordinates.
  kDense,   ///< The finest cells of the populated region are found by index, others by hash.
  kMorton,  ///< Like kHash, with cells stored in Morton order.
};

/// Options of the spatial hash.
struct SpatialHashOptions {
  CellSize cell_size;  ///< Sides of the finest cells.
  CellStorage storage = CellStorage::kHash;

  template <class V>
  void describe(V& v) {
    static constexpr const char* kStorages[] = {"hash", "dense", "morton"};
    v.numbers("cellSize", cell_size.sides, 0, 1e18);
    v.choice("storage", storage, ChoiceNames(kStorages));
  }
};

/// Spatial hash with a list of items for each populated cell.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class SpatialHash {
 public:
  static constexpr const char* kId = "spatial-hash";
  static constexpr bool kHasSphereTraversal = true;
  static constexpr int kDim = Dim;
  using Options = SpatialHashOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit SpatialHash(const Options& options = {}) : options_(options) {
    lattice_ = fitting([](auto&&) {}, 0);
  }

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }
  /// Returns the side length of the finest cells in use, on an axis.
  f64 cell_size(int axis) const { return lattice_.side(axis); }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    const auto each = [=](auto&& visit) {
      for (Id id = 0; id < count; ++id) visit(id, boxes[id]);
    };
    if (!items_.reserve(count) || !lay_out(each, count)) return out_of_memory(*this);
    items_.assign(boxes, count);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Sets the boxes of all items. Moves the items that left their cells one by one, or rebuilds all
  /// lists if most items left their cells. `changed` receives the number of items that are in
  /// different cells now.
  Status update(const Box* boxes, u32& changed) {
    const auto each = [&, boxes](auto&& visit) {
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
      if (!lay_out(each, items_.size())) return out_of_memory(*this);
      each([&](Id id, const Box& box) { items_.set_box(id, box); });
    } else {
      const bool few = entries < spatialhash::kHomeBit;
      if (movers != 0 && (!few || !lists_.reserve(static_cast<u32>(entries), level))) {
        return out_of_memory(*this);
      }
      each([&](Id id, const Box& box) { place(id, box); });
    }
    changed = movers;
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    lists_.clear();
    sized_for_ = 0;
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    Lattice lattice = lattice_;
    if (items_.size() == 0 && automatic()) {
      lattice = fitting([&](auto&& visit) { visit(0, box); }, 1);
    }
    const Range range = lattice.cover(box);
    if (!items_.reserve_one(filter) ||
        !lists_.reserve(static_cast<u32>(range.count()), range.level)) {
      return out_of_memory(*this);
    }
    lattice_ = lattice;
    id = items_.insert(box, filter);
    lists_.link(id, box, range);
    if (items_.size() >= 2 * sized_for_ + kResizeFrom) fit_to_growth();
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    lists_.unlink(id, lattice_.cover(items_.box(id)));
    items_.remove(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` is true if the item is in different cells now.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    const Range range = lattice_.cover(box);
    changed = !(range == lattice_.cover(items_.box(id)));
    if (changed && !lists_.reserve(static_cast<u32>(range.count()), range.level)) {
      changed = false;
      return out_of_memory(*this);
    }
    place(id, box);
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    spatialhash::Walk(items_, lists_, lattice_, query, counters, visit).run();
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
    spatialhash::PairSearch(items_, lists_, lattice_, counters, visit).run();
    return Status::success();
  }

  /// Releases unneeded memory. Rebuilds the lists if most entries are free.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    if (lists_.entries().mostly_free()) (void)lay_out(each_item(), items_.size());
    lists_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const { return items_.byte_length() + lists_.byte_length(); }

  /// Returns statistics on the size and quality of the index. Nodes are the populated cells and one
  /// root, as in dump().
  IndexStats stats() const {
    IndexStats stats;
    const u32 cells = lists_.cell_count();
    stats.items = items_.size();
    stats.nodes = cells == 0 ? 0 : f64{1} + cells;
    stats.leaves = cells;
    if (cells != 0) stats.height = 1;
    for (int axis = 0; axis < Dim; ++axis) {
      // without items, a computed side is unknown
      if (cells == 0 && options_.cell_size.sides[axis] == 0) continue;
      stats.set_cell(axis, cell_size(axis));
    }
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const {
    return spatialhash::dump_cells(items_, lists_, lattice_, dump);
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    spatialhash::validate_grid(items_, lists_, lattice_, faults);
  }

  /// Writes the items and the sides of the cells. load() rebuilds the lists.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    for (int axis = 0; axis < Dim; ++axis) writer.value(lattice_.side(axis));
    writer.value(sized_for_);
  }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    f64 sides[Dim] = {};
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 given = static_cast<f64>(options_.cell_size.sides[axis]);
      reader.value(sides[axis]);
      reader.require(sides[axis] >= kMinSize && sides[axis] <= static_cast<f64>(kMaxCoordinate));
      reader.require(given == 0 || sides[axis] == given);
    }
    reader.value(sized_for_);
    if (!reader.ok()) return;
    lattice_ = Lattice(sides);
    if (!reader.require_memory(lists_.fill(lattice_, each_item(), layout_for(items_.size())))) {
      lists_.clear();
    }
  }

 private:
  using Lattice = spatialhash::Lattice<Dim>;
  using Range = spatialhash::CellRange<Dim>;

  static constexpr f64 kMinSize = 0x1p-149;  // smallest f32
  // Cell size relative to the typical extent of the items (their 75th percentile). Measured on
  // uniform cubes, 10,000 and 100,000 in 2D and 3D, build and all pairs: a factor of 2 takes up to
  // twice as long, and factors of 3 to 5 differ little.
  static constexpr f64 kPerExtent = 3.5;
  // Minimum number of items at which the cell size is adapted. With fewer items, the size computed
  // from the first item is kept.
  static constexpr u32 kResizeFrom = 16;

  bool automatic() const { return options_.cell_size.automatic(Dim); }
  spatialhash::CellLayout layout_for(u32 count) const {
    const bool dense = options_.storage == CellStorage::kDense;
    return {dense ? u64{8} * count + 1024 : 0, options_.storage == CellStorage::kMorton};
  }

  auto each_item() const {
    return [this](auto&& visit) {
      for (Id id = items_.first(); id != kNone; id = items_.next(id)) visit(id, items_.box(id));
    };
  }

  // Returns a lattice with the given sides. The sides that are not given are computed from `count`
  // boxes.
  template <class Each>
  Lattice fitting(const Each& each, u32 count) const {
    CellSizer<Dim> sizer(count);
    each([&](Id, const Box& box) { sizer.add(box); });
    f64 sides[Dim];
    sizer.sides(kPerExtent, sides);
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 given = options_.cell_size.sides[axis];
      if (given != 0) sides[axis] = static_cast<f64>(given);
    }
    return Lattice(sides);
  }

  // Returns whether the cell size no longer fits the boxes that `each` visits: a newly computed
  // side would be more than twice or less than half of the current side.
  template <class Each>
  bool ill_sized(const Each& each) const {
    if (!automatic() || items_.size() == 0) return false;
    const Lattice fit = fitting(each, items_.size());
    bool ill = false;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 side = lattice_.side(axis);
      ill |= fit.side(axis) > 2 * side || 2 * fit.side(axis) < side;
    }
    return ill;
  }

  // Rebuilds all lists, with a computed cell size if no size is given. If allocation fails, the
  // lists are unchanged.
  template <class Each>
  [[nodiscard]] bool lay_out(const Each& each, u32 count) {
    Lattice lattice = lattice_;
    if (automatic() && count != 0) lattice = fitting(each, count);
    spatialhash::CellLists<Dim> fresh;
    if (!fresh.fill(lattice, each, layout_for(count))) return false;
    lists_.swap(fresh);
    lattice_ = lattice;
    sized_for_ = count;
    return true;
  }

  // Adapts the cell size, which was chosen for fewer items. If allocation fails, the size is kept.
  void fit_to_growth() {
    const bool fits = !automatic() || !ill_sized(each_item());
    if ((fits && options_.storage == CellStorage::kHash) || !lay_out(each_item(), items_.size())) {
      sized_for_ = items_.size();
    }
  }

  // Sets the box of an item and updates the lists of its cells. Requires memory for new entries of
  // the lists if the cells change.
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
  spatialhash::CellLists<Dim> lists_;
  Lattice lattice_;
  u32 sized_for_ = 0;  // number of items when the cell size was chosen
};

}  // namespace sapwood
