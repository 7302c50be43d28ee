// Functions of Index<S> that run in every frame, compiled for speed. For each structure, one source
// file contains the macro SAPWOOD_SPEED(Structure) in namespace sapwood::bindings.
#pragma once

#include "index/index.hpp"

namespace sapwood::bindings {

template <class S>
Status Index<S>::find_in_box(const BoxArgument& box, const Filter& filter, QueryCounters& counters,
                             IdSink& sink) {
  return query(index_, BoxQuery<kDim>(typed_box<kDim>(box)), filter, counters, sink);
}
template <class S>
Status Index<S>::find_in_volume(const void* volume, const Filter& filter, QueryCounters& counters,
                                IdSink& sink) {
  return query(index_, *static_cast<const VolumeQuery<kDim>*>(volume), filter, counters, sink);
}
template <class S>
Status Index<S>::traverse_ordered(RayQuery<kDim>& query, QueryCounters& counters,
                                  RayHits<kDim>& visit) {
  return walk_along(index_, query, counters, visit);
}
template <class S>
Status Index<S>::traverse_ordered(DistanceQuery<kDim>& query, QueryCounters& counters,
                                  NearestItems<kDim>& visit) {
  const Status status = flush(index_);
  return status.ok() ? index_.traverse_ordered(query, counters, visit) : status;
}

template <class S>
Status Index<S>::find_in_sphere(const DistanceQuery<kDim>& sphere, const Filter& filter,
                                QueryCounters& counters, IdSink& sink) {
  if constexpr (HasSphereTraversal<S>) return query(index_, sphere, filter, counters, sink);
  return query(as_base(), sphere, filter, counters, sink);
}
template <class S>
Status Index<S>::find_visible(const FrustumSearch& search, const Filter& filter,
                              QueryCounters& counters, Array<KeyedId>& found) {
  if constexpr (kDim == 2) {
    return Status::unsupported();
  } else if constexpr (HasFrustumTraversal<S> || PlaneOrdered<S>) {
    return sapwood::query_frustum(index_, search, filter, counters, found);
  } else {
    return sapwood::query_frustum(as_base(), search, filter, counters, found);
  }
}
template <class S>
Status Index<S>::find_along(const Ray<kDim>& ray, const Filter& filter, QueryCounters& counters,
                            Array<KeyedId>& hits) {
  if constexpr (OrderedOnlyIfShrinking<S>)
    return sapwood::raycast_all(index_, ray, filter, counters, hits);
  return sapwood::raycast_all(as_base(), ray, filter, counters, hits);
}

template <class S>
Status Index<S>::build_items(const Box* boxes, u32 count) {
  return index_.build(boxes, count);
}
template <class S>
Status Index<S>::update_items(const Box* boxes, u32& changed) {
  return index_.update(boxes, changed);
}
template <class S>
void Index<S>::clear_items() {
  index_.clear();
}

template <class S>
Status Index<S>::insert_item(const Box& box, const Filter& filter, Id& id) {
  if constexpr (Dynamic<S>) return index_.insert(box, filter, id);
  return Status::unsupported();
}
template <class S>
Status Index<S>::move_item(Id id, const Box& box, const Point<kDim>& by, bool& changed) {
  if constexpr (Dynamic<S>) return index_.move(id, box, by, changed);
  return Status::unsupported();
}
template <class S>
Status Index<S>::move_items(const Id* ids, const Box* boxes, u32 count, u32& changed) {
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
Status Index<S>::remove_item(Id id) {
  if constexpr (Dynamic<S>) return index_.remove(id);
  return Status::unsupported();
}
template <class S>
Status Index<S>::set_item_filter(Id id, const Filter& filter) {
  if constexpr (Dynamic<S>) return index_.set_filter(id, filter);
  return Status::unsupported();
}

template <class S>
Status Index<S>::find_pairs(QueryCounters& counters, PairSink& sink) {
  return sapwood::pairs(index_, counters, sink);
}

template <class S>
i32 Index<S>::find_pair_changes() {
  if constexpr (PairTracking<S>) {
    Results& out = results();
    const Status status = index_.update_pairs(out.begins, out.ends, reserve_events);
    return finish_events(status, out.begins, out.ends);
  } else {
    return Base::find_pair_changes();
  }
}

template <class S>
i32 Index<S>::pairs_with(AnyIndex& other) {
  start();
  if (&other == this || other.dimensions() != kDim) return to_result(Status::invalid_argument(0));
  if constexpr (PairableWith<S>) {
    if (std::string_view(other.structure()) == S::kId) {
      PairSink sink{results().ids};
      S& there = static_cast<Index&>(other).index_;
      const Status status = sapwood::pairs_with(index_, there, counters_, sink);
      return finish_pairs(sink, status);
    }
  }
  return this->pairs_by_lookup(other);
}

template <class S>
i32 Index<S>::begin_build(u32 count) {
  start();
  if (Status status = check_staged(count); !status.ok()) return to_result(status);
  return to_result(index_.begin_build(staged(), count));
}

template <class S>
i32 Index<S>::step_build(u32 limit) {
  start();
  if (!index_.building()) return to_result(Status::invalid_argument(0));
  if (limit == 0) return to_result(Status::invalid_argument(1));
  u32 work = 0;
  bool done = false;
  const Status status = index_.step_build(limit, work, done);
  results().block.report[0] = work;
  return to_result(status, done);
}

template <class S>
i32 Index<S>::step(u32 budget) {
  start();
  if (budget == 0) return to_result(Status::invalid_argument(1));
  u32 work = 0;
  const Status status = index_.step(budget, work);
  results().block.report[0] = work;
  return to_result(status, index_.state());
}

template <class S>
i32 Index<S>::commit() {
  start();
  bool swapped = false;
  const Status status = index_.commit(swapped);
  return to_result(status, swapped);
}

template <class S>
i32 Index<S>::refit() {
  return count_by([&](u32& visited) { return index_.refit(visited); });
}

template <class S>
void bind_steps(const IndexClass<S>& index) {
  if constexpr (Progressive<S>) {
    index.function("beginBuild", &Index<S>::begin_build)
        .function("stepBuild", &Index<S>::step_build)
        .function("stepWork", &Index<S>::step_work)
        .function("building", &Index<S>::building);
  }
  if constexpr (BackgroundBuilt<S>) {
    index.function("step", &Index<S>::step)
        .function("stepWork", &Index<S>::step_work)
        .function("commit", &Index<S>::commit);
  }
  if constexpr (Refitting<S>) index.function("refit", &Index<S>::refit);
}

// Creates an index. The virtual functions of Index<S> are compiled in the source file that
// instantiates this template.
template <class S>
Index<S>* make_index(const typename S::Options& options) {
  return new (std::nothrow) Index<S>(options);
}

}  // namespace sapwood::bindings

#define SAPWOOD_SPEED_IN(S)                                     \
  template Index<S>* make_index<S>(const typename S::Options&); \
  template void bind_steps<S>(const IndexClass<S>&);

#define SAPWOOD_SPEED(Structure) \
  SAPWOOD_SPEED_IN(Structure<2>) \
  SAPWOOD_SPEED_IN(Structure<3>)
