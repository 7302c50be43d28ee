// Bounding spheres: float32 center and radius, with containment guaranteed despite rounding.
//
// "Inside" has the mathematical meaning: every point of the item is within `radius` of `center`.
// Any center is allowed, so its rounding is harmless; only the radius must be large enough. The
// radius is computed in double and padded:
//   - In double, differences of two float32 values, their squares and the sum of three squares have
//     a relative error below 4 * 2^-53. A square root and a sum add 2^-52. No operation overflows
//     or underflows: values are between 2^-149 and 2e18, squares between 2^-298 and 2e37.
//   - The radius is multiplied by 1 + 2^-22 (4 units in the last place of float32), which is a
//     million times the error. It is then rounded up to float32, which also covers denormal radii.
//     A radius of 0 stays 0, because every difference is then exactly 0.
// A sphere around spheres has the largest radius: below 7e18. Its square is finite in float32.
#pragma once

#include "sapwood/geometry/distance.hpp"

namespace sapwood {

template <int Dim>
struct Sphere {
  Point<Dim> center;
  f32 radius;
};
static_assert(sizeof(Sphere<2>) == 12 && sizeof(Sphere<3>) == 16);

inline constexpr f32 kMaxRadius = 8e18f;

// Returns true if the sphere is finite, not negative, and within the range of spheres that enclose
// valid items.
template <int Dim>
bool is_valid(const Sphere<Dim>& sphere) {
  return is_valid(sphere.center) && sphere.radius >= 0 && sphere.radius <= kMaxRadius;
}

template <int Dim>
f64 distance_squared(const Point<Dim>& a, const Point<Dim>& b) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 difference = static_cast<f64>(a[axis]) - static_cast<f64>(b[axis]);
    sum += difference * difference;
  }
  return sum;
}

template <int Dim>
f64 distance(const Point<Dim>& a, const Point<Dim>& b) {
  return std::sqrt(distance_squared(a, b));
}

// Converts a computed distance to a radius that is at least the true distance.
inline f32 padded_radius(f64 reach) {
  constexpr f64 kPad = 1.0 + 0x1p-22;
  const f64 padded = reach * kPad;
  const f32 rounded = static_cast<f32>(padded);
  return static_cast<f64>(rounded) < padded ? std::nextafter(rounded, HUGE_VALF) : rounded;
}

template <int Dim>
Point<Dim> center_of(const Aabb<Dim>& box) {
  Point<Dim> center;
  for (int axis = 0; axis < Dim; ++axis) center[axis] = box.center(axis);
  return center;
}

template <int Dim>
Sphere<Dim> enclosing_sphere(const Aabb<Dim>& box) {
  const Point<Dim> center = center_of(box);
  return {center, padded_radius(std::sqrt(farthest_squared(box, center)))};
}

// Returns the computed distance from a point to the farthest point of a sphere. padded_radius()
// converts it to a radius.
template <int Dim>
f64 reach_of(const Sphere<Dim>& sphere, const Point<Dim>& from) {
  return distance(sphere.center, from) + static_cast<f64>(sphere.radius);
}

// Returns true if `outer` contains `inner`, according to computed distances. Every radius of
// padded_radius() passes this test with a margin.
template <int Dim>
bool contains(const Sphere<Dim>& outer, const Sphere<Dim>& inner) {
  return reach_of(inner, outer.center) <= static_cast<f64>(outer.radius);
}
template <int Dim>
bool contains(const Sphere<Dim>& outer, const Aabb<Dim>& inner) {
  return std::sqrt(farthest_squared(inner, outer.center)) <= static_cast<f64>(outer.radius);
}
template <int Dim>
bool contains(const Sphere<Dim>& sphere, const Point<Dim>& point) {
  return contains(sphere, Sphere<Dim>{point, 0});
}

// Returns true if an item inside one sphere may touch an item inside the other sphere. The test is
// conservative.
template <int Dim>
bool may_overlap(const Sphere<Dim>& a, const Sphere<Dim>& b) {
  constexpr f64 kWiden = 1.0 + 1e-12;
  const f64 reach = (static_cast<f64>(a.radius) + static_cast<f64>(b.radius)) * kWiden;
  return distance_squared(a.center, b.center) <= reach * reach;
}

}  // namespace sapwood
