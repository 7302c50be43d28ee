// Strict cells: their integer ids, the smallest cell that contains an item, splits and collapses.
#include "structures/octree_cases.hpp"

namespace sapwood::test::octree_cases {
namespace {

TEST(Octree, OC4_a_cell_is_named_by_integers) {
  const CellId<3> cell = cell_id<3>({2, 1, 3}, 2);
  EXPECT_EQ(parent_of(cell), cell_id<3>({1, 0, 1}, 1));
  EXPECT_EQ(child_index(cell), 6u);                      // 0 + 2 + 4
  EXPECT_EQ(child_index(cell_id<3>({1, 0, 1}, 1)), 5u);  // 1 + 0 + 4
  EXPECT_EQ(child_towards(cell, 0), 5u);
  EXPECT_EQ(child_towards(cell, 1), 6u);
  EXPECT_EQ(ancestor_of(cell, 0), cell_id<3>({0, 0, 0}, 0));
  EXPECT_EQ(ancestor_of(cell, 2), cell);
}

TEST(Octree, OC4_OC7_a_quadtree_cell_has_two_bits) {
  const CellId<2> cell = cell_id<2>({5, 2}, 3);
  EXPECT_EQ(parent_of(cell), cell_id<2>({2, 1}, 2));
  EXPECT_EQ(child_index(cell), 1u);
  EXPECT_EQ(child_towards(cell, 0), 1u);
  EXPECT_EQ(child_towards(cell, 1), 2u);
}

// The published expression `x + y << 1 + z << 2` adds before it shifts (T38).
TEST(Octree, T38_child_bits_are_masked_one_by_one) {
  for (u32 child = 0; child < 8; ++child) {
    const CellId<3> cell = cell_id<3>({child & 1, child >> 1 & 1, child >> 2}, 1);
    EXPECT_EQ(child_index(cell), child);
    EXPECT_EQ(child_index(cell_id<3>({cell.at[0] + 6, cell.at[1] + 2, cell.at[2] + 4}, 3)), child);
  }
}

TEST(Octree, OC4_keys_sort_cells_in_traversal_order) {
  std::vector<CellId<2>> walk{cell_id<2>({0, 0}, 0)};
  for (size_t i = 0; i < walk.size(); ++i) {
    if (walk[i].depth == 3) continue;
    std::vector<CellId<2>> children;
    for (u32 child = 0; child < 4; ++child) {
      children.push_back(cell_id<2>(
          {2 * walk[i].at[0] + (child & 1), 2 * walk[i].at[1] + child / 2}, walk[i].depth + 1));
    }
    walk.insert(walk.begin() + static_cast<std::ptrdiff_t>(i) + 1, children.begin(),
                children.end());
  }
  ASSERT_EQ(walk.size(), 85u);
  for (size_t i = 1; i < walk.size(); ++i) {
    EXPECT_LT(walk_key(walk[i - 1], 3), walk_key(walk[i], 3)) << i;
    EXPECT_LT(walk_key(walk[i - 1], 16), walk_key(walk[i], 16)) << i;
  }
}

template <int Dim>
CellId<Dim> strict_place(const Grid<Dim>& grid, const Aabb<Dim>& box, u32 limit) {
  CellId<Dim> id;
  EXPECT_TRUE(StrictRule<Dim>(grid, {}, limit).place(box, id));
  return id;
}

TEST(Octree, OC1_a_box_across_the_middle_stays_in_the_root) {
  const Aabb<3> box{{0.40f, 0, 0}, {0.60f, 0.1f, 0.1f}};
  EXPECT_EQ(strict_place<3>(cube<3>(1), box, 16).depth, 0u);
  Octree<3> index(OctreeOptions{1, 16});
  build(index,
        Boxes<3>{box, {{0, 0, 0}, {0, 0, 0}}, {{1, 1, 1}, {1, 1, 1}}, {{1, 1, 1}, {1, 1, 1}}});
  EXPECT_EQ(depth_of(index, 0), 0u);
  EXPECT_GT(depth_of(index, 1), 0u);
}

// Returns the depth of the smallest cell that contains [low, high] on both axes, by testing all
// depths. Coordinates are integers, and the side of the world is 64. Cells are closed; if `low` is
// on a border, it belongs to the upper cell.
u32 deepest_by_trying(const u32 (&low)[2], const u32 (&high)[2], u32 limit) {
  for (u32 depth = limit; depth > 0; --depth) {
    const u32 edge = 64u >> depth;
    bool holds = true;
    for (int axis = 0; axis < 2; ++axis) {
      const u32 cell = std::min(low[axis] / edge, (64 / edge) - 1);
      holds &= high[axis] <= (cell + 1) * edge;
    }
    if (holds) return depth;
  }
  return 0;
}

TEST(Octree, OC1_OC7_the_smallest_cell_is_found_for_every_box_on_a_lattice) {
  const Grid<2> grid = cube<2>(64);
  for (u32 low = 0; low <= 64; ++low) {
    for (u32 high = low; high <= 64; ++high) {
      const u32 other_low = low * 37 % 65;
      const u32 other_high = std::min(64u, other_low + (high - low) / 2);
      const Aabb<2> box{{f32(low), f32(other_low)}, {f32(high), f32(other_high)}};
      for (const u32 limit : {1u, 4u, 6u}) {
        const CellId<2> id = strict_place<2>(grid, box, limit);
        ASSERT_EQ(id.depth, deepest_by_trying({low, other_low}, {high, other_high}, limit))
            << low << " to " << high << ", limit " << limit;
        ASSERT_TRUE(contains(grid.cell(id), box)) << low << " to " << high;
      }
    }
  }
}

TEST(Octree, T37_a_point_on_a_border_is_in_the_upper_cell_and_on_the_last_face_in_the_last_cell) {
  const Grid<3> grid = cube<3>(8);
  EXPECT_EQ(strict_place<3>(grid, cube_at<3>(4, 0), 3), cell_id<3>({4, 4, 4}, 3));
  EXPECT_EQ(strict_place<3>(grid, cube_at<3>(8, 0), 3), cell_id<3>({7, 7, 7}, 3));
  EXPECT_EQ(strict_place<3>(grid, cube_at<3>(0, 0), 3), cell_id<3>({0, 0, 0}, 3));
}

TEST(Octree, T37_cells_left_of_the_origin_are_not_truncated_towards_it) {
  const Grid<2> grid(Point<2>{{-4, -4}}, 8);
  EXPECT_EQ(strict_place<2>(grid, cube_at<2>(-0.5f, 0.25f), 3), cell_id<2>({3, 3}, 3));
  EXPECT_EQ(strict_place<2>(grid, cube_at<2>(-3.5f, 0.25f), 3), cell_id<2>({0, 0}, 3));
}

template <int Dim>
void expect_splits_and_collapses() {
  Octree<Dim> index(OctreeOptions{4, 16});
  insert(index, cube_at<Dim>(0.5f, 0.5f));  // crosses the middle: stays in the root
  Ids corner;
  for (u32 i = 0; i < 3; ++i) corner.push_back(insert(index, cube_at<Dim>(0.1f, 0.01f)));
  EXPECT_EQ(index.stats().nodes, 1);
  corner.push_back(insert(index, cube_at<Dim>(0.1f, 0.01f)));
  EXPECT_EQ(index.stats().nodes, 2);
  EXPECT_EQ(depth_of(index, 0), 0u);
  for (const Id id : corner) EXPECT_EQ(depth_of(index, id), 1u);
  EXPECT_EQ(faults_of(index), kSound);
  // a cell collapses below half of its capacity, not at the first removal
  remove(index, corner[0]);
  EXPECT_EQ(index.stats().nodes, 2);
  remove(index, corner[1]);
  EXPECT_EQ(index.stats().nodes, 2);
  remove(index, corner[2]);
  EXPECT_EQ(index.stats().nodes, 1);
  EXPECT_EQ(depth_of(index, corner[3]), 0u);
  EXPECT_EQ(index.tree().pool().families().live(), 1u);
  EXPECT_EQ(faults_of(index), kSound);
}
TEST(Octree, OC6_cells_are_split_above_their_capacity_and_collapse_when_sparse) {
  expect_splits_and_collapses<2>();
  expect_splits_and_collapses<3>();
}

template <class S>
void expect_capacity(S index, u32 capacity) {
  build(index, cloud<S::kDim>(3000, 100, 31, 1.5f));
  EXPECT_EQ(faults_of(index), kSound);
  const auto& tree = index.tree();
  std::map<u32, u32> sinkable;  // by cell: number of items that fit into a child
  for (const Id id : live_ids(index)) {
    CellId<S::kDim> place;
    ASSERT_TRUE(tree.rule().place(index.items().box(id), place));
    if (place.depth > depth_of(index, id)) ++sinkable[tree.cell_of(id)];
  }
  for (const auto& [cell, count] : sinkable) EXPECT_LE(tree.pool()[cell].count, capacity) << cell;
}
TEST(Octree, OC6_a_cell_with_items_that_fit_deeper_does_not_exceed_its_capacity) {
  expect_capacity(Octree<2>(OctreeOptions{5, 16}), 5);
  expect_capacity(Octree<3>(OctreeOptions{1, 6}), 1);
  expect_capacity(LooseOctree<2>(loose(2, 5)), 5);
  expect_capacity(LooseOctree<3>(loose(1.25, 1)), 1);
}

template <class S>
void expect_everything_freed(S index) {
  const auto boxes = cloud<S::kDim>(500, 100, 32, 2);
  for (const auto& box : boxes) insert(index, box);
  EXPECT_GT(index.tree().pool().families().live(), 20u);
  for (Id id = 0; id < 500; ++id) {
    remove(index, id * 7 % 500);
    if (id % 50 == 0) {
      ASSERT_EQ(faults_of(index), kSound) << id;
    }
  }
  EXPECT_EQ(index.tree().pool().families().live(), 1u);
  EXPECT_EQ(index.tree().pool().blocks().live(), 0u);
  EXPECT_EQ(index.stats().nodes, 0);
}
TEST(Octree, OC6_empty_subtrees_are_freed) {
  expect_everything_freed(Octree<2>());
  expect_everything_freed(Octree<3>());
  expect_everything_freed(LooseOctree<2>());
  expect_everything_freed(LooseOctree<3>());
}

TEST(Octree, OC6_items_at_one_point_are_placed_at_the_depth_limit) {
  Octree<2> index(OctreeOptions{2, 5});
  Boxes<2> boxes(100, Aabb<2>{{0.1f, 0.1f}, {0.1f, 0.1f}});
  boxes.push_back({{1, 1}, {1, 1}});
  build(index, boxes);
  EXPECT_EQ(index.stats().height, 5);
  EXPECT_EQ(depth_of(index, 0), 5u);
  EXPECT_EQ(found_pairs(index).size(), 4950u);
  EXPECT_EQ(faults_of(index), kSound);
}

// Loose bounds extend a cell on each side by at least half of the extent that looseness adds.
TEST(OctreeFrame, Rounds_the_slack_of_its_bounds_up) {
  for (const f64 looseness : {1.1, 1.2, 1.3, 1.7, 1.9}) {
    const Frame<2> frame(cube<2>(100), looseness, 12);
    for (u32 depth = 0; depth <= frame.limit(); ++depth) {
      EXPECT_GE(static_cast<f64>(frame.slack(depth)), 0.5 * frame.max_side(depth)) << looseness;
    }
  }
}

StatusCode loaded_with_levels(const LooseOctree<2>& index, u32 levels) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  index.items().save(writer);
  writer.value(index.tree().frame().grid().origin());
  writer.value(index.tree().frame().grid().edge(0));
  writer.value(levels);
  EXPECT_TRUE(writer.finish().ok());
  ByteReader reader(bytes.data(), bytes.size());
  LooseOctree<2> copy(index.options());
  copy.load(reader);
  reader.finish();
  return reader.status().code;
}

TEST(LooseOctree, OC6_serialized_levels_deeper_than_the_items_need_are_rejected) {
  LooseOctree<2> index(loose(2, 8, 16, CellLevels::kPreallocated));
  build(index, cloud<2>(20, 100, 34, 1));
  const u32 levels = index.tree().frame().limit();
  EXPECT_EQ(loaded_with_levels(index, levels), StatusCode::kOk);
  EXPECT_EQ(loaded_with_levels(index, levels + 1), StatusCode::kBadData);
}

}  // namespace
}  // namespace sapwood::test::octree_cases
