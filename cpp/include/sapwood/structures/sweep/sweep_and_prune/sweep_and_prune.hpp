/// @file Sweep and prune: boxes sorted by their lower edge on one axis. Each box is compared with
/// the following boxes, up to the first box that starts after its upper edge.
///
/// Modes: `columns` divides the other axes into a grid and sorts and sweeps each column separately
/// (columns.hpp), so the cost per box is constant. `sort` sorts by radix after changes. `kept`
/// keeps the order and repairs it by insertion sort, O(n + exchanges), which is O(n) for small
/// motions. `persistent` also keeps both edges on every axis and the set of pairs
/// (endpoint_axes.hpp). A frame then costs one pass over the edges plus the changes. Because
/// sweeping is fast, `persistent` is faster only if almost nothing moves. The axis is given, or
/// `auto` (axis_choice.hpp). Modes other than `columns` keep the sorted boxes of one axis
/// (sorted_boxes.hpp) for queries and sweeps. In `persistent`, these sorted boxes cost one pass
/// over the edges and one copy of the boxes per settle, and 28 (2D) or 36 (3D) bytes per item.
///
/// Changes are lazy: they write the item and do not change the lists. settle() repairs the lists.
/// Before settle(), traversals, stats, dump and validate reflect the old state. Functions that
/// change the index reserve all memory, except for pairs of the persistent mode and for columns.
/// For these, settle() can return out_of_memory. No items are lost, and the next settle() starts
/// from scratch.
///
/// Invariants after settle(): the list has all live items by (lower edge, id). Boxes of blocks are
/// exact unions. In `persistent`, edges are sorted, and pairs are all overlapping pairs.
///
/// Counters: pairs() counts as item tests the pairs that overlap on the sweep axis, independent of
/// the SIMD width. In `columns` these are the pairs of each column, as exactly as its sort
/// separates them. In `persistent` they are the pairs that settling compared since the last
/// pairs(). Queries count blocks of 32 (and columns) as nodes, and every item of an opened block.
///
/// Limits: O(n^2) candidates if many boxes overlap on the axis, in `columns` if they overlap on all
/// axes. In the other modes, box and point queries visit the blocks near them on the axis, and all
/// other queries visit all blocks. Ids are below 2^31.
///
/// Sources:
/// - sweep: Shamos and Hoey, Geometric intersection problems, 1976
/// - coherence: Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992
/// - coherence: Cohen et al., I-COLLIDE, 1995
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/column_inspect.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/endpoint_axes.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/inspect.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/options.hpp"

namespace sapwood {

/// Sweep and prune. The options type selects which modes are compiled; see SweepAndPrune.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim, class ItsOptions>
class BasicSweepAndPrune {
 public:
  static constexpr const char* kId = "sweep-and-prune";
  static constexpr bool kWalksSpheresApart = true;
  static constexpr bool kWalksFrustaApart = true;
  static constexpr int kDim = Dim;
  static constexpr bool kLoadsSound = true;
  static constexpr u32 kLookupCost =
      12;  ///< The search for all pairs is fast, so lookups are relatively expensive.
  static constexpr bool kShrinksOnly =
      true;  ///< An ordered traversal searches all columns for the next one.
  using Options = ItsOptions;
  using Box = Aabb<Dim>;

  /// Number of swaps per item after which the insertion sort is abandoned for a radix sort. Two
  /// swaps per item cost about as much as the radix sort, so the worst frame costs twice as much.
  static constexpr u64 kSwapsPerItem = 2;

  /// Creates an empty index.
  explicit BasicSweepAndPrune(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }

  /// Replaces the content: item i gets id i and box i.
  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count) || !reserve(count)) return Status::out_of_memory();
    forget();
    items_.assign(boxes, count);
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
    touch(changed != 0);
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    forget();
    items_.clear();
  }

  /// Inserts an item. `id` receives its id, the smallest free one.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !reserve(items_.id_end() + 1)) {
      return Status::out_of_memory();
    }
    id = items_.insert(box, filter);
    if (!columnar()) listed_ids_.insert(id);
    touch(true);
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    items_.remove(id);
    listed_ids_.remove();
    touch(true);
    return Status::success();
  }

  /// Moves an item. `changed` is true if its place in the structure changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    changed = set_box(id, box);
    touch(changed);
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Does deferred work. Must be called after changes and before a traversal.
  Status settle() {
    const bool settled = !dirty_ && (!columnar() || columns_.has_blocks());
    return settled ? Status::success() : settle_queries();
  }

  /// Settles what pairs() needs, without the blocks for queries.
  Status settle_pairs() {
    if (!columnar()) return settle();
    if (!dirty_) return Status::success();
    const u32 axis =
        options_.axis == SweepAxis::kAuto ? kNone : static_cast<u32>(options_.axis) - 1;
    if (!columns_.settle(items_, axis, kept_axis())) {
      columns_.forget();
      forget();
      return Status::out_of_memory();
    }
    axis_ = columns_.store().grid().axis();
    sorted_ = true;
    dirty_ = false;
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    if (columnar()) {
      columns_.blocks().traverse(query, counters, visit);
    } else {
      boxes_.traverse(query, counters, visit);
    }
    return Status::success();
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    if (columnar()) {
      columns_.blocks().traverse_ordered(query, counters, visit);
    } else {
      boxes_.traverse_ordered(query, counters, visit);
    }
    return Status::success();
  }

  /// Reports all overlapping pairs, in the order of the sweep; in `persistent` by (smaller id,
  /// larger id).
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) {
    SAPWOOD_ASSERT(!dirty_);
    if (columnar()) {
      sweep::column_pairs(columns_.store(), counters.item_tests, visit);
      return Status::success();
    }
    if (!persistent()) {
      boxes_.sweep(counters.item_tests, visit);
      return Status::success();
    }
    counters.item_tests += endpoints_.take_tests();
    for (const u64 key : endpoints_.pairs().keys()) {
      if (!visit(pair_of(key).a, pair_of(key).b)) break;
    }
    return Status::success();
  }

  /// Returns the bytes of memory in use.
  size_t byte_length() const {
    return items_.byte_length() + listed_ids_.byte_length() + order_.byte_length() +
           scratch_.byte_length() + boxes_.byte_length() + endpoints_.byte_length() +
           columns_.byte_length();
  }

  /// Returns size and quality. Nodes are those of dump(): the blocks, the columns above them, if
  /// any, and one root.
  IndexStats stats() const {
    IndexStats stats;
    const sweep::ColumnCounts columns = sweep::count_columns(columns_.store());
    const u32 blocks = columnar() ? columns.blocks : boxes_.block_count();
    stats.items = items_.size();
    stats.nodes = blocks == 0 ? 0 : 1 + columns.columns + blocks;
    stats.leaves = blocks;
    if (blocks != 0) stats.height = columnar() ? 2 : 1;
    if (repairs()) stats.swaps = static_cast<f64>(swaps_);
    if (sorted_) stats.axis = axis_;
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the hierarchy.
  Status dump(NodeDump& dump) const {
    return columnar() ? sweep::dump_columns(columns_.store(), items_.size(), dump)
                      : sweep::dump_blocks(boxes_, dump);
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (columnar()) {
      if (dirty_ || !sorted_) return;
      sweep::validate_columns(items_, columns_.store(), faults);
      if (columns_.has_blocks()) {
        sweep::validate_column_blocks(items_, columns_.blocks(), faults);
      }
      return;
    }
    if (sorted_) sweep::validate_roster(items_, listed_ids_, faults);
    if (dirty_) return;  // the lists may be behind the items until settle()
    sweep::validate_order(items_, order_, axis_, faults);
    sweep::validate_boxes(items_, order_, boxes_, faults);
    if (persistent()) sweep::validate_endpoints(items_, endpoints_, boxes_, faults);
  }

  /// Writes the items and the axis. The sort order is total, so the order of earlier changes does
  /// not matter and is not saved.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    writer.value(kept_axis());
  }
  /// Reads into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    reader.value(loaded_axis_);
    reader.require(loaded_axis_ < Dim || loaded_axis_ == kNone);
    if (reader.ok()) reader.require_memory(reserve(items_.id_end()));
    dirty_ = true;
  }

 private:
  [[gnu::noinline]] Status settle_queries() {
    if (!columnar()) return settle_lists();
    if (Status status = settle_pairs(); !status.ok()) return status;
    return columns_.settle_blocks(items_.size()) ? Status::success() : Status::out_of_memory();
  }
  bool persistent() const { return options_.mode == SweepMode::kPersistent; }
  bool columnar() const { return options_.mode == SweepMode::kColumns; }
  bool repairs() const { return persistent() || options_.mode == SweepMode::kKept; }

  // The axis that auto would like to keep; `sort` keeps nothing.
  u32 kept_axis() const {
    if (options_.mode == SweepMode::kSort) return kNone;
    return sorted_ ? axis_ : loaded_axis_;
  }

  // Room for `count` items in all lists, by halves more than asked for.
  [[nodiscard]] bool reserve(u32 count) {
    if (count <= room_ || columnar()) return true;
    const u32 roomy = room_ + room_ / 2;
    if (roomy > count && reserve_exactly(roomy)) return true;
    return reserve_exactly(count);
  }
  [[nodiscard]] bool reserve_exactly(u32 count) {
    if (!listed_ids_.reserve(count) || !order_.reserve(count) || !boxes_.reserve(count))
      return false;
    if (!(persistent() ? endpoints_.reserve(count) : scratch_.reserve(count))) return false;
    room_ = count;
    return true;
  }

  // Everything that is known about an order.
  void forget() {
    sorted_ = false;
    dirty_ = true;
    loaded_axis_ = kNone;
    swaps_ = 0;
    endpoints_.forget();
  }

  void touch(bool changed) {
    swaps_ = 0;
    dirty_ |= changed;
  }

  bool set_box(Id id, const Box& box) {
    const bool changed = !same_numbers(items_.box(id), box);
    items_.set_box(id, box);
    return changed;
  }

  Status settle_lists() {
    const sweep::Spreads<Dim> spreads = sweep::measure_spreads(items_);
    const u32 axis = options_.axis == SweepAxis::kAuto ? sweep::choose_axis(spreads, kept_axis())
                                                       : static_cast<u32>(options_.axis) - 1;
    if (!sort(axis) || !boxes_.fill(items_, order_, axis, spreads) ||
        (persistent() && !endpoints_.settle_pairs(items_, listed_ids_, boxes_))) {
      forget();
      return Status::out_of_memory();
    }
    axis_ = axis;
    sorted_ = true;
    dirty_ = false;
    listed_ids_.settle(items_);
    return Status::success();
  }

  // Puts the ids of the live items into order_. False when memory failed.
  [[nodiscard]] bool sort(u32 axis) {
    swaps_ = 0;
    if (persistent()) {
      if (!endpoints_.settle_edges(items_, listed_ids_, swaps_)) return false;
      endpoints_.list_lower_edges(axis, order_);
      return true;
    }
    const bool kept = options_.mode == SweepMode::kKept && sorted_ && axis == axis_;
    return (kept && repair(axis)) || sort_from_scratch(axis);
  }

  KeyedIndex entry(Id id, u32 axis) const { return {sortable_key(items_.box(id).min[axis]), id}; }

  // Ties keep the order of ids.
  [[nodiscard]] bool sort_from_scratch(u32 axis) {
    order_.clear();
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      order_.push_unchecked(entry(id, axis));
    }
    return radix_sort(order_, scratch_);
  }

  // Reads the keys anew without the items that are gone, sorts by insertion, merges the pending
  // items. False when the radix sort is the better choice.
  bool repair(u32 axis) {
    const u64 budget = kSwapsPerItem * items_.size();
    if (listed_ids_.pending().size() > items_.size() / 4) return false;
    size_t kept = 0;
    for (const KeyedIndex old : order_) {
      if (items_.has(old.index)) order_[kept++] = entry(old.index, axis);
    }
    order_.truncate(kept);
    if (!sweep::insertion_sort(order_, budget, swaps_, [](auto&&...) {})) return false;
    scratch_.clear();
    for (const Id id : listed_ids_.pending()) {
      if (items_.has(id)) scratch_.push_unchecked(entry(id, axis));
    }
    sweep::sort_entries(scratch_);
    return sweep::merge_into(order_, scratch_);
  }

  Options options_;
  ItemStore<Dim> items_;
  sweep::ListedIds listed_ids_;
  Array<KeyedIndex> order_;    // live ids by (lower edge, id)
  Array<KeyedIndex> scratch_;  // of the sorts
  sweep::SortedBoxes<Dim> boxes_;
  sweep::EndpointAxes<Dim> endpoints_;  // used in persistent mode
  sweep::Columns<Dim> columns_;         // used in columns mode, instead of all lists
  u32 room_ = 0;                        // items that all lists have memory for
  u32 axis_ = 0;                        // of the last settle, when sorted_
  u32 loaded_axis_ = kNone;             // of the index that was saved
  u64 swaps_ = 0;                       // exchanges of the last settle
  bool sorted_ = false;                 // order_ describes some earlier state of the items
  bool dirty_ = false;                  // items changed since the last settle
};

/// Sweep and prune with all modes.
template <int Dim>
using SweepAndPrune = BasicSweepAndPrune<Dim, SweepAndPruneOptions<Dim>>;

}  // namespace sapwood
