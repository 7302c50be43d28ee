// Batches of queries.
#pragma once

#include "index_of.hpp"
#include "sapwood/core/batches.hpp"

namespace sapwood::bindings {

template <int Dim>
i32 IndexOf<Dim>::query_boxes(u32 count) {
  start();
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return answer(Status::invalid_argument(0));
  Status status = Items::check(boxes, count);
  if (status.ok()) {
    status = sapwood::query_boxes(*this, boxes, count, results().batch, results().ids,
                                  results().offsets, counters_);
  }
  return finish(status, results().ids.size());
}

template <int Dim>
i32 IndexOf<Dim>::raycasts(u32 count) {
  start();
  const auto* rays = scratch<Ray<Dim>>(count);
  if (rays == nullptr) return answer(Status::invalid_argument(0));
  for (u32 i = 0; i < count; ++i) {
    if (!is_valid(rays[i])) return answer(Status::invalid_argument(i));
  }
  const Status status = sapwood::raycasts(*this, rays, count, results().batch, results().ids,
                                          results().distances, counters_);
  return finish(status, count);
}

template <int Dim>
i32 IndexOf<Dim>::nearest_many(u32 count, u32 k) {
  start();
  const auto* points = scratch<Point<Dim>>(count);
  if (points == nullptr) return answer(Status::invalid_argument(0));
  for (u32 i = 0; i < count; ++i) {
    if (!is_valid(points[i])) return answer(Status::invalid_argument(i));
  }
  const u64 entries = u64{count} * k;
  if (entries > kMaxItems) return answer(Status::out_of_memory());
  const Status status = sapwood::nearest_many(*this, points, count, k, results().batch,
                                              results().ids, results().distances, counters_);
  return finish(status, static_cast<size_t>(entries));
}

}  // namespace sapwood::bindings
