// Queries that traverse cells, and insertion, removal and motion of items.

#include "structures/cell_size_cases.hpp"
#include "structures/spatial_hash_cases.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
std::vector<Id> nearest_ids(SpatialHash<Dim>& grid, const Point<Dim>& point, u32 k,
                            QueryCounters& counters) {
  Array<KeyedId> found;
  EXPECT_TRUE(nearest(grid, point, k, HUGE_VALF, Filter::any(), counters, found).ok());
  std::vector<Id> ids;
  for (const KeyedId& each : found) ids.push_back(each.id);
  return ids;
}

TEST(SpatialHash, NN1_ties_of_nearest_items_are_ordered_by_id) {
  const Boxes<2> boxes{
      {{3, 0}, {3, 0}}, {{0, 2}, {0, 2}}, {{-2, 0}, {-2, 0}}, {{0, -2}, {0, -2}}, {{2, 0}, {2, 0}}};
  for (const f32 size : {0.25f, 1.0f, 10.0f}) {
    SpatialHash<2> grid(hash_options(size));
    ASSERT_TRUE(build(grid, boxes).ok());
    QueryCounters counters;
    EXPECT_EQ(nearest_ids<2>(grid, {{0, 0}}, 3, counters), (std::vector<Id>{1, 2, 3}));
    EXPECT_EQ(nearest_ids<2>(grid, {{0, 0}}, 9, counters), (std::vector<Id>{1, 2, 3, 4, 0}));
  }
}

TEST(SpatialHash, NN1_a_nearest_query_visits_only_cells_around_the_point) {
  const Boxes<3> boxes = uniform_boxes<3>(8000, 0, 40, 0.5f, 21);
  SpatialHash<3> grid(hash_options(2));
  ASSERT_TRUE(build(grid, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(nearest_ids<3>(grid, {{20, 20, 20}}, 4, counters).size(), 4u);
  EXPECT_LE(counters.node_visits, 27u);
  EXPECT_LT(counters.item_tests, 100u);
}

TEST(SpatialHash, NN1_a_nearest_query_from_far_outside_skips_empty_space) {
  const Boxes<3> boxes = uniform_boxes<3>(2000, 0, 20, 0.5f, 22);
  SpatialHash<3> grid(hash_options(1));
  ASSERT_TRUE(build(grid, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(nearest_ids<3>(grid, {{1e9f, 10, 10}}, 1, counters).size(), 1u);
  EXPECT_LE(counters.node_visits, static_cast<u64>(grid.stats().leaves));
}

TEST(SpatialHash, a_ray_visits_the_cells_along_it_and_stops_after_its_hit) {
  Boxes<2> boxes;
  for (int y = 0; y < 50; ++y) {
    for (int x = 0; x < 50; ++x) {
      boxes.push_back({{x + 0.25f, y + 0.25f}, {x + 0.75f, y + 0.75f}});
    }
  }
  SpatialHash<2> grid(hash_options(1));
  ASSERT_TRUE(build(grid, boxes).ok());
  QueryCounters all, first;
  const Ray<2> ray{{{-5, 20.5f}}, {{1, 0}}, HUGE_VALF};
  EXPECT_EQ(ids_of(grid, RayQuery<2>(ray), all).size(), 50u);
  EXPECT_EQ(all.node_visits, 50u);
  KeyedId best;
  ASSERT_TRUE(raycast(grid, ray, Filter::any(), first, best).ok());
  EXPECT_EQ(best.id, 1000u);
  EXPECT_EQ(best.key, 5.25);
  EXPECT_LE(first.node_visits, 2u);
}

TEST(SpatialHash, a_ray_along_cell_borders_and_through_corners_hits_boxes_on_both_sides) {
  const Boxes<2> boxes{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{0, 1}, {1, 2}}, {{1, 1}, {2, 2}}};
  SpatialHash<2> grid(hash_options(1));
  ASSERT_TRUE(build(grid, boxes).ok());
  QueryCounters counters;
  const RayQuery<2> along({{{-3, 1}}, {{2, 0}}, HUGE_VALF});
  const RayQuery<2> diagonal({{{-1, 3}}, {{1, -1}}, HUGE_VALF});
  EXPECT_EQ(ids_of(grid, along, counters), (std::vector<Id>{0, 1, 2, 3}));
  EXPECT_EQ(ids_of(grid, diagonal, counters), (std::vector<Id>{0, 1, 2, 3}));
}

TEST(SpatialHash, a_move_within_the_same_cells_changes_no_entry) {
  SpatialHash<2> grid(hash_options(10));
  ASSERT_TRUE(build(grid, Boxes<2>{{{1, 1}, {2, 2}}}).ok());
  bool changed = true;
  ASSERT_TRUE(grid.move(0, {{7, 7}, {9, 9}}, {}, changed).ok());
  EXPECT_FALSE(changed);
  EXPECT_EQ(grid.items().box(0), (Aabb<2>{{7, 7}, {9, 9}}));
  ASSERT_TRUE(grid.move(0, {{7, 7}, {11, 9}}, {}, changed).ok());
  EXPECT_TRUE(changed);
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
}

TEST(SpatialHash, an_update_counts_the_items_that_changed_their_cells) {
  for (const u32 movers : {0u, 7u, 90u}) {
    Boxes<2> boxes;
    for (int i = 0; i < 100; ++i) boxes.push_back({{i * 10 + 1.0f, 1}, {i * 10 + 2.0f, 2}});
    SpatialHash<2> grid(hash_options(10));
    ASSERT_TRUE(build(grid, boxes).ok());
    for (u32 i = 0; i < 100; ++i) {
      boxes[i].min[0] += i < movers ? 10 : 3;
      boxes[i].max[0] += i < movers ? 10 : 3;
    }
    u32 changed = 0;
    ASSERT_TRUE(grid.update(boxes.data(), changed).ok());
    EXPECT_EQ(changed, movers);
    EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  }
}

TEST(SpatialHash, cells_without_items_are_removed) {
  SpatialHash<3> grid(hash_options(1));
  ASSERT_TRUE(build(grid, uniform_boxes<3>(300, -9, 18, 2, 23)).ok());
  for (Id id = 0; id < 300; ++id) {
    ASSERT_TRUE(grid.remove(id).ok());
    if (id % 50 != 0) continue;
    EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  }
  EXPECT_EQ(grid.stats().nodes, 0);
  EXPECT_EQ(entries_of(grid), 0u);
}

TEST(SpatialHash, GH3_tapes_keep_grids_of_every_cell_size_sound) {
  for (const CellStorage storage : kStorages) {
    expect_sound_tapes_for_any_cell_size<SpatialHash>(hash_options(0, storage));
  }
}

TEST(SpatialHash, load_rejects_an_invalid_cell_size) {
  SpatialHash<2> grid(hash_options(0));
  ASSERT_TRUE(build(grid, uniform_boxes<2>(20, 0, 9, 1, 24)).ok());
  for (const f64 size : {0.0, -1.0, 1e-300, 1e300, HUGE_VAL, std::nan("")}) {
    Array<u8> bytes;
    ByteWriter writer(bytes);
    grid.items().save(writer);
    writer.value(size);
    writer.value(20u);
    ASSERT_TRUE(writer.finish().ok());
    SpatialHash<2> loaded(hash_options(0));
    ByteReader reader(bytes.data(), bytes.size());
    loaded.load(reader);
    EXPECT_EQ(reader.status().code, StatusCode::kBadData) << size;
  }
}

TEST(SpatialHash, load_rejects_a_cell_size_that_differs_from_the_option) {
  SpatialHashOptions options = hash_options(4);
  SpatialHash<2> grid(options);
  ASSERT_TRUE(build(grid, uniform_boxes<2>(20, 0, 9, 1, 24)).ok());
  Array<u8> bytes;
  ByteWriter writer(bytes);
  grid.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  for (const f32 option : {4.0f, 5.0f, 0.0f}) {
    options.cell_size = option;
    SpatialHash<2> loaded(options);
    ByteReader reader(bytes.data(), bytes.size());
    loaded.load(reader);
    // an index with an automatic cell size (option 0) accepts any stored size
    EXPECT_EQ(reader.status().ok(), option != 5) << option;
  }
}

}  // namespace
}  // namespace sapwood::test
