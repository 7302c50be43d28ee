// Packing orders of the packed R-tree, with the published examples and figures.
#include "sapwood/structures/rtree/packed_r_tree/packed_r_tree.hpp"

#include "structures/rtree_cases.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

constexpr Packing kAll[] = {Packing::kNearestX, Packing::kTiles, Packing::kHilbert,
                            Packing::kMorton};

PackedRTreeOptions packed(Packing packing, u32 fan_out, PackingAxes axes = PackingAxes::kInOrder) {
  PackedRTreeOptions options;
  options.packing = packing;
  options.fan_out = fan_out;
  options.axes = axes;
  return options;
}

// Figure F5 of the publication; its rectangles are numbered from 1.
Boxes<2> figure() {
  return {{{30, 200}, {59, 227}},   {{39, 253}, {59, 270}},   {{52, 149}, {89, 178}},
          {{52, 36}, {86, 68}},     {{67, 102}, {102, 132}},  {{77, 119}, {123, 261}},
          {{188, 155}, {227, 253}}, {{174, 235}, {309, 263}}, {{218, 115}, {260, 138}},
          {{155, 42}, {363, 72}},   {{286, 93}, {324, 189}},  {{310, 58}, {347, 110}},
          {{408, 144}, {433, 263}}, {{369, 224}, {482, 245}}, {{416, 40}, {472, 98}},
          {{452, 117}, {480, 204}}};
}

Leaves numbered_from_1(Leaves leaves) {
  for (auto& leaf : leaves) {
    for (Id& id : leaf) ++id;
  }
  return leaves;
}

// The published tree has levels of 3, 2 and 1 nodes, because its fan-out differs by level (T24).
TEST(PackedRTree, BL1_eight_items_at_fan_out_three_form_3_leaves_under_one_root) {
  for (const Packing packing : kAll) {
    PackedRTree<2> tree(packed(packing, 3));
    ASSERT_TRUE(build(tree, uniform_boxes<2>(8, 0, 10, 1, 1)).ok());
    EXPECT_EQ(level_widths(tree), (std::vector<u32>{1, 3}));
  }
}

template <int Dim>
void expect_full_leaves(u32 fan_out, u32 count, Packing packing) {
  PackedRTree<Dim> tree(packed(packing, fan_out));
  ASSERT_TRUE(build(tree, uniform_boxes<Dim>(count, 0, 10, 1, 2)).ok());
  u32 partial = 0;
  for (const auto& leaf : leaves_of(tree)) partial += leaf.size() == fan_out ? 0 : 1;
  EXPECT_EQ(partial, count % fan_out == 0 ? 0u : 1u) << count << " items by " << fan_out;
  EXPECT_EQ(leaves_of(tree).size(), (count + fan_out - 1) / fan_out);
  EXPECT_EQ(tree.tree().live(), entry_tree::nodes_for(count, packed(packing, fan_out).plan()));
}
TEST(PackedRTree, BL1_all_leaves_but_the_last_are_full) {
  for (const Packing packing : kAll) {
    for (const u32 fan_out : {2u, 5u, 8u, 16u, 100u}) {
      expect_full_leaves<2>(fan_out, 1000, packing);
      expect_full_leaves<3>(fan_out, 777, packing);
    }
  }
}

TEST(PackedRTree, T24_every_level_has_the_same_fan_out) {
  PackedRTree<2> tree(packed(Packing::kNearestX, 8));
  ASSERT_TRUE(build(tree, published(PublishedName::kRandom, 2000, 0)).ok());
  EXPECT_EQ(level_widths(tree), (std::vector<u32>{1, 4, 32, 250}));
}

TEST(PackedRTree, BL2_T25_the_figure_is_packed_into_the_standard_leaves) {
  PackedRTree<2> tree(packed(Packing::kTiles, 5));
  ASSERT_TRUE(build(tree, figure()).ok());
  Leaves leaves = numbered_from_1(leaves_of(tree));
  std::sort(leaves.begin(), leaves.end());
  EXPECT_EQ(leaves, (Leaves{{4, 10, 5, 9, 3}, {6, 7, 1, 8, 2}, {14}, {15, 12, 11, 16, 13}}));
}

// In the publication, a slice contains ceil(sqrt(n / k)) items, not ceil(sqrt(n / k)) nodes. Slices
// of this size give the same order as nearest-x.
TEST(PackedRTree, BL2_nearest_x_produces_the_published_leaves) {
  PackedRTree<2> tree(packed(Packing::kNearestX, 5));
  ASSERT_TRUE(build(tree, figure()).ok());
  const Leaves leaves = sorted(numbered_from_1(leaves_of(tree)));
  EXPECT_EQ(leaves, (Leaves{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {11, 12, 13, 14, 15}, {16}}));
}

// Cuts along x make slabs of S^2 nodes, and cuts along y divide each slab into slices of S nodes.
// Here S is 3.
TEST(PackedRTree, BL2_tiles_of_27_nodes_in_3d_form_a_grid_of_3_by_3_by_3) {
  Boxes<3> boxes;
  for (u32 i = 0; i < 216; ++i) {
    const f32 at[3] = {static_cast<f32>(i % 6), static_cast<f32>(i / 6 % 6),
                       static_cast<f32>(i / 36)};
    boxes.push_back({{at[0], at[1], at[2]}, {at[0], at[1], at[2]}});
  }
  PackedRTree<3> tree(packed(Packing::kTiles, 8));
  ASSERT_TRUE(build(tree, boxes).ok());
  ASSERT_EQ(leaves_of(tree).size(), 27u);
  // each leaf is a cube of 2 by 2 by 2 points
  EXPECT_EQ(leaf_perimeter<3>(tree), 27 * 3);
}

// Returns a published scene with closed boxes for the rule of the measurements: touching boxes
// overlap, and the right edge is x + w - 1.
Boxes<2> measured(PublishedName scene) {
  const std::vector<f32> flat = published_boxes(published_scene(scene, 2000, 0), {true, true});
  Boxes<2> boxes;
  for (size_t at = 0; at + 4 <= flat.size(); at += 4) {
    boxes.push_back({{flat[at], flat[at + 1]}, {flat[at + 2], flat[at + 3]}});
  }
  return boxes;
}

QueryCounters work_of(Packing packing, PublishedName scene) {
  PackedRTree<2> tree(packed(packing, 8));
  const Boxes<2> boxes = measured(scene);
  EXPECT_TRUE(build(tree, boxes).ok());
  return self_queries(tree, boxes);
}

struct MeasuredWork {
  Packing packing;
  PublishedName scene;
  f64 visits;
  f64 tests;
};

// Work of 2000 queries with the box of each item, measured with the standard algorithms. The
// tolerances allow another order of items with equal keys.
TEST(PackedRTree, BL2_queries_need_the_work_of_the_standard_algorithms) {
  const MeasuredWork all[] = {
      {Packing::kTiles, PublishedName::kRandom, 60104, 35176},
      {Packing::kTiles, PublishedName::kRandomLargeBoxes, 128024, 339216},
      {Packing::kTiles, PublishedName::kXLine, 183768, 408672},
      {Packing::kTiles, PublishedName::kYLine, 156994, 339984},
      {Packing::kNearestX, PublishedName::kRandom, 60602, 131568},
      {Packing::kNearestX, PublishedName::kXLine, 571082, 3299744},
      {Packing::kNearestX, PublishedName::kYLine, 62516, 169352},
  };
  for (const MeasuredWork& work : all) {
    const QueryCounters counters = work_of(work.packing, work.scene);
    EXPECT_NEAR(static_cast<f64>(counters.node_visits), work.visits, 0.03 * work.visits);
    EXPECT_NEAR(static_cast<f64>(counters.item_tests), work.tests, 0.03 * work.tests);
  }
}

// In a regular grid, several items share each key. Items with equal keys in id order, row by row,
// happen to form compact leaves. In random order they form the leaves of the standard algorithms,
// whose sorts are not stable.
TEST(PackedRTree, BL2_ties_of_a_regular_grid_explain_the_work_of_the_standard_algorithms) {
  const Boxes<2> by_id = measured(PublishedName::kTrueUniform);
  Boxes<2> shuffled = by_id;
  Random random(1);
  for (u32 i = static_cast<u32>(shuffled.size()) - 1; i > 0; --i) {
    std::swap(shuffled[i], shuffled[random.below(i + 1)]);
  }
  const auto tests_of = [](Packing packing, const Boxes<2>& boxes) {
    PackedRTree<2> tree(packed(packing, 8));
    EXPECT_TRUE(build(tree, boxes).ok());
    return static_cast<f64>(self_queries(tree, boxes).item_tests);
  };
  EXPECT_NEAR(tests_of(Packing::kNearestX, shuffled), 225456, 0.03 * 225456);
  EXPECT_NEAR(tests_of(Packing::kTiles, shuffled), 54484, 0.03 * 54484);
  EXPECT_NEAR(tests_of(Packing::kHilbert, shuffled), 55716, 0.01 * 55716);
  EXPECT_EQ(tests_of(Packing::kNearestX, by_id), 82800);
  EXPECT_EQ(tests_of(Packing::kTiles, by_id), 50492);
  EXPECT_EQ(tests_of(Packing::kHilbert, by_id), tests_of(Packing::kHilbert, shuffled));
}

TEST(PackedRTree, BL3_queries_need_exactly_the_work_of_the_correct_curve) {
  const QueryCounters random = work_of(Packing::kHilbert, PublishedName::kRandom);
  EXPECT_EQ(random.node_visits, 60056u);  // 114 474 with the published key
  EXPECT_EQ(random.item_tests, 39432u);   // 73 696 with the published key
  const QueryCounters line = work_of(Packing::kHilbert, PublishedName::kXLine);
  EXPECT_EQ(line.node_visits, 175918u);
  EXPECT_EQ(line.item_tests, 421504u);
}

// Returns the number of steps along the curve between cells that are not adjacent.
template <int Dim>
u32 jumps(u32 bits, u64 (*key)(const Cell<Dim>&, u32)) {
  const u32 side = 1u << bits;
  u32 count = 1;
  for (int axis = 0; axis < Dim; ++axis) count *= side;
  std::vector<Cell<Dim>> along(count);
  std::vector<bool> visited(count);
  for (u32 i = 0; i < count; ++i) {
    Cell<Dim> cell;
    for (int axis = 0; axis < Dim; ++axis)
      cell.v[axis] = i >> bits * static_cast<u32>(axis) & (side - 1);
    const u64 place = key(cell, bits);
    EXPECT_LT(place, count);
    EXPECT_FALSE(visited[place]) << "two cells have the key " << place;
    visited[place] = true;
    along[place] = cell;
  }
  u32 jumped = 0;
  for (u32 i = 1; i < count; ++i) {
    u32 way = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const u32 a = along[i].v[axis];
      const u32 b = along[i - 1].v[axis];
      way += a > b ? a - b : b - a;
    }
    jumped += way == 1 ? 0 : 1;
  }
  return jumped;
}
template <int Dim>
u64 hilbert(const Cell<Dim>& cell, u32 bits) {
  return hilbert_key<Dim>(cell, bits);
}
template <int Dim>
u64 morton(const Cell<Dim>& cell, u32 bits) {
  return morton_key<Dim>(cell, bits);
}

TEST(PackedRTree, BL3_the_curve_has_no_jumps_and_the_order_of_morton_has_127) {
  for (const u32 bits : {1u, 2u, 4u, 6u}) EXPECT_EQ(jumps<2>(bits, hilbert<2>), 0u);
  for (const u32 bits : {1u, 2u, 3u, 5u}) EXPECT_EQ(jumps<3>(bits, hilbert<3>), 0u);
  EXPECT_EQ(jumps<2>(4, morton<2>),
            127u);  // every second step of Morton's order is a jump, as in the published curve
}

TEST(PackedRTree, BL3_keys_have_16_bits_an_axis_in_2d_and_21_in_3d) {
  const u32 last2 = (1u << 16) - 1;
  const u32 last3 = (1u << 21) - 1;
  EXPECT_EQ(morton_key<2>({{last2, last2}}), 0xFFFFFFFFu);
  EXPECT_EQ(morton_key<3>({{last3, last3, last3}}), (u64{1} << 63) - 1);
  EXPECT_LT(hilbert_key<2>({{last2, 0}}), u64{1} << 32);
  EXPECT_LT(hilbert_key<3>({{last3, 0, last3}}), u64{1} << 63);
}

TEST(PackedRTree, T26_cells_are_within_the_grid_and_an_axis_without_extent_has_one_cell) {
  const CurveGrid<2> grid(Aabb<2>{{-3, 7}, {5, 7}});
  EXPECT_EQ(grid.cell_of({{-3, 7}, {-3, 7}}).v[0], 0u);
  EXPECT_EQ(grid.cell_of({{5, 7}, {5, 7}}).v[0], 65535u);
  EXPECT_EQ(grid.cell_of({{1, 7}, {1, 7}}).v[0], 32768u);
  EXPECT_EQ(grid.cell_of({{1, 7}, {1, 7}}).v[1], 0u);
}

// Two interleaved clouds that differ only in the upper half of a 63-bit key.
TEST(PackedRTree, BL3_the_sort_uses_all_bits_of_a_long_key) {
  Boxes<3> boxes;
  for (u32 i = 0; i < 64; ++i) {
    const f32 at = (i % 2 == 0 ? 0.0f : 1000.0f) + static_cast<f32>(i / 2) * 1e-3f;
    boxes.push_back({{at, at, at}, {at, at, at}});
  }
  PackedRTree<3> tree(packed(Packing::kHilbert, 8));
  ASSERT_TRUE(build(tree, boxes).ok());
  for (const auto& leaf : leaves_of(tree)) {
    for (const Id id : leaf) EXPECT_EQ(id % 2, leaf[0] % 2);
  }
  EXPECT_LT(leaf_perimeter<3>(tree), 1);
}

// The boxes of the scene XLine are stacked along y and differ little in x.
TEST(PackedRTree, BL4_packing_along_the_axis_of_most_spread_makes_smaller_leaves_of_xline) {
  const Boxes<2> boxes = published(PublishedName::kXLine, 2000, 0);
  f64 sizes[2];
  for (const PackingAxes axes : {PackingAxes::kInOrder, PackingAxes::kBySpread}) {
    PackedRTree<2> tree(packed(Packing::kNearestX, 8, axes));
    ASSERT_TRUE(build(tree, boxes).ok());
    sizes[static_cast<int>(axes)] = leaf_perimeter<2>(tree);
  }
  EXPECT_LT(sizes[1], 0.6 * sizes[0]);
}

// The spread of centers is larger along x, but relative to the extents of the boxes it is larger
// along y.
TEST(PackedRTree, BL4_spread_is_relative_to_the_extent_of_the_boxes) {
  for (const Packing packing : {Packing::kNearestX, Packing::kTiles}) {
    Boxes<2> boxes;
    for (u32 i = 0; i < 64; ++i) {
      const f32 x = static_cast<f32>(i * 37 % 64) * 2;
      const f32 y = static_cast<f32>(i);
      boxes.push_back({{x, y}, {x + 100, y + 0.5f}});
    }
    PackedRTree<2> tree(packed(packing, 8, PackingAxes::kBySpread));
    ASSERT_TRUE(build(tree, boxes).ok());
    Boxes<2> turned;
    for (const Aabb<2>& box : boxes) {
      turned.push_back({{box.min[1], box.min[0]}, {box.max[1], box.max[0]}});
    }
    PackedRTree<2> plain(
        packed(packing, 8));  // sorts along x first, which is y of the original boxes
    ASSERT_TRUE(build(plain, turned).ok());
    EXPECT_EQ(sorted(leaves_of(tree)), sorted(leaves_of(plain)));
  }
}

TEST(PackedRTree, BL4_morton_order_produces_larger_leaves_than_the_hilbert_curve) {
  const Boxes<2> boxes = published(PublishedName::kRandom, 2000, 0);
  PackedRTree<2> hilbert_packed(packed(Packing::kHilbert, 8));
  PackedRTree<2> morton_packed(packed(Packing::kMorton, 8));
  ASSERT_TRUE(build(hilbert_packed, boxes).ok());
  ASSERT_TRUE(build(morton_packed, boxes).ok());
  EXPECT_LT(1.2 * leaf_perimeter<2>(hilbert_packed), leaf_perimeter<2>(morton_packed));
}

TEST(PackedRTree, NN1_a_search_for_ten_of_ten_thousand_items_visits_few_leaves) {
  const Boxes<3> boxes = uniform_boxes<3>(10000, 0, 30, 1, 3);
  PackedRTree<3> tree;
  ASSERT_TRUE(build(tree, boxes).ok());
  QueryCounters counters;
  EXPECT_EQ(nearest_ids(tree, {{15, 15, 15}}, 10, counters).size(), 10u);
  EXPECT_LT(counters.item_tests, 600u);
}

}  // namespace
}  // namespace sapwood::test
