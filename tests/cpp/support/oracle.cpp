#include "support/oracle.hpp"

#include <algorithm>
#include <cmath>

namespace sapwood::test::oracle {

namespace {

bool accepts(const Filter& a, const Filter& b) {
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

template <int Dim>
bool touches(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (a.max[axis] < b.min[axis] || b.max[axis] < a.min[axis]) return false;
  }
  return true;
}

template <int Dim>
f64 squared_distance(const Aabb<Dim>& box, const Point<Dim>& point) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 at = point.v[axis];
    const f64 min = box.min[axis];
    const f64 max = box.max[axis];
    if (at < min) sum += (min - at) * (min - at);
    if (at > max) sum += (at - max) * (at - max);
  }
  return sum;
}

// Returns a negative number for a miss.
template <int Dim>
f64 entry_distance(const Aabb<Dim>& box, const Ray<Dim>& ray) {
  f64 enter = 0;
  f64 leave = HUGE_VAL;
  f64 squared = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 origin = ray.origin.v[axis];
    const f64 direction = ray.direction.v[axis];
    squared += direction * direction;
    if (direction == 0) {
      if (origin < box.min[axis] || origin > box.max[axis]) return -1;
      continue;
    }
    const f64 first = direction > 0 ? box.min[axis] : box.max[axis];
    const f64 second = direction > 0 ? box.max[axis] : box.min[axis];
    enter = std::max(enter, (first - origin) / direction);
    leave = std::min(leave, (second - origin) / direction);
  }
  return enter <= leave ? enter * std::sqrt(squared) : -1;
}

using Wide = long double;

// Returns whether the differences between faces of a box and the start of a segment are exact in
// f64.
template <int Dim>
bool differs_exactly(const Segment<Dim>& segment, const Aabb<Dim>& box) {
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 from = segment.a[axis];
    for (const f32 end : {segment.b[axis], box.min[axis], box.max[axis]}) {
      // exact error of the difference (Knuth, TwoSum)
      const f64 high = end, low = -static_cast<f64>(from);
      const f64 sum = high + low;
      const f64 part = sum - high;
      if ((high - (sum - part)) + (low - part) != 0) return false;
    }
  }
  return true;
}

// A position on a segment, from 0 at the start to 1 at the end: the fraction above / below, with
// below > 0.
struct Part {
  Wide above;
  Wide below;

  friend bool operator<=(const Part& a, const Part& b) {
    return a.above * b.below <= b.above * a.below;
  }
};

// Returns whether a segment has a point in a box: the last entry precedes the first exit.
template <int Dim>
bool crosses(const Segment<Dim>& segment, const Aabb<Dim>& box) {
  std::vector<Part> enters{{0, 1}};
  std::vector<Part> leaves{{1, 1}};
  for (int axis = 0; axis < Dim; ++axis) {
    const Wide from = segment.a[axis];
    const Wide way = segment.b[axis] - from;
    if (way == 0) {
      if (from < box.min[axis] || from > box.max[axis]) return false;
      continue;
    }
    const Wide first = (way > 0 ? box.min[axis] : box.max[axis]) - from;
    const Wide last = (way > 0 ? box.max[axis] : box.min[axis]) - from;
    enters.push_back({way > 0 ? first : -first, std::fabs(way)});
    leaves.push_back({way > 0 ? last : -last, std::fabs(way)});
  }
  for (const Part& enter : enters) {
    for (const Part& leave : leaves) {
      if (!(enter <= leave)) return false;
    }
  }
  return true;
}

// Returns a lower bound of the squared distance between a segment and a box: the squared distance
// between the bounds of the segment and the box.
template <int Dim>
Wide least_possible_distance(const Segment<Dim>& segment, const Aabb<Dim>& box) {
  Wide sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const Wide below =
        box.min[axis] - static_cast<Wide>(std::max(segment.a[axis], segment.b[axis]));
    const Wide above =
        std::min(segment.a[axis], segment.b[axis]) - static_cast<Wide>(box.max[axis]);
    const Wide gap = std::max({below, above, Wide{0}});
    sum += gap * gap;
  }
  return std::sqrt(sum);
}

// The squared distance is convex along the segment, so bisection by its slope finds the minimum.
template <int Dim>
Wide least_distance(const Segment<Dim>& segment, const Aabb<Dim>& box) {
  const auto look = [&](Wide part, Wide& slope) {
    Wide sum = 0;
    slope = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const Wide from = segment.a[axis];
      const Wide way = segment.b[axis] - from;
      const Wide here = from + part * way;
      const Wide gap = here < box.min[axis]   ? here - box.min[axis]
                       : here > box.max[axis] ? here - box.max[axis]
                                              : 0;
      slope += gap * way;
      sum += gap * gap;
    }
    return std::sqrt(sum);
  };
  Wide slope = 0;
  Wide low = 0;
  Wide high = 1;
  Wide least = std::min(look(0, slope), look(1, slope));
  for (int i = 0; i < 64; ++i) {
    const Wide middle = 0.5L * (low + high);
    least = std::min(least, look(middle, slope));
    (slope < 0 ? low : high) = middle;
  }
  return least;
}

template <int Dim, class Test>
std::vector<Id> matching(const Model<Dim>& model, const Filter& filter, Test&& test) {
  std::vector<Id> ids;
  for (const Id id : model.ids()) {
    const ModelItem<Dim>& item = model.item(id);
    if (accepts(item.filter, filter) && test(item.box)) ids.push_back(id);
  }
  return ids;
}

void sort_by_distance(std::vector<OracleHit>& hits) {
  std::stable_sort(hits.begin(), hits.end(),
                   [](const OracleHit& a, const OracleHit& b) { return a.distance < b.distance; });
}

}  // namespace

template <int Dim>
std::vector<Id> box(const Model<Dim>& model, const Aabb<Dim>& box, const Filter& filter) {
  return matching(model, filter, [&](const Aabb<Dim>& item) { return touches(item, box); });
}

template <int Dim>
std::vector<Id> point(const Model<Dim>& model, const Point<Dim>& point, const Filter& filter) {
  return matching(model, filter, [&](const Aabb<Dim>& item) {
    for (int axis = 0; axis < Dim; ++axis) {
      if (point.v[axis] < item.min[axis] || point.v[axis] > item.max[axis]) return false;
    }
    return true;
  });
}

template <int Dim>
std::vector<Id> sphere(const Model<Dim>& model, const Point<Dim>& center, f32 radius,
                       const Filter& filter) {
  const f64 reach = static_cast<f64>(radius) * static_cast<f64>(radius);
  return matching(model, filter,
                  [&](const Aabb<Dim>& item) { return squared_distance(item, center) <= reach; });
}

template <int Dim>
std::vector<OracleHit> raycast_all(const Model<Dim>& model, const Ray<Dim>& ray,
                                   const Filter& filter) {
  std::vector<OracleHit> hits;
  for (const Id id : matching(model, filter, [](const Aabb<Dim>&) { return true; })) {
    const f64 distance = entry_distance(model.item(id).box, ray);
    if (distance >= 0 && distance <= static_cast<f64>(ray.max_distance)) {
      hits.push_back({distance, id});
    }
  }
  sort_by_distance(hits);
  return hits;
}

template <int Dim>
std::vector<OracleHit> nearest(const Model<Dim>& model, const Point<Dim>& point, u32 k,
                               f32 max_distance, const Filter& filter) {
  std::vector<OracleHit> hits;
  for (const Id id : sphere(model, point, max_distance, filter)) {
    hits.push_back({squared_distance(model.item(id).box, point), id});
  }
  sort_by_distance(hits);
  if (hits.size() > k) hits.resize(k);
  for (OracleHit& hit : hits) hit.distance = std::sqrt(hit.distance);
  return hits;
}

std::vector<Id> frustum(const Model<3>& model, const Frustum& frustum, const Point<3>* eye,
                        const Filter& filter) {
  const auto inside = [&](const Aabb<3>& item) {
    for (const auto& plane : frustum.planes) {
      f64 farthest = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const f64 corner = plane[axis] < 0 ? item.min[axis] : item.max[axis];
        farthest += static_cast<f64>(plane[axis]) * corner;
      }
      if (farthest + static_cast<f64>(plane[3]) < 0) return false;
    }
    return true;
  };
  std::vector<OracleHit> hits;
  for (const Id id : matching(model, filter, inside)) {
    hits.push_back({eye != nullptr ? squared_distance(model.item(id).box, *eye) : 0, id});
  }
  sort_by_distance(hits);
  std::vector<Id> ids;
  for (const OracleHit& hit : hits) ids.push_back(hit.id);
  return ids;
}

template <int Dim>
std::vector<Id> convex(const Model<Dim>& model, std::span<const f32> planes, const Filter& filter) {
  return matching(model, filter, [&](const Aabb<Dim>& item) {
    for (size_t at = 0; at < planes.size(); at += Dim + 1) {
      f64 farthest = 0;
      for (int axis = 0; axis < Dim; ++axis) {
        const f64 normal = planes[at + axis];
        farthest += normal * static_cast<f64>(normal < 0 ? item.min[axis] : item.max[axis]);
      }
      if (farthest + static_cast<f64>(planes[at + Dim]) < 0) return false;
    }
    return true;
  });
}

template <int Dim>
CapsuleResult capsule(const Model<Dim>& model, const Segment<Dim>& segment, f32 radius,
                      const Filter& filter) {
  Wide largest = radius;
  for (int axis = 0; axis < Dim; ++axis) {
    largest = std::max({largest, std::fabs(static_cast<Wide>(segment.a[axis])),
                        std::fabs(static_cast<Wide>(segment.b[axis]))});
  }
  const Wide doubt = largest * 1e-13L;
  CapsuleResult result;
  for (const Id id : matching(model, filter, [](const Aabb<Dim>&) { return true; })) {
    const Aabb<Dim>& item = model.item(id).box;
    if (least_possible_distance(segment, item) > radius + doubt) continue;
    const bool exact = differs_exactly(segment, item);
    const bool hit = crosses(segment, item);
    const bool measured = !(hit && exact) && (radius > 0 || !exact);
    const Wide distance = measured ? least_distance(segment, item) : 0;
    const bool certain = exact && (hit || !measured);
    if (certain ? hit : distance <= radius - doubt) result.sure.push_back(id);
    if (certain ? hit : distance <= radius + doubt) result.possible.push_back(id);
  }
  return result;
}

template <int Dim>
KeyedId cast_box(const Model<Dim>& model, const Aabb<Dim>& box, const Point<Dim>& displacement,
                 const Filter& filter) {
  KeyedId best{HUGE_VAL, kNone};
  for (const Id id : matching(model, filter, [](const Aabb<Dim>&) { return true; })) {
    const Aabb<Dim>& item = model.item(id).box;
    f64 first = 0;
    f64 last = 1;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 way = displacement[axis];
      const f64 times[] = {
          (static_cast<f64>(item.min[axis]) - static_cast<f64>(box.max[axis])) / way,
          (static_cast<f64>(item.max[axis]) - static_cast<f64>(box.min[axis])) / way};
      if (way == 0) {
        const bool apart = item.min[axis] > box.max[axis] || item.max[axis] < box.min[axis];
        if (apart) last = -1;
        continue;
      }
      first = std::max(first, std::min(times[0], times[1]));
      last = std::min(last, std::max(times[0], times[1]));
    }
    if (first <= last) best = std::min(best, KeyedId{first, id});
  }
  return best;
}

namespace {

// Returns the squared distance from the center to a box at `time`, a fraction of the displacement.
template <int Dim>
Wide distance_at(const MovingBall<Dim>& ball, const Aabb<Dim>& box, Wide time) {
  Wide sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const Wide at =
        static_cast<Wide>(ball.center[axis]) + time * static_cast<Wide>(ball.displacement[axis]);
    const Wide beyond = std::max(
        {static_cast<Wide>(box.min[axis]) - at, at - static_cast<Wide>(box.max[axis]), Wide{0}});
    sum += beyond * beyond;
  }
  return std::sqrt(sum);
}

// Returns the smallest distance up to the time `until`, or slightly more. The distance is convex in
// time.
template <int Dim>
Wide least_until(const MovingBall<Dim>& ball, const Aabb<Dim>& box, Wide until) {
  Wide from = 0;
  for (int i = 0; i < 30; ++i) {
    const Wide third = (until - from) / 3;
    if (distance_at(ball, box, from + third) <= distance_at(ball, box, until - third)) {
      until -= third;
    } else {
      from += third;
    }
  }
  return distance_at(ball, box, until);
}

// Returns whether the distance between the bounds of the path and the item exceeds the radius.
template <int Dim>
bool is_far(const MovingBall<Dim>& ball, const Aabb<Dim>& box, Wide until) {
  for (int axis = 0; axis < Dim; ++axis) {
    const Wide start = ball.center[axis];
    const Wide end = start + until * static_cast<Wide>(ball.displacement[axis]);
    if (std::max(start, end) + ball.radius < box.min[axis]) return true;
    if (std::min(start, end) - ball.radius > box.max[axis]) return true;
  }
  return false;
}

}  // namespace

template <int Dim>
std::string error_of_ball_cast(const Model<Dim>& model, const MovingBall<Dim>& ball,
                               const Filter& filter, const KeyedId& found) {
  Wide largest = ball.radius;
  Wide way = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    way += std::fabs(static_cast<Wide>(ball.displacement[axis]));
    largest += std::fabs(static_cast<Wide>(ball.center[axis]));
  }
  const Wide doubt = (largest + way) * 1e-12L;
  const bool hit = found.id != kNone;
  const auto any = [](const Aabb<Dim>&) { return true; };
  const std::vector<Id> candidates = matching(model, filter, any);
  if (hit && std::find(candidates.begin(), candidates.end(), found.id) == candidates.end())
    return "not accepted by the filter";
  if (hit && !(found.key >= 0 && found.key <= 1)) return "not a part of the way";
  if (hit && distance_at(ball, model.item(found.id).box, found.key) > ball.radius + doubt) {
    return "not touched then: " + std::to_string(found.id);
  }
  const Wide until = hit ? static_cast<Wide>(found.key) : 1;
  for (const Id id : candidates) {
    const Aabb<Dim>& item = model.item(id).box;
    if (is_far(ball, item, until)) continue;
    // at time 0, the item with the smallest id must be returned, so items with larger ids need no
    // check
    if (until == 0 && id >= found.id) continue;
    if (least_until(ball, item, until) < ball.radius - doubt) {
      return "touched before: " + std::to_string(id);
    }
  }
  return {};
}

template <int Dim>
std::vector<u64> pairs(const Model<Dim>& model) {
  const std::vector<Id> ids = model.ids();
  std::vector<u64> keys;
  for (size_t i = 0; i < ids.size(); ++i) {
    const ModelItem<Dim>& a = model.item(ids[i]);
    for (size_t j = i + 1; j < ids.size(); ++j) {
      const ModelItem<Dim>& b = model.item(ids[j]);
      if (touches(a.box, b.box) && accepts(a.filter, b.filter)) {
        keys.push_back(u64{ids[i]} << 32 | ids[j]);
      }
    }
  }
  return keys;
}

template <int Dim>
std::vector<u64> crossings(const Model<Dim>& here, const Model<Dim>& there) {
  std::vector<u64> keys;
  for (const Id a : here.ids()) {
    const ModelItem<Dim>& item = here.item(a);
    for (const Id b : box(there, item.box, item.filter)) keys.push_back(u64{a} << 32 | b);
  }
  return keys;
}

template std::vector<Id> box(const Model<2>&, const Aabb<2>&, const Filter&);
template std::vector<Id> box(const Model<3>&, const Aabb<3>&, const Filter&);
template std::vector<Id> point(const Model<2>&, const Point<2>&, const Filter&);
template std::vector<Id> point(const Model<3>&, const Point<3>&, const Filter&);
template std::vector<Id> sphere(const Model<2>&, const Point<2>&, f32, const Filter&);
template std::vector<Id> sphere(const Model<3>&, const Point<3>&, f32, const Filter&);
template std::vector<OracleHit> raycast_all(const Model<2>&, const Ray<2>&, const Filter&);
template std::vector<OracleHit> raycast_all(const Model<3>&, const Ray<3>&, const Filter&);
template std::vector<OracleHit> nearest(const Model<2>&, const Point<2>&, u32, f32, const Filter&);
template std::vector<OracleHit> nearest(const Model<3>&, const Point<3>&, u32, f32, const Filter&);
template std::vector<Id> convex(const Model<2>&, std::span<const f32>, const Filter&);
template std::vector<Id> convex(const Model<3>&, std::span<const f32>, const Filter&);
template CapsuleResult capsule(const Model<2>&, const Segment<2>&, f32, const Filter&);
template CapsuleResult capsule(const Model<3>&, const Segment<3>&, f32, const Filter&);
template KeyedId cast_box(const Model<2>&, const Aabb<2>&, const Point<2>&, const Filter&);
template KeyedId cast_box(const Model<3>&, const Aabb<3>&, const Point<3>&, const Filter&);
template std::string error_of_ball_cast(const Model<2>&, const MovingBall<2>&, const Filter&,
                                        const KeyedId&);
template std::string error_of_ball_cast(const Model<3>&, const MovingBall<3>&, const Filter&,
                                        const KeyedId&);
template std::vector<u64> pairs(const Model<2>&);
template std::vector<u64> pairs(const Model<3>&);
template std::vector<u64> crossings(const Model<2>&, const Model<2>&);
template std::vector<u64> crossings(const Model<3>&, const Model<3>&);

}  // namespace sapwood::test::oracle
