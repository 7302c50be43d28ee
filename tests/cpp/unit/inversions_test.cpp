// The number of pairs of elements that are in the wrong order.
#include <gtest/gtest.h>

#include "sapwood/core/queries.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

u64 inversions_of(const std::vector<f64>& values) {
  Array<f64> keys, scratch;
  for (const f64 value : values) EXPECT_TRUE(keys.push_back(value));
  EXPECT_TRUE(scratch.resize(keys.size()));
  return count_inversions(keys, scratch);
}

TEST(Inversions, Sorted_lists_have_no_inversions_and_descending_lists_invert_all_pairs) {
  EXPECT_EQ(inversions_of({}), 0u);
  EXPECT_EQ(inversions_of({7}), 0u);
  EXPECT_EQ(inversions_of({1, 2, 2, 2, 3}), 0u);
  EXPECT_EQ(inversions_of({5, 4, 3, 2, 1}), 10u);
  EXPECT_EQ(inversions_of({2, 2, 1, 1}), 4u);
}

TEST(Inversions, The_count_equals_a_comparison_of_all_pairs) {
  Random random(1);
  for (u32 count = 0; count < 70; ++count) {
    std::vector<f64> values;
    for (u32 i = 0; i < count; ++i) values.push_back(random.below(20));
    u64 expected = 0;
    for (u32 i = 0; i < count; ++i) {
      for (u32 j = i + 1; j < count; ++j) expected += values[i] > values[j];
    }
    EXPECT_EQ(inversions_of(values), expected) << count << " values";
  }
}

}  // namespace
}  // namespace sapwood::test
