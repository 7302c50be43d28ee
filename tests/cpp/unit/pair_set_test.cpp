#include "sapwood/base/pair_set.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/allocations.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

bool insert(PairSet& set, Id a, Id b) {
  bool failed = false;
  const bool fresh = set.insert(a, b, failed);
  EXPECT_FALSE(failed);
  return fresh;
}

std::set<u64> content(const PairSet& set) {
  std::set<u64> keys;
  for (size_t i = 0; i < set.slots(); ++i) {
    if (set.slot(i) != PairSet::kEmpty) keys.insert(set.slot(i));
  }
  return keys;
}

TEST(PairSet, An_empty_set_has_no_pairs) {
  PairSet set;
  EXPECT_FALSE(set.has(0, 1));
  EXPECT_FALSE(set.erase(0, 1));
  EXPECT_EQ(set.size(), 0u);
  EXPECT_EQ(set.byte_length(), 0u);
}

TEST(PairSet, A_key_contains_the_smaller_id_first) {
  EXPECT_EQ(pair_key(7, 3), pair_key(3, 7));
  EXPECT_EQ(pair_of(pair_key(7, 3)).a, 3u);
  EXPECT_EQ(pair_of(pair_key(7, 3)).b, 7u);
  EXPECT_LT(pair_key(1, 0xFFFFFFFE), pair_key(2, 3));
}

TEST(PairSet, The_order_of_the_two_ids_does_not_matter) {
  PairSet set;
  EXPECT_TRUE(insert(set, 5, 2));
  EXPECT_FALSE(insert(set, 2, 5));
  EXPECT_TRUE(set.has(2, 5));
  EXPECT_TRUE(set.has(5, 2));
  EXPECT_FALSE(set.has(2, 2));
  EXPECT_TRUE(set.erase(2, 5));
  EXPECT_FALSE(set.has(5, 2));
  EXPECT_EQ(set.size(), 0u);
}

TEST(PairSet, Extreme_ids_can_be_paired) {
  PairSet set;
  EXPECT_TRUE(insert(set, 0, 1));
  EXPECT_TRUE(insert(set, kNone - 1, kNone - 2));
  EXPECT_TRUE(insert(set, 0, kNone - 1));
  EXPECT_TRUE(set.has(kNone - 2, kNone - 1));
  EXPECT_EQ(set.size(), 3u);
}

TEST(PairSet, At_most_half_of_the_slots_are_used) {
  PairSet set;
  for (Id id = 0; id < 5000; ++id) {
    insert(set, id, id + 1);
    ASSERT_LE(set.size() * 2, set.slots());
  }
}

// Ids from a small range fill and empty the same slots repeatedly, even across the end of the
// table.
TEST(PairSet, Equals_a_plain_set_under_random_calls) {
  for (u64 seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    const u32 range = 4 + random.below(60);
    PairSet set;
    std::set<u64> expected;
    for (int step = 0; step < 20000; ++step) {
      const Id a = random.below(range);
      const Id b = a + 1 + random.below(range);
      if (random.one_in(2)) {
        ASSERT_EQ(insert(set, a, b), expected.insert(pair_key(a, b)).second);
      } else {
        ASSERT_EQ(set.erase(b, a), expected.erase(pair_key(a, b)) == 1);
      }
      ASSERT_EQ(set.has(a, b), expected.count(pair_key(a, b)) == 1) << "seed " << seed;
    }
    EXPECT_EQ(set.size(), expected.size());
    EXPECT_EQ(content(set), expected);
  }
}

TEST(PairSet, Every_pair_is_found_after_each_erasure) {
  PairSet set;
  std::set<u64> expected;
  for (Id a = 0; a < 40; ++a) {
    for (Id b = a + 1; b < 40; ++b) {
      insert(set, a, b);
      expected.insert(pair_key(a, b));
    }
  }
  while (!expected.empty()) {
    const IdPair gone = pair_of(*expected.begin());
    ASSERT_TRUE(set.erase(gone.a, gone.b));
    expected.erase(expected.begin());
    for (const u64 key : expected) ASSERT_TRUE(set.has(pair_of(key).a, pair_of(key).b));
    ASSERT_EQ(content(set).size(), expected.size());
  }
}

TEST(PairSet, Reserved_pairs_need_no_memory) {
  PairSet set;
  ASSERT_TRUE(set.reserve(1000));
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  for (Id id = 0; id < 1000; ++id) ASSERT_TRUE(insert(set, id, id + 7));
  EXPECT_FALSE(failing.triggered());
}

TEST(PairSet, A_failed_insert_is_reported_and_keeps_the_pairs) {
  PairSet set;
  bool failed = false;
  {
    const FailingAllocations failing(
        1, AllocationFailure::kThisAndLater);  // only the first table can be allocated
    for (Id id = 0; !failed; ++id) set.insert(id, id + 1, failed);
  }
  EXPECT_EQ(set.size() * 2, set.slots());
  EXPECT_EQ(content(set).size(), set.size());
  for (const u64 key : content(set)) EXPECT_TRUE(set.has(pair_of(key).a, pair_of(key).b));
}

TEST(PairSet, Clear_keeps_the_memory_and_swap_exchanges_the_pairs) {
  PairSet a;
  PairSet b;
  for (Id id = 0; id < 100; ++id) insert(a, id, id + 1);
  const size_t bytes = a.byte_length();
  a.swap(b);
  EXPECT_EQ(a.size(), 0u);
  EXPECT_EQ(b.size(), 100u);
  b.clear();
  EXPECT_FALSE(b.has(0, 1));
  EXPECT_EQ(b.byte_length(), bytes);
  EXPECT_TRUE(insert(b, 0, 1));
}

}  // namespace
}  // namespace sapwood::test
