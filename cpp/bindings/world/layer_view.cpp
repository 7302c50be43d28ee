// LayerView: the index functions, implemented for the bodies of a world.
#include "volumes.hpp"
#include "world/world_handle.hpp"

namespace sapwood::bindings {

namespace {

i32 finish_hits(bool done, const Array<KeyedId>& hits) {
  Results& out = results();
  out.clear();
  if (!done || !out.ids.reserve(hits.size()) || !out.distances.reserve(hits.size())) {
    return fail(StatusCode::kOutOfMemory);
  }
  for (const KeyedId& hit : hits) {
    out.ids.push_unchecked(hit.id);
    out.distances.push_unchecked(static_cast<f32>(hit.key));
  }
  return finish(Status::success(), hits.size());
}

// Returns the records in the scratch buffer, or null if it contains fewer than `count` records.
template <class Record>
Record* records(u32 count) {
  Array<u8>& scratch = results().scratch;
  if (scratch.size() / sizeof(Record) < count) return nullptr;
  return reinterpret_cast<Record*>(scratch.data());
}
// Returns the index of the first invalid record, or `count` if all records are valid.
template <class Record>
u32 first_unsound(const Record* records, u32 count) {
  u32 i = 0;
  while (i < count && is_valid(records[i])) ++i;
  return i;
}

}  // namespace

template <int Dim>
u32 LayerView<Dim>::size() const {
  return world_->core.size();
}
template <int Dim>
bool LayerView<Dim>::has(Id id) const {
  return world_->core.has(id);
}
template <int Dim>
f64 LayerView<Dim>::byte_length() const {
  return static_cast<f64>(sizeof(*world_) + world_->core.byte_length() +
                          world_->found.byte_length() + world_->hits.byte_length() +
                          world_->batch.byte_length() + world_->snapshot.byte_length());
}
template <int Dim>
[[gnu::noinline]] i32 LayerView<Dim>::prepare(bool sound) {
  return sound ? world_->flush() : fail(StatusCode::kInvalidArgument, 0);
}

template <int Dim>
i32 LayerView<Dim>::insert(const BoxArgument& box, const Filter& filter) {
  if (size() >= kMaxItems) return fail(StatusCode::kOutOfMemory);
  const Box typed = typed_box<Dim>(box);
  if (!is_valid(typed)) return fail(StatusCode::kInvalidBox, 0);
  const auto layer = layers_ == layer_bit(world::Layer::kStatic)   ? world::Layer::kStatic
                     : layers_ == layer_bit(world::Layer::kSensor) ? world::Layer::kSensor
                                                                   : world::Layer::kDynamic;
  const Id id = world_->core.add(typed, filter, layer);
  world_->publish();
  return id == kNone ? fail(StatusCode::kOutOfMemory) : static_cast<i32>(id);
}
template <int Dim>
i32 LayerView<Dim>::move(Id id, const BoxArgument& box, const PointArgument&) {
  const i32 found = world_->find(id);
  const Box typed = typed_box<Dim>(box);
  if (found == 0 && !is_valid(typed)) return fail(StatusCode::kInvalidBox, 0);
  if (found == 0) world_->core.move(id, typed);
  return found;
}
template <int Dim>
i32 LayerView<Dim>::move_many(u32 count) {
  if (i32 found = world_->find_many(count, sizeof(Box)); found != 0) return found;
  const auto* ids = reinterpret_cast<const u32*>(results().scratch.data());
  auto* boxes = reinterpret_cast<Box*>(results().scratch.data() + count * sizeof(u32));
  const u32 faulty = clamp_and_find_invalid(boxes, count);
  if (faulty != count) return fail(StatusCode::kInvalidBox, faulty);
  for (u32 i = 0; i < count; ++i) world_->core.move(ids[i], boxes[i]);
  return 0;
}
template <int Dim>
i32 LayerView<Dim>::remove(Id id) {
  const i32 found = world_->find(id);
  if (found == 0) world_->core.remove(id);
  return found;
}
template <int Dim>
i32 LayerView<Dim>::set_filter(Id id, const Filter& filter) {
  const i32 found = world_->find(id);
  if (found == 0) world_->core.set_filter(id, filter);
  return found;
}

template <int Dim>
Status LayerView<Dim>::find_in_box(const BoxArgument& box, const Filter& filter,
                                   QueryCounters& counters, IdSink& sink) {
  if (const Id invalid = world_->core.apply_bounds(); invalid != kNone) {
    return Status::invalid_box(invalid);
  }
  Array<Id> found;
  found.swap(world_->found);  // a query by the visitor would overwrite the results
  const bool done = world_->core.query_box(typed_box<Dim>(box), body_filter(filter), found);
  counters = world_->core.counters();
  sink.out.clear();
  if (done) sink.accept_range(found.data(), static_cast<u32>(found.size()));
  found.swap(world_->found);
  return done ? Status::success() : Status::out_of_memory();
}
template <int Dim>
Status LayerView<Dim>::find_in_volume(const void* volume, const Filter& filter,
                                      QueryCounters& counters, IdSink& sink) {
  auto& core = world_->core;
  core.counters() = counters;
  const auto& typed = *static_cast<const VolumeQuery<Dim>*>(volume);
  const Status status = core.find_volume(typed, body_filter(filter), sink);
  counters = core.counters();
  return status;
}
template <int Dim>
i32 LayerView<Dim>::query_volumes(u32 kind, u32 count, const Filter& filter) {
  if (i32 refused = prepare(true); refused != 0) return refused;
  auto& core = world_->core;
  if (!core.flush()) return fail(StatusCode::kOutOfMemory);
  Results& out = results();
  out.clear();
  const bool forbidden = core.forbid_changes(true);  // the visitor can query this world
  const Status status = query_staged_volumes<Dim>(*this, kind, count, filter);
  core.forbid_changes(forbidden);
  const bool lists = kind <= static_cast<u32>(VolumeKind::kCapsule);
  for (u32 i = 0; lists && status.ok() && i < count; ++i) {
    sort(out.ids.data() + out.offsets[i], out.ids.data() + out.offsets[i + 1]);
  }
  return finish(status, out.ids.size());
}
template <int Dim>
i32 LayerView<Dim>::find_contact(u32 kind, Id id) {
  return finish(find_item_contact<Dim>(*this, kind, id), 0);
}
template <int Dim>
i32 LayerView<Dim>::query_sphere(const PointArgument& center, f32 radius, const Filter& filter) {
  const Point<Dim> typed = typed_point<Dim>(center);
  const bool sound = is_valid(typed) && radius >= 0 && std::isfinite(radius);
  if (i32 refused = prepare(sound); refused != 0) return refused;
  return take_ids(world_->core.query_sphere(typed, radius, body_filter(filter), world_->found),
                  world_->found);
}
template <int Dim>
i32 LayerView<Dim>::query_frustum(u32 order, const PointArgument& eye, u32 limit,
                                  const Filter& filter) {
  if constexpr (Dim == 3) {
    const Array<u8>& scratch = results().scratch;
    const auto* frustum = reinterpret_cast<const Frustum*>(scratch.data());
    FrustumSearch search;
    search.eye = {eye.v[0], eye.v[1], eye.v[2]};
    const bool sound =
        scratch.size() >= sizeof(Frustum) && is_valid(*frustum) && is_valid(search.eye);
    if (i32 refused = prepare(sound); refused != 0) return refused;
    if (order > static_cast<u32>(FrustumOrder::kFrontToBack)) return unsupported();
    search.frustum = *frustum;
    search.order = static_cast<FrustumOrder>(order);
    search.limit = limit;
    return take_ids(world_->core.query_frustum(search, body_filter(filter), world_->found),
                    world_->found);
  } else {
    return unsupported();
  }
}
template <int Dim>
i32 LayerView<Dim>::cast(const RayArgument& ray, const Filter& filter, bool all) {
  const Ray<Dim> typed = typed_ray<Dim>(ray);
  if (i32 refused = prepare(is_valid(typed)); refused != 0) return refused;
  auto& core = world_->core;
  Array<KeyedId>& hits = world_->hits;
  return finish_hits(all ? core.raycast_all(typed, body_filter(filter), hits)
                         : core.raycast(typed, body_filter(filter), hits),
                     hits);
}
template <int Dim>
i32 LayerView<Dim>::nearest(const PointArgument& point, u32 k, f32 max_distance,
                            const Filter& filter) {
  const Point<Dim> typed = typed_point<Dim>(point);
  if (i32 refused = prepare(is_valid(typed) && max_distance >= 0); refused != 0) return refused;
  return finish_hits(
      world_->core.nearest(typed, {k, max_distance}, body_filter(filter), world_->hits),
      world_->hits);
}

// A batch runs its queries one after another. The indices of the world write to the shared results,
// so the results of a batch are collected in arrays of the world. At the end, these arrays are
// swapped with the shared arrays. No array is freed, because freeing memory that JavaScript has a
// view of detaches all views.

template <int Dim>
i32 LayerView<Dim>::query_boxes(u32 count) {
  Box* boxes = records<Box>(count);
  if (i32 refused = prepare(boxes != nullptr); refused != 0) return refused;
  const u32 faulty = clamp_and_find_invalid(boxes, count);
  if (faulty != count) return fail(StatusCode::kInvalidBox, faulty);
  auto& [ids, offsets, distances] = world_->batch;
  ids.clear();
  offsets.clear();
  const Array<Id>& found = world_->found;
  bool done = offsets.push_back(0);
  for (u32 i = 0; i < count && done; ++i) {
    done = world_->core.query_box(boxes[i], body_filter(Filter::any()), world_->found) &&
           ids.reserve_more(found.size());
    for (size_t hit = 0; done && hit < found.size(); ++hit) ids.push_unchecked(found[hit]);
    done = done && offsets.push_back(static_cast<u32>(ids.size()));
  }
  world_->core.counters().results = ids.size();
  const i32 finished = take_ids(done, ids);
  results().offsets.swap(offsets);
  results().publish();
  return finished;
}

template <int Dim>
i32 LayerView<Dim>::overlap_boxes(u32 count) {
  if (i32 found = query_boxes(count); found < 0) return found;
  Results& out = results();
  if (!out.ids.resize(count)) return fail(StatusCode::kOutOfMemory);
  for (u32 i = 0; i < count; ++i) out.ids[i] = out.offsets[i + 1] > out.offsets[i] ? 1 : 0;
  return finish(Status::success(), count);
}

// Finds the first k hits of each query. If a query has fewer hits, the rest of its results are
// kNone and infinity.
template <int Dim>
template <class HitQuery>
i32 LayerView<Dim>::run_hits(u32 count, u32 k, const HitQuery& query_hits) {
  auto& [ids, offsets, distances] = world_->batch;
  ids.clear();
  distances.clear();
  const u64 entries = u64{count} * k;
  bool done = entries <= kMaxItems && ids.resize(entries, kNone) &&
              distances.resize(entries, std::numeric_limits<f32>::infinity());
  const Array<KeyedId>& hits = world_->hits;
  u64 found = 0;
  for (u32 i = 0; i < count && done; ++i) {
    done = query_hits(i);
    for (size_t hit = 0; done && hit < hits.size(); ++hit) {
      ids[size_t{i} * k + hit] = hits[hit].id;
      distances[size_t{i} * k + hit] = static_cast<f32>(hits[hit].key);
    }
    found += hits.size();
  }
  world_->core.counters().results = found;
  const i32 finished = take_ids(done, ids);
  results().distances.swap(distances);
  results().publish();
  return finished;
}
template <int Dim>
i32 LayerView<Dim>::raycasts(u32 count) {
  const auto* rays = records<Ray<Dim>>(count);
  if (i32 refused = prepare(rays != nullptr); refused != 0) return refused;
  const u32 faulty = first_unsound(rays, count);
  if (faulty != count) return fail(StatusCode::kInvalidArgument, faulty);
  return run_hits(count, 1, [&](u32 i) {
    return world_->core.raycast(rays[i], body_filter(Filter::any()), world_->hits);
  });
}
template <int Dim>
i32 LayerView<Dim>::nearest_many(u32 count, u32 k) {
  const auto* points = records<Point<Dim>>(count);
  if (i32 refused = prepare(points != nullptr); refused != 0) return refused;
  const u32 faulty = first_unsound(points, count);
  if (faulty != count) return fail(StatusCode::kInvalidArgument, faulty);
  return run_hits(count, k, [&](u32 i) {
    const world::NearestSearch search{k, std::numeric_limits<f32>::infinity()};
    return world_->core.nearest(points[i], search, body_filter(Filter::any()), world_->hits);
  });
}

// Finds pairs in ascending order. Omits pairs of two static bodies, as step() does.
template <int Dim>
i32 LayerView<Dim>::pairs_within(f64 distance) {
  if (i32 refused = prepare(distance >= 0); refused != 0) return refused;
  AnyIndex* grown = IndexBroadPhase<Dim>::maker(world_->core.kind());
  if (grown == nullptr) return fail(StatusCode::kOutOfMemory);
  const i32 found = this->find_pairs_within(distance, *grown);
  delete grown;
  if (found < 0) return found;
  const auto& bodies = world_->core.bodies();
  Array<u32>& ids = results().ids;
  Array<KeyedId>& kept = world_->hits;
  kept.clear();
  if (!kept.reserve(static_cast<u32>(found))) return fail(StatusCode::kOutOfMemory);
  for (size_t i = 0; i < ids.size(); i += 2) {
    const auto [a, b] = pair_of(pair_key(ids[i], ids[i + 1]));
    if (!bodies.is_static(a) || !bodies.is_static(b)) kept.push_unchecked({static_cast<f64>(a), b});
  }
  sort(kept.begin(), kept.end());
  ids.clear();
  for (const KeyedId& pair : kept) {
    ids.push_unchecked(static_cast<Id>(pair.key));
    ids.push_unchecked(pair.id);
  }
  world_->core.counters().results = kept.size();
  return finish(Status::success(), kept.size());
}

template <int Dim>
Id LayerView<Dim>::next_item(Id from) const {
  return world_->core.bodies().next(from);
}
template <int Dim>
BoxArgument LayerView<Dim>::item_box(Id id) const {
  return untyped(world_->core.bodies().box(id));
}
template <int Dim>
Filter LayerView<Dim>::item_filter(Id id) const {
  return world_->core.bodies().filter(id);
}
template class LayerView<2>;
template class LayerView<3>;

}  // namespace sapwood::bindings
