// Frustum culling: six planes, inside is normal . p + constant >= 0 (the orientation of three.js).
//
// A box passes unless some plane has all of it outside, tested at the corner farthest along the
// plane's normal (Greene, 1994). That is the usual conservative test: a box near an edge of the
// frustum may pass although it does not touch it. Evaluated in double with the same order of
// operations for nodes and items; rounding is monotone, so a node passes whenever an item inside
// does, and results are those of testing every item.
#pragma once

#include <bit>

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

struct Frustum {
  f32 planes[6][4];  // normal x y z, constant
};

inline bool is_valid(const Frustum& frustum) {
  for (const auto& plane : frustum.planes) {
    for (const f32 value : plane) {
      if (!std::isfinite(value)) return false;
    }
  }
  return true;
}

// What a node is to a frustum. Bit i of `planes` is set while plane i still cuts the node: below it
// the others need no test. None left means that everything inside is visible.
struct FrustumTest {
  bool outside;
  u32 planes;
};

class FrustumQuery {
 public:
  static constexpr int kDim = 3;
  static constexpr u32 kPlanes = 6;
  static constexpr u32 kAllPlanes = (1u << kPlanes) - 1;

  explicit FrustumQuery(const Frustum& frustum) : frustum_(frustum) {}

  const Frustum& frustum() const { return frustum_; }

  bool may_touch(const Aabb<3>& box) const {
    for (const auto& plane : frustum_.planes) {
      if (farthest_along(plane, box) < 0) return false;
    }
    return true;
  }
  bool hits(const Aabb<3>& item) const { return may_touch(item); }
  bool covers(const Aabb<3>& node) const {
    for (const auto& plane : frustum_.planes) {
      if (!(nearest_along(plane, node) >= 0)) return false;
    }
    return true;
  }

  // Tests only the planes of the mask, those that the parent of the node was not inside of.
  FrustumTest test(const Aabb<3>& node, u32 planes) const {
    u32 cutting = 0;
    for (u32 left = planes; left != 0; left &= left - 1) {
      const u32 i = static_cast<u32>(std::countr_zero(left));
      if (farthest_along(frustum_.planes[i], node) < 0) return {true, planes};
      if (!(nearest_along(frustum_.planes[i], node) >= 0)) cutting |= 1u << i;
    }
    return {false, cutting};
  }

  // Four boxes in turn: the exact test needs double, and culling is bound by its output.
  u32 may_touch4(const AabbPacket<3>& packet) const {
    u32 found = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const Aabb<3> box = packet.get(lane);
      if (box.min[0] <= box.max[0] && may_touch(box)) found |= 1u << lane;
    }
    return found;
  }

 private:
  // Signed distances, in lengths of the normal, of the corner farthest along a plane's normal and
  // of the corner farthest against it. Rounding is monotone: a box inside another one has the
  // smaller first and the larger second value.
  static f64 farthest_along(const f32 (&plane)[4], const Aabb<3>& box) {
    f64 sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const f64 normal = plane[axis];
      sum += normal * static_cast<f64>(normal >= 0 ? box.max[axis] : box.min[axis]);
    }
    return sum + static_cast<f64>(plane[3]);
  }
  static f64 nearest_along(const f32 (&plane)[4], const Aabb<3>& box) {
    f64 sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const f64 normal = plane[axis];
      sum += normal * static_cast<f64>(normal >= 0 ? box.min[axis] : box.max[axis]);
    }
    return sum + static_cast<f64>(plane[3]);
  }

  Frustum frustum_;
};

}  // namespace sapwood
