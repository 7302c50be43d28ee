/// @file Sort and sweep: boxes sorted by their lower edge on one axis. Each box is compared with
/// the following boxes, up to the first box that starts after its upper edge.
///
/// Modes: `sort` sorts all boxes by radix sort after changes. `kept` keeps the order and repairs it
/// by insertion sort, O(n + exchanges), which is O(n) for small motions. `persistent` also keeps
/// both edges on every axis and the set of pairs (endpoint_axes.hpp). A frame then costs one pass
/// over the edges plus the changes, but sweeping is so fast that this pays off only if almost
/// nothing moves. The axis is given, or `auto` (axis_choice.hpp).
///
/// Layout: the boxes in sorted order (sorted_boxes.hpp), for queries and sweeps, and 8 bytes per
/// item for the order. In `persistent`, also the edges, and 28 (2D) or 36 (3D) bytes per item for
/// the sorted boxes, which each flush() copies.
///
/// Changes are lazy: they write the item, and flush() repairs the lists. Before flush(),
/// traversals, stats, dump and validate do not reflect the changes. Functions that change the index
/// reserve all memory, except the memory for the pairs of the persistent mode. In this mode,
/// flush() can return out_of_memory. No items are lost, and the next flush() rebuilds all lists and
/// pairs.
///
/// Invariants after flush(): the list contains all live items, sorted by (lower edge, id). The box
/// of each block of 32 items is their exact union. In `persistent`, edges are sorted, and pairs are
/// all overlapping pairs.
///
/// Counters: pairs() counts an item test for each pair that overlaps on the sweep axis. In
/// `persistent`, it counts the pairs that flush() has compared since the last pairs(). Queries
/// count blocks of 32 boxes as nodes, and every item of an opened block as an item test.
///
/// Limits: O(n^2) candidate pairs if many boxes overlap on the axis. Box and point queries visit
/// the blocks near them on the axis, and all other queries visit all blocks. Ids are below 2^31.
///
/// Sources:
/// - sweep: Shamos and Hoey, Geometric intersection problems, 1976
/// - coherence: Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992
/// - coherence: Cohen et al., I-COLLIDE, 1995
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/sweep/sort_and_sweep/endpoint_axes.hpp"

namespace sapwood {

/// Sorted data that is kept between calls.
enum class SweepMode : u8 {
  kSort,        ///< No data is kept. The boxes are sorted again after changes.
  kKept,        ///< The order is kept and repaired by insertion sort.
  kPersistent,  ///< The edges on all axes and the set of pairs are kept.
};

/// Options of sort and sweep.
template <int Dim>
struct SortAndSweepOptions {
  SweepMode mode = SweepMode::kSort;
  SweepAxis axis = SweepAxis::kAuto;

  template <class V>
  void describe(V& v) {
    static constexpr const char* kModes[] = {"sort", "kept", "persistent"};
    v.choice("mode", mode, ChoiceNames(kModes));
    v.choice("axis", axis, sweep::axis_names<Dim>());
  }
};

/// Sort and sweep on one axis.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class SortAndSweep {
 public:
  static constexpr const char* kId = "sort-and-sweep";
  static constexpr bool kHasSphereTraversal = true;
  static constexpr bool kHasFrustumTraversal = true;
  static constexpr int kDim = Dim;
  static constexpr bool kValidatesOnLoad = true;
  static constexpr u32 kLookupCost =
      12;  ///< See lookup_cost(). The ratio is high, because the search for pairs is fast.
  static constexpr bool kOrderedOnlyIfShrinking =
      true;  ///< An ordered traversal searches all blocks for the next block.
  using Options = SortAndSweepOptions<Dim>;
  using Box = Aabb<Dim>;

  /// Number of swaps per item after which the insertion sort is abandoned for a radix sort. Two
  /// swaps per item cost about as much as the radix sort, so the slowest frame costs twice as much
  /// as a radix sort alone.
  static constexpr u64 kSwapsPerItem = 2;

  /// Creates an empty index.
  explicit SortAndSweep(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count) || !reserve(count)) return out_of_memory(*this);
    forget();
    items_.assign(boxes, count);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Sets all boxes. `changed` counts the items whose box changed.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      changed += set_box(id, *boxes++) ? 1 : 0;
    }
    touch(changed != 0);
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    forget();
    items_.clear();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !reserve(items_.id_end() + 1)) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    listed_ids_.insert(id);
    touch(true);
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    items_.remove(id);
    listed_ids_.remove();
    touch(true);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` is true if the box changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    changed = set_box(id, box);
    touch(changed);
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Repairs the sorted lists. Must be called after changes and before a traversal.
  Status flush() {
    if (!dirty_) return Status::success();
    const sweep::Spreads<Dim> spreads = sweep::measure_spreads(items_);
    const u32 axis = options_.axis == SweepAxis::kAuto ? sweep::choose_axis(spreads, kept_axis())
                                                       : static_cast<u32>(options_.axis) - 1;
    if (!sort(axis) || !boxes_.fill(items_, order_, axis, spreads) ||
        (persistent() && !endpoints_.flush_pairs(items_, listed_ids_, boxes_))) {
      forget();
      return out_of_memory(*this);
    }
    axis_ = axis;
    sorted_ = true;
    dirty_ = false;
    listed_ids_.flush(items_);
    if (boxes_.sparse()) shrink();
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    boxes_.traverse(query, counters, visit);
    return Status::success();
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    boxes_.traverse_ordered(query, counters, visit);
    return Status::success();
  }

  /// Reports all overlapping pairs, in the order of the sweep; in `persistent` by (smaller id,
  /// larger id).
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) {
    SAPWOOD_ASSERT(!dirty_);
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

  /// Releases unneeded memory, but keeps the memory that flush() needs.
  [[gnu::cold, gnu::noinline]] void shrink() {
    const u32 end = items_.id_end();
    items_.shrink();
    room_ = items_.id_end();
    // The sorted lists can contain removed ids. listed_ids_ loses these ids here, so a reused id
    // would be added to the lists a second time. Therefore the lists are discarded.
    if (dirty_ && room_ != end) {
      const u32 axis = kept_axis();
      forget();
      loaded_axis_ = axis;
    }
    if (!sorted_) order_.clear();
    if (dirty_) boxes_.clear();
    listed_ids_.shrink(room_);
    order_.shrink(room_);
    scratch_.clear();
    scratch_.shrink(persistent() ? 0 : room_);
    boxes_.shrink();
    endpoints_.shrink(persistent() ? room_ : 0);
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + listed_ids_.byte_length() + order_.byte_length() +
           scratch_.byte_length() + boxes_.byte_length() + endpoints_.byte_length();
  }

  /// Returns statistics on the size and quality of the index. Nodes are the blocks and one root.
  IndexStats stats() const {
    IndexStats stats;
    const u32 blocks = boxes_.block_count();
    stats.items = items_.size();
    stats.nodes = blocks == 0 ? 0 : 1 + blocks;
    stats.leaves = blocks;
    if (blocks != 0) stats.height = 1;
    if (keeps_order()) stats.swaps = static_cast<f64>(swaps_);
    if (sorted_) stats.axis = axis_;
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const { return sweep::dump_blocks(boxes_, dump); }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (sorted_) sweep::validate_listed_ids(items_, listed_ids_, faults);
    if (dirty_) return;  // the lists can be out of date until flush()
    sweep::validate_order(items_, order_, axis_, faults);
    sweep::validate_boxes(items_, order_, boxes_, faults);
    if (persistent()) sweep::validate_endpoints(items_, endpoints_, boxes_, faults);
  }

  /// Writes the items and the axis. The sort order is not saved, because it follows from the items.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    writer.value(kept_axis());
  }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    reader.value(loaded_axis_);
    reader.require(loaded_axis_ < Dim || loaded_axis_ == kNone);
    if (reader.ok()) reader.require_memory(reserve(items_.id_end()));
    dirty_ = true;
  }

 private:
  bool persistent() const { return options_.mode == SweepMode::kPersistent; }
  bool keeps_order() const { return options_.mode != SweepMode::kSort; }

  // Returns the axis that `auto` prefers to keep, or kNone in the mode `sort`.
  u32 kept_axis() const {
    if (!keeps_order()) return kNone;
    return sorted_ ? axis_ : loaded_axis_;
  }

  // Reserves memory for `count` items in all lists. If 1.5 times the previous capacity is more and
  // can be allocated, reserves that instead.
  [[nodiscard]] bool reserve(u32 count) {
    if (count <= room_) return true;
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

  void forget() {
    sorted_ = false;
    dirty_ = true;
    loaded_axis_ = kNone;
    swaps_ = 0;
    listed_ids_.clear();
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

  /// Writes the ids of the live items to order_, sorted. Returns false if allocation fails.
  [[nodiscard]] bool sort(u32 axis) {
    swaps_ = 0;
    if (persistent()) {
      if (!endpoints_.repair_edges(items_, listed_ids_, swaps_)) return false;
      endpoints_.list_lower_edges(axis, order_);
      return true;
    }
    const bool kept = keeps_order() && sorted_ && axis == axis_;
    return (kept && repair(axis)) || sort_from_scratch(axis);
  }

  KeyedIndex entry(Id id, u32 axis) const { return {sortable_key(items_.box(id).min[axis]), id}; }

  // Sorts the live items by radix sort. Items with equal keys stay in the order of ids.
  [[nodiscard]] bool sort_from_scratch(u32 axis) {
    order_.clear();
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      order_.push_unchecked(entry(id, axis));
    }
    return radix_sort(order_, scratch_);
  }

  // Removes the entries of removed items from order_, updates the keys, sorts by insertion, and
  // merges the pending items. Returns false if a radix sort is faster.
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
  Array<KeyedIndex> scratch_;  // buffer for the sorts
  sweep::SortedBoxes<Dim> boxes_;
  sweep::EndpointAxes<Dim> endpoints_;  // used in persistent mode
  u32 room_ = 0;                        // number of items for which memory is reserved
  u32 axis_ = 0;                        // axis of the last flush(), if sorted_
  u32 loaded_axis_ = kNone;             // axis of the saved index
  u64 swaps_ = 0;                       // exchanges of the last flush()
  bool sorted_ = false;                 // order_ describes some earlier state of the items
  bool dirty_ = false;                  // items changed since the last flush()
};

}  // namespace sapwood
