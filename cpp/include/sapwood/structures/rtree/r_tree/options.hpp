// What a user may choose about an R-tree.
#pragma once

#include "sapwood/core/entry_tree/packing.hpp"

namespace sapwood {

// How a node that is too full becomes two.
enum class RTreeSplit : u8 {
  kLinear,      // seeds far apart on one axis, the rest as they come (Guttman)
  kQuadratic,   // the two that waste most together as seeds, the rest by preference (Guttman)
  kExhaustive,  // the best of all partitions; at most 8 entries a node (Guttman)
  kRStar,       // least margins, then least overlap; and forced reinsertion (Beckmann et al.)
};

// What "small" means for a box.
enum class RTreeMeasure : u8 {
  kArea,       // product of the sides: area, volume
  kPerimeter,  // sum of the sides
};

struct RTreeOptions {
  static constexpr const char* kSplitNames[] = {"linear", "quadratic", "exhaustive", "r-star"};
  static constexpr const char* kMeasureNames[] = {"area", "perimeter"};
  // The exhaustive split tries 2^fan_out - 1 partitions.
  static constexpr u32 kMaxToExhaust = 8;

  RTreeSplit split = RTreeSplit::kRStar;
  u32 fan_out = 8;      // most entries a node
  f32 min_fill = 0.4f;  // least part of them; two entries in any case
  RTreeMeasure measure = RTreeMeasure::kArea;

  template <class V>
  void describe(V& v) {
    v.choice("split", split, kSplitNames);
    v.number("fanOut", fan_out, 4, 128);
    v.number("minFill", min_fill, 0.1, 0.5);
    v.choice("measure", measure, kMeasureNames);
  }

  // Whether the options fit each other.
  bool valid() const { return split != RTreeSplit::kExhaustive || fan_out <= kMaxToExhaust; }

  // Least entries of a node other than the root; at most half of the fan-out.
  u32 least_entries() const {
    const u32 least = static_cast<u32>(min_fill * static_cast<f32>(fan_out));
    return least < 2 ? 2 : least;
  }
  // For a tree that is made at once: nodes three quarters full, so that inserts find room.
  entry_tree::PackingPlan plan() const {
    return {Packing::kTiles, PackingAxes::kInOrder, fan_out * 3 / 4, fan_out};
  }
  // Entries that a forced reinsertion takes out of a node: 30 %.
  u32 reinsert_share() const { return fan_out * 3 / 10; }
};

}  // namespace sapwood
