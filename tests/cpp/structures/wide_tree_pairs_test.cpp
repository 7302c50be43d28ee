// Pairs within one wide tree and between two wide trees: each pair is reported once, with few
// comparisons, for any tree sizes.
#include <set>

#include "sapwood/core/queries.hpp"
#include "sapwood/structures/reference/brute_force.hpp"
#include "structures/wide_tree_cases.hpp"
#include "support/layouts.hpp"

namespace sapwood::test {
namespace {

using PairSet = std::set<std::pair<Id, Id>>;

template <class S>
PairSet pairs_of(S& index, QueryCounters& counters) {
  PairSet found_pairs;
  u32 reports = 0;
  const auto note = [&](Id a, Id b) {
    ++reports;
    found_pairs.insert({a, b});
    return true;
  };
  EXPECT_TRUE(pairs(index, counters, note).ok());
  EXPECT_EQ(found_pairs.size(), reports) << "a pair came twice";
  return found_pairs;
}

template <int Dim>
void expect_pairs(const Boxes<Dim>& boxes, WideBuild build) {
  WideTree<Dim> tree = wide_tree_of(boxes, build);
  BruteForce<Dim> all;
  ASSERT_TRUE(all.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
  QueryCounters counters, naive;
  ASSERT_EQ(pairs_of(tree, counters), pairs_of(all, naive));
  if (boxes.size() >= 1000) {
    EXPECT_LT(counters.item_tests, 30 * boxes.size());
    EXPECT_LT(counters.node_visits, 30 * boxes.size());
  }
}

TEST(WideTreePairs, Each_pair_is_reported_once_with_few_comparisons) {
  for (const WideBuild build : kWideBuilds) {
    for (const u32 count : {0u, 1u, 2u, 4u, 5u, 16u, 17u, 1000u}) {
      expect_pairs(crowd<2>(count, 10), build);
      expect_pairs(crowd<3>(count, 11), build);
    }
  }
}

TEST(WideTreePairs, Pairs_of_boxes_of_very_different_sizes_are_found) {
  for (const WideBuild build : kWideBuilds) {
    Boxes<3> boxes = crowd<3>(400, 12);
    boxes.push_back(everything<3>());
    for (int axis = 0; axis < 3; ++axis) boxes[7].max[axis] += 5;
    expect_pairs(boxes, build);
    expect_pairs(arrange<2>(Layout::kExponential, 300, 1), build);
  }
}

void expect_pairs_between(u32 few, u32 many, WideBuild build) {
  const Boxes<2> ours = crowd<2>(few, 13);
  const Boxes<2> theirs = crowd<2>(many, 14);
  WideTree<2> small = wide_tree_of(ours, build);
  WideTree<2> large = wide_tree_of(theirs, build);
  PairSet expected, there, back;
  for (Id a = 0; a < few; ++a) {
    for (Id b = 0; b < many; ++b) {
      if (overlaps(ours[a], theirs[b])) expected.insert({a, b});
    }
  }
  QueryCounters counters;
  u32 reports = 0;
  const auto forth = [&](Id a, Id b) { return ++reports, there.insert({a, b}), true; };
  const auto reversed = [&](Id b, Id a) { return ++reports, back.insert({a, b}), true; };
  ASSERT_TRUE(pairs_with(small, large, counters, forth).ok());
  ASSERT_TRUE(pairs_with(large, small, counters, reversed).ok());
  EXPECT_EQ(there, expected);
  EXPECT_EQ(back, expected);
  EXPECT_EQ(reports, 2 * expected.size());
}

TEST(WideTreePairs, Pairs_of_trees_of_different_heights_are_reported_once) {
  for (const WideBuild build : kWideBuilds) {
    for (const auto& [few, many] :
         {std::pair{0u, 50u}, {1u, 1u}, {3u, 2000u}, {20u, 2000u}, {500u, 700u}}) {
      expect_pairs_between(few, many, build);
    }
  }
}

TEST(WideTreePairs, A_visitor_stops_the_search_immediately) {
  WideTree<2> tree = wide_tree_of(crowd<2>(1000, 15), WideBuild::kHilbert);
  for (const u32 limit : {1u, 2u, 100u}) {
    u32 seen = 0;
    QueryCounters counters;
    ASSERT_TRUE(pairs(tree, counters, [&](Id, Id) { return ++seen < limit; }).ok());
    EXPECT_EQ(seen, limit);
  }
}

}  // namespace
}  // namespace sapwood::test
