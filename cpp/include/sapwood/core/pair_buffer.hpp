// Pairs on their way from a walk to a visitor, whose type the walk does not know: so one instance
// of a walk, which is much code, serves all visitors. They are handed over many at once, which
// costs a call through a pointer.
#pragma once

#include "sapwood/core/visitors.hpp"

namespace sapwood {

// A visitor of pairs, as of visit_pairs().
class ErasedPairVisitor {
 public:
  template <class Visitor>
  explicit ErasedPairVisitor(Visitor& visit) : visit_(&visit), hand_over_(hand_over<Visitor>) {}

  // False ends the search.
  bool take(const IdPair* pairs, u32 count) const { return hand_over_(visit_, pairs, count); }

 private:
  template <class Visitor>
  static bool hand_over(void* visit, const IdPair* pairs, u32 count) {
    return visit_pairs(*static_cast<Visitor*>(visit), pairs, count);
  }

  void* visit_;
  bool (*hand_over_)(void*, const IdPair*, u32);
};

class PairBuffer {
 public:
  static constexpr u32 kMax = 128;  // pairs that wait

  enum class Order : u8 {
    kAsFound,
    kSmallerFirst,  // what a visitor that takes many at once asks for
  };

  // The visitor is called by add() and flush(); false ends the search.
  template <class Visitor>
  PairBuffer(Visitor& visit, Order order)
      : visit_(visit), sorts_(order == Order::kSmallerFirst ? ~0u : 0) {}

  // False when the visitor has ended the search.
  bool add(Id a, Id b) {
    if (count_ == kMax && !flush()) return false;
    pairs_[count_++] = pair(a, b, sorts_);
    return true;
  }
  // Memory for so many more, at most kMax; null when the visitor has ended the search. took() tells
  // how many were written there, each of them by pair().
  IdPair* room(u32 count) { return count_ + count <= kMax || flush() ? pairs_ + count_ : nullptr; }
  void took(u32 count) { count_ += count; }
  // In the order that `sorts` says, by arithmetic: engines turn a selection into a branch that no
  // one can predict.
  static IdPair pair(Id a, Id b, u32 sorts) {
    const u32 turned = static_cast<u32>((u64{b} - u64{a}) >> 32);  // all bits when b < a
    const u32 change = (a ^ b) & turned & sorts;
    return {a ^ change, b ^ change};
  }
  u32 sorts() const { return sorts_; }
  // Hands over what waits; likewise.
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

// Takes the items that one item meets, as the visitor of a query.
struct PartnerSink {
  PairBuffer& pairs;
  Id item;
  bool turned = false;  // the item is the second one of its pairs

  [[gnu::always_inline]] bool operator()(Id other) {
    return turned ? pairs.add(other, item) : pairs.add(item, other);
  }
};

}  // namespace sapwood
