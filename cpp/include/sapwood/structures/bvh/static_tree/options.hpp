// What a user may choose about a static tree.
#pragma once

#include "sapwood/core/bulk_tree/builder.hpp"

namespace sapwood {

// Where nodes are cut.
using TreeSplit = bulk_tree::Split;

struct StaticTreeOptions {
  static constexpr const char* kSplitNames[] = {"box-center", "binned-sah"};

  u32 leaf_limit = 4;  // most items of a leaf
  TreeSplit split = TreeSplit::kBoxCenter;
  u32 build_frames = 100;  // steps that a build in the background should take

  template <class V>
  void describe(V& v) {
    v.number("leafLimit", leaf_limit, 1, bulk_tree::kMaxLeafItems);
    v.choice("split", split, kSplitNames);
    v.number("buildFrames", build_frames, 4, 1e6);
  }
};

}  // namespace sapwood
