// The verbs for volumes that few ask for, whether boxes are free, and pairs within a distance.
#pragma once

#include "index_of.hpp"
#include "neighbors.hpp"
#include "volumes.hpp"

namespace sapwood::bindings {

template <int Dim>
i32 IndexOf<Dim>::query_volumes(u32 kind, u32 count, const Filter& filter) {
  start();
  const auto find_in = [](void* index, const VolumeQuery<Dim>& volume, const Filter& asked,
                          IdSink& sink) {
    return static_cast<IndexOf*>(index)->find_volume(&volume, asked, sink);
  };
  const auto box_of = [](void* index, Id id) {
    return static_cast<IndexOf*>(index)->items().box(id);
  };
  const Status status =
      answer_volumes<Dim>({this, find_in, box_of, counters_}, kind, count, filter);
  return finish(status, results().ids.size());
}

template <int Dim>
Status IndexOf<Dim>::find_volume(const void* volume, const Filter& filter, IdSink& sink) {
  QueryCounters counters = counters_;  // a visitor may query this index too
  const auto& typed = *static_cast<const VolumeQuery<Dim>*>(volume);
  const Status status = query(*this, typed, filter, counters, sink);
  counters_ = counters;
  return sink.failed ? Status::out_of_memory() : status;
}

template <int Dim>
i32 IndexOf<Dim>::overlap_boxes(u32 count) {
  start();
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return answer(Status::invalid_argument(0));
  Status status = Items::check(boxes, count);
  Array<u32>& flags = results().ids;
  if (status.ok() && !flags.reserve(count)) status = Status::out_of_memory();
  u32 overlapping = 0;
  for (u32 i = 0; i < count && status.ok(); ++i) {
    Array<u32> none;
    IdSink sink{none, [](void*, Id) { return 0; }};
    status = query(*this, BoxQuery<Dim>(boxes[i]), Filter::any(), counters_, sink);
    flags.push_unchecked(static_cast<u32>(sink.visited));
    overlapping += flags.back();
  }
  counters_.results = overlapping;
  return finish(status, flags.size());
}

template <int Dim>
i32 IndexOf<Dim>::pairs_within(f64 distance) {
  start();
  if (!(distance >= 0)) return answer(Status::invalid_argument(0));
  AnyIndex* grown = make_another();
  if (grown == nullptr) return answer(Status::out_of_memory());
  const i32 found = sapwood::bindings::pairs_within(*this, distance, *grown, counters_);
  delete grown;
  return found;
}

}  // namespace sapwood::bindings
