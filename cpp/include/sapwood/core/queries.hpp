/// @file
/// Query functions for any structure that can be traversed.
///
/// Arguments must be valid. Each function flushes the structure, traverses it, tests candidates
/// exactly, applies the filter, and counts the work. Sinks receive an id and return false to stop.
/// raycast_all() and nearest() return a sorted list.
#pragma once

#include <algorithm>

#include "sapwood/base/array.hpp"
#include "sapwood/base/k_smallest.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/nearest_items.hpp"
#include "sapwood/core/pair_visitors.hpp"
#include "sapwood/core/trace.hpp"

namespace sapwood {

// Sorts `keys` by a bottom-up merge sort and returns the number of inversions, in O(n log n). An
// inversion is a pair in which the larger number comes first (Knuth, The art of computer
// programming, volume 3, 5.1.1). `scratch` has the same length as `keys`.
inline u64 count_inversions(Array<f64>& keys, Array<f64>& scratch) {
  u64 found = 0;
  const size_t count = keys.size();
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      const size_t middle = std::min(begin + width, count);
      const size_t end = std::min(begin + 2 * width, count);
      size_t left = begin;
      size_t right = middle;
      for (size_t out = begin; out < end; ++out) {
        const bool take_right = left == middle || (right < end && keys[right] < keys[left]);
        if (take_right) found += middle - left;
        scratch[out] = keys[take_right ? right++ : left++];
      }
    }
    keys.swap(scratch);
  }
  return found;
}

/// Performs the deferred work of a structure, if there is any.
template <class S>
Status flush(S& index) {
  if constexpr (Flushable<S>) {
    return index.flush();
  } else {
    return Status::success();
  }
}

/// Performs deferred work, which can make nodes unnecessary, and frees unneeded memory.
template <class S>
void shrink(S& index) {
  (void)flush(index);
  index.shrink();
}

/// True if a structure has no separate traversal for a query type and therefore uses its traversal
/// for VolumeQuery.
template <class S, class Query>
concept UsesErasedQuery = (!HasSphereTraversal<S> && std::same_as<Query, DistanceQuery<S::kDim>>) ||
                          (!HasFrustumTraversal<S> && std::same_as<Query, FrustumQuery>);

/// Performs the deferred work of a structure before a batch of `count` queries.
template <class S>
Status flush_for(S& index, u32 count) {
  if constexpr (requires { index.flush_for(count); }) {
    return index.flush_for(count);
  } else {
    return Status::success();
  }
}

/// Reports all items that the query hits and the filter accepts, in any order. The function is not
/// inlined, because several functions share it.
/// @param index any structure; it is flushed first
/// @param query BoxQuery, DistanceQuery, FrustumQuery or another query type
/// @param filter filter of the query, such as Filter::any()
/// @param counters receives the work of the call
/// @param sink called with each id; returns false to stop
/// @return kOutOfMemory if flush() or the traversal could not allocate memory
template <class S, class Query, class Sink>
[[gnu::noinline]] Status query(S& index, const Query& query, const Filter& filter,
                               Counters auto& counters, Sink&& sink) {
  if constexpr (UsesErasedQuery<S, Query>) {
    const ErasedQuery<Query> erased(query);
    const VolumeQuery<S::kDim>& volume = erased;
    return sapwood::query(index, volume, filter, counters, sink);
  } else {
    if (Status status = flush(index); !status.ok()) return status;
    return index.traverse(
        query, counters, traced(counters, HitFilter(index.items(), query, filter, counters, sink)));
  }
}

/// Visitor of ray hits. It stores the closest hit and shortens the ray to this hit. If the
/// constructor receives an array, it adds all hits to the array instead. One class implements both
/// modes, because each visitor type requires its own instance of every traversal.
template <int Dim>
class RayHits : public ItemVisitor<RayHits<Dim>> {
 public:
  RayHits(const ItemStore<Dim>& items, const Filter& filter, RayQuery<Dim>& query,
          Array<KeyedId>* all = nullptr)
      : items_(items), filter_(filter), query_(query), all_(all) {}

  bool test(Id id) { return test_box(id, items_.box(id)); }
  bool test_box(Id id, const Aabb<Dim>& box) {
    KeyedId hit{0, id};
    if (!query_.measure(box, hit.key) || !items_.accepts(id, filter_)) return true;
    if (all_ != nullptr) return keep(hit);
    if (best_.id == kNone || hit < best_) {
      best_ = hit;
      query_.shrink(hit.key);
    }
    return true;
  }

  /// Returns the closest hit. Its `id` is kNone if there is no hit.
  const KeyedId& best() const { return best_; }
  bool failed() const { return failed_; }

 private:
  [[gnu::noinline]] bool keep(const KeyedId& hit) {
    failed_ = !all_->push_back(hit);
    return !failed_;
  }

  const ItemStore<Dim>& items_;
  const Filter& filter_;
  RayQuery<Dim>& query_;
  Array<KeyedId>* const all_;
  KeyedId best_{HUGE_VAL, kNone};
  bool failed_ = false;
};

/// Structures whose ordered traversal is worthwhile only if the search radius shrinks. A query for
/// all hits uses the unordered traversal of such a structure.
template <class S>
concept OrderedOnlyIfShrinking = requires {
  requires S::kOrderedOnlyIfShrinking;
};

template <class S>
[[gnu::noinline]] Status walk_along(S& index, RayQuery<S::kDim>& query, Counters auto& counters,
                                    RayHits<S::kDim>& hits) {
  if (Status status = flush(index); !status.ok()) return status;
  return index.traverse_ordered(query, counters, traced(counters, hits));
}

/// Finds the closest item along a ray. If distances are equal, finds the item with the smallest id.
/// @param index any structure; it is flushed first
/// @param ray a valid ray
/// @param filter filter of the query
/// @param counters receives the work of the call
/// @param best receives the hit; its key is the distance, and its `id` is kNone if there is no hit
template <class S>
Status raycast(S& index, const Ray<S::kDim>& ray, const Filter& filter, QueryCounters& counters,
               KeyedId& best) {
  RayQuery<S::kDim> query(ray);
  RayHits<S::kDim> hits(index.items(), filter, query);
  const Status status = walk_along(index, query, counters, hits);
  best = hits.best();
  counters.results = best.id == kNone ? 0 : 1;
  return status;
}

/// Finds all hits of a ray with the traversal for VolumeQuery.
template <class S>
Status walk_as_volume(S& index, const RayQuery<S::kDim>& ray, const Filter& filter,
                      Counters auto& counters, Array<KeyedId>& hits) {
  const ErasedQuery<RayQuery<S::kDim>> erased(ray);
  const VolumeQuery<S::kDim>& volume = erased;
  bool failed = false;
  auto keep = [&](Id id) {
    KeyedId hit{0, id};
    (void)ray.measure(index.items().box(id), hit.key);
    failed = !hits.push_back(hit);
    return !failed;
  };
  Array<u32> none;
  IdSink sink = visiting_sink(none, keep);
  const Status status = query(index, volume, filter, counters, sink);
  return failed ? Status::out_of_memory() : status;
}

/// Finds all items along a ray and their distances. The hits are sorted by distance, then by id.
template <class S>
Status raycast_all(S& index, const Ray<S::kDim>& ray, const Filter& filter, Counters auto& counters,
                   Array<KeyedId>& hits) {
  hits.clear();
  RayQuery<S::kDim> query(ray);
  RayHits<S::kDim> all(index.items(), filter, query, &hits);
  Status status = Status::success();
  if constexpr (OrderedOnlyIfShrinking<S> && !HasSphereTraversal<S>) {
    status = walk_as_volume(index, query, filter, counters, hits);
  } else if constexpr (OrderedOnlyIfShrinking<S>) {
    status = flush(index);
    if (status.ok()) status = index.traverse(query, counters, traced(counters, all));
  } else {
    status = walk_along(index, query, counters, all);
  }
  if (all.failed()) return Status::out_of_memory();
  sort(hits.begin(), hits.end());
  counters.results = hits.size();
  return status;
}

/// Finds the k nearest items within a distance, sorted by distance to the box (0 inside), then id.
/// @param index any structure; it is flushed first
/// @param point a valid point
/// @param k maximum number of items
/// @param max_distance search radius in world units, >= 0, may be infinite
/// @param filter filter of the query
/// @param counters receives the work of the call
/// @param nearest receives the items; their keys are distances in world units
template <class S>
Status nearest(S& index, const Point<S::kDim>& point, u32 k, f32 max_distance, const Filter& filter,
               Counters auto& counters, Array<KeyedId>& nearest) {
  nearest.clear();
  const auto& items = index.items();
  const u32 wanted = k < items.size() ? k : items.size();
  if (wanted == 0) return Status::success();
  if (Status status = flush(index); !status.ok()) return status;
  if (!KSmallest::prepare(nearest, wanted)) return Status::out_of_memory();
  KSmallest best(nearest, wanted);
  DistanceQuery<S::kDim> query(point, max_distance);
  NearestItems visit(items, filter, query, best);
  const Status status = index.traverse_ordered(query, counters, traced(counters, visit));
  visit.finish();
  best.finish();
  for (KeyedId& entry : nearest) entry.key = std::sqrt(entry.key);
  counters.results = nearest.size();
  return status;
}

/// Reports visible items approximately front to back, in the order of the split planes. Returns
/// kUnsupported if the structure has no split planes. If there is a report, counts the pairs of
/// results in which the item farther from the eye comes first.
template <class S, class Query, class Sink>
Status query_by_planes(S& index, const Query& query, const Point<3>& eye, const Filter& filter,
                       Counters auto& counters, Sink&& sink, PlaneOrderReport* report = nullptr) {
  if constexpr (PlaneOrdered<S>) {
    if (Status status = flush(index); !status.ok()) return status;
    const auto& items = index.items();
    Array<f64> keys;
    bool failed = false;
    auto&& to = as_visitor(sink);
    auto note = [&](Id id) {
      failed = report != nullptr && !keys.push_back(distance_squared(items.box(id), eye));
      return !failed && to.accept(id);
    };
    const Status status = index.traverse_front_to_back(
        query, eye, counters, report,
        traced(counters, HitFilter(items, query, filter, counters, note)));
    Array<f64> scratch;
    if (failed || !scratch.resize(keys.size())) return Status::out_of_memory();
    if (report != nullptr) report->inversions = count_inversions(keys, scratch);
    return status;
  } else {
    return Status::unsupported();
  }
}

/// Order of the results of a frustum query.
enum class FrustumOrder : u8 {
  kAny,          ///< The order of the traversal.
  kFrontToBack,  ///< By distance from the eye to the box, then id.
  kSplitPlanes,  ///< Approximately front to back, without sorting; requires PlaneOrdered.
};

/// Parameters of a frustum query.
struct FrustumSearch {
  Frustum frustum;
  FrustumOrder order = FrustumOrder::kAny;
  Point<3> eye{};           ///< Position of the camera; not used by kAny.
  u32 limit = 0xFFFFFFFFu;  ///< Maximum number of results: the first in the order.
};

/// Result buffer of a frustum query. The keys are squared distances from the eye if the results are
/// sorted, otherwise 0.
template <class Entry>
class FrustumResults {
 public:
  FrustumResults(const FrustumSearch& search, Array<Entry>& found)
      : search_(search), found_(found), sorted_(search.order == FrustumOrder::kFrontToBack) {
    found.clear();
  }

  f64 key(const Aabb<3>& box) const { return sorted_ ? distance_squared(box, search_.eye) : 0; }
  /// Adds a result. Returns false if allocation fails, or if the results are not sorted and the
  /// limit is reached.
  bool add(const Entry& entry) {
    failed_ = !found_.push_back(entry);
    return !failed_ && (sorted_ || found_.size() < search_.limit);
  }
  Status finish(const Status& status, QueryCounters& counters) {
    if (failed_) return Status::out_of_memory();
    if (sorted_) {
      sort(found_.begin(), found_.end());
      if (found_.size() > search_.limit) found_.truncate(search_.limit);
    }
    counters.results = found_.size();
    return status;
  }

 private:
  const FrustumSearch& search_;
  Array<Entry>& found_;
  const bool sorted_;
  bool failed_ = false;
};

/// Reports the items in a frustum, in the order of the search.
template <class S>
Status query_frustum(S& index, const FrustumSearch& search, const Filter& filter,
                     Counters auto& counters, Array<KeyedId>& found) {
  FrustumResults<KeyedId> results(search, found);
  if (search.limit == 0) return Status::success();
  const auto& items = index.items();
  auto collect = [&](Id id) { return results.add({results.key(items.box(id)), id}); };
  const FrustumQuery visible(search.frustum);
  const auto find = [&] {
    if constexpr (UsesErasedQuery<S, FrustumQuery>) {
      Array<u32> none;
      IdSink sink = visiting_sink(none, collect);
      return query(index, visible, filter, counters, sink);
    } else {
      return query(index, visible, filter, counters, collect);
    }
  };
  const Status status = search.order == FrustumOrder::kSplitPlanes
                            ? query_by_planes(index, visible, search.eye, filter, counters, collect)
                            : find();
  return results.finish(status, counters);
}

/// Visible item. Bit i of `cut` is set if plane i cuts its box. If the box is completely inside the
/// frustum, `cut` is 0.
struct VisibleItem {
  f64 key;  ///< Squared distance from the eye, if the order requires it.
  Id id;
  u32 cut;

  friend bool operator<(const VisibleItem& a, const VisibleItem& b) {
    return a.key < b.key || (a.key == b.key && a.id < b.id);
  }
};

/// Reports the same items as query_frustum(), in the same order, and the planes that cut each box.
template <ReportsPlaneMask S>
Status query_flagged(S& index, const FrustumSearch& search, const Filter& filter,
                     QueryCounters& counters, Array<VisibleItem>& found) {
  FrustumResults<VisibleItem> results(search, found);
  const Status status = search.limit == 0 ? Status::success() : flush(index);
  if (search.limit == 0 || !status.ok()) return status;
  const auto& items = index.items();
  const auto collect = [&](Id id, u32 cut) {
    return !items.accepts(id, filter) || results.add({results.key(items.box(id)), id, cut});
  };
  const bool by_planes = search.order == FrustumOrder::kSplitPlanes;
  const Point<3>* eye = by_planes ? &search.eye : nullptr;
  return results.finish(index.cull(FrustumQuery(search.frustum), eye, counters, collect), counters);
}

/// Performs the deferred work that pairs() requires, which can be less than that of flush().
template <class S>
Status flush_pairs(S& index) {
  if constexpr (requires { index.flush_pairs(); }) {
    return index.flush_pairs();
  } else {
    return flush(index);
  }
}

/// Reports overlapping pairs whose filters accept each other, each once as (smaller id, larger id).
/// @param index any structure; it is flushed first
/// @param counters receives the work of the call
/// @param sink called with the ids of each pair; returns false to stop
template <class S, class Sink>
Status pairs(S& index, QueryCounters& counters, Sink&& sink) {
  if (Status status = flush_pairs(index); !status.ok()) return status;
  return index.pairs(counters, PairFilter(index.items(), counters, sink));
}

/// Reports overlapping pairs of an item in `here` and an item in `there`, if their filters accept
/// each other.
template <PairableWith S, class Sink>
Status pairs_with(S& here, S& there, QueryCounters& counters, Sink&& sink) {
  if (Status status = flush(here); !status.ok()) return status;
  if (Status status = flush(there); !status.ok()) return status;
  using Visitor =
      PairFilter<ItemStore<S::kDim>, std::remove_reference_t<Sink>, /*kTwoIndices=*/true>;
  return here.pairs_with(there, counters, Visitor(here.items(), there.items(), counters, sink));
}

}  // namespace sapwood
