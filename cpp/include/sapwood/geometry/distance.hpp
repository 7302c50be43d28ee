/// @file
/// Distances from a point to boxes, and the query for spheres and nearest neighbors.
///
/// Distances to items are computed in double. Differences of float32 are exact except for extreme
/// ratios, so squared distances have the true order. Distances to nodes are computed in float32 and
/// compared with a limit that is increased by the factor 1 + 1e-6 and by 1e-37. Their error is at
/// most 6 units in the last place plus an underflow of 2^-148. So no node that contains a hit is
/// pruned.
#pragma once

#include <limits>

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

/// Returns the squared distance from a point to a box in double. The terms are added in the order
/// of the axes.
template <int Dim>
f64 distance_squared(const Aabb<Dim>& box, const Point<Dim>& point) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 below = static_cast<f64>(box.min[axis]) - static_cast<f64>(point[axis]);
    const f64 above = static_cast<f64>(point[axis]) - static_cast<f64>(box.max[axis]);
    const f64 gap = simd::greater(simd::greater(below, above), 0.0);
    sum += gap * gap;
  }
  return sum;
}

/// Returns the squared distance from a point to the farthest corner of a box. Every operation is
/// monotone in the box, so the result for a smaller box inside the box is never larger.
template <int Dim>
[[gnu::always_inline]] f64 farthest_squared(const Aabb<Dim>& box, const Point<Dim>& point) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 low = static_cast<f64>(point[axis]) - static_cast<f64>(box.min[axis]);
    const f64 high = static_cast<f64>(box.max[axis]) - static_cast<f64>(point[axis]);
    const f64 reach = simd::greater(low, high);
    sum += reach * reach;
  }
  return sum;
}

/// Returns the squared distance from a point to a box in float32, for pruning.
template <int Dim>
[[gnu::always_inline]] f32 distance_squared_f32(const Aabb<Dim>& box, const Point<Dim>& point) {
  f32 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 below = box.min[axis] - point[axis];
    const f32 above = point[axis] - box.max[axis];
    const f32 gap = simd::greater(simd::greater(below, above), 0.0f);
    sum += gap * gap;
  }
  return sum;
}

/// Returns a float32 limit that is safe to compare with float32 lower bounds. The limit is finite,
/// so an empty or missed box, whose bound is infinite, is never within the limit. Other bounds are
/// below 2e37.
inline f32 padded_limit(f64 limit) {
  constexpr f64 kRelative = 1.0 + 1e-6;
  constexpr f32 kAbsolute = 1e-37f;
  if (!(limit < 3e38)) return std::numeric_limits<f32>::max();
  return static_cast<f32>(limit * kRelative) + kAbsolute;
}

/// Returns the largest float32 squared distance that is certainly within the limit.
inline f32 inner_limit(f64 limit) {
  constexpr f64 kRelative = 1.0 - 1e-6;
  constexpr f32 kAbsolute = 1e-37f;
  if (!(limit < 3e38)) return std::numeric_limits<f32>::max();
  return static_cast<f32>(limit * kRelative) - kAbsolute;
}

/// Query for all items within a distance of a point. The distance can shrink during the search.
template <int Dim>
class DistanceQuery {
 public:
  static constexpr int kDim = Dim;

  /// Creates a query for all boxes whose distance is at most `max_distance`, which is >= 0 and may
  /// be infinite.
  DistanceQuery(const Point<Dim>& point, f64 max_distance) : point_(point) {
    shrink(max_distance * max_distance);
    for (int axis = 0; axis < Dim; ++axis) splat_[axis] = simd::F32x4::splat(point[axis]);
  }

  const Point<Dim>& point() const { return point_; }

  [[gnu::always_inline]] bool may_touch(const Aabb<Dim>& node) const {
    return lower_bound(node) <= padded_;
  }
  [[gnu::always_inline]] u32 may_touch4(const AabbPacket<Dim>& packet) const {
    return simd::bits(simd::le(distance_squared(splat_, packet), simd::F32x4::splat(padded_)));
  }
  bool hits(const Aabb<Dim>& item) const { return distance_squared(item, point_) <= limit_; }
  [[gnu::always_inline]] bool contains(const Aabb<Dim>& node) const {
    return farthest_squared(node, point_) <= limit_;
  }
  u32 contains4(const AabbPacket<Dim>& packet) const {
    return simd::bits(
        simd::le(farthest_squared(splat_, packet), simd::F32x4::splat(inner_limit(limit_))));
  }
  /// Returns the current maximum squared distance.
  f64 limit() const { return limit_; }

  /// Returns a lower bound, in float32, of the squared distances of all items inside the node.
  [[gnu::always_inline]] f32 lower_bound(const Aabb<Dim>& node) const {
    return distance_squared_f32(node, point_);
  }
  bool in_reach(f32 bound) const { return bound <= padded_; }

  [[gnu::always_inline]] simd::F32x4 lower_bound4(const AabbPacket<Dim>& packet) const {
    return distance_squared(splat_, packet);
  }
  u32 in_reach4(simd::F32x4 bounds) const {
    return simd::bits(simd::le(bounds, simd::F32x4::splat(padded_)));
  }

  /// Computes the key of an item, which is its squared distance. Returns false if the item is
  /// outside the search radius.
  bool measure(const Aabb<Dim>& item, f64& key) const {
    key = distance_squared(item, point_);
    return key <= limit_;
  }
  /// Sets the maximum squared distance.
  void shrink(f64 key) {
    limit_ = key;
    padded_ = padded_limit(key);
  }

 private:
  Point<Dim> point_;
  simd::F32x4 splat_[Dim];
  f64 limit_;
  f32 padded_;
};

}  // namespace sapwood
