// Parts of a world: the pairs of a snapshot, and the choice of the next broad phase to try.
#include <gtest/gtest.h>

#include "sapwood/world/broad_phase_selector.hpp"
#include "sapwood/world/pair_events.hpp"

namespace sapwood::test {
namespace {

TEST(PairEvents, Loaded_pairs_have_ids_below_the_end) {
  Array<u8> bytes;
  for (const u8 byte : {1, 1}) ASSERT_TRUE(bytes.push_back(byte));  // the pair of 1 and 2
  world::PairEvents events;
  bool sound = false;
  ASSERT_TRUE(events.load(bytes, 1, 3, sound));
  EXPECT_TRUE(sound);
  ASSERT_EQ(events.pairs().size(), 1u);
  EXPECT_EQ(events.pairs()[0].b, 2u);
  ASSERT_TRUE(events.load(bytes, 1, 2, sound));
  EXPECT_FALSE(sound);
}

TEST(BroadPhaseSelector, All_kinds_are_tried_except_the_current_one) {
  const world::Setup setup{{{7, 1, 1, 1}, {8, 1, 1, 1}, {9, 1, 1, 1}}, 3, 7};
  world::BroadPhaseSelector choice(setup);
  u32 tries[10] = {};
  for (u32 i = 0; i < 3000; ++i) {
    if (choice.record_search(100)) ++tries[choice.tried().kind];
  }
  EXPECT_EQ(tries[7], 0u);
  EXPECT_GT(tries[8], 2u);
  EXPECT_GT(tries[9], 2u);
}

}  // namespace
}  // namespace sapwood::test
