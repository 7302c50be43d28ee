// The verbs that improve a hierarchy in place, merge two, move all of it, or say which space it
// divides.
#pragma once

#include "bind_index.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::optimize(u32 budget) {
  start();
  u32 spent = 0;
  const Status status = index_.optimize(budget, spent);
  return answer(status, spent);
}

template <class S>
i32 Handle<S>::rebuild() {
  start();
  return answer(index_.rebuild());
}

template <class S>
i32 Handle<S>::merge(Handle& other) {
  start();
  if (&other == this) return answer(Status::invalid_argument(0));
  if (other.size() > kMaxItems - size()) return answer(Status::out_of_memory());
  Status status = settle(other.index_);
  if (status.ok()) status = index_.merge(other.index_, results().ids);
  f64* out = results().block.report;
  out[0] = static_cast<f64>(index_.merge_cost().nodes);
  out[1] = static_cast<f64>(index_.merge_cost().items);
  out[2] = static_cast<f64>(index_.merge_cost().work);
  return finish(status, results().ids.size());
}

template <class S>
i32 Handle<S>::shift_origin(f32 x, f32 y, f32 z) {
  start();
  const auto by = typed_point<kDim>({{x, y, z}});
  if (!is_valid(by)) return answer(Status::invalid_argument(0));
  return answer(index_.shift_origin(by));
}

template <class S>
i32 Handle<S>::set_space(f32 a, f32 b, f32 c, f32 d, f32 e, f32 f) {
  start();
  const Box space = typed_box<kDim>({{a, b, c, d, e, f}});
  if (!is_valid(space)) return answer(Status::invalid_box(0));
  index_.set_space(space);
  return 0;
}

template <class S>
i32 Handle<S>::space() {
  start();
  return is_empty(index_.space()) ? finish(Status::success(), 0) : finish_box(index_.space());
}

template <class S>
i32 Handle<S>::cull(u32 order, f32 x, f32 y, f32 z, u32 limit, u32 category, u32 mask) {
  start();
  FrustumSearch search;
  if (Status status = read_frustum({{x, y, z}}, search); !status.ok()) return answer(status);
  if (order > static_cast<u32>(FrustumOrder::kSplitPlanes)) {
    return answer(Status::invalid_argument(2));
  }
  search.order = static_cast<FrustumOrder>(order);
  search.limit = limit;
  Array<VisibleItem> found;
  Status status = query_flagged(index_, search, {category, mask}, counters_, found);
  Array<u32>& out = results().ids;
  if (status.ok() && !out.reserve(2 * found.size())) status = Status::out_of_memory();
  if (!status.ok()) return answer(status);
  for (const VisibleItem& item : found) {
    out.push_unchecked(item.id);
    out.push_unchecked(FrustumQuery::kAllPlanes & ~item.cut);
  }
  return finish(status, found.size());
}

template <class S>
void bind_tuning(const IndexClass<S>& index) {
  if constexpr (Optimizable<S>) {
    index.function("optimize", &Handle<S>::optimize).function("rebuild", &Handle<S>::rebuild);
  }
  if constexpr (Mergeable<S>) index.function("merge", &Handle<S>::merge);
  if constexpr (Flagging<S>) index.function("cull", &Handle<S>::cull);
  if constexpr (Shiftable<S>) index.function("shiftOrigin", &Handle<S>::shift_origin);
  if constexpr (SpaceGiven<S>) {
    index.function("setSpace", &Handle<S>::set_space).function("space", &Handle<S>::space);
  }
}

}  // namespace sapwood::bindings
