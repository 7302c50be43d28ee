#include "sapwood/base/array.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

Array<u32> counting(u32 count) {
  Array<u32> array;
  for (u32 i = 0; i < count; ++i) EXPECT_TRUE(array.push_back(i));
  return array;
}

void expect_counting(const Array<u32>& array, u32 count) {
  ASSERT_EQ(array.size(), count);
  for (u32 i = 0; i < count; ++i) ASSERT_EQ(array[i], i);
}

TEST(Array, Starts_empty_and_without_memory) {
  const Array<u32> array;
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.byte_length(), 0u);
  EXPECT_EQ(array.begin(), array.end());
}

TEST(Array, Keeps_its_elements_while_it_grows) { expect_counting(counting(10000), 10000); }

TEST(Array, Growth_by_one_allocates_a_logarithmic_number_of_times) {
  Array<u32> array;
  size_t allocations = 0;
  for (u32 i = 0; i < 100000; ++i) {
    const size_t before = array.capacity();
    ASSERT_TRUE(array.push_back(i));
    allocations += array.capacity() != before;
  }
  EXPECT_LT(allocations, 30u);  // log 100000 / log 1.5 = 28.4
  EXPECT_LE(array.capacity(), 150020u);
}

TEST(Array, Shrinking_keeps_the_elements_and_gives_back_the_rest) {
  Array<u32> array = counting(100);
  ASSERT_TRUE(array.reserve(1000));
  array.shrink(150);
  EXPECT_EQ(array.capacity(), 150u);
  array.shrink();
  EXPECT_EQ(array.capacity(), 100u);
  array.shrink(200);
  EXPECT_EQ(array.capacity(), 100u);
  expect_counting(array, 100);
  array.shrink_to(7);
  EXPECT_EQ(array.capacity(), 7u);
  expect_counting(array, 7);
  array.shrink_to(0);
  EXPECT_EQ(array.byte_length(), 0u);
  EXPECT_EQ(array.data(), nullptr);
}

TEST(Array, Shrinking_without_memory_keeps_the_capacity) {
  Array<u32> array = counting(100);
  ASSERT_TRUE(array.reserve(1000));
  {
    const AllocationRefusal refusal(0, Refusal::kAllFromThere);
    array.shrink();
  }
  EXPECT_EQ(array.capacity(), 1000u);
  expect_counting(array, 100);
}

const void* freed_block = nullptr;

TEST(Array, Shrinking_reports_the_block_also_if_it_stays_in_place) {
  Array<u32> array = counting(100);
  ASSERT_TRUE(array.reserve(1000));
  const void* const block = array.data();
  on_block_freed = [](const void* freed) { freed_block = freed; };
  array.shrink();
  on_block_freed = nullptr;
  EXPECT_EQ(freed_block, block);
}

TEST(Array, Is_sparse_above_a_factor_of_four_and_64_KiB) {
  Array<u8> array;
  ASSERT_TRUE(array.resize(1, u8{0}) && array.reserve(64 * 1024));
  EXPECT_FALSE(array.sparse());
  ASSERT_TRUE(array.reserve(64 * 1024 + 4));
  EXPECT_TRUE(array.sparse());
  ASSERT_TRUE(array.resize(16 * 1024, u8{0}));
  EXPECT_TRUE(array.sparse());
  ASSERT_TRUE(array.resize(16 * 1024 + 1, u8{0}));
  EXPECT_FALSE(array.sparse());
}

TEST(Array, Reserve_makes_exactly_that_room_and_never_less) {
  Array<u64> array;
  ASSERT_TRUE(array.reserve(100));
  EXPECT_EQ(array.byte_length(), 800u);
  ASSERT_TRUE(array.reserve(10));
  EXPECT_EQ(array.capacity(), 100u);
  EXPECT_EQ(array.size(), 0u);
}

TEST(Array, A_request_that_overflows_is_refused_and_changes_nothing) {
  Array<u32> array = counting(5);
  const size_t huge = std::numeric_limits<size_t>::max();
  for (const size_t wanted : {huge, huge / 2, huge / 4, huge / 8 + 1}) {
    EXPECT_FALSE(array.reserve(wanted));
    EXPECT_FALSE(array.resize(wanted));
  }
  expect_counting(array, 5);
}

TEST(Array, A_failed_allocation_changes_nothing) {
  Array<u32> array = counting(16);
  while (array.size() < array.capacity()) array.push_unchecked(static_cast<u32>(array.size()));
  const u32 count = static_cast<u32>(array.size());
  {
    const AllocationRefusal refusal(0, Refusal::kAllFromThere);
    EXPECT_FALSE(array.push_back(99));
    EXPECT_FALSE(array.reserve_more(1));
    EXPECT_FALSE(array.resize(count + 1));
    EXPECT_FALSE(array.resize(count + 1, 7));
  }
  expect_counting(array, count);
}

TEST(Array, Reserve_more_takes_less_slack_when_memory_is_short) {
  Array<u32> array = counting(1000);
  const size_t wanted = array.capacity() + 1;
  const AllocationRefusal refusal(0, Refusal::kOne);
  ASSERT_TRUE(array.reserve_more(wanted - array.size()));
  EXPECT_TRUE(refusal.struck());
  EXPECT_EQ(array.capacity(), wanted);
}

TEST(Array, An_element_of_the_array_itself_may_be_pushed_or_fill_it) {
  Array<u32> array;
  ASSERT_TRUE(array.push_back(42));
  while (array.size() < 1000) ASSERT_TRUE(array.push_back(array[0]));
  ASSERT_TRUE(array.resize(array.capacity() + 100000, array[0]));
  for (const u32 value : array) ASSERT_EQ(value, 42u);
}

TEST(Array, Resize_with_a_filling_leaves_the_old_elements_alone) {
  Array<u32> array = counting(3);
  ASSERT_TRUE(array.resize(6, 9));
  EXPECT_EQ(array[2], 2u);
  EXPECT_EQ(array[3], 9u);
  EXPECT_EQ(array[5], 9u);
  ASSERT_TRUE(array.resize(2, 1));
  expect_counting(array, 2);
}

TEST(Array, Clear_and_truncate_keep_the_memory_and_release_gives_it_back) {
  Array<u32> array = counting(100);
  const size_t bytes = array.byte_length();
  array.truncate(50);
  expect_counting(array, 50);
  array.pop_back();
  EXPECT_EQ(array.back(), 48u);
  array.clear();
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.byte_length(), bytes);
  array.release();
  EXPECT_EQ(array.byte_length(), 0u);
  ASSERT_TRUE(array.push_back(0));
  expect_counting(array, 1);
}

TEST(Array, Moving_hands_over_the_memory) {
  Array<u32> from = counting(20);
  const u32* const memory = from.data();
  Array<u32> to(std::move(from));
  EXPECT_EQ(to.data(), memory);
  EXPECT_TRUE(from.empty());
  EXPECT_EQ(from.capacity(), 0u);
  Array<u32> other = counting(3);
  other = std::move(to);
  EXPECT_EQ(other.data(), memory);
  expect_counting(other, 20);
}

TEST(Array, Swap_exchanges_everything) {
  Array<u32> a = counting(3);
  Array<u32> b = counting(8);
  a.swap(b);
  expect_counting(a, 8);
  expect_counting(b, 3);
}

// What the bindings need to detach views of memory that is gone.
TEST(Array, Reports_blocks_that_are_freed_or_moved) {
  static std::vector<const void*> gone;
  gone.clear();
  on_block_freed = [](const void* block) { gone.push_back(block); };
  {
    Array<u32> array = counting(16);
    gone.clear();
    const void* first = array.data();
    ASSERT_TRUE(array.reserve(1u << 20));
    EXPECT_EQ(gone,
              array.data() == first ? std::vector<const void*>{} : std::vector<const void*>{first});
    const void* second = array.data();
    gone.clear();
    ASSERT_TRUE(array.reserve(100));
    Array<u32> other = std::move(array);
    other.clear();
    EXPECT_TRUE(gone.empty());
    other.release();
    EXPECT_EQ(gone, std::vector<const void*>{second});
    array = counting(3);
    gone.clear();
  }
  EXPECT_EQ(gone.size(), 2u);  // one array has memory, the other has none
  on_block_freed = nullptr;
}

}  // namespace
}  // namespace sapwood::test
