// trace(): runs a query and returns every step of its traversal, for visualizations. Only
// trace.wasm contains it, because it needs a second compilation of each traversal, with a recorder
// (core/recorder.hpp).
#pragma once

#include "index/index.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/core/recorder.hpp"

namespace sapwood::bindings {

// Kind of a traced query. The values are the same as in methods/trace.ts of the package.
enum class TracedQuery : u32 { kBox, kSphere, kFrustum, kRay, kNearest };

class NodePositions {
 public:
  explicit NodePositions(const NodeDump& dump) {
    const u32 count = static_cast<u32>(dump.keys.size());
    ready_ = positions_.reserve(count);
    for (u32 node = 0; ready_ && node < count; ++node) {
      positions_.push_unchecked({dump.keys[node], node});
    }
    sort(positions_.begin(), positions_.end());
  }

  bool ready() const { return ready_; }
  u32 find(NodeKey key) const {
    const Name* found = std::lower_bound(positions_.begin(), positions_.end(), Name{key, 0});
    return found != positions_.end() && found->key == key ? found->node : kNone;
  }

 private:
  struct Name {
    NodeKey key;
    u32 node;
    friend bool operator<(const Name& a, const Name& b) {
      return a.key < b.key || (a.key == b.key && a.node < b.node);
    }
  };

  Array<Name> positions_;
  bool ready_ = false;
};

// Runs queries of one structure and records their steps. The results of the queries are discarded.
template <class S>
class TracedSearch {
 public:
  static constexpr int kDim = S::kDim;

  TracedSearch(S& index, RecordedCounters& counters) : index_(index), counters_(counters) {}

  // Maximum number of arguments of a query. A frustum query has the most: six planes of four
  // numbers each, and the three coordinates of the eye.
  static constexpr u32 kNumbers = 27;

  // Runs a query. `numbers` contains the arguments of the untraced query in the same order. For a
  // nearest query, `k` is the number of neighbors. For a frustum query, a nonzero `k` selects the
  // order FrustumOrder::kSplitPlanes.
  Status run(TracedQuery query, const f32* numbers, u32 k) {
    switch (query) {
      case TracedQuery::kBox:
        return trace_box(numbers);
      case TracedQuery::kSphere:
        return trace_sphere(take_point(numbers), numbers[kDim]);
      case TracedQuery::kFrustum:
        return trace_frustum(numbers, k);
      case TracedQuery::kRay:
        return trace_ray({take_point(numbers), take_point(numbers + kDim), numbers[2 * kDim]});
      case TracedQuery::kNearest:
        return trace_nearest(take_point(numbers), k, numbers[kDim]);
    }
    return Status::invalid_argument(0);
  }

 private:
  static Point<kDim> take_point(const f32* numbers) {
    Point<kDim> point;
    for (int axis = 0; axis < kDim; ++axis) point[axis] = numbers[axis];
    return point;
  }

  Status trace_box(const f32* numbers) {
    BoxArgument argument;
    std::copy(numbers, numbers + 6, argument.v);
    const auto box = typed_box<kDim>(argument);
    if (!is_valid(box)) return Status::invalid_box(0);
    IdSink sink{ids_};
    return query(index_, BoxQuery<kDim>(box), Filter::any(), counters_, sink);
  }
  Status trace_sphere(const Point<kDim>& center, f32 radius) {
    if (!is_valid(center) || !(radius >= 0 && std::isfinite(radius))) {
      return Status::invalid_argument(0);
    }
    IdSink sink{ids_};
    return query(index_, DistanceQuery<kDim>(center, radius), Filter::any(), counters_, sink);
  }
  Status trace_frustum(const f32* numbers, u32 by_planes) {
    if constexpr (kDim == 3) {
      FrustumSearch search;
      std::memcpy(&search.frustum, numbers, sizeof(Frustum));
      search.eye = take_point(numbers + 24);
      if (by_planes != 0) search.order = FrustumOrder::kSplitPlanes;
      if (!is_valid(search.frustum) || !is_valid(search.eye)) return Status::invalid_argument(0);
      return query_frustum(index_, search, Filter::any(), counters_, found_);
    } else {
      return Status::unsupported();
    }
  }
  Status trace_ray(const Ray<kDim>& ray) {
    if (!is_valid(ray)) return Status::invalid_argument(0);
    return raycast_all(index_, ray, Filter::any(), counters_, found_);
  }
  Status trace_nearest(const Point<kDim>& point, u32 k, f32 max_distance) {
    if (!is_valid(point) || !(max_distance >= 0)) return Status::invalid_argument(0);
    return nearest(index_, point, k, max_distance, Filter::any(), counters_, found_);
  }

  S& index_;
  RecordedCounters& counters_;
  Array<u32> ids_;
  Array<KeyedId> found_;
};

template <class S>
i32 Index<S>::trace(u32 query) {
  constexpr u32 kNumbers = TracedSearch<S>::kNumbers;
  start();
  const auto* numbers = scratch<f32>(kNumbers + 1);
  if (numbers == nullptr) return to_result(Status::invalid_argument(0));
  const u32 k = std::bit_cast<u32>(numbers[kNumbers]);
  Recorder recorder;
  RecordedCounters counters(recorder);
  NodeDump& dump = results().dump;
  Status status = flush(index_);
  if (status.ok()) status = index_.dump(dump);
  if (status.ok()) {
    status = TracedSearch<S>(index_, counters).run(static_cast<TracedQuery>(query), numbers, k);
  }
  if (!status.ok()) return to_result(status);
  const NodePositions positions(dump);
  Array<u32>& out = results().ids;
  const auto& steps = recorder.steps();
  if (recorder.failed() || !positions.ready() || !out.reserve(3 * steps.size())) {
    return to_result(Status::out_of_memory());
  }
  for (const RecordedStep& each : steps) {
    const bool candidate = each.step == Step::kCandidate;
    out.push_unchecked(static_cast<u32>(each.step));
    out.push_unchecked(candidate ? static_cast<Id>(each.key) : positions.find(each.key));
    out.push_unchecked(each.amount);
  }
  counters_ = counters;
  return finish(status, steps.size());
}

template <class S>
void bind_trace(const IndexClass<S>& index) {
  index.function("trace", &Index<S>::trace);
}

}  // namespace sapwood::bindings

#define SAPWOOD_TRACE(Structure)                                                 \
  template void bind_trace<Structure<2>>(const IndexClass<Structure<2>>& index); \
  template void bind_trace<Structure<3>>(const IndexClass<Structure<3>>& index);
