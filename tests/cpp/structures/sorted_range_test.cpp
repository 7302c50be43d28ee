// Sorted range: the published figure, both ends of a range, the prefix maximum.

#include "sapwood/structures/sweep/sorted_range/sorted_range.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
SortedRangeOptions<Dim> along(SweepAxis axis) {
  SortedRangeOptions<Dim> options;
  options.axis = axis;
  return options;
}

// Boxes 1 to 10 of the figure have ids 0 to 9.
Boxes<2> figure() {
  return {{{72, 66}, {133, 320}},   {{150, 345}, {254, 440}}, {{182, 112}, {340, 223}},
          {{204, 371}, {495, 481}}, {{301, 288}, {463, 397}}, {{446, 157}, {605, 248}},
          {{535, 107}, {685, 192}}, {{583, 266}, {645, 413}}, {{764, 189}, {901, 275}},
          {{826, 108}, {962, 167}}};
}

BoxQuery<2> strip_of(const Aabb<2>& box) {
  return BoxQuery<2>({{box.min[0], -1e6f}, {box.max[0], 1e6f}});
}

TEST(SortedRange, SR1_candidates_of_box_6_of_the_figure_are_4_5_7_and_8) {
  SortedRange<2> index(along<2>(SweepAxis::kX));
  const Boxes<2> boxes = figure();
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(ids_of(index, strip_of(boxes[5]), counters), (std::vector<Id>{3, 4, 5, 6, 7}));
  EXPECT_EQ(counters.item_tests, 5u);  // only the candidates are tested
}

TEST(SortedRange, T21_a_long_box_far_to_the_left_is_a_candidate) {
  SortedRange<2> index(along<2>(SweepAxis::kX));
  Boxes<2> boxes = figure();
  boxes[0].max[0] = 500;
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(ids_of(index, strip_of(boxes[5]), counters), (std::vector<Id>{0, 3, 4, 5, 6, 7}));
  EXPECT_EQ(counters.item_tests, 8u);
  const Pairs found = pairs_of(index);
  EXPECT_TRUE(std::binary_search(found.begin(), found.end(), std::pair<Id, Id>{0, 5}));
  EXPECT_EQ(found, all_overlapping(boxes));
}

TEST(SortedRange, SR1_all_pairs_test_only_candidates_to_the_right) {
  SortedRange<2> index(along<2>(SweepAxis::kX));
  const Boxes<2> boxes = figure();
  ASSERT_TRUE(build(index, boxes).ok());
  u64 overlapping_on_x = 0;
  for (size_t a = 0; a < boxes.size(); ++a) {
    for (size_t b = a + 1; b < boxes.size(); ++b) {
      overlapping_on_x +=
          boxes[a].min[0] <= boxes[b].max[0] && boxes[b].min[0] <= boxes[a].max[0] ? 1 : 0;
    }
  }
  EXPECT_EQ(pair_tests_of(index), overlapping_on_x);
  EXPECT_EQ(pairs_of(index), all_overlapping(boxes));
}

TEST(SortedRange, SR1_a_query_tests_only_its_range) {
  Boxes<3> boxes;
  for (int i = 0; i < 1000; ++i) {
    const f32 x = static_cast<f32>(i);
    boxes.push_back({{x, 0, 0}, {x + 0.5f, 1, 1}});
  }
  SortedRange<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(index.stats().nodes, 0);  // the first query sorts
  QueryCounters counters;
  EXPECT_EQ(ids_of(index, BoxQuery<3>({{500, 0, 0}, {503, 1, 1}}), counters),
            (std::vector<Id>{500, 501, 502, 503}));
  EXPECT_EQ(counters.item_tests, 4u);
  QueryCounters between;
  EXPECT_TRUE(ids_of(index, BoxQuery<3>({{500.6f, 0, 0}, {500.9f, 1, 1}}), between).empty());
  EXPECT_EQ(between.item_tests, 0u);
}

TEST(SortedRange, SR1_ends_of_ranges_are_closed) {
  const Boxes<2> boxes{{{0, 0}, {1, 1}}, {{1, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{2, 0}, {3, 1}}};
  SortedRange<2> index(along<2>(SweepAxis::kX));
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(ids_of(index, BoxQuery<2>({{1, 1}, {1, 1}}), counters), (std::vector<Id>{0, 1, 2}));
  EXPECT_EQ(pairs_of(index), (Pairs{{0, 1}, {0, 2}, {1, 2}, {2, 3}}));
}

TEST(SortedRange, SR1_every_axis_finds_the_same_pairs) {
  const Boxes<3> boxes = uniform_boxes<3>(300, -10, 20, 2, 41);
  const Pairs expected = all_overlapping(boxes);
  for (const auto axis : {SweepAxis::kAuto, SweepAxis::kX, SweepAxis::kY, SweepAxis::kZ}) {
    SortedRange<3> index(along<3>(axis));
    ASSERT_TRUE(build(index, boxes).ok());
    EXPECT_EQ(pairs_of(index), expected);
    if (axis == SweepAxis::kAuto) continue;
    EXPECT_EQ(index.stats().axis, static_cast<int>(axis) - 1);
  }
}

TEST(SortedRange, SR1_a_change_updates_the_prefix_maximum) {
  Boxes<2> boxes = uniform_boxes<2>(200, 0, 100, 1, 42);
  SortedRange<2> index(along<2>(SweepAxis::kX));
  ASSERT_TRUE(build(index, boxes).ok());
  pairs_of(index);
  boxes[3] = {{-5, 40}, {400, 41}};
  bool changed = false;
  ASSERT_TRUE(index.move(3, boxes[3], {}, changed).ok());
  EXPECT_TRUE(changed);
  EXPECT_EQ(pairs_of(index), all_overlapping(boxes));
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

}  // namespace
}  // namespace sapwood::test
