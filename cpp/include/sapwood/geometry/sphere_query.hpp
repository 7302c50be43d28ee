/// @file
/// Tests of bounding spheres against queries: box, distance, ray, frustum and volume.
///
/// - may_touch(sphere): conservative; true if an item inside the sphere may be a hit
/// - contains(sphere): true only if every item inside is a hit
/// - lower_bound(sphere): lower bound of the keys of all items inside, for in_reach() of the query
/// - test(sphere, planes): for frusta; outside, or the planes that cut the sphere
///
/// All values are computed in double from float32 input, without overflow or underflow. Their
/// errors are about 1e-15 of the lengths involved. The errors of the exact tests of items have the
/// same size. Every comparison is widened by kSlack of these lengths, a thousand times as much. So
/// an item that passes its test is never pruned, and every item inside a covered sphere is a hit.
/// "Inside the sphere" has the mathematical meaning, see sphere.hpp.
#pragma once

#include "sapwood/geometry/box_query.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/geometry/sphere.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood {

/// Test of spheres against one query. The constructor has two parameters: the query, and a sphere
/// that contains all spheres of the traversal (`world`).
template <class Query>
class SphereView;

template <int Dim>
class SphereView<BoxQuery<Dim>> {
 public:
  SphereView(const BoxQuery<Dim>& query, const Sphere<Dim>&) {
    for (int axis = 0; axis < Dim; ++axis) {
      min_[axis] = query.box().min[axis];
      max_[axis] = query.box().max[axis];
    }
  }

  /// Returns true if the sphere may touch the box. The squared distance has a relative error of
  /// 1e-15.
  [[gnu::always_inline]] bool may_touch(const Sphere<Dim>& sphere) const {
    const f64 radius = sphere.radius;
    f64 sum = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 center = sphere.center[axis];
      const f64 below = min_[axis] - center;
      const f64 above = center - max_[axis];
      const f64 beside = below > above ? below : above;
      const f64 gap = beside > 0 ? beside : 0;
      sum += gap * gap;
    }
    return sum <= radius * radius * (1.0 + kSlack);
  }
  /// Returns true if the box contains the sphere. The rounding error of each difference is
  /// relative, so kSlack exceeds it.
  [[gnu::always_inline]] bool contains(const Sphere<Dim>& sphere) const {
    const f64 radius = sphere.radius;
    f64 room = HUGE_VAL;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 center = sphere.center[axis];
      const f64 below = center - min_[axis];
      const f64 above = max_[axis] - center;
      const f64 nearer = below < above ? below : above;
      room = nearer < room ? nearer : room;
    }
    return room * (1.0 - kSlack) >= radius;
  }

 private:
  static constexpr f64 kSlack = 1e-12;

  f64 min_[Dim];
  f64 max_[Dim];
};

template <int Dim>
class SphereView<DistanceQuery<Dim>> {
 public:
  SphereView(const DistanceQuery<Dim>& query, const Sphere<Dim>&)
      : query_(query), point_(query.point()), reach_(std::sqrt(query.limit())) {}

  /// Returns true if a part of the sphere is within the initial search radius.
  [[gnu::always_inline]] bool may_touch(const Sphere<Dim>& sphere) const {
    const f64 reach = (reach_ + static_cast<f64>(sphere.radius)) * (1.0 + kSlack);
    return distance_squared(sphere.center, point_) <= reach * reach;
  }

  /// Returns a lower bound of the squared distance. If the bound is not 0, the distance to an item
  /// is at most twice the distance to the center, so the slack exceeds the rounding error of
  /// `near`. Rounding to float32 is within the padding of in_reach().
  [[gnu::always_inline]] f32 lower_bound(const Sphere<Dim>& sphere) const {
    const f64 far = distance(sphere.center, point_);
    const f64 near = far * (1.0 - kSlack) - static_cast<f64>(sphere.radius);
    return near > 0 ? static_cast<f32>(near * near) : 0.0f;
  }

  [[gnu::always_inline]] bool contains(const Sphere<Dim>& sphere) const {
    const f64 reach = reach_of(sphere, point_) * (1.0 + kSlack);
    return reach * reach <= query_.limit();
  }

 private:
  static constexpr f64 kSlack = 1e-12;

  const DistanceQuery<Dim>& query_;
  Point<Dim> point_;
  f64 reach_;
};

/// Tests a volume against the box around a sphere. The box is rounded outward.
template <int Dim>
class SphereView<VolumeQuery<Dim>> {
 public:
  SphereView(const VolumeQuery<Dim>& query, const Sphere<Dim>&) : query_(query) {}

  [[gnu::always_inline]] bool may_touch(const Sphere<Dim>& sphere) const {
    return query_.may_touch(box_of(sphere));
  }
  [[gnu::always_inline]] bool contains(const Sphere<Dim>& sphere) const {
    return query_.contains(box_of(sphere));
  }

 private:
  static Aabb<Dim> box_of(const Sphere<Dim>& sphere) {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = std::nextafter(sphere.center[axis] - sphere.radius, -HUGE_VALF);
      box.max[axis] = std::nextafter(sphere.center[axis] + sphere.radius, HUGE_VALF);
    }
    return box;
  }

  const VolumeQuery<Dim>& query_;
};

template <int Dim>
class SphereView<RayQuery<Dim>> {
 public:
  SphereView(const RayQuery<Dim>& query, const Sphere<Dim>&)
      : query_(query), origin_(query.origin()) {
    f64 squared = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      unit_[axis] = query.direction()[axis];
      squared += unit_[axis] * unit_[axis];
    }
    const f64 length = std::sqrt(squared);
    for (f64& component : unit_) component /= length;
  }

  [[gnu::always_inline]] bool may_touch(const Sphere<Dim>& sphere) const {
    return query_.in_reach(lower_bound(sphere));
  }
  static bool contains(const Sphere<Dim>&) { return false; }

  /// Returns a lower bound of the distance along the ray to the sphere, or kMiss if the ray misses
  /// the sphere. An item is a hit if its slab intervals, which have a relative error of 2^-52,
  /// overlap. Some point of the ray is then within 1e-15 * (distance + radius) of the item. `slack`
  /// is 1000 times this bound, and also exceeds the errors of `along` and `beside`. The radius is
  /// widened by `slack` before it is squared.
  [[gnu::always_inline]] f32 lower_bound(const Sphere<Dim>& sphere) const {
    f64 offset[Dim];
    f64 along = 0;
    f64 sum = sphere.radius;
    for (int axis = 0; axis < Dim; ++axis) {
      offset[axis] = static_cast<f64>(sphere.center[axis]) - static_cast<f64>(origin_[axis]);
      along += offset[axis] * unit_[axis];
      sum += std::fabs(offset[axis]);
    }
    const f64 slack = kSlack * sum;
    const f64 reach = static_cast<f64>(sphere.radius) + slack;
    f64 beside = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 across = offset[axis] - along * unit_[axis];
      beside += across * across;
    }
    const f64 chord = reach * reach - beside;
    if (chord < 0 || along + reach < 0) return RayQuery<Dim>::kMiss;
    const f64 enter = along - std::sqrt(chord) - slack;
    return enter > 0 ? static_cast<f32>(enter) : 0.0f;
  }

 private:
  static constexpr f64 kSlack = 1e-12;

  const RayQuery<Dim>& query_;
  Point<Dim> origin_;
  f64 unit_[Dim];
};

template <>
class SphereView<FrustumQuery> {
 public:
  SphereView(const FrustumQuery& query, const Sphere<3>& world) {
    for (u32 i = 0; i < FrustumQuery::kPlanes; ++i) {
      planes_[i] = Plane(query.frustum().planes[i], world);
    }
  }

  bool may_touch(const Sphere<3>& sphere) const {
    return !test(sphere, FrustumQuery::kAllPlanes).outside;
  }
  bool contains(const Sphere<3>& sphere) const {
    const FrustumTest found = test(sphere, FrustumQuery::kAllPlanes);
    return !found.outside && found.planes == 0;
  }

  /// Tests a sphere against the planes in the mask `planes`. If a sphere is inside a plane, its
  /// items and descendant spheres do not have to be tested against that plane, although descendants
  /// can extend beyond the sphere.
  FrustumTest test(const Sphere<3>& sphere, u32 planes) const {
    return test(sphere, planes, [] {});
  }
  /// Like the function above, and calls `tally` for each plane that is tested.
  template <class Tally>
  FrustumTest test(const Sphere<3>& sphere, u32 planes, Tally&& tally) const {
    u32 cutting = 0;
    for (u32 left = planes; left != 0; left &= left - 1) {
      const u32 i = static_cast<u32>(std::countr_zero(left));
      tally();
      const f64 signed_distance = planes_[i].of(sphere.center);
      const f64 reach = planes_[i].length * static_cast<f64>(sphere.radius);
      if (signed_distance + reach < -planes_[i].slack) return {true, planes};
      if (!(signed_distance - reach >= planes_[i].slack)) cutting |= 1u << i;
    }
    return {false, cutting};
  }

 private:
  // The rounding error of a signed distance grows with its terms, also in the tests of items.
  // `world` limits these terms and therefore the slack.
  struct Plane {
    f64 normal[3];
    f64 constant;
    f64 length;
    f64 slack;

    Plane() = default;
    Plane(const f32 (&plane)[4], const Sphere<3>& world) : constant(plane[3]) {
      f64 squared = 0;
      f64 terms = std::fabs(constant);
      for (int axis = 0; axis < 3; ++axis) {
        normal[axis] = plane[axis];
        squared += normal[axis] * normal[axis];
        const f64 most = std::fabs(static_cast<f64>(world.center[axis])) + world.radius;
        terms += std::fabs(normal[axis]) * most;
      }
      length = std::sqrt(squared);
      slack = 1e-12 * terms;
    }
    f64 of(const Point<3>& point) const {
      f64 sum = constant;
      for (int axis = 0; axis < 3; ++axis) sum += normal[axis] * static_cast<f64>(point[axis]);
      return sum;
    }
  };

  Plane planes_[FrustumQuery::kPlanes];
};

}  // namespace sapwood
