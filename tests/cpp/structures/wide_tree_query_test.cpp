// Queries of the wide tree: items of covered nodes as ranges, limits of the number of results,
// filters, and the search order.
#include "sapwood/core/queries.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/structures/reference/brute_force.hpp"
#include "structures/wide_tree_cases.hpp"

namespace sapwood::test {
namespace {

struct Ranges : ItemVisitor<Ranges> {
  u32 ranges = 0;
  u32 singles = 0;
  std::vector<Id> ids;

  bool test(Id id) {
    ++singles;
    ids.push_back(id);
    return true;
  }
  bool accept_range(const Id* first, u32 count) {
    ++ranges;
    ids.insert(ids.end(), first, first + count);
    return true;
  }
};

template <int Dim>
void expect_one_range_a_lane(WideBuild build, u32 count) {
  const WideTree<Dim> tree = wide_tree_of(crowd<Dim>(count, 1), build);
  Ranges seen;
  QueryCounters counters;
  ASSERT_TRUE(tree.traverse(BoxQuery<Dim>(everything<Dim>()), counters, seen).ok());
  EXPECT_EQ(counters.item_tests, 0u);
  EXPECT_LE(counters.node_visits, 1 + kLanes);
  if (tree.tree().gapless()) {
    EXPECT_LE(seen.ranges, kLanes);
    EXPECT_EQ(seen.singles, 0u);
  }
  std::sort(seen.ids.begin(), seen.ids.end());
  ASSERT_EQ(seen.ids.size(), count);
  for (Id id = 0; id < count; ++id) ASSERT_EQ(seen.ids[id], id);
}

TEST(WideTreeQuery, Items_below_a_covered_lane_are_one_range_of_ids) {
  for (const WideBuild build : kWideBuilds) {
    for (const u32 count : {1u, 4u, 5u, 64u, 3001u}) {
      expect_one_range_a_lane<2>(build, count);
      expect_one_range_a_lane<3>(build, count);
    }
  }
}

template <class S>
std::vector<Id> found(S& index, const Aabb<S::kDim>& box) {
  Array<u32> out;
  IdSink sink{out};
  QueryCounters counters;
  EXPECT_TRUE(query(index, BoxQuery<S::kDim>(box), Filter::any(), counters, sink).ok());
  EXPECT_EQ(counters.results, out.size());
  std::vector<Id> ids(out.begin(), out.end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

template <int Dim>
void expect_no_ghosts(WideBuild build) {
  const Boxes<Dim> boxes = crowd<Dim>(500, 2);
  WideTree<Dim> tree = wide_tree_of(boxes, build);
  BruteForce<Dim> all;
  ASSERT_TRUE(all.build(boxes.data(), 500).ok());
  Random random(3);
  for (u32 round = 0; round < 200; ++round) {
    Id id = random.below(500);
    while (!all.items().has(id)) id = (id + 1) % 500;
    ASSERT_TRUE(tree.remove(id).ok() && all.remove(id).ok());
    ASSERT_EQ(found(tree, everything<Dim>()), found(all, everything<Dim>()));
    Aabb<Dim> part = boxes[id];
    for (int axis = 0; axis < Dim; ++axis) part.max[axis] += 6;
    ASSERT_EQ(found(tree, part), found(all, part)) << "round " << round;
  }
}

TEST(WideTreeQuery, Removed_items_are_not_in_ranges) {
  for (const WideBuild build : kWideBuilds) {
    expect_no_ghosts<2>(build);
    expect_no_ghosts<3>(build);
  }
}

// The query touches every box and covers none, so the number of open nodes exceeds the stack.
template <int Dim>
void expect_all_of_many_large(WideBuild build) {
  constexpr u32 kCount = 20000;
  Boxes<Dim> boxes = crowd<Dim>(kCount, 17);
  for (Aabb<Dim>& box : boxes) {
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] -= 1000;
      box.max[axis] += 1000;
    }
  }
  WideTree<Dim> tree = wide_tree_of(boxes, build);
  Array<u32> out;
  IdSink sink{out};
  QueryCounters counters;
  ASSERT_TRUE(query(tree, BoxQuery<Dim>::at({}), Filter::any(), counters, sink).ok());
  EXPECT_GE(counters.item_tests, kCount);
  std::sort(out.begin(), out.end());
  ASSERT_EQ(out.size(), kCount);
  for (Id id = 0; id < kCount; ++id) ASSERT_EQ(out[id], id);
}

TEST(WideTreeQuery, A_query_that_touches_every_node_finds_each_item_once) {
  for (const WideBuild build : kWideBuilds) {
    expect_all_of_many_large<2>(build);
    expect_all_of_many_large<3>(build);
  }
}

TEST(WideTreeQuery, A_limit_stops_within_a_range) {
  WideTree<3> tree = wide_tree_of(crowd<3>(1000, 4), WideBuild::kHilbert);
  for (const u32 limit : {1u, 2u, 3u, 250u, 999u, 1000u}) {
    u32 seen = 0;
    QueryCounters counters;
    const auto visit = [&](Id) { return ++seen < limit; };
    const BoxQuery<3> all(everything<3>());
    ASSERT_TRUE(query(tree, all, Filter::any(), counters, visit).ok());
    EXPECT_EQ(seen, limit);
    EXPECT_EQ(counters.results, limit);
  }
}

TEST(WideTreeQuery, Filters_apply_to_the_items_of_ranges) {
  WideTree<2> tree = wide_tree_of(crowd<2>(1000, 5), WideBuild::kHilbert);
  for (Id id = 0; id < 1000; id += 10) ASSERT_TRUE(tree.set_filter(id, {4, kNone}).ok());
  Array<u32> out;
  IdSink sink{out};
  QueryCounters counters;
  const BoxQuery<2> all(everything<2>());
  ASSERT_TRUE(query(tree, all, {kNone, 4}, counters, sink).ok());
  EXPECT_EQ(out.size(), 100u);
  for (const Id id : out) EXPECT_EQ(id % 10, 0u);
}

template <int Dim>
QueryCounters work_of_small_boxes(const WideTree<Dim>& tree, f32 side) {
  Random random(6);
  QueryCounters counters;
  for (u32 i = 0; i < 100; ++i) {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = random.between(0, side);
      box.max[axis] = box.min[axis] + 1;
    }
    EXPECT_TRUE(tree.traverse(BoxQuery<Dim>(box), counters, AnyItemVisitor{}).ok());
  }
  return counters;
}

TEST(WideTreeQuery, A_small_box_visits_few_of_many_nodes) {
  for (const WideBuild build : {WideBuild::kHilbert, WideBuild::kQuality}) {
    const WideTree<2> flat = wide_tree_of(crowd<2>(20000, 7), build);
    EXPECT_LT(work_of_small_boxes(flat, 200).node_visits / 100, 80u);
    const WideTree<3> solid = wide_tree_of(crowd<3>(20000, 7), build);
    EXPECT_LT(work_of_small_boxes(solid, 34).node_visits / 100, 160u);
  }
}

template <int Dim>
void expect_few_visits_in_order(WideBuild build) {
  WideTree<Dim> tree = wide_tree_of(crowd<Dim>(20000, 8), build);
  Array<KeyedId> nearest_ones;
  KeyedId best;
  QueryCounters near, along;
  const f32 side = std::pow(40000.0f, 1.0f / Dim);
  Random random(9);
  for (u32 i = 0; i < 100; ++i) {
    Point<Dim> point, direction;
    for (int axis = 0; axis < Dim; ++axis) {
      point[axis] = random.between(0, side);
      direction[axis] = random.between(-1, 1);
    }
    ASSERT_TRUE(nearest(tree, point, 8, HUGE_VALF, Filter::any(), near, nearest_ones).ok());
    ASSERT_EQ(nearest_ones.size(), 8u);
    const Ray<Dim> ray{point, direction, HUGE_VALF};
    ASSERT_TRUE(raycast(tree, ray, Filter::any(), along, best).ok());
  }
  EXPECT_LT(near.node_visits / 100, 200u);
  EXPECT_LT(near.item_tests / 100, 250u);
  EXPECT_LT(along.node_visits / 100, 200u);
}

TEST(WideTreeQuery, Nearest_items_and_closest_hits_need_few_visits) {
  expect_few_visits_in_order<2>(WideBuild::kHilbert);
  expect_few_visits_in_order<3>(WideBuild::kHilbert);
  expect_few_visits_in_order<3>(WideBuild::kQuality);
}

// The rounding errors of this squared distance add up, and the last bits of its float32 lower bound
// are zero. Raising the bound by 7 ulps would exceed the tolerance of the search radius.
TEST(WideTreeQuery, Nearest_finds_the_smallest_id_of_equal_distances_in_any_two_lanes) {
  const Point<3> point{{0.182301491f, 0.72279048f, -0.533532083f}};
  const Aabb<3> box{{0.685304344f, 0.732083142f, -0.513442099f}, {2, 2, 2}};
  Boxes<3> boxes(64, box);
  for (u32 id = 0; id < 64; ++id) boxes[id].max[0] += static_cast<f32>(64 - id);
  WideTree<3> tree = wide_tree_of(boxes, WideBuild::kQuality);
  QueryCounters counters;
  Array<KeyedId> best;
  for (Id second = 1; second < 64; ++second) {
    ASSERT_TRUE(tree.set_filter(second, {2, 0xFFFFFFFFu}).ok());
    for (Id first = 0; first < second; ++first) {
      ASSERT_TRUE(tree.set_filter(first, {2, 0xFFFFFFFFu}).ok());
      ASSERT_TRUE(nearest(tree, point, 1, HUGE_VALF, {0xFFFFFFFFu, 2}, counters, best).ok());
      ASSERT_EQ(best.size(), 1u);
      EXPECT_EQ(best[0].id, first) << "and " << second;
      ASSERT_TRUE(tree.set_filter(first, {1, 0xFFFFFFFFu}).ok());
    }
    ASSERT_TRUE(tree.set_filter(second, {1, 0xFFFFFFFFu}).ok());
  }
}

Frustum box_frustum(const Aabb<3>& box) {
  Frustum frustum{};
  for (int axis = 0; axis < 3; ++axis) {
    frustum.planes[2 * axis][axis] = 1;
    frustum.planes[2 * axis][3] = -box.min[axis];
    frustum.planes[2 * axis + 1][axis] = -1;
    frustum.planes[2 * axis + 1][3] = box.max[axis];
  }
  return frustum;
}

TEST(WideTreeQuery, A_frustum_accepts_ranges_below_nodes_that_no_plane_cuts) {
  for (const WideBuild build : kWideBuilds) {
    WideTree<3> tree = wide_tree_of(crowd<3>(3000, 16), build);
    ASSERT_TRUE(tree.remove(17).ok());
    ASSERT_TRUE(flush(tree).ok());
    const Aabb<3> box{{2, 2, 2}, {12, 12, 12}};
    Array<u32> out;
    IdSink sink{out};
    QueryCounters counters;
    const FrustumQuery inside(box_frustum(box));
    ASSERT_TRUE(query(tree, inside, Filter::any(), counters, sink).ok());
    std::vector<Id> ids(out.begin(), out.end());
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(ids, found(tree, box));
    EXPECT_LT(counters.item_tests, 2 * ids.size());
  }
}

}  // namespace
}  // namespace sapwood::test
