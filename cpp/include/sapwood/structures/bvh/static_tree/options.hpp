/// @file
/// Options of a static tree.
#pragma once

#include "sapwood/core/bulk_tree/builder.hpp"

namespace sapwood {

/// Where nodes are split.
using TreeSplit = bulk_tree::Split;

/// Options of a static tree.
struct StaticTreeOptions {
  static constexpr const char* kSplitNames[] = {"box-center", "binned-sah"};

  u32 leaf_limit = 4;  ///< Maximum number of items in a leaf.
  TreeSplit split = TreeSplit::kBoxCenter;
  u32 build_frames = 100;  ///< Approximate number of steps of a stepwise build.

  template <class V>
  void describe(V& v) {
    v.number("leafLimit", leaf_limit, 1, bulk_tree::kMaxLeafItems);
    v.choice("split", split, kSplitNames);
    v.number("buildFrames", build_frames, 4, 1e6);
  }
};

}  // namespace sapwood
