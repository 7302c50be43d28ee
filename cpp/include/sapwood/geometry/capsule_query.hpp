/// @file Capsule query: all items within a distance of a segment. A segment is a capsule of radius
/// 0.
///
/// The test whether a segment touches a box uses separating axes: the axes of the box and, in the
/// plane of every two axes, the perpendicular of the segment. Each test compares two products of
/// differences of float32 numbers. The differences are exact in double except for extreme ratios,
/// and the products are monotone in the box.
///
/// The squared distance from a point of the segment to the box is convex along the segment. It is
/// quadratic between crossings with the planes of the faces. Its minimum is at a crossing, at an
/// end, or at the vertex of one of these parabolas. Nodes are tested with a radius that is enlarged
/// by a thousand times the bound of the rounding error.
///
/// The distance is slow to compute. Boxes are therefore first grown by the radius and tested with
/// the segment, which rejects most of them. For packets of four nodes, this is the only test, in
/// float32.
#pragma once

#include "sapwood/geometry/volume_query.hpp"

namespace sapwood {

/// Segment between two points.
template <int Dim>
struct Segment {
  Point<Dim> a;
  Point<Dim> b;
};

/// Returns true if the segment touches the box, grown by `more` on all sides. Segment and box are
/// closed sets. The test is exact if `more` is 0.
template <int Dim>
bool touches(const Segment<Dim>& segment, const Aabb<Dim>& box, f64 more = 0) {
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 a = segment.a[axis], b = segment.b[axis];
    if ((a < b ? b : a) < box.min[axis] - more || (a < b ? a : b) > box.max[axis] + more) {
      return false;
    }
  }
  for (int j = 0; j + 1 < Dim; ++j) {
    for (int k = j + 1; k < Dim; ++k) {
      const auto beyond = [&](f32 value, int axis) {
        return static_cast<f64>(value) - static_cast<f64>(segment.a[axis]);
      };
      const f64 along_j = beyond(segment.b[j], j);
      const f64 along_k = beyond(segment.b[k], k);
      // `most` and `least` are computed from the corners of the box that are farthest from the line
      // of the segment, one on each side of the line
      const bool up = along_k >= 0;
      const bool right = along_j >= 0;
      const f64 most = along_k * beyond(up ? box.max[j] : box.min[j], j) -
                       along_j * beyond(right ? box.min[k] : box.max[k], k);
      const f64 least = along_k * beyond(up ? box.min[j] : box.max[j], j) -
                        along_j * beyond(right ? box.max[k] : box.min[k], k);
      const f64 slack = more * (std::fabs(along_j) + std::fabs(along_k));
      if (!(most + slack >= 0 && least - slack <= 0)) return false;
    }
  }
  return true;
}

/// Distance from a segment to a box, in double. The parameter along the segment runs from 0 to 1.
template <int Dim>
class SegmentDistance {
 public:
  SegmentDistance(const Segment<Dim>& segment, const Aabb<Dim>& box)
      : SegmentDistance(segment.a, box) {
    for (int axis = 0; axis < Dim; ++axis) {
      displacement_[axis] = static_cast<f64>(segment.b[axis]) - from_[axis];
    }
  }
  template <class From, class Displacement>
  SegmentDistance(const From& from, const Displacement& displacement, const Aabb<Dim>& box)
      : SegmentDistance(from, box) {
    for (int axis = 0; axis < Dim; ++axis) displacement_[axis] = displacement[axis];
  }
  /// Creates the distance for a segment that is given relative to `origin`. The result is more
  /// accurate if the origin is near the segment and the box.
  SegmentDistance(const f64 (&from)[Dim], const f64 (&displacement)[Dim], const Aabb<Dim>& box,
                  const Point<Dim>& origin)
      : SegmentDistance(from, displacement, box) {
    for (int axis = 0; axis < Dim; ++axis) {
      low_[axis] -= static_cast<f64>(origin[axis]);
      high_[axis] -= static_cast<f64>(origin[axis]);
    }
  }

  f64 squared() const {
    f64 times[2 * Dim + 2];
    const u32 count = list_times(times);
    f64 least = squared_at(times[0]);
    for (u32 i = 1; i < count; ++i) {
      least = lesser(least, squared_at(times[i]));
      const f64 bottom = parabola_at(0.5 * (times[i - 1] + times[i])).bottom();
      if (bottom > times[i - 1] && bottom < times[i]) least = lesser(least, squared_at(bottom));
    }
    return least;
  }
  /// Returns the parameter of the closest point, or the middle of the interval of closest points.
  /// The function uses the sign of the slope, which locates the point more accurately than the
  /// distance.
  f64 closest() const {
    f64 times[2 * Dim + 2];
    const u32 count = list_times(times);
    u32 falling = 0;  // number of parameters at which the distance decreases
    while (falling < count && slope_at(times[falling]) < 0) ++falling;
    u32 level = falling;
    while (level < count && !(slope_at(times[level]) > 0)) ++level;
    const f64 first = falling == 0 ? 0 : bottom_after(times, falling - 1, count, 0);
    const f64 last = level == count ? 1 : level == 0 ? 0 : bottom_after(times, level - 1, count, 1);
    return 0.5 * (first + last);
  }
  f64 at(int axis, f64 time) const { return from_[axis] + time * displacement_[axis]; }
  /// Returns the distance on one axis from the box to the point at a parameter. It is negative if
  /// the point is below the box, and 0 if it is within the box.
  f64 gap(int axis, f64 time) const {
    const f64 place = at(axis, time);
    return place < low_[axis] ? place - low_[axis] : place > high_[axis] ? place - high_[axis] : 0;
  }

  /// Returns the first parameter at which the distance is at most `reach`, or HUGE_VAL if there is
  /// no such parameter.
  f64 first_within(f64 reach) const {
    const f64 limit = reach * reach;
    f64 times[2 * Dim + 2];
    const u32 count = list_times(times);
    if (squared_at(0) <= limit) return 0;
    for (u32 i = 1; i < count; ++i) {
      const Parabola parabola = parabola_at(0.5 * (times[i - 1] + times[i]));
      const f64 bottom = parabola.bottom();
      const bool bottom_within =
          bottom > times[i - 1] && bottom < times[i] && squared_at(bottom) <= limit;
      if (!bottom_within && !(squared_at(times[i]) <= limit)) continue;
      const f64 time = parabola.first_below(limit);
      // clamps the root to the interval: rounding may move it outside, or the parabola may have no
      // measurable curvature
      return time > times[i - 1] ? lesser(time, bottom_within ? bottom : times[i]) : times[i - 1];
    }
    return HUGE_VAL;
  }

 private:
  static f64 lesser(f64 a, f64 b) { return b < a ? b : a; }

  // Squared distance as a function of t: bend * t^2 - 2 * slope * t + start.
  struct Parabola {
    f64 bend = 0;
    f64 slope = 0;
    f64 start = 0;

    f64 bottom() const { return slope / bend; }
    // Returns the smaller t at which the parabola has the given value. The formula avoids
    // cancellation.
    f64 first_below(f64 value) const {
      const f64 square = slope * slope - bend * (start - value);
      return (start - value) / (slope + std::sqrt(square > 0 ? square : 0));
    }
  };

  template <class From>
  SegmentDistance(const From& from, const Aabb<Dim>& box) {
    for (int axis = 0; axis < Dim; ++axis) {
      from_[axis] = from[axis];
      low_[axis] = box.min[axis];
      high_[axis] = box.max[axis];
    }
  }

  /// Lists the parameters of the ends and of the crossings with the planes of the faces, in
  /// ascending order.
  u32 list_times(f64 (&times)[2 * Dim + 2]) const {
    u32 count = 2;
    times[0] = 0;
    times[1] = 1;
    for (int axis = 0; axis < Dim; ++axis) {
      for (const f64 face : {low_[axis], high_[axis]}) {
        const f64 time = (face - from_[axis]) / displacement_[axis];
        if (!(time > 0 && time < 1)) continue;
        u32 place = count++;
        for (; times[place - 1] > time; --place) times[place] = times[place - 1];
        times[place] = time;
      }
    }
    return count;
  }

  // Returns the parameter of the minimum between times[i] and times[i + 1]. If the distance is 0 on
  // the whole interval, returns times[i + side].
  f64 bottom_after(const f64 (&times)[2 * Dim + 2], u32 i, u32 count, u32 side) const {
    if (i + 1 == count) return times[i];
    const f64 bottom = parabola_at(0.5 * (times[i] + times[i + 1])).bottom();
    if (bottom <= times[i]) return times[i];
    if (bottom >= times[i + 1]) return times[i + 1];
    return bottom == bottom ? bottom : times[i + side];
  }
  /// Returns half of the derivative of the squared distance.
  f64 slope_at(f64 time) const {
    f64 sum = 0;
    for (int axis = 0; axis < Dim; ++axis) sum += gap(axis, time) * displacement_[axis];
    return sum;
  }
  f64 squared_at(f64 time) const {
    f64 sum = 0;
    for (int axis = 0; axis < Dim; ++axis) sum += gap(axis, time) * gap(axis, time);
    return sum;
  }
  /// Returns the parabola that equals the squared distance near `time`.
  Parabola parabola_at(f64 time) const {
    Parabola found;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 beside = gap(axis, time);
      if (beside == 0) continue;
      const f64 away = (beside < 0 ? low_[axis] : high_[axis]) - from_[axis];
      found.bend += displacement_[axis] * displacement_[axis];
      found.slope += displacement_[axis] * away;
      found.start += away * away;
    }
    return found;
  }

  f64 from_[Dim];
  f64 displacement_[Dim];
  f64 low_[Dim];
  f64 high_[Dim];
};

/// Query for all items within a distance of a segment.
template <int Dim>
class CapsuleQuery final : public VolumeQuery<Dim> {
 public:
  /// Creates a query. The points must be valid, and the radius finite and >= 0.
  CapsuleQuery(const Segment<Dim>& segment, f32 radius)
      : VolumeQuery<Dim>(/*touches_parts=*/false),
        segment_(segment),
        bounds_(bounds_of(segment, radius)),
        splat_(bounds_) {
    const f64 wide = radius;
    f64 largest = wide;
    for (int axis = 0; axis < Dim; ++axis) {
      largest += std::fabs(static_cast<f64>(segment.a[axis]));
      largest += std::fabs(static_cast<f64>(segment.b[axis]));
    }
    padded_ = wide + 1e-12 * largest;
    limit_ = wide * wide;
    node_limit_ = wide > 0 ? padded_ * padded_ : 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 a = segment.a[axis], b = segment.b[axis];
      center_[axis] = static_cast<f32>(0.5 * (a + b));
      half_[axis] = static_cast<f32>(0.5 * (b - a));
    }
    // Limits the growth to kMaxGrowth, because products with a larger growth would overflow. A
    // capsule whose radius is at least kMaxGrowth touches all boxes.
    growth_ = radius < kMaxGrowth ? static_cast<f32>(padded_) : kMaxGrowth;
  }

  bool may_touch(const Aabb<Dim>& node) const override { return within(node, node_limit_); }
  u32 may_touch4(const AabbPacket<Dim>& packet) const override {
    return overlap_bits(splat_, packet) & ~apart_bits(packet);
  }
  bool hits(const Aabb<Dim>& item) const override { return within(item, limit_); }
  bool contains(const Aabb<Dim>&) const override { return false; }

 private:
  static constexpr f32 kMaxGrowth = 1e19f;

  // Returns true if the segment touches the box, which is tested exactly, or if the squared
  // distance is at most `limit`.
  bool within(const Aabb<Dim>& box, f64 limit) const {
    if (!overlaps(bounds_, box)) return false;
    if (touches(segment_, box)) return true;
    return limit > 0 && touches(segment_, box, padded_) &&
           SegmentDistance<Dim>(segment_, box).squared() <= limit;
  }

  // Returns the lanes whose boxes, grown by the radius, are separated from the segment by an axis
  // that is perpendicular to the segment and to an axis of the boxes. Boxes and segment are
  // represented by their centers and half extents. The relative error of each product is below
  // 2^-21, so boxes are also grown by 2^-19 of the largest possible coordinates.
  u32 apart_bits(const AabbPacket<Dim>& packet) const {
    using namespace simd;
    F32x4 between[Dim];  // vector from the center of the segment to the center of the box
    F32x4 reach[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 min = F32x4::load_aligned(packet.min[axis]);
      const F32x4 max = F32x4::load_aligned(packet.max[axis]);
      const F32x4 one_half = F32x4::splat(0.5f);
      between[axis] = sub(mul(add(min, max), one_half), F32x4::splat(center_[axis]));
      const f32 sizes = std::fabs(center_[axis]) + std::fabs(half_[axis]) + growth_;
      const F32x4 largest = add(add(abs(min), abs(max)), F32x4::splat(sizes));
      reach[axis] = add(add(mul(sub(max, min), one_half), F32x4::splat(growth_)),
                        mul(largest, F32x4::splat(0x1p-19f)));
    }
    Mask4 apart = first_lanes(0);
    for (int j = 0; j + 1 < Dim; ++j) {
      for (int k = j + 1; k < Dim; ++k) {
        const F32x4 half_j = F32x4::splat(half_[j]), half_k = F32x4::splat(half_[k]);
        const F32x4 distance = abs(sub(mul(between[j], half_k), mul(between[k], half_j)));
        const F32x4 most = add(mul(reach[j], abs(half_k)), mul(reach[k], abs(half_j)));
        // 1e-37 exceeds the errors of products that underflow in float32
        apart = mask_or(apart, lt(add(most, F32x4::splat(1e-37f)), distance));
      }
    }
    return bits(apart);
  }

  /// Returns the bounds of the capsule, rounded outward.
  static Aabb<Dim> bounds_of(const Segment<Dim>& segment, f32 radius) {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 a = segment.a[axis], b = segment.b[axis];
      const f64 low = static_cast<f64>(a < b ? a : b) - static_cast<f64>(radius);
      const f64 high = static_cast<f64>(a < b ? b : a) + static_cast<f64>(radius);
      box.min[axis] = static_cast<f32>(low);
      box.max[axis] = static_cast<f32>(high);
      if (box.min[axis] > low) box.min[axis] = std::nextafter(box.min[axis], -HUGE_VALF);
      if (box.max[axis] < high) box.max[axis] = std::nextafter(box.max[axis], HUGE_VALF);
    }
    return box;
  }

  Segment<Dim> segment_;
  Aabb<Dim> bounds_;
  SplatBox<Dim> splat_;
  f32 center_[Dim];
  f32 half_[Dim];
  f32 growth_;
  f64 padded_;
  f64 limit_;
  f64 node_limit_;
};

}  // namespace sapwood
