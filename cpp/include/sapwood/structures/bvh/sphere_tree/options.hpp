/// @file
/// Options of a sphere tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Split of items if no center is below the plane.
enum class NoneBelow : u8 {
  kHalve,  ///< In the middle.
  kFirst,  ///< After the first item, as in the source. This gives a chain down to the depth limit.
};

/// Options of a sphere tree.
struct SphereTreeOptions {
  static constexpr const char* kNoneBelowNames[] = {"halve", "first"};

  NoneBelow none_below = NoneBelow::kHalve;

  template <class V>
  void describe(V& v) {
    v.choice("noneBelow", none_below, kNoneBelowNames);
  }
};

}  // namespace sapwood
