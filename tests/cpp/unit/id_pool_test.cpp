#include "sapwood/base/id_pool.hpp"

#include <gtest/gtest.h>

#include <set>

#include "sapwood/core/serialize.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

// Numbers of ids around the sizes of the first three levels of the pool: 64, 64 * 64, 64 * 64 * 64.
constexpr u32 kCounts[] = {0,    1,    2,    63,   64,   65,     127,    128,   129,
                           4095, 4096, 4097, 4160, 8192, 262143, 262144, 262145};

IdPool full_pool(u32 count) {
  IdPool pool;
  EXPECT_TRUE(pool.reserve(count));
  pool.assign(count);
  return pool;
}

Id acquire(IdPool& pool) {
  EXPECT_TRUE(pool.reserve(pool.end() + 1));
  return pool.acquire();
}

TEST(IdPool, Assign_makes_exactly_the_first_ids_live) {
  for (const u32 count : kCounts) {
    const IdPool pool = full_pool(count);
    EXPECT_EQ(pool.size(), count);
    EXPECT_EQ(pool.end(), count);
    EXPECT_FALSE(pool.has(count));
    EXPECT_FALSE(pool.has(kNone));
    EXPECT_EQ(pool.next(0), count == 0 ? kNone : 0);
    EXPECT_EQ(pool.has(count - 1), count > 0);
  }
}

TEST(IdPool, A_full_pool_assigns_the_next_id) {
  for (const u32 count : kCounts) {
    IdPool pool = full_pool(count);
    EXPECT_EQ(acquire(pool), count);
    EXPECT_EQ(acquire(pool), count + 1);
    EXPECT_EQ(pool.end(), count + 2);
  }
}

TEST(IdPool, Acquire_returns_the_smallest_free_id) {
  for (const u32 count : {65u, 4097u, 262145u}) {
    IdPool pool = full_pool(count);
    std::set<Id> free;
    for (u32 step = 0; step < count; step += 1 + step / 3) free.insert(count - 1 - step);
    for (const Id id : free) pool.release(id);
    EXPECT_EQ(pool.size(), count - free.size());
    for (const Id id : free) ASSERT_EQ(acquire(pool), id) << count;
    EXPECT_EQ(acquire(pool), count);
  }
}

TEST(IdPool, An_empty_pool_assigns_consecutive_ids_across_words) {
  IdPool pool;
  for (Id id = 0; id < 5000; ++id) ASSERT_EQ(acquire(pool), id);
}

TEST(IdPool, The_end_stays_when_the_highest_id_is_released) {
  IdPool pool = full_pool(10);
  pool.release(9);
  EXPECT_EQ(pool.end(), 10u);
  EXPECT_EQ(acquire(pool), 9u);
}

void expect_same(const IdPool& pool, const std::set<Id>& live) {
  ASSERT_EQ(pool.size(), live.size());
  Id id = pool.next(0);
  for (const Id expected : live) {
    ASSERT_EQ(id, expected);
    ASSERT_TRUE(pool.has(expected));
    id = pool.next(id + 1);
  }
  ASSERT_EQ(id, kNone);
}

Id smallest_free(const std::set<Id>& live) {
  Id id = 0;
  for (const Id used : live) {
    if (used != id) break;
    ++id;
  }
  return id;
}

TEST(IdPool, Equals_a_plain_set_under_random_calls) {
  for (u64 seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    const u32 start = random.below(9000);
    IdPool pool = full_pool(start);
    std::set<Id> live;
    for (Id id = 0; id < start; ++id) live.insert(id);
    for (int step = 0; step < 3000; ++step) {
      const Id picked = pool.end() == 0 ? kNone : random.below(pool.end());
      if (!pool.has(picked) || random.one_in(4)) {
        const Id id = acquire(pool);
        ASSERT_EQ(id, smallest_free(live)) << "seed " << seed << " step " << step;
        live.insert(id);
      } else {
        pool.release(picked);
        live.erase(picked);
      }
    }
    expect_same(pool, live);
  }
}

TEST(IdPool, A_second_assign_replaces_the_old_ids) {
  IdPool pool = full_pool(5000);
  pool.assign(70);
  EXPECT_EQ(pool.end(), 70u);
  EXPECT_FALSE(pool.has(4999));
  EXPECT_EQ(acquire(pool), 70u);
  pool.clear();
  EXPECT_EQ(pool.next(0), kNone);
  EXPECT_EQ(acquire(pool), 0u);
}

Array<u8> payload_of(u32 end, const std::vector<u64>& words) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  writer.value(end);
  writer.words(words.data(), words.size());
  EXPECT_TRUE(writer.finish().ok());
  return bytes;
}

StatusCode load(IdPool& pool, const Array<u8>& bytes) {
  ByteReader reader(bytes.data(), bytes.size());
  pool.load(reader);
  reader.finish();
  return reader.status().code;
}

TEST(IdPool, A_loaded_pool_equals_the_saved_one) {
  for (const u32 count : kCounts) {
    IdPool pool = full_pool(count);
    std::set<Id> live;
    for (Id id = 0; id < count; ++id) {
      if (id % 5 == 3) pool.release(id);
      if (id % 5 != 3) live.insert(id);
    }
    Array<u8> bytes;
    ByteWriter writer(bytes);
    pool.save(writer);
    ASSERT_TRUE(writer.finish().ok());
    IdPool loaded = full_pool(100);
    ASSERT_EQ(load(loaded, bytes), StatusCode::kOk);
    expect_same(loaded, live);
    EXPECT_EQ(loaded.end(), count);
    EXPECT_EQ(acquire(loaded), smallest_free(live));
  }
}

TEST(IdPool, Forged_bytes_are_bad_data) {
  IdPool pool;
  EXPECT_EQ(load(pool, payload_of(64, {~u64{0}})), StatusCode::kOk);
  EXPECT_EQ(load(pool, payload_of(65, {~u64{0}})), StatusCode::kBadData);  // a word is missing
  EXPECT_EQ(load(pool, payload_of(63, {~u64{0}})), StatusCode::kBadData);  // a bit after the end
  EXPECT_EQ(load(pool, payload_of(64, {0, 0})), StatusCode::kBadData);     // a word too many
  EXPECT_EQ(load(pool, payload_of(kNone, {0, 0})), StatusCode::kBadData);  // invalid end
  EXPECT_EQ(load(pool, payload_of(kNone - 1, {0, 0})),
            StatusCode::kBadData);  // end above the maximum
}

}  // namespace
}  // namespace sapwood::test
