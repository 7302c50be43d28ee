#include "sapwood/structures/reference/brute_force.hpp"

#include "structures/index_cases.hpp"

namespace sapwood::test {
namespace {

TEST(BruteForce, BF1_fifteen_boxes_take_105_tests) {
  BruteForce<2> index;
  ASSERT_TRUE(build(index, uniform_boxes<2>(15, 0, 40, 4, 1)).ok());
  EXPECT_EQ(pair_tests_of(index), 105u);
}

TEST(BruteForce, BF1_tests_are_n_times_n_minus_1_halved) {
  for (const u32 count : {0u, 1u, 2u, 4u, 5u, 100u}) {
    BruteForce<3> index;
    ASSERT_TRUE(build(index, uniform_boxes<3>(count, 0, 40, 4, 1)).ok());
    EXPECT_EQ(pair_tests_of(index), u64{count} * (count - 1) / 2) << count;
  }
}

}  // namespace
}  // namespace sapwood::test
