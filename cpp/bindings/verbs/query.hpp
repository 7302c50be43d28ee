// The verbs that find items in a region: box, point, sphere, frustum; and the streamed box query.
#pragma once

#include "handle.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::query_box(const BoxArgument& box, const Filter& filter) {
  start();
  const Box typed = typed_box(box);
  if (!is_valid(typed)) return answer(Status::invalid_box(0));
  return collect(BoxQuery<kDim>(typed), filter);
}

template <class S>
i32 Handle<S>::query_point(const PointArgument& point, const Filter& filter) {
  start();
  const auto typed = typed_point(point);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  return collect(BoxQuery<kDim>::at(typed), filter);
}

template <class S>
i32 Handle<S>::query_sphere(const PointArgument& centre, f32 radius, const Filter& filter) {
  start();
  const auto typed = typed_point(centre);
  if (!is_valid(typed)) return answer(Status::invalid_argument(0));
  if (!(radius >= 0 && std::isfinite(radius))) return answer(Status::invalid_argument(1));
  return collect(DistanceQuery<kDim>(typed, radius), filter);
}

template <class S>
i32 Handle<S>::query_frustum(u32 order, const PointArgument& eye, u32 limit, const Filter& filter) {
  return offer<kDim == 3>([&](auto& index) {
    FrustumSearch search;
    Status status = read_frustum(eye, search);
    search.order = static_cast<FrustumOrder>(order);
    search.limit = limit;
    if (order > static_cast<u32>(FrustumOrder::kSplitPlanes)) status = Status::invalid_argument(2);
    if (!status.ok()) return answer(status);
    return take_keyed(sapwood::query_frustum(index, search, filter, counters_, results().keyed));
  });
}

template <class S>
i32 Handle<S>::visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) {
  start();
  const Box typed = typed_box(box);
  if (!is_valid(typed)) return answer(Status::invalid_box(0));
  QueryCounters counters;  // the visitor may query this index too
  Array<u32> none;
  IdSink sink{none, false, visit};
  const Status status = find(BoxQuery<kDim>(typed), filter, counters, sink);
  counters.results = sink.visited;  // it may have stopped among several
  counters_ = counters;
  return status.ok() ? static_cast<i32>(counters.results) : answer(status);
}

template <class S>
Status Handle<S>::collect_overlaps(const BoxArgument& box, const Filter& filter, Array<u32>& out,
                                   QueryCounters& counters) {
  IdSink sink{out};
  return find(BoxQuery<kDim>(typed_box(box)), filter, counters, sink);
}

template <class S>
template <class Query>
i32 Handle<S>::collect(const Query& wanted, const Filter& filter) {
  IdSink sink{results().ids};
  const Status status = find(wanted, filter, counters_, sink);
  return finish(status, sink.out.size());
}

template <class S>
template <class Query>
[[gnu::noinline]] Status Handle<S>::find(const Query& wanted, const Filter& filter,
                                         QueryCounters& counters, IdSink& sink) {
  const Status status = query(index_, wanted, filter, counters, sink);
  return sink.failed ? Status::out_of_memory() : status;
}

}  // namespace sapwood::bindings
