// Sorted endpoints of boxes, the pairs that are updated with them, and their validation.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/sweep/sorted_boxes.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::sweep {

// Set of the ids in the sorted lists of an index, and of the ids that were inserted since the lists
// were built. An id that is removed and reused before the lists are repaired stays in the set. For
// the lists, this is the same as a move of the item.
class ListedIds {
 public:
  // Allocates memory for ids below `id_count`. The other functions then cannot fail.
  [[nodiscard]] bool reserve(size_t id_count) {
    return listed_.reserve(id_count) && pending_.reserve(id_count);
  }

  void clear() {
    listed_.clear();
    pending_.clear();
    removed_ = false;
  }
  void shrink(size_t id_count) {
    listed_.shrink_to(id_count, id_count);
    pending_.shrink(id_count);
  }

  void insert(Id id) {
    while (listed_.size() <= id) listed_.push_unchecked(0);
    if (listed_[id] != 0) return;
    listed_[id] = 1;
    pending_.push_unchecked(id);
  }
  void remove() { removed_ = true; }

  bool removed() const { return removed_; }
  // Returns the ids that are not in the lists yet, in insertion order. Some of these items can have
  // been removed again.
  const Array<Id>& pending() const { return pending_; }

  // Records that the lists contain exactly the live items. Requires reserve(items.id_end()).
  template <int Dim>
  void flush(const ItemStore<Dim>& items) {
    listed_.clear();
    for (Id id = 0; id < items.id_end(); ++id) listed_.push_unchecked(items.has(id) ? 1 : 0);
    pending_.clear();
    removed_ = false;
  }

  bool listed(Id id) const { return id < listed_.size() && listed_[id] != 0; }
  size_t byte_length() const { return listed_.byte_length() + pending_.byte_length(); }

 private:
  Array<u8> listed_;   // by id: 1 = in the lists or pending
  Array<Id> pending_;  // each id at most once
  bool removed_ = false;
};

// Current pairs: a hash set for membership, and a list sorted by (smaller id, larger id), so that
// the order of reports does not depend on earlier changes.
//
// add() and drop() log the changes. commit() sorts the two logs and merges them into the list. A
// commit that changes D of P pairs costs O(P + D log D), with sequential reads. A commit without
// changes costs nothing. Memory per pair: 8 bytes in the list, 8 in the buffer for merges, 16 to 32
// in the set.
class PairList {
 public:
  // Returns the keys of all pairs as of the last commit(), ascending.
  const Array<u64>& keys() const { return keys_; }
  bool has(Id a, Id b) const { return set_.has(a, b); }
  size_t size() const { return set_.size(); }

  // Returns whether an allocation has failed since clear(). The pairs must not be used after a
  // failure.
  bool failed() const { return failed_; }

  void clear() {
    set_.clear();
    keys_.clear();
    added_.clear();
    dropped_.clear();
    failed_ = false;
  }

  void add(Id a, Id b) {
    if (set_.insert(a, b, failed_)) failed_ |= !added_.push_back(pair_key(a, b));
  }
  void drop(Id a, Id b) {
    if (set_.erase(a, b)) failed_ |= !dropped_.push_back(pair_key(a, b));
  }

  template <int Dim>
  void drop_removed(const ItemStore<Dim>& items) {
    for (const u64 key : keys_) {
      const IdPair pair = pair_of(key);
      if (!items.has(pair.a) || !items.has(pair.b)) drop(pair.a, pair.b);
    }
  }

  // Applies the logged changes to the list. Returns false if an allocation fails or has failed
  // since clear().
  [[nodiscard]] bool commit() {
    if (failed_ || (added_.empty() && dropped_.empty())) return !failed_;
    sort(added_.begin(), added_.end());
    sort(dropped_.begin(), dropped_.end());
    merged_.clear();
    if (!merged_.reserve(keys_.size() + added_.size())) {
      failed_ = true;
      return false;
    }
    merge();
    keys_.swap(merged_);
    added_.clear();
    dropped_.clear();
    return true;
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    set_.shrink();
    keys_.shrink();
    merged_.release();
    added_.shrink();
    dropped_.shrink();
  }

  size_t byte_length() const {
    return set_.byte_length() + keys_.byte_length() + merged_.byte_length() + added_.byte_length() +
           dropped_.byte_length();
  }

 private:
  // Merges the logs into the list. No pair is in both logs, because boxes do not change during a
  // flush.
  void merge() {
    const u64* added = added_.begin();
    const u64* dropped = dropped_.begin();
    for (const u64 key : keys_) {
      for (; added != added_.end() && *added < key; ++added) merged_.push_unchecked(*added);
      if (dropped != dropped_.end() && *dropped == key) {
        ++dropped;
      } else {
        merged_.push_unchecked(key);
      }
    }
    for (; added != added_.end(); ++added) merged_.push_unchecked(*added);
  }

  PairSet set_;
  Array<u64> keys_;
  Array<u64> merged_;
  Array<u64> added_;
  Array<u64> dropped_;
  bool failed_ = false;
};

// Lists of the persistent mode: both edges of every box sorted on every axis, and the set of pairs.
// The exchanges that repair the lists also update the pairs.
//
// Layout: one list per axis of 8-byte edges {key, side | id}. The key is a sortable image of the
// f32 edge. The side is the top bit, 0 for lower and 1 for upper. Order: key, then lower edges
// before upper edges, then id, so boxes that touch overlap, and a box without extent starts before
// it ends. A flush costs O(edges + exchanges). If there are more than kSwapsPerEdge exchanges per
// edge, plus one per kTestsPerSwap candidates of the last sweep, everything is rebuilt by radix
// sort and one sweep, which bounds the cost after teleports. Source: Baraff, Dynamic Simulation of
// Non-Penetrating Rigid Bodies, 1992 (coherent sorting); Cohen et al., I-COLLIDE, 1995 (pairs kept
// on three axes).
template <int Dim>
class EndpointAxes {
 public:
  using Box = Aabb<Dim>;
  static constexpr u32 kUpper = 0x80000000u;
  // Four exchanges cost about as much as sorting one edge. One exchange costs as much as sweeping
  // 64 candidates.
  static constexpr u64 kSwapsPerEdge = 4;
  static constexpr u64 kTestsPerSwap = 64;
  static_assert(sizeof(KeyedIndex) == 8);

  static constexpr bool is_upper(const KeyedIndex& edge) { return (edge.index & kUpper) != 0; }
  static constexpr Id id_of(const KeyedIndex& edge) { return edge.index & ~kUpper; }

  const Array<KeyedIndex>& edges(u32 axis) const { return edges_[axis]; }
  const PairList& pairs() const { return pairs_; }

  // Allocates memory for the edges of `count` boxes. The memory for pairs is allocated later, by
  // flush_pairs().
  [[nodiscard]] bool reserve(u32 count) {
    for (auto& edges : edges_) {
      if (!edges.reserve(size_t{2} * count)) return false;
    }
    return scratch_.reserve(size_t{2} * count);
  }

  void shrink(u32 count) {
    for (auto& edges : edges_) {
      if (!built_) edges.clear();
      edges.shrink(size_t{2} * count);
    }
    scratch_.clear();
    scratch_.shrink(size_t{2} * count);
    if (!built_) pairs_.clear();
    pairs_.shrink();
  }

  // Causes the next flush to rebuild all lists and pairs.
  void forget() { built_ = false; }

  // Sorts the edges. If few exchanges are needed, the exchanges also update the pairs of items that
  // were already listed. Adds the number of exchanges to `swaps`. Returns false if allocation
  // fails.
  [[nodiscard]] bool repair_edges(const ItemStore<Dim>& items, const ListedIds& listed_ids,
                                  u64& swaps) {
    // a sweep is cheaper than a query for each of many pending items
    built_ = built_ && listed_ids.pending().size() <= items.size() / 4;
    if (built_) built_ = repair(items, listed_ids, swaps) && !pairs_.failed();
    fresh_ = !built_;
    return !fresh_ || sort_all(items);
  }

  // Writes the items to `order` by (lower edge, id). `order` must have capacity for all items.
  void list_lower_edges(u32 axis, Array<KeyedIndex>& order) const {
    order.clear();
    for (const KeyedIndex& edge : edges_[axis]) {
      if (!is_upper(edge)) order.push_unchecked(edge);
    }
  }

  // Finds the pairs of the pending items by one query for each, or all pairs by a sweep if the
  // edges were rebuilt. If allocation fails, returns false, and the next flush rebuilds all lists
  // and pairs.
  [[nodiscard]] bool flush_pairs(const ItemStore<Dim>& items, const ListedIds& listed_ids,
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

  // Returns the number of pairs of boxes compared since the last call of take_tests().
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

  // Sorts all edges from scratch. The radix sort is stable, so edges with equal keys stay in the
  // order in which they were added: lower edges by id, then upper edges by id.
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
    if (listed_ids.removed()) pairs_.drop_removed(items);
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

  // Removes the edges of removed items and updates the keys of the other edges.
  void refresh(const ItemStore<Dim>& items, int axis) {
    Array<KeyedIndex>& edges = edges_[axis];
    size_t kept = 0;
    for (const KeyedIndex edge : edges) {
      const Id id = id_of(edge);
      if (items.has(id)) edges[kept++] = {key_of(items.box(id), axis, is_upper(edge)), edge.index};
    }
    edges.truncate(kept);
  }

  // Updates the pairs when edge `moving` moves down past edge `passed`. All keys are up to date
  // already, so the exact test gives the final result. If two boxes started or stopped overlapping,
  // their edges are exchanged on at least one axis.
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
  u64 sweep_tests_ = 0;  // candidates of the last sweep, a measure of the cost of a rebuild
  bool built_ = false;   // edges and pairs describe some earlier state of the items
  bool fresh_ = false;   // edges were just sorted from scratch, and pairs are not found yet
};

template <int Dim>
void validate_listed_ids(const ItemStore<Dim>& items, const ListedIds& listed_ids, Faults& faults) {
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    faults.require(listed_ids.listed(id), "neither listed nor pending: id", id);
  }
}

template <int Dim>
void validate_edges(const ItemStore<Dim>& items, const Array<KeyedIndex>& edges, u32 axis,
                    Faults& faults) {
  using Axes = EndpointAxes<Dim>;
  faults.require(edges.size() == size_t{2} * items.size(), "edges are missing or too many on axis",
                 axis);
  for (u32 at = 0; at < edges.size(); ++at) {
    const Id id = Axes::id_of(edges[at]);
    if (!faults.require(items.has(id), "an edge of a removed item at", at)) continue;
    const Aabb<Dim>& box = items.box(id);
    const f32 value = Axes::is_upper(edges[at]) ? box.max[axis] : box.min[axis];
    faults.require(edges[at].key == sortable_key(value), "the edge key differs from id", id);
    faults.require(at == 0 || precedes(edges[at - 1], edges[at]), "the edge order is broken at",
                   at);
  }
}

// Checks the order of the edges on every axis, and that the pairs are equal to the pairs of a
// sweep.
template <int Dim>
void validate_endpoints(const ItemStore<Dim>& items, const EndpointAxes<Dim>& endpoints,
                        const SortedBoxes<Dim>& boxes, Faults& faults) {
  for (u32 axis = 0; axis < Dim; ++axis) validate_edges(items, endpoints.edges(axis), axis, faults);
  const PairList& pairs = endpoints.pairs();
  const Array<u64>& keys = pairs.keys();
  for (u32 at = 1; at < keys.size(); ++at) {
    faults.require(keys[at - 1] < keys[at], "the pair list is not ascending at", at);
  }
  u64 candidates = 0;
  size_t expected = 0;
  boxes.sweep(candidates, [&](Id a, Id b) {
    ++expected;
    const bool listed = std::binary_search(keys.begin(), keys.end(), pair_key(a, b));
    faults.require(listed && pairs.has(a, b), "a pair is missing for id", a);
    return true;
  });
  faults.require(keys.size() == expected && pairs.size() == expected,
                 "pairs are wrong in number:", static_cast<u32>(keys.size()));
}

}  // namespace sapwood::sweep
