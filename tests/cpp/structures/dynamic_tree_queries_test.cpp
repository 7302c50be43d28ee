// Queries of the dynamic tree: exact results, early stops, empty and very deep trees.
#include "structures/dynamic_tree_cases.hpp"
#include "support/oracle.hpp"

namespace sapwood::test::tree_cases {
namespace {

constexpr Aabb<3> kEverywhere{{-1e18f, -1e18f, -1e18f}, {1e18f, 1e18f, 1e18f}};

TEST(DynamicTree, T2_queries_of_an_empty_tree_find_nothing) {
  DynamicTree<3> tree;
  QueryCounters counters;
  EXPECT_EQ(found(tree, kEverywhere, counters), Ids{});
  EXPECT_EQ(counters.node_visits, 0u);
  EXPECT_EQ(found_pairs(tree), PairKeys{});
  KeyedId best;
  const Ray<3> ray{{{0, 0, 0}}, {{1, 0, 0}}, HUGE_VALF};
  ASSERT_TRUE(raycast(tree, ray, Filter::any(), counters, best).ok());
  EXPECT_EQ(best.id, kNone);
  Array<KeyedId> near;
  ASSERT_TRUE(nearest(tree, Point<3>{}, 3, HUGE_VALF, Filter::any(), counters, near).ok());
  EXPECT_TRUE(near.empty());
}

TEST(DynamicTree, T3_after_a_stop_no_further_leaf_is_visited) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(500, 4, 21));
  for (u64 stop_after = 1; stop_after < 40; ++stop_after) {
    u64 visited = 0;
    QueryCounters counters;
    FunctionVisitor stop([&](Id) { return ++visited < stop_after; });
    ASSERT_TRUE(tree.traverse(BoxQuery<3>(kEverywhere), counters, stop).ok());
    EXPECT_EQ(visited, stop_after);
    EXPECT_EQ(counters.item_tests, stop_after);
  }
}

TEST(DynamicTree, T3_after_a_stop_no_further_pair_is_reported) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(500, 4, 22));
  const size_t all = found_pairs(tree).size();
  ASSERT_GT(all, 300u);
  for (size_t stop_after = 1; stop_after < all; stop_after += 37) {
    size_t reported = 0;
    QueryCounters counters;
    const auto stop = [&](Id, Id) { return ++reported < stop_after; };
    ASSERT_TRUE(pairs(tree, counters, stop).ok());
    EXPECT_EQ(reported, stop_after);
  }
}

TEST(DynamicTree, DT9_a_query_can_run_inside_another_query) {
  DynamicTree<2> tree;
  build(tree, cloud<2>(200, 6, 23));
  PairKeys keys;
  QueryCounters counters;
  const auto outer = [&](Id a) {
    for (const Id b : found(tree, tree.items().box(a))) {
      if (a < b) keys.push_back(pair_key(a, b));
    }
    return true;
  };
  const BoxQuery<2> all(Aabb<2>{{-9, -9}, {99, 99}});
  ASSERT_TRUE(query(tree, all, Filter::any(), counters, outer).ok());
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(keys, expected_pairs(tree));
}

template <int Dim>
DynamicTree<Dim> busy_tree(Model<Dim>& model) {
  Random random(24);
  Boxes<Dim> boxes;
  for (u32 i = 0; i < 700; ++i) {
    boxes.push_back(random_box<Dim>(random, 20, random.one_in(5) ? 3.0f : random.unit()));
  }
  DynamicTree<Dim> tree;
  build(tree, boxes);
  model.build(boxes);
  for (Id id = 0; id < 700; id += 3) {
    const Aabb<Dim> there = random_box<Dim>(random, 20, 1);
    move(tree, id, there);
    model.move(id, there);
    if (id % 2 == 0) continue;
    EXPECT_TRUE(tree.remove(id).ok());
    model.remove(id);
  }
  return tree;
}

// Half of the coordinates are integers. Therefore many queries start, end or run on faces of boxes.
template <int Dim>
Point<Dim> probe_point(Random& random) {
  Point<Dim> point;
  for (int axis = 0; axis < Dim; ++axis) {
    point[axis] = static_cast<f32>(random.below(23)) - 1;
    if (random.one_in(2)) point[axis] += random.unit();
  }
  return point;
}

template <int Dim>
void expect_exact_box_and_sphere_queries() {
  Model<Dim> model;
  const DynamicTree<Dim> tree = busy_tree<Dim>(model);
  Random random(25);
  for (int i = 0; i < 10000; ++i) {
    const f32 size = static_cast<f32>(random.below(3));
    const Aabb<Dim> box = random_box<Dim>(random, 20, size);
    ASSERT_EQ(found(tree, box), oracle::box(model, box, Filter::any())) << "query " << i;
    const Point<Dim> center = probe_point<Dim>(random);
    const f32 radius = random.one_in(5) ? 0 : random.between(0, 3);
    Ids ids;
    QueryCounters counters;
    const auto keep = [&](Id id) {
      ids.push_back(id);
      return true;
    };
    const DistanceQuery<Dim> sphere(center, radius);
    ASSERT_TRUE(query(tree, sphere, Filter::any(), counters, keep).ok());
    std::sort(ids.begin(), ids.end());
    ASSERT_EQ(ids, oracle::sphere(model, center, radius, Filter::any())) << "query " << i;
  }
}
TEST(DynamicTree, DT10_10000_box_and_sphere_queries_are_exact) {
  expect_exact_box_and_sphere_queries<2>();
  expect_exact_box_and_sphere_queries<3>();
}

template <int Dim>
void expect_exact_rays() {
  Model<Dim> model;
  const DynamicTree<Dim> tree = busy_tree<Dim>(model);
  Random random(26);
  for (int i = 0; i < 10000; ++i) {
    Ray<Dim> ray{probe_point<Dim>(random), {}, HUGE_VALF};
    for (int axis = 0; axis < Dim; ++axis) {
      ray.direction[axis] = static_cast<f32>(random.below(3)) - 1;
      if (random.one_in(2)) ray.direction[axis] *= random.unit();
    }
    if (!is_valid(ray)) continue;
    if (random.one_in(4)) ray.max_distance = static_cast<f32>(random.below(6));  // 0: a point
    const auto hits = oracle::raycast_all(model, ray, Filter::any());
    QueryCounters counters;
    KeyedId best;
    ASSERT_TRUE(raycast(tree, ray, Filter::any(), counters, best).ok());
    ASSERT_EQ(best.id, hits.empty() ? kNone : hits[0].id) << "ray " << i;
    Array<KeyedId> all;
    ASSERT_TRUE(raycast_all(tree, ray, Filter::any(), counters, all).ok());
    const auto same = [](const KeyedId& a, const OracleHit& b) {
      return a.id == b.id && a.key == b.distance;
    };
    ASSERT_TRUE(std::equal(all.begin(), all.end(), hits.begin(), hits.end(), same)) << i;
  }
}
TEST(DynamicTree, DT10_10000_rays_are_exact) {
  expect_exact_rays<2>();
  expect_exact_rays<3>();
}

TEST(DynamicTree, DT10_rays_and_nearest_queries_do_not_visit_far_nodes) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(5000, 34, 27));
  QueryCounters ray_work, near_work;
  Random random(28);
  for (int i = 0; i < 100; ++i) {
    const Ray<3> ray{probe_point<3>(random), {{1, random.unit(), random.unit()}}, HUGE_VALF};
    KeyedId best;
    ASSERT_TRUE(raycast(tree, ray, Filter::any(), ray_work, best).ok());
    Array<KeyedId> near;
    const Point<3> point = probe_point<3>(random);
    ASSERT_TRUE(nearest(tree, point, 4, HUGE_VALF, Filter::any(), near_work, near).ok());
  }
  EXPECT_LT(ray_work.node_visits / 100, 250u);
  EXPECT_LT(near_work.node_visits / 100, 250u);
}

TEST(DynamicTree, T6_the_work_of_a_query_follows_the_number_of_results) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(5000, 34, 29));
  QueryCounters all, few;
  EXPECT_EQ(found(tree, kEverywhere, all).size(), 5000u);
  EXPECT_EQ(all.node_visits, 9999u);
  for (const Id id : found(tree, Aabb<3>{{10, 10, 10}, {11, 11, 11}}, few)) EXPECT_LT(id, 5000u);
  EXPECT_LT(few.node_visits, 300u);
}

TEST(DynamicTree, T4_queries_of_a_tree_of_height_1999_are_exact) {
  DynamicTree<3> tree(options_of(TreeBalance::kNever));
  insert_all(tree, row<3>(2000, 1));
  ASSERT_EQ(tree.stats().height, 1999);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  EXPECT_EQ(found(tree, kEverywhere).size(), 2000u);
  EXPECT_EQ(found_pairs(tree).size(), 1999u);  // neighbors touch
  QueryCounters counters;
  KeyedId best;
  const Ray<3> ray{{{2003, 0.5f, 0.5f}}, {{-1, 0, 0}}, HUGE_VALF};
  ASSERT_TRUE(raycast(tree, ray, Filter::any(), counters, best).ok());
  EXPECT_EQ(best.id, 1999u);
  EXPECT_EQ(best.key, 3);
  Array<KeyedId> hits;
  ASSERT_TRUE(raycast_all(tree, ray, Filter::any(), counters, hits).ok());
  EXPECT_EQ(hits.size(), 2000u);
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  EXPECT_EQ(dump.level.size(), 3999u);
}

TEST(DynamicTree, T4_pairs_within_and_between_two_deep_chains_are_exact) {
  DynamicTree<2> tree(options_of(TreeBalance::kNever));
  // nested boxes around two distant centers form two deep chains of overlapping boxes
  for (u32 i = 0; i < 300; ++i) {
    const f32 half = static_cast<f32>(300 - i);
    insert(tree, Aabb<2>{{-half, -half}, {half, half}});
    insert(tree, Aabb<2>{{500 - half, -half}, {500 + half, half}});
  }
  EXPECT_GT(tree.stats().height, 290);
  EXPECT_EQ(found_pairs(tree), expected_pairs(tree));
}

}  // namespace
}  // namespace sapwood::test::tree_cases
