/// @file
/// Category and mask bits, as in the collision filters of physics engines.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Filter of an item or a query. Two filters accept each other if the category of each is in the
/// mask of the other. The default filter of an item has category 1 and all bits of the mask. The
/// default filter of a query has all bits of both.
struct Filter {
  u32 category = 1;
  u32 mask = 0xFFFFFFFFu;

  /// Returns the default filter of a query. It accepts all items whose category and mask are not 0.
  static constexpr Filter any() { return {0xFFFFFFFFu, 0xFFFFFFFFu}; }
  /// Returns true if the filters accept each other.
  constexpr bool accepts(const Filter& other) const {
    return (category & other.mask) != 0 && (other.category & mask) != 0;
  }
  friend constexpr bool operator==(const Filter& a, const Filter& b) {
    return a.category == b.category && a.mask == b.mask;
  }
};

}  // namespace sapwood
