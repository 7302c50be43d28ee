/// @file Sweep and prune in columns: boxes sorted by their lower edge on one axis. Each box is
/// compared with the following boxes, up to the first box that starts after its upper edge. A grid
/// divides the other axes into columns, which are sorted and swept separately, so the cost per box
/// is constant.
///
/// The axis is given, or `auto` (axis_choice.hpp). The grid is chosen from a sample of the boxes
/// (grid.hpp) and kept while the sample stays similar, also by build(). A box is in every column
/// that it touches. A box that would be in too many columns is in a column for large boxes.
///
/// Changes are lazy: they only write the item. flush_pairs() streams every box into its columns and
/// sorts them, in one pass if the grid is unchanged and no column has become too large. flush()
/// also creates blocks of 32 boxes for queries. Before flush(), traversals, stats, dump and
/// validate do not reflect the changes. Functions that change the index reserve memory for the
/// items. If flush() returns out_of_memory, no items are lost, and the next flush() tries again.
///
/// Invariants after flush(): a column contains all boxes that touch it, in sorted order. The boxes
/// of blocks are exact unions.
///
/// Counters: in each column, pairs() counts an item test for each pair of boxes that overlap on the
/// sweep axis, within the precision of the sort keys. Queries count columns and blocks as nodes,
/// and every item of an opened block as an item test.
///
/// Limits: O(n^2) candidate pairs if many boxes overlap on all axes. Ids are below 2^31.
///
/// Sources: Shamos and Hoey, Geometric intersection problems, 1976; Baraff, Dynamic Simulation of
/// Non-Penetrating Rigid Bodies, 1992.
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/grid.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/inspect.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/pairs.hpp"

namespace sapwood {

/// Options of sweep and prune.
template <int Dim>
struct SweepAndPruneOptions {
  SweepAxis axis = SweepAxis::kAuto;

  template <class V>
  void describe(V& v) {
    v.choice("axis", axis, sweep::axis_names<Dim>());
  }
};

/// Sweep and prune in columns.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class SweepAndPrune {
 public:
  static constexpr const char* kId = "sweep-and-prune";
  static constexpr bool kHasSphereTraversal = true;
  static constexpr bool kHasFrustumTraversal = true;
  static constexpr int kDim = Dim;
  static constexpr bool kValidatesOnLoad = true;
  static constexpr u32 kLookupCost =
      12;  ///< See lookup_cost(). The ratio is high, because the search for pairs is fast.
  static constexpr bool kOrderedOnlyIfShrinking =
      true;  ///< An ordered traversal searches all columns for the next column.
  using Options = SweepAndPruneOptions<Dim>;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit SweepAndPrune(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count)) return out_of_memory(*this);
    forget_axis();
    items_.assign(boxes, count);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Sets all boxes. `changed` counts the items whose box changed.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    if (items_.dense()) {
      const u32 end = items_.size();
#pragma GCC unroll 4
      for (Id id = 0; id < end; ++id) changed += set_box(id, boxes[id]) ? 1 : 0;
    } else {
      for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
        changed += set_box(id, *boxes++) ? 1 : 0;
      }
    }
    dirty_ |= changed != 0;
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    forget_axis();
    items_.clear();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter)) return out_of_memory(*this);
    id = items_.insert(box, filter);
    dirty_ = true;
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    items_.remove(id);
    dirty_ = true;
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` is true if the box changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    changed = set_box(id, box);
    dirty_ |= changed;
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Sorts the columns and creates the blocks for queries. Must be called after changes and before
  /// a traversal.
  Status flush() { return !dirty_ && has_blocks_ ? Status::success() : flush_blocks(); }

  /// Sorts the columns. This is sufficient before pairs().
  Status flush_pairs() {
    if (!dirty_) return Status::success();
    const u32 axis =
        options_.axis == SweepAxis::kAuto ? kNone : static_cast<u32>(options_.axis) - 1;
    if (!fill_columns(axis)) {
      grid_fits_ = false;
      has_blocks_ = false;
      forget_axis();
      return out_of_memory(*this);
    }
    axis_ = columns_.grid().axis();
    sorted_ = true;
    dirty_ = false;
    if (columns_.sparse()) columns_.shrink();
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    blocks_.traverse(query, counters, visit);
    return Status::success();
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    blocks_.traverse_ordered(query, counters, visit);
    return Status::success();
  }

  /// Reports all overlapping pairs, in the order of the sweep.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) {
    SAPWOOD_ASSERT(!dirty_);
    sweep::column_pairs(columns_, counters.item_tests, visit);
    return Status::success();
  }

  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    if (dirty_ || items_.size() == 0) {
      columns_ = {};
      grid_fits_ = has_blocks_ = false;
      dirty_ = true;
    }
    if (!has_blocks_) blocks_ = {};
    columns_.shrink();
    blocks_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + columns_.byte_length() + blocks_.byte_length();
  }

  /// Returns statistics on the size and quality of the index. Nodes are the blocks, their columns,
  /// and one root.
  IndexStats stats() const {
    IndexStats stats;
    const sweep::ColumnCounts counts = sweep::count_columns(columns_);
    stats.items = items_.size();
    stats.nodes = counts.nodes();
    stats.leaves = counts.blocks;
    if (counts.blocks != 0) stats.height = 2;
    if (sorted_) stats.axis = axis_;
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const { return sweep::dump_columns(columns_, items_.size(), dump); }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (dirty_ || !sorted_) return;
    sweep::validate_columns(items_, columns_, faults);
    if (has_blocks_) sweep::validate_column_blocks(items_, blocks_, faults);
  }

  /// Writes the items and the axis.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    writer.value(kept_axis());
  }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    reader.value(loaded_axis_);
    reader.require(loaded_axis_ < Dim || loaded_axis_ == kNone);
    dirty_ = true;
  }

 private:
  using Choice = sweep::ColumnChoice<Dim>;
  using Sample = sweep::SceneSample<Dim>;

  static constexpr f64 kAlike = 1.25;      // maximum ratio of counts and extents
  static constexpr f64 kShift = 1.0 / 16;  // maximum shift of an end, relative to the range

  [[gnu::noinline]] Status flush_blocks() {
    if (Status status = flush_pairs(); !status.ok()) return status;
    has_blocks_ = has_blocks_ || blocks_.fill(columns_, items_.size());
    return has_blocks_ ? Status::success() : out_of_memory(*this);
  }

  // Streams all boxes into the columns and sorts the columns. Chooses the sweep axis if `axis` is
  // kNone. Returns false if out of memory.
  [[nodiscard]] bool fill_columns(u32 axis) {
    has_blocks_ = false;
    const Sample scene = Choice::sample(items_);
    if (axis == kNone) axis = Choice::choose_axis(scene, kept_axis());
    const bool kept = grid_fits_ && axis == columns_.grid().axis() && alike(scene, made_for_);
    grid_fits_ = kept && columns_.stream(items_);
    if (!grid_fits_) {
      made_for_ = scene;
      if (!columns_.lay_out(items_, Choice::choose_grid(scene, axis))) return false;
      if (!columns_.stream(items_)) return false;
      grid_fits_ = true;
    }
    return columns_.sort();
  }

  /// Returns whether two samples are similar enough for the same grid.
  static bool alike(const Sample& now, const Sample& then) {
    bool alike = near(now.count, then.count);
    for (int axis = 0; axis < Dim; ++axis) {
      const sweep::AxisSample& a = now.axis[axis];
      const sweep::AxisSample& b = then.axis[axis];
      const f64 shift = kShift * b.range();
      alike &= near(a.extent, b.extent) && std::fabs(a.low - b.low) <= shift &&
               std::fabs(a.high - b.high) <= shift;
    }
    return alike;
  }
  static bool near(f64 a, f64 b) { return a <= b * kAlike && b <= a * kAlike; }

  /// Returns the axis that `auto` prefers to keep.
  u32 kept_axis() const { return sorted_ ? axis_ : loaded_axis_; }

  void forget_axis() {
    sorted_ = false;
    dirty_ = true;
    loaded_axis_ = kNone;
  }

  bool set_box(Id id, const Box& box) {
    const bool changed = !same_numbers(items_.box(id), box);
    items_.set_box(id, box);
    return changed;
  }

  Options options_;
  ItemStore<Dim> items_;
  sweep::ColumnStore<Dim> columns_;
  sweep::ColumnBlocks<Dim> blocks_;
  Sample made_for_;          // sample from which the grid was chosen
  u32 axis_ = 0;             // axis of the last flush(), if sorted_
  u32 loaded_axis_ = kNone;  // axis of the saved index
  bool grid_fits_ = false;   // the grid exists, and no run has overflowed since it was chosen
  bool has_blocks_ = false;  // blocks_ are up to date with columns_
  bool sorted_ = false;      // axis_ describes some earlier state of the items
  bool dirty_ = false;       // items changed since the last flush()
};

}  // namespace sapwood
