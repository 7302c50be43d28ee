// Finds the pairs that began or ceased to overlap since the last update of the pairs, for any
// structure.
//
// The boxes and filters at the last update are stored, so changed items are found no matter which
// operation changed them. Only pairs with changed items are searched: the changed items are sorted
// along a space-filling curve, and each item is one query. Known pairs are stored unsorted between
// updates. One pass extracts the known pairs of changed items, which are then sorted and compared
// with the pairs that were found. If many items have changed, all pairs are searched as in pairs().
// If no item has changed, nothing is searched.
//
// An alternative was measured for the wide tree: a separate tree of the changed items, traversed
// together with the tree of the index. With a tenth of the items changed, it was as fast in 2D and
// slower in 3D. With few changed items it was much slower, because the few leaves of the separate
// tree are very large.
//
// Events are net: a pair that ended and began again between two updates is not reported. If an id
// now belongs to a different item, its known pairs end and the pairs of the new item begin, even if
// both have the same ids. A build does not change the item of an id (item_store.hpp). Memory: a box
// per item, a filter per item if there are filters, and 8 bytes per pair in each of six to seven
// lists.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/core/batches.hpp"

namespace sapwood {

struct PairChangeCounters {
  u64 movers = 0;  // items used as queries; all items if all pairs were searched
  QueryCounters search{};
};

template <int Dim>
class PairChanges {
 public:
  using Box = Aabb<Dim>;
  using Items = ItemStore<Dim>;

  const PairChangeCounters& counters() const { return counters_; }
  // Events of the last update, sorted by (a, b), with a < b.
  const Array<IdPair>& begins() const { return begins_; }
  const Array<IdPair>& ends() const { return ends_; }
  size_t byte_length() const {
    return boxes_.byte_length() + filters_.byte_length() + changed_.byte_length() +
           marks_.byte_length() + known_.byte_length() + next_.byte_length() +
           fresh_.byte_length() + stale_.byte_length() + scratch_.byte_length() +
           begins_.byte_length() + ends_.byte_length();
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    size_t end = marks_.size();  // later boxes in boxes_ are empty
    while (end != 0 && marks_[end - 1] == 0 && same_bits(boxes_[end - 1], empty_box<Dim>())) --end;
    boxes_.shrink_to(end);
    marks_.shrink_to(end);
    filters_.shrink_to(end);
    for (Array<KeyedIndex>* scratch : {&fresh_, &stale_, &scratch_}) scratch->release();
    next_.release();
    known_.shrink();
    changed_.shrink();
    begins_.shrink();
    ends_.shrink();
  }

  // Finds the events since the last accept(). If accept() is not called, or if allocation fails,
  // the next call finds the same events again. `find_all(counters, sink)` finds all pairs of the
  // index.
  template <class Index, class FindAll>
  Status find(Index& index, u32 lookup_cost, FindAll&& find_all) {
    begins_.clear();
    ends_.clear();
    fresh_.clear();
    counters_ = {};
    const Items& items = index.items();
    if (!find_changes(items)) return Status::out_of_memory();
    if (changed_.empty()) return Status::success();
    const bool whole = changed_.size() > items.size() / lookup_cost;
    const Status status = whole ? find_whole(items, find_all) : find_of_movers(index);
    if (!status.ok()) return status;
    return compare(items) ? Status::success() : Status::out_of_memory();
  }
  // Marks the events as delivered. The items must not have changed since find().
  void accept(const Items& items) {
    items.forget_renewed();
    if (changed_.empty()) return;
    known_.swap(next_);
    for (const Id id : changed_) {
      boxes_[id] = now(items, id);
      if (filters_.size() != 0) filters_[id] = filter_now(items, id);
    }
    forget_changes();
    if (known_.sparse()) shrink();
  }
  template <class S>
  Status update(S& index) {
    const auto find_all = [&](QueryCounters& counters, PairSink& sink) {
      return pairs(index, counters, sink);
    };
    const Status status = find(index, lookup_cost<S>(), find_all);
    if (status.ok()) {
      accept(index.items());
    } else {
      shrink();
    }
    return status;
  }

 private:
  // Collects the ids whose box, filter or item has changed since the last accept(), including added
  // and removed ids. Also reserves memory for the next comparison. Returns false if allocation
  // fails.
  bool find_changes(const Items& items) {
    const u32 end = std::max(items.id_end(), static_cast<u32>(boxes_.size()));
    forget_changes();
    if (!boxes_.resize(end, empty_box<Dim>()) || !marks_.resize(end, 0)) {
      return false;
    }
    const bool filtered = items.filtered() || filters_.size() != 0;
    if (filtered && !filters_.resize(end, Filter{})) return false;
    for (Id id = 0; id < end; ++id) {
      const bool same = !items.renewed(id) && same_bits(boxes_[id], now(items, id));
      if (same && (!filtered || filters_[id] == filter_now(items, id))) continue;
      if (!changed_.push_back(id)) return false;
      marks_[id] = 1;
    }
    return true;
  }
  void forget_changes() {
    for (const Id id : changed_) marks_[id] = 0;
    changed_.clear();
  }
  bool has_changed(Id id) const { return marks_[id] != 0; }
  // Returns 1 if one of the two items has changed, otherwise 0. The result is a number, so that
  // callers can add it without a conditional branch.
  size_t involves_changed(Id a, Id b) const { return marks_[a] | marks_[b]; }
  // Returns true if the boxes have the same bits. A change from 0 to -0 counts as a change, which
  // is harmless.
  static bool same_bits(const Box& a, const Box& b) {
    u64 bits[2][Dim];
    static_assert(sizeof(bits) == 2 * sizeof(Box));
    std::memcpy(bits[0], &a, sizeof(Box));
    std::memcpy(bits[1], &b, sizeof(Box));
    u64 other = 0;
    for (int i = 0; i < Dim; ++i) other |= bits[0][i] ^ bits[1][i];
    return other == 0;
  }
  // Returns the current box of an id. The box is inverted if there is no item.
  static Box now(const Items& items, Id id) {
    return id < items.id_end() ? items.box(id) : empty_box<Dim>();
  }
  static Filter filter_now(const Items& items, Id id) {
    return id < items.id_end() && items.has(id) ? items.filter(id) : Filter{};
  }

  [[nodiscard]] bool reserve(size_t extra) { return fresh_.reserve_more(extra); }
  // Adds a pair that contains a changed item. The caller must add each pair only once and must have
  // reserved memory.
  void add(Id a, Id b) { fresh_.push_unchecked(unsorted_pair(a, b)); }

  template <class FindAll>
  Status find_whole(const Items& items, FindAll&& find_all) {
    counters_.movers = items.size();
    Array<u32> found;
    (void)found.reserve(2 * known_.size());  // expects about as many pairs as in the last call
    PairSink sink{found};
    const Status status = find_all(counters_.search, sink);
    if (!status.ok()) return status;
    if (sink.failed || !reserve(found.size() / 2)) return Status::out_of_memory();
    KeyedIndex* const fresh = fresh_.data();
    size_t count = 0;
    for (size_t i = 0; i < found.size(); i += 2) {
      fresh[count] = {found[i + 1], found[i]};
      count += involves_changed(found[i], found[i + 1]);  // pairs of two unchanged items continue
    }
    fresh_.extend_unchecked(count);
    return status;
  }

  // Finds the pairs of changed items. The queries are sorted, so most nodes that a query visits are
  // still in the cache from the previous query.
  template <class Index>
  Status find_of_movers(Index& index) {
    const Items& items = index.items();
    Array<Id> movers;
    Array<Box> boxes;
    if (!movers.reserve(changed_.size()) || !boxes.reserve(changed_.size())) {
      return Status::out_of_memory();
    }
    for (const Id id : changed_) {
      if (id >= items.id_end() || !items.has(id)) continue;
      movers.push_unchecked(id);
      boxes.push_unchecked(items.box(id));
    }
    const u32 count = static_cast<u32>(movers.size());
    counters_.movers = count;
    BatchMemory memory;
    const bool sorted =
        sort_batch<Dim>(count, items.size(), memory, QueryPositions<Dim>::of(boxes.data()));
    Array<u32> partners;
    IdSink sink{partners};
    return run_batch(index, count, sorted ? memory.order.data() : nullptr, [&](u32 i) {
      const Id mover = movers[i];
      const Filter filter = items.filtered() ? items.filter(mover) : Filter::any();
      partners.clear();
      const Status status = query(index, BoxQuery<Dim>(boxes[i]), filter, counters_.search, sink);
      if (sink.failed || !reserve(partners.size())) return Status::out_of_memory();
      for (const Id other : partners) {
        // if both items have changed, each query finds the pair, but only one adds it
        if (other > mover || (other != mover && !has_changed(other))) add(mover, other);
      }
      return status;
    });
  }

  // Compares the known pairs of changed items with the pairs that were found. Writes the known
  // pairs of unchanged items and all found pairs to next_.
  bool compare(const Items& items) {
    const size_t known = known_.size();
    next_.clear();
    stale_.clear();
    if (!next_.reserve_more(known + fresh_.size()) || !stale_.reserve_more(known)) return false;
    IdPair* const next = next_.data();
    KeyedIndex* const stale = stale_.data();
    size_t rest = 0;
    size_t gone = 0;
    for (const IdPair& pair : known_) {
      const size_t changed = involves_changed(pair.a, pair.b);
      next[rest] = pair;
      stale[gone] = {pair.b, pair.a};
      rest += 1 - changed;
      gone += changed;
    }
    next_.extend_unchecked(rest);
    stale_.extend_unchecked(gone);
    if (!begins_.reserve_more(fresh_.size()) || !ends_.reserve_more(gone) ||
        !sort_pairs(fresh_, scratch_) || !sort_pairs(stale_, scratch_)) {
      return false;
    }
    list_events(items);
    static_assert(sizeof(IdPair) == sizeof(KeyedIndex));
    if (!fresh_.empty()) std::memcpy(next_.end(), fresh_.data(), fresh_.size() * sizeof(IdPair));
    next_.extend_unchecked(fresh_.size());
    return true;
  }
  // Lists the events. A pair in both `stale_` and `fresh_` has no event if both ids still belong to
  // the same items.
  void list_events(const Items& items) {
    const KeyedIndex* stale = stale_.begin();
    const KeyedIndex* fresh = fresh_.begin();
    for (;;) {
      while (stale != stale_.end() && fresh != fresh_.end() && rank_of(*stale) == rank_of(*fresh)) {
        if (items.renewed(stale->key) || items.renewed(stale->index)) {
          ends_.push_unchecked({stale->key, stale->index});
          begins_.push_unchecked({fresh->key, fresh->index});
        }
        ++stale;
        ++fresh;
      }
      if (stale != stale_.end() && (fresh == fresh_.end() || rank_of(*stale) < rank_of(*fresh))) {
        ends_.push_unchecked({stale->key, stale->index});
        ++stale;
      } else if (fresh != fresh_.end()) {
        begins_.push_unchecked({fresh->key, fresh->index});
        ++fresh;
      } else {
        return;
      }
    }
  }

  // State at the last accept().
  Array<Box> boxes_;       // by id
  Array<Filter> filters_;  // by id; empty until an item has a filter
  Array<IdPair> known_;    // in any order
  // Results of the last find().
  Array<Id> changed_;          // ascending
  Array<u8> marks_;            // 1 for changed ids, otherwise 0; by id
  Array<KeyedIndex> fresh_;    // pairs of changed items, found now
  Array<KeyedIndex> stale_;    // pairs of changed items, known before
  Array<KeyedIndex> scratch_;  // for sorting
  Array<IdPair> next_;         // known pairs after accept()
  Array<IdPair> begins_;
  Array<IdPair> ends_;
  PairChangeCounters counters_;
};

}  // namespace sapwood
