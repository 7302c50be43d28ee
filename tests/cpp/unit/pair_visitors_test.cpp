// Pairs passed to a sink in batches or one by one.
#include <gtest/gtest.h>

#include <vector>

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/pair_visitors.hpp"

namespace sapwood::test {
namespace {

constexpr IdPair kPairs[] = {{0, 1}, {0, 2}, {1, 2}};

// Returns three equal boxes. If `filtered` is true, the first item does not accept the category of
// the last item.
ItemStore<2> three_items(bool filtered) {
  const Aabb<2> boxes[3] = {{{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}};
  ItemStore<2> items;
  EXPECT_TRUE(items.reserve(3));
  items.assign(boxes, 3);
  if (filtered) {
    EXPECT_TRUE(items.change_filter(0, {1, 1}).ok());
    EXPECT_TRUE(items.change_filter(2, {2, kNone}).ok());
  }
  return items;
}

std::vector<u32> confirmed(const ItemStore<2>& items, u64& results) {
  Array<u32> out;
  PairSink sink{out};
  QueryCounters counters;
  PairFilter confirm(items, counters, sink);
  EXPECT_TRUE(visit_pairs(confirm, kPairs, 3));
  results = counters.results;
  return {out.begin(), out.end()};
}

TEST(PairFilter, Passes_on_batches_of_pairs_unless_there_are_filters) {
  u64 results = 0;
  EXPECT_EQ(confirmed(three_items(false), results), (std::vector<u32>{0, 1, 0, 2, 1, 2}));
  EXPECT_EQ(results, 3u);
  EXPECT_EQ(confirmed(three_items(true), results), (std::vector<u32>{0, 1, 1, 2}));
  EXPECT_EQ(results, 2u);
}

TEST(PairFilter, A_batch_of_pairs_ends_when_the_visitor_stops) {
  u32 seen = 0;
  auto visit = [&](Id, Id) { return ++seen < 2; };
  EXPECT_FALSE(visit_pairs(visit, kPairs, 3));
  EXPECT_EQ(seen, 2u);
}

}  // namespace
}  // namespace sapwood::test
