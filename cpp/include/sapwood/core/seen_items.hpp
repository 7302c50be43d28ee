/// @file Set of the items that a traversal has visited.
#pragma once

#include <cstdlib>
#include <cstring>

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Set with one bit for each item, for a traversal that may visit an item more than once. Each
/// traversal has its own set, so traversals may be nested.
class SeenItems {
 public:
  // Creates the set for item numbers below `count`. Allocates memory if `count` is large.
  explicit SeenItems(u32 count) {
    const size_t words = (size_t{count} + 31) / 32;
    if (words <= kInlineWords) {
      std::memset(inline_, 0, words * sizeof(u32));
    } else {
      words_ = static_cast<u32*>(std::calloc(words, sizeof(u32)));
    }
  }
  SeenItems(const SeenItems&) = delete;
  SeenItems& operator=(const SeenItems&) = delete;
  ~SeenItems() {
    if (words_ != inline_) std::free(words_);
  }

  [[nodiscard]] bool ready() const { return words_ != nullptr; }

  bool first_time(u32 number) {
    const u32 bit = 1u << number % 32;
    u32& word = words_[number / 32];
    const bool first = (word & bit) == 0;
    word |= bit;
    return first;
  }

 private:
  static constexpr size_t kInlineWords = 64;

  u32 inline_[kInlineWords];
  u32* words_ = inline_;
};

}  // namespace sapwood
