// The content verbs: what an index holds, and the staging memory that new content comes from.
#pragma once

#include "handle.hpp"

namespace sapwood::bindings {

template <class S>
f32* Handle<S>::staging(u32 count) {
  if (count > kMaxItems || !staging_.resize(size_t{count} * 2 * kDim)) return nullptr;
  return staging_.data();
}

template <class S>
i32 Handle<S>::build(u32 count) {
  start();
  if (Status status = check_staged(count); !status.ok()) return answer(status);
  return answer(index_.build(staged(), count));
}

template <class S>
i32 Handle<S>::update(u32 count) {
  start();
  if (count != size()) return answer(Status::invalid_argument());
  if (Status status = check_staged(count); !status.ok()) return answer(status);
  u32 changed = 0;
  const Status status = index_.update(staged(), changed);
  return status.ok() ? static_cast<i32>(changed) : answer(status);
}

template <class S>
void Handle<S>::clear() {
  start();
  index_.clear();
}

template <class S>
i32 Handle<S>::insert(const BoxArgument& box, const Filter& filter) {
  return offer<Dynamic<S>>([&](auto& index) {
    if (size() >= kMaxItems) return answer(Status::out_of_memory());
    const Box typed = typed_box(box);
    if (!is_valid(typed)) return answer(Status::invalid_box(0));
    Id id = kNone;
    const Status status = index.insert(typed, filter, id);
    return status.ok() ? static_cast<i32>(id) : answer(status);
  });
}

template <class S>
i32 Handle<S>::insert_many(u32 count) {
  return offer<Dynamic<S>>([&](auto& index) {
    if (count > kMaxItems - size()) return answer(Status::out_of_memory());
    auto* boxes = scratch<Box>(count);
    if (boxes == nullptr) return answer(Status::invalid_argument());
    Status status = ItemStore<kDim>::check(boxes, count);
    if (status.ok() && !results().ids.reserve(count)) status = Status::out_of_memory();
    for (u32 i = 0; i < count && status.ok(); ++i) {
      Id id = kNone;
      status = index.insert(boxes[i], Filter{}, id);
      if (status.ok()) results().ids.push_unchecked(id);
    }
    if (status.ok()) return static_cast<i32>(count);
    for (const Id id : results().ids) (void)index.remove(id);
    return answer(status);
  });
}

template <class S>
i32 Handle<S>::move(Id id, const BoxArgument& box, const PointArgument& displacement) {
  return offer<Dynamic<S>>([&](auto& index) {
    if (!has(id)) return answer(Status::invalid_id(0));
    const Box typed = typed_box(box);
    if (!is_valid(typed)) return answer(Status::invalid_box(0));
    const auto by = typed_point(displacement);
    if (!is_valid(by)) return answer(Status::invalid_argument(0));
    bool changed = false;
    const Status status = index.move(id, typed, by, changed);
    return status.ok() ? static_cast<i32>(changed) : answer(status);
  });
}

template <class S>
i32 Handle<S>::move_many(u32 count) {
  return offer<Dynamic<S>>([&](auto& index) {
    if (count > kMaxItems) return answer(Status::invalid_argument());
    const size_t ids_bytes = size_t{count} * sizeof(u32);
    if (results().scratch.size() < ids_bytes + size_t{count} * sizeof(Box)) {
      return answer(Status::invalid_argument());
    }
    const auto* ids = reinterpret_cast<const u32*>(results().scratch.data());
    auto* boxes = reinterpret_cast<Box*>(results().scratch.data() + ids_bytes);
    for (u32 i = 0; i < count; ++i) {
      if (!has(ids[i])) return answer(Status::invalid_id(i));
    }
    Status status = ItemStore<kDim>::check(boxes, count);
    i32 moved = 0;
    for (u32 i = 0; i < count && status.ok(); ++i) {
      bool changed = false;
      status = index.move(ids[i], boxes[i], Point<kDim>{}, changed);
      moved += changed;
    }
    return status.ok() ? moved : answer(status);
  });
}

template <class S>
i32 Handle<S>::remove(Id id) {
  return offer<Dynamic<S>>([&](auto& index) {
    if (!has(id)) return answer(Status::invalid_id(0));
    return answer(index.remove(id));
  });
}

template <class S>
i32 Handle<S>::set_filter(Id id, const Filter& filter) {
  return offer<Dynamic<S>>([&](auto& index) {
    if (!has(id)) return answer(Status::invalid_id(0));
    return answer(index.set_filter(id, filter));
  });
}

}  // namespace sapwood::bindings
