/// @file Sorted range: boxes sorted by their lower edge on one axis. The boxes that can overlap a
/// query on that axis are a range of the list, whose ends are found by binary search.
///
/// The upper end is the last box that starts before the query ends. The lower end is the first
/// position at which the running maximum of the upper edges reaches the start of the query. (A
/// linear search to the left that stops at the first box that does not reach the query would miss
/// longer boxes before this box.)
///
/// After a change, the next query sorts all items again by radix sort, O(n). SweepAndPrune is
/// faster for moving scenes.
///
/// Layout: the boxes in sorted order (core/sweep/sorted_boxes.hpp) and 4 bytes per item for the
/// running maximum. Invariants after flush(): the list contains all live items, sorted by (lower
/// edge, id). The running maximum at a position is the maximum of all upper edges up to this
/// position.
///
/// Cost: queries O(log n + range); all pairs O(candidate pairs). Sphere, ray and nearest-neighbor
/// queries visit blocks of 32 boxes. Counters: each item of the range counts as an item test; in
/// pairs(), each pair of items that overlap on the axis. Blocks count as nodes; box and point
/// queries visit no nodes. Limits: O(n^2) candidate pairs if many boxes overlap on the axis.
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/deferred_index.hpp"
#include "sapwood/core/sweep/sorted_boxes.hpp"

namespace sapwood {

template <int Dim>
struct SortedRangeOptions {
  SweepAxis axis = SweepAxis::kAuto;

  template <class V>
  void describe(V& v) {
    v.choice("axis", axis, sweep::axis_names<Dim>());
  }
};

/// Index of boxes sorted on one axis.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class SortedRange : public DeferredIndex<SortedRange<Dim>, Dim> {
 public:
  static constexpr const char* kId = "sorted-range";
  static constexpr bool kValidatesOnLoad = true;
  using Options = SortedRangeOptions<Dim>;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit SortedRange(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(this->flushed());
    if constexpr (requires { query.box(); }) {
      visit_range(query, counters, visit);
    } else {
      boxes_.traverse(query, counters, visit);
    }
    return Status::success();
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(this->flushed());
    boxes_.traverse_ordered(query, counters, visit);
    return Status::success();
  }

  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(this->flushed());
    boxes_.sweep(counters.item_tests, visit);
    return Status::success();
  }

  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    order_.shrink();
    scratch_.release();
    boxes_.shrink();
    most_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + order_.byte_length() + scratch_.byte_length() +
           boxes_.byte_length() + most_.byte_length();
  }

  /// Returns statistics on the size and quality of the index. Nodes are the blocks and one root, as
  /// in dump().
  IndexStats stats() const {
    IndexStats stats;
    const u32 blocks = boxes_.block_count();
    stats.items = items_.size();
    stats.nodes = blocks == 0 ? 0 : blocks + 1;
    stats.leaves = blocks;
    if (blocks != 0) {
      stats.height = 1;
      stats.axis = boxes_.axis();
    }
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const { return sweep::dump_blocks(boxes_, dump); }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (!this->flushed()) return;
    sweep::validate_order(items_, order_, boxes_.axis(), faults);
    sweep::validate_boxes(items_, order_, boxes_, faults);
    f32 most = -HUGE_VALF;
    for (u32 at = 0; at < boxes_.size(); ++at) {
      const f32 upper = boxes_.box(at).max[boxes_.axis()];
      most = upper > most ? upper : most;
      faults.require(most_[at] == most, "the running maximum is wrong at", at);
    }
  }

  /// Writes the items. load() sorts them.
  void save(ByteWriter& writer) const { items_.save(writer); }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) { items_.load(reader); }

 private:
  friend class DeferredIndex<SortedRange, Dim>;
  using DeferredIndex<SortedRange, Dim>::items_;

  void discard() {
    order_.clear();
    boxes_.clear();
    most_.clear();
  }

  bool flush_items() {
    const u32 count = items_.size();
    const sweep::Spreads<Dim> spreads = sweep::measure_spreads(items_);
    const u32 axis = options_.axis == SweepAxis::kAuto ? sweep::choose_axis(spreads, kNone)
                                                       : static_cast<u32>(options_.axis) - 1;
    if (!order_.reserve(count) || !scratch_.reserve(count) || !most_.resize(count)) {
      return false;
    }
    order_.clear();
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      order_.push_unchecked({sortable_key(items_.box(id).min[axis]), id});
    }
    if (!radix_sort(order_, scratch_) || !boxes_.fill(items_, order_, axis, spreads)) {
      return false;
    }
    f32 most = -HUGE_VALF;
    for (u32 at = 0; at < count; ++at) {
      most = std::max(most, items_.box(order_[at].index).max[axis]);
      most_[at] = most;
    }
    if (boxes_.sparse()) shrink();
    return true;
  }

  // Visits the items that overlap the query on the axis, and the items between them.
  template <class Query, class Visitor>
  void visit_range(const Query& query, Counters auto& counters, Visitor& visit) const {
    const u32 axis = boxes_.axis();
    const f32* const most = most_.data();
    const u32 first = static_cast<u32>(
        std::lower_bound(most, most + boxes_.size(), query.box().min[axis]) - most);
    const u32 end = boxes_.first_above(query.box().max[axis]);
    if (first >= end) return;
    counters.item_tests += end - first;
    if constexpr (kTraces<decltype(counters)>) {
      constexpr u32 kBlock = sweep::SortedBoxes<Dim>::kBlock;
      for (u32 at = first, next; at < end; at = next) {
        next = std::min((at / kBlock + 1) * kBlock, end);
        trace_of(counters).step(Step::kCompared, at / kBlock, next - at);
        if (!boxes_.visit_between(query, at, next, visit)) return;
      }
    } else {
      boxes_.visit_between(query, first, end, visit);
    }
  }

  Options options_;
  Array<KeyedIndex> order_;    // live ids by (lower edge, id)
  Array<KeyedIndex> scratch_;  // buffer for the sort
  sweep::SortedBoxes<Dim> boxes_;
  Array<f32> most_;  // by position: largest upper edge up to this position
};

}  // namespace sapwood
