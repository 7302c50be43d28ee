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

TEST(Array, Starts_empty_and_does_not_allocate) {
  const Array<u32> array;
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.byte_length(), 0u);
  EXPECT_EQ(array.begin(), array.end());
}

TEST(Array, Keeps_its_elements_while_it_grows) { expect_counting(counting(10000), 10000); }

TEST(Array, Growth_by_single_elements_causes_a_logarithmic_number_of_allocations) {
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

TEST(Array, Shrink_keeps_the_elements_and_frees_the_rest) {
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

TEST(Array, A_failed_shrink_keeps_the_capacity) {
  Array<u32> array = counting(100);
  ASSERT_TRUE(array.reserve(1000));
  {
    const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
    array.shrink();
  }
  EXPECT_EQ(array.capacity(), 1000u);
  expect_counting(array, 100);
}

const void* freed_block = nullptr;

TEST(Array, Shrink_reports_a_block_that_stays_in_place) {
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

TEST(Array, Reserve_allocates_the_exact_capacity_and_never_reduces_it) {
  Array<u64> array;
  ASSERT_TRUE(array.reserve(100));
  EXPECT_EQ(array.byte_length(), 800u);
  ASSERT_TRUE(array.reserve(10));
  EXPECT_EQ(array.capacity(), 100u);
  EXPECT_EQ(array.size(), 0u);
}

TEST(Array, A_request_that_overflows_is_rejected_and_changes_nothing) {
  Array<u32> array = counting(5);
  const size_t huge = std::numeric_limits<size_t>::max();
  for (const size_t requested : {huge, huge / 2, huge / 4, huge / 8 + 1}) {
    EXPECT_FALSE(array.reserve(requested));
    EXPECT_FALSE(array.resize(requested));
  }
  expect_counting(array, 5);
}

TEST(Array, A_failed_allocation_changes_nothing) {
  Array<u32> array = counting(16);
  while (array.size() < array.capacity()) array.push_unchecked(static_cast<u32>(array.size()));
  const u32 count = static_cast<u32>(array.size());
  {
    const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
    EXPECT_FALSE(array.push_back(99));
    EXPECT_FALSE(array.reserve_more(1));
    EXPECT_FALSE(array.resize(count + 1));
    EXPECT_FALSE(array.resize(count + 1, 7));
  }
  expect_counting(array, count);
}

TEST(Array, Reserve_more_allocates_less_slack_after_a_failed_allocation) {
  Array<u32> array = counting(1000);
  const size_t requested = array.capacity() + 1;
  const FailingAllocations failing(0, AllocationFailure::kOne);
  ASSERT_TRUE(array.reserve_more(requested - array.size()));
  EXPECT_TRUE(failing.triggered());
  EXPECT_EQ(array.capacity(), requested);
}

TEST(Array, Elements_of_the_array_itself_can_be_pushed_and_used_as_filling) {
  Array<u32> array;
  ASSERT_TRUE(array.push_back(42));
  while (array.size() < 1000) ASSERT_TRUE(array.push_back(array[0]));
  ASSERT_TRUE(array.resize(array.capacity() + 100000, array[0]));
  for (const u32 value : array) ASSERT_EQ(value, 42u);
}

TEST(Array, Resize_with_a_filling_keeps_the_old_elements) {
  Array<u32> array = counting(3);
  ASSERT_TRUE(array.resize(6, 9));
  EXPECT_EQ(array[2], 2u);
  EXPECT_EQ(array[3], 9u);
  EXPECT_EQ(array[5], 9u);
  ASSERT_TRUE(array.resize(2, 1));
  expect_counting(array, 2);
}

TEST(Array, Clear_and_truncate_keep_the_memory_and_release_frees_it) {
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

TEST(Array, A_move_transfers_the_memory) {
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

TEST(Array, Swap_exchanges_elements_and_memory) {
  Array<u32> a = counting(3);
  Array<u32> b = counting(8);
  a.swap(b);
  expect_counting(a, 8);
  expect_counting(b, 3);
}

// The bindings use these reports to detach views of freed memory.
TEST(Array, Reports_blocks_that_are_freed_or_moved) {
  static std::vector<const void*> freed;
  freed.clear();
  on_block_freed = [](const void* block) { freed.push_back(block); };
  {
    Array<u32> array = counting(16);
    freed.clear();
    const void* first = array.data();
    ASSERT_TRUE(array.reserve(1u << 20));
    EXPECT_EQ(freed,
              array.data() == first ? std::vector<const void*>{} : std::vector<const void*>{first});
    const void* second = array.data();
    freed.clear();
    ASSERT_TRUE(array.reserve(100));
    Array<u32> other = std::move(array);
    other.clear();
    EXPECT_TRUE(freed.empty());
    other.release();
    EXPECT_EQ(freed, std::vector<const void*>{second});
    array = counting(3);
    freed.clear();
  }
  EXPECT_EQ(freed.size(), 2u);  // one array has memory, the other has none
  on_block_freed = nullptr;
}

}  // namespace
}  // namespace sapwood::test
