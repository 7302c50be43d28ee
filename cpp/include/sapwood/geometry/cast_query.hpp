/// @file Shape casts: the first item that a moving box, sphere or capsule touches. The parameter of
/// the motion is 0 at the start and 1 at the end of the displacement.
///
/// Box: the slab method (see ray_query.hpp) on the Minkowski sum of item and moving box, in double.
/// Differences and quotients are correctly rounded, and therefore monotone in the box. The shape
/// never enters a node later than an item inside the node.
///
/// Sphere: the Minkowski sum is a box with rounded edges. The slabs of the item, grown by the
/// radius, give a lower bound of the parameter. Starting at this bound, the distance between center
/// and item gives the exact parameter (see capsule_query.hpp). Nodes are grown by a radius that is
/// enlarged by a thousand times the possible rounding error.
///
/// Capsule: see ConvexShape::measure(). Nodes are tested with the bounds of the capsule.
#pragma once

#include "sapwood/base/k_smallest.hpp"
#include "sapwood/geometry/contact.hpp"

namespace sapwood {

/// Query for all items that a moving shape touches before the parameter of the motion exceeds a
/// limit. The limit can shrink during the search.
template <int Dim>
class CastQuery final : public VolumeQuery<Dim> {
 public:
  /// Creates a query for a moving box, which must be valid.
  CastQuery(const Aabb<Dim>& box, const Point<Dim>& displacement)
      : VolumeQuery<Dim>(/*touches_parts=*/false), shape_(box), displacement_(displacement) {}
  /// Creates a query for a moving sphere. The center must be valid, and the radius finite and >= 0.
  CastQuery(const Point<Dim>& center, f32 radius, const Point<Dim>& displacement)
      : CastQuery(center, center, radius, displacement) {}
  /// Creates a query for a moving capsule around the segment from `a` to `b`. The points must be
  /// valid, and the radius finite and >= 0.
  CastQuery(const Point<Dim>& a, const Point<Dim>& b, f32 radius, const Point<Dim>& displacement)
      : VolumeQuery<Dim>(/*touches_parts=*/false),
        shape_({a, b}, radius),
        displacement_(displacement) {
    f64 largest = radius;
    for (int axis = 0; axis < Dim; ++axis) {
      largest +=
          simd::greater(std::fabs(static_cast<f64>(a[axis])), std::fabs(static_cast<f64>(b[axis])));
      largest += std::fabs(static_cast<f64>(displacement[axis]));
    }
    padded_ = radius > 0 || shape_.is_long() ? shape_.radius() + 1e-12 * largest : 0;
  }

  bool may_touch(const Aabb<Dim>& node) const override {
    f64 time;
    return enters(node, padded_, time);
  }
  u32 may_touch4(const AabbPacket<Dim>& packet) const override {
    return this->touched_lanes(packet, used_lanes(packet));
  }
  bool hits(const Aabb<Dim>& item) const override {
    f64 time;
    return measure(item, time);
  }
  bool contains(const Aabb<Dim>&) const override { return false; }

  /// Computes the fraction of the displacement, 0 to 1, at which the item is touched. Returns false
  /// if the shape does not touch the item at or before the limit.
  bool measure(const Aabb<Dim>& item, f64& time) const {
    // The bounds are padded, because the rounding errors of a capsule are relative to its length.
    // Without padding, the more accurate test of the bounds, which depends on the limit, could
    // reject an item that the capsule touches at the start.
    if (shape_.is_long()) {
      return enters(item, padded_, time) && shape_.measure(item, displacement_, limit_, time);
    }
    if (!enters(item, shape_.radius(), time)) return false;
    if (shape_.radius() > 0) time = first_within(item, time);
    return time <= limit_;
  }
  /// Computes the contact with an item. `time` is the fraction of the displacement at which the
  /// shape touches the item.
  Contact<Dim> contact(const Aabb<Dim>& item, f64 time) const {
    return time > 0 ? shape_.touch(item, displacement_, time) : shape_.overlap(item);
  }
  /// Sets the limit of the motion parameter. Before the search, it can be set to more than 1: a ray
  /// is a moving point that continues beyond its displacement.
  void shrink(f64 time) { limit_ = time; }

 private:
  // Returns the parameter at which the sphere first touches an item. `from` is a lower bound of
  // this parameter. The distance is measured from there, because differences near the item are
  // small and exact.
  f64 first_within(const Aabb<Dim>& item, f64 from) const {
    f64 start[Dim];
    f64 left[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      start[axis] = static_cast<f64>(shape_.bounds().min[axis]) +
                    from * static_cast<f64>(displacement_[axis]);
      left[axis] = (1 - from) * static_cast<f64>(displacement_[axis]);
    }
    return from +
           (1 - from) * SegmentDistance<Dim>(start, left, item).first_within(shape_.radius());
  }

  // Computes the first parameter at which the boxes overlap on all axes. The moving box is grown by
  // `more` on all sides. Returns false if the boxes do not overlap at or before the limit.
  bool enters(const Aabb<Dim>& item, f64 more, f64& time) const {
    const Aabb<Dim>& box = shape_.bounds();
    f64 enter = 0;
    f64 leave = limit_;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = static_cast<f64>(item.min[axis]) - static_cast<f64>(box.max[axis]) - more;
      const f64 high = static_cast<f64>(item.max[axis]) - static_cast<f64>(box.min[axis]) + more;
      const f64 component = displacement_[axis];
      if (component == 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      enter = simd::greater((component > 0 ? low : high) / component, enter);
      leave = simd::lesser((component > 0 ? high : low) / component, leave);
    }
    time = enter;
    return enter <= leave;
  }

  ConvexShape<Dim> shape_;
  Point<Dim> displacement_;
  f64 padded_ = 0;
  f64 limit_ = 1;
};

// Visitor of a cast. It stores the item that is touched first, and shrinks the limit of the query
// to the parameter of this item. `Boxes` is a function that returns the box of an id. Candidates
// may come in any order.
template <int Dim, class Boxes>
class CastHits {
 public:
  CastHits(CastQuery<Dim>& query, const Boxes& boxes) : query_(query), boxes_(boxes) {}

  bool operator()(Id id) {
    KeyedId hit{0, id};
    const bool touched = query_.measure(boxes_(id), hit.key);
    if (touched && (best_.id == kNone || hit < best_)) {
      best_ = hit;
      query_.shrink(hit.key);
    }
    return true;
  }

  // Returns the first hit. If several items are touched at the same time, it is the item with the
  // smallest id. The key is the fraction of the displacement. The id is kNone if there is no hit.
  const KeyedId& best() const { return best_; }

 private:
  CastQuery<Dim>& query_;
  const Boxes& boxes_;
  KeyedId best_{HUGE_VAL, kNone};
};

}  // namespace sapwood
