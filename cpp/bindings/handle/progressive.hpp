// The verbs of hierarchies that are built or corrected bit by bit.
#pragma once

#include "bind_index.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::begin_build(u32 count) {
  start();
  if (Status status = check_staged(count); !status.ok()) return answer(status);
  return answer(index_.begin_build(staged(), count));
}

template <class S>
i32 Handle<S>::step_build(u32 limit) {
  start();
  if (!index_.building()) return answer(Status::invalid_argument(0));
  if (limit == 0) return answer(Status::invalid_argument(1));
  u32 work = 0;
  bool done = false;
  const Status status = index_.step_build(limit, work, done);
  results().block.report[0] = work;
  return answer(status, done);
}

template <class S>
u32 Handle<S>::step_work() const {
  return index_.step_work();
}

template <class S>
bool Handle<S>::building() const {
  return index_.building();
}

template <class S>
i32 Handle<S>::step(u32 budget) {
  start();
  if (budget == 0) return answer(Status::invalid_argument(1));
  u32 work = 0;
  const Status status = index_.step(budget, work);
  results().block.report[0] = work;
  return answer(status, index_.state());
}

template <class S>
i32 Handle<S>::commit() {
  start();
  bool swapped = false;
  const Status status = index_.commit(swapped);
  return answer(status, swapped);
}

template <class S>
i32 Handle<S>::refit() {
  start();
  u32 visited = 0;
  const Status status = index_.refit(visited);
  return answer(status, visited);
}

template <class S>
void bind_steps(const IndexClass<S>& index) {
  if constexpr (Progressive<S>) {
    index.function("beginBuild", &Handle<S>::begin_build)
        .function("stepBuild", &Handle<S>::step_build)
        .function("stepWork", &Handle<S>::step_work)
        .function("building", &Handle<S>::building);
  }
  if constexpr (BackgroundBuilt<S>) {
    index.function("step", &Handle<S>::step)
        .function("stepWork", &Handle<S>::step_work)
        .function("commit", &Handle<S>::commit);
  }
  if constexpr (Refitting<S>) index.function("refit", &Handle<S>::refit);
}

}  // namespace sapwood::bindings
