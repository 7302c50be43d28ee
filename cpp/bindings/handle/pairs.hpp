// What finds the pairs of a structure, and what changed of them.
#pragma once

#include "handle.hpp"

namespace sapwood::bindings {

template <class S>
Status Handle<S>::find_pairs(QueryCounters& counters, PairSink& sink) {
  return sapwood::pairs(index_, counters, sink);
}

template <class S>
i32 Handle<S>::find_pair_changes() {
  if constexpr (PairTracking<S>) {
    Results& out = results();
    const Status status = index_.update_pairs(out.begins, out.ends, reserve_events);
    return finish_events(status, out.begins, out.ends);
  } else {
    return Base::find_pair_changes();
  }
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

}  // namespace sapwood::bindings
