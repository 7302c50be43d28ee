// The verbs that go by distance: rays and nearest neighbours.
#pragma once

#include "handle.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::raycast(const RayArgument& ray, const Filter& filter) {
  start();
  const Ray<kDim> typed = typed_ray(ray);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  KeyedId best;
  Status status = sapwood::raycast(index_, typed, filter, counters_, best);
  if (status.ok() && best.id != kNone && !append(best)) status = Status::out_of_memory();
  return finish(status, results().ids.size());
}

template <class S>
i32 Handle<S>::raycast_all(const RayArgument& ray, const Filter& filter) {
  start();
  const Ray<kDim> typed = typed_ray(ray);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  return take_keyed(sapwood::raycast_all(index_, typed, filter, counters_, results().keyed));
}

template <class S>
i32 Handle<S>::nearest(const PointArgument& point, u32 k, f32 max_distance, const Filter& filter) {
  start();
  const auto typed = typed_point(point);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  if (!(max_distance >= 0)) return answer(Status::invalid_argument(2));
  return take_keyed(
      sapwood::nearest(index_, typed, k, max_distance, filter, counters_, results().keyed));
}

template <class S>
i32 Handle<S>::take_keyed(Status status) {
  const Array<KeyedId>& keyed = results().keyed;
  if (status.ok() && !reserve_keyed(keyed.size())) status = Status::out_of_memory();
  if (status.ok()) {
    for (const KeyedId& entry : keyed) append_unchecked(entry);
  }
  return finish(status, results().ids.size());
}

}  // namespace sapwood::bindings
