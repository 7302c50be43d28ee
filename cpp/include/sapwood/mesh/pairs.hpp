/// @file
/// Search for pairs of intersecting primitives of two meshes.
#pragma once

#include "sapwood/mesh/pose.hpp"
#include "sapwood/mesh/shapes.hpp"
#include "sapwood/mesh/traverse.hpp"

namespace sapwood::mesh {

/// Accepts boxes of a posed mesh that may overlap the bounds of another mesh.
template <int Dim>
class PosedFilter {
 public:
  PosedFilter(const Pose<Dim>& pose, const Box<Dim>& bounds, f64 largest)
      : pose_(pose), bounds_(bounds), largest_(largest) {}

  u32 touched4(const AabbPacket<Dim>& boxes) const {
    u32 touched = used_lanes(boxes);
    for (u32 left = touched; left != 0; left &= left - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(left));
      if (!overlaps(boxes.get(lane))) touched &= ~(1u << lane);
    }
    return touched;
  }

 private:
  bool overlaps(const Aabb<Dim>& box) const {
    Vector<Dim> center;
    Vector<Dim> half;
    for (int axis = 0; axis < Dim; ++axis) {
      center[axis] = 0.5 * box.min[axis] + 0.5 * box.max[axis];
      half[axis] = 0.5 * box.max[axis] - 0.5 * box.min[axis];
    }
    center = pose_.point_to_world(center);
    for (int axis = 0; axis < Dim; ++axis) {
      f64 reach = kMargin * (largest_ + std::fabs(center[axis]));
      for (int k = 0; k < Dim; ++k) {
        reach += std::fabs(pose_.columns[k][axis]) * half[k];
      }
      if (center[axis] - reach > bounds_.max[axis] || center[axis] + reach < bounds_.min[axis]) {
        return false;
      }
    }
    return true;
  }

  const Pose<Dim>& pose_;
  Box<Dim> bounds_;
  f64 largest_;
};

/// Visits the pairs of primitives of two meshes that have a point in common, see meets_primitive().
/// `pose` maps `b` to the space of `a`. each(a, b) returns false to stop the visit; the function
/// then also returns false.
template <int Dim, class Each>
bool visit_pairs(const Geometry<Dim>& a, const Geometry<Dim>& b, const Pose<Dim>& pose,
                 Each&& each) {
  if (a.tree().empty() || b.tree().empty()) return true;
  Box<Dim> bounds;
  const Aabb<Dim> box = a.bounds();
  for (int axis = 0; axis < Dim; ++axis) {
    bounds.min[axis] = box.min[axis];
    bounds.max[axis] = box.max[axis];
  }
  f64 largest = a.largest() + largest_coordinate(pose.translation);
  for (const Vector<Dim>& column : pose.columns) {
    largest += largest_coordinate(column) * b.largest();
  }
  const PosedFilter<Dim> filter(pose, bounds, largest);
  return visit(b, filter, [&](const Leaf<Dim>& leaf, u32 lane) {
    Primitive<Dim> posed = b.primitive(leaf, lane);
    for (Vector<Dim>& vertex : posed.v) vertex = pose.point_to_world(vertex);
    const BoxFilter<Dim> around(box_of(posed.v), largest);
    return visit(a, around, [&](const Leaf<Dim>& other, u32 other_lane) {
      if (!meets_primitive(a.primitive(other, other_lane), posed)) return true;
      return each(other.id[other_lane], leaf.id[lane]);
    });
  });
}

}  // namespace sapwood::mesh
