// Which pairs began and ended to overlap since the last time one asked, of any structure.
//
// The boxes and filters of the last call are kept: items that have others now have changed, by
// whatever verb. Only their pairs are searched: they are put in order along a curve, and each is
// looked up. Pairs of items at rest are kept from call to call, in a sorted list that one pass
// parts from those of changed items. When many items have changed, all pairs are searched at once,
// as pairs() does. (A tree of the changed items, walked against the other, was measured for the
// wide tree: as quick in 2D with a tenth of the items changed, slower in 3D, and much slower with
// few of them, whose leaves span the world.)
//
// Nothing is searched while nothing has changed. Events are net: a pair that parted and met again
// between two calls is reported as neither, and an id that was given to a new item in between still
// counts as the same id. Memory: a box an item, its filter where there are any, and what
// pair_events.hpp takes.
#pragma once

#include "sapwood/core/batches.hpp"
#include "sapwood/core/pair_events.hpp"

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
  const Array<IdPair>& begins() const { return events_.begins(); }
  const Array<IdPair>& ends() const { return events_.ends(); }
  size_t byte_length() const {
    return events_.byte_length() + boxes_.byte_length() + filters_.byte_length();
  }

  // Finds the events since the last call. Out of memory leaves everything as it was, so that the
  // next call reports all of it. `find_all(counters, sink)` finds all pairs of the index.
  template <class Index, class FindAll>
  Status update(Index& index, u32 lookup_cost, FindAll&& find_all) {
    events_.forget_events();
    counters_ = {};
    const Items& items = index.items();
    Changes changes;
    if (!changes_of(items, changes)) return Status::out_of_memory();
    if (changes.ids.size() == 0) return Status::success();
    events_.start();
    const bool whole = changes.ids.size() > items.size() / lookup_cost;
    const Status status =
        whole ? find_whole(items, changes, find_all) : find_of_movers(index, changes);
    if (!status.ok()) return status;
    const auto rests = [&](Id id) { return !changes.has(id); };
    if (!events_.finish(rests, [](Id) { return false; })) return Status::out_of_memory();
    remember(items, changes);
    return Status::success();
  }
  // The same of a structure.
  template <class S>
  Status update(S& index) {
    const auto find_all = [&](QueryCounters& counters, PairSink& sink) {
      return pairs(index, counters, sink);
    };
    return update(index, lookup_cost<S>(), find_all);
  }

 private:
  // Items whose box, filter or existence is another one than at the last call.
  struct Changes {
    Array<Id> ids;  // ascending
    Array<u64> marks;

    bool has(Id id) const { return (marks[id / 64] >> id % 64 & 1) != 0; }
  };

  // Also makes room to remember the items as they are.
  bool changes_of(const Items& items, Changes& changes) {
    const u32 end = std::max(items.id_end(), static_cast<u32>(boxes_.size()));
    if (!boxes_.resize(end, empty_box<Dim>()) || !changes.marks.resize((size_t{end} + 63) / 64, 0))
      return false;
    const bool filtered = items.filtered() || filters_.size() != 0;
    if (filtered && !filters_.resize(end, Filter{})) return false;
    for (Id id = 0; id < end; ++id) {
      if (boxes_[id] == now(items, id) && (!filtered || filters_[id] == filter_now(items, id))) {
        continue;
      }
      if (!changes.ids.push_back(id)) return false;
      changes.marks[id / 64] |= u64{1} << id % 64;
    }
    return true;
  }
  // Inverted where there is no item.
  static Box now(const Items& items, Id id) {
    return id < items.id_end() ? items.box(id) : empty_box<Dim>();
  }
  static Filter filter_now(const Items& items, Id id) {
    return id < items.id_end() && items.has(id) ? items.filter(id) : Filter{};
  }
  void remember(const Items& items, const Changes& changes) {
    for (const Id id : changes.ids) {
      boxes_[id] = now(items, id);
      if (filters_.size() != 0) filters_[id] = filter_now(items, id);
    }
  }

  template <class FindAll>
  Status find_whole(const Items& items, const Changes& changes, FindAll&& find_all) {
    counters_.movers = items.size();
    Array<u32> found;
    PairSink sink{found};
    const Status status = find_all(counters_.search, sink);
    if (!status.ok()) return status;
    if (sink.failed || !events_.reserve(found.size() / 2)) return Status::out_of_memory();
    for (size_t i = 0; i < found.size(); i += 2) {
      // those of two items at rest go on
      const bool wanted = changes.has(found[i]) || changes.has(found[i + 1]);
      if (wanted) events_.add(found[i], found[i + 1]);
    }
    return Status::success();
  }

  // Each mover meets the nodes that the one before has warmed.
  template <class Index>
  Status find_of_movers(Index& index, const Changes& changes) {
    const Items& items = index.items();
    Array<Id> movers;
    Array<Box> boxes;
    if (!movers.reserve(changes.ids.size()) || !boxes.reserve(changes.ids.size())) {
      return Status::out_of_memory();
    }
    for (const Id id : changes.ids) {
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
      if (sink.failed || !events_.reserve(partners.size())) return Status::out_of_memory();
      for (const Id other : partners) {
        // of two movers both find each other
        if (other > mover || (other != mover && !changes.has(other))) events_.add(mover, other);
      }
      return status;
    });
  }

  PairEvents events_;
  Array<Box> boxes_;       // by id, of the last call
  Array<Filter> filters_;  // empty while there were none
  PairChangeCounters counters_;
};

}  // namespace sapwood
