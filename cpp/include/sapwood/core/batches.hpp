/// @file Batches of queries over any structure. Queries run in the order of a space-filling curve,
/// so consecutive queries use nodes that are already in the cache. Results are in the caller's
/// order and equal those of single queries.
///
/// Sorting costs about 15 ns per query and pays off for large batches over an index that exceeds
/// the cache. If allocation fails, the batch runs in its original order, with the same results.
#pragma once

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/core/pair_visitors.hpp"
#include "sapwood/core/queries.hpp"
#include "sapwood/geometry/curve_key.hpp"

namespace sapwood {

/// Working memory of a batch, without its results. The caller owns it and can pass it to further
/// batches, which reuse the memory. It is initially empty.
struct BatchMemory {
  struct Range {
    u32 begin;
    u32 count;
  };

  Array<KeyedIndex> order;
  Array<KeyedIndex> scratch;
  Array<u32> found;     ///< Ids in the order of execution.
  Array<Range> ranges;  ///< Ranges in `found`, by query.
  Array<KeyedId> nearest;

  void release() {
    order.release();
    scratch.release();
    found.release();
    ranges.release();
    nearest.release();
  }
};

/// Minimum number of queries in a batch that is sorted.
inline constexpr u32 kMinSortedQueries = 256;
/// Minimum number of items in an index for which batches are sorted.
inline constexpr u32 kMinSortedItems = 10000;

/// Computes the Morton keys of points on a grid over the bounds of the points. A key has 22 bits in
/// 2D and 21 bits in 3D, so two passes of the radix sort are enough.
template <int Dim>
class MortonKeys {
 public:
  explicit MortonKeys(const Aabb<Dim>& bounds) {
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 extent = bounds.extent(axis);
      min_[axis] = bounds.min[axis];
      scale_[axis] = extent > 0 && extent < HUGE_VALF ? static_cast<f32>(kCells) / extent : 0.0f;
    }
  }

  /// Returns the key of a point within the bounds.
  u32 operator()(const Point<Dim>& point) const {
    u32 key = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 at = (point[axis] - min_[axis]) * scale_[axis];
      key |= spread_bits<Dim>(at < kCells - 1 ? static_cast<u32>(at) : kCells - 1) << axis;
    }
    return key;
  }

 private:
  static constexpr u32 kBits = Dim == 2 ? 11 : 7;
  static constexpr u32 kCells = 1u << kBits;

  f32 min_[Dim];
  f32 scale_[Dim];
};

/// Positions of the queries of a batch, which determine their order: the center of a box, the
/// origin of a ray, or the point itself. Each position is computed as the midpoint of two points.
template <int Dim>
class QueryPositions {
 public:
  static QueryPositions of(const Aabb<Dim>* boxes) {
    return {reinterpret_cast<const f32*>(boxes), Dim, sizeof(Aabb<Dim>)};
  }
  static QueryPositions of(const Ray<Dim>* rays) {
    static_assert(offsetof(Ray<Dim>, origin) == 0);
    return {reinterpret_cast<const f32*>(rays), 0, sizeof(Ray<Dim>)};
  }
  static QueryPositions of(const Point<Dim>* points) {
    return {reinterpret_cast<const f32*>(points), 0, sizeof(Point<Dim>)};
  }

  Point<Dim> operator[](u32 i) const {
    const f32* const query = first_ + i * stride_;
    Point<Dim> place;
    for (int axis = 0; axis < Dim; ++axis) {
      place[axis] = query[axis] * 0.5f + query[axis + other_] * 0.5f;
    }
    return place;
  }

 private:
  QueryPositions(const f32* first, u32 other, size_t bytes)
      : first_(first), other_(other), stride_(bytes / sizeof(f32)) {}

  const f32* first_;
  u32 other_;      // offset in floats from one point of a query to the other
  size_t stride_;  // in floats
};

/// Computes the order of a batch. Returns false if allocation fails, or if the batch or the index
/// is too small for sorting.
template <int Dim>
[[gnu::noinline]] bool sort_batch(u32 count, u32 items, BatchMemory& memory,
                                  const QueryPositions<Dim>& places) {
  if (count < kMinSortedQueries || items < kMinSortedItems) return false;
  if (!memory.order.resize(count)) return false;
  Aabb<Dim> bounds = empty_box<Dim>();
  for (u32 i = 0; i < count; ++i) {
    const Point<Dim> point = places[i];
    for (int axis = 0; axis < Dim; ++axis) {
      bounds.min[axis] = point[axis] < bounds.min[axis] ? point[axis] : bounds.min[axis];
      bounds.max[axis] = point[axis] > bounds.max[axis] ? point[axis] : bounds.max[axis];
    }
  }
  const MortonKeys<Dim> key_of(bounds);
  for (u32 i = 0; i < count; ++i) memory.order[i] = {key_of(places[i]), i};
  return radix_sort(memory.order, memory.scratch);
}

/// Calls `run(i)` for every query until a call fails. `order` is null for the original order.
template <class S, class Run>
Status run_batch(S& index, u32 count, const KeyedIndex* order, Run&& run) {
  if (Status status = flush_for(index, count); !status.ok()) return status;
  for (u32 i = 0; i < count; ++i) {
    if (Status status = run(order == nullptr ? i : order[i].index); !status.ok()) return status;
  }
  return Status::success();
}

/// Copies the results of a sorted batch to `ids`, in the order of the caller's queries.
inline Status gather_results(const BatchMemory& memory, Array<u32>& ids, Array<u32>& offsets) {
  if (!ids.reserve(memory.found.size())) return Status::out_of_memory();
  IdSink sink{ids};
  for (u32 i = 0; i < memory.ranges.size(); ++i) {
    offsets[i] = static_cast<u32>(ids.size());
    sink.accept_range(memory.found.data() + memory.ranges[i].begin, memory.ranges[i].count);
  }
  return Status::success();
}

/// Finds the items that overlap each of `count` boxes. Results of box i are ids[offsets[i] ..
/// offsets[i + 1]). Both arrays must be empty before the call.
template <class S>
Status query_boxes(S& index, const Aabb<S::kDim>* boxes, u32 count, BatchMemory& memory,
                   Array<u32>& ids, Array<u32>& offsets, QueryCounters& counters) {
  constexpr int kDim = S::kDim;
  if (!offsets.resize(size_t{count} + 1)) return Status::out_of_memory();
  const bool sorted =
      memory.ranges.resize(count) &&
      sort_batch<kDim>(count, index.items().size(), memory, QueryPositions<kDim>::of(boxes));
  memory.found.clear();
  IdSink sink{sorted ? memory.found : ids};
  Status status = run_batch(index, count, sorted ? memory.order.data() : nullptr, [&](u32 i) {
    const u32 begin = static_cast<u32>(sink.out.size());
    const Status found = query(index, BoxQuery<kDim>(boxes[i]), Filter::any(), counters, sink);
    offsets[i] = begin;
    if (sorted) memory.ranges[i] = {begin, static_cast<u32>(sink.out.size()) - begin};
    return sink.failed ? Status::out_of_memory() : found;
  });
  if (status.ok() && sorted) status = gather_results(memory, ids, offsets);
  offsets[count] = static_cast<u32>(ids.size());
  return status;
}

/// Finds the closest item that each ray hits. If a ray hits no item, its id is kNone and its
/// distance is infinity. Both arrays must be empty before the call.
template <class S>
Status raycasts(S& index, const Ray<S::kDim>* rays, u32 count, BatchMemory& memory, Array<u32>& ids,
                Array<f32>& distances, QueryCounters& counters) {
  if (!ids.resize(count) || !distances.resize(count)) return Status::out_of_memory();
  constexpr int kDim = S::kDim;
  const bool sorted =
      sort_batch<kDim>(count, index.items().size(), memory, QueryPositions<kDim>::of(rays));
  u64 results = 0;
  const KeyedIndex* order = sorted ? memory.order.data() : nullptr;
  const Status status = run_batch(index, count, order, [&](u32 i) {
    KeyedId best;
    const Status found = raycast(index, rays[i], Filter::any(), counters, best);
    results += counters.results;
    ids[i] = best.id;
    distances[i] = static_cast<f32>(best.key);
    return found;
  });
  counters.results = results;
  return status;
}

/// Finds the k nearest items of each point. Every point has k entries in both arrays; unused
/// entries are kNone and infinity. Both arrays must be empty before the call. count * k must not
/// exceed the maximum array size.
template <class S>
Status nearest_many(S& index, const Point<S::kDim>* points, u32 count, u32 k, BatchMemory& memory,
                    Array<u32>& ids, Array<f32>& distances, QueryCounters& counters) {
  const size_t entries = size_t{count} * k;
  if (!ids.resize(entries) || !distances.resize(entries)) return Status::out_of_memory();
  constexpr int kDim = S::kDim;
  const bool sorted =
      sort_batch<kDim>(count, index.items().size(), memory, QueryPositions<kDim>::of(points));
  u64 results = 0;
  const KeyedIndex* order = sorted ? memory.order.data() : nullptr;
  const Status status = run_batch(index, count, order, [&](u32 i) {
    const Status found =
        nearest(index, points[i], k, HUGE_VALF, Filter::any(), counters, memory.nearest);
    if (!found.ok()) return found;
    u32* id = ids.data() + size_t{i} * k;
    f32* distance = distances.data() + size_t{i} * k;
    for (u32 j = 0; j < k; ++j) {
      const bool here = j < memory.nearest.size();
      id[j] = here ? memory.nearest[j].id : kNone;
      distance[j] = here ? static_cast<f32>(memory.nearest[j].key) : HUGE_VALF;
    }
    results += memory.nearest.size();
    return found;
  });
  counters.results = results;
  return status;
}

}  // namespace sapwood
