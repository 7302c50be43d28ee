// Parts of the sweeps: rank codes of a crowded column, and the list of pairs.
#include <gtest/gtest.h>

#include "sapwood/structures/sweep/sort_and_sweep/endpoint_axes.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/references.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

// The lower edges are 0, 1, ... 1023. Every fourth edge is a limit between two codes.
TEST(RankQuantizer, A_code_is_the_number_of_limits_up_to_the_edge) {
  const sweep::ColumnGrid<2> grid;
  sweep::RankQuantizer<2> crowd;
  Array<KeyedIndex> edges;
  for (u32 i = 0; i < 1024; ++i) {
    ASSERT_TRUE(edges.push_back({sortable_key(static_cast<f32>(i)), i}));
  }
  crowd.set_limits(0, edges);
  const auto codes = [&](f32 low, f32 high) {
    sweep::ColumnTag tag{0, 0};
    crowd.encode(grid, {{low, low}, {high, high}}, tag);
    return std::pair<u32, u32>(tag.code(0), tag.code(1));
  };
  EXPECT_EQ(codes(3.5f, 4), std::pair(0u, 1u));
  EXPECT_EQ(codes(7.75f, 8.25f), std::pair(1u, 2u));
  EXPECT_EQ(codes(-5, 5000), std::pair(0u, 255u));
}

TEST(SweepPairList, Is_not_complete_after_a_failed_allocation) {
  sweep::PairList pairs;
  pairs.add(1, 2);
  {
    const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
    for (Id id = 2; id < 1000; ++id) pairs.add(id, id + 1);
  }
  EXPECT_TRUE(pairs.failed());
  EXPECT_FALSE(pairs.commit());
  pairs.clear();
  pairs.add(1, 2);
  EXPECT_TRUE(pairs.commit());
  EXPECT_EQ(pairs.keys().size(), 1u);
}

}  // namespace
}  // namespace sapwood::test
