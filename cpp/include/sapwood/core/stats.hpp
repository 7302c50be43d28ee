/// @file
/// Statistics of an index and work of its last call. All numbers are deterministic, so tests can
/// require exact values.
#pragma once

#include <limits>

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Work of one call. Node visits count the nodes or blocks whose boxes were tested. Item tests
/// count the items or pairs of items that were compared. Results count the reported items or pairs.
struct QueryCounters {
  u64 node_visits = 0;
  u64 item_tests = 0;
  u64 results = 0;
};

/// Value of a statistic that does not apply to a structure.
inline constexpr f64 kNotApplicable = std::numeric_limits<f64>::quiet_NaN();

/// Size and quality of an index. A value that does not apply to the structure is NaN.
struct IndexStats {
  f64 items = 0;
  f64 nodes = 0;
  f64 leaves = 0;
  f64 height = kNotApplicable;         ///< Edges from the root to the deepest leaf.
  f64 max_imbalance = kNotApplicable;  ///< Largest height difference of two siblings.
  f64 area_ratio = kNotApplicable;     ///< Sum of the areas of all branches / area of the root.
  f64 sah = kNotApplicable;        ///< area_ratio including leaves: expected node visits of a ray.
  f64 reinserts = kNotApplicable;  ///< Items that left their fat box since the build.
  f64 swaps = kNotApplicable;      ///< Swaps of the last insertion sort.
  f64 axis = kNotApplicable;       ///< Sweep axis in use, 0 = x.
  f64 cell_x = kNotApplicable;     ///< Side of the finest cells of a grid on axis 0.
  f64 cell_y = kNotApplicable;     ///< Side of the finest cells of a grid on axis 1.
  f64 cell_z = kNotApplicable;     ///< Side of the finest cells of a grid on axis 2.
  f64 byte_length = 0;

  /// Sets the side of the finest cells of a grid on an axis.
  void set_cell(int axis, f64 side) { (axis == 0 ? cell_x : axis == 1 ? cell_y : cell_z) = side; }

  /// Computes area_ratio and sah from the sums of areas. Both stay NaN if the area of the root is
  /// 0.
  void set_areas(f64 branches, f64 leaves, f64 root) {
    if (!(root > 0)) return;
    area_ratio = branches / root;
    sah = (branches + leaves) / root;
  }
};

}  // namespace sapwood
