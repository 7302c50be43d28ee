/// @file
/// Options of a k-d tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Method that finds medians. All methods give the same tree.
enum class KdBuild : u8 {
  kSelection,  ///< Partial selection, O(n log n).
  kPresorted,  ///< Each axis is sorted once, and the orders are kept through the splits, O(k n log
               ///< n).
  kSorted,     ///< Each node is sorted, O(n log^2 n).
};

/// Options of a k-d tree.
struct KdTreeOptions {
  static constexpr const char* kBuildNames[] = {"selection", "presorted", "sorted"};

  u32 capacity = 16;  ///< Maximum number of items in a leaf.
  KdBuild build = KdBuild::kSelection;

  template <class V>
  void describe(V& v) {
    v.number("capacity", capacity, 8, 1024);
    v.choice("build", build, kBuildNames);
  }
};

}  // namespace sapwood
