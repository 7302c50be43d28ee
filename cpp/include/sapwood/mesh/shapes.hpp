/// @file
/// Shapes of overlap queries: each has a filter for boxes and an exact test of a primitive.
///
/// A shape must be valid. `largest` is the largest coordinate of the mesh.
#pragma once

#include "sapwood/mesh/contact.hpp"
#include "sapwood/mesh/filters.hpp"

namespace sapwood::mesh {

/// Axis-aligned box, see meets_box().
template <int Dim>
class BoxShape {
 public:
  BoxShape(const Box<Dim>& box, f64 largest) : box_(box), filter_(box, largest) {}

  const BoxFilter<Dim>& filter() const { return filter_; }
  bool meets(const Primitive<Dim>& primitive) const { return meets_box(primitive, box_); }

 private:
  Box<Dim> box_;
  BoxFilter<Dim> filter_;
};

/// Sphere: the squared distance to its center is at most the squared radius.
template <int Dim>
class SphereShape {
 public:
  SphereShape(const Vector<Dim>& center, f64 radius, f64 largest)
      : center_(center), squared_(radius * radius), filter_(center, squared_, largest) {}

  const SphereFilter<Dim>& filter() const { return filter_; }
  bool meets(const Primitive<Dim>& primitive) const {
    return closest_to(primitive, center_).squared <= squared_;
  }

 private:
  Vector<Dim> center_;
  f64 squared_;
  SphereFilter<Dim> filter_;
};

/// Returns the box around a capsule, relative to its end `a`.
template <int Dim>
Box<Dim> box_around(const Capsule<Dim>& capsule) {
  const Vector<Dim> ends[2] = {{}, capsule.b - capsule.a};
  return grown(box_of(ends), capsule.radius);
}

/// Capsule: the squared distance to its segment is at most the squared radius. A segment is a
/// capsule of radius 0.
template <int Dim>
class CapsuleShape {
 public:
  CapsuleShape(const Capsule<Dim>& capsule, f64 largest)
      : capsule_(capsule),
        squared_(capsule.radius * capsule.radius),
        filter_(capsule.a, capsule.b - capsule.a, grown(Box<Dim>{}, capsule.radius), 1,
                largest + largest_coordinate(capsule.b - capsule.a)) {}

  const SlabFilter<Dim>& filter() const { return filter_; }
  bool meets(const Primitive<Dim>& primitive) const {
    if (squared_ == 0 && !capsule_.is_sphere()) {
      return meets_segment(primitive, capsule_.a, capsule_.b);
    }
    return is_within(primitive, capsule_, squared_);
  }

 private:
  Capsule<Dim> capsule_;
  f64 squared_;
  SlabFilter<Dim> filter_;
};

/// Intersection of half spaces, see meets_convex().
template <int Dim>
class ConvexShape {
 public:
  ConvexShape(const HalfSpace<Dim>* spaces, u32 count, f64 largest)
      : spaces_(spaces), count_(count), filter_(spaces, count, largest) {}

  const ConvexFilter<Dim>& filter() const { return filter_; }
  bool meets(const Primitive<Dim>& primitive) const {
    return meets_convex(primitive, spaces_, count_);
  }

 private:
  const HalfSpace<Dim>* spaces_;
  u32 count_;
  ConvexFilter<Dim> filter_;
};

}  // namespace sapwood::mesh
