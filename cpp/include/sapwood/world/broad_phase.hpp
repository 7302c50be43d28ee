// What a world asks of the index that it stands on: any of the structures behind one type.
//
// Items have ids of the index, not those of bodies. Every verb that finds something leaves the ids
// in ids(), in any order, pairs as [a0, b0, a1, b1, ...]; they are there until the next verb of any
// index. Every verb answers false when memory runs out; one that changes something then has changed
// nothing.
#pragma once

#include <concepts>

#include "sapwood/core/filter.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood::world {

// start(kind)      - an empty index of that kind; false without memory. Kinds begin with 1
// staging(count)   - room for boxes, or null; for build(count), which gives ids 0 .. count - 1, and
//                    for update(count), one box for each item in ascending id order
// insert, move, remove, set_filter - as structures have them
// pairs()          - overlapping pairs of items whose filters accept each other
// pairs_with(other) - the same of two indices, [id here, id there, ...]
// query_box, query_sphere, query_frustum (3D), raycast_all - items that are hit and accepted
// raycast          - the closest one of those, or none
// nearest          - the k nearest ones within a distance
// find_volume      - hands the accepted items in a volume to a sink, and leaves ids() as it was;
//                    adds to counters()
template <class P, int Dim>
concept BroadPhase = requires(P p, const P c, u32 n, Id id, const Aabb<Dim>& box,
                              const Point<Dim>& point, const Ray<Dim>& ray, const Filter& filter,
                              f32 distance, const VolumeQuery<Dim>& volume, IdSink& sink) {
  { p.start(n) } -> std::same_as<bool>;
  { c.size() } -> std::same_as<u32>;
  { c.byte_length() } -> std::same_as<size_t>;
  { p.staging(n) } -> std::same_as<Aabb<Dim>*>;
  { p.build(n) } -> std::same_as<bool>;
  { p.update(n) } -> std::same_as<bool>;
  { p.insert(box, filter, id) } -> std::same_as<bool>;
  { p.move(id, box) } -> std::same_as<bool>;
  { p.remove(id) } -> std::same_as<bool>;
  { p.set_filter(id, filter) } -> std::same_as<bool>;
  { p.pairs() } -> std::same_as<bool>;
  { p.pairs_with(p) } -> std::same_as<bool>;
  { p.query_box(box, filter) } -> std::same_as<bool>;
  { p.query_sphere(point, distance, filter) } -> std::same_as<bool>;
  { p.raycast(ray, filter) } -> std::same_as<bool>;
  { p.raycast_all(ray, filter) } -> std::same_as<bool>;
  { p.nearest(point, n, distance, filter) } -> std::same_as<bool>;
  { p.find_volume(volume, filter, sink) } -> std::same_as<Status>;
  { c.ids() } -> std::same_as<const Array<Id>&>;
  // of the last verb that found something
  { c.counters() } -> std::same_as<QueryCounters>;
  p.swap(p);
};

}  // namespace sapwood::world
