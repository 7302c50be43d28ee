// Which pairs began and ended to overlap since the last time one asked.
//
// Only pairs of items that have changed since the last call are searched: these are put in order
// along a curve, and each is looked up in the tree. Pairs of items at rest are kept from call to
// call, in a sorted list that one pass parts from those of changed items. When many items have
// changed, all pairs are searched by one walk of the tree against itself. (A tree of the changed
// items, walked against the other, was measured too: as quick in 2D with a tenth of the items
// changed, slower in 3D, and much slower with few of them, whose leaves span the world.)
//
// Nothing is kept before the first call, nor asked again while nothing has changed.
//
// Events are net: a pair that parted and met again between two calls is reported as neither, and an
// id that was given to a new item in between still counts as the same id. Memory: 8 bytes a pair
// and a bit an item.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/base/radix_sort.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/structures/bvh/wide_tree/contents.hpp"
#include "sapwood/structures/bvh/wide_tree/curve_build.hpp"

namespace sapwood::wide_tree {

// Work of the last update.
struct PairChangeCounters {
  u64 movers = 0;  // items in the tree of the changed ones; all when all pairs were searched
  QueryCounters search{};
};

template <int Dim>
class PairChanges {
 public:
  const PairChangeCounters& counters() const { return counters_; }
  size_t byte_length() const { return known_.byte_length() + changed_.byte_length(); }

  // Whether note() is worth calling.
  bool watching() const { return !all_; }
  // Box, filter or existence of an item changed.
  void note(Id id) {
    if (all_) return;
    const size_t word = id / 64;
    if (word >= changed_.size() && !grow(word + 1)) return note_all();
    const u64 bit = u64{1} << id % 64;
    count_ += (changed_[word] & bit) == 0 ? 1 : 0;
    changed_[word] |= bit;
  }
  void note_all() {
    all_ = true;
    changed_.release();
  }

  // Fills the events since the last call, each list ascending. Out of memory leaves everything as
  // it was, so that the next call reports all of it. The tree is settled.
  Status update(const Contents<Dim>& all, const ItemStore<Dim>& items, Array<IdPair>& begins,
                Array<IdPair>& ends) {
    begins.clear();
    ends.clear();
    counters_ = {};
    if (!all_ && count_ == 0) return Status::success();
    const bool whole = all_ || count_ > items.size() / kMaxMovers;
    Array<u64> changed;  // replaces the marks
    if (whole && !changed.resize((size_t{items.id_end()} + 63) / 64, 0)) {
      return Status::out_of_memory();
    }
    Pairs fresh;
    const Status status = whole ? find_all(all, items, fresh) : find_of_movers(all, items, fresh);
    if (!status.ok()) return status;
    if (!sort(fresh) || !compare(fresh, whole, begins, ends)) return Status::out_of_memory();
    if (whole) {
      changed_.swap(changed);
    } else {
      for (u64& word : changed_) word = 0;
    }
    count_ = 0;
    all_ = false;
    return Status::success();
  }

 private:
  // While a pair is sorted, the field that is sorted by is the key.
  using Pairs = Array<KeyedIndex>;

  // Where more than this part of the items has changed, all pairs are searched.
  static constexpr u32 kMaxMovers = 3;

  bool grow(size_t words) {
    return changed_.reserve_more(words - changed_.size()) && changed_.resize(words, 0);
  }
  bool has_changed(Id id) const {
    return id / 64 < changed_.size() && (changed_[id / 64] >> id % 64 & 1) != 0;
  }

  // Takes the wanted ones of pairs that were found into a list.
  template <class Wanted>
  struct Collector {
    const ItemStore<Dim>& items;
    Pairs& pairs;
    Wanted wanted;
    bool granted = true;

    bool many(const IdPair* found, u32 count) {
      granted = pairs.reserve_more(count);
      for (u32 i = 0; granted && i < count; ++i) {
        const auto [a, b] = found[i];
        if (!wanted(a, b) || !items.accepts_pair(a, b)) continue;
        pairs.push_unchecked(a < b ? KeyedIndex{b, a} : KeyedIndex{a, b});
      }
      return granted;
    }
  };

  Status find_all(const Contents<Dim>& all, const ItemStore<Dim>& items, Pairs& fresh) {
    counters_.movers = items.size();
    Collector collector{items, fresh, [](Id, Id) { return true; }};
    PairBuffer found(collector, PairBuffer::Order::kAsFound);
    const Status status = pairs(all, counters_.search, found);
    return collector.granted ? status : Status::out_of_memory();
  }

  // Movers are looked up along Hilbert's curve: each meets the nodes that the one before has
  // warmed.
  Status find_of_movers(const Contents<Dim>& all, const ItemStore<Dim>& items, Pairs& fresh) {
    Array<Id> movers;
    Plan plan;
    if (!list_movers(items, movers)) return Status::out_of_memory();
    counters_.movers = movers.size();
    CurveBuilder<Dim, HilbertCurve<Dim>> builder;
    const auto ids = [&](u32 i) { return movers[i]; };
    if (!builder.run(items.boxes(), static_cast<u32>(movers.size()), ids, plan)) {
      return Status::out_of_memory();
    }
    // of two movers both find each other
    const auto wanted = [&](Id mover, Id other) {
      return other > mover || (other != mover && !has_changed(other));
    };
    Collector collector{items, fresh, wanted};
    PairBuffer found(collector, PairBuffer::Order::kAsFound);
    for (size_t i = 0; !found.ended() && i < movers.size(); ++i) {
      const BoxQuery<Dim> query(items.box(plan.slots[i]));
      PartnerSink partners{found, plan.slots[i]};
      if (!all.newcomers.scan(query, counters_.search, partners)) break;
      const Status status = traverse(all.tree, query, counters_.search, partners);
      if (!status.ok()) return status;
    }
    found.flush();
    return collector.granted ? Status::success() : Status::out_of_memory();
  }

  bool list_movers(const ItemStore<Dim>& items, Array<Id>& movers) const {
    if (!movers.reserve(count_)) return false;
    for (size_t word = 0; word < changed_.size(); ++word) {
      for (u64 bits = changed_[word]; bits != 0; bits &= bits - 1) {
        const Id id = static_cast<Id>(word * 64 + static_cast<u32>(std::countr_zero(bits)));
        if (items.has(id)) movers.push_unchecked(id);
      }
    }
    return true;
  }

  // Ascending by the smaller id, then by the larger one: by the larger first, as the sort is
  // stable.
  static bool sort(Pairs& pairs) {
    Pairs scratch;
    if (!radix_sort(pairs, scratch)) return false;
    for (KeyedIndex& pair : pairs) std::swap(pair.key, pair.index);
    return radix_sort(pairs, scratch);
  }

  // Parts the known pairs in those at rest and those of changed items, compares the latter with the
  // ones that were found, and makes the new list of known pairs of both.
  bool compare(const Pairs& fresh, bool whole, Array<IdPair>& begins, Array<IdPair>& ends) {
    Array<IdPair> next;
    if (!next.reserve(known_.size() + fresh.size())) return false;
    const auto less = [](const IdPair& x, const IdPair& y) {
      return x.a != y.a ? x.a < y.a : x.b < y.b;
    };
    size_t at = 0;
    bool granted = true;
    const auto begin_until = [&](const IdPair* limit) {
      for (; at < fresh.size(); ++at) {
        const IdPair pair{fresh[at].key, fresh[at].index};
        if (limit != nullptr && !less(pair, *limit)) break;
        granted = granted && begins.push_back(pair);
        next.push_unchecked(pair);
      }
    };
    for (const IdPair& pair : known_) {
      begin_until(&pair);
      const bool found = at < fresh.size() && fresh[at].key == pair.a && fresh[at].index == pair.b;
      const bool rests = !whole && !has_changed(pair.a) && !has_changed(pair.b);
      at += found ? 1 : 0;
      if (found || rests) {
        next.push_unchecked(pair);
      } else {
        granted = granted && ends.push_back(pair);
      }
    }
    begin_until(nullptr);
    if (granted) known_.swap(next);
    return granted;
  }

  Array<IdPair> known_;  // ascending
  Array<u64> changed_;   // a bit by id
  u32 count_ = 0;        // bits that are set
  bool all_ = true;      // everything may have changed
  PairChangeCounters counters_;
};

}  // namespace sapwood::wide_tree
