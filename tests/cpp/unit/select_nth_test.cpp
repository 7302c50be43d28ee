#include "sapwood/base/sort.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <vector>

#include "support/random.hpp"

namespace sapwood {
namespace {

std::vector<u32> shuffled(u32 count, u64 seed) {
  std::vector<u32> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  test::Random random(seed);
  for (u32 i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

void expect_parted(std::vector<u32> numbers, u32 middle) {
  select_nth(numbers.data(), numbers.data() + middle, numbers.data() + numbers.size(),
             std::less<>());
  EXPECT_EQ(numbers[middle], middle);
  for (u32 i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i] < middle, i < middle) << i;
}

TEST(SelectNth, Puts_smaller_numbers_before_and_larger_after) {
  for (const u32 count : {1u, 2u, 3u, 15u, 16u, 17u, 18u, 33u, 200u, 1001u}) {
    for (const u32 middle : {0u, count / 3, count / 2, count - 1}) {
      SCOPED_TRACE(std::to_string(count) + ", " + std::to_string(middle));
      expect_parted(shuffled(count, count + middle), middle);
    }
  }
}

TEST(SelectNth, Accepts_sorted_and_reversed_ranges) {
  std::vector<u32> numbers(5000);
  std::iota(numbers.begin(), numbers.end(), 0u);
  expect_parted(numbers, 2500);
  std::reverse(numbers.begin(), numbers.end());
  expect_parted(numbers, 4999);
}

// The order of the elements before and after the n-th element is defined. With std::nth_element, it
// differs between libstdc++ and libc++.
TEST(SelectNth, Arranges_both_sides_equally_on_all_platforms) {
  std::vector<u32> numbers = shuffled(40, 7);
  select_nth(numbers.data(), numbers.data() + 20, numbers.data() + 40, std::less<>());
  u32 hash = 0;
  for (const u32 number : numbers) hash = hash * 31 + number;
  EXPECT_EQ(hash, 2219261892u);
}

}  // namespace
}  // namespace sapwood
