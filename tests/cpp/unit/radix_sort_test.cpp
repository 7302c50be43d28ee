#include "sapwood/base/radix_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/allocations.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

TEST(SortableKey, Has_the_order_of_the_floats) {
  using Limits = std::numeric_limits<f32>;
  const f32 ascending[] = {-Limits::infinity(),
                           Limits::lowest(),
                           -1e18f,
                           -2.0f,
                           -1.0f,
                           -0.5f,
                           -Limits::min(),
                           -Limits::denorm_min(),
                           0.0f,
                           Limits::denorm_min(),
                           Limits::min(),
                           0.5f,
                           1.0f,
                           std::nextafter(1.0f, 2.0f),
                           2.0f,
                           1e18f,
                           Limits::max(),
                           Limits::infinity()};
  for (size_t i = 1; i < std::size(ascending); ++i) {
    EXPECT_LT(sortable_key(ascending[i - 1]), sortable_key(ascending[i])) << ascending[i];
  }
}

TEST(SortableKey, Both_zeros_have_the_same_key) {
  EXPECT_EQ(sortable_key(-0.0f), sortable_key(0.0f));
}

TEST(SortableKey, Agrees_with_the_comparison_of_random_bit_patterns) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const f32 a = std::bit_cast<f32>(static_cast<u32>(random.next()));
    const f32 b = std::bit_cast<f32>(static_cast<u32>(random.next()));
    if (std::isnan(a) || std::isnan(b)) continue;
    ASSERT_EQ(a < b, sortable_key(a) < sortable_key(b)) << a << " " << b;
    ASSERT_EQ(a == b, sortable_key(a) == sortable_key(b)) << a << " " << b;
  }
}

// Each element gets its position as its index, which distinguishes equal keys.
void expect_stable_sort(const std::vector<u32>& keys) {
  Array<KeyedIndex> items;
  Array<KeyedIndex> scratch;
  std::vector<std::pair<u32, u32>> expected;
  for (u32 i = 0; i < keys.size(); ++i) {
    ASSERT_TRUE(items.push_back({keys[i], i}));
    expected.emplace_back(keys[i], i);
  }
  std::stable_sort(expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  ASSERT_TRUE(radix_sort(items, scratch));
  ASSERT_EQ(items.size(), keys.size());
  for (u32 i = 0; i < keys.size(); ++i) {
    ASSERT_EQ(items[i].key, expected[i].first) << i;
    ASSERT_EQ(items[i].index, expected[i].second) << i;
  }
}

TEST(RadixSort, Equals_a_stable_sort_of_random_keys) {
  for (const u32 count : {0u, 1u, 2u, 3u, 17u, 1000u, 5000u}) {
    Random random(count);
    std::vector<u32> keys;
    for (u32 i = 0; i < count; ++i) keys.push_back(static_cast<u32>(random.next()));
    expect_stable_sort(keys);
  }
}

// Digits that are equal in all keys need no pass, so one, two or three passes remain.
TEST(RadixSort, Equals_a_stable_sort_if_some_digits_are_constant) {
  for (const u32 varying : {0u, 0x7FFu, 0x3FF800u, 0xFFC00000u, 0x3FFFFFu, 0xFFC007FFu, 0xFFFFFFFFu,
                            1u, 0x80000000u, 0x800u}) {
    Random random(varying);
    std::vector<u32> keys;
    for (u32 i = 0; i < 3000; ++i) {
      keys.push_back((static_cast<u32>(random.next()) & varying) | (0x12345678u & ~varying));
    }
    expect_stable_sort(keys);
  }
}

TEST(RadixSort, Equals_a_stable_sort_of_sorted_and_reversed_keys) {
  std::vector<u32> keys;
  for (u32 i = 0; i < 4000; ++i) keys.push_back(i * 1000003u);
  std::sort(keys.begin(), keys.end());
  expect_stable_sort(keys);
  std::reverse(keys.begin(), keys.end());
  expect_stable_sort(keys);
}

TEST(RadixSort, A_failed_allocation_of_scratch_memory_changes_no_item) {
  Array<KeyedIndex> items;
  Array<KeyedIndex> scratch;
  for (u32 i = 0; i < 10; ++i) ASSERT_TRUE(items.push_back({100 - i, i}));
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  ASSERT_FALSE(radix_sort(items, scratch));
  for (u32 i = 0; i < 10; ++i) EXPECT_EQ(items[i].index, i);
}

}  // namespace
}  // namespace sapwood::test
