// Neighbors of all items at once, of an index of any type.
#pragma once

#include "any_index.hpp"

namespace sapwood::bindings {

// All pairs of items whose boxes are at most so far apart and whose filters accept each other, each
// once, as ids; answers how many. An exact filter behind the pair search of `grown`, an empty index
// of the same kind, which is filled with larger copies. The distance is not negative.
i32 pairs_within(const AnyIndex& index, f64 distance, AnyIndex& grown, QueryCounters& counters);

// For every item by ascending id the k others that are nearest to its center: ids and distances,
// kNone and infinity where there are less. Answers how many entries.
i32 nearest_all(AnyIndex& index, u32 k);

}  // namespace sapwood::bindings
