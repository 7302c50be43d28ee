// Interface between a world and its indices. An index can use any spatial structure.
//
// An index has its own item ids, which are not the ids of bodies. Every search writes item ids to
// ids(), in any order, and pairs as [a0, b0, a1, b1, ...]. The results are valid until the next
// operation of any index. If allocation fails, an operation returns false and changes nothing.
#pragma once

#include <concepts>

#include "sapwood/core/filter.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood::world {

//   start(kind)      - creates an empty index of that kind of structure; false if allocation fails.
//                      Kinds are numbered from 1
//   shrink()         - gives back memory that the items do not need
//   staging(count)   - returns memory for boxes, or null. build(count) reads them and assigns ids
//                      0 .. count - 1; update(count) reads one box per item, in ascending id order
//   insert, move, remove, set_filter - as in all structures
//   pairs()          - overlapping pairs of items whose filters accept each other
//   pairs_with(other) - the same between two indices: [id here, id there, ...]
//   query_box, query_sphere, query_frustum (3D), raycast_all - items that are hit and accepted
//   raycast          - the closest hit, or none
//   nearest          - the k nearest items within a distance
//   find_volume      - passes the accepted items in a volume to a sink and does not change ids();
//                      adds to counters()
template <class P, int Dim>
concept BroadPhase = requires(P p, const P c, u32 n, Id id, const Aabb<Dim>& box,
                              const Point<Dim>& point, const Ray<Dim>& ray, const Filter& filter,
                              f32 distance, const VolumeQuery<Dim>& volume, IdSink& sink) {
  { p.start(n) } -> std::same_as<bool>;
  { c.size() } -> std::same_as<u32>;
  { c.byte_length() } -> std::same_as<size_t>;
  {p.shrink()};
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
  // counters of the last search
  { c.counters() } -> std::same_as<QueryCounters>;
  p.swap(p);
};

}  // namespace sapwood::world
