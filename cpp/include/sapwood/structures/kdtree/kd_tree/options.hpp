// What a user may choose about a k-d tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

// How medians are found. The tree is the same.
enum class KdBuild : u8 {
  kSelection,  // by partial selection, O(n log n)
  kPresorted,  // every axis sorted once, the orders kept through the splits, O(k n log n)
  kSorted,     // every node sorted anew, O(n log^2 n)
};

struct KdTreeOptions {
  static constexpr const char* kBuildNames[] = {"selection", "presorted", "sorted"};

  u32 capacity = 16;  // most items in a leaf
  KdBuild build = KdBuild::kSelection;

  template <class V>
  void describe(V& v) {
    v.number("capacity", capacity, 8, 1024);
    v.choice("build", build, kBuildNames);
  }
};

}  // namespace sapwood
