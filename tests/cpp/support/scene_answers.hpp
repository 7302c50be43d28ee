// Answers of the oracle to whole sets of queries, as the numbers that the scene files keep.
#pragma once

#include "support/scene_oracle.hpp"

namespace sapwood::test {

// Neighbors asked for in the goldens of nearest.
inline constexpr std::size_t kNearestCount = 8;

// To the scene's own queries and to the native peers', in the order of the scene files.
std::vector<AnswerGolden> answer_queries(const Scene& scene, int count, std::uint32_t seed);
std::vector<AnswerGolden> answer_peer_queries(const Scene& scene, int count);

// Number and checksum of all overlapping pairs.
PairGolden answer_pairs(BoxSet set);

}  // namespace sapwood::test
