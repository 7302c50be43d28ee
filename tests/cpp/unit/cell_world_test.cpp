// The region of space that is divided into cells. It excludes far items only if they are few.
#include <gtest/gtest.h>

#include <vector>

#include "sapwood/core/orthtree/grid.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

using Boxes = std::vector<Aabb<3>>;

constexpr f32 kFar = 1000;

Aabb<3> point_at(f32 x, f32 y, f32 z) { return {{x, y, z}, {x, y, z}}; }

Aabb<3> world_of(const Boxes& boxes) {
  return orthtree::WorldFinder<3>::find([&](auto&& visit) {
    for (const Aabb<3>& box : boxes) visit(box);
  });
}

Boxes crowd(u32 count, u32 far_each) {
  Random random(1);
  Boxes boxes;
  for (u32 i = 0; i < far_each; ++i) {
    for (const f32 at : {-kFar, kFar}) {
      boxes.push_back(point_at(at, 0, 0));
      boxes.push_back(point_at(0, at, 0));
      boxes.push_back(point_at(0, 0, at));
    }
  }
  while (boxes.size() < count) {
    boxes.push_back(point_at(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)));
  }
  return boxes;
}

TEST(WorldFinder, A_few_far_items_are_excluded) {
  const Aabb<3> world = world_of(crowd(200, 1));  // 3 %
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_GE(world.min[axis], -1);
    EXPECT_LE(world.max[axis], 1);
  }
}

TEST(WorldFinder, One_far_item_in_eleven_is_included) {
  const Aabb<3> world = world_of(crowd(200, 3));  // 9 %
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(world.min[axis], -kFar);
    EXPECT_EQ(world.max[axis], kFar);
  }
}

}  // namespace
}  // namespace sapwood::test
