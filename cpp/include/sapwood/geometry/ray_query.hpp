// Rays against boxes by the slab method (Kay and Kajiya, Ray tracing complex scenes, 1986).
//
// Items: per axis t = (bound - origin) / direction in double. A correctly rounded quotient keeps
// equal crossings equal, so rays through corners and along faces hit (closed sets). An axis with
// direction 0 asks for min <= origin <= max. The distance is t times the length of the direction.
// Nodes: float32 with the reciprocal of the unit direction. Each crossing carries a relative error
// below 5 * 2^-24; the exit is widened by 2^-20 and 1e-37, so no node that holds a hit is pruned.
#pragma once

#include "sapwood/geometry/distance.hpp"

namespace sapwood {

template <int Dim>
struct Ray {
  Point<Dim> origin;
  Point<Dim> direction;  // any finite length but 0
  f32 max_distance;      // world units, >= 0, may be infinite
};

template <int Dim>
bool is_valid(const Ray<Dim>& ray) {
  bool moves = false;
  for (int axis = 0; axis < Dim; ++axis) {
    if (!std::isfinite(ray.direction[axis])) return false;
    moves |= ray.direction[axis] != 0.0f;
  }
  return moves && is_valid(ray.origin) && ray.max_distance >= 0.0f;
}

// Everything that the ray meets within its reach; the reach may shrink while the search runs.
template <int Dim>
class RayQuery {
 public:
  static constexpr int kDim = Dim;
  static constexpr f32 kMiss = HUGE_VALF;

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
  // Distance beyond which nothing is wanted; may be infinite.
  f64 reach() const { return limit_; }

  bool may_touch(const Aabb<Dim>& node) const { return in_reach(lower_bound(node)); }
  bool hits(const Aabb<Dim>& item) const {
    f64 distance;
    return measure(item, distance);
  }

  // Float32 bound of the distance to everything inside the node, kMiss when the ray passes by.
  f32 lower_bound(const Aabb<Dim>& node) const {
    f32 enter = 0.0f;
    f32 leave = padded_;
    for (int axis = 0; axis < Dim; ++axis) {
      if (slab_[axis] == Slab::kCrossed) {
        const f32 first = (node.min[axis] - origin_[axis]) * reciprocal_[axis];
        const f32 second = (node.max[axis] - origin_[axis]) * reciprocal_[axis];
        const f32 near = first < second ? first : second;
        const f32 far = first < second ? second : first;
        enter = near > enter ? near : enter;
        leave = far < leave ? far : leave;
      } else if (slab_[axis] == Slab::kParallel) {
        if (origin_[axis] < node.min[axis] || origin_[axis] > node.max[axis]) return kMiss;
      }
    }
    return enter <= leave * kWiden + kTiny ? enter : kMiss;
  }
  bool in_reach(f32 bound) const { return bound <= padded_; }

  u32 may_touch4(const AabbPacket<Dim>& packet) const {
    using namespace simd;
    F32x4 enter = F32x4::zero();
    F32x4 leave = F32x4::splat(padded_);
    Mask4 hit = first_lanes(kLanes);
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 low = F32x4::load_aligned(packet.min[axis]);
      const F32x4 high = F32x4::load_aligned(packet.max[axis]);
      const F32x4 origin = F32x4::splat(origin_[axis]);
      hit = mask_and(hit, le(low, high));
      if (slab_[axis] == Slab::kCrossed) {
        const F32x4 reciprocal = F32x4::splat(reciprocal_[axis]);
        const F32x4 first = mul(sub(low, origin), reciprocal);
        const F32x4 second = mul(sub(high, origin), reciprocal);
        enter = max(min(first, second), enter);
        leave = min(max(first, second), leave);
      } else if (slab_[axis] == Slab::kParallel) {
        hit = mask_and(hit, mask_and(le(low, origin), le(origin, high)));
      }
    }
    leave = add(mul(leave, F32x4::splat(kWiden)), F32x4::splat(kTiny));
    return bits(mask_and(hit, le(enter, leave)));
  }

  // Exact distance in world units; false when the ray misses or the item is out of reach.
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
      const f64 near = low < high ? low : high;
      const f64 far = low < high ? high : low;
      enter = near > enter ? near : enter;
      leave = far < leave ? far : leave;
    }
    distance = enter * length_;
    return enter <= leave && distance <= limit_;
  }
  void shrink(f64 distance) {
    limit_ = distance;
    padded_ = padded_limit(distance);
  }

 private:
  // A component so small that its reciprocal leaves float32 cannot be tested in float32: nodes
  // are then not pruned by that axis.
  enum class Slab : u8 { kCrossed, kParallel, kIgnored };
  static constexpr f64 kSmallestUnit = 1e-30;
  static constexpr f32 kWiden = 1.0f + 0x1p-20f;
  static constexpr f32 kTiny = 1e-37f;

  void set_slab(int axis) {
    const f64 unit = static_cast<f64>(direction_[axis]) / length_;
    reciprocal_[axis] = 0.0f;
    if (direction_[axis] == 0.0f) {
      slab_[axis] = Slab::kParallel;
    } else if (std::fabs(unit) < kSmallestUnit) {
      slab_[axis] = Slab::kIgnored;
    } else {
      slab_[axis] = Slab::kCrossed;
      reciprocal_[axis] = static_cast<f32>(1.0 / unit);
    }
  }

  Point<Dim> origin_;
  Point<Dim> direction_;
  f32 reciprocal_[Dim];
  Slab slab_[Dim];
  f64 length_;
  f64 limit_;
  f32 padded_;
};

}  // namespace sapwood
