// Category and mask bits, as collision filters of physics engines use them.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

// Two filters accept each other when each one's category meets the other's mask. Items start in
// category 1 and accept all; a query starts in all categories and accepts all.
struct Filter {
  u32 category = 1;
  u32 mask = 0xFFFFFFFFu;

  static constexpr Filter any() { return {0xFFFFFFFFu, 0xFFFFFFFFu}; }
  constexpr bool accepts(const Filter& other) const {
    return (category & other.mask) != 0 && (other.category & mask) != 0;
  }
  friend constexpr bool operator==(const Filter& a, const Filter& b) {
    return a.category == b.category && a.mask == b.mask;
  }
};

}  // namespace sapwood
