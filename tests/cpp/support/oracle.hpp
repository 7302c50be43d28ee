// Expected results of all queries, from loops over a Model.
//
// The oracle does not use geometry/. Boxes are compared as float32. Distances are computed in f64,
// as sums over the axes in ascending order. Intervals are closed.
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

// Returns ascending ids.
template <int Dim>
std::vector<Id> box(const Model<Dim>& model, const Aabb<Dim>& box, const Filter& filter);
template <int Dim>
std::vector<Id> point(const Model<Dim>& model, const Point<Dim>& point, const Filter& filter);
// Returns the boxes whose squared distance from the center is at most the squared radius.
template <int Dim>
std::vector<Id> sphere(const Model<Dim>& model, const Point<Dim>& center, f32 radius,
                       const Filter& filter);
// Returns all items along the ray by distance, then id. The first is the closest hit.
template <int Dim>
std::vector<OracleHit> raycast_all(const Model<Dim>& model, const Ray<Dim>& ray,
                                   const Filter& filter);
// Returns the first k items within `max_distance`, sorted by squared distance, then id.
template <int Dim>
std::vector<OracleHit> nearest(const Model<Dim>& model, const Point<Dim>& point, u32 k,
                               f32 max_distance, const Filter& filter);
// Returns the boxes that are not completely outside of any plane. They are sorted by distance from
// the eye, then id, or by id if `eye` is null.
std::vector<Id> frustum(const Model<3>& model, const Frustum& frustum, const Point<3>* eye,
                        const Filter& filter);
// Returns the boxes that are not completely outside of any plane. A plane has a normal of Dim
// numbers and a constant.
template <int Dim>
std::vector<Id> convex(const Model<Dim>& model, std::span<const f32> planes, const Filter& filter);
// Results of a capsule query. `sure` boxes are certainly within the radius. `possible` boxes can be
// within it, because the search for the least distance has an error. Intersections with the segment
// itself are exact if differences of coordinates are exact in f64.
struct CapsuleResult {
  std::vector<Id> sure;
  std::vector<Id> possible;
};
template <int Dim>
CapsuleResult capsule(const Model<Dim>& model, const Segment<Dim>& segment, f32 radius,
                      const Filter& filter);
template <int Dim>
struct MovingBall {
  Point<Dim> center;
  f32 radius;
  Point<Dim> displacement;
};
// Returns the first item that a moving box touches, by time, then id. The time is the start of the
// interval in which the boxes overlap on all axes.
template <int Dim>
KeyedId cast_box(const Model<Dim>& model, const Aabb<Dim>& box, const Point<Dim>& displacement,
                 const Filter& filter);
// Returns a description of the error in a result for a moving ball, or an empty string. Searches
// the least distance to each box up to the reported time, and tolerates the error of this search.
template <int Dim>
std::string error_of_ball_cast(const Model<Dim>& model, const MovingBall<Dim>& ball,
                               const Filter& filter, const KeyedId& found);
// Returns keys (smaller id << 32 | larger id), ascending.
template <int Dim>
std::vector<u64> pairs(const Model<Dim>& model);
// Returns the overlaps of two sets of items as keys (id here << 32 | id there), ascending.
template <int Dim>
std::vector<u64> crossings(const Model<Dim>& here, const Model<Dim>& there);

}  // namespace oracle

}  // namespace sapwood::test
