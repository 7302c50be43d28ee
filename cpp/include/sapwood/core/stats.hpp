// Numbers about an index and about its last call. Deterministic: tests gate on them, times never.
#pragma once

#include <limits>

#include "sapwood/base/types.hpp"

namespace sapwood {

// Work of one verb. A node visit is one node (or block) whose box was tested, an item test is one
// item (or pair of items) that was compared, results are what the verb reported.
struct QueryCounters {
  u64 node_visits = 0;
  u64 item_tests = 0;
  u64 results = 0;
};

inline constexpr f64 kNotApplicable = std::numeric_limits<f64>::quiet_NaN();

// Quality and size. NaN: the structure has no such thing.
struct IndexStats {
  f64 items = 0;
  f64 nodes = 0;
  f64 leaves = 0;
  f64 height = kNotApplicable;         // edges from the root to the deepest leaf
  f64 max_imbalance = kNotApplicable;  // largest height difference of two siblings
  f64 area_ratio = kNotApplicable;     // sum of the areas of all branches / area of the root
  f64 sah = kNotApplicable;            // area_ratio with leaves counted: expected visits of a ray
  f64 reinserts = kNotApplicable;      // items that left their fat box since the build
  f64 swaps = kNotApplicable;          // exchanges of the last insertion sort
  f64 axis = kNotApplicable;           // sweep axis in use, 0 = x
  f64 cell_size = kNotApplicable;      // side of the finest cells of a grid
  f64 byte_length = 0;

  // From the sums of the areas of all branches and of all leaves; NaN where the root has none.
  void set_areas(f64 branches, f64 leaves, f64 root) {
    if (!(root > 0)) return;
    area_ratio = branches / root;
    sah = (branches + leaves) / root;
  }
};

}  // namespace sapwood
