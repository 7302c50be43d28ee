/// @file
/// Contacts of a box, a sphere or a capsule with an item that a traversal has found: normal, depth
/// and point, in double.
///
/// A shape is a core, which is a box or a segment, grown by a radius. It touches an item if the
/// origin is within the radius of the Minkowski difference of item and core. This difference is a
/// polytope, the intersection of slabs. The normals of the slabs are the axes and, for a segment,
/// the cross products of the segment with the axes (in 2D: the perpendicular of the segment).
///
/// If the core is outside the item, the normal is the direction from the closest point of the item
/// to the core. Otherwise, it is the normal of a slab. In an overlap, this is the slab whose face
/// is closest to the origin. In a cast of a shape without radius, it is the slab that the shape
/// enters last. If several slabs are equally suitable, axes come before cross products, then lower
/// axes before higher axes, then the negative side before the positive side. The first component of
/// the normal is negative on the negative side of a cross product.
///
/// All errors are relative to the length of the segment and of the motion. The error of a distance
/// is 1e-15. The error of a normal is 1e-15 divided by the distance between core and item. If this
/// distance is below 1e-8, the normal is that of a slab, and the motion along it is at most 1e-8
/// longer than necessary. When a cast grazes an item, time and normal can have an error of up to
/// 1e-7, because the distance hardly changes with time. If the closest features change at the time
/// of the touch, the normal of a cast has an error of up to 4 sqrt(1e-16 * length / radius).
#pragma once

#include "sapwood/geometry/capsule_query.hpp"
#include "sapwood/geometry/ray_query.hpp"

namespace sapwood {

/// Contact of a shape with an item.
template <int Dim>
struct Contact {
  f64 normal[Dim];  ///< Unit vector from the item toward the shape.
  f64 depth;        ///< Length of the motion along the normal that separates shape and item, >= 0.
  f64 point[Dim];   ///< Point on the surface of the item.
};

/// Convex shape: a box, or a segment with a radius. A sphere is a segment of length 0.
template <int Dim>
class ConvexShape {
 public:
  explicit ConvexShape(const Aabb<Dim>& box) : bounds_(box) {}
  /// Creates a capsule. The points must be valid, and the radius finite and >= 0.
  ConvexShape(const Segment<Dim>& segment, f32 radius)
      : segment_(segment), radius_(radius), is_round_(true) {
    for (int axis = 0; axis < Dim; ++axis) {
      bounds_.min[axis] = simd::lesser(segment.a[axis], segment.b[axis]);
      bounds_.max[axis] = simd::greater(segment.a[axis], segment.b[axis]);
      along_[axis] = static_cast<f64>(segment.b[axis]) - static_cast<f64>(segment.a[axis]);
      is_long_ |= along_[axis] != 0;
    }
  }

  /// Returns the bounds of the core: the box, or the segment without its radius.
  const Aabb<Dim>& bounds() const { return bounds_; }
  f64 radius() const { return radius_; }
  /// Returns true if the core is a segment of length > 0.
  bool is_long() const { return is_long_; }

  // Computes the contact with an item that the shape touches.
  Contact<Dim> overlap(const Aabb<Dim>& item) const {
    Contact<Dim> found;
    const Point<Dim> no_displacement{};
    const f64 distance = set_closest(item, no_displacement, 0, found);
    found.depth = simd::greater(radius_ - distance, 0.0);
    if (distance == 0 || touches(segment_, item)) set_least_penetration(item, found);
    return found;
  }

  /// Computes the contact with an item. `time` > 0 is the fraction of the displacement at which the
  /// shape first touches the item.
  Contact<Dim> touch(const Aabb<Dim>& item, const Point<Dim>& displacement, f64 time) const {
    Contact<Dim> found;
    const f64 distance = set_closest(item, displacement, time, found);
    found.depth = 0;
    // If the direction is accurate, replaces it only by the normal of a slab that the shape enters
    // at the time of the touch, because this normal is exact. Otherwise uses the slab that the
    // shape enters last.
    const bool is_accurate = distance > 0 && distance <= 2 * radius_;
    f64 last = is_accurate ? time * (1 - 0x1p-52) : -HUGE_VAL;
    Slab slabs[kSlabs];
    const u32 count = list_slabs(item, slabs);
    for (u32 i = 0; i < count; ++i) {
      const f64 speed = slabs[i].along(displacement);
      if (speed == 0 || !(slabs[i].enter(speed) > last)) continue;
      last = slabs[i].enter(speed);
      set_normal(slabs[i], speed > 0 ? -1 : 1, found);
    }
    clamp_point(item, found);
    return found;
  }

  /// Computes the fraction of a displacement, 0 to `limit`, at which a capsule first touches the
  /// item. The fraction is 0 if CapsuleQuery hits the item. Returns false if the capsule does not
  /// touch the item up to the limit.
  bool measure(const Aabb<Dim>& item, const Point<Dim>& displacement, f64 limit, f64& time) const {
    time = 0;
    if (touches(segment_, item)) return true;
    const f64 reach = radius_ * radius_;
    if (reach > 0 && SegmentDistance<Dim>(segment_, item).squared() <= reach) return true;
    f64 leave = limit;
    Slab slabs[kSlabs];
    const u32 count = list_slabs(item, slabs);
    for (u32 i = 0; i < count; ++i) {
      const f64 speed = slabs[i].along(displacement);
      if (speed == 0) {
        if (slabs[i].low > 0 || slabs[i].high < 0) return false;
        continue;
      }
      time = simd::greater(slabs[i].enter(speed), time);
      leave = simd::lesser(-slabs[i].enter(-speed), leave);
    }
    if (!(time <= leave)) return false;
    if (radius_ > 0) time = first_touch(item, displacement, time);
    return time <= limit;
  }

 private:
  // Slab of the Minkowski difference. After the shape has moved by u, the projections of shape and
  // item on the normal overlap if low <= dot(u, normal) <= high.
  struct Slab {
    f64 normal[Dim] = {};
    f64 length = 1;
    f64 low = 0;
    f64 high = 0;

    f64 along(const Point<Dim>& displacement) const {
      f64 sum = 0;
      for (int axis = 0; axis < Dim; ++axis)
        sum += normal[axis] * static_cast<f64>(displacement[axis]);
      return sum;
    }
    // Returns the time at which a motion enters the slab. enter(-speed) is the negated time at
    // which the motion with `speed` leaves the slab.
    f64 enter(f64 speed) const { return (speed > 0 ? low : high) / speed; }
  };

  // Squared distance between the moving core and the item. As long as the closest features stay the
  // same, it is a function of time: squared(t) = squared + 2 * slope * t + bend * t^2.
  struct Gap {
    f64 squared = 0;
    f64 slope = 0;
    f64 bend = 0;
    f64 size = 0;  // size of the coordinates, for rounding errors
  };

  static constexpr u32 kSlabs = Dim * (Dim + 1) / 2;

  // Lists the slabs of the axes, then those of the cross products. Returns the number of slabs.
  [[gnu::noinline]] u32 list_slabs(const Aabb<Dim>& item, Slab (&slabs)[kSlabs]) const {
    for (int axis = 0; axis < Dim; ++axis) {
      Slab& slab = slabs[axis];
      slab.normal[axis] = 1;
      slab.low = static_cast<f64>(item.min[axis]) - static_cast<f64>(bounds_.max[axis]) - radius_;
      slab.high = static_cast<f64>(item.max[axis]) - static_cast<f64>(bounds_.min[axis]) + radius_;
    }
    u32 count = Dim;
    for (int j = 0; j + 1 < Dim; ++j) {
      for (int k = j + 1; k < Dim; ++k) {
        // skips a cross product that is 0 or parallel to an axis, which already has a slab
        if (along_[j] == 0 || along_[k] == 0) continue;
        Slab& slab = slabs[count++];
        slab.normal[j] = std::fabs(along_[k]);
        slab.normal[k] = along_[k] > 0 ? -along_[j] : along_[j];
        slab.length = std::sqrt(along_[j] * along_[j] + along_[k] * along_[k]);
        f64 least = radius_ * slab.length;
        f64 most = least;
        for (const int axis : {j, k}) {
          const f64 start = segment_.a[axis];
          const f64 below = slab.normal[axis] * (static_cast<f64>(item.min[axis]) - start);
          const f64 above = slab.normal[axis] * (static_cast<f64>(item.max[axis]) - start);
          slab.low += simd::lesser(below, above);
          slab.high += simd::greater(below, above);
          least += std::fabs(simd::lesser(below, above));
          most += std::fabs(simd::greater(below, above));
        }
        // The slab is widened by the rounding error, so that it contains the rounded shape
        // completely.
        if (radius_ > 0) {
          slab.low -= radius_ * slab.length + 1e-15 * least;
          slab.high += radius_ * slab.length + 1e-15 * most;
        }
      }
    }
    return count;
  }

  // Sets the normal to the direction from the item to the core at `time`, and the point to the
  // closest point of the item. Returns the distance between core and item. If they overlap, or if
  // the distance is so small that the direction is inaccurate, returns 0 and sets the point to the
  // middle of the overlap.
  f64 set_closest(const Aabb<Dim>& item, const Point<Dim>& displacement, f64 time,
                  Contact<Dim>& found) const {
    f64 moved[Dim];
    f64 size = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      moved[axis] = time * static_cast<f64>(displacement[axis]);
      size += std::fabs(moved[axis]) + std::fabs(along_[axis]);
      const f64 low = simd::greater(static_cast<f64>(item.min[axis]),
                                    static_cast<f64>(bounds_.min[axis]) + moved[axis]);
      const f64 high = simd::lesser(static_cast<f64>(item.max[axis]),
                                    static_cast<f64>(bounds_.max[axis]) + moved[axis]);
      found.normal[axis] = 0;
      found.point[axis] = 0.5 * low + 0.5 * high;
    }
    if (!is_round_) return 0;
    const SegmentDistance<Dim> distance(moved, along_, item, segment_.a);
    const f64 place = distance.closest();
    f64 squared = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      found.normal[axis] = distance.gap(axis, place);
      found.point[axis] = static_cast<f64>(segment_.a[axis]) + distance.at(axis, place);
      squared += found.normal[axis] * found.normal[axis];
    }
    const f64 length = std::sqrt(squared);
    const bool is_accurate = length > kThin * size;
    for (int axis = 0; axis < Dim; ++axis) {
      found.normal[axis] = is_accurate ? found.normal[axis] / length + 0.0 : 0;  // -0 becomes +0
    }
    clamp_point(item, found);
    return is_accurate ? length : 0;
  }

  // Moves the point into the item, and to the faces in the direction of the normal.
  static void clamp_point(const Aabb<Dim>& item, Contact<Dim>& found) {
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = item.min[axis];
      const f64 high = item.max[axis];
      f64& at = found.point[axis];
      if (at < low || found.normal[axis] < 0) at = low;
      if (at > high || found.normal[axis] > 0) at = high;
    }
  }

  static void set_normal(const Slab& slab, f64 sign, Contact<Dim>& found) {
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 part = slab.normal[axis];
      found.normal[axis] = part == 0 ? 0 : sign * part / slab.length;
    }
  }

  // Sets the contact with an item that the core overlaps. The normal and the depth are those of the
  // shortest motion that separates shape and item.
  void set_least_penetration(const Aabb<Dim>& item, Contact<Dim>& found) const {
    f64 least = HUGE_VAL;
    Slab slabs[kSlabs];
    const u32 count = list_slabs(item, slabs);
    for (u32 i = 0; i < count; ++i) {
      const f64 below = -slabs[i].low / slabs[i].length;
      const f64 above = slabs[i].high / slabs[i].length;
      if (!(below < least || above < least)) continue;
      least = simd::lesser(above, below);
      set_normal(slabs[i], above < below ? 1 : -1, found);
    }
    found.depth = simd::greater(least, 0.0);
    clamp_point(item, found);
  }

  Gap gap_at(const Aabb<Dim>& item, const Point<Dim>& displacement, f64 from, f64 time) const {
    f64 moved[Dim];
    Gap gap;
    for (int axis = 0; axis < Dim; ++axis) {
      moved[axis] =
          from * static_cast<f64>(displacement[axis]) + time * static_cast<f64>(displacement[axis]);
      gap.size += std::fabs(moved[axis]) + std::fabs(along_[axis]);
    }
    const SegmentDistance<Dim> distance(moved, along_, item, segment_.a);
    const f64 place = distance.closest();
    f64 across = 0;  // dot product of motion and segment, on the axes that have a gap
    f64 length = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 beside = distance.gap(axis, place);
      if (beside == 0) continue;
      const f64 speed = displacement[axis];
      gap.squared += beside * beside;
      gap.slope += beside * speed;
      gap.bend += speed * speed;
      across += speed * along_[axis];
      length += along_[axis] * along_[axis];
    }
    // subtracts the squared speed along the segment, because the closest point moves along the
    // segment unless it is an end of the segment
    if (place > 0 && place < 1 && length > 0) gap.bend -= across * across / length;
    return gap;
  }

  // Returns the time at which the distance between the moving core and the item first equals the
  // radius, or HUGE_VAL if this never happens. `from` is a lower bound of the time.
  //
  // The distance is a convex function of time, so a step of Newton's method never passes the first
  // touch. The squared distance consists of parabolas. A step to the zero of the current parabola
  // is exact unless the closest features change. This step is used if it does not pass the first
  // touch; otherwise a step of Newton's method is used. The search ends when a step does not change
  // the time.
  f64 first_touch(const Aabb<Dim>& item, const Point<Dim>& displacement, f64 from) const {
    const f64 limit = radius_ * radius_;
    f64 time = 0;
    for (u32 step = 0; step < kMaxSteps; ++step) {
      const Gap gap = gap_at(item, displacement, from, time);
      const f64 above = gap.squared - limit;
      const f64 error = 1e-15 * gap.size;
      // the search does not end at time 0, because the shape does not touch the item yet
      if (from + time > 0 && above <= error * (2 * radius_ + error)) break;
      if (!(gap.slope < 0)) return HUGE_VAL;
      const f64 square = gap.slope * gap.slope - gap.bend * above;
      const f64 leap = above / (-gap.slope + std::sqrt(simd::greater(square, 0.0)));
      const Gap next = gap_at(item, displacement, from, time + leap);
      const f64 next_error = 1e-15 * next.size;
      const bool is_before = next.squared - limit >= -next_error * (2 * radius_ + next_error);
      if (is_before && next.slope <= 0) {
        if (!(time + leap > time)) break;
        time += leap;
        continue;
      }
      const f64 distance = std::sqrt(gap.squared);
      const f64 safe = time + distance * (distance - radius_) / -gap.slope;
      if (!(safe > time)) break;
      time = safe;
    }
    return from + time;
  }

  // If the distance is below this fraction of the coordinates, the direction is inaccurate.
  static constexpr f64 kThin = 1e-8;
  // Maximum number of steps. Newton's method at least halves the error in each step.
  static constexpr u32 kMaxSteps = 100;

  Aabb<Dim> bounds_;
  Segment<Dim> segment_{};
  f64 along_[Dim] = {};
  f64 radius_ = 0;
  bool is_round_ = false;
  bool is_long_ = false;
};

/// Computes the normal of the face through which a ray enters a box that it hits. The normal is the
/// zero vector if the ray starts inside the box. `box` is an array of minima, then maxima.
inline void ray_normal(int dimensions, const f32* origin, const f32* direction, const f32* box,
                       f32* normal) {
  f64 last = 0;
  for (int axis = 0; axis < dimensions; ++axis) {
    normal[axis] = 0;
    const f64 component = direction[axis];
    const f64 face = box[component > 0 ? axis : axis + dimensions];
    const f64 enter = (face - static_cast<f64>(origin[axis])) / component;
    if (component == 0 || !(enter > last)) continue;
    last = enter;
    for (int before = 0; before < axis; ++before) normal[before] = 0;
    normal[axis] = component > 0 ? -1.0f : 1.0f;
  }
}
/// Returns the normal of the face through which a ray enters a box that it hits. The normal is the
/// zero vector if the ray starts inside the box.
template <int Dim>
Point<Dim> ray_normal(const Ray<Dim>& ray, const Aabb<Dim>& box) {
  f32 sides[2 * Dim];
  for (int axis = 0; axis < Dim; ++axis) {
    sides[axis] = box.min[axis];
    sides[Dim + axis] = box.max[axis];
  }
  Point<Dim> normal;
  ray_normal(Dim, ray.origin.v, ray.direction.v, sides, normal.v);
  return normal;
}

}  // namespace sapwood
