/// @file Frustum culling with six planes. A point p is inside a plane if normal . p + constant is
/// not negative. This is the orientation of planes in three.js.
///
/// A box passes unless it is completely outside of one plane. The test uses the corner that is
/// farthest along the normal of the plane (Greene, 1994). This is the usual conservative test: a
/// box near an edge of the frustum can pass without touching the frustum. Nodes and items are
/// tested with the same arithmetic, so the results are the same as if every item were tested.
#pragma once

#include <bit>

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/geometry/aabb_packet.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood {

// Returns the signed distance of the corner of a box that is farthest along the normal of a plane.
// The unit is the length of the normal. A plane is the Dim numbers of its normal, then the
// constant.
//
// The distance is computed in double with the same order of operations for every box. Rounding is
// monotone, so a box inside another box has a farthest_along() that is not larger and a
// nearest_along() that is not smaller.
template <int Dim>
f64 farthest_along(const f32* plane, const Aabb<Dim>& box) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 normal = plane[axis];
    sum += normal * static_cast<f64>(normal >= 0 ? box.max[axis] : box.min[axis]);
  }
  return sum + static_cast<f64>(plane[Dim]);
}

// Returns the signed distance of the corner that is farthest in the opposite direction of the
// normal.
template <int Dim>
f64 nearest_along(const f32* plane, const Aabb<Dim>& box) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 normal = plane[axis];
    sum += normal * static_cast<f64>(normal >= 0 ? box.min[axis] : box.max[axis]);
  }
  return sum + static_cast<f64>(plane[Dim]);
}

/// Six planes of a view frustum.
struct Frustum {
  f32 planes[6][4];  ///< Normal x y z, constant.
};

/// Returns true if all numbers are finite.
inline bool is_valid(const Frustum& frustum) {
  for (const auto& plane : frustum.planes) {
    for (const f32 value : plane) {
      if (!std::isfinite(value)) return false;
    }
  }
  return true;
}

/// Relation of a node to a frustum. Bit i of `planes` is set if plane i cuts the node. Descendants
/// do not have to be tested against the other planes. If no bit is set, everything inside the node
/// is visible.
struct FrustumTest {
  bool outside;
  u32 planes;
};

/// Relation of four boxes to a frustum: the lanes whose boxes are not outside, and the planes that
/// cut each of these boxes.
struct PacketCut {
  u32 visible = 0;
  u32 planes[kLanes] = {};
};

/// Query for all items in a frustum.
class FrustumQuery {
 public:
  static constexpr int kDim = 3;
  static constexpr bool kTestsExactly = true;
  static constexpr u32 kPlanes = 6;
  static constexpr u32 kAllPlanes = (1u << kPlanes) - 1;

  /// Creates a query. The frustum must be valid.
  explicit FrustumQuery(const Frustum& frustum) : frustum_(frustum) {}

  const Frustum& frustum() const { return frustum_; }

  bool may_touch(const Aabb<3>& box) const {
    for (const auto& plane : frustum_.planes) {
      if (farthest_along(plane, box) < 0) return false;
    }
    return true;
  }
  bool hits(const Aabb<3>& item) const { return may_touch(item); }
  bool contains(const Aabb<3>& node) const {
    for (const auto& plane : frustum_.planes) {
      if (!(nearest_along(plane, node) >= 0)) return false;
    }
    return true;
  }

  /// Tests a node against the planes in the mask `planes`: the planes that cut its parent.
  FrustumTest test(const Aabb<3>& node, u32 planes) const {
    return test(node, planes, [] {});
  }
  /// Like the function above, and calls `tally` for each plane that is tested.
  template <class Tally>
  FrustumTest test(const Aabb<3>& node, u32 planes, Tally&& tally) const {
    u32 cutting = 0;
    for (u32 left = planes; left != 0; left &= left - 1) {
      const u32 i = static_cast<u32>(std::countr_zero(left));
      tally();
      if (farthest_along(frustum_.planes[i], node) < 0) return {true, planes};
      if (!(nearest_along(frustum_.planes[i], node) >= 0)) cutting |= 1u << i;
    }
    return {false, cutting};
  }

  /// Tests four boxes with the same results as four single tests. Most boxes are tested in float32
  /// with an error margin. Boxes within the margin are tested in double. Unused lanes are not
  /// visible.
  u32 may_touch4(const AabbPacket<3>& packet) const {
    u32 visible = used_lanes(packet);
    for (u32 i = 0; i < kPlanes && visible != 0; ++i) {
      visible &= ~outside(i, packet, measure(i, packet), visible);
    }
    return visible;
  }
  PacketCut test4(const AabbPacket<3>& packet, u32 planes) const {
    return test4(packet, planes, [] {});
  }
  template <class Tally>
  PacketCut test4(const AabbPacket<3>& packet, u32 planes, Tally&& tally) const {
    PacketCut cut;
    cut.visible = used_lanes(packet);
    for (u32 left = planes; left != 0 && cut.visible != 0; left &= left - 1) {
      const u32 i = static_cast<u32>(std::countr_zero(left));
      tally();
      const Measured measured = measure(i, packet);
      cut.visible &= ~outside(i, packet, measured, cut.visible);
      const u32 cutting = cut.visible & ~inside(i, packet, measured, cut.visible);
      for (u32 lane = 0; lane < kLanes; ++lane) cut.planes[lane] |= (cutting >> lane & 1) << i;
    }
    return cut;
  }

 private:
  // farthest_along() and nearest_along() of four boxes in float32, with an error bound.
  struct Measured {
    simd::F32x4 farthest;
    simd::F32x4 nearest;
    simd::F32x4 slack;
  };
  // Three products and three sums have an error below 4 * 2^-24 of the sum of the magnitudes, plus
  // underflow. If a value overflows, the slack overflows too. Then no comparison is true, and the
  // boxes are tested in double.
  Measured measure(u32 plane, const AabbPacket<3>& packet) const {
    using namespace simd;
    constexpr f32 kRelative = 0x1p-21f;
    constexpr f32 kTiny = 1e-37f;
    const f32(&numbers)[4] = frustum_.planes[plane];
    F32x4 farthest = F32x4::splat(numbers[3]);
    F32x4 nearest = farthest;
    F32x4 sum = abs(farthest);
    for (int axis = 0; axis < 3; ++axis) {
      const F32x4 normal = F32x4::splat(numbers[axis]);
      const F32x4 low = mul(normal, F32x4::load_aligned(packet.min[axis]));
      const F32x4 high = mul(normal, F32x4::load_aligned(packet.max[axis]));
      farthest = add(farthest, numbers[axis] >= 0 ? high : low);
      nearest = add(nearest, numbers[axis] >= 0 ? low : high);
      sum = add(sum, max(abs(low), abs(high)));
    }
    return {farthest, nearest, add(mul(sum, F32x4::splat(kRelative)), F32x4::splat(kTiny))};
  }
  /// Returns the lanes whose boxes are completely outside of a plane.
  u32 outside(u32 plane, const AabbPacket<3>& packet, const Measured& measured, u32 lanes) const {
    u32 found = simd::bits(simd::lt(measured.farthest, simd::neg(measured.slack))) & lanes;
    u32 doubtful = lanes & ~found & ~simd::bits(simd::gt(measured.farthest, measured.slack));
    for (; doubtful != 0; doubtful &= doubtful - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(doubtful));
      if (farthest_along(frustum_.planes[plane], packet.get(lane)) < 0) found |= 1u << lane;
    }
    return found;
  }
  u32 inside(u32 plane, const AabbPacket<3>& packet, const Measured& measured, u32 lanes) const {
    u32 found = simd::bits(simd::gt(measured.nearest, measured.slack)) & lanes;
    u32 doubtful =
        lanes & ~found & ~simd::bits(simd::lt(measured.nearest, simd::neg(measured.slack)));
    for (; doubtful != 0; doubtful &= doubtful - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(doubtful));
      if (nearest_along(frustum_.planes[plane], packet.get(lane)) >= 0) found |= 1u << lane;
    }
    return found;
  }

  Frustum frustum_;
};

/// Query for all items in a convex volume.
template <int Dim>
class ConvexQuery final : public VolumeQuery<Dim> {
 public:
  static constexpr u32 kNumbers = Dim + 1;  ///< Numbers of a plane: normal, constant.

  /// Creates a query. `planes` contains `count` planes and must stay valid. Without planes, every
  /// item is a hit.
  ConvexQuery(const f32* planes, u32 count)
      : VolumeQuery<Dim>(/*touches_parts=*/false),
        planes_(planes),
        end_(planes + count * kNumbers) {}

  bool may_touch(const Aabb<Dim>& node) const override {
    for (const f32* plane = planes_; plane != end_; plane += kNumbers) {
      if (farthest_along(plane, node) < 0) return false;
    }
    return true;
  }
  u32 may_touch4(const AabbPacket<Dim>& packet) const override {
    return this->touched_lanes(packet, used_lanes(packet));
  }
  bool hits(const Aabb<Dim>& item) const override { return may_touch(item); }
  bool contains(const Aabb<Dim>& node) const override {
    for (const f32* plane = planes_; plane != end_; plane += kNumbers) {
      if (!(nearest_along(plane, node) >= 0)) return false;
    }
    return true;
  }

 private:
  const f32* const planes_;
  const f32* const end_;
};

}  // namespace sapwood
