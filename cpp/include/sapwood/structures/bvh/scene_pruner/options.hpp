/// @file
/// Options of the scene pruner.
#pragma once

#include "sapwood/core/options.hpp"

namespace sapwood {

/// Options of the scene pruner.
struct ScenePrunerOptions {
  /// Work of a step() without a budget, in units: items copied or partitioned, nodes mapped or
  /// refitted. The default is a small part of a frame.
  u32 rebuild_budget = 10000;
  /// Approximate number of steps of a rebuild; it sets the work of a step() without a budget. With
  /// 0, rebuild_budget applies. Values of 1 to 3 are raised to 4.
  u32 rebuild_frames = 0;
  /// Maximum number of items in a leaf of the bulk trees, at most 15.
  u32 leaf_limit = 4;
  /// Growth of the bounds of a merged tree, as a share of its extent, half on each side. Small
  /// moves inside then do not change the tree of trees.
  f32 inflation = 0.01f;

  template <class V>
  void describe(V& v) {
    v.number("rebuildBudget", rebuild_budget, 1, 1e9);
    v.number("rebuildFrames", rebuild_frames, 0, 1e6);
    v.number("leafLimit", leaf_limit, 1, 15);
    v.number("inflation", inflation, 0, 1);
  }
};

}  // namespace sapwood
