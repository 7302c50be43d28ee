// Boxes, points and rays as arguments of exports, and their conversion to core types.
#pragma once

#include "sapwood/geometry/ray_query.hpp"

namespace sapwood::bindings {

struct BoxArgument {
  f32 v[6];  // 2D uses the first four
};
struct PointArgument {
  f32 v[3];  // 2D uses the first two
};
struct RayArgument {
  PointArgument origin;
  PointArgument direction;
  f32 max_distance;
};

template <int Dim>
Aabb<Dim> typed_box(const BoxArgument& box) {
  Aabb<Dim> typed;
  for (int axis = 0; axis < Dim; ++axis) {
    typed.min[axis] = box.v[axis];
    typed.max[axis] = box.v[Dim + axis];
  }
  return typed;
}
inline bool is_valid_box(const BoxArgument& box, int dimensions) {
  return dimensions == 2 ? is_valid(typed_box<2>(box)) : is_valid(typed_box<3>(box));
}
template <int Dim>
Point<Dim> typed_point(const PointArgument& point) {
  Point<Dim> typed;
  for (int axis = 0; axis < Dim; ++axis) typed[axis] = point.v[axis];
  return typed;
}
template <int Dim>
Ray<Dim> typed_ray(const RayArgument& ray) {
  return {typed_point<Dim>(ray.origin), typed_point<Dim>(ray.direction), ray.max_distance};
}

template <int Dim>
BoxArgument untyped(const Aabb<Dim>& box) {
  BoxArgument out{};
  for (int axis = 0; axis < Dim; ++axis) {
    out.v[axis] = box.min[axis];
    out.v[Dim + axis] = box.max[axis];
  }
  return out;
}
template <int Dim>
PointArgument untyped(const Point<Dim>& point) {
  PointArgument out{};
  for (int axis = 0; axis < Dim; ++axis) out.v[axis] = point[axis];
  return out;
}
template <int Dim>
RayArgument untyped(const Ray<Dim>& ray) {
  return {untyped(ray.origin), untyped(ray.direction), ray.max_distance};
}

}  // namespace sapwood::bindings
