// The answers that every structure must give, from plain loops over a Model.
//
// Deliberately not built on geometry/: boxes compare their float32 numbers, everything that is
// measured is measured in double, axis by axis in their order. Intervals are closed.
#pragma once

#include <span>
#include <string>

#include "sapwood/base/k_smallest.hpp"
#include "sapwood/geometry/capsule_query.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"
#include "support/model.hpp"

namespace sapwood::test {

struct OracleHit {
  f64 distance;
  Id id;

  friend bool operator==(const OracleHit& a, const OracleHit& b) {
    return a.distance == b.distance && a.id == b.id;
  }
};

namespace oracle {

// Ascending ids.
template <int Dim>
std::vector<Id> box(const Model<Dim>& model, const Aabb<Dim>& box, const Filter& filter);
template <int Dim>
std::vector<Id> point(const Model<Dim>& model, const Point<Dim>& point, const Filter& filter);
// Squared distance from the center to the box <= radius squared.
template <int Dim>
std::vector<Id> sphere(const Model<Dim>& model, const Point<Dim>& center, f32 radius,
                       const Filter& filter);
// Every item along the ray by distance, then id. The first one is the closest hit.
template <int Dim>
std::vector<OracleHit> raycast_all(const Model<Dim>& model, const Ray<Dim>& ray,
                                   const Filter& filter);
// By squared distance, then id; the first k within the distance.
template <int Dim>
std::vector<OracleHit> nearest(const Model<Dim>& model, const Point<Dim>& point, u32 k,
                               f32 max_distance, const Filter& filter);
// No plane has the whole box outside. By distance from the eye, then id; without an eye by id.
std::vector<Id> frustum(const Model<3>& model, const Frustum& frustum, const Point<3>* eye,
                        const Filter& filter);
// No plane, of Dim numbers of its normal and a constant, has the whole box outside.
template <int Dim>
std::vector<Id> convex(const Model<Dim>& model, std::span<const f32> planes, const Filter& filter);
// Boxes that are surely within the radius of a segment, and those that are within the errors of
// the search for the least distance. What the segment itself touches is told by fractions, without
// error where differences of coordinates have none in double.
struct CapsuleAnswer {
  std::vector<Id> sure;
  std::vector<Id> possible;
};
template <int Dim>
CapsuleAnswer capsule(const Model<Dim>& model, const Segment<Dim>& segment, f32 radius,
                      const Filter& filter);
template <int Dim>
struct MovingBall {
  Point<Dim> center;
  f32 radius;
  Point<Dim> displacement;
};
// What a moving box touches first: by time, then id, from the times at which each axis overlaps.
template <int Dim>
KeyedId cast_box(const Model<Dim>& model, const Aabb<Dim>& box, const Point<Dim>& displacement,
                 const Filter& filter);
// What is wrong with an answer for a moving ball, found by looking for the least distance of each
// box until then; empty for nothing. Errors of that search are not counted.
template <int Dim>
std::string wrong_of_ball(const Model<Dim>& model, const MovingBall<Dim>& ball,
                          const Filter& filter, const KeyedId& found);
// Keys (smaller id << 32 | larger id), ascending.
template <int Dim>
std::vector<u64> pairs(const Model<Dim>& model);
// Overlaps of two sets of items. Keys (id here << 32 | id there), ascending.
template <int Dim>
std::vector<u64> crossings(const Model<Dim>& here, const Model<Dim>& there);

}  // namespace oracle

}  // namespace sapwood::test
