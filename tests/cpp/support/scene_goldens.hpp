// Results of the oracle for sets of queries, as counts and hashes like in the scene files.
#pragma once

#include "support/scene_oracle.hpp"

namespace sapwood::test {

// Number of items in the goldens of nearest queries.
inline constexpr std::size_t kNearestCount = 8;

// Return the results of the queries of the scene and of the native peers, in the order of the scene
std::vector<QueryGolden> query_goldens(const Scene& scene, int count, std::uint32_t seed);
std::vector<QueryGolden> peer_query_goldens(const Scene& scene, int count);

// Returns number and checksum of all overlapping pairs.
PairGolden pair_golden(BoxSet set);

}  // namespace sapwood::test
