/// @file Rays against boxes by the slab method (Kay and Kajiya, Ray tracing complex scenes, 1986).
///
/// Items: a ray crosses the plane of a face at t = (bound - origin) / direction, in double.
/// Quotients are correctly rounded, so equal crossings are computed as equal. Boxes are closed
/// sets: rays through corners and along faces hit. If the direction is 0 on an axis, the ray hits
/// only boxes with min <= origin <= max. The distance is t times the length of the direction.
///
/// Nodes: float32 with the reciprocal of the unit direction. Each crossing has a relative error
/// below 5 * 2^-24. The exit is increased by the factor 1 + 2^-20 and by 1e-37, so a node that
/// contains a hit is never pruned.
#pragma once

#include "sapwood/geometry/distance.hpp"

namespace sapwood {

/// Half line with a maximum distance.
template <int Dim>
struct Ray {
  Point<Dim> origin;
  Point<Dim> direction;  ///< Any finite length except 0.
  f32 max_distance;      ///< World units, >= 0, may be infinite.
};

/// Returns true if the origin is valid, the direction is finite and not 0, and the maximum distance
/// is not negative.
template <int Dim>
bool is_valid(const Ray<Dim>& ray) {
  bool moves = false;
  for (int axis = 0; axis < Dim; ++axis) {
    if (!std::isfinite(ray.direction[axis])) return false;
    moves |= ray.direction[axis] != 0.0f;
  }
  return moves && is_valid(ray.origin) && ray.max_distance >= 0.0f;
}

/// Query for all items along a ray. The maximum distance can shrink during the search.
template <int Dim>
class RayQuery {
 public:
  static constexpr int kDim = Dim;
  static constexpr f32 kMiss = HUGE_VALF;

  /// Creates a query. The ray must be valid.
  explicit RayQuery(const Ray<Dim>& ray) : origin_(ray.origin), direction_(ray.direction) {
    f64 squared = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      squared += static_cast<f64>(direction_[axis]) * static_cast<f64>(direction_[axis]);
    }
    length_ = std::sqrt(squared);
    for (int axis = 0; axis < Dim; ++axis) set_slab(axis);
    shrink(ray.max_distance);
  }

  const Point<Dim>& origin() const { return origin_; }
  const Point<Dim>& direction() const { return direction_; }
  /// Returns the current maximum distance; it may be infinite.
  f64 reach() const { return limit_; }

  bool may_touch(const Aabb<Dim>& node) const { return in_reach(lower_bound(node)); }
  static bool contains(const Aabb<Dim>&) { return false; }
  static u32 contains4(const AabbPacket<Dim>&) { return 0; }
  bool hits(const Aabb<Dim>& item) const {
    f64 distance;
    return measure(item, distance);
  }

  /// Returns a lower bound, in float32, of the distance to all items inside the node, or kMiss if
  /// the ray misses the node.
  [[gnu::always_inline]] f32 lower_bound(const Aabb<Dim>& node) const {
    f32 enter = 0.0f;
    f32 leave = padded_;
    for (int axis = 0; axis < Dim; ++axis) {
      if (slab_[axis] == Slab::kCrossed) {
        const f32 first = (node.min[axis] - origin_[axis]) * reciprocal_[axis];
        const f32 second = (node.max[axis] - origin_[axis]) * reciprocal_[axis];
        enter = simd::greater(simd::lesser(first, second), enter);
        leave = simd::lesser(simd::greater(second, first), leave);
      } else if (slab_[axis] == Slab::kParallel) {
        if (origin_[axis] < node.min[axis] || origin_[axis] > node.max[axis]) return kMiss;
      }
    }
    return enter <= leave * kWiden + kTiny ? enter : kMiss;
  }
  bool in_reach(f32 bound) const { return bound <= padded_; }

  u32 may_touch4(const AabbPacket<Dim>& packet) const {
    const Crossing crossing = cross(packet);
    return simd::bits(simd::le(crossing.enter, crossing.leave));
  }
  simd::F32x4 lower_bound4(const AabbPacket<Dim>& packet) const {
    const Crossing crossing = cross(packet);
    return simd::select(simd::le(crossing.enter, crossing.leave), crossing.enter,
                        simd::F32x4::splat(kMiss));
  }
  u32 in_reach4(simd::F32x4 bounds) const {
    return simd::bits(simd::le(bounds, simd::F32x4::splat(padded_)));
  }

  /// Computes the exact distance in world units. Returns false if the ray misses the item, or if
  /// the item is beyond the maximum distance.
  bool measure(const Aabb<Dim>& item, f64& distance) const {
    f64 enter = 0;
    f64 leave = HUGE_VAL;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 origin = origin_[axis];
      const f64 direction = direction_[axis];
      if (direction == 0) {
        if (origin_[axis] < item.min[axis] || origin_[axis] > item.max[axis]) return false;
        continue;
      }
      const f64 low = (static_cast<f64>(item.min[axis]) - origin) / direction;
      const f64 high = (static_cast<f64>(item.max[axis]) - origin) / direction;
      enter = simd::greater(simd::lesser(low, high), enter);
      leave = simd::lesser(simd::greater(high, low), leave);
    }
    distance = enter * length_;
    return enter <= leave && distance <= limit_;
  }
  /// Sets the maximum distance.
  void shrink(f64 distance) {
    limit_ = distance;
    padded_ = padded_limit(distance);
  }

 private:
  // Kind of an axis. An axis is kIgnored if the component of the direction is so small that its
  // reciprocal overflows float32. Nodes are not pruned by this axis.
  enum class Slab : u8 { kCrossed, kParallel, kIgnored };
  static constexpr f64 kSmallestUnit = 1e-30;
  static constexpr f32 kWiden = 1.0f + 0x1p-20f;
  static constexpr f32 kTiny = 1e-37f;

  void set_slab(int axis) {
    const f64 unit = static_cast<f64>(direction_[axis]) / length_;
    reciprocal_[axis] = 0.0f;
    f32 in_lanes = 0.0f;
    if (direction_[axis] == 0.0f) {
      slab_[axis] = Slab::kParallel;
      in_lanes = HUGE_VALF;
    } else if (std::fabs(unit) < kSmallestUnit) {
      slab_[axis] = Slab::kIgnored;
      in_lanes = std::numeric_limits<f32>::quiet_NaN();
    } else {
      slab_[axis] = Slab::kCrossed;
      in_lanes = reciprocal_[axis] = static_cast<f32>(1.0 / unit);
    }
    lanes_[axis] = {simd::F32x4::splat(origin_[axis]), simd::F32x4::splat(in_lanes)};
    near_row_[axis] = kLanes * (axis + (in_lanes < 0 ? Dim : 0));
    far_row_[axis] = kLanes * (axis + (in_lanes < 0 ? 0 : Dim));
  }

  // Parameters at which the ray enters and leaves four boxes. The ray intersects a box if enter <=
  // leave.
  struct Crossing {
    simd::F32x4 enter;
    simd::F32x4 leave;
  };
  // Handles all kinds of axes with one formula. The operations min and max return their second
  // operand, the running bound, if the first operand is NaN. kParallel: the reciprocal is infinite,
  // so a face is at -inf or +inf, or at NaN if the origin is in its plane. The slab is hit if min
  // <= origin <= max. kIgnored: both faces are at NaN. An empty box extends from +inf to -inf and
  // is entered at +inf.
  Crossing cross(const AabbPacket<Dim>& packet) const {
    using namespace simd;
    const f32* rows = reinterpret_cast<const f32*>(&packet);
    F32x4 enter = F32x4::zero();
    F32x4 leave = F32x4::splat(padded_);
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 near = F32x4::load_aligned(rows + near_row_[axis]);
      const F32x4 far = F32x4::load_aligned(rows + far_row_[axis]);
      enter = max(mul(sub(near, lanes_[axis].origin), lanes_[axis].reciprocal), enter);
      leave = min(mul(sub(far, lanes_[axis].origin), lanes_[axis].reciprocal), leave);
    }
    return {enter, add(mul(leave, F32x4::splat(kWiden)), F32x4::splat(kTiny))};
  }

  struct AxisInLanes {
    simd::F32x4 origin;
    simd::F32x4 reciprocal;
  };

  Point<Dim> origin_;
  Point<Dim> direction_;
  f32 reciprocal_[Dim];
  Slab slab_[Dim];
  AxisInLanes lanes_[Dim];
  u32 near_row_[Dim];  // offset in a packet, in floats, of the faces where the ray enters
  u32 far_row_[Dim];
  f64 length_;
  f64 limit_;
  f32 padded_;
};

}  // namespace sapwood
