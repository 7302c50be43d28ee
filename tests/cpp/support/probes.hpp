// Queries for a set of boxes. They pass through corners, run along faces, touch boxes exactly, are
// inside, outside or around all boxes, or are random.
#pragma once

#include <span>
#include <vector>

#include "sapwood/core/filter.hpp"
#include "sapwood/geometry/capsule_query.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"

namespace sapwood::test {

template <int Dim>
struct SphereProbe {
  Point<Dim> center;
  f32 radius;
};

template <int Dim>
struct NearestProbe {
  Point<Dim> point;
  u32 k;
  f32 max_distance;
};

struct FrustumProbe {
  Frustum frustum;
  Point<3> eye;
  u32 limit;
};

template <int Dim>
struct VolumeProbe {
  std::vector<f32> planes;
  Segment<Dim> segment;
  f32 radius;
};

template <int Dim>
struct Probes {
  std::vector<Aabb<Dim>> boxes;
  std::vector<Point<Dim>> points;
  std::vector<SphereProbe<Dim>> spheres;
  std::vector<Ray<Dim>> rays;
  std::vector<NearestProbe<Dim>> nearest;
  std::vector<FrustumProbe> frusta;  // 3D only
  std::vector<VolumeProbe<Dim>> volumes;
};

// Returns about `count` queries of each kind. All are valid arguments.
template <int Dim>
Probes<Dim> probes_for(std::span<const Aabb<Dim>> boxes, u32 count, u64 seed);

}  // namespace sapwood::test
