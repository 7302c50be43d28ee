// Expected results of sets of queries from the oracle, as counts and hashes like in the scene
// files.
#pragma once

#include "support/scene_oracle.hpp"

namespace sapwood::test {

// Number of items in the goldens of nearest queries.
inline constexpr std::size_t kNearestCount = 8;

// Return the expected results of the queries of the scene and of the queries of the native peers,
// in the order of the scene files.
std::vector<QueryGolden> query_goldens(const Scene& scene, int count, std::uint32_t seed);
std::vector<QueryGolden> peer_query_goldens(const Scene& scene, int count);

// Returns the number and the hash of all overlapping pairs.
PairGolden pair_golden(BoxSet set);

}  // namespace sapwood::test
