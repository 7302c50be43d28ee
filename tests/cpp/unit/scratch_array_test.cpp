#include "sapwood/base/scratch_array.hpp"

#include <gtest/gtest.h>

#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

using Numbers = ScratchArray<u32, 4>;

void fill(Numbers& numbers, u32 count) {
  for (u32 i = 0; i < count; ++i) ASSERT_TRUE(numbers.push_back(i));
}

void expect_counting(Numbers& numbers, u32 count) {
  ASSERT_EQ(numbers.size(), count);
  for (u32 i = 0; i < count; ++i) EXPECT_EQ(numbers[i], i);
}

TEST(ScratchArray, Inline_elements_need_no_allocation) {
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  Numbers numbers;
  fill(numbers, 4);
  EXPECT_FALSE(failing.triggered());
  expect_counting(numbers, 4);
}

TEST(ScratchArray, Longer_arrays_keep_their_elements_and_free_their_memory) {
  forget_watched();
  {
    const AllocationWatch watch;
    Numbers numbers;
    fill(numbers, 100);
    expect_counting(numbers, 100);
    EXPECT_GT(watched_bytes(), 0u);
  }
  EXPECT_EQ(watched_bytes(), 0u);
}

TEST(ScratchArray, A_failed_allocation_changes_nothing) {
  Numbers numbers;
  fill(numbers, 4);
  {
    const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
    EXPECT_FALSE(numbers.push_back(4));
    EXPECT_FALSE(numbers.reserve(9));
    EXPECT_FALSE(numbers.resize(5));
  }
  expect_counting(numbers, 4);
  EXPECT_TRUE(numbers.push_back(4));
  expect_counting(numbers, 5);
}

TEST(ScratchArray, An_own_element_can_be_pushed_while_the_array_grows) {
  Numbers numbers;
  fill(numbers, 4);
  ASSERT_TRUE(numbers.push_back(numbers[3]));
  EXPECT_EQ(numbers.back(), 3u);
}

TEST(ScratchArray, Truncate_keeps_the_capacity) {
  Numbers numbers;
  fill(numbers, 50);
  numbers.truncate(10);
  numbers.pop_back();
  expect_counting(numbers, 9);
  numbers.clear();
  EXPECT_TRUE(numbers.empty());
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_TRUE(numbers.resize(50));
}

}  // namespace
}  // namespace sapwood::test
