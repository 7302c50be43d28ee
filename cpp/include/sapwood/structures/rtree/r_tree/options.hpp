/// @file
/// Options of an R-tree.
#pragma once

#include "sapwood/core/entry_tree/packing.hpp"

namespace sapwood {

/// Split of a full node.
enum class RTreeSplit : u8 {
  kLinear,      ///< Seeds far apart on one axis, other entries in their order (Guttman).
  kQuadratic,   ///< Seeds that waste the most area together, other entries by strongest preference
                ///< (Guttman).
  kExhaustive,  ///< The best of all partitions; at most 8 entries per node (Guttman).
  kRStar,       ///< Least margins, then least overlap, and forced reinsertion (Beckmann et al.).
};

/// Measure of the size of a box.
enum class RTreeMeasure : u8 {
  kArea,       ///< Product of the sides: area or volume.
  kPerimeter,  ///< Sum of the sides.
};

/// Options of an R-tree.
struct RTreeOptions {
  static constexpr const char* kSplitNames[] = {"linear", "quadratic", "exhaustive", "r-star"};
  static constexpr const char* kMeasureNames[] = {"area", "perimeter"};
  /// Largest fan-out for the exhaustive split, which tries 2^fan_out - 1 partitions.
  static constexpr u32 kMaxToExhaust = 8;

  RTreeSplit split = RTreeSplit::kRStar;
  u32 fan_out = 8;  ///< Maximum number of entries per node.
  f32 min_fill =
      0.4f;  ///< Minimum number of entries as a fraction of fan_out; never fewer than two entries.
  RTreeMeasure measure = RTreeMeasure::kArea;

  template <class V>
  void describe(V& v) {
    v.choice("split", split, kSplitNames);
    v.number("fanOut", fan_out, 4, 128);
    v.number("minFill", min_fill, 0.1, 0.5);
    v.choice("measure", measure, kMeasureNames);
  }

  /// Returns true if the options are compatible.
  bool valid() const { return split != RTreeSplit::kExhaustive || fan_out <= kMaxToExhaust; }

  /// Returns the minimum number of entries of a node other than the root, at most half of the
  /// fan-out.
  u32 least_entries() const {
    const u32 least = static_cast<u32>(min_fill * static_cast<f32>(fan_out));
    return least < 2 ? 2 : least;
  }
  /// Returns the packing of a bulk-built tree. Nodes are three quarters full, so inserts find
  /// space.
  entry_tree::PackingPlan plan() const {
    return {Packing::kTiles, PackingAxes::kInOrder, fan_out * 3 / 4, fan_out};
  }
  /// Returns the number of entries that a forced reinsertion removes from a node: 30 %.
  u32 reinsert_share() const { return fan_out * 3 / 10; }
};

}  // namespace sapwood
