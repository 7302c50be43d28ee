// Loose cells: the depth at which an item of a given size is stored, and the loose bounds that
// contain the item.
#include "structures/octree_cases.hpp"

namespace sapwood::test::octree_cases {
namespace {

template <int Dim>
LooseRule<Dim> rule_of(const Grid<Dim>& grid, f64 looseness, u32 limit = 16) {
  return LooseRule<Dim>(grid, CellPolicy{looseness}, limit);
}

TEST(LooseOctree, OC3_the_box_across_the_middle_is_placed_at_depth_2) {
  const Aabb<3> box{{0.40f, 0, 0}, {0.60f, 0.1f, 0.1f}};
  CellId<3> id;
  ASSERT_TRUE(rule_of(cube<3>(1), 2).place(box, id));
  EXPECT_EQ(id, cell_id<3>({2, 0, 0}, 2));
}

// Returns the largest depth with side <= (k - 1) * edge, by testing all depths in integer
// arithmetic. The looseness k is numerator / denominator; the edge of a cell is 2^(12 - depth).
u32 deepest_by_trying(u64 side, u64 numerator, u64 denominator, u32 limit) {
  u32 best = 0;
  for (u32 depth = 0; depth <= limit; ++depth) {
    if ((side * denominator) << depth <= (numerator - denominator) << 12) best = depth;
  }
  return best;
}

TEST(LooseOctree, OC3_the_depth_equals_the_result_of_a_search_for_every_integer_side) {
  const std::pair<u32, u32> ratios[] = {{9, 8}, {5, 4}, {3, 2}, {2, 1}, {3, 1}, {8, 1}};
  for (const auto& [numerator, denominator] : ratios) {
    for (const u32 limit : {1u, 5u, 11u}) {
      const LooseRule<2> rule =
          rule_of(cube<2>(4096), static_cast<f64>(numerator) / denominator, limit);
      for (u32 side = 0; side <= 4096; ++side) {
        ASSERT_EQ(rule.depth_for(side), deepest_by_trying(side, numerator, denominator, limit))
            << "side " << side << " k " << numerator << "/" << denominator << " limit " << limit;
      }
    }
  }
}

TEST(LooseOctree, OC3_a_side_one_float32_step_above_a_boundary_is_placed_one_level_higher) {
  const LooseRule<3> rule = rule_of(cube<3>(1), 2);
  for (u32 depth = 1; depth <= 16; ++depth) {
    const f32 side = std::ldexp(1.0f, -static_cast<int>(depth));
    EXPECT_EQ(rule.depth_for(side), depth);
    EXPECT_EQ(rule.depth_for(std::nextafterf(side, 2)), depth - 1);
    if (depth < 16) {
      EXPECT_EQ(rule.depth_for(std::nextafterf(side, 0)), depth);
    }
  }
}

// The published computation of the depth has two errors: a wrong sign ends its loop at once (T35),
// and its last step makes the depth one too small (T36).
TEST(LooseOctree, T35_T36_small_items_are_placed_deep_and_points_at_the_last_level) {
  const LooseRule<2> rule = rule_of(cube<2>(1), 2, 9);
  EXPECT_EQ(rule.depth_for(0.001), 9u);
  EXPECT_EQ(rule.depth_for(0.01), 6u);
  EXPECT_EQ(rule.depth_for(0), 9u);
  EXPECT_EQ(rule.depth_for(1), 0u);
  EXPECT_EQ(rule.depth_for(1.5), 0u);
}

template <int Dim>
void expect_center_and_bounds(f64 looseness) {
  LooseOctree<Dim> index(loose(looseness, 1));
  Random random(41);
  Boxes<Dim> boxes;
  for (u32 i = 0; i < 2000; ++i) {
    boxes.push_back(random_box<Dim>(random, 100, random.one_in(10) ? 20 : random.unit()));
  }
  build(index, boxes);
  ASSERT_EQ(faults_of(index), kSound);
  const auto& tree = index.tree();
  for (const Id id : live_ids(index)) {
    ASSERT_NE(tree.cell_of(id), kOutside);
    const CellId<Dim> cell = tree.pool()[tree.cell_of(id)].id();
    const Aabb<Dim> strict = tree.frame().grid().cell(cell);
    EXPECT_TRUE(contains(tree.frame().bounds(cell), boxes[id])) << id;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 center = 0.5 * (f64{boxes[id].min[axis]} + f64{boxes[id].max[axis]});
      EXPECT_TRUE(strict.min[axis] <= center && center <= strict.max[axis]) << id;
    }
  }
}
TEST(LooseOctree, OC2_the_center_is_in_the_cell_and_the_item_in_its_loose_bound) {
  for (const f64 looseness : {1.1, 1.25, 1.5, 2.0, 3.0}) {
    SCOPED_TRACE(looseness);
    expect_center_and_bounds<2>(looseness);
    expect_center_and_bounds<3>(looseness);
  }
}

TEST(LooseOctree, OC2_bounds_are_k_times_the_cell_around_the_same_center) {
  const Frame<3> frame(cube<3>(64), 1.5, 16);
  const CellId<3> cell = cell_id<3>({1, 2, 3}, 3);
  EXPECT_EQ(frame.grid().cell(cell), (Aabb<3>{{8, 16, 24}, {16, 24, 32}}));
  EXPECT_EQ(frame.bounds(cell), (Aabb<3>{{6, 14, 22}, {18, 26, 34}}));
}

template <int Dim>
void expect_deepest_level_that_always_fits(const Grid<Dim>& grid, f64 looseness) {
  const LooseRule<Dim> rule = rule_of(grid, looseness);
  Random random(42);
  const f32 edge = grid.edge(0);
  for (int i = 0; i < 20000; ++i) {
    Aabb<Dim> box = random_box<Dim>(random, edge, 0);
    const f32 size = std::ldexp(random.unit(), -static_cast<int>(random.below(18))) * edge * 0.2f;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] += grid.origin()[axis];
      box.max[axis] = box.min[axis] + size;
    }
    CellId<Dim> id;
    if (!rule.place(box, id)) continue;
    ASSERT_TRUE(contains(rule.frame().bounds(id), box)) << i;
    f64 side = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      side = std::max(side, f64{box.max[axis]} - f64{box.min[axis]});
    }
    if (id.depth < rule.frame().limit()) {
      ASSERT_GT(side, rule.frame().max_side(id.depth + 1)) << i;
    }
  }
}
TEST(LooseOctree, OC3_items_are_placed_at_the_largest_depth_for_their_size_in_unusual_worlds) {
  expect_deepest_level_that_always_fits(cube<2>(1), 2);
  expect_deepest_level_that_always_fits(Grid<3>(Point<3>{{-512, 1024, 96}}, 768), 1.25);
  expect_deepest_level_that_always_fits(Grid<2>::around({{0.1f, -7.3f}, {9.7f, -1.1f}}), 1.5);
  expect_deepest_level_that_always_fits(
      Grid<3>::around({{1e6f, 1e6f, 1e6f}, {1e6f + 3, 1e6f, 1e6f}}), 2);
}

template <int Dim>
void expect_nested_bounds(f64 looseness, const Grid<Dim>& grid) {
  const Frame<Dim> frame(grid, looseness, 16);
  Random random(43);
  for (int i = 0; i < 2000; ++i) {
    CellId<Dim> id;
    id.depth = frame.limit();
    for (u32& at : id.at) at = random.below(1u << id.depth);
    for (u32 depth = 0; depth < id.depth; ++depth) {
      ASSERT_TRUE(contains(frame.bounds(ancestor_of(id, depth)), frame.bounds(id))) << i;
    }
  }
}
TEST(LooseOctree, OC5_the_bounds_of_every_ancestor_contain_the_bounds_of_the_cell) {
  for (const f64 looseness : {1.0, 1.01, 1.1, 1.3, 2.0, 5.0, 8.0}) {
    SCOPED_TRACE(looseness);
    expect_nested_bounds(looseness, Grid<2>::around({{0.1f, 0.3f}, {0.7f, 11}}));
    expect_nested_bounds(looseness, Grid<3>::around({{-3, 1000, 0.1f}, {5, 1001, 0.2f}}));
  }
}

template <int Dim>
void expect_deepest_ancestor() {
  LooseOctree<Dim> index(loose(2, 3));
  const Boxes<Dim> boxes = cloud<Dim>(800, 100, 44, 0.25f);
  for (const auto& box : boxes) {
    const Id id = insert(index, box);
    const auto& tree = index.tree();
    CellId<Dim> place;
    if (!tree.rule().place(box, place)) continue;
    const auto& cell = tree.pool()[tree.cell_of(id)];
    ASSERT_EQ(ancestor_of(place, cell.depth), cell.id());
    ASSERT_TRUE(cell.depth == place.depth || cell.family == kNone);
  }
  EXPECT_EQ(faults_of(index), kSound);
}
TEST(LooseOctree, OC5_an_item_is_placed_in_its_deepest_existing_ancestor_cell) {
  expect_deepest_ancestor<2>();
  expect_deepest_ancestor<3>();
}

TEST(LooseOctree, OC3_options_out_of_range_are_rejected) {
  const auto accepted = [](std::vector<f64> values) {
    LooseOctreeOptions options;
    OptionParser parser(values);
    options.describe(parser);
    return parser.ok();
  };
  EXPECT_TRUE(accepted({1.01, 8, 16, 0}));
  EXPECT_TRUE(accepted({8, 1, 1, 1}));
  for (const f64 looseness : {1.0, 0.5, -2.0, 8.5, f64{NAN}, f64{HUGE_VALF}}) {
    EXPECT_FALSE(accepted({looseness, 8, 16, 0})) << looseness;
  }
  EXPECT_FALSE(accepted({2, 0, 16, 0}));
  EXPECT_FALSE(accepted({2, 2.5, 16, 0}));
  EXPECT_FALSE(accepted({2, 8, 0, 0}));
  EXPECT_FALSE(accepted({2, 8, 17, 0}));
  EXPECT_FALSE(accepted({2, 8, 16, 2}));
}

}  // namespace
}  // namespace sapwood::test::octree_cases
