#include "sapwood/base/k_smallest.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/allocations.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

std::vector<KeyedId> k_smallest(const std::vector<KeyedId>& entries, size_t k) {
  Array<KeyedId> storage;
  EXPECT_TRUE(KSmallest::prepare(storage, k));
  KSmallest best(storage, k);
  for (const KeyedId& entry : entries) best.offer(entry);
  best.finish();
  return {storage.begin(), storage.end()};
}

void expect_k_smallest(const std::vector<KeyedId>& entries, size_t k) {
  std::vector<KeyedId> expected = entries;
  std::sort(expected.begin(), expected.end());
  expected.resize(std::min(k, expected.size()));
  const std::vector<KeyedId> found = k_smallest(entries, k);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].key, expected[i].key) << "k " << k << " position " << i;
    ASSERT_EQ(found[i].id, expected[i].id) << "k " << k << " position " << i;
  }
}

TEST(KSmallest, Keeps_the_k_smallest_in_ascending_order_with_ties_by_id) {
  for (u64 seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    std::vector<KeyedId> entries;
    const u32 count = random.below(60);
    for (u32 id = 0; id < count; ++id) entries.push_back({static_cast<f64>(random.below(8)), id});
    for (u32 i = count; i > 1; --i) std::swap(entries[i - 1], entries[random.below(i)]);
    for (const size_t k : {0, 1, 2, 7, 30, 59, 60, 100}) expect_k_smallest(entries, k);
  }
}

TEST(KSmallest, Keeps_the_same_entries_if_they_are_offered_in_groups) {
  for (u64 seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    std::vector<KeyedId> entries;
    const u32 count = random.below(60);
    for (u32 i = 0; i < count; ++i) {
      entries.push_back({static_cast<f64>(random.below(8)), random.below(1000)});
    }
    for (const size_t k : {0, 1, 2, 7, 24, 25, 60}) {
      Array<KeyedId> storage;
      ASSERT_TRUE(KSmallest::prepare(storage, k));
      KSmallest best(storage, k);
      for (u32 first = 0; first < count; first += KSmallest::kMaxRanked) {
        best.offer_many(entries.data() + first, std::min(KSmallest::kMaxRanked, count - first));
      }
      best.finish();
      std::vector<KeyedId> expected = entries;
      std::sort(expected.begin(), expected.end());
      expected.resize(std::min<size_t>(k, count));
      ASSERT_EQ(storage.size(), expected.size());
      for (size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(storage[i].key, expected[i].key) << "k " << k << " position " << i;
        ASSERT_EQ(storage[i].id, expected[i].id) << "k " << k << " position " << i;
      }
    }
  }
}

TEST(KSmallest, Offer_returns_whether_the_entry_is_kept) {
  Array<KeyedId> storage;
  ASSERT_TRUE(KSmallest::prepare(storage, 2));
  KSmallest best(storage, 2);
  EXPECT_FALSE(best.full());
  EXPECT_TRUE(best.offer({5, 1}));
  EXPECT_TRUE(best.offer({7, 2}));
  EXPECT_TRUE(best.full());
  EXPECT_EQ(best.largest().id, 2u);
  EXPECT_FALSE(best.offer({7, 3}));  // equal key, larger id
  EXPECT_TRUE(best.offer({7, 0}));   // equal key, smaller id
  EXPECT_EQ(best.largest().id, 0u);
  EXPECT_TRUE(best.offer({1, 9}));
  EXPECT_EQ(best.largest().id, 1u);
}

TEST(KSmallest, A_capacity_of_zero_is_full_from_the_start) {
  Array<KeyedId> storage;
  ASSERT_TRUE(KSmallest::prepare(storage, 0));
  KSmallest best(storage, 0);
  EXPECT_TRUE(best.full());
  EXPECT_FALSE(best.offer({1, 1}));
  best.finish();
  EXPECT_TRUE(storage.empty());
}

TEST(KSmallest, Prepare_clears_the_storage) {
  Array<KeyedId> storage;
  ASSERT_TRUE(storage.push_back({0, 0}));
  ASSERT_TRUE(KSmallest::prepare(storage, 3));
  EXPECT_TRUE(storage.empty());
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_FALSE(KSmallest::prepare(storage, 1000));
}

}  // namespace
}  // namespace sapwood::test
