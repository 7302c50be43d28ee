// Bits of the nodes whose box is out of date, one word for 32 nodes, drained from the highest one
// down: since children come behind their parents, that is children first.
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"

namespace sapwood::bulk_tree {

class Marks {
 public:
  bool any() const { return highest_ != kNone; }
  bool has(u32 index) const {
    return index / 32 < words_.size() && (words_[index / 32] >> index % 32 & 1) != 0;
  }
  // Highest word with a bit set, kNone when nothing is marked.
  u32 highest_word() const { return highest_; }
  u32 word(u32 index) const { return words_[index]; }
  size_t byte_length() const { return words_.byte_length(); }

  // Room for marks of nodes below `count`.
  [[nodiscard]] bool reserve(u32 count) {
    const size_t words = (size_t{count} + 31) / 32;
    return words <= words_.size() || words_.resize(words, 0);
  }

  // The same for as many calls of add_word(), which make that room bit by bit. Forgets all marks.
  [[nodiscard]] bool begin(u32 count) {
    clear();
    return words_.reserve((size_t{count} + 31) / 32);
  }
  void add_word() { words_.push_unchecked(0); }

  // False when the bit was set.
  bool set(u32 index) {
    u32& word = words_[index / 32];
    const u32 bit = 1u << index % 32;
    if ((word & bit) != 0) return false;
    word |= bit;
    if (highest_ == kNone || index / 32 > highest_) highest_ = index / 32;
    return true;
  }

  // Calls take(index) for every mark, highest first, and clears it; answers their number.
  template <class Take>
  u32 drain(Take&& take) {
    u32 count = 0;
    if (!any()) return 0;
    for (u32 at = highest_ + 1; at-- > 0;) {
      u32& word = words_[at];
      for (; word != 0; ++count) {
        const u32 bit = 31 - static_cast<u32>(std::countl_zero(word));
        take(at * 32 + bit);
        word &= ~(1u << bit);
      }
    }
    highest_ = kNone;
    return count;
  }

  void clear() {
    words_.clear();
    highest_ = kNone;
  }

 private:
  Array<u32> words_;
  u32 highest_ = kNone;
};

}  // namespace sapwood::bulk_tree
