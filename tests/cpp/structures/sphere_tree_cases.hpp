// Shared code of the tests of the sphere tree: boxes, frustums of cameras, culling in all orders.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "sapwood/structures/bvh/sphere_tree/sphere_tree.hpp"
#include "support/layouts.hpp"
#include "support/random.hpp"

namespace sapwood::test::sphere_cases {

template <int Dim>
using Boxes = std::vector<Aabb<Dim>>;
using Ids = std::vector<Id>;

inline constexpr u32 kNoLimit = kNone;

template <int Dim>
void build(SphereTree<Dim>& tree, const Boxes<Dim>& boxes) {
  ASSERT_TRUE(tree.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
}

template <class S>
void expect_sound(const S& tree) {
  Faults faults;
  tree.validate(faults);
  EXPECT_TRUE(faults.empty()) << (faults.empty() ? "" : faults.lines()[0]);
}

inline Boxes<3> row(u32 count) {
  Boxes<3> boxes;
  for (u32 i = 0; i < count; ++i) {
    const f32 x = 1.5f * static_cast<f32>(i);
    boxes.push_back({{x, 0, 0}, {x + 1, 1, 1}});
  }
  return boxes;
}

inline Boxes<3> cloud(u32 count, f32 half_edge, u64 seed) {
  Random random(seed);
  Boxes<3> boxes(count);
  for (Aabb<3>& box : boxes) {
    for (int axis = 0; axis < 3; ++axis) {
      box.min[axis] = random.between(-half_edge, half_edge);
      box.max[axis] = box.min[axis] + random.between(0.1f, 0.6f);
    }
  }
  return boxes;
}

inline Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

inline Frustum view_box(const Aabb<3>& box) {
  Frustum frustum{};
  for (int axis = 0; axis < 3; ++axis) {
    frustum.planes[2 * axis][axis] = 1;
    frustum.planes[2 * axis][3] = -box.min[axis];
    frustum.planes[2 * axis + 1][axis] = -1;
    frustum.planes[2 * axis + 1][3] = box.max[axis];
  }
  return frustum;
}
inline Frustum everything() { return view_box({{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 1e6f}}); }

// Returns the frustum of a camera at `eye` that looks at the origin. The angle of view is 90
// degrees; the near and far planes are at the distances 0.1 and `far`.
inline Frustum camera(const Point<3>& eye, f32 far) {
  f32 ahead[3], side[3], up[3];
  const f32 length = std::sqrt(eye[0] * eye[0] + eye[1] * eye[1] + eye[2] * eye[2]);
  for (int axis = 0; axis < 3; ++axis) ahead[axis] = -eye[axis] / length;
  const f32 flat = std::sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1]);
  side[0] = -ahead[1] / flat, side[1] = ahead[0] / flat, side[2] = 0;
  up[0] = -ahead[2] * side[1], up[1] = ahead[2] * side[0];
  up[2] = ahead[0] * side[1] - ahead[1] * side[0];
  Frustum frustum;
  const auto set = [&](int plane, const f32(&axis_of)[3], f32 weight, f32 forward, f32 offset) {
    f32 at_eye = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const f32 normal = weight * axis_of[axis] + forward * ahead[axis];
      frustum.planes[plane][axis] = normal;
      at_eye += normal * eye[axis];
    }
    frustum.planes[plane][3] = offset - at_eye;
  };
  set(0, side, 1, 1, 0), set(1, side, -1, 1, 0);
  set(2, up, 1, 1, 0), set(3, up, -1, 1, 0);
  set(4, ahead, 1, 0, -0.1f), set(5, ahead, -1, 0, far);
  return frustum;
}

struct Culled {
  Ids ids;
  QueryCounters counters;
};

inline Culled cull(SphereTree<3>& tree, const FrustumSearch& search,
                   const Filter& filter = Filter::any()) {
  Culled culled;
  Array<KeyedId> found;
  EXPECT_TRUE(query_frustum(tree, search, filter, culled.counters, found).ok());
  for (const KeyedId& entry : found) culled.ids.push_back(entry.id);
  return culled;
}

struct Reported {
  Ids ids;
  PlaneOrderReport report;
};

inline Reported report(SphereTree<3>& tree, const Frustum& frustum, const Point<3>& eye) {
  Reported reported;
  QueryCounters counters;
  const auto note = [&](Id id) {
    reported.ids.push_back(id);
    return true;
  };
  EXPECT_TRUE(query_by_planes(tree, FrustumQuery(frustum), eye, Filter::any(), counters, note,
                              &reported.report)
                  .ok());
  return reported;
}

inline u64 inversions_of(const Boxes<3>& boxes, const Ids& ids, const Point<3>& eye) {
  u64 found = 0;
  for (size_t i = 0; i < ids.size(); ++i) {
    for (size_t j = i + 1; j < ids.size(); ++j) {
      found += distance_squared(boxes[ids[i]], eye) > distance_squared(boxes[ids[j]], eye);
    }
  }
  return found;
}

inline std::vector<Point<3>> octants(f32 half_edge) {
  std::vector<Point<3>> eyes;
  for (u32 i = 0; i < 8; ++i) {
    eyes.push_back({{i & 4 ? half_edge : -half_edge, i & 2 ? half_edge : -half_edge,
                     i & 1 ? half_edge : -half_edge}});
  }
  return eyes;
}

}  // namespace sapwood::test::sphere_cases
