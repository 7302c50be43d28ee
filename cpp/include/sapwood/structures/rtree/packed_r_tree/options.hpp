/// @file
/// Options of a packed R-tree.
#pragma once

#include "sapwood/core/entry_tree/packing.hpp"

namespace sapwood {

/// Options of a packed R-tree.
struct PackedRTreeOptions {
  static constexpr const char* kPackingNames[] = {"nearest-x", "str", "hilbert", "morton"};
  static constexpr const char* kAxesNames[] = {"in-order", "by-spread"};

  Packing packing = Packing::kTiles;
  u32 fan_out = 16;  ///< Entries per node.
  PackingAxes axes = PackingAxes::kInOrder;

  entry_tree::PackingPlan plan() const { return {packing, axes, fan_out, fan_out}; }

  template <class V>
  void describe(V& v) {
    v.choice("packing", packing, kPackingNames);
    v.number("fanOut", fan_out, 2, 128);
    v.choice("axes", axes, kAxesNames);
  }
};

}  // namespace sapwood
