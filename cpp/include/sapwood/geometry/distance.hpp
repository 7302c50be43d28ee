// Distances from a point to boxes, and the queries that rest on them: sphere and nearest.
//
// Items are measured in double: coordinates are float32, so differences are exact for all but
// extreme ratios and the order of squared distances is the true one. Nodes are measured in float32
// against a padded limit: a float32 squared distance is within 6 units in the last place of the
// true one, plus underflow of at most 2^-148, so a limit widened by 1e-6 and 1e-37 never prunes a
// node that holds a hit.
#pragma once

#include <limits>

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

// Exact form, in the order of the axes.
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

// Squared distance to the farthest corner. Every operation is monotone in the box, so no box inside
// this one is measured farther away.
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

// Pruning form.
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

// Float32 limit that is safe to compare float32 lower bounds with, see above. Finite, so that the
// infinite bound of an empty box or a missed one is never within it; real bounds stay below 2e37.
inline f32 padded_limit(f64 limit) {
  constexpr f64 kRelative = 1.0 + 1e-6;
  constexpr f32 kAbsolute = 1e-37f;
  if (!(limit < 3e38)) return std::numeric_limits<f32>::max();
  return static_cast<f32>(limit * kRelative) + kAbsolute;
}

// The largest float32 squared distance that is surely within the limit, by the same errors.
inline f32 inner_limit(f64 limit) {
  constexpr f64 kRelative = 1.0 - 1e-6;
  constexpr f32 kAbsolute = 1e-37f;
  if (!(limit < 3e38)) return std::numeric_limits<f32>::max();
  return static_cast<f32>(limit * kRelative) - kAbsolute;
}

// Everything within a squared distance of a point; the limit may shrink while the search runs.
template <int Dim>
class DistanceQuery {
 public:
  static constexpr int kDim = Dim;

  // All boxes within `max_distance` (>= 0, may be infinite), closed.
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
  [[gnu::always_inline]] bool covers(const Aabb<Dim>& node) const {
    return farthest_squared(node, point_) <= limit_;
  }
  u32 covers4(const AabbPacket<Dim>& packet) const {
    return simd::bits(
        simd::le(farthest_squared(splat_, packet), simd::F32x4::splat(inner_limit(limit_))));
  }
  // The squared distance that items must not exceed now.
  f64 limit() const { return limit_; }

  // For ordered traversal: float32 bound of the key of everything inside the node.
  [[gnu::always_inline]] f32 lower_bound(const Aabb<Dim>& node) const {
    return distance_squared_f32(node, point_);
  }
  // Whether a node with that bound may still hold a hit.
  bool in_reach(f32 bound) const { return bound <= padded_; }

  [[gnu::always_inline]] simd::F32x4 lower_bound4(const AabbPacket<Dim>& packet) const {
    return distance_squared(splat_, packet);
  }
  u32 in_reach4(simd::F32x4 bounds) const {
    return simd::bits(simd::le(bounds, simd::F32x4::splat(padded_)));
  }

  // The key (squared distance) of an item; false when it is out of reach.
  bool measure(const Aabb<Dim>& item, f64& key) const {
    key = distance_squared(item, point_);
    return key <= limit_;
  }
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
