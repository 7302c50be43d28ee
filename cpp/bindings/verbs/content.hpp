// The content verbs: what an index holds, and the staging memory that new content comes from.
#pragma once

#include "index_of.hpp"

namespace sapwood::bindings {

template <int Dim>
f32* IndexOf<Dim>::staging(u32 count) {
  if (count > kMaxItems || !staging_.resize(size_t{count} * 2 * Dim)) return nullptr;
  return staging_.data();
}

template <int Dim>
void IndexOf<Dim>::release_staging() {
  staging_.release();
}

template <int Dim>
i32 IndexOf<Dim>::build(u32 count) {
  start();
  if (Status status = check_staged(count); !status.ok()) return answer(status);
  return answer(build_items(staged(), count));
}

template <int Dim>
i32 IndexOf<Dim>::update(u32 count) {
  start();
  if (count != size()) return answer(Status::invalid_argument());
  if (Status status = check_staged(count); !status.ok()) return answer(status);
  u32 changed = 0;
  const Status status = update_items(staged(), changed);
  return answer(status, changed);
}

template <int Dim>
void IndexOf<Dim>::clear() {
  start();
  clear_items();
}

template <int Dim>
i32 IndexOf<Dim>::insert(const BoxArgument& box, const Filter& filter) {
  start();
  if (!is_dynamic_) return answer(Status::unsupported());
  if (size() >= kMaxItems) return answer(Status::out_of_memory());
  const Box typed = typed_box<Dim>(box);
  if (!is_valid(typed)) return answer(Status::invalid_box(0));
  Id id = kNone;
  const Status status = insert_item(typed, filter, id);
  return answer(status, id);
}

template <int Dim>
i32 IndexOf<Dim>::insert_many(u32 count) {
  start();
  if (!is_dynamic_) return answer(Status::unsupported());
  if (count > kMaxItems - size()) return answer(Status::out_of_memory());
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return answer(Status::invalid_argument());
  Status status = Items::check(boxes, count);
  if (status.ok() && !results().ids.reserve(count)) status = Status::out_of_memory();
  for (u32 i = 0; i < count && status.ok(); ++i) {
    Id id = kNone;
    status = insert_item(boxes[i], Filter{}, id);
    if (status.ok()) results().ids.push_unchecked(id);
  }
  if (status.ok()) return static_cast<i32>(count);
  for (const Id id : results().ids) (void)remove_item(id);
  return answer(status);
}

template <int Dim>
i32 IndexOf<Dim>::move(Id id, const BoxArgument& box, const PointArgument& displacement) {
  start();
  if (!is_dynamic_) return answer(Status::unsupported());
  if (!has(id)) return answer(Status::invalid_id(0));
  const Box typed = typed_box<Dim>(box);
  if (!is_valid(typed)) return answer(Status::invalid_box(0));
  const auto by = typed_point<Dim>(displacement);
  if (!is_valid(by)) return answer(Status::invalid_argument(0));
  bool changed = false;
  const Status status = move_item(id, typed, by, changed);
  return answer(status, changed);
}

template <int Dim>
i32 IndexOf<Dim>::move_many(u32 count) {
  start();
  if (!is_dynamic_) return answer(Status::unsupported());
  if (count > kMaxItems) return answer(Status::invalid_argument());
  const size_t ids_bytes = size_t{count} * sizeof(u32);
  if (results().scratch.size() < ids_bytes + size_t{count} * sizeof(Box)) {
    return answer(Status::invalid_argument());
  }
  const auto* ids = reinterpret_cast<const u32*>(results().scratch.data());
  auto* boxes = reinterpret_cast<Box*>(results().scratch.data() + ids_bytes);
  const Items& live = items();
  for (u32 i = 0; i < count; ++i) {
    if (!live.has(ids[i])) return answer(Status::invalid_id(i));
  }
  u32 changed = 0;
  Status status = Items::check(boxes, count);
  if (status.ok()) status = move_items(ids, boxes, count, changed);
  return answer(status, changed);
}

template <int Dim>
i32 IndexOf<Dim>::remove(Id id) {
  start();
  if (!is_dynamic_) return answer(Status::unsupported());
  if (!has(id)) return answer(Status::invalid_id(0));
  return answer(remove_item(id));
}

template <int Dim>
i32 IndexOf<Dim>::set_filter(Id id, const Filter& filter) {
  start();
  if (!is_dynamic_) return answer(Status::unsupported());
  if (!has(id)) return answer(Status::invalid_id(0));
  return answer(set_item_filter(id, filter));
}

}  // namespace sapwood::bindings
