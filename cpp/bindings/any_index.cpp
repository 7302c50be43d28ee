// Functions that are the same for all structures and dimensions.
#include "any_index.hpp"

#include <algorithm>
#include <cmath>

#include "sapwood/geometry/contact.hpp"

namespace sapwood::bindings {

namespace {

struct BoxLayout {
  u32 dimensions;
  u32 stride() const { return 2 * dimensions; }
};

// Returns a valid coordinate beyond `value` in the direction of `sign`. It is not always the
// nearest f32: a larger box only costs additional tests.
[[gnu::always_inline]] inline f32 beyond(f64 value, f64 sign) {
  const f64 more = value + sign * (std::fabs(value) * 0x1p-22 + 1e-30);
  const f64 most = kMaxCoordinate;
  return static_cast<f32>(std::clamp(more, -most, most));
}

template <u32 Dim>
[[gnu::always_inline]] inline f64 gap_squared(const f32* a, const f32* b) {
  f64 sum = 0;
  for (u32 axis = 0; axis < Dim; ++axis) {
    const f64 before = static_cast<f64>(a[axis]) - static_cast<f64>(b[Dim + axis]);
    const f64 behind = static_cast<f64>(b[axis]) - static_cast<f64>(a[Dim + axis]);
    const f64 gap = before > behind ? before : behind;
    sum += gap > 0 ? gap * gap : 0;
  }
  return sum;
}

// Keeps the pairs whose boxes are at most `distance` apart, and replaces each position in `ids` by
// the id at this position. Returns the number of remaining pairs. The loop has no conditional
// branch, because the distances are unpredictable.
template <u32 Dim>
[[gnu::noinline]] u32 keep_near(Array<u32>& pairs, const f32* boxes, const Id* ids, f64 distance) {
  const f64 most = distance * distance;
  u32* out = pairs.data();
  u32 kept = 0;
  for (size_t i = 0; i < pairs.size(); i += 2) {
    const size_t a = pairs[i];
    const size_t b = pairs[i + 1];
    out[2 * kept] = ids[a];
    out[2 * kept + 1] = ids[b];
    kept += gap_squared<Dim>(boxes + a * 2 * Dim, boxes + b * 2 * Dim) <= most ? 1 : 0;
  }
  return kept;
}

// Returns the center of an interval. If one end is infinite, returns the other end. If both ends
// are infinite, returns 0.
f32 middle(f32 low, f32 high) {
  const bool unbounded_below = low <= -kMaxCoordinate;
  if (high >= kMaxCoordinate) return unbounded_below ? 0 : low;
  return unbounded_below ? high
                         : static_cast<f32>((static_cast<f64>(low) + static_cast<f64>(high)) / 2);
}

struct Listed {
  Array<Id> ids;
  Array<f32> boxes;

  [[nodiscard]] bool take(const AnyIndex& index, const BoxLayout& layout) {
    const u32 count = index.size();
    if (!ids.reserve(count) || !boxes.reserve(size_t{count} * layout.stride())) return false;
    for (Id id = index.next_item(0); id != kNone; id = index.next_item(id + 1)) {
      ids.push_unchecked(id);
      const BoxArgument box = index.item_box(id);
      for (u32 i = 0; i < layout.stride(); ++i) boxes.push_unchecked(box.v[i]);
    }
    return true;
  }
};

// Builds `grown` from copies of the items in `listed`. The copies get ids 0, 1, 2, … and the same
// filters, and their boxes are enlarged by half of `distance` on all sides.
i32 fill_with_grown(const AnyIndex& index, const Listed& listed, f64 distance, AnyIndex& grown) {
  const BoxLayout layout{static_cast<u32>(index.dimensions())};
  const u32 count = static_cast<u32>(listed.ids.size());
  f32* boxes = grown.staging(count);
  if (boxes == nullptr && count != 0) return to_result(Status::out_of_memory());
  // slightly more than half, because gap_squared() can round a gap slightly above `distance` down
  // to `distance`
  const f64 half = distance * 0.5000001;
  const f32* sides = listed.boxes.data();
  for (u32 i = 0; i < 2 * count; ++i) {
    const f64 sign = i % 2 == 0 ? -1 : 1;  // minima and maxima alternate
    for (u32 axis = 0; axis < layout.dimensions; ++axis) {
      *boxes++ = beyond(static_cast<f64>(*sides++) + sign * half, sign);
    }
  }
  i32 done = grown.build(count);
  for (u32 i = 0; i < count && done >= 0; ++i) {
    const Filter filter = index.item_filter(listed.ids[i]);
    if (filter != Filter{}) done = grown.set_filter(i, filter);
  }
  return done;
}

}  // namespace

i32 AnyIndex::find_pairs_within(f64 distance, AnyIndex& grown) {
  const BoxLayout layout{static_cast<u32>(dimensions())};
  Listed listed;
  if (!listed.take(*this, layout)) return to_result(Status::out_of_memory());
  if (i32 done = fill_with_grown(*this, listed, distance, grown); done < 0) return done;
  const i32 found = grown.pairs();
  if (found < 0) return found;
  Array<u32>& pairs = results().ids;
  const auto keep = layout.dimensions == 2 ? keep_near<2> : keep_near<3>;
  const u32 kept = keep(pairs, listed.boxes.data(), listed.ids.data(), distance);
  pairs.truncate(2 * size_t{kept});
  counters() = grown.counters();
  counters().results = kept;
  results().publish();
  return static_cast<i32>(kept);
}

// For each item, finds the k other items that are nearest to its center. The results are k ids and
// k distances per item, in ascending order of item ids, padded with kNone and infinity. Returns the
// number of ids.
i32 AnyIndex::nearest_all(u32 k) {
  const BoxLayout layout{static_cast<u32>(dimensions())};
  Listed listed;
  Results& out = results();
  const u32 count = size();
  // at least one byte, because nearest_many() fails if the scratch buffer has no memory
  const size_t bytes = std::max<size_t>(1, size_t{count} * layout.dimensions * sizeof(f32));
  if (k >= kMaxItems || !listed.take(*this, layout) || !out.scratch.resize(bytes)) {
    return to_result(Status::out_of_memory());
  }
  auto* centers = reinterpret_cast<f32*>(out.scratch.data());
  for (size_t i = 0; i < listed.ids.size(); ++i) {
    const f32* box = listed.boxes.data() + i * layout.stride();
    for (u32 axis = 0; axis < layout.dimensions; ++axis) {
      *centers++ = middle(box[axis], box[layout.dimensions + axis]);
    }
  }
  // the item itself is among its k + 1 nearest items, unless k + 1 others are equally near
  const i32 result = nearest_many(count, k + 1);
  if (result < 0) return result;
  size_t to = 0;
  for (u32 i = 0; i < count; ++i) {
    const size_t end = to + k;
    const size_t from = size_t{i} * (k + 1);
    for (size_t entry = from; to < end; ++entry) {
      if (out.ids[entry] == listed.ids[i]) continue;
      out.ids[to] = out.ids[entry];
      out.distances[to] = out.distances[entry];
      ++to;
    }
  }
  out.ids.truncate(to);
  out.distances.truncate(to);
  out.publish();
  return static_cast<i32>(to);
}

i32 AnyIndex::add_normals(RayNumbers ray, i32 count) {
  Results& out = results();
  const size_t numbers = static_cast<size_t>(dimensions());
  if (!out.contacts.resize(static_cast<size_t>(count) * numbers)) {
    return to_result(Status::out_of_memory());
  }
  f32* normal = out.contacts.data();
  for (i32 i = 0; i < count; ++i) {
    const Id id = out.ids[static_cast<size_t>(i)];
    if (id == kNone) {
      std::fill_n(normal, numbers, 0.0f);
    } else {
      ray_normal(dimensions(), ray.origin, ray.direction, item_box(id).v, normal);
    }
    normal += numbers;
    ray.origin += ray.stride;
    ray.direction += ray.stride;
  }
  out.publish();
  return count;
}

i32 AnyIndex::box_of(Id id) {
  start();
  return has(id) ? finish_box(item_box(id)) : to_result(Status::invalid_id(0));
}

i32 AnyIndex::finish_box(const BoxArgument& box) {
  Array<f32>& out = results().distances;
  const u32 count = 2 * static_cast<u32>(dimensions());
  if (!out.reserve(count)) return to_result(Status::out_of_memory());
  for (u32 i = 0; i < count; ++i) out.push_unchecked(box.v[i]);
  return finish(Status::success(), count);
}

i32 AnyIndex::list_ids() {
  start();
  Array<u32>& ids = results().ids;
  if (!ids.reserve(size())) return to_result(Status::out_of_memory());
  for (Id id = next_item(0); id != kNone; id = next_item(id + 1)) ids.push_unchecked(id);
  return finish(Status::success(), ids.size());
}

// Finds the overlapping pairs of two indices of any structures: queries the larger index with the
// box of each item of the smaller index.
i32 AnyIndex::pairs_by_lookup(AnyIndex& other) {
  const bool here = size() <= other.size();
  AnyIndex& listed = here ? *this : other;
  AnyIndex& queried = here ? other : *this;
  Array<u32>& ids = results().ids;
  Array<u32>& found = results().offsets;
  Status status = Status::success();
  for (Id id = listed.next_item(0); id != kNone && status.ok(); id = listed.next_item(id + 1)) {
    found.clear();
    IdSink sink{found};
    status = queried.find_in_box(listed.item_box(id), listed.item_filter(id), counters(), sink);
    if (sink.failed || (status.ok() && !ids.reserve_more(found.size() * 2))) {
      status = Status::out_of_memory();
    }
    for (u32 i = 0; status.ok() && i < found.size(); ++i) {
      ids.push_unchecked(here ? id : found[i]);
      ids.push_unchecked(here ? found[i] : id);
    }
  }
  return finish(status, ids.size() / 2);
}

}  // namespace sapwood::bindings
