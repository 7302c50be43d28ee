// Options of the scene pruner.
#pragma once

#include "sapwood/core/options.hpp"

namespace sapwood {

struct ScenePrunerOptions {
  // Units of work of a step() that names no budget of its own: items copied or partitioned, nodes
  // mapped or refitted. The default is a small part of a frame.
  u32 rebuild_budget = 10000;
  // Steps that a rebuild should take: then a step() without budget does as much as that needs. 0
  // leaves it to the budget; fewer than 4 mean 4.
  u32 rebuild_frames = 0;
  // Most items in a leaf of the bulk trees; a leaf has four bits for their number.
  u32 leaf_limit = 4;
  // Share of its extent by which the bounds of a merged tree are grown, half of it on each side, so
  // that small moves inside it do not reach the tree of trees.
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
