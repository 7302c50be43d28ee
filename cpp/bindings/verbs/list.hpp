// The verbs that tell which items there are, and where.
#pragma once

#include "index_of.hpp"

namespace sapwood::bindings {

template <int Dim>
i32 IndexOf<Dim>::box_of(Id id) {
  start();
  if (!has(id)) return answer(Status::invalid_id(0));
  return finish_box(items().box(id));
}

template <int Dim>
i32 IndexOf<Dim>::finish_box(const Box& box) {
  Array<f32>& out = results().distances;
  if (!out.reserve(2 * Dim)) return answer(Status::out_of_memory());
  for (const f32 value : box.min) out.push_unchecked(value);
  for (const f32 value : box.max) out.push_unchecked(value);
  return finish(Status::success(), 2 * Dim);
}

template <int Dim>
i32 IndexOf<Dim>::list_ids() {
  start();
  const Items& live = items();
  Array<u32>& ids = results().ids;
  if (!ids.reserve(live.size())) return answer(Status::out_of_memory());
  for (Id id = live.first(); id != kNone; id = live.next(id)) ids.push_unchecked(id);
  return finish(Status::success(), ids.size());
}

}  // namespace sapwood::bindings
