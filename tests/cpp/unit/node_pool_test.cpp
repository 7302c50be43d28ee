#include "sapwood/base/node_pool.hpp"

#include <gtest/gtest.h>

#include "sapwood/core/serialize.hpp"

namespace sapwood::test {
namespace {

struct Cell {
  u32 next = 0;
  bool free = false;

  bool is_free() const { return free; }
  u32 next_free() const { return next; }
  void make_free(u32 next_cell) { *this = {next_cell, true}; }
};

// Five cells of which 1 and 3 are free.
NodePool<Cell> pool_with_gaps() {
  NodePool<Cell> pool;
  EXPECT_TRUE(pool.reserve(5));
  pool.assign(5);
  pool.release(1);
  pool.release(3);
  return pool;
}

// What load() makes of the pool with other numbers.
bool sound_with(u32 free_head, u32 live, const NodePool<Cell>& pool) {
  Array<u8> bytes;
  Array<Cell> cells;
  for (u32 i = 0; i < pool.slots(); ++i) EXPECT_TRUE(cells.push_back(pool[i]));
  ByteWriter writer(bytes);
  writer.value(free_head);
  writer.value(live);
  writer.array(cells);
  EXPECT_TRUE(writer.finish().ok());
  ByteReader reader(bytes.data(), bytes.size());
  NodePool<Cell> loaded;
  loaded.load(reader);
  return reader.ok() && loaded.sound();
}

TEST(NodePool, Hands_out_what_was_released_last) {
  NodePool<Cell> pool = pool_with_gaps();
  EXPECT_EQ(pool.live(), 3u);
  EXPECT_TRUE(pool.sound());
  EXPECT_EQ(pool.acquire(), 3u);
  pool[3] = {};
  EXPECT_EQ(pool.acquire(), 1u);
}

TEST(NodePool, Is_sound_only_when_the_free_list_and_the_live_count_fit_the_marks) {
  NodePool<Cell> pool = pool_with_gaps();
  EXPECT_TRUE(sound_with(3, 3, pool));
  EXPECT_FALSE(sound_with(3, 2, pool));
  EXPECT_FALSE(sound_with(3, 4, pool));
  EXPECT_FALSE(sound_with(1, 3, pool));
  EXPECT_FALSE(sound_with(0, 3, pool));
  EXPECT_FALSE(sound_with(kNone, 3, pool));
  pool[1].next = 3;  // a cycle
  EXPECT_FALSE(sound_with(3, 3, pool));
}

}  // namespace
}  // namespace sapwood::test
