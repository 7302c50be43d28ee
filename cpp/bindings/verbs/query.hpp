// The verbs that find items in a region: box, point, sphere, frustum; and the streamed box query.
#pragma once

#include "index_of.hpp"

namespace sapwood::bindings {

template <int Dim>
i32 IndexOf<Dim>::query_box(const BoxArgument& box, const Filter& filter) {
  start();
  const Box typed = typed_box<Dim>(box);
  if (!is_valid(typed)) return answer(Status::invalid_box(0));
  return collect(BoxQuery<Dim>(typed), filter);
}

template <int Dim>
i32 IndexOf<Dim>::query_point(const PointArgument& point, const Filter& filter) {
  start();
  const auto typed = typed_point<Dim>(point);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  return collect(BoxQuery<Dim>::at(typed), filter);
}

template <int Dim>
i32 IndexOf<Dim>::query_sphere(const PointArgument& center, f32 radius, const Filter& filter) {
  start();
  const auto typed = typed_point<Dim>(center);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  if (!(radius >= 0 && std::isfinite(radius))) return answer(Status::invalid_argument(1));
  IdSink sink{results().ids};
  const Status status = find_in_sphere(DistanceQuery<Dim>(typed, radius), filter, counters_, sink);
  return finish(sink.failed ? Status::out_of_memory() : status, sink.out.size());
}

template <int Dim>
i32 IndexOf<Dim>::query_frustum(u32 order, const PointArgument& eye, u32 limit,
                                const Filter& filter) {
  start();
  if constexpr (Dim == 3) {
    FrustumSearch search;
    Status status = read_frustum(eye, search);
    search.order = static_cast<FrustumOrder>(order);
    search.limit = limit;
    if (order > static_cast<u32>(FrustumOrder::kSplitPlanes)) status = Status::invalid_argument(2);
    if (!status.ok()) return answer(status);
    return take_keyed(find_visible(search, filter, counters_, results().keyed));
  } else {
    return answer(Status::unsupported());
  }
}

template <int Dim>
i32 IndexOf<Dim>::visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) {
  start();
  const Box typed = typed_box<Dim>(box);
  if (!is_valid(typed)) return answer(Status::invalid_box(0));
  QueryCounters counters;  // the visitor may query this index too
  Array<u32> none;
  IdSink sink{none, visit};
  const Status status = find(BoxQuery<Dim>(typed), filter, counters, sink);
  counters.results = sink.visited;  // it may have stopped among several
  counters_ = counters;
  return answer(status, counters.results);
}

template <int Dim>
Status IndexOf<Dim>::collect_overlaps(const BoxArgument& box, const Filter& filter, Array<u32>& out,
                                      QueryCounters& counters) {
  IdSink sink{out};
  return find(BoxQuery<Dim>(typed_box<Dim>(box)), filter, counters, sink);
}

template <int Dim>
i32 IndexOf<Dim>::collect(const BoxQuery<Dim>& box, const Filter& filter) {
  IdSink sink{results().ids};
  const Status status = find(box, filter, counters_, sink);
  return finish(status, sink.out.size());
}

template <int Dim>
Status IndexOf<Dim>::find(const BoxQuery<Dim>& box, const Filter& filter, QueryCounters& counters,
                          IdSink& sink) {
  const Status status = query(*this, box, filter, counters, sink);
  return sink.failed ? Status::out_of_memory() : status;
}

}  // namespace sapwood::bindings
