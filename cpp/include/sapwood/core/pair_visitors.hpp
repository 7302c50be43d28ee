// Visitors of pairs: functions of two ids that return false to end the search. A visitor may have
// many(pairs, count), which receives a batch.
#pragma once

#include <concepts>
#include <cstring>
#include <utility>

#include "sapwood/base/pair_set.hpp"
#include "sapwood/core/visitors.hpp"

namespace sapwood {

template <class Visitor>
concept TakesManyPairs = requires(Visitor& visit, const IdPair* pairs, u32 count) {
  { visit.many(pairs, count) } -> std::same_as<bool>;
};

// Passes a batch of pairs to a visitor. A visitor with many() requires a < b in each pair. Returns
// false if the visitor ended the search.
template <class Visitor>
bool visit_pairs(Visitor& visit, const IdPair* pairs, u32 count) {
  if constexpr (TakesManyPairs<Visitor>) {
    return visit.many(pairs, count);
  } else {
    for (u32 i = 0; i < count; ++i) {
      if (!visit(pairs[i].a, pairs[i].b)) return false;
    }
    return true;
  }
}

/// Visitor that applies the filters of both items, counts accepted pairs, and passes them to a
/// sink.
template <class Items, class Sink, bool kTwoIndices = false>
class PairFilter {
 public:
  PairFilter(const Items& items, QueryCounters& counters, Sink& sink)
      : PairFilter(items, items, counters, sink) {}
  PairFilter(const Items& ours, const Items& theirs, QueryCounters& counters, Sink& sink)
      : ours_(ours),
        theirs_(theirs),
        counters_(counters),
        sink_(sink),
        filtered_(ours.filtered() || theirs.filtered()) {}

  [[gnu::always_inline]] bool operator()(Id a, Id b) {
    if (filtered_ && refuses(a, b)) return true;
    ++counters_.results;
    return static_cast<bool>(kTwoIndices || a < b ? sink_(a, b) : sink_(b, a));
  }
  bool many(const IdPair* pairs, u32 count) {
    if constexpr (TakesManyPairs<Sink>) {
      if (!filtered_) {
        counters_.results += count;
        return sink_.many(pairs, count);
      }
    }
    for (u32 i = 0; i < count; ++i) {
      if (!(*this)(pairs[i].a, pairs[i].b)) return false;
    }
    return true;
  }

 private:
  [[gnu::noinline]] bool refuses(Id a, Id b) const { return !theirs_.accepts(b, ours_.filter(a)); }

  const Items& ours_;
  const Items& theirs_;
  QueryCounters& counters_;
  Sink& sink_;
  const bool filtered_;
};

struct PairSink {
  Array<u32>& out;
  bool failed = false;

  [[gnu::always_inline]] bool operator()(Id a, Id b) {
    if (out.capacity() - out.size() < 2 && !grow(2)) return false;
    out.push_unchecked(a);
    out.push_unchecked(b);
    return true;
  }
  bool many(const IdPair* pairs, u32 count) {
    static_assert(sizeof(IdPair) == 2 * sizeof(u32));
    if (!grow(size_t{2} * count)) return false;
    if (count != 0) std::memcpy(out.end(), pairs, count * sizeof(IdPair));
    out.extend_unchecked(size_t{2} * count);
    return true;
  }

 private:
  [[gnu::noinline]] bool grow(size_t extra) {
    failed = !out.reserve_more(extra);
    return !failed;
  }
};

// Type-erased visitor of pairs, so that all visitors share one instance of each traversal. Each
// call through a function pointer passes a batch of pairs.
class ErasedPairVisitor {
 public:
  template <class Visitor>
  explicit ErasedPairVisitor(Visitor& visit) : visit_(&visit), forward_(forward<Visitor>) {}

  bool take(const IdPair* pairs, u32 count) const { return forward_(visit_, pairs, count); }

 private:
  template <class Visitor>
  static bool forward(void* visit, const IdPair* pairs, u32 count) {
    return visit_pairs(*static_cast<Visitor*>(visit), pairs, count);
  }

  void* visit_;
  bool (*forward_)(void*, const IdPair*, u32);
};

class PairBuffer {
 public:
  static constexpr u32 kMax = 128;  // capacity

  enum class Order : u8 {
    kAsFound,
    kSmallerFirst,  // required by visitors with many()
  };

  // The visitor is called by add(), reserve() and flush(). It returns false to end the search.
  template <class Visitor>
  PairBuffer(Visitor& visit, Order order)
      : visit_(visit), sorts_(order == Order::kSmallerFirst ? ~0u : 0) {}

  bool add(Id a, Id b) {
    if (count_ == kMax && !flush()) return false;
    pairs_[count_++] = pair(a, b, sorts_);
    return true;
  }
  // Returns memory for `count` more pairs, at most kMax, or null if the visitor has ended the
  // search. The caller writes results of pair() there and passes their number to commit().
  IdPair* reserve(u32 count) {
    return count_ + count <= kMax || flush() ? pairs_ + count_ : nullptr;
  }
  void commit(u32 count) { count_ += count; }
  // Returns the pair (a, b), with the smaller id first if all bits of `sorts` are set. JavaScript
  // engines would compile a selection to an unpredictable branch, so this function uses arithmetic.
  static IdPair pair(Id a, Id b, u32 sorts) {
    const u32 turned = static_cast<u32>((u64{b} - u64{a}) >> 32);  // all bits when b < a
    const u32 change = (a ^ b) & turned & sorts;
    return {a ^ change, b ^ change};
  }
  u32 sorts() const { return sorts_; }
  [[gnu::noinline]] bool flush() {
    if (!ended_) ended_ = !visit_.take(pairs_, count_);
    count_ = 0;
    return !ended_;
  }
  bool ended() const { return ended_; }

 private:
  ErasedPairVisitor visit_;
  u32 count_ = 0;
  const u32 sorts_;  // all bits or none
  bool ended_ = false;
  IdPair pairs_[kMax];
};

class PartnerSink : public ItemVisitor<PartnerSink> {
 public:
  // If `turned` is true, the item is the second id of each pair.
  PartnerSink(PairBuffer& pairs, Id item, bool turned = false)
      : pairs_(pairs), item_(item), turned_(turned) {}

  [[gnu::always_inline]] bool accept(Id other) {
    return turned_ ? pairs_.add(other, item_) : pairs_.add(item_, other);
  }
  [[gnu::always_inline]] bool test(Id other) { return accept(other); }

 private:
  PairBuffer& pairs_;
  const Id item_;
  const bool turned_;
};

}  // namespace sapwood
