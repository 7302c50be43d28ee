// The lists of the persistent mode: both edges of every box sorted on every axis, and the set of
// pairs, which the exchanges that repair those lists keep up to date.
//
// Layout: per axis one list of 8-byte edges {key, side | id}: key = sortable image of the float32
// edge, side = top bit, 0 lower and 1 upper. Order: key, lower edges before upper ones (boxes are
// closed: what touches overlaps, and a box without extent opens before it closes), id.
// Cost of a settle: O(edges + exchanges). When exchanges exceed kSwapsPerEdge an edge, plus one
// for every kTestsPerSwap candidates of the last sweep, all is made anew by radix sort and one
// sweep; that bounds a settle after teleports.
// Source: Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992 (coherent sorting);
// Cohen et al., I-COLLIDE, 1995 (pairs kept on three axes).
#pragma once

#include "sapwood/core/sweep/sorted_boxes.hpp"
#include "sapwood/structures/sweep/sort_and_sweep/listed_ids.hpp"
#include "sapwood/structures/sweep/sort_and_sweep/pair_list.hpp"

namespace sapwood::sweep {

template <int Dim>
class EndpointAxes {
 public:
  using Box = Aabb<Dim>;
  static constexpr u32 kUpper = 0x80000000u;
  // An exchange costs about what sorting a quarter of an edge does, or sweeping 64 candidates.
  static constexpr u64 kSwapsPerEdge = 4;
  static constexpr u64 kTestsPerSwap = 64;
  static_assert(sizeof(KeyedIndex) == 8);

  static constexpr bool is_upper(const KeyedIndex& edge) { return (edge.index & kUpper) != 0; }
  static constexpr Id id_of(const KeyedIndex& edge) { return edge.index & ~kUpper; }

  const Array<KeyedIndex>& edges(u32 axis) const { return edges_[axis]; }
  const PairList& pairs() const { return pairs_; }

  // Room for the edges of `count` boxes. The pairs grow while settling.
  [[nodiscard]] bool reserve(u32 count) {
    for (auto& edges : edges_) {
      if (!edges.reserve(size_t{2} * count)) return false;
    }
    return scratch_.reserve(size_t{2} * count);
  }

  // The next settle starts from scratch.
  void forget() { built_ = false; }

  // Sorts the edges; by exchanges when that is cheap, which also keeps the pairs of the items that
  // were there before. Adds exchanges to `swaps`. False when memory failed.
  [[nodiscard]] bool settle_edges(const ItemStore<Dim>& items, const ListedIds& listed_ids,
                                  u64& swaps) {
    // a sweep is cheaper than a query for each of many pending items
    built_ = built_ && listed_ids.pending().size() <= items.size() / 4;
    if (built_) built_ = repair(items, listed_ids, swaps) && !pairs_.failed();
    fresh_ = !built_;
    return !fresh_ || sort_all(items);
  }

  // The items in the order of their lower edges, ties by id. Needs room for all of them.
  void list_lower_edges(u32 axis, Array<KeyedIndex>& order) const {
    order.clear();
    for (const KeyedIndex& edge : edges_[axis]) {
      if (!is_upper(edge)) order.push_unchecked(edge);
    }
  }

  // Completes the pairs with the help of the sorted boxes. False when memory failed; the next
  // settle then starts from scratch.
  [[nodiscard]] bool settle_pairs(const ItemStore<Dim>& items, const ListedIds& listed_ids,
                                  const SortedBoxes<Dim>& boxes) {
    if (fresh_) {
      pairs_.clear();
      sweep_tests_ = 0;
      boxes.sweep(sweep_tests_, [&](Id a, Id b) {
        pairs_.add(a, b);
        return !pairs_.failed();
      });
      tests_ += sweep_tests_;
    } else {
      for (const Id id : listed_ids.pending()) {
        if (items.has(id)) add_pairs_of(id, items.box(id), boxes);
      }
    }
    built_ = pairs_.commit();
    return built_;
  }

  // Pairs of boxes compared since the last call.
  u64 take_tests() { return std::exchange(tests_, 0); }

  size_t byte_length() const {
    size_t bytes = scratch_.byte_length() + pairs_.byte_length();
    for (const auto& edges : edges_) bytes += edges.byte_length();
    return bytes;
  }

 private:
  static u32 key_of(const Box& box, int axis, bool upper) {
    return sortable_key(upper ? box.max[axis] : box.min[axis]);
  }

  // Within equal keys the sort keeps the order of arrival: lower edges by id, upper edges by id.
  [[nodiscard]] bool sort_all(const ItemStore<Dim>& items) {
    for (int axis = 0; axis < Dim; ++axis) {
      Array<KeyedIndex>& edges = edges_[axis];
      edges.clear();
      for (const u32 side : {0u, kUpper}) {
        for (Id id = items.first(); id != kNone; id = items.next(id)) {
          edges.push_unchecked({key_of(items.box(id), axis, side != 0), id | side});
        }
      }
      if (!radix_sort(edges, scratch_)) return false;
    }
    return true;
  }

  [[nodiscard]] bool repair(const ItemStore<Dim>& items, const ListedIds& listed_ids, u64& swaps) {
    if (listed_ids.removed()) pairs_.drop_dead(items);
    for (int axis = 0; axis < Dim; ++axis) refresh(items, axis);
    u64 budget = sweep_tests_ / kTestsPerSwap;
    for (const auto& edges : edges_) budget += kSwapsPerEdge * edges.size();
    for (auto& edges : edges_) {
      const bool sorted = insertion_sort(
          edges, budget, swaps,
          [&](const KeyedIndex& moving, const KeyedIndex& passed) { pass(items, moving, passed); });
      if (!sorted || pairs_.failed()) return false;
    }
    for (int axis = 0; axis < Dim; ++axis) {
      if (!merge_pending(items, listed_ids, axis)) return false;
    }
    return true;
  }

  // Drops the edges of items that are gone and reads the others anew.
  void refresh(const ItemStore<Dim>& items, int axis) {
    Array<KeyedIndex>& edges = edges_[axis];
    size_t kept = 0;
    for (const KeyedIndex edge : edges) {
      const Id id = id_of(edge);
      if (items.has(id)) edges[kept++] = {key_of(items.box(id), axis, is_upper(edge)), edge.index};
    }
    edges.truncate(kept);
  }

  // `moving` goes down past `passed`. All keys are new already, so the exact test decides at once;
  // boxes that met or parted did so on some axis, where this exchange takes place.
  void pass(const ItemStore<Dim>& items, const KeyedIndex& moving, const KeyedIndex& passed) {
    if (is_upper(moving) == is_upper(passed)) return;
    const Id a = id_of(moving);
    const Id b = id_of(passed);
    ++tests_;
    if (is_upper(moving)) {
      pairs_.drop(a, b);
    } else if (overlaps(items.box(a), items.box(b))) {
      pairs_.add(a, b);
    }
  }

  [[nodiscard]] bool merge_pending(const ItemStore<Dim>& items, const ListedIds& listed_ids,
                                   int axis) {
    if (listed_ids.pending().empty()) return true;
    scratch_.clear();
    for (const Id id : listed_ids.pending()) {
      if (!items.has(id)) continue;
      scratch_.push_unchecked({key_of(items.box(id), axis, false), id});
      scratch_.push_unchecked({key_of(items.box(id), axis, true), id | kUpper});
    }
    sort_entries(scratch_);
    return merge_into(edges_[axis], scratch_);
  }

  void add_pairs_of(Id id, const Box& box, const SortedBoxes<Dim>& boxes) {
    QueryCounters counters;
    const auto add = [&](Id other) {
      if (other != id) pairs_.add(id, other);
      return true;
    };
    boxes.traverse(BoxQuery<Dim>(box), counters, FunctionVisitor(add));
    tests_ += counters.item_tests;
  }

  Array<KeyedIndex> edges_[Dim];
  Array<KeyedIndex> scratch_;
  PairList pairs_;
  u64 tests_ = 0;
  u64 sweep_tests_ = 0;  // candidates of the last sweep: what starting from scratch costs
  bool built_ = false;   // edges and pairs describe some earlier state of the items
  bool fresh_ = false;   // edges were just sorted from scratch, pairs are still to be found
};

}  // namespace sapwood::sweep
