#include "sapwood/geometry/cast_query.hpp"

#include <gtest/gtest.h>

namespace sapwood::test {

namespace {

constexpr Aabb<2> kUnit{{0, 0}, {1, 1}};

f64 time_of(const CastQuery<2>& query, const Aabb<2>& item) {
  f64 time = -1;
  const bool touched = query.measure(item, time);
  EXPECT_EQ(query.hits(item), touched);
  if (touched) EXPECT_TRUE(query.may_touch(item));
  return touched ? time : -1;
}

}  // namespace

TEST(CastQuery, A_box_touches_when_its_face_arrives) {
  const CastQuery<2> right(kUnit, {{8, 0}});
  EXPECT_EQ(time_of(right, {{3, 0.5f}, {4, 2}}), 0.25);
  EXPECT_EQ(time_of(right, {{9, 1}, {10, 2}}), 1);      // the boxes touch in a corner
  EXPECT_EQ(time_of(right, {{9.5f, 0}, {10, 1}}), -1);  // beyond the path
  EXPECT_EQ(time_of(right, {{3, 1.5f}, {4, 2}}), -1);   // next to the path
  EXPECT_EQ(time_of(right, {{-3, 0}, {-2, 1}}), -1);    // behind
  EXPECT_EQ(time_of(right, {{-1, -1}, {0, 0}}), 0);     // touches at the start
  EXPECT_EQ(time_of(CastQuery<2>(kUnit, {{0, 0}}), {{1, 1}, {2, 2}}), 0);
}

TEST(CastQuery, A_ball_passes_a_corner_that_a_box_touches) {
  const Aabb<2> item{{4, 1}, {6, 3}};
  const CastQuery<2> below({{0, 0}}, 1, {{8, 0}});
  EXPECT_DOUBLE_EQ(time_of(below, item), 0.5);  // touches the corner from below
  // a moving box would touch the item at time 0.25, but the ball passes the corner of the item
  const CastQuery<2> past({{0, 0}}, 1, {{4, -2}});
  EXPECT_EQ(time_of(past, {{2, 0.25f}, {3, 1}}), -1);
  EXPECT_GE(time_of(CastQuery<2>({{-1, -1}, {1, 1}}, {{4, -2}}), {{2, 0.25f}, {3, 1}}), 0);
  EXPECT_EQ(time_of(CastQuery<2>({{3.5f, 2}}, 1, {{0, 0}}), item), 0);
}

TEST(CastQuery, Touches_later_than_the_limit_are_not_reported) {
  CastQuery<2> query(kUnit, {{8, 0}});
  const Aabb<2> item{{3, 0}, {4, 1}};
  query.shrink(0.25);
  EXPECT_EQ(time_of(query, item), 0.25);
  query.shrink(0.2);
  EXPECT_EQ(time_of(query, item), -1);
  EXPECT_FALSE(query.may_touch(item));
}

}  // namespace sapwood::test
