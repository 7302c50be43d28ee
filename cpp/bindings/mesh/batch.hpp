// Execution order of the mesh queries of a batch.
#pragma once

#include "results.hpp"
#include "sapwood/core/batches.hpp"
#include "sapwood/mesh/mesh.hpp"

namespace sapwood::bindings::batch {

struct Records {
  const f64* first;
  u32 count;
  u32 stride;

  const f64* at(u32 i) const { return first + size_t{i} * stride; }
};

template <int Dim>
mesh::Vector<Dim> point_at(const f64* numbers) {
  mesh::Vector<Dim> point;
  for (int axis = 0; axis < Dim; ++axis) point[axis] = numbers[axis];
  return point;
}

// Function that returns the point by which order_of() sorts a query.
template <int Dim>
using PlaceOf = mesh::Vector<Dim> (*)(const f64* record, const Aabb<Dim>& bounds);

// Returns the first point of a record.
template <int Dim>
mesh::Vector<Dim> start_of(const f64* record, const Aabb<Dim>&) {
  return point_at<Dim>(record);
}
// Returns the point at which a ray enters the bounds. If the ray misses the bounds, returns an
// arbitrary point of the bounds. If the bounds are infinite, returns the origin of the ray.
template <int Dim>
mesh::Vector<Dim> entry_of(const f64* ray, const Aabb<Dim>& bounds) {
  const mesh::Vector<Dim> origin = point_at<Dim>(ray);
  const mesh::Vector<Dim> direction = point_at<Dim>(ray + Dim);
  f64 distance = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    if (direction[axis] == 0) continue;
    const f32 side = direction[axis] > 0 ? bounds.min[axis] : bounds.max[axis];
    distance = simd::greater((static_cast<f64>(side) - origin[axis]) / direction[axis], distance);
  }
  mesh::Vector<Dim> entry = origin + direction * distance;
  for (int axis = 0; axis < Dim; ++axis) {
    entry[axis] = mesh::clamped(entry[axis], static_cast<f64>(bounds.min[axis]),
                                static_cast<f64>(bounds.max[axis]));
  }
  return entry;
}

// Returns the order of the queries along a space-filling curve, so that consecutive queries read
// the same nodes. Returns null if sorting would not be faster or allocation fails. The bounds of a
// mesh with a pose are treated as infinite.
template <int Dim>
[[gnu::noinline]] const KeyedIndex* order_of(const Mesh<Dim>& mesh, bool posed,
                                             const Records& records, PlaceOf<Dim> place_of) {
  const u32 count = records.count;
  Array<Point<Dim>> places;
  if (count < kMinSortedQueries || mesh.size() < kMinSortedItems || !places.resize(count)) {
    return nullptr;
  }
  Aabb<Dim> bounds = mesh.bounds();
  for (int axis = 0; axis < Dim && posed; ++axis) {
    bounds.min[axis] = -HUGE_VALF;
    bounds.max[axis] = HUGE_VALF;
  }
  for (u32 i = 0; i < count; ++i) {
    const mesh::Vector<Dim> place = place_of(records.at(i), bounds);
    for (int axis = 0; axis < Dim; ++axis) places[i][axis] = mesh::rounded_below(place[axis]);
  }
  BatchMemory& memory = results().batch;
  const auto all = QueryPositions<Dim>::of(places.data());
  return sort_batch<Dim>(count, mesh.size(), memory, all) ? memory.order.data() : nullptr;
}

// Calls run(to, record, i) for each record. If several records are invalid, returns the error of
// the invalid record with the smallest index.
[[gnu::noinline]] inline Status run_all(const Records& records, const KeyedIndex* order, void* to,
                                        Status (*run)(void* to, const f64* record, u32 i)) {
  for (u32 step = 0; step < records.count; ++step) {
    const u32 i = order == nullptr ? step : order[step].index;
    Status status = run(to, records.at(i), i);
    if (status.ok()) continue;
    if (order != nullptr) return run_all(records, nullptr, to, run);
    status.index = i;
    return status;
  }
  return Status::success();
}

}  // namespace sapwood::bindings::batch
