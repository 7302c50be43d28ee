// What the verbs ask of a structure.
#pragma once

#include "handle.hpp"

namespace sapwood::bindings {

template <class S>
Status Handle<S>::build_items(const Box* boxes, u32 count) {
  return index_.build(boxes, count);
}
template <class S>
Status Handle<S>::update_items(const Box* boxes, u32& changed) {
  return index_.update(boxes, changed);
}
template <class S>
void Handle<S>::clear_items() {
  index_.clear();
}

template <class S>
Status Handle<S>::insert_item(const Box& box, const Filter& filter, Id& id) {
  if constexpr (Dynamic<S>) return index_.insert(box, filter, id);
  return Status::unsupported();
}
template <class S>
Status Handle<S>::move_item(Id id, const Box& box, const Point<kDim>& by, bool& changed) {
  if constexpr (Dynamic<S>) return index_.move(id, box, by, changed);
  return Status::unsupported();
}
template <class S>
Status Handle<S>::move_items(const Id* ids, const Box* boxes, u32 count, u32& changed) {
  if constexpr (Dynamic<S>) {
    for (u32 i = 0; i < count; ++i) {
      bool moved = false;
      const Status status = index_.move(ids[i], boxes[i], Point<kDim>{}, moved);
      if (!status.ok()) return status;
      changed += moved ? 1 : 0;
    }
    return Status::success();
  }
  return Status::unsupported();
}
template <class S>
Status Handle<S>::remove_item(Id id) {
  if constexpr (Dynamic<S>) return index_.remove(id);
  return Status::unsupported();
}
template <class S>
Status Handle<S>::set_item_filter(Id id, const Filter& filter) {
  if constexpr (Dynamic<S>) return index_.set_filter(id, filter);
  return Status::unsupported();
}

template <class S>
Status Handle<S>::traverse(const BoxQuery<kDim>& query, QueryCounters& counters,
                           Confirming<BoxQuery<kDim>>&& visit) {
  const Status status = settle(index_);
  return status.ok() ? index_.traverse(query, counters, visit) : status;
}
template <class S>
Status Handle<S>::traverse(const VolumeQuery<kDim>& query, QueryCounters& counters,
                           Confirming<VolumeQuery<kDim>>&& visit) {
  const Status status = settle(index_);
  return status.ok() ? index_.traverse(query, counters, visit) : status;
}
template <class S>
Status Handle<S>::traverse_ordered(RayQuery<kDim>& query, QueryCounters& counters,
                                   RayHits<kDim>& visit) {
  return walk_along(index_, query, counters, visit);
}
template <class S>
Status Handle<S>::traverse_ordered(DistanceQuery<kDim>& query, QueryCounters& counters,
                                   NearestItems<kDim>& visit) {
  const Status status = settle(index_);
  return status.ok() ? index_.traverse_ordered(query, counters, visit) : status;
}

template <class S>
Status Handle<S>::find_in_sphere(const DistanceQuery<kDim>& sphere, const Filter& filter,
                                 QueryCounters& counters, IdSink& sink) {
  if constexpr (WalksSpheresApart<S>) return query(index_, sphere, filter, counters, sink);
  return query(as_index(), sphere, filter, counters, sink);
}
template <class S>
Status Handle<S>::find_visible(const FrustumSearch& search, const Filter& filter,
                               QueryCounters& counters, Array<KeyedId>& found) {
  if constexpr (kDim == 2) {
    return Status::unsupported();
  } else if constexpr (WalksFrustaApart<S> || PlaneOrdered<S>) {
    return sapwood::query_frustum(index_, search, filter, counters, found);
  } else {
    return sapwood::query_frustum(as_index(), search, filter, counters, found);
  }
}
template <class S>
Status Handle<S>::find_along(const Ray<kDim>& ray, const Filter& filter, QueryCounters& counters,
                             Array<KeyedId>& hits) {
  if constexpr (ShrinksOnly<S>) return sapwood::raycast_all(index_, ray, filter, counters, hits);
  return sapwood::raycast_all(as_index(), ray, filter, counters, hits);
}

}  // namespace sapwood::bindings
