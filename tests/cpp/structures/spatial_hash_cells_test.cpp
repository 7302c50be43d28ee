// Published figures and the items in cells: covered cells, kinds of cell storage, negative
// coordinates.

#include <array>

#include "sapwood/geometry/space_curve.hpp"
#include "structures/spatial_hash_cases.hpp"

namespace sapwood::test {
namespace {

// Eight boxes of a figure with cells of 91 x 56.25 from (-34, 1), scaled to cells of 1 x 1 from 0.
Boxes<2> figure() {
  constexpr f32 kRows[8][4] = {{116, 31, 180, 88},   {271, 73, 341, 200}, {208, 121, 259, 158},
                               {175, 144, 221, 208}, {138, 71, 164, 129}, {197, 181, 299, 245},
                               {88, 180, 119, 208},  {45, 193, 79, 222}};
  Boxes<2> boxes;
  for (const auto& row : kRows) {
    boxes.push_back(
        {{(row[0] + 34) / 91, (row[1] - 1) / 56.25f}, {(row[2] + 34) / 91, (row[3] - 1) / 56.25f}});
  }
  return boxes;
}

TEST(SpatialHash, GH2_covered_cells_of_the_published_figure_cause_nine_comparisons) {
  for (const CellStorage storage : kStorages) {
    SpatialHash<2> grid(hash_options(1, storage));
    ASSERT_TRUE(build(grid, figure()).ok());
    QueryCounters counters;
    Pairs found = reported_pairs(grid, counters);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(counters.item_tests, 9u);
    // in the figure, these pairs are (1, 5), (2, 6), (3, 4) and (4, 6)
    EXPECT_EQ(found, (Pairs{{0, 4}, {1, 5}, {2, 3}, {3, 5}}));
  }
}

TEST(SpatialHash, GH2_eight_of_the_nine_comparisons_are_of_different_pairs_including_2_and_3) {
  SpatialHash<2> grid(hash_options(1));
  ASSERT_TRUE(build(grid, figure()).ok());
  NodeDump dump;
  ASSERT_TRUE(grid.dump(dump).ok());
  Pairs compared;
  for (size_t node = 0; node < dump.level.size(); ++node) {
    const Id* const first = dump.items.data() + dump.first_item[node];
    for (u32 a = 0; a < dump.item_count[node]; ++a) {
      for (u32 b = a + 1; b < dump.item_count[node]; ++b) {
        compared.emplace_back(std::min(first[a], first[b]), std::max(first[a], first[b]));
      }
    }
  }
  EXPECT_EQ(compared.size(), 9u);
  std::sort(compared.begin(), compared.end());
  compared.erase(std::unique(compared.begin(), compared.end()), compared.end());
  EXPECT_EQ(compared.size(), 8u);
  // box 2 crosses a cell that contains none of its corners
  EXPECT_TRUE(std::binary_search(compared.begin(), compared.end(), std::pair<Id, Id>{1, 2}));
}

TEST(SpatialHash, GH2_published_scenes_need_the_entries_and_comparisons_of_covered_cells) {
  struct Row {
    PublishedName name;
    u32 entries;
    u64 comparisons;
  };
  // means of five iterations of published scenes with 2,000 boxes, for cells of side 50
  for (const Row& row :
       {Row{PublishedName::kRandom, 3102, 25328},
        Row{PublishedName::kRandomLargeBoxes, 12304, 472491},
        Row{PublishedName::kXLine, 9524, 772495}, Row{PublishedName::kYLine, 9610, 585210},
        Row{PublishedName::kTrueUniform, 4062, 43479}}) {
    f64 entries = 0;
    f64 comparisons = 0;
    for (int iteration = 0; iteration < 5; ++iteration) {
      SpatialHash<2> grid(hash_options(50));
      ASSERT_TRUE(build(grid, published(row.name, 2000, iteration, {true, true})).ok());
      entries += static_cast<f64>(entries_of(grid)) / 5;
      comparisons += static_cast<f64>(pair_tests_of(grid)) / 5;
    }
    EXPECT_NEAR(entries, row.entries, 0.5);
    EXPECT_NEAR(comparisons, static_cast<f64>(row.comparisons), 0.5);
  }
}

TEST(SpatialHash, GH2_T23_a_bar_across_many_cells_overlaps_the_items_between_its_ends) {
  Boxes<2> boxes{{{0.5f, 0.5f}, {9.5f, 0.6f}}};
  for (int i = 0; i < 10; ++i) boxes.push_back({{i + 0.2f, 0.2f}, {i + 0.8f, 0.8f}});
  SpatialHash<2> grid(hash_options(1));
  ASSERT_TRUE(build(grid, boxes).ok());
  EXPECT_EQ(pairs_of(grid).size(), 10u);
}

TEST(SpatialHash, GH1_hash_and_dense_storage_have_the_same_cells_and_work) {
  const Boxes<3> boxes = uniform_boxes<3>(3000, -20, 40, 1.5f, 7);
  SpatialHash<3> hash(hash_options(2));
  SpatialHash<3> dense(hash_options(2, CellStorage::kDense));
  ASSERT_TRUE(build(hash, boxes).ok() && build(dense, boxes).ok());
  QueryCounters by_hash, by_place;
  EXPECT_EQ(reported_pairs(hash, by_hash), reported_pairs(dense, by_place));
  EXPECT_EQ(by_hash.item_tests, by_place.item_tests);
  EXPECT_EQ(hash.stats().nodes, dense.stats().nodes);
  for (const Aabb<3>& box : uniform_boxes<3>(50, -22, 44, 5, 8)) {
    EXPECT_EQ(ids_of(hash, BoxQuery<3>(box), by_hash), ids_of(dense, BoxQuery<3>(box), by_place));
  }
  EXPECT_EQ(by_hash.node_visits, by_place.node_visits);
  EXPECT_EQ(by_hash.item_tests, by_place.item_tests);
}

// Returns the cells of a grid of size 1 in the order of the dump. Uses the centers of cells,
// because edges are rounded outwards and clipped to the bounds of the items.
template <int Dim>
std::vector<std::array<i32, Dim>> cells_of(const SpatialHash<Dim>& grid) {
  NodeDump dump;
  EXPECT_TRUE(grid.dump(dump).ok());
  std::vector<std::array<i32, Dim>> cells;
  for (size_t node = 1; node < dump.level.size(); ++node) {
    std::array<i32, Dim> cell;
    for (size_t axis = 0; axis < Dim; ++axis) {
      const f32* const low = dump.bounds.data() + 2 * Dim * node + axis;
      cell[axis] = static_cast<i32>(std::floor((low[0] + low[Dim]) / 2));
    }
    cells.push_back(cell);
  }
  return cells;
}

TEST(SpatialHash, GH1_morton_storage_stores_the_cells_of_a_square_along_the_curve) {
  Boxes<2> boxes;
  for (int y = 3; y >= 0; --y) {
    for (int x = 0; x < 4; ++x) {
      const f32 left = static_cast<f32>(x) + 0.25f;
      const f32 low = static_cast<f32>(y) + 0.25f;
      boxes.push_back({{left, low}, {left + 0.5f, low + 0.5f}});
    }
  }
  boxes.insert(boxes.begin(), Aabb<2>{{-8, -8}, {8, 8}});
  SpatialHash<2> grid(hash_options(1, CellStorage::kMorton));
  ASSERT_TRUE(build(grid, boxes).ok());
  const std::vector<std::array<i32, 2>> curve{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {0, 3},
                                              {1, 2}, {1, 3}, {2, 0}, {2, 1}, {3, 0}, {3, 1},
                                              {2, 2}, {2, 3}, {3, 2}, {3, 3}};
  std::vector<std::array<i32, 2>> cells = cells_of(grid);
  ASSERT_EQ(cells.size(), 16u + 4u);  // the large box has four wide cells, which come last
  cells.resize(16);
  EXPECT_EQ(cells, curve);
}

TEST(SpatialHash, GH1_morton_storage_sorts_by_interleaved_bits_also_below_zero) {
  Boxes<3> boxes;
  for (Aabb<3> box : uniform_boxes<3>(2000, -600, 1200, 0, 9)) {
    for (int axis = 0; axis < 3; ++axis) {
      box.min[axis] = box.max[axis] = std::floor(box.min[axis]) + 0.5f;
    }
    boxes.push_back(box);
  }
  SpatialHash<3> grid(hash_options(1, CellStorage::kMorton));
  ASSERT_TRUE(build(grid, boxes).ok());
  u64 last = 0;
  for (const auto& cell : cells_of(grid)) {
    // the offset makes coordinates positive; in two's complement, negative coordinates would be
    // last
    Cell<3> shifted{};
    for (size_t axis = 0; axis < 3; ++axis) shifted.v[axis] = static_cast<u32>(cell[axis] + 1024);
    const u64 key = morton_key(shifted) + 1;
    EXPECT_LT(last, key);
    last = key;
  }
}

TEST(SpatialHash, GH1_morton_storage_has_the_same_cells_and_work) {
  Boxes<3> boxes = uniform_boxes<3>(3000, -20, 40, 1.5f, 7);
  boxes.push_back({{-30, -30, -30}, {30, 30, 30}});  // on a separate level
  SpatialHash<3> hash(hash_options(2));
  SpatialHash<3> curve(hash_options(2, CellStorage::kMorton));
  ASSERT_TRUE(build(hash, boxes).ok() && build(curve, boxes).ok());
  EXPECT_EQ(faults_of(curve), std::vector<std::string>{});
  EXPECT_LE(curve.byte_length(), hash.byte_length());
  EXPECT_EQ(pairs_of(hash), pairs_of(curve));
  EXPECT_EQ(pair_tests_of(hash), pair_tests_of(curve));
  QueryCounters by_hash, along_curve;
  for (const Aabb<3>& box : uniform_boxes<3>(50, -22, 44, 5, 8)) {
    EXPECT_EQ(ids_of(hash, BoxQuery<3>(box), by_hash),
              ids_of(curve, BoxQuery<3>(box), along_curve));
  }
  EXPECT_EQ(by_hash.node_visits, along_curve.node_visits);
  EXPECT_EQ(by_hash.item_tests, along_curve.item_tests);
}

TEST(SpatialHash, GH1_dense_storage_accepts_items_far_outside_of_its_array) {
  Boxes<2> boxes = uniform_boxes<2>(500, -5, 10, 0.5f, 3);
  boxes.push_back({{1e6f, 1e6f}, {1e6f + 1, 1e6f + 1}});
  boxes.push_back({{-1e6f, 4}, {-1e6f + 2, 5}});
  boxes.push_back({{1e6f, 1e6f}, {1e6f + 1, 1e6f + 1}});
  SpatialHash<2> grid(hash_options(1, CellStorage::kDense));
  ASSERT_TRUE(build(grid, boxes).ok());
  EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
  EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  EXPECT_LT(grid.byte_length(), 100000u);
}

TEST(SpatialHash, GH1_cells_on_both_sides_of_zero_are_different_cells) {
  const Boxes<2> boxes{{{-0.9f, -0.9f}, {-0.8f, -0.8f}},
                       {{0.8f, 0.8f}, {0.9f, 0.9f}},
                       {{-0.9f, 0.8f}, {-0.8f, 0.9f}}};
  for (const CellStorage storage : kStorages) {
    SpatialHash<2> grid(hash_options(1, storage));
    ASSERT_TRUE(build(grid, boxes).ok());
    EXPECT_EQ(grid.stats().leaves, 3);
    EXPECT_EQ(pair_tests_of(grid), 0u);
  }
}

TEST(SpatialHash, GH1_a_world_of_negative_coordinates_needs_the_same_work_as_its_mirror_image) {
  const Boxes<2> boxes = uniform_boxes<2>(2000, 0.01f, 60, 1, 5);
  Boxes<2> mirrored;
  for (const Aabb<2>& box : boxes) {
    mirrored.push_back({{-box.max[0], -box.max[1]}, {-box.min[0], -box.min[1]}});
  }
  SpatialHash<2> grid(hash_options(3));
  SpatialHash<2> mirror(hash_options(3));
  ASSERT_TRUE(build(grid, boxes).ok() && build(mirror, mirrored).ok());
  EXPECT_EQ(pairs_of(grid), pairs_of(mirror));
  EXPECT_EQ(pair_tests_of(grid), pair_tests_of(mirror));
}

TEST(SpatialHash, GH4_boxes_that_share_many_cells_are_reported_as_one_pair) {
  const Boxes<3> boxes(40, Aabb<3>{{-1.5f, -1.5f, -1.5f}, {1.4f, 1.4f, 1.4f}});
  SpatialHash<3> grid(hash_options(1));
  ASSERT_TRUE(build(grid, boxes).ok());
  EXPECT_EQ(entries_of(grid), 40u * 64 / 8);  // one level higher, on both sides of zero
  EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
  EXPECT_GT(pair_tests_of(grid), 2u * 40 * 39 / 2);
}

TEST(SpatialHash, GH4_touching_at_a_cell_border_is_one_pair) {
  const Boxes<2> boxes{{{0, 0}, {2, 2}}, {{2, 2}, {4, 4}}, {{-2, -2}, {0, 0}}, {{2, 0}, {2, 0}}};
  for (const f32 size : {0.5f, 1.0f, 2.0f, 3.0f}) {
    SpatialHash<2> grid(hash_options(size));
    ASSERT_TRUE(build(grid, boxes).ok());
    EXPECT_EQ(pairs_of(grid), (Pairs{{0, 1}, {0, 2}, {0, 3}})) << size;
  }
}

}  // namespace
}  // namespace sapwood::test
