// The query verbs, written once over any traversable structure.
//
// Arguments are valid. Each verb settles the structure, walks it with the query's node test,
// confirms items exactly, applies the filter, and counts. Sinks take an id (raycast_all and
// nearest: a sorted list) and answer false to stop.
#pragma once

#include "sapwood/base/k_smallest.hpp"
#include "sapwood/core/concepts.hpp"

namespace sapwood {

template <class S>
Status settle(S& index) {
  if constexpr (Settling<S>) {
    return index.settle();
  } else {
    return Status::success();
  }
}

// All items that the query hits and the filter accepts.
template <class S, class Query, class Sink>
Status query(S& index, const Query& query, const Filter& filter, QueryCounters& counters,
             Sink&& sink) {
  if (Status status = settle(index); !status.ok()) return status;
  const auto& items = index.items();
  const bool filtered = items.filtered() || !(filter == Filter::any());
  return index.traverse(query, counters, [&](Id id) {
    if (!query.hits(items.box(id))) return true;
    if (filtered && !items.accepts(id, filter)) return true;
    ++counters.results;
    return static_cast<bool>(sink(id));
  });
}

// Closest item along a ray: least distance, then least id. `best.id` is kNone when there is none.
template <class S>
Status raycast(S& index, const Ray<S::kDim>& ray, const Filter& filter, QueryCounters& counters,
               KeyedId& best) {
  best = {HUGE_VAL, kNone};
  if (Status status = settle(index); !status.ok()) return status;
  const auto& items = index.items();
  RayQuery<S::kDim> query(ray);
  const Status status = index.traverse_ordered(query, counters, [&](Id id) {
    KeyedId hit{0, id};
    if (!query.measure(items.box(id), hit.key) || !items.accepts(id, filter)) return true;
    if (best.id == kNone || hit < best) {
      best = hit;
      query.shrink(hit.key);
    }
    return true;
  });
  counters.results = best.id == kNone ? 0 : 1;
  return status;
}

// Every item along a ray with its distance, sorted by distance, then id.
template <class S>
Status raycast_all(S& index, const Ray<S::kDim>& ray, const Filter& filter, QueryCounters& counters,
                   Array<KeyedId>& hits) {
  hits.clear();
  if (Status status = settle(index); !status.ok()) return status;
  const auto& items = index.items();
  const RayQuery<S::kDim> query(ray);
  bool failed = false;
  const Status status = index.traverse(query, counters, [&](Id id) {
    KeyedId hit{0, id};
    if (!query.measure(items.box(id), hit.key) || !items.accepts(id, filter)) return true;
    failed = !hits.push_back(hit);
    return !failed;
  });
  if (failed) return Status::out_of_memory();
  std::sort(hits.begin(), hits.end());
  counters.results = hits.size();
  return status;
}

// The k nearest items within max_distance, by distance to the box (0 inside), then id. The keys
// of `nearest` are distances.
template <class S>
Status nearest(S& index, const Point<S::kDim>& point, u32 k, f32 max_distance, const Filter& filter,
               QueryCounters& counters, Array<KeyedId>& nearest) {
  nearest.clear();
  if (Status status = settle(index); !status.ok()) return status;
  const auto& items = index.items();
  const u32 wanted = k < items.size() ? k : items.size();
  if (wanted == 0) return Status::success();
  if (!KSmallest::prepare(nearest, wanted)) return Status::out_of_memory();
  KSmallest best(nearest, wanted);
  DistanceQuery<S::kDim> query(point, max_distance);
  const Status status = index.traverse_ordered(query, counters, [&](Id id) {
    KeyedId found{0, id};
    if (!query.measure(items.box(id), found.key) || !items.accepts(id, filter)) return true;
    if (best.offer(found) && best.full()) query.shrink(best.worst().key);
    return true;
  });
  best.finish();
  for (KeyedId& entry : nearest) entry.key = std::sqrt(entry.key);
  counters.results = nearest.size();
  return status;
}

// Items in a frustum. With an eye they come front to back: by distance from the eye to the box,
// then id, and a limit keeps the first ones of that order; without, a limit stops the search.
template <class S>
Status query_frustum(S& index, const Frustum& frustum, const Point<3>* eye, u32 limit,
                     const Filter& filter, QueryCounters& counters, Array<KeyedId>& found) {
  found.clear();
  if (limit == 0) return Status::success();
  const auto& items = index.items();
  bool failed = false;
  const Status status = query(index, FrustumQuery(frustum), filter, counters, [&](Id id) {
    const f64 key = eye != nullptr ? distance_squared(items.box(id), *eye) : 0;
    failed = !found.push_back({key, id});
    return !failed && (eye != nullptr || found.size() < limit);
  });
  if (failed) return Status::out_of_memory();
  if (eye != nullptr) {
    std::sort(found.begin(), found.end());
    if (found.size() > limit) found.truncate(limit);
  }
  counters.results = found.size();
  return status;
}

// Overlapping pairs whose filters accept each other, each once as (smaller id, larger id).
template <class S, class Sink>
Status pairs(S& index, QueryCounters& counters, Sink&& sink) {
  if (Status status = settle(index); !status.ok()) return status;
  const auto& items = index.items();
  return index.pairs(counters, [&](Id a, Id b) {
    if (!items.accepts_pair(a, b)) return true;
    ++counters.results;
    return static_cast<bool>(a < b ? sink(a, b) : sink(b, a));
  });
}

}  // namespace sapwood
