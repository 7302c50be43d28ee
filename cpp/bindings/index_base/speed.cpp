// Functions that run in every frame, compiled for speed, once for 2D and once for 3D.
#include "index_base.hpp"
#include "sapwood/core/batches.hpp"

namespace sapwood::bindings {

template <int Dim>
f32* IndexBase<Dim>::staging(u32 count) {
  if (count > kMaxItems || !staging_.resize(size_t{count} * 2 * Dim)) return nullptr;
  return staging_.data();
}

template <int Dim>
i32 IndexBase<Dim>::build(u32 count) {
  start();
  if (Status status = check_staged(count); !status.ok()) return to_result(status);
  return to_result(build_items(staged(), count));
}

template <int Dim>
i32 IndexBase<Dim>::update(u32 count) {
  start();
  if (count != size()) return to_result(Status::invalid_argument());
  if (Status status = check_staged(count); !status.ok()) return to_result(status);
  u32 changed = 0;
  const Status status = update_items(staged(), changed);
  return to_result(status, changed);
}

template <int Dim>
void IndexBase<Dim>::clear() {
  start();
  clear_items();
}

template <int Dim>
i32 IndexBase<Dim>::insert(const BoxArgument& box, const Filter& filter) {
  start();
  if (!is_dynamic_) return to_result(Status::unsupported());
  if (size() >= kMaxItems) return to_result(Status::out_of_memory());
  const Box typed = typed_box<Dim>(box);
  if (!is_valid(typed)) return to_result(Status::invalid_box(0));
  Id id = kNone;
  const Status status = insert_item(typed, filter, id);
  return to_result(status, id);
}

template <int Dim>
i32 IndexBase<Dim>::insert_many(u32 count) {
  start();
  if (!is_dynamic_) return to_result(Status::unsupported());
  if (count > kMaxItems - size()) return to_result(Status::out_of_memory());
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return to_result(Status::invalid_argument());
  Status status = Items::check(boxes, count);
  if (status.ok() && !results().ids.reserve(count)) status = Status::out_of_memory();
  for (u32 i = 0; i < count && status.ok(); ++i) {
    Id id = kNone;
    status = insert_item(boxes[i], Filter{}, id);
    if (status.ok()) results().ids.push_unchecked(id);
  }
  if (status.ok()) return static_cast<i32>(count);
  for (const Id id : results().ids) (void)remove_item(id);
  return to_result(status);
}

template <int Dim>
i32 IndexBase<Dim>::move(Id id, const BoxArgument& box, const PointArgument& displacement) {
  start();
  if (!is_dynamic_) return to_result(Status::unsupported());
  if (!has(id)) return to_result(Status::invalid_id(0));
  const Box typed = typed_box<Dim>(box);
  if (!is_valid(typed)) return to_result(Status::invalid_box(0));
  const auto by = typed_point<Dim>(displacement);
  if (!is_valid(by)) return to_result(Status::invalid_argument(0));
  bool changed = false;
  const Status status = move_item(id, typed, by, changed);
  return to_result(status, changed);
}

template <int Dim>
i32 IndexBase<Dim>::move_many(u32 count) {
  start();
  if (!is_dynamic_) return to_result(Status::unsupported());
  if (count > kMaxItems) return to_result(Status::invalid_argument());
  const size_t ids_bytes = size_t{count} * sizeof(u32);
  if (results().scratch.size() < ids_bytes + size_t{count} * sizeof(Box)) {
    return to_result(Status::invalid_argument());
  }
  const auto* ids = reinterpret_cast<const u32*>(results().scratch.data());
  auto* boxes = reinterpret_cast<Box*>(results().scratch.data() + ids_bytes);
  const Items& live = items();
  for (u32 i = 0; i < count; ++i) {
    if (!live.has(ids[i])) return to_result(Status::invalid_id(i));
  }
  u32 changed = 0;
  Status status = Items::check(boxes, count);
  if (status.ok()) status = move_items(ids, boxes, count, changed);
  return to_result(status, changed);
}

template <int Dim>
i32 IndexBase<Dim>::remove(Id id) {
  start();
  if (!is_dynamic_) return to_result(Status::unsupported());
  if (!has(id)) return to_result(Status::invalid_id(0));
  return to_result(remove_item(id));
}

template <int Dim>
i32 IndexBase<Dim>::set_filter(Id id, const Filter& filter) {
  start();
  if (!is_dynamic_) return to_result(Status::unsupported());
  if (!has(id)) return to_result(Status::invalid_id(0));
  return to_result(set_item_filter(id, filter));
}

template <int Dim>
i32 IndexBase<Dim>::query_sphere(const PointArgument& center, f32 radius, const Filter& filter) {
  start();
  const auto typed = typed_point<Dim>(center);
  if (!is_valid(typed)) return to_result(Status::invalid_argument(0));
  if (!(radius >= 0 && std::isfinite(radius))) return to_result(Status::invalid_argument(1));
  IdSink sink{results().ids};
  const Status status = find_in_sphere(DistanceQuery<Dim>(typed, radius), filter, counters_, sink);
  return finish(sink.failed ? Status::out_of_memory() : status, sink.out.size());
}

template <int Dim>
i32 IndexBase<Dim>::query_frustum(u32 order, const PointArgument& eye, u32 limit,
                                  const Filter& filter) {
  start();
  if constexpr (Dim == 3) {
    FrustumSearch search;
    Status status = read_frustum(eye, search);
    search.order = static_cast<FrustumOrder>(order);
    search.limit = limit;
    if (order > static_cast<u32>(FrustumOrder::kSplitPlanes)) status = Status::invalid_argument(2);
    if (!status.ok()) return to_result(status);
    return take_keyed(find_visible(search, filter, counters_, results().keyed));
  } else {
    return to_result(Status::unsupported());
  }
}

template <int Dim>
i32 IndexBase<Dim>::raycast(const RayArgument& ray, const Filter& filter) {
  start();
  const Ray<Dim> typed = typed_ray<Dim>(ray);
  if (!is_valid(typed)) return to_result(Status::invalid_argument(0));
  Array<KeyedId>& hits = results().keyed;
  hits.clear();
  KeyedId best;
  Status status = sapwood::raycast(*this, typed, filter, counters_, best);
  if (status.ok() && best.id != kNone && !hits.push_back(best)) status = Status::out_of_memory();
  return take_keyed(status);
}

template <int Dim>
i32 IndexBase<Dim>::raycast_all(const RayArgument& ray, const Filter& filter) {
  start();
  const Ray<Dim> typed = typed_ray<Dim>(ray);
  if (!is_valid(typed)) return to_result(Status::invalid_argument(0));
  return take_keyed(find_along(typed, filter, counters_, results().keyed));
}

template <int Dim>
i32 IndexBase<Dim>::nearest(const PointArgument& point, u32 k, f32 max_distance,
                            const Filter& filter) {
  start();
  const auto typed = typed_point<Dim>(point);
  if (!is_valid(typed)) return to_result(Status::invalid_argument(0));
  if (!(max_distance >= 0)) return to_result(Status::invalid_argument(2));
  return take_keyed(
      sapwood::nearest(*this, typed, k, max_distance, filter, counters_, results().keyed));
}

template <int Dim>
i32 IndexBase<Dim>::take_keyed(Status status) {
  Results& out = results();
  const size_t count = out.keyed.size();
  if (status.ok() && !(out.ids.reserve(count) && out.distances.reserve(count))) {
    status = Status::out_of_memory();
  }
  if (status.ok()) {
    for (const KeyedId& entry : out.keyed) {
      out.ids.push_unchecked(entry.id);
      out.distances.push_unchecked(static_cast<f32>(entry.key));
    }
  }
  return finish(status, out.ids.size());
}

template <int Dim>
i32 IndexBase<Dim>::query_boxes(u32 count) {
  start();
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return to_result(Status::invalid_argument(0));
  Status status = Items::check(boxes, count);
  if (status.ok()) {
    status = sapwood::query_boxes(*this, boxes, count, results().batch, results().ids,
                                  results().offsets, counters_);
  }
  return finish(status, results().ids.size());
}

template <int Dim>
i32 IndexBase<Dim>::raycasts(u32 count) {
  start();
  const auto* rays = scratch<Ray<Dim>>(count);
  if (rays == nullptr) return to_result(Status::invalid_argument(0));
  for (u32 i = 0; i < count; ++i) {
    if (!is_valid(rays[i])) return to_result(Status::invalid_argument(i));
  }
  const Status status = sapwood::raycasts(*this, rays, count, results().batch, results().ids,
                                          results().distances, counters_);
  return finish(status, count);
}

template <int Dim>
i32 IndexBase<Dim>::nearest_many(u32 count, u32 k) {
  start();
  const auto* points = scratch<Point<Dim>>(count);
  if (points == nullptr) return to_result(Status::invalid_argument(0));
  for (u32 i = 0; i < count; ++i) {
    if (!is_valid(points[i])) return to_result(Status::invalid_argument(i));
  }
  const u64 entries = u64{count} * k;
  if (entries > kMaxItems) return to_result(Status::out_of_memory());
  const Status status = sapwood::nearest_many(*this, points, count, k, results().batch,
                                              results().ids, results().distances, counters_);
  return finish(status, static_cast<size_t>(entries));
}

template class IndexBase<2>;
template class IndexBase<3>;

}  // namespace sapwood::bindings
