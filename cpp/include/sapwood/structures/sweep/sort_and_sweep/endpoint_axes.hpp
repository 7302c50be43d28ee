// Sorted endpoints, the pairs that they keep, and their validation.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/sweep/sorted_boxes.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::sweep {

// Which ids the sorted lists hold, and which came or went since they were made.
//
// An id that is removed and given out again before the lists are repaired stays listed: for the
// lists its item has merely moved.
class ListedIds {
 public:
  // Room for ids below `id_count`, so that nothing here can fail.
  [[nodiscard]] bool reserve(size_t id_count) {
    return listed_.reserve(id_count) && pending_.reserve(id_count);
  }

  void insert(Id id) {
    while (listed_.size() <= id) listed_.push_unchecked(0);
    if (listed_[id] != 0) return;
    listed_[id] = 1;
    pending_.push_unchecked(id);
  }
  void remove() { removed_ = true; }

  // Some list may name items that are gone.
  bool removed() const { return removed_; }
  // Ids that no list has yet, in the order of their insertion; some may be gone already.
  const Array<Id>& pending() const { return pending_; }

  // The lists hold exactly the live items. Needs reserve(items.id_end()).
  template <int Dim>
  void settle(const ItemStore<Dim>& items) {
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

// The current pairs: a hash set for membership, and a list sorted by (smaller id, larger id) for
// reporting in an order that does not depend on history.
//
// A settle logs what it adds and drops; commit() sorts the two logs and merges them into the list.
// Cost of a commit that changed D of P pairs: O(P + D log D), reading forwards; 0 when D is 0.
// Bytes a pair: 8 in the list, 8 in its spare, 16 to 32 in the set.
class PairList {
 public:
  // Keys of all pairs, ascending, as of the last commit.
  const Array<u64>& keys() const { return keys_; }
  bool has(Id a, Id b) const { return set_.has(a, b); }
  size_t size() const { return set_.size(); }

  // A failed allocation since the last clear(): the content is not to be used.
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

  // Drops the pairs of items that are gone.
  template <int Dim>
  void drop_dead(const ItemStore<Dim>& items) {
    for (const u64 key : keys_) {
      const IdPair pair = pair_of(key);
      if (!items.has(pair.a) || !items.has(pair.b)) drop(pair.a, pair.b);
    }
  }

  // Brings the list up to date. False when an allocation failed, now or before.
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

  size_t byte_length() const {
    return set_.byte_length() + keys_.byte_length() + merged_.byte_length() + added_.byte_length() +
           dropped_.byte_length();
  }

 private:
  // No pair stands in both logs: boxes do not change within a settle.
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

// Validation of sort and sweep.

// Nothing that was inserted since the lists were made is forgotten.
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
    if (!faults.require(items.has(id), "an edge of an item that is gone at", at)) continue;
    const Aabb<Dim>& box = items.box(id);
    const f32 value = Axes::is_upper(edges[at]) ? box.max[axis] : box.min[axis];
    faults.require(edges[at].key == sortable_key(value), "the edge key differs from id", id);
    faults.require(at == 0 || precedes(edges[at - 1], edges[at]), "the edge order is broken at",
                   at);
  }
}

// Edges as above on every axis; pairs equal to those of a sweep.
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
    faults.require(listed && pairs.has(a, b), "a pair is missing of id", a);
    return true;
  });
  faults.require(keys.size() == expected && pairs.size() == expected,
                 "pairs are wrong in number:", static_cast<u32>(keys.size()));
}

}  // namespace sapwood::sweep
