// The verbs that go by distance: rays and nearest neighbors.
#pragma once

#include "index_of.hpp"

namespace sapwood::bindings {

template <int Dim>
i32 IndexOf<Dim>::raycast(const RayArgument& ray, const Filter& filter) {
  start();
  const Ray<Dim> typed = typed_ray<Dim>(ray);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  Array<KeyedId>& hits = results().keyed;
  hits.clear();
  KeyedId best;
  Status status = sapwood::raycast(*this, typed, filter, counters_, best);
  if (status.ok() && best.id != kNone && !hits.push_back(best)) status = Status::out_of_memory();
  return take_keyed(status);
}

template <int Dim>
i32 IndexOf<Dim>::raycast_all(const RayArgument& ray, const Filter& filter) {
  start();
  const Ray<Dim> typed = typed_ray<Dim>(ray);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  return take_keyed(find_along(typed, filter, counters_, results().keyed));
}

template <int Dim>
i32 IndexOf<Dim>::nearest(const PointArgument& point, u32 k, f32 max_distance,
                          const Filter& filter) {
  start();
  const auto typed = typed_point<Dim>(point);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  if (!(max_distance >= 0)) return answer(Status::invalid_argument(2));
  return take_keyed(
      sapwood::nearest(*this, typed, k, max_distance, filter, counters_, results().keyed));
}

template <int Dim>
i32 IndexOf<Dim>::take_keyed(Status status) {
  Results& out = results();
  const size_t count = out.keyed.size();
  if (status.ok() && !(out.ids.reserve(count) && out.distances.reserve(count))) {
    status = Status::out_of_memory();
  }
  if (status.ok()) {
    for (const KeyedId& entry : out.keyed) {
      out.ids.push_unchecked(entry.id);
      out.distances.push_unchecked(static_cast<f32>(entry.key));
    }
  }
  return finish(status, out.ids.size());
}

}  // namespace sapwood::bindings
