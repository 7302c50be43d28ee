// Moves within a cell, a world that grows with its items, and preallocated levels.
#include "structures/octree_cases.hpp"

namespace sapwood::test::octree_cases {
namespace {

template <class S>
void expect_no_relink_in_the_same_cell() {
  S index;
  Boxes<S::kDim> boxes = cloud<S::kDim>(2000, 16, 51, 0.25f);
  boxes.push_back(cube_at<S::kDim>(0, 0));
  boxes.push_back(cube_at<S::kDim>(16, 0));
  build(index, boxes);
  const auto& tree = index.tree();
  u32 relinked = 0;
  Random random(52);
  for (u32 i = 0; i < 4000; ++i) {
    const Id id = random.below(2000);
    const auto there = shifted(index.items().box(id), random.between(-0.2f, 0.2f));
    const u32 slot = tree.slots()[id];
    CellId<S::kDim> before, after;
    const bool was_inside = tree.rule().place(index.items().box(id), before);
    const bool is_inside = tree.rule().place(there, after);
    const bool changed = move(index, id, there);
    if (was_inside && is_inside && before == after) {
      ASSERT_FALSE(changed) << i;
      ASSERT_EQ(tree.slots()[id], slot) << i;
    }
    relinked += changed ? 1 : 0;
  }
  EXPECT_EQ(faults_of(index), kSound);
  EXPECT_GT(relinked, 100u);
  EXPECT_LT(relinked, 3000u);
}
TEST(LooseOctree, OC8_a_move_within_a_cell_relinks_nothing) {
  expect_no_relink_in_the_same_cell<LooseOctree<2>>();
  expect_no_relink_in_the_same_cell<LooseOctree<3>>();
}
TEST(Octree, OC8_a_move_within_a_cell_relinks_nothing) {
  expect_no_relink_in_the_same_cell<Octree<2>>();
  expect_no_relink_in_the_same_cell<Octree<3>>();
}

TEST(LooseOctree, OC8_an_update_of_small_motions_changes_few_cells) {
  LooseOctree<3> index;
  Boxes<3> boxes = cloud<3>(2000, 100, 53, 1);
  build(index, boxes);
  Random random(54);
  for (auto& box : boxes) box = shifted(box, random.between(-0.02f, 0.02f));
  const u64 placements = index.placements();
  u32 changed = 0;
  ASSERT_TRUE(index.update(boxes.data(), changed).ok());
  EXPECT_LT(changed, 200u);
  EXPECT_EQ(index.placements(), placements);
  EXPECT_EQ(faults_of(index), kSound);
  ASSERT_TRUE(index.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 0u);
}

// The new box of an item that stays must be stored before another item splits its cell.
TEST(LooseOctree, OC8_an_update_splits_cells_by_the_new_boxes) {
  LooseOctree<2> index(loose(2, 3));
  Boxes<2> boxes{{{0, 0}, {0, 0}}, {{64, 64}, {64, 64}}, {{40, 40}, {41, 41}}};
  for (u32 i = 0; i < 40; ++i) boxes.push_back(cube_at<2>(8, 0.5f));
  build(index, boxes);
  boxes[2] = cube_at<2>(9.5f, 0.5f);
  for (u32 i = 3; i < 9; ++i) boxes[i] = cube_at<2>(f32(36 + i), 0.25f);
  u32 changed = 0;
  ASSERT_TRUE(index.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 7u);
  EXPECT_EQ(faults_of(index), kSound);
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
}

template <class S>
void expect_outsiders_are_found() {
  S index;
  build(index, cloud<S::kDim>(400, 10, 55, 0.5f));
  const u64 placements = index.placements();
  const auto far_away = cube_at<S::kDim>(1000, 3);
  const Id id = insert(index, far_away);
  EXPECT_EQ(depth_of(index, id), kNone);
  EXPECT_EQ(index.tree().outsiders(), 1u);
  EXPECT_EQ(index.placements(), placements);
  EXPECT_EQ(found(index, BoxQuery<S::kDim>(far_away)), Ids{id});
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
  EXPECT_EQ(faults_of(index), kSound);
  EXPECT_TRUE(move(index, id, cube_at<S::kDim>(5, 0.2f)));
  EXPECT_EQ(index.tree().outsiders(), 0u);
  EXPECT_EQ(faults_of(index), kSound);
}
TEST(LooseOctree, T39_items_outside_of_the_world_are_in_a_list_tested_by_every_query) {
  expect_outsiders_are_found<LooseOctree<2>>();
  expect_outsiders_are_found<LooseOctree<3>>();
  expect_outsiders_are_found<Octree<2>>();
  expect_outsiders_are_found<Octree<3>>();
}

template <class S>
void expect_cells_for_the_crowd() {
  S index;
  Boxes<S::kDim> boxes = cloud<S::kDim>(5000, 100, 62, 1);
  boxes.push_back(cube_at<S::kDim>(1e9f, 1));
  boxes.push_back(cube_at<S::kDim>(-1e17f, 1));
  build(index, boxes);
  EXPECT_EQ(index.tree().outsiders(), 2u);
  EXPECT_EQ(faults_of(index), kSound);
  QueryCounters counters;
  found(index, BoxQuery<S::kDim>(cube_at<S::kDim>(30, 1)), counters);
  EXPECT_LT(counters.item_tests, 1000u);
  EXPECT_EQ(found(index, BoxQuery<S::kDim>(cube_at<S::kDim>(1e9f, 1))), Ids{5000});
}
TEST(LooseOctree, T41_far_items_do_not_make_cells_too_large_for_the_others) {
  expect_cells_for_the_crowd<LooseOctree<2>>();
  expect_cells_for_the_crowd<LooseOctree<3>>();
  expect_cells_for_the_crowd<Octree<2>>();
  expect_cells_for_the_crowd<Octree<3>>();
}

template <class S>
void expect_a_growing_world() {
  S index;
  for (u32 i = 0; i < 5000; ++i) {
    auto box = cube_at<S::kDim>(0, 0.5f);
    box.min[0] += f32(i);
    box.max[0] += f32(i);
    insert(index, box);
  }
  // the world grows by a factor of 1.5 each time: log(5000 / 8) / log(1.5) = 16 times, and a few
  // times for the first items
  EXPECT_LT(index.placements(), 30u);
  EXPECT_LE(index.tree().outsiders(), 5000u / 8 + 8);
  EXPECT_EQ(faults_of(index), kSound);
  QueryCounters counters;
  EXPECT_EQ(found(index, BoxQuery<S::kDim>(cube_at<S::kDim>(0, 0.4f)), counters).size(), 1u);
}
TEST(LooseOctree, T39_the_world_grows_with_inserts_along_a_row) {
  expect_a_growing_world<LooseOctree<2>>();
  expect_a_growing_world<LooseOctree<3>>();
  expect_a_growing_world<Octree<3>>();
}

TEST(LooseOctree, T39_the_world_follows_a_crowd_that_leaves) {
  LooseOctree<2> index;
  Boxes<2> boxes = cloud<2>(1000, 100, 56, 1);
  build(index, boxes);
  for (u32 frame = 0; frame < 50; ++frame) {
    u32 changed = 0;
    for (auto& box : boxes) box = shifted(box, 5);
    ASSERT_TRUE(index.update(boxes.data(), changed).ok());
    ASSERT_EQ(faults_of(index), kSound) << frame;
    ASSERT_LE(index.tree().outsiders(), 125u) << frame;
  }
}

TEST(LooseOctree, T39_the_world_follows_items_that_leave_one_by_one) {
  LooseOctree<2> index;
  const Boxes<2> boxes = cloud<2>(1000, 100, 56, 1);
  build(index, boxes);
  for (Id id = 0; id < boxes.size(); ++id) {
    EXPECT_TRUE(move(index, id, shifted(boxes[id], 500)));
    ASSERT_LE(index.tree().outsiders(), 126u) << id;
  }
  EXPECT_EQ(faults_of(index), kSound);
}

TEST(LooseOctree, T42_serialized_items_without_a_world_are_rejected) {
  LooseOctree<2> index;
  build(index, cloud<2>(10, 100, 58, 1));
  for (const f32 edge : {128.0f, 0.0f, -1.0f, HUGE_VALF}) {
    Array<u8> bytes;
    ByteWriter writer(bytes);
    index.items().save(writer);
    writer.value(Point<2>{});
    writer.value(edge);
    writer.value(1u);
    ASSERT_TRUE(writer.finish().ok());
    LooseOctree<2> loaded;
    ByteReader reader(bytes.data(), bytes.size());
    loaded.load(reader);
    EXPECT_EQ(reader.finish(), edge == 128) << edge;
  }
}

TEST(LooseOctree, T39_worlds_are_cubes_that_contain_their_items_with_float32_faces) {
  Random random(57);
  for (int i = 0; i < 20000; ++i) {
    Aabb<3> box;
    const f32 far_out = std::ldexp(random.between(-1, 1), static_cast<int>(random.below(100)) - 50);
    const f32 size = std::ldexp(random.unit(), static_cast<int>(random.below(100)) - 50);
    for (int axis = 0; axis < 3; ++axis) {
      box.min[axis] = far_out * random.unit();
      box.max[axis] = box.min[axis] + size * random.unit();
    }
    const Grid<3> grid = Grid<3>::around(box);
    ASSERT_TRUE(grid.exists()) << i;
    ASSERT_TRUE(contains(grid.cell(CellId<3>{}), box)) << i;
    for (const u32 depth : {0u, grid.deepest()}) {
      const u32 at = random.below(1u << depth);
      const f64 exact = f64{grid.origin()[1]} + static_cast<f64>(at) * f64{grid.edge(depth)};
      ASSERT_EQ(f64{grid.face(1, at, depth)}, exact) << i;
    }
  }
}

template <int Dim>
void expect_same_results_ahead() {
  LooseOctree<Dim> dynamic(loose(2));
  LooseOctree<Dim> ahead(loose(2, 8, 16, CellLevels::kPreallocated));
  const Boxes<Dim> boxes = cloud<Dim>(3000, 100, 58, 2);
  build(dynamic, boxes);
  build(ahead, boxes);
  const u32 families = ahead.tree().pool().families().live();
  Random random(59);
  for (u32 i = 0; i < 1000; ++i) {
    const Id id = random.below(3000);
    const auto there = random_box<Dim>(random, 100, random.one_in(9) ? 12 : 1);
    move(dynamic, id, there);
    move(ahead, id, there);
    if (i % 100 != 0) continue;
    ASSERT_EQ(faults_of(ahead), kSound);
    const BoxQuery<Dim> query(random_box<Dim>(random, 100, 20));
    ASSERT_EQ(found(ahead, query), found(dynamic, query));
    ASSERT_EQ(found_pairs(ahead), found_pairs(dynamic));
  }
  for (Id id = 0; id < 2990; ++id) remove(ahead, id);
  EXPECT_EQ(ahead.tree().pool().families().live(), families);
  EXPECT_EQ(faults_of(ahead), kSound);
  // each cell counts the items below it, so that a traversal skips thousands of empty cells
  QueryCounters counters;
  EXPECT_EQ(found(ahead, BoxQuery<Dim>(cube_at<Dim>(50, 49)), counters).size(), 10u);
  EXPECT_LE(counters.node_visits, ahead.stats().nodes);
  EXPECT_LE(ahead.stats().nodes, 61);
}
TEST(LooseOctree, OC10_preallocated_levels_give_the_same_results_and_stay) {
  expect_same_results_ahead<2>();
  expect_same_results_ahead<3>();
}

TEST(LooseOctree, OC10_every_item_is_in_the_cell_of_its_rule_with_preallocated_levels) {
  LooseOctree<2> index(loose(1.5, 4, 16, CellLevels::kPreallocated));
  build(index, cloud<2>(500, 100, 60, 3));
  for (const Id id : live_ids(index)) {
    CellId<2> place;
    ASSERT_TRUE(index.tree().rule().place(index.items().box(id), place));
    EXPECT_EQ(depth_of(index, id), place.depth);
  }
  EXPECT_EQ(index.tree().frame().limit(), 4u);  // 4 * 4^4 = 1024 >= 500 > 4 * 4^3
  EXPECT_EQ(index.tree().pool().families().live(), 1u + 1 + 4 + 16 + 64);
}

TEST(LooseOctree, OC10_a_level_is_added_if_the_number_of_items_is_too_large) {
  LooseOctree<3> index(loose(2, 8, 16, CellLevels::kPreallocated));
  const auto boxes = cloud<3>(2000, 100, 61, 1);
  for (const auto& box : boxes) insert(index, box);
  EXPECT_GE(index.tree().frame().limit(), 2u);
  EXPECT_EQ(faults_of(index), kSound);
}

}  // namespace
}  // namespace sapwood::test::octree_cases
