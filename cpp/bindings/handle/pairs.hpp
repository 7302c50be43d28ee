// The verbs that find pairs, and what changed of them.
#pragma once

#include "handle.hpp"

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
i32 Handle<S>::finish_pairs(const PairSink& sink, const Status& status) {
  return finish(sink.failed ? Status::out_of_memory() : status, sink.out.size() / 2);
}

template <class S>
i32 Handle<S>::update_pairs() {
  start();
  if constexpr (PairTracking<S>) {
    return finish_events(index_.update_pairs(results().begins, results().ends));
  } else {
    return answer(Status::unsupported());
  }
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
