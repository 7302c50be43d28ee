// The verbs that answer for many at once: pairs and what changed of them, batches of queries.
#pragma once

#include "handle.hpp"
#include "sapwood/core/batches.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::pairs() {
  start();
  PairSink sink{results().ids};
  const Status status = sapwood::pairs(index_, counters_, sink);
  return finish_pairs(sink, status);
}

template <class S>
i32 Handle<S>::pairs_with(AnyIndex& other) {
  start();
  if (&other == this || other.dimensions() != kDim) return answer(Status::invalid_argument(0));
  if constexpr (PairableWith<S>) {
    if (same_type(*this, other)) {
      PairSink sink{results().ids};
      S& there = static_cast<Handle&>(other).index_;
      const Status status = sapwood::pairs_with(index_, there, counters_, sink);
      return finish_pairs(sink, status);
    }
  }
  return pairs_by_lookup(*this, other, counters_);
}

template <class S>
i32 Handle<S>::query_boxes(u32 count) {
  start();
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return answer(Status::invalid_argument(0));
  Status status = ItemStore<kDim>::check(boxes, count);
  if (status.ok()) {
    status = sapwood::query_boxes(index_, boxes, count, results().batch, results().ids,
                                  results().offsets, counters_);
  }
  return finish(status, results().ids.size());
}

template <class S>
i32 Handle<S>::raycasts(u32 count) {
  start();
  const auto* rays = scratch<Ray<kDim>>(count);
  if (rays == nullptr) return answer(Status::invalid_argument(0));
  for (u32 i = 0; i < count; ++i) {
    if (!is_valid(rays[i])) return answer(Status::invalid_argument(i));
  }
  const Status status = sapwood::raycasts(index_, rays, count, results().batch, results().ids,
                                          results().distances, counters_);
  return finish(status, count);
}

template <class S>
i32 Handle<S>::nearest_many(u32 count, u32 k) {
  start();
  const auto* points = scratch<Point<kDim>>(count);
  if (points == nullptr) return answer(Status::invalid_argument(0));
  for (u32 i = 0; i < count; ++i) {
    if (!is_valid(points[i])) return answer(Status::invalid_argument(i));
  }
  const u64 entries = u64{count} * k;
  if (entries > kMaxItems) return answer(Status::out_of_memory());
  const Status status = sapwood::nearest_many(index_, points, count, k, results().batch,
                                              results().ids, results().distances, counters_);
  return finish(status, static_cast<size_t>(entries));
}

template <class S>
i32 Handle<S>::finish_pairs(const PairSink& sink, const Status& status) {
  return finish(sink.failed ? Status::out_of_memory() : status, sink.out.size() / 2);
}

template <class S>
i32 Handle<S>::update_pairs() {
  return offer<PairTracking<S>>([&](auto& index) {
    return finish_events(index.update_pairs(results().begins, results().ends));
  });
}

template <class S>
i32 Handle<S>::finish_events(Status status) {
  Results& out = results();
  counters_.results = out.begins.size() + out.ends.size();
  const size_t total = 2 * (out.begins.size() + out.ends.size());
  if (status.ok() && !(out.ids.reserve(total) && out.offsets.reserve(3))) {
    status = Status::out_of_memory();
  }
  if (!status.ok()) return answer(status);
  out.offsets.push_unchecked(0);
  for (const Array<IdPair>* list : {&out.begins, &out.ends}) {
    for (const IdPair& pair : *list) {
      out.ids.push_unchecked(pair.a);
      out.ids.push_unchecked(pair.b);
    }
    out.offsets.push_unchecked(static_cast<u32>(out.ids.size()));
  }
  return finish(status, out.begins.size());
}

}  // namespace sapwood::bindings
