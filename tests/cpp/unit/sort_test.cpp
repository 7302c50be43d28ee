#include "sapwood/base/sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/random.hpp"

namespace sapwood {
namespace {

struct Counted {
  u32 key;
  u32 place;
};

void expect_sorted(std::vector<u32> numbers) {
  std::vector<u32> expected = numbers;
  std::sort(expected.begin(), expected.end());
  sort(numbers.data(), numbers.data() + numbers.size());
  EXPECT_EQ(numbers, expected);
}

std::vector<u32> numbers_below(u32 limit, u32 count) {
  test::Random random(count + limit);
  std::vector<u32> numbers(count);
  for (u32& number : numbers) number = random.below(limit);
  return numbers;
}

TEST(Sort, Sorts_numbers_of_every_count) {
  for (const u32 count : {0u, 1u, 2u, 3u, 15u, 16u, 17u, 18u, 33u, 200u, 1001u, 20000u}) {
    SCOPED_TRACE(count);
    expect_sorted(numbers_below(1u << 30, count));
  }
}

TEST(Sort, Sorts_many_equal_numbers) {
  for (const u32 limit : {1u, 2u, 10u}) {
    SCOPED_TRACE(limit);
    expect_sorted(numbers_below(limit, 3000));
  }
}

TEST(Sort, Sorts_sorted_and_reversed_numbers) {
  std::vector<u32> numbers = numbers_below(1u << 30, 3000);
  std::sort(numbers.begin(), numbers.end());
  expect_sorted(numbers);
  std::reverse(numbers.begin(), numbers.end());
  expect_sorted(numbers);
}

TEST(Sort, Uses_the_comparison_and_moves_whole_elements) {
  std::vector<Counted> list;
  const std::vector<u32> keys = numbers_below(1u << 30, 500);
  for (u32 i = 0; i < keys.size(); ++i) list.push_back({keys[i], i});
  sort(list.data(), list.data() + list.size(),
       [](const Counted& a, const Counted& b) { return a.key > b.key; });
  for (u32 i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i].key, keys[list[i].place]);
    if (i > 0) EXPECT_GE(list[i - 1].key, list[i].key);
  }
}

// Musser, Introspective sorting and selection algorithms, 1997: each median of three is one of the
// smallest remaining elements, so each partition separates only a few elements.
TEST(Sort, Is_not_quadratic_on_the_worst_case_of_medians_of_three) {
  constexpr u32 kHalf = 20000;
  std::vector<u32> numbers;
  for (u32 i = 1; i <= kHalf; ++i) numbers.push_back(i % 2 == 1 ? i : kHalf + i - 1);
  for (u32 i = 1; i <= kHalf; ++i) numbers.push_back(2 * i);
  std::vector<u32> expected = numbers;
  std::sort(expected.begin(), expected.end());
  u64 comparisons = 0;
  sort(numbers.data(), numbers.data() + numbers.size(), [&](u32 a, u32 b) {
    ++comparisons;
    return a < b;
  });
  EXPECT_EQ(numbers, expected);
  EXPECT_LT(comparisons, u64{kHalf} * kHalf / 20);
}

// After the few allowed rounds of partitioning, large parts remain, which are sorted by Shellsort.
TEST(Sort, Sorts_large_parts_by_shellsort) {
  std::vector<u32> numbers = numbers_below(1u << 30, 5000);
  std::vector<u32> expected = numbers;
  std::sort(expected.begin(), expected.end());
  u64 comparisons = 0;
  sorting::sort(
      numbers.data(), numbers.data() + numbers.size(),
      [&](u32 a, u32 b) {
        ++comparisons;
        return a < b;
      },
      1);
  EXPECT_EQ(numbers, expected);
  EXPECT_LT(comparisons, 500000u);
}

}  // namespace
}  // namespace sapwood
