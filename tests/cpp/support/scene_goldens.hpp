// Expected results of queries, computed by the oracle: numbers of results and hashes, as in the
// scene files.
#pragma once

#include "support/scene_oracle.hpp"

namespace sapwood::test {

inline constexpr std::size_t kNearestCount = 8;

// Return the expected results of the queries of the scene, or of the queries in the benchmark of
// native libraries. The order is the order of the scene files.
std::vector<QueryGolden> query_goldens(const Scene& scene, int count, std::uint32_t seed);
std::vector<QueryGolden> peer_query_goldens(const Scene& scene, int count);

PairGolden pair_golden(BoxSet set);

}  // namespace sapwood::test
