// Frustum culling: six planes, inside is normal . p + constant >= 0 (the orientation of three.js).
//
// A box passes unless some plane has all of it outside, tested at the corner farthest along the
// plane's normal (Greene, 1994). That is the usual conservative test: a box near an edge of the
// frustum may pass although it does not touch it. Evaluated in double with the same order of
// operations for nodes and items; rounding is monotone, so a node passes whenever an item inside
// does, and results are those of testing every item.
#pragma once

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

class FrustumQuery {
 public:
  static constexpr int kDim = 3;

  explicit FrustumQuery(const Frustum& frustum) : frustum_(frustum) {}

  bool may_touch(const Aabb<3>& box) const {
    for (const auto& plane : frustum_.planes) {
      f64 sum = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const f64 normal = plane[axis];
        sum += normal * static_cast<f64>(normal >= 0 ? box.max[axis] : box.min[axis]);
      }
      if (sum + static_cast<f64>(plane[3]) < 0) return false;
    }
    return true;
  }
  bool hits(const Aabb<3>& item) const { return may_touch(item); }

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
  Frustum frustum_;
};

}  // namespace sapwood
