// Cluster split: known numbers of pair tests, long boxes that bridge gaps, depth, choice of the
// axis, and capacity.

#include "sapwood/structures/sweep/cluster_split/cluster_split.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {
namespace {

ClusterSplitOptions at_most(u32 depth) {
  ClusterSplitOptions options;
  options.depth = depth;
  return options;
}

// Appends a row of `count` boxes along the x axis that touch each other, so the row has no gap.
template <int Dim>
void add_chain(Boxes<Dim>& boxes, u32 count, f32 x) {
  for (u32 i = 0; i < count; ++i) {
    Aabb<Dim> box{};
    box.min[0] = x + static_cast<f32>(i);
    box.max[0] = box.min[0] + 1;
    for (int axis = 1; axis < Dim; ++axis) box.max[axis] = 1;
    boxes.push_back(box);
  }
}

TEST(ClusterSplit, CL1_clusters_of_7_and_8_make_49_tests_instead_of_105) {
  Boxes<2> boxes;
  add_chain(boxes, 7, 0);
  add_chain(boxes, 8, 20);
  for (const u32 depth : {1u, 128u}) {
    ClusterSplit<2> index(at_most(depth));
    ASSERT_TRUE(build(index, boxes).ok());
    EXPECT_EQ(pair_tests_of(index), 21u + 28u);
    EXPECT_EQ(index.stats().leaves, 2);
    EXPECT_EQ(pairs_of(index), all_overlapping(boxes));
  }
}

TEST(ClusterSplit, CL1_the_single_cut_is_at_the_widest_gap_of_any_axis) {
  Boxes<3> boxes;
  add_chain(boxes, 3, 0);
  add_chain(boxes, 3, 5);  // gap of 2 along x
  add_chain(boxes, 4, 1);  // moved up: gap of 9 along z
  for (size_t i = 6; i < 10; ++i) {
    boxes[i].min[2] = 10;
    boxes[i].max[2] = 11;
  }
  ClusterSplit<3> index(at_most(1));
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pair_tests_of(index), 15u + 6u);
  EXPECT_EQ(index.stats().height, 1);
}

ClusterSplitOptions cut_by_variance() {
  ClusterSplitOptions options;
  options.axis = ClusterAxis::kVariance;
  return options;
}

// Two rows with a gap of 3 in y; each row has two groups with a gap of 2 in x. So the widest gap is
// in y and the largest variance in x.
Boxes<2> two_rows() {
  Boxes<2> boxes;
  for (const f32 y : {0.0f, 4.0f}) {
    for (const f32 x : {0.0f, 10.0f}) {
      add_chain(boxes, 8, x);
      for (size_t i = boxes.size() - 8; i < boxes.size(); ++i) {
        boxes[i].min[1] = y;
        boxes[i].max[1] = y + 1;
      }
    }
  }
  return boxes;
}

TEST(ClusterSplit, CL1_cut_by_variance_the_first_cut_is_across_the_axis_that_varies_most) {
  ClusterSplitOptions once = cut_by_variance();
  once.depth = 1;
  ClusterSplit<2> by_variance(once);
  ClusterSplit<2> by_gap(at_most(1));
  ASSERT_TRUE(build(by_variance, two_rows()).ok() && build(by_gap, two_rows()).ok());
  NodeDump dump;
  // node 1 is the lower part: a cut by variance puts the left groups of both rows into it, and a
  // cut at the widest gap puts the lower row into it
  ASSERT_TRUE(by_variance.flush().ok() && by_variance.dump(dump).ok());
  EXPECT_EQ(std::vector<f32>(dump.bounds.data() + 4, dump.bounds.data() + 8),
            (std::vector<f32>{0, 0, 8, 5}));
  ASSERT_TRUE(by_gap.flush().ok() && by_gap.dump(dump).ok());
  EXPECT_EQ(std::vector<f32>(dump.bounds.data() + 4, dump.bounds.data() + 8),
            (std::vector<f32>{0, 0, 18, 1}));
}

TEST(ClusterSplit, CL1_cut_by_variance_a_part_without_a_gap_on_the_chosen_axis_is_a_cluster) {
  // two long rows: the only gap is in y, but the variance is larger in x
  Boxes<2> boxes;
  add_chain(boxes, 10, 0);
  add_chain(boxes, 10, 0);
  for (size_t i = 10; i < 20; ++i) {
    boxes[i].min[1] = 3;
    boxes[i].max[1] = 4;
  }
  ClusterSplit<2> by_variance(cut_by_variance());
  ClusterSplit<2> by_gap;
  ASSERT_TRUE(build(by_variance, boxes).ok() && build(by_gap, boxes).ok());
  EXPECT_EQ(pair_tests_of(by_variance), 20u * 19 / 2);
  EXPECT_EQ(pair_tests_of(by_gap), 2u * 10 * 9 / 2);
  EXPECT_EQ(pairs_of(by_variance), all_overlapping(boxes));
  EXPECT_EQ(faults_of(by_variance), std::vector<std::string>{});
}

TEST(ClusterSplit, CL1_variance_is_computed_from_centers) {
  // Only the x axis has a gap to cut at. The centers vary more in x, but the lower edges vary more
  // in y. So a variance of lower edges would choose the wrong axis.
  const Boxes<2> boxes{{{0, 0}, {1, 1}}, {{2, 5}, {30, 6}}, {{0, 1}, {1, 5}}};
  ClusterSplit<2> index(cut_by_variance());
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pair_tests_of(index), 1u);
}

TEST(ClusterSplit, CL1_variance_does_not_depend_on_the_distance_from_the_origin) {
  Boxes<3> boxes;
  for (u32 i = 0; i < 9; ++i) {
    const f32 z = 2.0f * static_cast<f32>(i);
    boxes.push_back({{1e6f, 0, z}, {1e6f + 1, 1, z + 1}});
  }
  boxes.push_back({{1e6f - 1, 0, 4}, {1e6f, 1, 5}});
  ClusterSplit<3> index(cut_by_variance());
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pairs_of(index), all_overlapping(boxes));
  EXPECT_EQ(pair_tests_of(index), 1u);
  EXPECT_EQ(index.stats().leaves, 9);
}

TEST(ClusterSplit, CL2_a_part_of_at_most_its_capacity_is_not_cut) {
  Boxes<2> boxes;
  for (u32 i = 0; i < 64; ++i) {
    const f32 at = 2 * static_cast<f32>(i);
    boxes.push_back({{at, 0}, {at + 1, 1}});
  }
  for (const u32 capacity : {1u, 4u, 5u, 16u, 64u, 100u}) {
    ClusterSplitOptions options;
    options.capacity = capacity;
    ClusterSplit<2> index(options);
    ASSERT_TRUE(build(index, boxes).ok());
    // the row has equal gaps and is halved, so the number of boxes in a cluster is the capacity
    // rounded down to a power of two
    const u32 size = std::min(std::bit_floor(capacity), 64u);
    EXPECT_EQ(pair_tests_of(index), 64 / size * (size * (size - 1) / 2)) << capacity;
    EXPECT_EQ(index.stats().leaves, 64 / size) << capacity;
    EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  }
}

TEST(ClusterSplit, T20_a_long_box_bridges_a_gap_between_lower_edges) {
  Boxes<2> boxes;
  add_chain(boxes, 3, 0);
  add_chain(boxes, 3, 100);
  boxes.push_back({{1, 0}, {101, 1}});
  ClusterSplit<2> index;
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pairs_of(index), all_overlapping(boxes));
  EXPECT_EQ(index.stats().leaves, 1);
}

TEST(ClusterSplit, T20_boxes_that_touch_leave_no_gap) {
  Boxes<2> boxes;
  add_chain(boxes, 6, 0);
  ClusterSplit<2> index;
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pair_tests_of(index), 15u);
}

TEST(ClusterSplit, T20_a_single_cut_of_5000_boxes_saves_6_25_million_tests) {
  Boxes<2> boxes;
  add_chain(boxes, 2500, 0);
  add_chain(boxes, 2500, 1e5f);
  ClusterSplit<2> index(at_most(1));
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(5000u * 4999u / 2 - pair_tests_of(index), 6250000u);
}

TEST(ClusterSplit, CL2_cutting_continues_until_no_part_has_a_gap) {
  // four columns of four crosses; gaps in x separate the columns, gaps in y the crosses of a column
  Boxes<2> boxes;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) {
      const f32 left = x * 10.0f;
      const f32 low = y * 10.0f + x;
      boxes.push_back({{left, low}, {left + 4, low + 1}});
      boxes.push_back({{left + 2, low - 2}, {left + 3, low + 3}});
    }
  }
  ClusterSplit<2> index;
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pair_tests_of(index), 16u);
  EXPECT_EQ(index.stats().leaves, 16);
  EXPECT_EQ(pairs_of(index), all_overlapping(boxes));
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

TEST(ClusterSplit, CL2_separate_boxes_need_no_pair_tests) {
  const Boxes<3> boxes = uniform_boxes<3>(2000, -1000, 2000, 0, 51);
  ClusterSplit<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pair_tests_of(index), 0u);
  EXPECT_EQ(index.stats().leaves, 2000);
  EXPECT_EQ(index.stats().nodes, 3999);
}

TEST(ClusterSplit, CL2_a_row_of_narrowing_gaps_has_a_bounded_height) {
  // gap i is wider than gap i + 1, so a cut at the widest gap separates a single box
  Boxes<2> boxes;
  f32 x = 0;
  for (u32 i = 0; i < 1500; ++i) {
    boxes.push_back({{x, 0}, {x + 1, 1}});
    x += 3001 - 2 * static_cast<f32>(i);
  }
  ClusterSplit<2> index;
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_EQ(pair_tests_of(index), 0u);
  EXPECT_LE(index.stats().height, 64 + 11);
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

TEST(ClusterSplit, CL2_a_query_visits_the_clusters_that_it_touches) {
  Boxes<2> boxes;
  for (u32 cluster = 0; cluster < 64; ++cluster) {
    add_chain(boxes, 8, static_cast<f32>(cluster) * 100);
  }
  ClusterSplit<2> index;
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(ids_of(index, BoxQuery<2>({{3202.5f, 0}, {3202.6f, 1}}), counters),
            (std::vector<Id>{258}));
  EXPECT_EQ(counters.item_tests, 8u);
  EXPECT_LE(counters.node_visits, 13u);
}

TEST(ClusterSplit, NN1_the_nearer_part_is_visited_first) {
  Boxes<3> boxes;
  for (u32 cluster = 0; cluster < 64; ++cluster) {
    add_chain(boxes, 8, static_cast<f32>(cluster) * 100);
  }
  ClusterSplit<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  Array<KeyedId> found;
  ASSERT_TRUE(nearest(index, {{4007.5f, 0, 0}}, 2, HUGE_VALF, Filter::any(), counters, found).ok());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].id, 327u);
  EXPECT_EQ(found[1].id, 326u);
  EXPECT_EQ(counters.item_tests, 8u);
}

bool are_accepted(f64 depth, f64 axis, f64 capacity) {
  ClusterSplitOptions options;
  const f64 values[] = {depth, axis, capacity};
  OptionParser parser(values);
  options.describe(parser);
  return parser.ok();
}

TEST(ClusterSplit, options_out_of_range_are_rejected) {
  EXPECT_TRUE(are_accepted(1, 0, 1) && are_accepted(128, 1, 4096));
  for (const f64 depth : {0.0, -1.0, 129.0, 1.5, std::nan("")}) {
    EXPECT_FALSE(are_accepted(depth, 0, 1)) << depth;
  }
  EXPECT_FALSE(are_accepted(1, 2, 1));
  EXPECT_FALSE(are_accepted(1, 0, 0) || are_accepted(1, 0, 4097));
}

}  // namespace
}  // namespace sapwood::test
