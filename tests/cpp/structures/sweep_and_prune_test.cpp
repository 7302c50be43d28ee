// Sweep and prune in columns: golden pairs, unique pairs, large boxes, degenerate scenes, and
// columns that are kept between frames.

#include <cmath>

#include "structures/sweep_cases.hpp"
#include "support/allocations.hpp"
#include "support/scenes.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
Boxes<Dim> scene_boxes(const Scene& scene) {
  Boxes<Dim> boxes(static_cast<size_t>(scene.count));
  std::memcpy(static_cast<void*>(boxes.data()), scene.boxes.data(),
              scene.boxes.size() * sizeof(f32));
  return boxes;
}

struct Golden {
  size_t pairs;
  const char* hash;
};

template <int Dim>
void expect_golden(const Boxes<Dim>& boxes, const Golden& golden) {
  SweepAndPrune<Dim> index;
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  std::vector<u32> flat;
  for (const auto& [a, b] : reported_pairs(index, counters)) {
    ASSERT_LT(a, b);
    flat.push_back(a);
    flat.push_back(b);
  }
  EXPECT_EQ(flat.size() / 2, golden.pairs);
  EXPECT_EQ(pairs_hash(flat), golden.hash);
}

TEST(SweepAndPrune, Pairs_of_benchmark_scenes_equal_those_of_native_libraries) {
  expect_golden(scene_boxes<3>(generate_scene("uniform-3d-10k")), {9546, "36b21994"});
  expect_golden(scene_boxes<3>(generate_scene("clustered-3d-10k")), {18659, "0ff75075"});
  expect_golden(scene_boxes<2>(generate_scene("uniform-2d-10k")), {9925, "001aedea"});
  expect_golden(scene_boxes<2>(generate_scene("clustered-2d-10k")), {20603, "905e0662"});
  expect_golden(scene_boxes<3>(generate_scene("uniform-3d-100k")), {97762, "70d5901c"});
  expect_golden(scene_boxes<2>(generate_scene("uniform-2d-100k")), {99729, "84f1a274"});
}

TEST(SweepAndPrune, Pairs_are_exact_if_one_box_in_a_hundred_is_ten_times_larger) {
  expect_golden(scene_boxes<3>(generate_scene("mixed-sizes-3d-10k")), {34854, "ce0d10f9"});
  expect_golden(scene_boxes<3>(generate_scene("mixed-sizes-3d-100k")), {396454, "01206a2d"});
}

template <int Dim>
void expect_all_pairs(SweepAndPrune<Dim>& index, const Boxes<Dim>& boxes) {
  EXPECT_EQ(pairs_of(index), all_overlapping(boxes));
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

template <int Dim>
void expect_all_pairs(const Boxes<Dim>& boxes) {
  for (const SweepAxis axis : all_axes<Dim>()) {
    SweepAndPrune<Dim> index(SweepAndPruneOptions<Dim>{axis});
    ASSERT_TRUE(build(index, boxes).ok());
    expect_all_pairs(index, boxes);
  }
}

// Returns random boxes with sides of at most 8. A column is about 5 wide, so boxes are in one to
// four columns.
template <int Dim>
Boxes<Dim> straddling_boxes(u32 count, u32 world, u64 seed) {
  Random random(seed);
  Boxes<Dim> boxes(count);
  for (Aabb<Dim>& box : boxes) box = lattice_box<Dim>(random, world, 8);
  return boxes;
}

TEST(SweepAndPrune, Each_pair_is_reported_once_for_any_number_of_shared_columns) {
  for (const u64 seed : {1, 2, 3}) {
    expect_all_pairs(straddling_boxes<2>(2000, 400, seed));
    expect_all_pairs(straddling_boxes<3>(2000, 60, seed));
  }
}

TEST(SweepAndPrune, Sizes_around_the_first_grid_find_all_pairs) {
  for (const u32 count : {1u, 2u, 16u, 17u, 63u, 254u, 255u, 256u, 257u, 300u, 511u, 1000u}) {
    expect_all_pairs(straddling_boxes<2>(count, count / 4 + 8, count));
    expect_all_pairs(straddling_boxes<3>(count, count / 16 + 8, count));
  }
}

template <int Dim>
u32 columns_of(const SweepAndPrune<Dim>& index) {
  NodeDump dump;
  EXPECT_TRUE(index.dump(dump).ok());
  return static_cast<u32>(std::count(dump.level.begin(), dump.level.end(), 1u));
}

TEST(SweepAndPrune, Few_boxes_are_swept_without_columns_and_many_boxes_in_columns) {
  SweepAndPrune<3> index;
  ASSERT_TRUE(build(index, straddling_boxes<3>(200, 30, 5)).ok());
  ASSERT_TRUE(index.flush().ok());
  EXPECT_EQ(columns_of(index), 1u);
  ASSERT_TRUE(build(index, scene_boxes<3>(generate_scene("uniform-3d-10k"))).ok());
  ASSERT_TRUE(index.flush().ok());
  EXPECT_GT(columns_of(index), 8u);
}

TEST(SweepAndPrune, Candidates_for_each_box_do_not_grow_with_the_number_of_boxes) {
  SweepAndPrune<3> index;
  const Boxes<3> some = scene_boxes<3>(generate_scene("uniform-3d-10k"));
  const Boxes<3> many = scene_boxes<3>(generate_scene("uniform-3d-100k"));
  ASSERT_TRUE(build(index, some).ok());
  const f64 of_some = static_cast<f64>(pair_tests_of(index)) / static_cast<f64>(some.size());
  ASSERT_TRUE(build(index, many).ok());
  const f64 of_many = static_cast<f64>(pair_tests_of(index)) / static_cast<f64>(many.size());
  EXPECT_LT(of_many, 1.25 * of_some);
  EXPECT_LT(of_many, 40);
}

template <int Dim>
Boxes<Dim> boxes_with_giants(u32 count, f32 world, u64 seed) {
  Boxes<Dim> boxes = uniform_boxes<Dim>(count, world, seed);
  for (u32 i = 0; i < count; i += 97) {
    const u32 axes = 1 + i / 97 % ((1u << Dim) - 1);
    for (int axis = 0; axis < Dim; ++axis) {
      if ((axes >> axis & 1) == 0) continue;
      boxes[i].min[axis] = -1;
      boxes[i].max[axis] = world + 2;
    }
  }
  return boxes;
}

TEST(SweepAndPrune, Boxes_across_many_columns_have_all_their_pairs) {
  expect_all_pairs(boxes_with_giants<2>(2000, 300, 7));
  expect_all_pairs(boxes_with_giants<3>(2000, 40, 7));
}

template <int Dim>
Boxes<Dim> boxes_with_long_ones(u32 count, f32 world, u64 seed) {
  Boxes<Dim> boxes = uniform_boxes<Dim>(count, world, seed);
  Random random(seed);
  for (u32 i = 0; i < count; i += 9) {
    for (int axis = 0; axis < Dim; ++axis) {
      if (i / 9 % (Dim + 1) == static_cast<u32>(axis)) continue;
      boxes[i].max[axis] = boxes[i].min[axis] + random.between(0.3f, 0.6f) * world;
    }
  }
  return boxes;
}

TEST(SweepAndPrune, Pairs_of_boxes_across_several_columns_are_found) {
  expect_all_pairs(boxes_with_long_ones<2>(3000, 60, 8));
  expect_all_pairs(boxes_with_long_ones<3>(3000, 16, 8));
}

TEST(SweepAndPrune, Columns_are_at_least_as_wide_as_common_boxes) {
  SweepAndPrune<2> index(SweepAndPruneOptions<2>{SweepAxis::kX});
  Boxes<2> boxes = uniform_boxes<2>(4000, 90, 9);
  for (Aabb<2>& box : boxes) {
    for (int axis = 0; axis < 2; ++axis) box.max[axis] = box.min[axis] + 10;
  }
  ASSERT_TRUE(build(index, boxes).ok());
  ASSERT_TRUE(index.flush().ok());
  EXPECT_GT(columns_of(index), 1u);
  EXPECT_LE(columns_of(index), 3u);
}

// Returns boxes of which some span the world. Four fifths of the boxes are in a spot of about a
// thousandth of the world.
template <int Dim>
Boxes<Dim> crowded_boxes(u32 count) {
  Boxes<Dim> boxes = boxes_with_giants<Dim>(count, 50, 21);
  for (u32 i = 0; i < count; ++i) {
    if (i % 5 == 0 || i % 97 == 0) continue;
    for (int axis = 0; axis < Dim; ++axis) {
      boxes[i].min[axis] = 5 + boxes[i].min[axis] / 1024;
      boxes[i].max[axis] = boxes[i].min[axis] + 1.0f / 1024;
    }
  }
  return boxes;
}

TEST(SweepAndPrune, Pairs_of_a_crowded_column_are_found_by_ranks) {
  expect_all_pairs(crowded_boxes<2>(3000));
  expect_all_pairs(crowded_boxes<3>(3000));
  // enough boxes for a crowded column
  expect_all_pairs(Boxes<3>(600, Aabb<3>{{1, 2, 3}, {4, 5, 6}}));
}

// Returns crowded boxes with edges on a lattice: boxes touch, and many lower edges are equal.
template <int Dim>
Boxes<Dim> crowd_on_a_lattice(u32 count) {
  Boxes<Dim> boxes = crowded_boxes<Dim>(count);
  Random random(22);
  for (u32 i = 0; i < count; ++i) {
    if (i % 5 == 0 || i % 97 == 0) continue;
    for (int axis = 0; axis < Dim; ++axis) {
      boxes[i].min[axis] = 5 + static_cast<f32>(random.below(50)) / 1024;
      boxes[i].max[axis] = boxes[i].min[axis] + static_cast<f32>(random.below(3)) / 1024;
    }
  }
  return boxes;
}

TEST(SweepAndPrune, Pairs_of_a_crowded_column_of_touching_boxes_are_found_by_ranks) {
  expect_all_pairs(crowd_on_a_lattice<2>(3000));
  expect_all_pairs(crowd_on_a_lattice<3>(3000));
}

TEST(SweepAndPrune, One_huge_box_adds_at_most_two_tests_for_each_small_box) {
  Boxes<3> boxes = scene_boxes<3>(generate_scene("uniform-3d-10k"));
  SweepAndPrune<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  const u64 without = pair_tests_of(index);
  boxes[17] = {{-1e18f, -1e18f, -1e18f}, {1e18f, 1e18f, 1e18f}};
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  const Pairs found = reported_pairs(index, counters);
  EXPECT_LT(counters.item_tests, without + 2 * boxes.size());
  EXPECT_EQ(std::count_if(found.begin(), found.end(),
                          [](auto& pair) { return pair.first == 17 || pair.second == 17; }),
            9999);
}

TEST(SweepAndPrune, A_few_boxes_far_away_do_not_coarsen_the_grid) {
  Boxes<3> boxes = scene_boxes<3>(generate_scene("uniform-3d-10k"));
  SweepAndPrune<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  const u64 without = pair_tests_of(index);
  const Aabb<3> far{{1e18f, 1e18f, 1e18f}, {1e18f, 1e18f, 1e18f}};
  for (const u32 i : {0u, 1u, 4000u, 9999u}) boxes[i] = far;
  boxes[5000] = {{-1e18f, 0, 0}, {-1e18f, 0, 0}};
  ASSERT_TRUE(build(index, boxes).ok());
  EXPECT_LT(pair_tests_of(index), without + without / 4);
}

TEST(SweepAndPrune, Degenerate_scenes_find_all_pairs) {
  expect_all_pairs(Boxes<2>(300, Aabb<2>{{5, 5}, {5, 5}}));
  expect_all_pairs(Boxes<3>(300, Aabb<3>{{-1e18f, 0, 7}, {1e18f, 2, 9}}));
  Boxes<3> line(600);
  for (u32 i = 0; i < 600; ++i) {
    const f32 at = static_cast<f32>(i) * 0.75f;
    line[i] = {{3, at, 3}, {4, at + 1, 4}};
  }
  expect_all_pairs(line);
  Boxes<2> limits(400);
  Random random(3);
  for (Aabb<2>& box : limits) {
    for (int axis = 0; axis < 2; ++axis) {
      box.min[axis] = random.between(-1e18f, 9e17f);
      box.max[axis] = box.min[axis] + 1e17f;
    }
  }
  expect_all_pairs(limits);
  Boxes<3> tiny(500);
  for (Aabb<3>& box : tiny) {
    for (int axis = 0; axis < 3; ++axis) {
      box.min[axis] = 1e-40f * static_cast<f32>(random.below(64));
      box.max[axis] = box.min[axis] + 1e-41f;
    }
  }
  expect_all_pairs(tiny);
}

// The lower edges are spread over powers of two, so nearly all of them are in the first of equally
// wide buckets.
TEST(SweepAndPrune, Spacing_by_powers_of_two_is_sorted_by_edges_instead_of_buckets) {
  Boxes<2> boxes;
  for (u32 i = 0; i < 2000; ++i) {
    const f32 at = std::exp2(static_cast<f32>(i % 100)) * (1 + static_cast<f32>(i) / 4096);
    boxes.push_back({{at, 0}, {at * 1.0001f, 1}});
  }
  SweepAndPrune<2> index(SweepAndPruneOptions<2>{SweepAxis::kX});
  ASSERT_TRUE(build(index, boxes).ok());
  const Pairs found = pairs_of(index);
  EXPECT_EQ(found, all_overlapping(boxes));
  EXPECT_LT(pair_tests_of(index), found.size() + 20 * boxes.size());
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
}

TEST(SweepAndPrune, A_frame_of_small_motion_keeps_the_runs_and_needs_no_memory) {
  Boxes<3> boxes = uniform_boxes<3>(4000, 20, 9);
  SweepAndPrune<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  Random random(10);
  QueryCounters counters;
  const auto ignore = [](Id, Id) { return true; };
  ASSERT_TRUE(pairs(index, counters, ignore).ok());
  const size_t bytes = index.byte_length();
  for (int frame = 0; frame < 20; ++frame) {
    jitter(boxes, 0.05f, random);
    u32 changed = 0;
    const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
    ASSERT_TRUE(index.update(boxes.data(), changed).ok());
    ASSERT_TRUE(pairs(index, counters, ignore).ok());
    EXPECT_FALSE(failing.triggered());
  }
  EXPECT_EQ(index.byte_length(), bytes);
  expect_all_pairs(index, boxes);
}

TEST(SweepAndPrune, A_run_that_overflows_is_laid_out_again) {
  Boxes<2> boxes = uniform_boxes<2>(3000, 30, 11);
  SweepAndPrune<2> index;
  ASSERT_TRUE(build(index, boxes).ok());
  expect_all_pairs(index, boxes);
  ASSERT_GT(columns_of(index), 3u);
  for (u32 i = 1; i < 3000; i += 5) boxes[i] = {{15, 15}, {15.01f, 15.01f}};
  u32 changed = 0;
  ASSERT_TRUE(index.update(boxes.data(), changed).ok());
  expect_all_pairs(index, boxes);
}

TEST(SweepAndPrune, A_scene_that_grows_tenfold_gets_a_new_grid) {
  SweepAndPrune<3> kept;
  SweepAndPrune<3> fresh;
  Boxes<3> boxes = uniform_boxes<3>(4000, 20, 12);
  ASSERT_TRUE(build(kept, boxes).ok());
  ASSERT_TRUE(kept.flush().ok());
  for (Aabb<3>& box : boxes) {
    for (int axis = 0; axis < 3; ++axis) {
      box.min[axis] *= 10;
      box.max[axis] = box.min[axis] + 1;
    }
  }
  u32 changed = 0;
  ASSERT_TRUE(kept.update(boxes.data(), changed).ok());
  ASSERT_TRUE(build(fresh, boxes).ok());
  EXPECT_EQ(pair_tests_of(kept), pair_tests_of(fresh));
  expect_all_pairs(kept, boxes);
}

TEST(SweepAndPrune, Pairs_are_exact_for_ids_with_gaps) {
  Boxes<3> boxes = uniform_boxes<3>(3000, 18, 13);
  SweepAndPrune<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  for (Id id = 0; id < 3000; id += 3) {
    ASSERT_TRUE(index.remove(id).ok());
    boxes[id] = empty_box<3>();
  }
  expect_all_pairs(index, boxes);
  Id id = kNone;
  ASSERT_TRUE(index.insert(boxes[1], Filter{}, id).ok());
  ASSERT_EQ(id, 0u);
  boxes[0] = boxes[1];
  expect_all_pairs(index, boxes);
}

TEST(SweepAndPrune, Queries_visit_the_blocks_of_few_columns) {
  const Boxes<3> boxes = scene_boxes<3>(generate_scene("uniform-3d-10k"));
  SweepAndPrune<3> index;
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  const BoxQuery<3> box_query(Aabb<3>{{10, 10, 10}, {12, 12, 12}});
  std::vector<Id> expected;
  for (Id id = 0; id < boxes.size(); ++id) {
    if (box_query.hits(boxes[id])) expected.push_back(id);
  }
  EXPECT_EQ(ids_of(index, box_query, counters), expected);
  EXPECT_LT(counters.item_tests, boxes.size() / 20);
}

TEST(SweepAndPrune, The_dump_contains_columns_as_cells_above_blocks_of_items) {
  const Boxes<2> boxes = uniform_boxes<2>(4000, 200, 15);
  SweepAndPrune<2> index;
  ASSERT_TRUE(build(index, boxes).ok());
  ASSERT_TRUE(index.flush().ok());
  NodeDump dump;
  ASSERT_TRUE(index.dump(dump).ok());
  EXPECT_EQ(index.stats().nodes, static_cast<f64>(dump.level.size()));
  EXPECT_EQ(index.stats().height, 2);
  EXPECT_EQ(dump.items.size(), boxes.size());
  ASSERT_EQ(dump.cells.size(), 4 * dump.level.size());
  // the columns are adjacent strips across the sweep axis
  const size_t cross = index.stats().axis == 0 ? 1 : 0;
  f32 end = dump.cells[cross];
  for (size_t node = 0; node < dump.level.size(); ++node) {
    if (dump.level[node] != 1) continue;
    EXPECT_EQ(dump.cells[4 * node + cross], end);
    end = dump.cells[4 * node + 2 + cross];
  }
  EXPECT_EQ(end, dump.cells[2 + cross]);
}

TEST(SweepAndPrune, An_index_without_a_build_has_no_pairs) {
  SweepAndPrune<3> index;
  EXPECT_EQ(pairs_of(index), Pairs{});
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  QueryCounters counters;
  EXPECT_EQ(ids_of(index, BoxQuery<3>({{0, 0, 0}, {1, 1, 1}}), counters), std::vector<Id>{});
  EXPECT_EQ(index.stats().nodes, 0);
  EXPECT_EQ(index.byte_length(), 0u);
}

TEST(SweepAndPrune, A_flush_that_fails_to_allocate_starts_over_at_the_next_call) {
  const Boxes<3> boxes = boxes_with_giants<3>(1000, 12, 16);
  for (u32 skip = 0; skip < 16; ++skip) {
    SweepAndPrune<3> index;
    ASSERT_TRUE(build(index, boxes).ok());
    {
      const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
      const Status status = index.flush();
      ASSERT_EQ(status.ok(), !failing.triggered());
    }
    expect_all_pairs(index, boxes);
  }
}

// Flat boxes cause many columns. A box that would be in too many columns is in a column for large
// boxes instead.
TEST(SweepAndPrune, Boxes_that_touch_many_columns_have_all_their_pairs) {
  Random random(9);
  Boxes<2> boxes;
  for (u32 i = 0; i < 1000; ++i) {
    const f32 x = random.between(0, 900), y = random.between(0, 1000);
    boxes.push_back({{x, y}, {x + 100, y + 1}});
  }
  for (u32 i = 0; i < 40; ++i) {
    const f32 x = random.between(0, 900), y = random.between(0, 500);
    boxes.push_back({{x, y}, {x + 100, y + random.between(200, 500)}});
  }
  SweepAndPrune<2> index(SweepAndPruneOptions<2>{SweepAxis::kX});
  ASSERT_TRUE(build(index, boxes).ok());
  expect_all_pairs(index, boxes);
  EXPECT_GT(columns_of(index), 8u);
}

}  // namespace
}  // namespace sapwood::test
