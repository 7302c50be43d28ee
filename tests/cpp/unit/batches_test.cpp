// A batch returns the results of its single queries, whether it sorts the queries or not.
#include "sapwood/core/batches.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sapwood/structures/reference/brute_force.hpp"
#include "support/allocations.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
Aabb<Dim> small_box(Random& random) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = random.between(-50, 50);
    box.max[axis] = box.min[axis] + random.unit();
  }
  return box;
}

template <int Dim>
struct Batch {
  BruteForce<Dim> index;
  std::vector<Aabb<Dim>> boxes;
  std::vector<Ray<Dim>> rays;
  std::vector<Point<Dim>> points;

  Batch(u32 items, u32 queries) {
    Random random(items + queries);
    std::vector<Aabb<Dim>> content;
    for (u32 i = 0; i < items; ++i) content.push_back(small_box<Dim>(random));
    EXPECT_TRUE(index.build(content.data(), items).ok());
    for (u32 i = 0; i < queries; ++i) {
      boxes.push_back(small_box<Dim>(random));
      Point<Dim> point, direction;
      for (int axis = 0; axis < Dim; ++axis) {
        point[axis] = random.between(-60, 60);
        direction[axis] = random.between(-1, 1);
      }
      points.push_back(point);
      rays.push_back({point, direction, random.between(0, 100)});
    }
  }
  u32 count() const { return static_cast<u32>(boxes.size()); }
};

// Numbers of items and queries. Only the last index has enough items for sorted queries.
constexpr u32 kSizes[][2] = {{0, 5}, {100, 0}, {100, 300}, {kMinSortedItems, 300}};

template <int Dim>
void expect_box_batch(u32 items, u32 queries) {
  Batch<Dim> batch(items, queries);
  BatchMemory memory;
  Array<u32> ids, offsets, alone;
  QueryCounters together, one_by_one;
  ASSERT_TRUE(
      query_boxes(batch.index, batch.boxes.data(), batch.count(), memory, ids, offsets, together)
          .ok());
  ASSERT_EQ(offsets.size(), queries + 1);
  IdSink sink{alone};
  for (u32 i = 0; i < queries; ++i) {
    ASSERT_EQ(offsets[i], alone.size()) << "query " << i;
    const BoxQuery<Dim> box_query(batch.boxes[i]);
    ASSERT_TRUE(query(batch.index, box_query, Filter::any(), one_by_one, sink).ok());
  }
  EXPECT_EQ(offsets[queries], alone.size());
  EXPECT_EQ((std::vector<u32>{ids.begin(), ids.end()}),
            (std::vector<u32>{alone.begin(), alone.end()}));
  EXPECT_EQ(together.results, one_by_one.results);
  EXPECT_EQ(together.item_tests, one_by_one.item_tests);
}

TEST(Batches, Boxes_have_the_results_of_single_queries_in_the_order_of_the_caller) {
  for (const auto& [items, queries] : kSizes) {
    expect_box_batch<2>(items, queries);
    expect_box_batch<3>(items, queries);
  }
}

template <int Dim>
void expect_ray_batch(u32 items, u32 queries) {
  Batch<Dim> batch(items, queries);
  BatchMemory memory;
  Array<u32> ids;
  Array<f32> distances;
  QueryCounters counters;
  ASSERT_TRUE(
      raycasts(batch.index, batch.rays.data(), batch.count(), memory, ids, distances, counters)
          .ok());
  ASSERT_EQ(ids.size(), queries);
  const u64 results = counters.results;
  u64 hits = 0;
  for (u32 i = 0; i < queries; ++i) {
    KeyedId best;
    ASSERT_TRUE(raycast(batch.index, batch.rays[i], Filter::any(), counters, best).ok());
    ASSERT_EQ(ids[i], best.id) << "ray " << i;
    ASSERT_EQ(distances[i], static_cast<f32>(best.key)) << "ray " << i;
    hits += best.id == kNone ? 0 : 1;
  }
  EXPECT_TRUE(items < 1000 || hits > 10);
  EXPECT_EQ(results, hits);
}

TEST(Batches, Rays_have_the_results_of_single_queries_in_the_order_of_the_caller) {
  for (const auto& [items, queries] : kSizes) {
    expect_ray_batch<2>(items, queries);
    expect_ray_batch<3>(items, queries);
  }
}

template <int Dim>
void expect_nearest_batch(u32 items, u32 queries, u32 k) {
  Batch<Dim> batch(items, queries);
  BatchMemory memory;
  Array<u32> ids;
  Array<f32> distances;
  QueryCounters counters;
  ASSERT_TRUE(nearest_many(batch.index, batch.points.data(), batch.count(), k, memory, ids,
                           distances, counters)
                  .ok());
  ASSERT_EQ(ids.size(), size_t{queries} * k);
  EXPECT_EQ(counters.results, u64{queries} * (k < items ? k : items));
  Array<KeyedId> alone;
  for (u32 i = 0; i < queries; ++i) {
    ASSERT_TRUE(
        nearest(batch.index, batch.points[i], k, HUGE_VALF, Filter::any(), counters, alone).ok());
    for (u32 j = 0; j < k; ++j) {
      const bool there = j < alone.size();
      ASSERT_EQ(ids[i * k + j], there ? alone[j].id : kNone) << "point " << i;
      ASSERT_EQ(distances[i * k + j], there ? static_cast<f32>(alone[j].key) : HUGE_VALF);
    }
  }
}

TEST(Batches, Points_have_padded_nearest_items_in_the_order_of_the_caller) {
  for (const auto& [items, queries] : kSizes) {
    expect_nearest_batch<2>(items, queries, 3);
    expect_nearest_batch<3>(items, queries, 3);
  }
  expect_nearest_batch<2>(2, 5, 4);
  expect_nearest_batch<2>(2, 5, 0);
}

TEST(Batches, Run_unsorted_if_memory_for_the_order_cannot_be_allocated) {
  Batch<2> batch(kMinSortedItems, 300);
  BatchMemory memory;
  Array<u32> ids;
  Array<f32> distances;
  ASSERT_TRUE(ids.reserve(300) && distances.reserve(300));
  QueryCounters counters;
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_TRUE(raycasts(batch.index, batch.rays.data(), 300, memory, ids, distances, counters).ok());
  EXPECT_TRUE(memory.order.empty());
}

TEST(Batches, Allocate_nothing_when_repeated) {
  Batch<3> batch(kMinSortedItems, 300);
  BatchMemory memory;
  Array<u32> ids, offsets;
  QueryCounters counters;
  const auto query_all = [&] {
    ids.clear();
    offsets.clear();
    return query_boxes(batch.index, batch.boxes.data(), 300, memory, ids, offsets, counters);
  };
  ASSERT_TRUE(query_all().ok());
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_TRUE(query_all().ok());
  EXPECT_FALSE(failing.triggered());
}

// On a lattice of 9 x 9 points, all keys of a quarter precede the keys of the next quarter.
TEST(MortonKeys, Sort_points_quarter_by_quarter) {
  const MortonKeys<2> key_of(Aabb<2>{{0, 0}, {8, 8}});
  const auto key = [&](f32 x, f32 y) { return key_of(Point<2>{{x, y}}); };
  EXPECT_EQ(key(0, 0), 0u);
  EXPECT_LT(key(3, 3), key(4, 0));
  EXPECT_LT(key(7, 3), key(0, 4));
  EXPECT_LT(key(3, 7), key(4, 4));
  EXPECT_EQ(key(8, 8), (1u << 22) - 1);
  const MortonKeys<3> flat(Aabb<3>{{0, 5, 0}, {8, 5, 8}});
  EXPECT_EQ(flat(Point<3>{{8, 5, 8}}), 0b101101101101101101101u);
}

}  // namespace
}  // namespace sapwood::test
