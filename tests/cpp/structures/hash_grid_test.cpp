// Hash grid: work of queries, moves between cells, and rebuilds of the cell layout. Results do not
// depend on the cell size.

#include "sapwood/structures/grid/hash_grid/hash_grid.hpp"
#include "sapwood/core/batches.hpp"
#include "structures/cell_size_cases.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

HashGridOptions rows(f32 cell_size = 0) { return {cell_size}; }

template <int Dim>
size_t entries_of(const HashGrid<Dim>& grid) {
  NodeDump dump;
  EXPECT_TRUE(grid.dump(dump).ok());
  return dump.items.size();
}

template <int Dim>
u64 tests_of_boxes(HashGrid<Dim>& grid, const Boxes<Dim>& queried) {
  u64 tests = 0;
  for (const Aabb<Dim>& box : queried) {
    QueryCounters counters;
    ids_of(grid, BoxQuery<Dim>(box), counters);
    tests += counters.item_tests;
  }
  return tests;
}

template <int Dim>
std::vector<KeyedId> nearest_of(HashGrid<Dim>& grid, const Point<Dim>& point, u32 k,
                                QueryCounters& counters) {
  Array<KeyedId> found;
  EXPECT_TRUE(nearest(grid, point, k, HUGE_VALF, Filter::any(), counters, found).ok());
  return {found.begin(), found.end()};
}

struct Count {
  u64 ids = 0;
  bool operator()(Id) {
    ++ids;
    return true;
  }
};

TEST(HashGrid, an_item_of_any_size_is_in_one_cell) {
  Boxes<3> boxes = uniform_boxes<3>(500, -40, 80, 3, 1);
  boxes.push_back({{-50, -50, -50}, {50, 50, 50}});
  HashGrid<3> grid(rows());
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  EXPECT_EQ(entries_of(grid), boxes.size());
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
}

TEST(HashGrid, the_bounds_of_a_cell_contain_the_least_corners_of_its_items) {
  HashGrid<2> grid(rows(1));
  ASSERT_TRUE(build(grid, Boxes<2>{{{0, 0}, {0.5f, 0.5f}}, {{3, 0}, {3.5f, 1}}}).ok());
  ASSERT_TRUE(grid.flush().ok());
  NodeDump dump;
  ASSERT_TRUE(grid.dump(dump).ok());
  ASSERT_EQ(dump.bounds.size(), 12u);
  for (u32 node = 1; node < 3; ++node) {
    const Id id = dump.items[dump.first_item[node]];
    const f32* const bounds = dump.bounds.data() + node * size_t{4};
    EXPECT_LE(bounds[0], grid.items().box(id).min[0]);
    EXPECT_GE(bounds[2], grid.items().box(id).min[0]);
  }
}

TEST(HashGrid, queries_with_small_boxes_test_few_items) {
  const Boxes<2> flat = uniform_boxes<2>(10000, 0, 160, 1, 2);
  HashGrid<2> grid(rows());
  ASSERT_TRUE(build(grid, flat).ok());
  EXPECT_LT(tests_of_boxes(grid, flat) / flat.size(), 25u);
  const Boxes<3> deep = uniform_boxes<3>(10000, 0, 34, 1, 3);
  HashGrid<3> solid(rows());
  ASSERT_TRUE(build(solid, deep).ok());
  EXPECT_LT(tests_of_boxes(solid, deep) / deep.size(), 60u);
}

TEST(HashGrid, large_boxes_outliers_and_a_giant_cost_only_queries_near_them) {
  const Boxes<2> even = uniform_boxes<2>(10000, 0, 160, 1, 4);
  HashGrid<2> grid(rows());
  ASSERT_TRUE(build(grid, even).ok());
  const u64 usual = tests_of_boxes(grid, even);
  Boxes<2> mixed = even;
  for (size_t i = 0; i < mixed.size(); i += 100) mixed[i].max[0] = mixed[i].min[0] + 10;
  mixed.push_back({{-20, -20}, {200, 200}});
  mixed.push_back({{1e9f, -1e9f}, {1e9f, -1e9f}});
  mixed.push_back({{-1e17f, 4}, {-1e17f, 4}});
  ASSERT_TRUE(build(grid, mixed).ok());
  EXPECT_LT(tests_of_boxes(grid, even), 2 * usual);
}

TEST(HashGrid, a_dense_half_of_the_items_is_spread_over_many_cells) {
  Boxes<2> boxes = uniform_boxes<2>(5000, 0, 1000, 0, 5);
  const Boxes<2> crowd = uniform_boxes<2>(5000, 400, 1, 0, 6);
  boxes.insert(boxes.end(), crowd.begin(), crowd.end());
  HashGrid<2> grid(rows());
  ASSERT_TRUE(build(grid, boxes).ok());
  EXPECT_LT(tests_of_boxes(grid, crowd) / crowd.size(), 60u);
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
}

TEST(HashGrid, the_cell_size_depends_on_box_sizes_and_density) {
  HashGrid<2> grid(rows());
  EXPECT_TRUE(std::isnan(grid.stats().cell_x));
  ASSERT_TRUE(build(grid, uniform_boxes<2>(10000, 0, 1000, 1, 7)).ok());
  ASSERT_TRUE(grid.flush().ok());
  EXPECT_NEAR(grid.cell_size(0), 15, 3);  // 1.5 times the distance of neighbors
  ASSERT_TRUE(build(grid, uniform_boxes<2>(10000, 0, 1000, 40, 7)).ok());
  ASSERT_TRUE(grid.flush().ok());
  EXPECT_GT(grid.cell_size(0), 40);
}

TEST(HashGrid, a_nearest_query_tests_few_items) {
  HashGrid<3> grid(rows());
  ASSERT_TRUE(build(grid, uniform_boxes<3>(10000, 0, 34, 1, 8)).ok());
  for (const Point<3> point :
       {Point<3>{{17, 17, 17}}, Point<3>{{0, 0, 0}}, Point<3>{{33, 4, 30}}}) {
    QueryCounters counters;
    EXPECT_EQ(nearest_of(grid, point, 8, counters).size(), 8u);
    EXPECT_LT(counters.item_tests, 400u);
  }
}

TEST(HashGrid, a_nearest_query_from_far_away_grows_until_it_finds_an_item) {
  Boxes<2> boxes = uniform_boxes<2>(3000, 0, 10, 0, 9);
  boxes.push_back({{5000, 5000}, {5000, 5000}});
  HashGrid<2> grid(rows());
  ASSERT_TRUE(build(grid, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(nearest_of(grid, {{5001, 5001}}, 1, counters)[0].id, 3000u);
  EXPECT_EQ(nearest_of(grid, {{-9e5f, 8e5f}}, 5000, counters).size(), boxes.size());
}

TEST(HashGrid, a_ray_tests_only_items_along_its_path) {
  HashGrid<2> grid(rows());
  ASSERT_TRUE(build(grid, uniform_boxes<2>(10000, 0, 400, 1, 10)).ok());
  for (const Point<2> way : {Point<2>{{1, 0}}, Point<2>{{0, -1}}, Point<2>{{-1, -1}}}) {
    QueryCounters counters;
    ids_of(grid, RayQuery<2>({{{200, 200}}, way, HUGE_VALF}), counters);
    EXPECT_GT(counters.item_tests, 0u);
    EXPECT_LT(counters.item_tests, 600u);
  }
}

// Returns the number of changed items that update() reports.
u32 changed_by_shifting(HashGrid<2>& grid, Boxes<2>& boxes, size_t every) {
  for (size_t i = 0; i < boxes.size(); i += every) {
    for (int axis = 0; axis < 2; ++axis) {
      boxes[i].min[axis] += 0.01f;
      boxes[i].max[axis] += 0.01f;
    }
  }
  u32 changed = 0;
  EXPECT_TRUE(grid.update(boxes.data(), changed).ok());
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  return changed;
}

TEST(HashGrid, an_item_that_stays_in_its_cell_keeps_its_slot) {
  HashGrid<2> grid(rows(10));
  Boxes<2> boxes = uniform_boxes<2>(1000, 0, 300, 1, 11);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  EXPECT_LT(changed_by_shifting(grid, boxes, 8), 30u);
}

TEST(HashGrid, an_update_of_many_items_lays_out_all_items_again) {
  HashGrid<2> grid(rows(10));
  Boxes<2> boxes = uniform_boxes<2>(1000, 0, 300, 1, 11);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  // an update that lays out the cells again reports every item whose box changed
  EXPECT_EQ(changed_by_shifting(grid, boxes, 5), 200u);
  EXPECT_EQ(changed_by_shifting(grid, boxes, 1), 1000u);
  for (Id id = 0; id < 1000; id += 2) ASSERT_TRUE(grid.remove(id).ok());
  ASSERT_TRUE(grid.flush().ok());
  Boxes<2> left;
  for (size_t i = 1; i < boxes.size(); i += 2) left.push_back(boxes[i]);
  for (Aabb<2>& box : left) box.max[0] += 0.5f;
  u32 changed = 0;
  ASSERT_TRUE(grid.update(left.data(), changed).ok());
  EXPECT_EQ(changed, 500u);
  for (size_t i = 0; i < left.size(); ++i) {
    ASSERT_EQ(grid.items().box(static_cast<Id>(2 * i + 1)), left[i]);
  }
  ASSERT_TRUE(grid.flush().ok());
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
}

TEST(HashGrid, an_item_that_grows_beyond_its_cell_is_found) {
  HashGrid<2> grid(rows(10));
  Boxes<2> boxes = uniform_boxes<2>(300, 0, 100, 1, 12);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  for (Id id = 0; id < 300; id += 7) {
    boxes[id].max[0] = boxes[id].min[0] + (id % 2 == 0 ? 9.5f : 60.0f);
    bool changed = false;
    ASSERT_TRUE(grid.move(id, boxes[id], {{0, 0}}, changed).ok());
    EXPECT_EQ(changed, id % 2 != 0);
  }
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
}

TEST(HashGrid, pending_items_stay_in_a_list_until_it_is_full) {
  HashGrid<2> grid(rows());
  const Boxes<2> boxes = uniform_boxes<2>(400, 0, 100, 1, 13);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  Id id = kNone;
  ASSERT_TRUE(grid.insert(boxes[0], {}, id).ok());
  EXPECT_EQ(id, 400u);
  Count all;
  QueryCounters counters;
  const BoxQuery<2> nowhere({{1e6f, 1e6f}, {1e6f, 1e6f}});
  ASSERT_TRUE(query(grid, nowhere, Filter::any(), counters, all).ok());
  EXPECT_EQ(counters.item_tests, 1u);  // the pending item
  for (u32 i = 0; i < max_pending(400); ++i) ASSERT_TRUE(grid.insert(boxes[i], {}, id).ok());
  counters = {};
  ASSERT_TRUE(query(grid, nowhere, Filter::any(), counters, all).ok());
  EXPECT_EQ(counters.item_tests, 0u);  // all are in their cells
}

TEST(HashGrid, a_list_scanned_often_is_moved_to_cells_at_the_next_change) {
  HashGrid<2> grid(rows());
  const Boxes<2> boxes = uniform_boxes<2>(400, 0, 100, 1, 14);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  Id id = kNone;
  for (u32 i = 0; i < 20; ++i) ASSERT_TRUE(grid.insert(boxes[i], {}, id).ok());
  const BoxQuery<2> nowhere({{1e6f, 1e6f}, {1e6f, 1e6f}});
  const auto scanned = [&] {
    QueryCounters counters;
    Count all;
    EXPECT_TRUE(query(grid, nowhere, Filter::any(), counters, all).ok());
    return counters.item_tests;
  };
  // queries never move items from the list of pending items to cells, because they can run within
  // another query
  for (u32 i = 0; i < 600; ++i) EXPECT_EQ(scanned(), 20u);
  ASSERT_TRUE(grid.insert(boxes[20], {}, id).ok());
  EXPECT_EQ(scanned(), 0u);
}

TEST(HashGrid, a_list_searched_often_for_pairs_is_moved_to_cells_at_the_next_change) {
  HashGrid<2> grid(rows());
  const Boxes<2> boxes = uniform_boxes<2>(400, 0, 100, 1, 17);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  Id id = kNone;
  Boxes<2> all_boxes = boxes;
  for (u32 i = 0; i < 20; ++i) {
    ASSERT_TRUE(grid.insert(boxes[i], {}, id).ok());
    all_boxes.push_back(boxes[i]);
  }
  const auto overlapping = all_overlapping(all_boxes);
  for (u32 i = 0; i < 30; ++i) EXPECT_EQ(pairs_of(grid), overlapping);
  ASSERT_TRUE(grid.insert(boxes[20], {}, id).ok());
  QueryCounters counters;
  Count all;
  const BoxQuery<2> nowhere({{1e6f, 1e6f}, {1e6f, 1e6f}});
  ASSERT_TRUE(query(grid, nowhere, Filter::any(), counters, all).ok());
  EXPECT_EQ(counters.item_tests, 0u);
}

TEST(HashGrid, the_list_is_moved_to_cells_before_a_batch_of_queries) {
  HashGrid<2> grid(rows());
  const Boxes<2> boxes = uniform_boxes<2>(400, 0, 100, 1, 16);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  Id id = kNone;
  const Boxes<2> nowhere(600, Aabb<2>{{1e6f, 1e6f}, {1e6f, 1e6f}});
  const auto scanned = [&](u32 questions) {
    for (u32 i = 0; i < 20; ++i) EXPECT_TRUE(grid.insert(boxes[i], {}, id).ok());
    BatchMemory memory;
    Array<u32> ids;
    Array<u32> offsets;
    QueryCounters counters;
    EXPECT_TRUE(query_boxes(grid, nowhere.data(), questions, memory, ids, offsets, counters).ok());
    return counters.item_tests;
  };
  EXPECT_EQ(scanned(10), 200u);
  EXPECT_EQ(scanned(600), 0u);
}

TEST(HashGrid, queries_within_a_query_return_the_same_results) {
  HashGrid<2> grid(rows());
  const Boxes<2> boxes = uniform_boxes<2>(400, 0, 40, 2, 15);
  ASSERT_TRUE(build(grid, boxes).ok());
  ASSERT_TRUE(grid.flush().ok());
  Id id = kNone;
  for (u32 i = 0; i < 40; ++i) ASSERT_TRUE(grid.insert(boxes[i], {}, id).ok());
  u64 found = 0;
  u64 within = 0;
  QueryCounters counters;
  const auto outer = [&](Id) {
    Count inner;
    QueryCounters of_inner;
    EXPECT_TRUE(query(grid, BoxQuery<2>(boxes[7]), Filter::any(), of_inner, inner).ok());
    within += inner.ids;
    ++found;
    return true;
  };
  ASSERT_TRUE(query(grid, BoxQuery<2>({{0, 0}, {42, 42}}), Filter::any(), counters, outer).ok());
  EXPECT_EQ(found, 440u);
  QueryCounters alone;
  EXPECT_EQ(within, 440 * ids_of(grid, BoxQuery<2>(boxes[7]), alone).size());
}

TEST(HashGrid, removed_items_are_not_found_and_their_slots_are_freed) {
  HashGrid<3> grid(rows());
  ASSERT_TRUE(build(grid, uniform_boxes<3>(1000, 0, 40, 2, 16)).ok());
  ASSERT_TRUE(grid.flush().ok());
  for (Id id = 0; id < 1000; ++id) {
    ASSERT_TRUE(grid.remove(id).ok());
    if (id % 100 != 0) continue;
    EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  }
  ASSERT_TRUE(grid.flush().ok());
  EXPECT_EQ(grid.stats().nodes, 0);
  EXPECT_EQ(entries_of(grid), 0u);
}

TEST(HashGrid, boxes_that_touch_at_edges_of_cells_are_found) {
  for (const f32 origin : {0.0f, 1e7f, -3e7f, 0.1f}) {
    for (const f32 step : {0.25f, 1.0f, 0.1f}) {
      Boxes<2> boxes;
      for (u32 i = 0; i < 15; ++i) {
        for (u32 j = 0; j < 15; ++j) {
          const f32 x = origin + step * static_cast<f32>(i);
          const f32 y = origin + step * static_cast<f32>(j);
          boxes.push_back({{x, y}, {x + step, y + step}});
        }
      }
      for (const f32 size : {0.0f, step, step / 2, 3 * step}) {
        HashGrid<2> grid(rows(size));
        ASSERT_TRUE(build(grid, boxes).ok());
        EXPECT_EQ(pairs_of(grid), all_overlapping(boxes)) << origin << ' ' << step << ' ' << size;
      }
    }
  }
}

TEST(HashGrid, tiny_cells_need_no_additional_memory) {
  Boxes<2> boxes = uniform_boxes<2>(200, 0, 1e6f, 0, 17);
  for (const f32 size : {1e-45f, 1e-30f, 1e-3f}) {
    HashGrid<2> grid(rows(size));
    ASSERT_TRUE(build(grid, boxes).ok());
    EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
    EXPECT_LT(grid.byte_length(), 60000u);
  }
}

TEST(HashGrid, GH3_results_do_not_depend_on_the_sides_of_cells) {
  expect_results_for_any_sides<HashGrid>({});
}

TEST(HashGrid, GH3_the_automatic_cell_size_follows_the_extents_on_each_axis) {
  expect_sides_of_the_boxes<HashGrid<2>>();
  expect_sides_of_the_boxes<HashGrid<3>>();
}

TEST(HashGrid, GH3_sides_are_positive_and_finite_for_extents_near_zero) {
  expect_sides_of_tiny_boxes<HashGrid<2>>();
  expect_sides_of_tiny_boxes<HashGrid<3>>();
}

TEST(HashGrid, GH3_sides_are_equal_if_cells_contain_few_items) {
  expect_equal_sides_of_sparse_boxes<HashGrid<2>>();
  expect_equal_sides_of_sparse_boxes<HashGrid<3>>();
}

TEST(HashGrid, GH3_long_boxes_make_cells_long_on_one_axis_only) {
  const Boxes<2> boxes = long_boxes<2>(2000, 0);
  HashGrid<2> grid(rows());
  ASSERT_TRUE(build(grid, boxes).ok());
  QueryCounters tests;
  ASSERT_TRUE(pairs(grid, tests, [](Id, Id) { return true; }).ok());
  HashGrid<2> cubes(rows(static_cast<f32>(grid.cell_size(0))));
  ASSERT_TRUE(build(cubes, boxes).ok());
  QueryCounters tests_of_cubes;
  ASSERT_TRUE(pairs(cubes, tests_of_cubes, [](Id, Id) { return true; }).ok());
  EXPECT_LT(3 * tests.item_tests, tests_of_cubes.item_tests);
}

TEST(HashGrid, GH3_results_do_not_depend_on_the_cell_size) {
  expect_results_for_any_cell_size<HashGrid>({});
}

TEST(HashGrid, GH3_tapes_keep_grids_of_every_cell_size_sound) {
  expect_sound_tapes_for_any_cell_size<HashGrid>({});
}

TEST(HashGrid, A_cell_size_out_of_range_is_rejected) {
  for (const f64 size : {-1.0, -0.001, 1.1e18, HUGE_VAL, std::nan("")}) {
    HashGridOptions options;
    OptionParser parser({&size, 1});
    options.describe(parser);
    EXPECT_FALSE(parser.ok()) << size;
  }
}

TEST(HashGrid, a_failed_layout_leaves_an_empty_dump) {
  Boxes<2> boxes = uniform_boxes<2>(300, 0, 60, 1, 18);
  boxes.push_back({{1e9f, 1e9f}, {1e9f + 1000, 1e9f}});
  for (u32 skip = 0;; ++skip) {
    HashGrid<2> grid(rows(0.001f));  // both dense and sparse levels
    ASSERT_TRUE(build(grid, boxes).ok());
    bool triggered = false;
    {
      const FailingAllocations failing(skip, AllocationFailure::kOne);
      const bool flushed = grid.flush().ok();
      triggered = failing.triggered();
      EXPECT_EQ(flushed, !triggered);
    }
    if (!triggered) {
      EXPECT_GT(skip, 4u);
      break;
    }
    EXPECT_EQ(grid.stats().nodes, 0) << skip;
    EXPECT_EQ(entries_of(grid), 0u) << skip;
    EXPECT_EQ(pairs_of(grid), all_overlapping(boxes)) << skip;
  }
}

}  // namespace
}  // namespace sapwood::test
