#include "sapwood/geometry/capsule_query.hpp"

#include <gtest/gtest.h>

#include "sapwood/geometry/cast_query.hpp"
#include "support/volume.hpp"
#include "unit/query_cases.hpp"

namespace sapwood::test {
namespace {

// Along x from 0 to 10: a box is touched when its nearest point is not farther than the radius.
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

TEST(CapsuleQuery, A_cast_touches_at_the_start_what_a_capsule_query_finds) {
  Random random(5);
  u32 hits = 0;
  for (u32 i = 0; i < volume(20000); ++i) {
    // in whole numbers, many capsules only touch
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

}  // namespace
}  // namespace sapwood::test
