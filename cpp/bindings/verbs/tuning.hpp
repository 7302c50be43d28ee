// The verbs that improve a hierarchy in place, merge two, or move all of it.
#pragma once

#include "handle.hpp"

namespace sapwood::bindings {

template <class S>
i32 Handle<S>::optimise(u32 budget) {
  return offer<Optimisable<S>>([&](auto& index) {
    u32 spent = 0;
    const Status status = index.optimise(budget, spent);
    return status.ok() ? static_cast<i32>(spent) : answer(status);
  });
}

template <class S>
i32 Handle<S>::rebuild() {
  return offer<Optimisable<S>>([&](auto& index) { return answer(index.rebuild()); });
}

template <class S>
i32 Handle<S>::merge(AnyIndex& other) {
  return offer<Mergeable<S>>([&](auto& index) {
    if (&other == this || !same_type(*this, other)) return answer(Status::invalid_argument(0));
    if (other.size() > kMostItems - size()) return answer(Status::out_of_memory());
    S& there = static_cast<Handle&>(other).index_;
    Status status = settle(there);
    if (status.ok()) status = index.merge(there, results().ids);
    return finish(status, results().ids.size());
  });
}

template <class S>
i32 Handle<S>::shift_origin(const PointArgument& by) {
  return offer<Shiftable<S>>([&](auto& index) {
    const auto typed = typed_point(by);
    if (!is_valid(typed)) return answer(Status::invalid_argument(0));
    return answer(index.shift_origin(typed));
  });
}

}  // namespace sapwood::bindings
