/// @file Hash grid: space is divided into equal cubic cells.
///
/// Each item is in one cell, cells are stored row after row, and a query visits one run of boxes
/// per row, four at a time (rows/row_grid.hpp). With `storage` `hash`, `dense` or `morton`, an item
/// is in each cell that it covers, and each populated cell has a list (lists/list_grid.hpp). These
/// are the forms of the literature, for comparisons. Results are the same.
///
/// Boxes that are too large for the cells are on levels with larger cells. The cell size is given,
/// or computed from the common size and the density of the boxes and, with `rows`, from how
/// unevenly they are distributed.
///
/// Limits: items at the same position share a cell, so n such items cause n^2 / 2 comparisons. Ids
/// are below 2^31 - 1.
///
/// Sources:
/// - cells: Bentley and Friedman, Data structures for range searching, 1979
/// - hashing: Teschner et al., Optimized spatial hashing for collision detection of deformable
///   objects, 2003
/// - levels: Mirtich, Impulse-based dynamic simulation, 1996
/// - levels: Ericson, Real-Time Collision Detection, 2005, 7.2
/// - items sorted by cell: Green, Particle simulation using CUDA, 2010
#pragma once

#include "sapwood/structures/grid/hash_grid/lists/list_grid.hpp"
#include "sapwood/structures/grid/hash_grid/rows/row_grid.hpp"

namespace sapwood {

/// Hash grid. The options type selects which kinds of storage are compiled; see HashGrid.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim, class ItsOptions>
class BasicHashGrid {
 public:
  static constexpr const char* kId = "hash-grid";
  static constexpr bool kWalksSpheresApart = true;
  static constexpr int kDim = Dim;
  using Options = ItsOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit BasicHashGrid(const Options& options = {})
      : options_(options), rows_(options.cell_size), lists_({options.cell_size, options.storage}) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }
  /// Returns the side of the finest cells in use.
  f64 cell_size() const { return by_rows() ? rows_.cell_size() : lists_.cell_size(); }

  /// Replaces the content: item i gets id i and box i.
  Status build(const Box* boxes, u32 count) {
    return by_rows() ? rows_.build(items_, boxes, count) : lists_.build(items_, boxes, count);
  }

  /// Moves all items. `changed` counts the items that changed their cells.
  Status update(const Box* boxes, u32& changed) {
    return by_rows() ? rows_.update(items_, boxes, changed) : lists_.update(items_, boxes, changed);
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    rows_.forget();
    lists_.clear();
  }

  /// Inserts an item. `id` receives its id, the smallest free one.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    return by_rows() ? rows_.insert(items_, box, filter, id)
                     : lists_.insert(items_, box, filter, id);
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    if (by_rows()) {
      rows_.remove(id);
    } else {
      lists_.remove(id, items_.box(id));
    }
    items_.remove(id);
    return Status::success();
  }

  /// Moves an item. `changed` is true if its place in the structure changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    return by_rows() ? rows_.move(items_, id, box, changed) : lists_.move(items_, id, box, changed);
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Does deferred work. Must be called after changes and before a traversal.
  Status settle() { return settle_for(0); }
  /// Does deferred work before a batch of queries.
  Status settle_for(u32 questions) {
    return by_rows() ? rows_.settle(items_, questions) : Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    if (by_rows()) {
      rows_.traverse(query, counters, visit);
    } else {
      lists_.traverse(items_, query, counters, visit);
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
    if (by_rows()) {
      rows_.pairs(counters, visit);
    } else {
      lists_.pairs(items_, counters, visit);
    }
    return Status::success();
  }

  /// Returns the bytes of memory in use.
  size_t byte_length() const {
    return items_.byte_length() + rows_.byte_length() + lists_.byte_length();
  }

  /// Returns size and quality. Nodes are those of dump(): the populated cells and one root.
  IndexStats stats() const {
    IndexStats stats;
    const u32 cells = by_rows() ? rows_.cell_count() : lists_.cell_count();
    stats.items = items_.size();
    stats.nodes = cells == 0 ? 0 : f64{1} + cells;
    stats.leaves = cells;
    if (cells != 0) stats.height = 1;
    // an automatic one is chosen from the items
    if (cells != 0 || options_.cell_size != 0) stats.cell_size = cell_size();
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the hierarchy.
  Status dump(NodeDump& dump) const {
    return by_rows() ? rows_.dump(items_, dump) : lists_.dump(items_, dump);
  }
  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (by_rows()) {
      rows_.validate(items_, faults);
    } else {
      lists_.validate(items_, faults);
    }
  }

  /// Writes the index.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    if (!by_rows()) lists_.save(writer);
  }
  /// Reads into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    if (!by_rows()) lists_.load(items_, reader);
  }

 private:
  bool by_rows() const { return options_.storage == GridStorage::kRows; }

  Options options_;
  ItemStore<Dim> items_;
  // Only that of the option is in use.
  hashgrid::RowGrid<Dim> rows_;
  hashgrid::ListGrid<Dim> lists_;
};

/// Hash grid with all kinds of storage.
template <int Dim>
using HashGrid = BasicHashGrid<Dim, HashGridOptions>;

}  // namespace sapwood
