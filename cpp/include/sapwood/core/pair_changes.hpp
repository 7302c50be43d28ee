// Which pairs began and ended to overlap since the last time one asked, of any structure.
//
// The boxes and filters of the last call are kept: items that have others now have changed, by
// whatever verb. Only their pairs are searched: they are put in order along a curve, and each is
// looked up. All known pairs are kept from call to call, in any order: one pass parts those of
// changed items from the others, and only these are sorted and compared with what was found. When
// many items have changed, all pairs are searched at once, as pairs() does. (A tree of the changed
// items, walked against the other, was measured for the wide tree: as quick in 2D with a tenth of
// the items changed, slower in 3D, and much slower with few of them, whose leaves span the world.)
//
// Nothing is searched while nothing has changed. Events are net: a pair that parted and met again
// between two calls is reported as neither. An id that was given to another item in between has
// changed: its known pairs end, and the pairs of the new item begin, also where both are the same
// two ids. A build gives no id to another item (item_store.hpp). Memory: a box an item, its filter
// where there are any, and 8 bytes per pair in each of six to seven lists.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/core/batches.hpp"

namespace sapwood {

// Work of the last update.
struct PairChangeCounters {
  u64 movers = 0;  // items that were looked up; all when all pairs were searched
  QueryCounters search{};
};

template <int Dim>
class PairChanges {
 public:
  using Box = Aabb<Dim>;
  using Items = ItemStore<Dim>;

  const PairChangeCounters& counters() const { return counters_; }
  // Of the last update, each list ascending by (a, b), a < b.
  const Array<IdPair>& begins() const { return begins_; }
  const Array<IdPair>& ends() const { return ends_; }
  size_t byte_length() const {
    return boxes_.byte_length() + filters_.byte_length() + changed_.byte_length() +
           marks_.byte_length() + known_.byte_length() + next_.byte_length() +
           fresh_.byte_length() + stale_.byte_length() + scratch_.byte_length() +
           begins_.byte_length() + ends_.byte_length();
  }

  // Finds the events since the last accept(). Until that is called, and whenever memory is short,
  // the next call reports all of it again. `find_all(counters, sink)` finds all pairs of the index.
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
  // The events are with whoever asked for them; the items have not changed since.
  void accept(const Items& items) {
    items.forget_renewed();
    if (changed_.empty()) return;
    known_.swap(next_);
    for (const Id id : changed_) {
      boxes_[id] = now(items, id);
      if (filters_.size() != 0) filters_[id] = filter_now(items, id);
    }
    forget_changes();
  }
  // Both, of a structure.
  template <class S>
  Status update(S& index) {
    const auto find_all = [&](QueryCounters& counters, PairSink& sink) {
      return pairs(index, counters, sink);
    };
    const Status status = find(index, lookup_cost<S>(), find_all);
    if (status.ok()) accept(index.items());
    return status;
  }

 private:
  // Collects the ids whose box, filter, existence or item changed since the last call. Also
  // reserves memory for the next comparison. Returns false if out of memory.
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
  // 1 when one of the two has changed, else 0: a number, so that nobody jumps by it.
  size_t is_of_changed(Id a, Id b) const { return marks_[a] | marks_[b]; }
  // A zero of the other sign counts as a change, which does no harm.
  static bool same_bits(const Box& a, const Box& b) {
    u64 bits[2][Dim];
    static_assert(sizeof(bits) == 2 * sizeof(Box));
    std::memcpy(bits[0], &a, sizeof(Box));
    std::memcpy(bits[1], &b, sizeof(Box));
    u64 other = 0;
    for (int i = 0; i < Dim; ++i) other |= bits[0][i] ^ bits[1][i];
    return other == 0;
  }
  // Inverted where there is no item.
  static Box now(const Items& items, Id id) {
    return id < items.id_end() ? items.box(id) : empty_box<Dim>();
  }
  static Filter filter_now(const Items& items, Id id) {
    return id < items.id_end() && items.has(id) ? items.filter(id) : Filter{};
  }

  [[nodiscard]] bool reserve(size_t extra) { return fresh_.reserve_more(extra); }
  // A pair of an item that has changed, each once, in reserved memory.
  void add(Id a, Id b) { fresh_.push_unchecked(unsorted_pair(a, b)); }

  template <class FindAll>
  Status find_whole(const Items& items, FindAll&& find_all) {
    counters_.movers = items.size();
    Array<u32> found;
    (void)found.reserve(2 * known_.size());  // about as many as before
    PairSink sink{found};
    const Status status = find_all(counters_.search, sink);
    if (!status.ok()) return status;
    if (sink.failed || !reserve(found.size() / 2)) return Status::out_of_memory();
    KeyedIndex* const fresh = fresh_.data();
    size_t count = 0;
    for (size_t i = 0; i < found.size(); i += 2) {
      fresh[count] = {found[i + 1], found[i]};
      count += is_of_changed(found[i], found[i + 1]);  // those of two items at rest go on
    }
    fresh_.extend_unchecked(count);
    return status;
  }

  // Each mover meets the nodes that the one before has warmed.
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
        sort_batch<Dim>(count, items.size(), memory, BatchPlaces<Dim>::of(boxes.data()));
    Array<u32> partners;
    IdSink sink{partners};
    return answer_batch(index, count, sorted ? memory.order.data() : nullptr, [&](u32 i) {
      const Id mover = movers[i];
      const Filter filter = items.filtered() ? items.filter(mover) : Filter::any();
      partners.clear();
      const Status status = query(index, BoxQuery<Dim>(boxes[i]), filter, counters_.search, sink);
      if (sink.failed || !reserve(partners.size())) return Status::out_of_memory();
      for (const Id other : partners) {
        // of two movers both find each other
        if (other > mover || (other != mover && !has_changed(other))) add(mover, other);
      }
      return status;
    });
  }

  // Compares the known pairs of changed items with those that were found, and lists what is known
  // from now on: pairs of items at rest, and what was found.
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
      const size_t changed = is_of_changed(pair.a, pair.b);
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
  // A pair of the same two items in both lists goes on.
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

  // Of the last accept().
  Array<Box> boxes_;       // by id
  Array<Filter> filters_;  // by id; empty while there were none
  Array<IdPair> known_;    // in any order
  // Of the last find().
  Array<Id> changed_;          // ascending
  Array<u8> marks_;            // 1 for those, else 0; by id
  Array<KeyedIndex> fresh_;    // pairs of changed items, as they are
  Array<KeyedIndex> stale_;    // the same as they were known
  Array<KeyedIndex> scratch_;  // of the sorts
  Array<IdPair> next_;         // to be known
  Array<IdPair> begins_;
  Array<IdPair> ends_;
  PairChangeCounters counters_;
};

}  // namespace sapwood
