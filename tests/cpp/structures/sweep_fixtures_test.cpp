// Small scenes with known pairs for every sweep on every axis: nesting, ties, zero extents. Blocks
// and candidates of sort and sweep.

#include "structures/sweep_cases.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
void expect_pairs_with_every_setting(const Boxes<Dim>& boxes, const Pairs& expected) {
  in_every_sweep<Dim>(all_axes<Dim>(), [&](auto& index, const std::string& name) {
    ASSERT_TRUE(build(index, boxes).ok());
    EXPECT_EQ(pairs_of(index), expected) << name;
    EXPECT_EQ(faults_of(index), std::vector<std::string>{}) << name;
  });
}

void expect_pairs_of_edges(std::string_view edges, const Pairs& expected) {
  for (const int along : {0, 1})
    expect_pairs_with_every_setting(boxes_from_edges<2>(edges, along), expected);
  for (const int along : {0, 1, 2}) {
    expect_pairs_with_every_setting(boxes_from_edges<3>(edges, along), expected);
  }
}

TEST(Sweeps, SP1_nested_boxes_form_three_pairs) {
  // [[]] [[][]] []
  expect_pairs_of_edges("a[ b[ b] a] c[ d[ d] e[ e] c] f[ f]", {{0, 1}, {2, 3}, {2, 4}});
}

TEST(Sweeps, SP1_pairs_depend_on_the_box_that_a_bracket_closes) {
  // the sequence of brackets is [[][]] in all three cases; only the boxes that they close differ
  expect_pairs_of_edges("a[ b[ b] c[ c] a]", {{0, 1}, {0, 2}});
  expect_pairs_of_edges("a[ b[ a] c[ b] c]", {{0, 1}, {1, 2}});
  expect_pairs_of_edges("a[ b[ a] c[ c] b]", {{0, 1}, {1, 2}});
}

TEST(Sweeps, T22_touching_boxes_overlap_in_any_order_of_ids) {
  const Aabb<2> left{{0, 0}, {1, 1}}, point{{1, 1}, {1, 1}}, right{{1, 1}, {2, 2}};
  Boxes<2> boxes{left, point, right};
  std::vector<int> order{0, 1, 2};
  do {
    const Boxes<2> shuffled{boxes[order[0]], boxes[order[1]], boxes[order[2]]};
    expect_pairs_with_every_setting(shuffled, {{0, 1}, {0, 2}, {1, 2}});
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Sweeps, T22_points_start_before_they_end_and_do_not_stay_active) {
  Boxes<3> boxes(4, Aabb<3>{{5, 5, 5}, {5, 5, 5}});
  boxes.push_back({{6, 5, 5}, {7, 5, 5}});
  expect_pairs_with_every_setting(boxes, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
}

TEST(Sweeps, T22_plus_and_minus_zero_are_equal) {
  const Boxes<2> boxes{{{-1, -1}, {-0.0f, -0.0f}}, {{0.0f, 0.0f}, {1, 1}}, {{-0.0f, 0}, {0.0f, 0}}};
  expect_pairs_with_every_setting(boxes, {{0, 1}, {0, 2}, {1, 2}});
}

TEST(Sweeps, T22_boxes_that_start_to_touch_at_a_zero_of_either_sign_become_a_pair) {
  for (const f32 zero : {0.0f, -0.0f}) {
    in_every_sweep<2>({SweepAxis::kX}, [&](auto& index, const std::string& name) {
      const Boxes<2> apart{{{-3, 0}, {-1, 1}}, {{1, 0}, {3, 1}}};
      const Boxes<2> touching{{{-2, 0}, {zero, 1}}, {{-zero, 0}, {2, 1}}};
      u32 changed = 0;
      ASSERT_TRUE(build(index, apart).ok());
      EXPECT_EQ(pairs_of(index), Pairs{}) << name;
      ASSERT_TRUE(index.update(touching.data(), changed).ok());
      EXPECT_EQ(pairs_of(index), (Pairs{{0, 1}})) << name;
      ASSERT_TRUE(index.update(apart.data(), changed).ok());
      EXPECT_EQ(pairs_of(index), Pairs{}) << name;
    });
  }
}

TEST(SortAndSweep, T21_a_long_box_far_left_is_found_across_many_short_boxes) {
  Boxes<2> boxes{{{0, 0}, {1000, 1}}};
  for (int i = 0; i < 500; ++i) {
    const f32 x = static_cast<f32>(2 * i);
    boxes.push_back({{x, 0}, {x + 1, 1}});
  }
  SortAndSweep<2> index(sort_options<2>(SweepMode::kKept, SweepAxis::kX));
  ASSERT_TRUE(build(index, boxes).ok());
  std::vector<Id> found;
  QueryCounters counters;
  const BoxQuery<2> at_the_end(Aabb<2>{{997.25f, 0}, {997.5f, 1}});
  ASSERT_TRUE(query(index, at_the_end, Filter::any(), counters, [&](Id id) {
                found.push_back(id);
                return true;
              }).ok());
  EXPECT_EQ(found, std::vector<Id>{0});
}

TEST(SortAndSweep, Box_queries_visit_only_blocks_near_them_on_the_axis) {
  const Boxes<2> boxes = uniform_boxes<2>(32 * 100, 1000, 3);
  SortAndSweep<2> index(sort_options<2>(SweepMode::kKept, SweepAxis::kX));
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  const BoxQuery<2> narrow(Aabb<2>{{500, 0}, {501, 1000}});
  const auto go_on = [](Id) { return true; };
  ASSERT_TRUE(query(index, narrow, Filter::any(), counters, go_on).ok());
  // 3.2 boxes start in a unit of x, so the range [499, 501] fits into two blocks
  EXPECT_GE(counters.node_visits, 1u);
  EXPECT_LE(counters.node_visits, 2u);
  EXPECT_EQ(counters.item_tests, 32 * counters.node_visits);
}

TEST(SortAndSweep, A_box_query_finds_touching_items_at_both_ends_for_any_start_of_blocks) {
  Boxes<2> boxes;
  for (int i = 0; i < 100; ++i) boxes.push_back({{f32(2 * i), 0}, {f32(2 * i + 1), 1}});
  SortAndSweep<2> index(sort_options<2>(SweepMode::kKept, SweepAxis::kX));
  ASSERT_TRUE(build(index, boxes).ok());
  for (Id id = 1; id < 100; ++id) {
    const BoxQuery<2> between(Aabb<2>{{f32(2 * id - 1), 0}, {f32(2 * id), 1}});
    std::vector<Id> found;
    QueryCounters counters;
    ASSERT_TRUE(query(index, between, Filter::any(), counters, [&](Id hit) {
                  found.push_back(hit);
                  return true;
                }).ok());
    EXPECT_EQ(found, (std::vector<Id>{id - 1, id}));
  }
}

TEST(SortAndSweep, Every_lane_of_a_long_scan_is_tested) {
  // a long box and 63 short boxes; only the short box at `place` touches the long box
  for (u32 place = 0; place < 63; ++place) {
    Boxes<3> boxes{{{0, 0, 0}, {100, 1, 1}}};
    for (u32 i = 0; i < 63; ++i) {
      const f32 x = static_cast<f32>(i + 1), y = i == place ? 1.0f : 50.0f + 2 * x;
      boxes.push_back({{x, y, 0}, {x, y + 1, 1}});
    }
    SortAndSweep<3> index(sort_options<3>(SweepMode::kKept, SweepAxis::kX));
    ASSERT_TRUE(build(index, boxes).ok());
    EXPECT_EQ(pairs_of(index), (Pairs{{0, place + 1}}));
  }
}

TEST(SortAndSweep, Candidates_are_the_pairs_that_overlap_on_the_sweep_axis) {
  for (const u32 count : {0u, 1u, 2u, 5u, 16u, 17u, 63u, 300u}) {
    Random random(count);
    Boxes<3> boxes;
    for (u32 i = 0; i < count; ++i) boxes.push_back(lattice_box<3>(random, 40, 6));
    for (u32 axis = 0; axis < 3; ++axis) {
      u64 expected = 0;
      for (u32 a = 0; a < count; ++a) {
        for (u32 b = a + 1; b < count; ++b) {
          expected +=
              boxes[a].min[axis] <= boxes[b].max[axis] && boxes[b].min[axis] <= boxes[a].max[axis];
        }
      }
      SortAndSweep<3> index(sort_options<3>(SweepMode::kKept, static_cast<SweepAxis>(axis + 1)));
      ASSERT_TRUE(build(index, boxes).ok());
      EXPECT_EQ(pair_tests_of(index), expected) << count << " boxes, axis " << axis;
    }
  }
}

TEST(Sweeps, A_visitor_is_not_called_after_it_stops) {
  // each box has more pairs than fit into the buffer of the sweep
  const Boxes<2> boxes(700, Aabb<2>{{0, 0}, {1, 1}});
  for (const u32 expected : {1u, 7u, 250u, 699u, 700u, 1000u}) {
    in_every_sweep<2>({SweepAxis::kAuto}, [&](auto& index, const std::string& name) {
      ASSERT_TRUE(build(index, boxes).ok());
      QueryCounters counters;
      u32 calls = 0;
      ASSERT_TRUE(pairs(index, counters, [&](Id, Id) { return ++calls < expected; }).ok());
      EXPECT_EQ(calls, expected) << name;
    });
  }
}

TEST(Sweeps, All_hits_are_reported_if_they_exceed_the_buffer_of_the_sweep) {
  const Boxes<2> boxes(700, Aabb<2>{{0, 0}, {1, 1}});
  in_every_sweep<2>({SweepAxis::kAuto}, [&](auto& index, const std::string& name) {
    ASSERT_TRUE(build(index, boxes).ok());
    EXPECT_EQ(pairs_of(index), all_overlapping(boxes)) << name;
  });
}

TEST(SortAndSweep, The_dump_contains_a_root_above_blocks_of_items_in_sweep_order) {
  const Boxes<2> boxes = uniform_boxes<2>(70, 50, 9);
  SortAndSweep<2> index(sort_options<2>(SweepMode::kKept));
  ASSERT_TRUE(build(index, boxes).ok());
  ASSERT_TRUE(index.flush().ok());
  NodeDump dump;
  ASSERT_TRUE(index.dump(dump).ok());
  ASSERT_EQ(dump.level.size(), 4u);  // root, 32 + 32 + 6
  EXPECT_EQ(index.stats().nodes, 4);
  EXPECT_EQ(dump.parent[0], kNone);
  EXPECT_EQ(dump.items.size(), 70u);
  EXPECT_EQ(dump.item_count[3], 6u);
  const auto axis = static_cast<int>(index.stats().axis);
  for (size_t i = 1; i < dump.items.size(); ++i) {
    EXPECT_LE(boxes[dump.items[i - 1]].min[axis], boxes[dump.items[i]].min[axis]);
  }
}

}  // namespace
}  // namespace sapwood::test
