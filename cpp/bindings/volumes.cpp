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

bool is_cast(VolumeKind kind) {
  return kind == VolumeKind::kBoxCast || kind == VolumeKind::kSphereCast ||
         kind == VolumeKind::kCapsuleCast;
}
bool is_radius(f32 radius) { return radius >= 0 && std::isfinite(radius); }

// Stores the normal and the point of contact `i` of `count` contacts. Requires reserve_contacts().
template <int Dim>
void store_contact(const Contact<Dim>& contact, u32 i, u32 count) {
  f32* out = results().contacts.data();
  for (u32 axis = 0; axis < Dim; ++axis) {
    out[i * Dim + axis] = static_cast<f32>(contact.normal[axis]) + 0.0f;
    out[count * (Dim + 1) + i * Dim + axis] = static_cast<f32>(contact.point[axis]);
  }
}
template <int Dim>
Status reserve_contacts(size_t count) {
  Array<f32>& contacts = results().contacts;
  contacts.clear();
  return contacts.resize(count * (2 * Dim + 1), 0) ? Status::success() : Status::out_of_memory();
}

// Reads consecutive volumes from the scratch buffer and finds the items in each of them. `flags` is
// 0, kVisited or kContacts.
template <int Dim>
class VolumeReader {
 public:
  VolumeReader(AnyIndex& index, VolumeKind kind, u32 flags, u32 count)
      : index_(index),
        kind_(kind),
        visited_((flags & kVisited) != 0),
        contacts_((flags & kContacts) != 0),
        count_(count) {
    const Array<u8>& bytes = results().scratch;
    next_ = reinterpret_cast<const f32*>(bytes.data());
    end_ = next_ + bytes.size() / sizeof(f32);
    if (kind == VolumeKind::kConvex) {
      plane_counts_ = reinterpret_cast<const u32*>(next_);
      next_ = count <= static_cast<u32>(end_ - next_) ? next_ + count : end_;
    }
  }

  const QueryCounters& counters() const { return counters_; }
  Status find_next(u32 i, const Filter& filter) {
    if (kind_ == VolumeKind::kConvex) return find_in_convex(i, filter);
    if (kind_ <= VolumeKind::kCapsule) return find_in_capsule(i, filter);
    if (is_cast(kind_)) return find_first(i, filter);
    return visit_by_distance(filter);
  }
  // Stores the contact of a cast with an item. Returns an error if the cast does not touch the
  // item.
  Status find_contact(Id id) {
    Aabb<Dim> box;
    Ends ends;
    if (!index_.has(id) || !read_cast(box, ends)) return Status::invalid_argument(0);
    CastQuery<Dim> query = cast_of(box, ends);
    if (kind_ == VolumeKind::kRay) query.shrink(HUGE_VAL);
    const auto item = typed_box<Dim>(index_.item_box(id));
    f64 time;
    if (!query.measure(item, time)) return Status::invalid_argument(0);
    if (Status status = reserve_contacts<Dim>(1); !status.ok()) return status;
    if (kind_ != VolumeKind::kRay || time > 0) store_contact(query.contact(item, time), 0, 1);
    return Status::success();
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
    take(segment.a);
    take(segment.b);
    const f32 radius = thick ? *next_++ : 0;
    if (!is_valid(segment.a) || !is_valid(segment.b) || !is_radius(radius)) {
      return Status::invalid_argument(i);
    }
    const CapsuleQuery<Dim> query(segment, radius);
    const Status status = collect(query, filter);
    return contacts_ && status.ok() ? add_contacts(ConvexShape<Dim>(segment, radius)) : status;
  }

  Status add_contacts(const ConvexShape<Dim>& shape) {
    Array<u32>& ids = results().ids;
    const u32 count = static_cast<u32>(ids.size());
    sort(ids.begin(), ids.end());
    if (Status status = reserve_contacts<Dim>(count); !status.ok()) return status;
    for (u32 i = 0; i < count; ++i) {
      const Contact<Dim> contact = shape.overlap(typed_box<Dim>(index_.item_box(ids[i])));
      store_contact(contact, i, count);
      results().contacts[count * Dim + i] = static_cast<f32>(contact.depth);
    }
    return Status::success();
  }

  Status collect(const VolumeQuery<Dim>& query, const Filter& filter) {
    IdSink sink{results().ids};
    return find(query, filter, sink);
  }

  template <class Numbers>
  void take(Numbers& numbers) {
    for (int axis = 0; axis < Dim; ++axis) numbers[axis] = *next_++;
  }

  // Segment, radius and displacement of a cast. For a box, the segment and the radius are unused.
  struct Ends {
    Segment<Dim> segment;
    f32 radius = 0;
    Point<Dim> displacement;
  };

  // Reads a cast or a ray from the scratch buffer. Returns false if the numbers are invalid.
  bool read_cast(Aabb<Dim>& box, Ends& ends) {
    const bool is_box = kind_ == VolumeKind::kBoxCast;
    const bool is_long = kind_ == VolumeKind::kCapsuleCast;
    const bool is_thick = is_long || kind_ == VolumeKind::kSphereCast;
    if (left() < (is_box || is_long ? 3 : 2) * Dim + (is_thick ? 1 : 0)) return false;
    if (is_box) {
      take(box.min);
      take(box.max);
      clamp_infinite(box);
    } else {
      take(ends.segment.a);
      ends.segment.b = ends.segment.a;
      if (is_long) take(ends.segment.b);
      if (is_thick) ends.radius = *next_++;
    }
    take(ends.displacement);
    const bool is_sound =
        is_box ? is_valid(box)
               : is_valid(ends.segment.a) && is_valid(ends.segment.b) && is_radius(ends.radius);
    return is_sound && (kind_ == VolumeKind::kRay || is_valid(ends.displacement));
  }
  CastQuery<Dim> cast_of(const Aabb<Dim>& box, const Ends& ends) const {
    const auto& [segment, radius, displacement] = ends;
    return kind_ == VolumeKind::kBoxCast
               ? CastQuery<Dim>(box, displacement)
               : CastQuery<Dim>(segment.a, segment.b, radius, displacement);
  }

  Status find_first(u32 i, const Filter& filter) {
    Aabb<Dim> box;
    Ends ends;
    if (!read_cast(box, ends)) return Status::invalid_argument(i);
    CastQuery<Dim> query = cast_of(box, ends);
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
    const auto& [time, id] = hits.best();
    counters_.results = before + (id == kNone ? 0 : 1);
    if (contacts_ && id != kNone) store_contact(query.contact(box_of(id), time), i, count_);
    results().ids.push_unchecked(id);
    results().distances.push_unchecked(static_cast<f32>(time));
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
    CastQuery<Dim> query(ray.origin, 0, ray.direction);  // ends at the maximum distance
    return visit(query, query, filter);
  }

  // Calls the visitor for each item that `volume`, a wrapper of `query`, finds. The visitor can
  // call functions of the package, which may overwrite the shared buffers.
  template <class Query>
  Status visit(Query& query, const VolumeQuery<Dim>& volume, const Filter& filter) {
    const auto shrink = [&query] {
      const f64 limit = results().block.report[0];
      query.shrink(std::same_as<Query, DistanceQuery<Dim>> ? limit * limit : limit);
    };
    shrink();
    auto show = [&](Id id) {
      const bool continues = call_visitor(nullptr, id) != 0;
      shrink();
      return continues;
    };
    Array<u32> none;
    IdSink sink = visiting_sink(none, show);
    return find(volume, filter, sink);
  }

  AnyIndex& index_;
  QueryCounters counters_;  // separate, because a visitor can query the index
  const VolumeKind kind_;
  const bool visited_;
  const bool contacts_;
  const u32 count_;
  const f32* next_;
  const f32* end_;
  const u32* plane_counts_ = nullptr;
};

}  // namespace

template <int Dim>
Status query_staged_volumes(AnyIndex& index, u32 kind, u32 count, const Filter& filter) {
  constexpr u32 kFlags = kVisited | kContacts;
  const u32 flags = kind & kFlags;
  const auto typed = static_cast<VolumeKind>(kind & ~kFlags);
  const bool visited = flags == kVisited;
  const bool single = typed == VolumeKind::kCapsule && count == 1;
  const bool is_known = flags == kContacts ? is_cast(typed) || single
                        : visited          ? typed > VolumeKind::kCapsule
                                           : typed <= VolumeKind::kCapsule || is_cast(typed);
  if (!is_known || flags == kFlags || typed > VolumeKind::kCapsuleCast) {
    return Status::invalid_argument();
  }
  const Array<u32>& ids = results().ids;
  Array<u32>& offsets = results().offsets;
  if (!visited && !offsets.reserve(size_t{count} + 1)) return Status::out_of_memory();
  VolumeReader<Dim> reader(index, typed, flags, visited ? 1 : count);
  Status status = Status::success();
  if (flags == kContacts && is_cast(typed)) status = reserve_contacts<Dim>(count);
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

template <int Dim>
Status find_item_contact(AnyIndex& index, u32 kind, Id id) {
  const auto typed = static_cast<VolumeKind>(kind);
  if (!is_cast(typed) && typed != VolumeKind::kRay) return Status::invalid_argument();
  return VolumeReader<Dim>(index, typed, kContacts, 1).find_contact(id);
}

template Status query_staged_volumes<2>(AnyIndex&, u32, u32, const Filter&);
template Status query_staged_volumes<3>(AnyIndex&, u32, u32, const Filter&);
template Status find_item_contact<2>(AnyIndex&, u32, Id);
template Status find_item_contact<3>(AnyIndex&, u32, Id);

}  // namespace sapwood::bindings
