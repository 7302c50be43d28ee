// Queries and pairs of both octrees: exact results, no tests of items in covered cells, no tests of
// planes that do not cut a cell, and a bound on the work for items that stay in the root.
#include "structures/octree_cases.hpp"

namespace sapwood::test::octree_cases {
namespace {

template <class S>
S busy_index(u64 seed) {
  Random random(seed);
  Boxes<S::kDim> boxes;
  for (u32 i = 0; i < 900; ++i) {
    boxes.push_back(random_box<S::kDim>(random, 20, random.one_in(5) ? 3.0f : random.unit()));
  }
  S index;
  build(index, boxes);
  for (Id id = 0; id < 900; id += 3) {
    move(index, id, random_box<S::kDim>(random, 20, 1));
    if (id % 2 != 0) remove(index, id);
  }
  return index;
}

// Half of the coordinates are integers. Therefore many queries end on faces of cells.
template <int Dim>
Point<Dim> probe_point(Random& random) {
  Point<Dim> point;
  for (int axis = 0; axis < Dim; ++axis) {
    point[axis] = static_cast<f32>(random.below(23)) - 1;
    if (random.one_in(2)) point[axis] += random.unit();
  }
  return point;
}

template <class S>
void expect_exact_queries() {
  constexpr int kDim = S::kDim;
  const S index = busy_index<S>(71);
  ASSERT_EQ(faults_of(index), kSound);
  Random random(72);
  for (int i = 0; i < 1500; ++i) {
    const f32 size = random.one_in(3) ? 12 : static_cast<f32>(random.below(4));
    const BoxQuery<kDim> box(random_box<kDim>(random, 20, size));
    ASSERT_EQ(found(index, box), expected(index, box)) << i;
    const DistanceQuery<kDim> sphere(probe_point<kDim>(random), random.below(12));
    ASSERT_EQ(found(index, sphere), expected(index, sphere)) << i;
    Ray<kDim> ray{probe_point<kDim>(random), {}, HUGE_VALF};
    for (int axis = 0; axis < kDim; ++axis) {
      ray.direction[axis] = static_cast<f32>(random.below(3)) - 1;
    }
    if (!is_valid(ray)) continue;
    const RayQuery<kDim> along(ray);
    ASSERT_EQ(found(index, along), expected(index, along)) << i;
  }
}
TEST(LooseOctree, OC8_box_sphere_and_ray_queries_are_exact) {
  expect_exact_queries<LooseOctree<2>>();
  expect_exact_queries<LooseOctree<3>>();
}
TEST(Octree, OC8_box_sphere_and_ray_queries_are_exact) {
  expect_exact_queries<Octree<2>>();
  expect_exact_queries<Octree<3>>();
}

// Each plane is near a random point in [5, 15]^3.
Frustum random_frustum(Random& random) {
  Frustum frustum;
  for (auto& plane : frustum.planes) {
    f64 through = 0;
    for (int axis = 0; axis < 3; ++axis) {
      plane[axis] = random.between(-1, 1);
      through += plane[axis] * f64{random.between(5, 15)};
    }
    plane[3] = static_cast<f32>(8 * random.unit() - through);
  }
  return frustum;
}

template <class S>
void expect_exact_culling() {
  const S index = busy_index<S>(73);
  Random random(74);
  size_t hits = 0;
  for (int i = 0; i < 500; ++i) {
    const FrustumQuery query(random_frustum(random));
    const Ids ids = found(index, query);
    ASSERT_EQ(ids, expected(index, query)) << i;
    hits += ids.size();
  }
  EXPECT_GT(hits, 1000u);
}
TEST(LooseOctree, OC8_frustum_queries_are_exact) { expect_exact_culling<LooseOctree<3>>(); }
TEST(Octree, OC8_frustum_queries_are_exact) { expect_exact_culling<Octree<3>>(); }

template <class S, class Query>
void expect_all_without_tests(const S& index, const Query& query) {
  QueryCounters counters;
  EXPECT_EQ(found(index, query, counters).size(), index.items().size());
  EXPECT_EQ(counters.item_tests, 0u);
  EXPECT_EQ(static_cast<f64>(counters.node_visits), index.stats().nodes);
}

template <class S>
void expect_full_inside_acceptance() {
  constexpr int kDim = S::kDim;
  S index;
  build(index, cloud<kDim>(1000, 100, 75, 1));
  expect_all_without_tests(index, BoxQuery<kDim>(cube_at<kDim>(50, 500)));
  Point<kDim> center;
  for (int axis = 0; axis < kDim; ++axis) center[axis] = 50;
  expect_all_without_tests(index, DistanceQuery<kDim>(center, 1000));
  if constexpr (kDim == 3) {
    // planes around [-500, 500]^3
    Frustum frustum{};
    for (int i = 0; i < 6; ++i) {
      frustum.planes[i][i / 2] = i % 2 == 0 ? 1.0f : -1.0f;
      frustum.planes[i][3] = 500;
    }
    expect_all_without_tests(index, FrustumQuery(frustum));
    // only one plane cuts cells: the other planes are not tested again below the root, and half of
    // the items need no test
    frustum.planes[0][3] = -50;
    QueryCounters counters;
    const FrustumQuery half(frustum);
    EXPECT_EQ(found(index, half, counters), expected(index, half));
    EXPECT_LT(counters.item_tests, 500u);
  }
}
TEST(LooseOctree, OC8_items_of_covered_cells_are_accepted_without_tests) {
  expect_full_inside_acceptance<LooseOctree<2>>();
  expect_full_inside_acceptance<LooseOctree<3>>();
}
TEST(Octree, OC8_items_of_covered_cells_are_accepted_without_tests) {
  expect_full_inside_acceptance<Octree<2>>();
  expect_full_inside_acceptance<Octree<3>>();
}

TEST(LooseOctree, NN1_nearest_items_are_ordered_by_distance_then_id_without_visiting_far_cells) {
  LooseOctree<3> index;
  build(index, cloud<3>(5000, 34, 76, 1));
  Random random(77);
  QueryCounters work;
  for (int i = 0; i < 100; ++i) {
    const Point<3> point = probe_point<3>(random);
    Array<KeyedId> near;
    ASSERT_TRUE(nearest(index, point, 4, HUGE_VALF, Filter::any(), work, near).ok());
    std::vector<KeyedId> all;
    for (const Id id : live_ids(index)) {
      all.push_back({std::sqrt(distance_squared(index.items().box(id), point)), id});
    }
    std::sort(all.begin(), all.end());
    for (u32 k = 0; k < 4; ++k) {
      EXPECT_EQ(near[k].id, all[k].id) << i;
      EXPECT_EQ(near[k].key, all[k].key) << i;
    }
  }
  EXPECT_LT(work.node_visits / 100, 400u);
  EXPECT_LT(work.item_tests / 100, 500u);
}

TEST(LooseOctree, OC9_the_dump_contains_depth_strict_cell_and_loose_bounds_of_every_item) {
  LooseOctree<2> index(loose(1.5, 4));
  build(index, cloud<2>(300, 64, 78, 1));
  insert(index, cube_at<2>(5000, 1));  // outside: a separate leaf, not below the root cell
  NodeDump dump;
  ASSERT_TRUE(index.dump(dump).ok());
  const u32 count = static_cast<u32>(dump.level.size());
  ASSERT_EQ(dump.cells.size(), count * size_t{4});
  EXPECT_EQ(dump.items[dump.first_item[0]], 300u);
  for (u32 node = 1; node < count; ++node) {
    Aabb<2> bounds, cell;
    std::memcpy(&bounds, dump.bounds.data() + size_t{node} * 4, sizeof(bounds));
    std::memcpy(&cell, dump.cells.data() + size_t{node} * 4, sizeof(cell));
    EXPECT_TRUE(contains(bounds, cell));
    EXPECT_FLOAT_EQ(bounds.extent(0), 1.5f * cell.extent(0));
    EXPECT_EQ(cell.extent(0), index.tree().frame().grid().edge(dump.level[node]));
    for (u32 i = 0; i < dump.item_count[node]; ++i) {
      EXPECT_EQ(depth_of(index, dump.items[dump.first_item[node] + i]), dump.level[node]);
    }
  }
}

// Returns small boxes across the middle plane of the world. In a tree with strict cells, all of
// them stay in the root.
template <int Dim>
Boxes<Dim> plane_of_boxes(u32 count) {
  Random random(79);
  Boxes<Dim> boxes;
  for (u32 i = 0; i < count; ++i) {
    boxes.push_back(random_box<Dim>(random, 1000, 2));
    boxes[i].min[0] = 499;
    boxes[i].max[0] = 501;
  }
  boxes.push_back(cube_at<Dim>(0, 0));
  boxes.push_back(cube_at<Dim>(1000, 0));
  return boxes;
}

template <class S>
void expect_few_tests_on_the_plane(u64 most_tests) {
  S index;
  build(index, plane_of_boxes<S::kDim>(5000));
  QueryCounters counters;
  EXPECT_EQ(found_pairs(index, counters), expected_pairs(index));
  EXPECT_LT(counters.item_tests, most_tests);
}
TEST(Octree, OC1_pairs_of_items_stuck_in_the_root_need_subquadratic_tests) {
  expect_few_tests_on_the_plane<Octree<2>>(200000);  // all pairs: 12.5 million
  expect_few_tests_on_the_plane<Octree<3>>(200000);
}
TEST(LooseOctree, OC2_no_item_is_stuck_on_the_middle_plane) {
  LooseOctree<3> index;
  build(index, plane_of_boxes<3>(5000));
  for (Id id = 0; id < 5000; ++id) ASSERT_GT(depth_of(index, id), 3u);
  expect_few_tests_on_the_plane<LooseOctree<2>>(200000);
  expect_few_tests_on_the_plane<LooseOctree<3>>(200000);
}

template <class S>
void expect_exact_pairs_of_all_sizes() {
  S index;
  Random random(80);
  Boxes<S::kDim> boxes = cloud<S::kDim>(3000, 100, 81, 0.5f);
  for (u32 i = 0; i < 60; ++i) {
    boxes.push_back(random_box<S::kDim>(random, 100, random.between(10, 60)));
  }
  build(index, boxes);
  for (u32 i = 0; i < 20; ++i) insert(index, cube_at<S::kDim>(120 + f32(i), 1));
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
}
TEST(LooseOctree, OC8_pairs_of_mixed_sizes_and_outsiders_are_exact) {
  expect_exact_pairs_of_all_sizes<LooseOctree<2>>();
  expect_exact_pairs_of_all_sizes<LooseOctree<3>>();
}
TEST(Octree, OC8_pairs_of_mixed_sizes_and_outsiders_are_exact) {
  expect_exact_pairs_of_all_sizes<Octree<2>>();
  expect_exact_pairs_of_all_sizes<Octree<3>>();
}

}  // namespace
}  // namespace sapwood::test::octree_cases
