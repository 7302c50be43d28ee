/// @file
/// Shapes of overlap queries. Each shape has a filter for boxes and an exact test for primitives.
///
/// The shapes passed to constructors must be valid. `largest` is the largest absolute coordinate of
/// the mesh.
#pragma once

#include "sapwood/mesh/contact.hpp"
#include "sapwood/mesh/filters.hpp"
#include "sapwood/mesh/tree.hpp"

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

/// Sphere. A primitive touches it if the squared distance to the center is at most the squared
/// radius.
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

/// Returns the bounding box of a capsule, relative to its end `a`.
template <int Dim>
Box<Dim> box_around(const Capsule<Dim>& capsule) {
  const Vector<Dim> ends[2] = {{}, capsule.b - capsule.a};
  return grown(box_of(ends), capsule.radius);
}

/// Filter that accepts boxes and primitives that a capsule may touch.
///
/// A box is accepted if a cube that moves along the segment touches it. A primitive is accepted
/// only if the capsule also touches its bounding sphere around the mean of its vertices. This
/// avoids most exact tests if primitives are small compared with the radius.
template <int Dim>
class CapsuleFilter {
 public:
  CapsuleFilter(const Capsule<Dim>& capsule, f64 largest)
      : boxes_(capsule.a, capsule.b - capsule.a, grown(Box<Dim>{}, capsule.radius), 1,
               largest + largest_coordinate(capsule.b - capsule.a)) {
    using namespace simd;
    const Vector<Dim> along = capsule.b - capsule.a;
    const f64 squared = dot(along, along);
    const bool has_length = squared > 1e-36;
    for (int axis = 0; axis < Dim; ++axis) {
      start_[axis] = F32x4::splat(static_cast<f32>(capsule.a[axis]));
      along_[axis] = F32x4::splat(has_length ? static_cast<f32>(along[axis]) : 0);
    }
    inverse_ = F32x4::splat(has_length ? static_cast<f32>(1 / squared) : 0);
    // the margin exceeds the errors of coordinates, differences and distances, which are less than
    // 2^-20 of the largest coordinate
    largest =
        greater(largest, greater(largest_coordinate(capsule.a), largest_coordinate(capsule.b)));
    reach_ = F32x4::splat(rounded_above(capsule.radius + 0x1p-16 * largest + 1e-18));
  }

  u32 touched4(const AabbPacket<Dim>& boxes) const { return boxes_.touched4(boxes); }
  [[gnu::noinline]] u32 touched4(const PrimitivePacket<Dim>& packet) const {
    using namespace simd;
    const F32x4 share = F32x4::splat(1.0f / Dim);
    F32x4 mean[Dim];
    F32x4 start[Dim];  // relative to the mean
    F32x4 ahead = F32x4::zero();
    for (int axis = 0; axis < Dim; ++axis) {
      F32x4 sum = packet.v[0][axis];
      for (int i = 1; i < Dim; ++i) sum = add(sum, packet.v[i][axis]);
      mean[axis] = mul(sum, share);
      start[axis] = sub(start_[axis], mean[axis]);
      ahead = sub(ahead, mul(start[axis], along_[axis]));
    }
    const F32x4 t = min(max(mul(ahead, inverse_), F32x4::zero()), F32x4::splat(1));
    F32x4 distance = F32x4::zero();  // squared distance from the mean to the segment
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 gap = add(start[axis], mul(along_[axis], t));
      distance = add(distance, mul(gap, gap));
    }
    F32x4 radius = F32x4::zero();  // squared radius of the sphere around the primitive
    for (int i = 0; i < Dim; ++i) {
      F32x4 squared = F32x4::zero();
      for (int axis = 0; axis < Dim; ++axis) {
        const F32x4 gap = sub(packet.v[i][axis], mean[axis]);
        squared = add(squared, mul(gap, gap));
      }
      radius = max(squared, radius);
    }
    const F32x4 reach = add(sqrt(radius), reach_);
    return touched4(Tree<Dim>::boxes_of(packet)) & bits(le(distance, mul(reach, reach)));
  }

 private:
  SlabFilter<Dim> boxes_;
  simd::F32x4 start_[Dim];
  simd::F32x4 along_[Dim];
  simd::F32x4 inverse_;  // inverse of the squared length
  simd::F32x4 reach_;
};

/// Capsule. A primitive touches it if the squared distance to the segment is at most the squared
/// radius. A segment is a capsule of radius 0.
template <int Dim>
class CapsuleShape {
 public:
  CapsuleShape(const Capsule<Dim>& capsule, f64 largest)
      : capsule_(capsule), squared_(capsule.radius * capsule.radius), filter_(capsule, largest) {}

  const CapsuleFilter<Dim>& filter() const { return filter_; }
  bool meets(const Primitive<Dim>& primitive) const {
    if (squared_ == 0 && !capsule_.is_sphere()) {
      return meets_segment(primitive, capsule_.a, capsule_.b);
    }
    return is_within(primitive, capsule_, squared_);
  }

 private:
  Capsule<Dim> capsule_;
  f64 squared_;
  CapsuleFilter<Dim> filter_;
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
