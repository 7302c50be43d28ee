#include "volumes.hpp"

#include "sapwood/geometry/cast_query.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"

namespace sapwood::bindings {

namespace {

bool are_finite(const f32* numbers, u32 count) {
  for (u32 i = 0; i < count; ++i) {
    if (!std::isfinite(numbers[i])) return false;
  }
  return true;
}

// Reader of consecutive volumes.
template <int Dim>
class VolumeReader {
 public:
  VolumeReader(AnyIndex& index, VolumeKind kind, bool visited, u32 count)
      : index_(index), kind_(kind), visited_(visited) {
    const Array<u8>& bytes = results().scratch;
    next_ = reinterpret_cast<const f32*>(bytes.data());
    end_ = next_ + bytes.size() / sizeof(f32);
    if (kind == VolumeKind::kConvex) {
      plane_counts_ = reinterpret_cast<const u32*>(next_);
      next_ = count <= static_cast<u32>(end_ - next_) ? next_ + count : end_;
    }
  }

  const QueryCounters& counters() const { return counters_; }
  // Reads the next volume, which has number `i`, and searches it.
  Status find_next(u32 i, const Filter& filter) {
    if (kind_ == VolumeKind::kConvex) return find_in_convex(i, filter);
    if (kind_ <= VolumeKind::kCapsule) return find_in_capsule(i, filter);
    if (kind_ <= VolumeKind::kSphereCast) return find_first(i, filter);
    return visit_by_distance(filter);
  }

 private:
  static constexpr u32 kPlane = Dim + 1;

  Status find(const VolumeQuery<Dim>& volume, const Filter& filter, IdSink& sink) {
    const Status status = index_.find_in_volume(&volume, filter, counters_, sink);
    return sink.failed ? Status::out_of_memory() : status;
  }
  u32 left() const { return static_cast<u32>(end_ - next_); }

  Status find_in_convex(u32 i, const Filter& filter) {
    if (next_ == end_) return Status::invalid_argument(i);
    const u32 planes = plane_counts_[i];
    if (planes == 0 || planes > left() / kPlane || !are_finite(next_, planes * kPlane)) {
      return Status::invalid_argument(i);
    }
    const ConvexQuery<Dim> query(next_, planes);
    next_ += planes * kPlane;
    return collect(query, filter);
  }

  Status find_in_capsule(u32 i, const Filter& filter) {
    const bool thick = kind_ == VolumeKind::kCapsule;
    const u32 numbers = 2 * Dim + (thick ? 1 : 0);
    if (left() < numbers) return Status::invalid_argument(i);
    Segment<Dim> segment;
    for (int axis = 0; axis < Dim; ++axis) {
      segment.a[axis] = next_[axis];
      segment.b[axis] = next_[Dim + axis];
    }
    const f32 radius = thick ? next_[2 * Dim] : 0;
    next_ += numbers;
    if (!is_valid(segment.a) || !is_valid(segment.b) || !(radius >= 0 && std::isfinite(radius))) {
      return Status::invalid_argument(i);
    }
    const CapsuleQuery<Dim> query(segment, radius);
    return collect(query, filter);
  }

  Status collect(const VolumeQuery<Dim>& query, const Filter& filter) {
    IdSink sink{results().ids};
    return find(query, filter, sink);
  }

  template <class Numbers>
  void take(Numbers& numbers) {
    for (int axis = 0; axis < Dim; ++axis) numbers[axis] = *next_++;
  }

  Status find_first(u32 i, const Filter& filter) {
    const bool round = kind_ == VolumeKind::kSphereCast;
    if (left() < (round ? 2 * Dim + 1 : 3 * Dim)) return Status::invalid_argument(i);
    Aabb<Dim> box;
    Point<Dim> center;
    Point<Dim> displacement;
    f32 radius = 0;
    if (round) {
      take(center);
      radius = *next_++;
    } else {
      take(box.min);
      take(box.max);
      clamp_infinite(box);
    }
    take(displacement);
    const bool sized =
        round ? is_valid(center) && radius >= 0 && std::isfinite(radius) : is_valid(box);
    if (!sized || !is_valid(displacement)) return Status::invalid_argument(i);
    CastQuery<Dim> query =
        round ? CastQuery<Dim>(center, radius, displacement) : CastQuery<Dim>(box, displacement);
    if (visited_) return visit(query, query, filter);
    const auto box_of = [&](Id id) { return typed_box<Dim>(index_.item_box(id)); };
    CastHits<Dim, decltype(box_of)> hits(query, box_of);
    Array<u32> none;
    IdSink sink = visiting_sink(none, hits);
    const u64 before = counters_.results;
    if (Status status = find(query, filter, sink); !status.ok()) return status;
    if (!results().ids.reserve_more(1) || !results().distances.reserve_more(1)) {
      return Status::out_of_memory();
    }
    counters_.results = before + (hits.best().id == kNone ? 0 : 1);
    results().ids.push_unchecked(hits.best().id);
    results().distances.push_unchecked(static_cast<f32>(hits.best().key));
    return Status::success();
  }

  Status visit_by_distance(const Filter& filter) {
    const bool ball = kind_ == VolumeKind::kBall;
    if (left() < (ball ? Dim : 2 * Dim)) return Status::invalid_argument(0);
    Ray<Dim> ray;
    take(ray.origin);
    if (ball) {
      if (!is_valid(ray.origin)) return Status::invalid_argument(0);
      DistanceQuery<Dim> query(ray.origin, HUGE_VAL);
      return visit(query, ErasedQuery(query, Limit::kShrinks), filter);
    }
    take(ray.direction);
    ray.max_distance = HUGE_VALF;
    if (!is_valid(ray)) return Status::invalid_argument(0);
    CastQuery<Dim> query(ray.origin, 0, ray.direction);  // up to the limit
    return visit(query, query, filter);
  }

  // Calls the visitor for the items in `volume`, which wraps `query`. The visitor can call the
  // package, so the shared buffers can have other contents afterwards.
  template <class Query>
  Status visit(Query& query, const VolumeQuery<Dim>& volume, const Filter& filter) {
    const auto shrink = [&query] {
      const f64 limit = results().block.report[0];
      query.shrink(std::same_as<Query, DistanceQuery<Dim>> ? limit * limit : limit);
    };
    shrink();
    auto show = [&](Id id) {
      const bool goes_on = call_visitor(nullptr, id) != 0;
      shrink();
      return goes_on;
    };
    Array<u32> none;
    IdSink sink = visiting_sink(none, show);
    return find(volume, filter, sink);
  }

  AnyIndex& index_;
  QueryCounters counters_;  // a visitor can query the index
  const VolumeKind kind_;
  const bool visited_;
  const f32* next_;
  const f32* end_;
  const u32* plane_counts_ = nullptr;
};

}  // namespace

template <int Dim>
Status answer_volumes(AnyIndex& index, u32 kind, u32 count, const Filter& filter) {
  const bool visited = (kind & kVisited) != 0;
  const auto typed = static_cast<VolumeKind>(kind & ~kVisited);
  if (typed > (visited ? VolumeKind::kBall : VolumeKind::kSphereCast) ||
      (visited && typed < VolumeKind::kBoxCast)) {
    return Status::invalid_argument();
  }
  const Array<u32>& ids = results().ids;
  Array<u32>& offsets = results().offsets;
  if (!visited && !offsets.reserve(size_t{count} + 1)) return Status::out_of_memory();
  VolumeReader<Dim> reader(index, typed, visited, visited ? 1 : count);
  Status status = Status::success();
  if (visited) {
    status = reader.find_next(0, filter);
  } else {
    for (u32 i = 0; i < count && status.ok(); ++i) {
      offsets.push_unchecked(static_cast<u32>(ids.size()));
      status = reader.find_next(i, filter);
    }
    if (status.ok()) offsets.push_unchecked(static_cast<u32>(ids.size()));
  }
  index.counters() = reader.counters();
  return status;
}

template Status answer_volumes<2>(AnyIndex&, u32, u32, const Filter&);
template Status answer_volumes<3>(AnyIndex&, u32, u32, const Filter&);

}  // namespace sapwood::bindings
