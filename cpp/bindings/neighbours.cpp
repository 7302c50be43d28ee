// Neighbours of all items at once, written once for indices of any type: pairs within a distance,
// and the nearest others of each item.
#include "neighbours.hpp"

#include <algorithm>
#include <cmath>

namespace sapwood::bindings {

namespace {

// Where the numbers of a box lie: a lower bound for each axis, then an upper one.
struct BoxLayout {
  u32 dimensions;
  u32 stride() const { return 2 * dimensions; }
};

// A float32 that is surely beyond a value, in the direction of `sign`, and still a coordinate. More
// than the nearest one: what is too large only costs a test.
f32 beyond(f64 value, f64 sign) {
  const f64 more = value + sign * (std::fabs(value) * 0x1p-22 + 1e-30);
  const f64 most = kMaxCoordinate;
  return static_cast<f32>(std::clamp(more, -most, most));
}

// The least distance of two boxes, squared.
f64 gap_squared(const f32* a, const f32* b, const BoxLayout& layout) {
  f64 sum = 0;
  for (u32 axis = 0; axis < layout.dimensions; ++axis) {
    const u32 high = layout.dimensions + axis;
    const f64 before = static_cast<f64>(a[axis]) - static_cast<f64>(b[high]);
    const f64 behind = static_cast<f64>(b[axis]) - static_cast<f64>(a[high]);
    const f64 gap = std::max({before, behind, 0.0});
    sum += gap * gap;
  }
  return sum;
}

// Items of an index by ascending id.
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

// Fills an empty index with copies that are grown by half a distance to all sides, as items 0, 1,
// 2, ... with the filters of those that they stand for. Answers as the verbs do.
i32 fill_with_grown(const AnyIndex& index, const Listed& listed, f64 distance, AnyIndex& grown) {
  const BoxLayout layout{static_cast<u32>(index.dimensions())};
  const u32 count = static_cast<u32>(listed.ids.size());
  f32* boxes = grown.staging(count);
  if (boxes == nullptr && count != 0) return answer(Status::out_of_memory());
  // a little more than half: gap_squared() may round down what is just too far
  const f64 half = distance * 0.5000001;
  for (size_t i = 0; i < listed.boxes.size(); ++i) {
    const f64 sign = i % layout.stride() < layout.dimensions ? -1 : 1;
    boxes[i] = beyond(static_cast<f64>(listed.boxes[i]) + sign * half, sign);
  }
  i32 done = grown.build(count);
  for (u32 i = 0; i < count && done >= 0; ++i) {
    const Filter filter = index.item_filter(listed.ids[i]);
    if (filter != Filter{}) done = grown.set_filter(i, filter);
  }
  return done;
}

}  // namespace

i32 pairs_within(const AnyIndex& index, f64 distance, AnyIndex& grown, QueryCounters& counters) {
  const BoxLayout layout{static_cast<u32>(index.dimensions())};
  Listed listed;
  if (!listed.take(index, layout)) return answer(Status::out_of_memory());
  if (i32 done = fill_with_grown(index, listed, distance, grown); done < 0) return done;
  const i32 found = grown.pairs();
  if (found < 0) return found;
  // those that are near enough move to the front
  Array<u32>& pairs = results().ids;
  const f32* boxes = listed.boxes.data();
  const f64 most = distance * distance;
  u32 kept = 0;
  for (u32 i = 0; i < 2 * static_cast<u32>(found); i += 2) {
    const f32* a = boxes + size_t{pairs[i]} * layout.stride();
    const f32* b = boxes + size_t{pairs[i + 1]} * layout.stride();
    if (!(gap_squared(a, b, layout) <= most)) continue;
    pairs[2 * kept] = listed.ids[pairs[i]];
    pairs[2 * kept + 1] = listed.ids[pairs[i + 1]];
    ++kept;
  }
  pairs.truncate(2 * size_t{kept});
  counters = grown.counters();
  counters.results = kept;
  results().publish();
  return static_cast<i32>(kept);
}

i32 nearest_all(AnyIndex& index, u32 k) {
  const BoxLayout layout{static_cast<u32>(index.dimensions())};
  Listed listed;
  Results& out = results();
  const u32 count = index.size();
  if (k >= kMaxItems || !listed.take(index, layout) ||
      !out.scratch.resize(size_t{count} * layout.dimensions * sizeof(f32))) {
    return answer(Status::out_of_memory());
  }
  auto* centres = reinterpret_cast<f32*>(out.scratch.data());
  for (size_t i = 0; i < listed.ids.size(); ++i) {
    const f32* box = listed.boxes.data() + i * layout.stride();
    for (u32 axis = 0; axis < layout.dimensions; ++axis) {
      const f64 sum = static_cast<f64>(box[axis]) + static_cast<f64>(box[layout.dimensions + axis]);
      *centres++ = static_cast<f32>(sum / 2);
    }
  }
  // the item itself is among its k + 1 nearest, unless so many others are as near
  const i32 answered = index.nearest_many(count, k + 1);
  if (answered < 0) return answered;
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

}  // namespace sapwood::bindings
