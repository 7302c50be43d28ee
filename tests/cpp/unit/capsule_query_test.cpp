#include "sapwood/geometry/capsule_query.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sapwood::test
