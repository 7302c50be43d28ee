#include "sapwood/base/node_pool.hpp"

#include <gtest/gtest.h>

namespace sapwood::test {
namespace {

struct Cell {
  u32 next = 0;
  bool free = false;

  bool is_free() const { return free; }
  u32 next_free() const { return next; }
  void make_free(u32 next_cell) { *this = {next_cell, true}; }
};

NodePool<Cell> pool_with_gaps() {
  NodePool<Cell> pool;
  EXPECT_TRUE(pool.reserve(5));
  pool.assign(5);
  pool.release(1);
  pool.release(3);
  return pool;
}

TEST(NodePool, Assigns_the_most_recently_released_node) {
  NodePool<Cell> pool = pool_with_gaps();
  EXPECT_EQ(pool.live(), 3u);
  EXPECT_TRUE(pool.sound());
  EXPECT_EQ(pool.acquire(), 3u);
  pool[3] = {};
  EXPECT_EQ(pool.acquire(), 1u);
}

NodePool<Cell> pool_of(u32 count) {
  NodePool<Cell> pool;
  EXPECT_TRUE(pool.reserve(count));
  pool.assign(count);
  return pool;
}

TEST(NodePool, T9_growth_keeps_the_free_list) {
  NodePool<Cell> pool = pool_of(3);
  pool.release(0);
  ASSERT_TRUE(pool.reserve_more(100));
  EXPECT_EQ(pool.free_head(), 0u);
  EXPECT_EQ(pool.acquire(), 0u);
  pool[0] = {};
  EXPECT_EQ(pool.acquire(), 3u);
  EXPECT_TRUE(pool.sound());
}

TEST(NodePool, A_broken_free_list_is_not_sound) {
  NodePool<Cell> cycle = pool_of(3);
  cycle.release(0);
  cycle.release(1);
  cycle[0].make_free(1);
  EXPECT_FALSE(cycle.sound());

  NodePool<Cell> live_slot = pool_of(3);
  live_slot.release(0);
  live_slot[0].make_free(2);
  EXPECT_FALSE(live_slot.sound());

  NodePool<Cell> out_of_range = pool_of(3);
  out_of_range.release(0);
  out_of_range[0].make_free(7);
  EXPECT_FALSE(out_of_range.sound());

  NodePool<Cell> forgotten = pool_of(3);
  forgotten[2].free = true;
  EXPECT_FALSE(forgotten.sound());
}

}  // namespace
}  // namespace sapwood::test
