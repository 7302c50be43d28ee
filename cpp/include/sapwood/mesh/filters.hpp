/// @file
/// Filters of boxes for queries of meshes, in float32 for four boxes at once.
///
/// A filter never rejects a box that contains a hit. The numbers of the query are rounded outward,
/// with a margin for the rounding errors of the exact tests in double. A filter of a search
/// computes a lower bound of the key of everything inside a box, and compares it with a limit. Each
/// filter defines its key, for example the squared distance.
#pragma once

#include <bit>

#include "sapwood/geometry/distance.hpp"
#include "sapwood/geometry/rounding.hpp"
#include "sapwood/mesh/overlap.hpp"

namespace sapwood::mesh {

/// Margin for the rounding errors of all exact tests, relative to the largest coordinate.
inline constexpr f64 kMargin = 1e-12;

/// These two functions round down and up to float32. The result is always finite.
inline f32 rounded_below(f64 value) {
  constexpr f64 kLargest = 3e38;
  return rounded_down(clamped(value, -kLargest, kLargest));
}
inline f32 rounded_above(f64 value) { return -rounded_below(-value); }

/// Returns the largest absolute coordinate of a box, or 0 if the box is empty.
template <int Dim>
f64 largest_coordinate(const Aabb<Dim>& bounds) {
  f64 largest = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    if (bounds.min[axis] > bounds.max[axis]) return 0;
    largest = simd::greater(largest, std::fabs(static_cast<f64>(bounds.min[axis])));
    largest = simd::greater(largest, std::fabs(static_cast<f64>(bounds.max[axis])));
  }
  return largest;
}
template <int Dim>
class BoxFilter {
 public:
  BoxFilter(const Box<Dim>& box, f64 largest) : box_(rounded(box, largest)) {}

  u32 touched4(const AabbPacket<Dim>& boxes) const { return overlap_bits(box_, boxes); }

 private:
  static Aabb<Dim> rounded(const Box<Dim>& box, f64 largest) {
    Aabb<Dim> outer;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = box.min[axis];
      const f64 high = box.max[axis];
      outer.min[axis] = rounded_below(low - kMargin * (largest + std::fabs(low)));
      outer.max[axis] = rounded_above(high + kMargin * (largest + std::fabs(high)));
    }
    return outer;
  }

  SplatBox<Dim> box_;
};

/// Accepts boxes within a distance of a point. The key is the squared distance.
template <int Dim>
class SphereFilter {
 public:
  /// `squared` is the squared maximum distance and may be infinite. `largest` is the largest
  /// absolute coordinate of the mesh.
  SphereFilter(const Vector<Dim>& center, f64 squared, f64 largest) {
    largest = simd::greater(largest, largest_coordinate(center));
    for (int axis = 0; axis < Dim; ++axis) {
      low_[axis] = simd::F32x4::splat(rounded_below(center[axis] - kMargin * largest));
      high_[axis] = simd::F32x4::splat(rounded_above(center[axis] + kMargin * largest));
    }
    shrink(squared);
  }

  void shrink(f64 squared) { limit_ = padded_limit(squared); }
  f32 limit() const { return limit_; }

  [[gnu::always_inline]] simd::F32x4 bounds4(const AabbPacket<Dim>& boxes) const {
    using namespace simd;
    F32x4 sum = F32x4::zero();
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 below = sub(F32x4::load_aligned(boxes.min[axis]), high_[axis]);
      const F32x4 above = sub(low_[axis], F32x4::load_aligned(boxes.max[axis]));
      const F32x4 gap = max(max(below, above), F32x4::zero());
      sum = add(sum, mul(gap, gap));
    }
    return sum;
  }
  u32 touched4(const AabbPacket<Dim>& boxes) const {
    return simd::bits(simd::le(bounds4(boxes), simd::F32x4::splat(limit_)));
  }

 private:
  simd::F32x4 low_[Dim];
  simd::F32x4 high_[Dim];
  f32 limit_;
};

/// Accepts boxes that a moving box touches. The key is the fraction of the displacement, or the
/// distance for a ray.
///
/// Slab method: each box is enlarged by the size of the moving box, with outward rounding.
/// Reciprocals are relative to the largest component of the displacement and are widened outward,
/// so that quotients are also bounds. An empty box is never entered.
template <int Dim>
class SlabFilter {
 public:
  /// The moving point goes from `start` by `displacement`. The moving box is `around`, relative to
  /// this point.
  SlabFilter(const Vector<Dim>& start, const Vector<Dim>& displacement, const Box<Dim>& around,
             f64 limit, f64 largest) {
    using namespace simd;
    largest = simd::greater(largest, largest_coordinate(start));
    largest += simd::greater(largest_coordinate(around.min), largest_coordinate(around.max));
    scale_ = largest_coordinate(displacement);
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 unit = scale_ > 0 ? std::fabs(displacement[axis]) / scale_ : 0;
      const f64 reciprocal = 1 / (unit > kSmallest ? unit : kSmallest);
      const bool forward = displacement[axis] >= 0;
      const f64 low = start[axis] + around.min[axis] - kMargin * largest;
      const f64 high = start[axis] + around.max[axis] + kMargin * largest;
      const f64 sign = forward ? 1 : -1;
      near_origin_[axis] = F32x4::splat(forward ? rounded_above(high) : rounded_below(low));
      far_origin_[axis] = F32x4::splat(forward ? rounded_below(low) : rounded_above(high));
      near_[axis] = F32x4::splat(static_cast<f32>(sign * reciprocal * (1 - kWiden)));
      far_[axis] = F32x4::splat(static_cast<f32>(sign * reciprocal * (1 + kWiden)));
      near_row_[axis] = kLanes * static_cast<u32>(axis + (forward ? 0 : Dim));
      far_row_[axis] = kLanes * static_cast<u32>(axis + (forward ? Dim : 0));
    }
    shrink(limit);
  }

  void shrink(f64 key) { limit_ = padded_limit(key * scale_); }
  f32 limit() const { return limit_; }

  /// Returns a lower bound for each of four boxes, or infinity for a box that the moving box
  /// misses. The bounds and limit() are keys times the largest component of the displacement.
  [[gnu::always_inline]] simd::F32x4 bounds4(const AabbPacket<Dim>& boxes) const {
    using namespace simd;
    const f32* rows = reinterpret_cast<const f32*>(&boxes);
    F32x4 enter = F32x4::zero();
    F32x4 leave = F32x4::splat(limit_);
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 near = F32x4::load_aligned(rows + near_row_[axis]);
      const F32x4 far = F32x4::load_aligned(rows + far_row_[axis]);
      enter = max(mul(sub(near, near_origin_[axis]), near_[axis]), enter);
      leave = min(mul(sub(far, far_origin_[axis]), far_[axis]), leave);
    }
    return select(le(enter, leave), enter, F32x4::splat(HUGE_VALF));
  }
  u32 touched4(const AabbPacket<Dim>& boxes) const {
    return simd::bits(simd::le(bounds4(boxes), simd::F32x4::splat(limit_)));
  }

 private:
  // Smallest component of the displacement, relative to the largest component. A smaller component
  // moves the box by less than the margin.
  static constexpr f64 kSmallest = 1e-30;
  static constexpr f64 kWiden = 0x1p-21;

  simd::F32x4 near_origin_[Dim];
  simd::F32x4 far_origin_[Dim];
  simd::F32x4 near_[Dim];
  simd::F32x4 far_[Dim];
  u32 near_row_[Dim];  // offset in a packet, in floats, of the faces where the point enters
  u32 far_row_[Dim];
  f64 scale_;
  f32 limit_;
};

/// Accepts boxes that are not completely outside of any half space.
template <int Dim>
class ConvexFilter {
 public:
  ConvexFilter(const HalfSpace<Dim>* spaces, u32 count, f64 largest)
      : spaces_(spaces), count_(count), largest_(largest) {}

  u32 touched4(const AabbPacket<Dim>& boxes) const {
    u32 touched = used_lanes(boxes);
    for (u32 left = touched; left != 0; left &= left - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(left));
      if (!touches(boxes, lane)) touched &= ~(1u << lane);
    }
    return touched;
  }

 private:
  bool touches(const AabbPacket<Dim>& boxes, u32 lane) const {
    for (u32 i = 0; i < count_; ++i) {
      const HalfSpace<Dim>& space = spaces_[i];
      f64 height = space.constant;
      f64 size = std::fabs(space.constant);
      for (int axis = 0; axis < Dim; ++axis) {
        const f64 normal = space.normal[axis];
        const f32 corner = normal >= 0 ? boxes.max[axis][lane] : boxes.min[axis][lane];
        height += normal * static_cast<f64>(corner);
        size += std::fabs(normal) * largest_;
      }
      if (height < -kMargin * size) return false;
    }
    return true;
  }

  const HalfSpace<Dim>* spaces_;
  u32 count_;
  f64 largest_;
};

}  // namespace sapwood::mesh
