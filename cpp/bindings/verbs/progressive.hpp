// The verbs of hierarchies that are built or corrected bit by bit.
#pragma once

#include "handle.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::begin_build(u32 count) {
  return offer<Progressive<S>>([&](auto& index) {
    if (Status status = check_staged(count); !status.ok()) return answer(status);
    return answer(index.begin_build(staged(), count));
  });
}

template <class S>
i32 Handle<S>::step_build(u32 limit) {
  return offer<Progressive<S>>([&](auto& index) {
    if (!index.building()) return answer(Status::invalid_argument(0));
    if (limit == 0) return answer(Status::invalid_argument(1));
    u32 work = 0;
    bool done = false;
    const Status status = index.step_build(limit, work, done);
    results().block.report[0] = work;
    return status.ok() ? static_cast<i32>(done) : answer(status);
  });
}

template <class S>
bool Handle<S>::building() const {
  if constexpr (Progressive<S>) {
    return index_.building();
  } else {
    return false;
  }
}

template <class S>
i32 Handle<S>::step(u32 budget) {
  return offer<BackgroundBuilt<S>>([&](auto& index) {
    if (budget == 0) return answer(Status::invalid_argument(1));
    u32 work = 0;
    const Status status = index.step(budget, work);
    results().block.report[0] = work;
    return status.ok() ? static_cast<i32>(index.state()) : answer(status);
  });
}

template <class S>
i32 Handle<S>::commit() {
  return offer<BackgroundBuilt<S>>([&](auto& index) {
    bool swapped = false;
    const Status status = index.commit(swapped);
    return status.ok() ? static_cast<i32>(swapped) : answer(status);
  });
}

template <class S>
i32 Handle<S>::refit() {
  return offer<Refitting<S>>([&](auto& index) {
    u32 visited = 0;
    const Status status = index.refit(visited);
    return status.ok() ? static_cast<i32>(visited) : answer(status);
  });
}

}  // namespace sapwood::bindings
