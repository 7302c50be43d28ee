// What a user may choose about a sphere tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

// How members are parted of which no center lies below the plane.
enum class NoneBelow : u8 {
  kHalve,  // in the middle
  kFirst,  // behind the first one, as the source has it: a chain, until the depth is too great
};

struct SphereTreeOptions {
  static constexpr const char* kNoneBelowNames[] = {"halve", "first"};

  NoneBelow none_below = NoneBelow::kHalve;

  template <class V>
  void describe(V& v) {
    v.choice("noneBelow", none_below, kNoneBelowNames);
  }
};

}  // namespace sapwood
