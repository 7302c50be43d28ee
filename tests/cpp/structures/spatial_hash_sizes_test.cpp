// Cell sizes: any size gives the same results within bounded memory and work, and the automatic
// size is efficient.

#include "structures/cell_size_cases.hpp"
#include "structures/spatial_hash_cases.hpp"

namespace sapwood::test {
namespace {

TEST(SpatialHash, GH3_results_do_not_depend_on_the_cell_size) {
  for (const CellStorage storage : kStorages) {
    expect_results_for_any_cell_size<SpatialHash>(hash_options(0, storage));
  }
}

TEST(SpatialHash, GH3_results_do_not_depend_on_the_sides_of_cells) {
  for (const CellStorage storage : kStorages) {
    expect_results_for_any_sides<SpatialHash>(hash_options(0, storage));
  }
}

TEST(SpatialHash, GH3_the_automatic_cell_size_follows_the_extents_on_each_axis) {
  expect_sides_of_the_boxes<SpatialHash<2>>();
  expect_sides_of_the_boxes<SpatialHash<3>>();
}

TEST(SpatialHash, GH3_sides_are_positive_and_finite_for_extents_near_zero) {
  expect_sides_of_tiny_boxes<SpatialHash<2>>();
  expect_sides_of_tiny_boxes<SpatialHash<3>>();
}

TEST(SpatialHash, GH3_sides_are_equal_if_cells_contain_few_items) {
  expect_equal_sides_of_sparse_boxes<SpatialHash<2>>();
  expect_equal_sides_of_sparse_boxes<SpatialHash<3>>();
}

TEST(SpatialHash, GH3_sides_by_axis_save_most_of_the_tests_on_lines) {
  for (const auto name : {PublishedName::kXLine, PublishedName::kYLine}) {
    const Boxes<2> boxes = published(name, 1000, 0);
    SpatialHash<2> grid(hash_options(0));
    ASSERT_TRUE(build(grid, boxes).ok());
    SpatialHash<2> cubes(
        hash_options(static_cast<f32>(std::max(grid.cell_size(0), grid.cell_size(1)))));
    ASSERT_TRUE(build(cubes, boxes).ok());
    EXPECT_LT(3 * pair_tests_of(grid), pair_tests_of(cubes));
  }
}

TEST(SpatialHash, GH3_published_scenes_have_the_same_pairs_with_cells_from_1_to_1000) {
  for (const auto name : {PublishedName::kRandom, PublishedName::kRandomLargeBoxes,
                          PublishedName::kXLine, PublishedName::kYLine}) {
    const Boxes<2> boxes = published(name, 500, 0);
    const Pairs expected = all_overlapping(boxes);
    for (const f32 size : {1.0f, 10.0f, 50.0f, 100.0f, 333.0f, 1000.0f}) {
      SpatialHash<2> grid(hash_options(size));
      ASSERT_TRUE(build(grid, boxes).ok());
      EXPECT_EQ(pairs_of(grid), expected) << "cells of " << size;
    }
  }
}

TEST(SpatialHash, GH3_a_box_has_a_bounded_number_of_cells) {
  for (const f32 size : {1e-45f, 1e-6f, 1.0f}) {
    Boxes<3> boxes{{{-1e18f, -1e18f, -1e18f}, {1e18f, 1e18f, 1e18f}},
                   {{-1e18f, 0, 0}, {1e18f, 1e-3f, 1e-3f}},
                   {{1e18f, 1e18f, 1e18f}, {1e18f, 1e18f, 1e18f}},
                   {{0, 0, 0}, {1e-40f, 1e-40f, 1e-40f}}};
    SpatialHash<3> grid(hash_options(size));
    ASSERT_TRUE(build(grid, boxes).ok());
    EXPECT_LE(entries_of(grid), 4u * 27) << size;
    EXPECT_EQ(pairs_of(grid), all_overlapping(boxes)) << size;
    EXPECT_EQ(faults_of(grid), std::vector<std::string>{}) << size;
  }
}

TEST(SpatialHash, GH3_cells_a_thousand_times_too_small_need_about_the_work_of_good_cells) {
  const Boxes<2> boxes = uniform_boxes<2>(5000, 0, 200, 2, 11);
  SpatialHash<2> good(hash_options(4));
  SpatialHash<2> bad(hash_options(0.004f));
  ASSERT_TRUE(build(good, boxes).ok() && build(bad, boxes).ok());
  EXPECT_LT(pair_tests_of(bad), 3 * pair_tests_of(good));
  EXPECT_LT(bad.byte_length(), 8 * good.byte_length());
}

TEST(SpatialHash, GH3_a_query_visits_at_most_the_populated_cells) {
  const Boxes<3> boxes = uniform_boxes<3>(400, -1000, 2000, 1, 12);
  SpatialHash<3> grid(hash_options(1));
  ASSERT_TRUE(build(grid, boxes).ok());
  const u64 nodes = static_cast<u64>(grid.stats().nodes);
  QueryCounters box, ball, ray;
  EXPECT_EQ(ids_of(grid, BoxQuery<3>({{-2e3f, -2e3f, -2e3f}, {2e3f, 2e3f, 2e3f}}), box).size(),
            boxes.size());
  EXPECT_EQ(ids_of(grid, DistanceQuery<3>({{0, 0, 0}}, 1e6), ball).size(), boxes.size());
  ids_of(grid, RayQuery<3>({{{-1e6f, 3, 4}}, {{1, 1e-6f, 0}}, HUGE_VALF}), ray);
  for (const QueryCounters& counters : {box, ball, ray}) EXPECT_LT(counters.node_visits, nodes);
}

TEST(SpatialHash, GH3_the_automatic_size_fits_the_boxes_and_ignores_a_giant_and_an_outlier) {
  Boxes<3> boxes = uniform_boxes<3>(2000, 0, 20, 1, 13);
  SpatialHash<3> grid(hash_options(0));
  EXPECT_TRUE(std::isnan(grid.stats().cell_x));
  ASSERT_TRUE(build(grid, boxes).ok());
  const f64 size = grid.cell_size(0);
  EXPECT_GE(size, 1);
  EXPECT_LE(size, 4);
  EXPECT_EQ(grid.stats().cell_x, size);
  boxes.push_back({{-500, -500, -500}, {500, 500, 500}});
  boxes.push_back({{1e9f, 1e9f, 1e9f}, {1e9f, 1e9f, 1e9f}});
  ASSERT_TRUE(build(grid, boxes).ok());
  EXPECT_NEAR(grid.cell_size(0), size, size * 0.2);
}

TEST(SpatialHash, GH3_the_automatic_size_for_points_follows_their_distances) {
  const Boxes<2> boxes = uniform_boxes<2>(10000, -50, 100, 0, 14);
  SpatialHash<2> grid(hash_options(0));
  ASSERT_TRUE(build(grid, boxes).ok());
  EXPECT_NEAR(grid.cell_size(0), 1, 0.2);
  EXPECT_LT(pair_tests_of(grid), 10000u);
}

TEST(SpatialHash, GH3_the_automatic_size_follows_a_world_that_grows_by_inserts) {
  const Boxes<2> boxes = uniform_boxes<2>(3000, 0, 500, 4, 15);
  SpatialHash<2> inserted(hash_options(0));
  Id id = kNone;
  ASSERT_TRUE(inserted.insert({{0, 0}, {1e-5f, 1e-5f}}, {}, id).ok());
  for (const Aabb<2>& box : boxes) ASSERT_TRUE(inserted.insert(box, {}, id).ok());
  SpatialHash<2> built(hash_options(0));
  ASSERT_TRUE(build(built, boxes).ok());
  EXPECT_LT(inserted.cell_size(0), 2.5 * built.cell_size(0));
  EXPECT_GT(inserted.cell_size(0), built.cell_size(0) / 2.5);
  EXPECT_EQ(faults_of(inserted), std::vector<std::string>{});
}

TEST(SpatialHash, GH3_the_automatic_size_follows_items_that_grow_at_an_update) {
  Boxes<2> boxes = uniform_boxes<2>(1000, 0, 100, 1, 16);
  SpatialHash<2> grid(hash_options(0));
  ASSERT_TRUE(build(grid, boxes).ok());
  const f64 before = grid.cell_size(0);
  for (Aabb<2>& box : boxes) box.max[0] = box.min[0] + 50;
  u32 changed = 0;
  ASSERT_TRUE(grid.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 1000u);
  EXPECT_GT(grid.cell_size(0), 10 * before);
  EXPECT_LT(grid.cell_size(1), 2 * before);
  EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
}

TEST(SpatialHash, GH3_the_automatic_size_follows_items_that_shrink_within_their_cells) {
  Boxes<2> boxes = uniform_boxes<2>(10000, 0, 100, 0, 17);
  for (Aabb<2>& box : boxes) box.max[0] = box.min[0] + 1;
  SpatialHash<2> grid(hash_options(0));
  ASSERT_TRUE(build(grid, boxes).ok());
  const f64 before = grid.cell_size(0);
  for (Aabb<2>& box : boxes) box.max[0] = box.min[0];
  u32 changed = 0;
  ASSERT_TRUE(grid.update(boxes.data(), changed).ok());
  // so few changed items would not cause a new layout, but the new automatic size does
  EXPECT_LT(changed, 5000u);
  EXPECT_LT(grid.cell_size(0), before / 2);
  EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
}

TEST(SpatialHash, serialized_cell_sizes_that_differ_from_the_option_are_rejected) {
  SpatialHash<2> grid(hash_options(2));
  ASSERT_TRUE(build(grid, uniform_boxes<2>(20, 0, 30, 1, 4)).ok());
  Array<u8> bytes;
  ByteWriter writer(bytes);
  grid.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  const auto is_accepted_by = [&](CellSize size) {
    SpatialHash<2> other({size});
    ByteReader reader(bytes.data(), bytes.size());
    other.load(reader);
    return reader.finish();
  };
  EXPECT_TRUE(is_accepted_by(2));
  EXPECT_TRUE(is_accepted_by(0));  // an automatic size accepts any size
  EXPECT_FALSE(is_accepted_by(3));
  EXPECT_FALSE(is_accepted_by({2, 3}));
  EXPECT_TRUE(is_accepted_by({2, 0}));
}

TEST(SpatialHash, options_out_of_range_are_rejected) {
  for (const f64 size : {-1.0, -0.001, 1.1e18, HUGE_VAL, std::nan("")}) {
    SpatialHashOptions options;
    const f64 values[] = {size, 1, 1, 0};
    OptionParser parser(values);
    options.describe(parser);
    EXPECT_FALSE(parser.ok()) << size;
  }
  SpatialHashOptions options;
  const f64 values[] = {50, 50, 50, 3};
  OptionParser parser(values);
  options.describe(parser);
  EXPECT_FALSE(parser.ok());
}

}  // namespace
}  // namespace sapwood::test
