// Pairs that started and stopped overlapping since the last update.
//
// Two sets of pairs are stored. The first contains the pairs whose fat boxes overlap (fat pairs).
// The second contains the pairs whose exact boxes overlapped at the last update. Fat boxes change
// only if an item is inserted or leaves its fat box. These items are in the move buffer, and
// queries for them find the new fat pairs (Gaul; Catto, Box2D 2). If both items of a pair are in
// the buffer, only the item with the larger id reports the pair. A stored fat pair is tested again
// if the box or the filter of one of its items changed. Nothing is stored before the first update,
// and an update without changes does no work.
//
// A pair that separated and overlaps again between two updates is not reported. If the id of a
// removed item was reused for a new item, the pair of the removed item ends. The pair of the new
// item begins if it overlaps. A build does not count as reuse of ids (item_store.hpp).
#pragma once

#include <algorithm>

#include "sapwood/base/pair_set.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/structures/bvh/dynamic_tree/pairs.hpp"

namespace sapwood::dynamic_tree {

struct PairUpdateCounters {
  u64 queries = 0;      // number of items whose fat boxes were queried
  u64 node_visits = 0;  // by these queries, or by the traversal for all pairs
  u64 pair_tests = 0;   // stored and new pairs that were compared
};

// Callback that allocates memory for `count` events in the buffers of the caller. Returns false if
// allocation fails.
using MakeRoom = bool (*)(size_t count);

// Stored pairs of a tree, and their updates. The parameter `index` of the functions is a dynamic
// tree.
class PairTracker {
 public:
  const PairSet& fat_pairs() const { return fat_; }
  const PairUpdateCounters& counters() const { return counters_; }
  size_t byte_length() const {
    return fat_.byte_length() + touching_.byte_length() + moved_.byte_length() +
           slot_of_.byte_length() + dirty_.byte_length() + fresh_.byte_length() +
           stale_.byte_length();
  }

  [[gnu::cold, gnu::noinline]] void shrink(u32 id_end) {
    fat_.shrink();
    touching_.shrink();
    moved_.shrink();
    slot_of_.shrink_to(id_end);
    if (id_end < dirty_.size()) all_dirty_ = true;  // removed ids lose their flags
    dirty_.shrink_to(id_end);
    fresh_.release();
    stale_.release();
  }

  void record_change(Id id) {
    changed_ = true;
    if (id < dirty_.size()) {
      flagged_ += 1u - dirty_[id];
      dirty_[id] = 1;
    } else {
      all_dirty_ = true;
    }
  }
  // Records that all items were replaced. The next update then traverses the whole tree.
  void record_all_moved() {
    changed_ = true;
    all_dirty_ = true;
    if (all_moved_) return;
    all_moved_ = true;
    moved_.clear();
    slot_of_.clear();
    dirty_.clear();
    flagged_ = 0;
  }

  // Allocates memory for `extra` more calls of record_moved() with ids less than `id_end`, and for
  // the flags of these ids.
  [[nodiscard]] bool reserve(u32 extra, u32 id_end) {
    if (all_moved_) return true;
    if (!moved_.reserve_more(extra)) return false;
    if (slot_of_.size() >= id_end) return true;
    const size_t more = id_end - slot_of_.size();
    return slot_of_.reserve_more(more) && dirty_.reserve_more(more) &&
           slot_of_.resize(id_end, kNone) && dirty_.resize(id_end, 0);
  }
  // Records that an item was inserted or has a new fat box. Requires reserve().
  void record_moved(Id id) {
    record_change(id);
    if (all_moved_ || slot_of_[id] != kNone) return;
    slot_of_[id] = static_cast<u32>(moved_.size());
    moved_.push_unchecked(id);
  }
  void record_removed(Id id) {
    record_change(id);
    if (!moved(id)) return;
    const u32 slot = slot_of_[id];
    slot_of_[id] = kNone;
    const Id last = moved_.back();
    moved_.pop_back();
    if (last == id) return;
    moved_[slot] = last;
    slot_of_[last] = slot;
  }

  // Writes the events since the last call, sorted by (a, b), with a < b. If `make_room` is not
  // null, calls make_room(count) before the events are marked as reported, so that the caller can
  // allocate memory. If any allocation fails, the next call reports all these events.
  Status update(const auto& index, Array<IdPair>& begins, Array<IdPair>& ends, MakeRoom make_room) {
    begins.clear();
    ends.clear();
    counters_ = {};
    if (!changed_) return Status::success();
    PairSet whole;
    const bool found = all_moved_ ? collect_all(index, whole) : collect_moved(index);
    return found ? conclude(index, whole, begins, ends, make_room) : Status::out_of_memory();
  }

  // Does the same as update(), but queries all items for which awake(id) is true, in addition to
  // the items in the move buffer.
  template <class Awake>
  Status update_awake(const auto& index, Awake&& awake, Array<IdPair>& begins, Array<IdPair>& ends,
                      MakeRoom make_room) {
    begins.clear();
    ends.clear();
    counters_ = {};
    PairSet whole;
    const bool found = all_moved_ ? collect_all(index, whole) : collect_awake(index, awake);
    return found ? conclude(index, whole, begins, ends, make_room) : Status::out_of_memory();
  }

 private:
  bool moved(Id id) const { return id < slot_of_.size() && slot_of_[id] != kNone; }

  // Calls visit(key) for the stored pairs that may have changed since the last update, or for all
  // stored pairs if most items changed. Stops and returns false if visit() returns false. Keys are
  // first collected without branches, because the flags are unpredictable.
  bool each_dirty(const PairSet& stored, auto&& visit) const {
    if (all_dirty_ || 2 * size_t{flagged_} >= dirty_.size()) {
      for (size_t i = 0; i < stored.slots(); ++i) {
        if (stored.slot(i) != PairSet::kEmpty && !visit(stored.slot(i))) return false;
      }
      return true;
    }
    constexpr size_t kChunk = 256;
    u64 keys[kChunk];
    const u8* const flags = dirty_.data();
    const u32 last = static_cast<u32>(dirty_.size() - 1);
    for (size_t begin = 0; begin < stored.slots(); begin += kChunk) {
      const size_t end = std::min(begin + kChunk, stored.slots());
      u32 count = 0;
      for (size_t i = begin; i < end; ++i) {
        const u64 key = stored.slot(i);
        const IdPair pair = pair_of(key);
        keys[count] = key;
        const u32 flag = flags[std::min(pair.a, last)] | flags[std::min(pair.b, last)];
        count += flag & (key != PairSet::kEmpty ? 1u : 0u);
      }
      for (u32 i = 0; i < count; ++i) {
        if (!visit(keys[i])) return false;
      }
    }
    return true;
  }

  static bool alive(const auto& index, const IdPair& pair) {
    return index.items().has(pair.a) && index.items().has(pair.b);
  }
  static bool touch(const auto& index, const IdPair& pair) {
    return overlaps(index.items().box(pair.a), index.items().box(pair.b)) &&
           index.items().accepts_pair(pair.a, pair.b);
  }

  static bool renewed(const auto& index, const IdPair& pair) {
    return index.items().renewed(pair.a) || index.items().renewed(pair.b);
  }
  bool continues(const auto& index, const IdPair& pair) const {
    return touching_.has(pair.a, pair.b) && !renewed(index, pair);
  }

  bool collect_all(const auto& index, PairSet& whole) {
    fresh_.clear();
    bool failed = false;
    auto insert = [&](Id a, Id b) {
      whole.insert(a, b, failed);
      return !failed;
    };
    LeafPairs pairs(index.tree(), insert);
    if (!pairs.ready()) return false;
    pairs.walk(counters_.node_visits);
    return !failed;
  }

  bool collect_moved(const auto& index) {
    fresh_.clear();
    const auto is_queried = [this](Id id) { return moved(id); };
    for (const Id id : moved_) {
      if (!find_new_pairs(index, id, is_queried)) return false;
    }
    return true;
  }

  template <class Awake>
  bool collect_awake(const auto& index, Awake&& awake) {
    fresh_.clear();
    const auto is_queried = [&](Id id) { return awake(id) || moved(id); };
    for (Id id = index.items().first(); id != kNone; id = index.items().next(id)) {
      if (is_queried(id) && !find_new_pairs(index, id, is_queried)) return false;
    }
    return true;
  }

  // Collects the new fat pairs of one item. `is_queried(id)` returns true if an item is queried in
  // this update. If both items of a pair are queried, only the item with the larger id reports the
  // pair.
  template <class IsQueried>
  bool find_new_pairs(const auto& index, Id id, IsQueried&& is_queried) {
    bool failed = false;
    QueryCounters counters;
    const BoxQuery query(index.fat_box(id));
    const auto add = [&](Id other) {
      const bool is_reported_by_other = other > id && is_queried(other);
      if (other == id || is_reported_by_other || fat_.has(id, other)) return true;
      failed = !fresh_.push_back(pair_key(id, other));
      return !failed;
    };
    const Status status = index.traverse(query, counters, FunctionVisitor(add));
    if (failed || !status.ok()) return false;
    ++counters_.queries;
    counters_.node_visits += counters.node_visits;
    return true;
  }

  // Collects the events. Also collects the stored fat pairs that no longer overlap in `stale_`.
  // Does not change the sets of pairs.
  bool collect_events(const auto& index, const PairSet& stored, Array<IdPair>& begins,
                      Array<IdPair>& ends) {
    stale_.clear();
    const auto begin = [&](const IdPair& pair) {
      ++counters_.pair_tests;
      if (!touch(index, pair) || continues(index, pair)) return true;
      return begins.push_back(pair);
    };
    const auto test = [&](u64 key) {
      const IdPair pair = pair_of(key);
      const bool kept =
          alive(index, pair) && overlaps(index.fat_box(pair.a), index.fat_box(pair.b));
      return kept ? begin(pair) : stale_.push_back(key);
    };
    if (!each_dirty(stored, test)) return false;
    for (const u64 key : fresh_) {
      if (!begin(pair_of(key))) return false;
    }
    const auto end = [&](u64 key) {
      const IdPair pair = pair_of(key);
      const bool stays = alive(index, pair) && touch(index, pair) && !renewed(index, pair);
      return stays || ends.push_back(pair);
    };
    return each_dirty(touching_, end);
  }

  // Computes the events and updates the sets of pairs. If all_moved_ is set, `whole` contains all
  // fat pairs.
  Status conclude(const auto& index, PairSet& whole, Array<IdPair>& begins, Array<IdPair>& ends,
                  MakeRoom make_room) {
    const bool has_room = collect_events(index, all_moved_ ? whole : fat_, begins, ends) &&
                          touching_.reserve(touching_.size() + begins.size()) &&
                          (all_moved_ || fat_.reserve(fat_.size() + fresh_.size())) &&
                          (make_room == nullptr || make_room(begins.size() + ends.size()));
    if (!has_room) return Status::out_of_memory();
    if (all_moved_) fat_.swap(whole);
    commit(begins, ends);
    index.items().forget_renewed();
    if (fat_.sparse() || touching_.sparse()) shrink(index.items().id_end());
    return Status::success();
  }

  // Updates the sets of pairs and sorts the events. Cannot fail, because conclude() has reserved
  // the memory.
  void commit(Array<IdPair>& begins, Array<IdPair>& ends) {
    bool failed = false;
    for (const u64 key : stale_) fat_.erase(pair_of(key).a, pair_of(key).b);
    for (const u64 key : fresh_) fat_.insert(pair_of(key).a, pair_of(key).b, failed);
    for (const IdPair& pair : ends) touching_.erase(pair.a, pair.b);
    for (const IdPair& pair : begins) touching_.insert(pair.a, pair.b, failed);
    SAPWOOD_ASSERT(!failed);
    const auto ascending = [](const IdPair& x, const IdPair& y) {
      return pair_key(x.a, x.b) < pair_key(y.a, y.b);
    };
    sort(begins.begin(), begins.end(), ascending);
    sort(ends.begin(), ends.end(), ascending);
    for (const Id id : moved_) slot_of_[id] = kNone;
    moved_.clear();
    std::fill(dirty_.begin(), dirty_.end(), u8{0});
    flagged_ = 0;
    changed_ = all_moved_ = all_dirty_ = false;
  }

  PairSet fat_;         // pairs whose fat boxes overlap
  PairSet touching_;    // reported pairs: exact boxes overlapped and filters accepted
  Array<Id> moved_;     // the move buffer, each id once
  Array<u32> slot_of_;  // by id: place in moved_ or kNone
  Array<u8> dirty_;     // by id: 1 if the box or filter changed since the last update
  Array<u64> fresh_;    // scratch: fat pairs found by this update
  Array<u64> stale_;    // scratch: fat pairs that no longer overlap
  PairUpdateCounters counters_;
  u32 flagged_ = 0;  // number of flags in dirty_
  bool changed_ = true;
  bool all_moved_ = true;
  bool all_dirty_ = true;  // the next update tests all stored pairs
};

}  // namespace sapwood::dynamic_tree
