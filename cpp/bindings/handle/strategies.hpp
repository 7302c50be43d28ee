// The verbs that exist for comparisons: other strategies of a dynamic tree.
#pragma once

#include "bind_index.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::set_asleep(Id id, bool asleep) {
  start();
  return has(id) ? answer(index_.set_asleep(id, asleep)) : answer(Status::invalid_id(0));
}

template <class S>
i32 Handle<S>::asleep(Id id) {
  start();
  return has(id) ? static_cast<i32>(index_.asleep(id)) : answer(Status::invalid_id(0));
}

template <class S>
i32 Handle<S>::update_pairs_awake() {
  start();
  Results& out = results();
  const Status status = index_.update_pairs_awake(out.begins, out.ends, reserve_events);
  return finish_events(status, out.begins, out.ends);
}

template <class S>
void Handle<S>::pair_work() {
  f64* out = results().block.report;
  out[0] = static_cast<f64>(index_.pair_counters().queries);
  out[1] = static_cast<f64>(index_.pair_counters().node_visits);
  out[2] = static_cast<f64>(index_.pair_counters().pair_tests);
}

template <class S>
i32 Handle<S>::enlarge(Id id, f32 x, f32 y, f32 z) {
  start();
  if (!has(id)) return answer(Status::invalid_id(0));
  const auto* box = scratch<Box>(1);
  if (box == nullptr || !is_valid(*box)) return answer(Status::invalid_box(1));
  const auto by = typed_point<kDim>({{x, y, z}});
  if (!is_valid(by)) return answer(Status::invalid_argument(2));
  const Box typed = *box;
  bool changed = false;
  const Status status = index_.enlarge(id, typed, by, changed);
  return answer(status, changed);
}

template <class S>
i32 Handle<S>::rebuild_stretched() {
  start();
  u32 rebuilt = 0;
  const Status status = index_.rebuild_stretched(rebuilt);
  return answer(status, rebuilt);
}

template <class S>
i32 Handle<S>::rebuild_over_leaves(u32 bottom_up) {
  start();
  u32 rebuilt = 0;
  const Status status = index_.rebuild_over_leaves(bottom_up, rebuilt);
  return answer(status, rebuilt);
}

template <class S>
void bind_strategies(const IndexClass<S>& index) {
  if constexpr (Strategic<S>) {
    index.function("setAsleep", &Handle<S>::set_asleep)
        .function("asleep", &Handle<S>::asleep)
        .function("updatePairsAwake", &Handle<S>::update_pairs_awake)
        .function("pairWork", &Handle<S>::pair_work)
        .function("enlarge", &Handle<S>::enlarge)
        .function("rebuildEnlarged", &Handle<S>::rebuild_stretched)
        .function("rebuildOverLeaves", &Handle<S>::rebuild_over_leaves);
  }
}

}  // namespace sapwood::bindings
