// Tests that the k nearest items do not depend on whether items are offered one by one or in SIMD
// packets.
#include "sapwood/core/nearest_items.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/layouts.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

TEST(LeastBounds, Keep_the_least_numbers_and_return_the_largest_of_them) {
  Random random(1);
  for (u32 count = 1; count <= LeastBounds::kMax; ++count) {
    LeastBounds least(count);
    std::vector<f32> all;
    for (u32 i = 0; i < 40; ++i) {
      f32 four[kLanes];
      for (f32& number : four) number = random.one_in(9) ? HUGE_VALF : random.between(0, 9);
      const bool alone = random.one_in(3);
      if (alone) {
        least.add(four[0]);
      } else {
        least.add(simd::F32x4::load(four));
      }
      all.insert(all.end(), four, four + (alone ? 1 : kLanes));
      std::sort(all.begin(), all.end());
      ASSERT_EQ(least.last(), all.size() < count ? HUGE_VALF : all[count - 1]) << "of " << count;
    }
  }
}

struct Leaf {
  AabbPacket<2> boxes = empty_packet<2>();
  Id ids[kLanes] = {kNone, kNone, kNone, kNone};
};

// Returns all items in random order, in SIMD packets. Some packets have an unused lane.
std::vector<Leaf> leaves_of(const std::vector<Aabb<2>>& boxes, Random& random) {
  std::vector<Id> ids(boxes.size());
  for (Id id = 0; id < ids.size(); ++id) ids[id] = id;
  for (u32 i = static_cast<u32>(ids.size()); i > 1; --i)
    std::swap(ids[i - 1], ids[random.below(i)]);
  std::vector<Leaf> leaves;
  for (size_t i = 0; i < ids.size();) {
    leaves.emplace_back();
    for (u32 lane = random.below(2); lane < kLanes && i < ids.size(); ++lane, ++i) {
      leaves.back().boxes.set(lane, boxes[ids[i]]);
      leaves.back().ids[lane] = ids[i];
    }
  }
  return leaves;
}

std::vector<KeyedId> expected(const std::vector<Aabb<2>>& boxes, const Point<2>& point, u32 k,
                              f64 reach) {
  std::vector<KeyedId> all;
  for (Id id = 0; id < boxes.size(); ++id) {
    const f64 key = distance_squared(boxes[id], point);
    if (key <= reach * reach) all.push_back({key, id});
  }
  std::sort(all.begin(), all.end());
  all.resize(std::min<size_t>(all.size(), k));
  return all;
}

// Returns the k nearest items. Every third packet is offered item by item.
std::vector<KeyedId> kept(const ItemStore<2>& items, const std::vector<Leaf>& leaves,
                          const Point<2>& point, u32 k, f64 reach) {
  Array<KeyedId> storage;
  EXPECT_TRUE(KSmallest::prepare(storage, k));
  KSmallest best(storage, k);
  DistanceQuery<2> query(point, reach);
  const Filter any = Filter::any();
  NearestItems<2> visit(items, any, query, best);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const simd::F32x4 bounds = query.lower_bound4(leaves[i].boxes);
    u32 lanes = query.in_reach4(bounds);
    if (i % 3 != 0) {
      EXPECT_TRUE(visit.passed_bounds(query, leaves[i].ids, leaves[i].boxes, bounds, lanes));
      continue;
    }
    for (; lanes != 0; lanes &= lanes - 1)
      EXPECT_TRUE(visit.test(leaves[i].ids[std::countr_zero(lanes)]));
  }
  visit.finish();
  best.finish();
  return {storage.begin(), storage.end()};
}

TEST(NearestItems, Equal_a_sort_by_exact_distance_with_ties_by_id) {
  Random random(2);
  for (const Layout layout : kAllLayouts) {
    const std::vector<Aabb<2>> boxes = arrange<2>(layout, 300, 7);
    ItemStore<2> items;
    ASSERT_TRUE(items.reserve(300));
    items.assign(boxes.data(), 300);
    for (const u32 k : {1u, 2u, 4u, 5u, 8u, 15u, 16u, 17u, 40u}) {
      const std::vector<Leaf> leaves = leaves_of(boxes, random);
      const Aabb<2>& there = boxes[random.below(300)];
      const Point<2> point{{there.min[0], there.max[1]}};
      const f64 reach = random.one_in(3) ? f64{boxes[0].extent(0)} * 4 : HUGE_VAL;
      const auto reference = expected(boxes, point, k, reach);
      const auto found = kept(items, leaves, point, k, reach);
      ASSERT_EQ(found.size(), reference.size()) << name_of(layout) << ", k " << k;
      for (size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].id, reference[i].id) << name_of(layout) << ", k " << k;
        ASSERT_EQ(found[i].key, reference[i].key) << name_of(layout) << ", k " << k;
      }
    }
  }
}

}  // namespace
}  // namespace sapwood::test
