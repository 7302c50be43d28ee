// Pairs that overlap, and pairs that began or stopped overlapping in the last step.
//
// A step collects all pairs in which at least one item is not at rest, in any order. The pairs are
// sorted by two radix sorts and compared with the previous pairs in one pass. Pairs of two items at
// rest are kept without a search. Memory: 8 bytes per pair in each of six lists.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/base/radix_sort.hpp"

namespace sapwood::world {

class PairEvents {
 public:
  // Each list is sorted by (a, b), with a < b.
  const Array<IdPair>& pairs() const { return known_; }
  const Array<IdPair>& begins() const { return begins_; }
  const Array<IdPair>& ends() const { return ends_; }
  size_t byte_length() const {
    return fresh_.byte_length() + scratch_.byte_length() + known_.byte_length() +
           next_.byte_length() + begins_.byte_length() + ends_.byte_length();
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    fresh_.release();
    scratch_.release();
    next_.release();
    known_.shrink();
    begins_.shrink();
    ends_.shrink();
  }

  void start() { fresh_.clear(); }
  [[nodiscard]] bool reserve(size_t extra) { return fresh_.reserve_more(extra); }
  // Adds a pair that was found in this step. Each pair must be added only once. Requires reserve().
  void add(Id a, Id b) { fresh_.push_unchecked(unsorted_pair(a, b)); }

  // Compares the added pairs with the pairs of the last step. If rests(id) is true for both items
  // of an old pair, the pair continues, because such pairs are not searched. If replaced(id) is
  // true for an item, the old pairs of this item end, even if they were found again. Returns false,
  // and changes no result, if allocation fails.
  template <class Rests, class Replaced>
  [[nodiscard]] bool finish(Rests&& rests, Replaced&& replaced) {
    next_.clear();
    if (!sort_pairs(fresh_, scratch_) || !next_.reserve(known_.size() + fresh_.size()) ||
        !begins_.reserve(fresh_.size()) || !ends_.reserve(known_.size())) {
      return false;
    }
    forget_events();
    size_t at = 0;
    const auto begin_until = [&](u64 limit) {
      for (; at < fresh_.size() && rank_of(fresh_[at]) < limit; ++at) {
        begins_.push_unchecked({fresh_[at].key, fresh_[at].index});
        next_.push_unchecked(begins_.back());
      }
    };
    for (const IdPair& pair : known_) {
      const u64 pair_at = pair_key(pair.a, pair.b);
      begin_until(pair_at);
      const bool found = at < fresh_.size() && rank_of(fresh_[at]) == pair_at;
      const bool new_item = replaced(pair.a) || replaced(pair.b);
      const bool continues = !new_item && (found || (rests(pair.a) && rests(pair.b)));
      if (!continues) ends_.push_unchecked(pair);
      if (found && new_item) continue;  // the next begin_until() reports the new pair
      at += found ? 1 : 0;
      if (continues) next_.push_unchecked(pair);
    }
    begin_until(~u64{0});
    known_.swap(next_);
    if (known_.sparse()) shrink();
    return true;
  }
  void forget_events() {
    begins_.clear();
    ends_.clear();
  }

  // Writes each pair as its difference from the previous pair, in groups of seven bits: first a,
  // then b. When a changes, b is written as its difference from a. Most worlds need two to four
  // bytes per pair.
  [[nodiscard]] bool save(Array<u8>& bytes) const {
    bytes.clear();
    if (!bytes.reserve(known_.size() * 2 * kMaxBytes)) return false;
    IdPair last{0, 0};
    for (const IdPair& pair : known_) {
      append(bytes, pair.a - last.a);
      append(bytes, pair.b - (pair.a == last.a && last.b > last.a ? last.b : pair.a));
      last = pair;
    }
    return true;
  }
  // Reads pairs with ids below `end`. Sets `sound` to false if save() cannot have written the
  // bytes. Returns false if allocation fails.
  [[nodiscard]] bool load(const Array<u8>& bytes, u32 count, u32 end, bool& sound) {
    sound = count <= bytes.size() / 2;
    known_.clear();
    if (!sound) return true;
    if (!known_.reserve(count)) return false;
    const u8* at = bytes.begin();
    u64 a = 0;
    u64 b = 0;
    for (u32 i = 0; i < count && sound; ++i) {
      const u64 step = take(at, bytes.end());
      const u64 base = step == 0 && b > a ? b : a + step;
      a += step;
      b = base + take(at, bytes.end());
      sound = base < b && b < end;
      if (sound) known_.push_unchecked({static_cast<Id>(a), static_cast<Id>(b)});
    }
    sound = sound && at == bytes.end();
    return true;
  }
  void adopt(PairEvents& other) {
    known_.swap(other.known_);
    forget_events();
  }

 private:
  static constexpr u32 kMaxBytes = 5;  // maximum length of an encoded 32-bit number

  static void append(Array<u8>& bytes, u32 value) {
    for (; value >= 0x80; value >>= 7) bytes.push_unchecked(static_cast<u8>(value | 0x80));
    bytes.push_unchecked(static_cast<u8>(value));
  }
  // Reads one value that append() wrote. Returns 2^40 if append() cannot have written the bytes.
  static u64 take(const u8*& at, const u8* end) {
    u64 value = 0;
    for (u32 shift = 0; at < end && shift < 35; shift += 7) {
      value |= u64{*at & 0x7Fu} << shift;
      if (*at++ < 0x80) return value;
    }
    return u64{1} << 40;
  }

  Array<KeyedIndex> fresh_;    // found by this step
  Array<KeyedIndex> scratch_;  // for sorting
  Array<IdPair> known_;
  Array<IdPair> next_;
  Array<IdPair> begins_;
  Array<IdPair> ends_;
};

}  // namespace sapwood::world
