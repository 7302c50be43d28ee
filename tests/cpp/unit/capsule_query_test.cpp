#include "sapwood/geometry/capsule_query.hpp"

#include <gtest/gtest.h>

#include "sapwood/geometry/cast_query.hpp"
#include "support/volume.hpp"
#include "unit/query_cases.hpp"

namespace sapwood::test {
namespace {

TEST(CapsuleQuery, Is_closed) {
  const CapsuleQuery<2> capsule({{{0, 0}}, {{10, 0}}}, 1);
  EXPECT_TRUE(capsule.hits({{4, 1}, {5, 2}}));
  EXPECT_FALSE(capsule.hits({{4, 1.0000001f}, {5, 2}}));
  EXPECT_TRUE(capsule.hits({{11, 0}, {12, 2}}));
  EXPECT_FALSE(capsule.hits({{11.000001f, 0}, {12, 2}}));
  const CapsuleQuery<3> ends({{{0, 0, 0}}, {{10, 0, 0}}}, 7);
  EXPECT_TRUE(ends.hits({{12, 3, 6}, {20, 20, 20}}));
  EXPECT_FALSE(ends.hits({{12, 3.000001f, 6}, {20, 20, 20}}));
}

TEST(CapsuleQuery, A_cast_touches_the_results_of_a_capsule_query_at_the_start) {
  Random random(5);
  u32 hits = 0;
  for (u32 i = 0; i < volume(20000); ++i) {
    // every second round uses integer coordinates, so that many capsules touch a box exactly
    const Neighborhood place(random);
    const bool is_whole = i % 2 == 0;
    const auto number = [&] { return static_cast<f32>(random.below(9)); };
    Aabb<3> item = place.box<3>(random);
    Segment<3> segment{place.point<3>(random), place.point<3>(random)};
    for (int axis = 0; is_whole && axis < 3; ++axis) {
      segment.a[axis] = number();
      segment.b[axis] = number();
      item.min[axis] = number();
      item.max[axis] = item.min[axis] + number();
    }
    const f32 radius = is_whole ? static_cast<f32>(random.below(4)) : place.size * random.unit();
    const bool hit = CapsuleQuery<3>(segment, radius).hits(item);
    hits += hit ? 1 : 0;
    f64 time = -1;
    const CastQuery<3> still(segment.a, segment.b, radius, {});
    ASSERT_EQ(still.measure(item, time), hit);
    const CastQuery<3> moving(segment.a, segment.b, radius, {{1, -2, 3}});
    const bool touched = moving.measure(item, time);
    if (hit) {
      ASSERT_TRUE(touched);
      ASSERT_EQ(time, 0);
    }
  }
  EXPECT_GT(hits, 100u);
}

template <int Dim>
void compare_with_distance() {
  Random random(11);
  u32 hits = 0, rejected = 0, kept = 0;
  for (u32 i = 0; i < volume(100000); ++i) {
    const Neighborhood place(random);
    const Segment<Dim> segment{place.point<Dim>(random), place.point<Dim>(random)};
    const f32 radius = random.one_in(4) ? 0.0f : 0.3f * place.size * random.unit();
    const Aabb<Dim> box = place.box<Dim>(random);
    const Aabb<Dim> other = place.box<Dim>(random);
    const CapsuleQuery<Dim> query(segment, radius);
    const u32 lanes = query.may_touch4(packet_of(box, other));
    ASSERT_EQ(lanes & 4u, 0u);
    for (const u32 lane : {0u, 1u}) {
      const Aabb<Dim>& item = lane == 0 ? box : other;
      const f64 wide = radius;
      const bool is_near = SegmentDistance<Dim>(segment, item).squared() <= wide * wide;
      const bool hit = touches(segment, item) || (radius > 0 && is_near);
      const bool may = (lanes >> lane & 1u) != 0;
      ASSERT_EQ(query.hits(item), hit);
      if (hit) {
        ASSERT_TRUE(may);
        ASSERT_TRUE(query.may_touch(item));
      }
      hits += hit ? 1 : 0;
      rejected += may ? 0 : 1;
      kept += may && !hit ? 1 : 0;
    }
  }
  EXPECT_GT(hits, 10000u);
  EXPECT_GT(rejected, 3 * kept);
}

TEST(CapsuleQuery, Rejects_only_boxes_that_are_farther_than_the_radius) {
  compare_with_distance<2>();
  compare_with_distance<3>();
}

}  // namespace
}  // namespace sapwood::test
