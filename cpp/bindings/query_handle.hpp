// The query verbs of a handle: single, streamed and batched, with results in the shared buffers.
#pragma once

#include "content_handle.hpp"
#include "sapwood/core/batches.hpp"

namespace sapwood::bindings {

template <class S>
class QueryHandle : public ContentHandle<S> {
 public:
  using Base = ContentHandle<S>;
  using Base::Base;
  using Base::kDim;
  using typename Base::Box;

  i32 query_box(const BoxArgument& box, const Filter& filter) override {
    start();
    const Box typed = Base::typed_box(box);
    if (!is_valid(typed)) return answer(Status::invalid_box(0));
    return collect(BoxQuery<kDim>(typed), filter);
  }

  i32 query_point(const PointArgument& point, const Filter& filter) override {
    start();
    const auto typed = Base::typed_point(point);
    if (!is_valid(typed)) return answer(Status::invalid_argument(0));
    return collect(BoxQuery<kDim>::at(typed), filter);
  }

  i32 query_sphere(const PointArgument& centre, f32 radius, const Filter& filter) override {
    start();
    const auto typed = Base::typed_point(centre);
    if (!is_valid(typed)) return answer(Status::invalid_argument(0));
    if (!(radius >= 0 && std::isfinite(radius))) return answer(Status::invalid_argument(1));
    return collect(DistanceQuery<kDim>(typed, radius), filter);
  }

  // 24 plane numbers in the scratch buffer.
  i32 query_frustum(u32 order, const PointArgument& eye, u32 limit, const Filter& filter) override {
    start();
    if constexpr (kDim == 3) {
      FrustumSearch search;
      Status status = read_frustum(eye, search);
      search.order = static_cast<FrustumOrder>(order);
      search.limit = limit;
      if (order > static_cast<u32>(FrustumOrder::kSplitPlanes))
        status = Status::invalid_argument(2);
      if (!status.ok()) return answer(status);
      return take_keyed(sapwood::query_frustum(index_, search, filter, counters_, results().keyed));
    } else {
      return answer(Status::unsupported());
    }
  }

  // The order of the split planes: ids, and steps, adjacent steps, inversions in the report.
  i32 cull_report(const PointArgument& eye) override {
    start();
    if constexpr (kDim == 3) {
      FrustumSearch search;
      if (Status status = read_frustum(eye, search); !status.ok()) return answer(status);
      PlaneOrderReport report;
      IdSink sink{results().ids};
      const Status status = query_by_planes(index_, FrustumQuery(search.frustum), search.eye,
                                            Filter::any(), counters_, sink, &report);
      f64* out = results().block.report;
      out[0] = static_cast<f64>(report.steps);
      out[1] = static_cast<f64>(report.adjacent_steps);
      out[2] = static_cast<f64>(report.inversions);
      return Base::finish(sink.failed ? Status::out_of_memory() : status, sink.out.size());
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 visit_box(const BoxArgument& box, const Filter& filter, i32 (*visit)(u32)) override {
    start();
    const Box typed = Base::typed_box(box);
    if (!is_valid(typed)) return answer(Status::invalid_box(0));
    QueryCounters counters;  // the visitor may query this index too
    const Status status = query(index_, BoxQuery<kDim>(typed), filter, counters,
                                [&](Id id) { return visit(id) != 0; });
    counters_ = counters;
    return status.ok() ? static_cast<i32>(counters.results) : answer(status);
  }

  i32 raycast(const RayArgument& ray, const Filter& filter) override {
    start();
    const Ray<kDim> typed = typed_ray(ray);
    if (!is_valid(typed)) return answer(Status::invalid_argument(0));
    KeyedId best;
    Status status = sapwood::raycast(index_, typed, filter, counters_, best);
    if (status.ok() && best.id != kNone && !append(best)) status = Status::out_of_memory();
    return Base::finish(status, results().ids.size());
  }

  i32 raycast_all(const RayArgument& ray, const Filter& filter) override {
    start();
    const Ray<kDim> typed = typed_ray(ray);
    if (!is_valid(typed)) return answer(Status::invalid_argument(0));
    return take_keyed(sapwood::raycast_all(index_, typed, filter, counters_, results().keyed));
  }

  i32 nearest(const PointArgument& point, u32 k, f32 max_distance, const Filter& filter) override {
    start();
    const auto typed = Base::typed_point(point);
    if (!is_valid(typed)) return answer(Status::invalid_argument(0));
    if (!(max_distance >= 0)) return answer(Status::invalid_argument(2));
    return take_keyed(
        sapwood::nearest(index_, typed, k, max_distance, filter, counters_, results().keyed));
  }

  i32 pairs() override {
    start();
    PairSink sink{results().ids};
    const Status status = sapwood::pairs(index_, counters_, sink);
    return finish_pairs(sink, status);
  }

  // Two indices of one structure that can walk both at once do; else the items of the smaller one
  // look up the larger one.
  i32 pairs_with(AnyIndex& other) override {
    start();
    if (&other == this || other.dimensions() != kDim) return answer(Status::invalid_argument(0));
    if constexpr (PairableWith<S>) {
      if (same_type(*this, other)) {
        PairSink sink{results().ids};
        S& there = static_cast<QueryHandle&>(other).index_;
        const Status status = sapwood::pairs_with(index_, there, counters_, sink);
        return finish_pairs(sink, status);
      }
    }
    const bool here = this->size() <= other.size();
    AnyIndex& walked = here ? static_cast<AnyIndex&>(*this) : other;
    AnyIndex& asked = here ? other : static_cast<AnyIndex&>(*this);
    Array<u32>& ids = results().ids;
    Array<u32>& found = results().offsets;
    Status status = Status::success();
    for (Id id = walked.next_item(0); id != kNone && status.ok(); id = walked.next_item(id + 1)) {
      found.clear();
      status =
          asked.collect_overlaps(walked.item_box(id), walked.item_filter(id), found, counters_);
      if (status.ok() && !ids.reserve_more(found.size() * 2)) status = Status::out_of_memory();
      for (u32 i = 0; status.ok() && i < found.size(); ++i) {
        ids.push_unchecked(here ? id : found[i]);
        ids.push_unchecked(here ? found[i] : id);
      }
    }
    return Base::finish(status, ids.size() / 2);
  }

  i32 query_boxes(u32 count) override {
    start();
    const auto* boxes = Base::template scratch<Box>(count);
    if (boxes == nullptr) return answer(Status::invalid_argument(0));
    Status status = ItemStore<kDim>::check(boxes, count);
    if (status.ok()) {
      status = sapwood::query_boxes(index_, boxes, count, results().batch, results().ids,
                                    results().offsets, counters_);
    }
    return Base::finish(status, results().ids.size());
  }

  i32 raycasts(u32 count) override {
    start();
    const auto* rays = Base::template scratch<Ray<kDim>>(count);
    if (rays == nullptr) return answer(Status::invalid_argument(0));
    for (u32 i = 0; i < count; ++i) {
      if (!is_valid(rays[i])) return answer(Status::invalid_argument(i));
    }
    const Status status = sapwood::raycasts(index_, rays, count, results().batch, results().ids,
                                            results().distances, counters_);
    return Base::finish(status, count);
  }

  i32 nearest_many(u32 count, u32 k) override {
    start();
    const auto* points = Base::template scratch<Point<kDim>>(count);
    if (points == nullptr) return answer(Status::invalid_argument(0));
    for (u32 i = 0; i < count; ++i) {
      if (!is_valid(points[i])) return answer(Status::invalid_argument(i));
    }
    const u64 entries = u64{count} * k;
    if (entries > kMostItems) return answer(Status::out_of_memory());
    const Status status = sapwood::nearest_many(index_, points, count, k, results().batch,
                                                results().ids, results().distances, counters_);
    return Base::finish(status, static_cast<size_t>(entries));
  }

  Status collect_overlaps(const BoxArgument& box, const Filter& filter, Array<u32>& out,
                          QueryCounters& counters) override {
    IdSink sink{out};
    return find(BoxQuery<kDim>(Base::typed_box(box)), filter, counters, sink);
  }

 protected:
  using Base::counters_;
  using Base::index_;
  using Base::start;

 private:
  static Status read_frustum(const PointArgument& eye, FrustumSearch& search) {
    const auto* frustum = Base::template scratch<Frustum>(1);
    if (frustum == nullptr || !is_valid(*frustum)) return Status::invalid_argument(0);
    search.frustum = *frustum;
    search.eye = {eye.v[0], eye.v[1], eye.v[2]};
    return is_valid(search.eye) ? Status::success() : Status::invalid_argument(1);
  }
  static Ray<kDim> typed_ray(const RayArgument& ray) {
    return {Base::typed_point(ray.origin), Base::typed_point(ray.direction), ray.max_distance};
  }

  i32 finish_pairs(const PairSink& sink, const Status& status) {
    return Base::finish(sink.failed ? Status::out_of_memory() : status, sink.out.size() / 2);
  }

  template <class Query>
  i32 collect(const Query& wanted, const Filter& filter) {
    IdSink sink{results().ids};
    const Status status = find(wanted, filter, counters_, sink);
    return Base::finish(status, sink.out.size());
  }

  template <class Query>
  Status find(const Query& wanted, const Filter& filter, QueryCounters& counters, IdSink& sink) {
    const Status status = query(index_, wanted, filter, counters, sink);
    return sink.failed ? Status::out_of_memory() : status;
  }

  static bool reserve_keyed(size_t count) {
    return results().ids.reserve(count) && results().distances.reserve(count);
  }
  static void append_unchecked(const KeyedId& entry) {
    results().ids.push_unchecked(entry.id);
    results().distances.push_unchecked(static_cast<f32>(entry.key));
  }
  static bool append(const KeyedId& entry) {
    if (!reserve_keyed(results().ids.size() + 1)) return false;
    append_unchecked(entry);
    return true;
  }

  // Splits the keyed list into ids and distances.
  i32 take_keyed(Status status) {
    const Array<KeyedId>& keyed = results().keyed;
    if (status.ok() && !reserve_keyed(keyed.size())) status = Status::out_of_memory();
    if (status.ok()) {
      for (const KeyedId& entry : keyed) append_unchecked(entry);
    }
    return Base::finish(status, results().ids.size());
  }
};

}  // namespace sapwood::bindings
