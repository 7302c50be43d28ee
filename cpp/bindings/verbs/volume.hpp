// The verbs for volumes that few ask for, whether boxes are free, and pairs within a distance.
#pragma once

#include "neighbours.hpp"
#include "query.hpp"
#include "volumes.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::query_volumes(u32 kind, u32 count, const Filter& filter) {
  start();
  const auto find_in = [](void* handle, const VolumeQuery<kDim>& volume, const Filter& asked,
                          IdSink& sink) {
    return static_cast<Handle*>(handle)->find_volume(&volume, asked, sink);
  };
  const auto box_of = [](void* handle, Id id) {
    return static_cast<Handle*>(handle)->index_.items().box(id);
  };
  const Status status =
      answer_volumes<kDim>({this, find_in, box_of, counters_}, kind, count, filter);
  return finish(status, results().ids.size());
}

template <class S>
Status Handle<S>::find_volume(const void* volume, const Filter& filter, IdSink& sink) {
  QueryCounters counters = counters_;  // a visitor may query this index too
  const Status status =
      find(*static_cast<const VolumeQuery<kDim>*>(volume), filter, counters, sink);
  counters_ = counters;
  return status;
}

template <class S>
i32 Handle<S>::overlap_boxes(u32 count) {
  start();
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return answer(Status::invalid_argument(0));
  Status status = ItemStore<kDim>::check(boxes, count);
  Array<u32>& flags = results().ids;
  if (status.ok() && !flags.reserve(count)) status = Status::out_of_memory();
  u32 overlapping = 0;
  for (u32 i = 0; i < count && status.ok(); ++i) {
    Array<u32> none;
    IdSink sink{none, false, [](void*, Id) { return 0; }};
    status = find(BoxQuery<kDim>(boxes[i]), Filter::any(), counters_, sink);
    flags.push_unchecked(static_cast<u32>(sink.visited));
    overlapping += flags.back();
  }
  counters_.results = overlapping;
  return finish(status, flags.size());
}

template <class S>
i32 Handle<S>::pairs_within(f64 distance) {
  start();
  if (!(distance >= 0)) return answer(Status::invalid_argument(0));
  Handle* grown = create(0);
  if (grown == nullptr) return answer(Status::out_of_memory());
  const i32 found = sapwood::bindings::pairs_within(*this, distance, *grown, counters_);
  delete grown;
  return found;
}

}  // namespace sapwood::bindings
