// Closed boundaries, with literal answers: one unit box [0, 1]^Dim with id 0, others far away, and
// queries that touch it in exactly one face, edge or corner, or miss it by the smallest step.
#pragma once

#include <cmath>

#include "support/comparison.hpp"
#include "support/words.hpp"

namespace sapwood::test {

// A side of a box: -1, 0 or +1 on each axis; one axis names a face, two an edge, three a corner.
template <int Dim>
using Side = std::array<int, Dim>;

template <int Dim>
std::vector<Side<Dim>> all_sides() {
  std::vector<Side<Dim>> sides;
  for (int code = 0; code < (Dim == 3 ? 27 : 9); ++code) {
    Side<Dim> side{};
    bool inner = true;
    for (int axis = 0, rest = code; axis < Dim; ++axis, rest /= 3) {
      side[axis] = rest % 3 - 1;
      inner &= side[axis] == 0;
    }
    if (!inner) sides.push_back(side);
  }
  return sides;
}

template <int Dim>
std::string words(const Side<Dim>& side) {
  std::string text = "side";
  for (const int step : side) text += " " + std::to_string(step);
  return text;
}

template <int Dim>
Aabb<Dim> unit_box() {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = 0;
    box.max[axis] = 1;
  }
  return box;
}

// Touches the unit box in that side only; `gap` > 0 leaves that much room between them.
template <int Dim>
Aabb<Dim> box_beside(const Side<Dim>& side, f32 gap = 0) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = side[axis] < 0 ? -1 : side[axis] > 0 ? 1 + gap : 0.25f;
    box.max[axis] = side[axis] < 0 ? 0 - gap : side[axis] > 0 ? 2 : 0.75f;
  }
  return box;
}

// A gap of 2^-23 is one unit in the last place of 1, the smallest step on that side.
inline constexpr f32 kSmallestGap = 0x1p-23f;

// The unit box and enough others for the index to have a hierarchy; none of them is near, none on
// a diagonal.
template <int Dim>
std::vector<Aabb<Dim>> lonely_unit_box() {
  constexpr f32 kAway[3] = {100, 1000, 5000};
  std::vector<Aabb<Dim>> boxes{unit_box<Dim>()};
  for (u32 i = 0; i < 40; ++i) {
    Aabb<Dim> box = unit_box<Dim>();
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 away = (i >> axis & 1 ? 1.0f : -1.0f) * (kAway[axis] + 3 * static_cast<f32>(i));
      box.min[axis] += away;
      box.max[axis] += away;
    }
    boxes.push_back(box);
  }
  return boxes;
}

// The verbs on such an index, answering whether they find item 0 and nothing else.
template <int Dim>
class UnitBox {
 public:
  UnitBox(const SubjectMaker<Dim>& make, Report& report) : subject_(make()), report_(report) {
    report.require(subject_->build(lonely_unit_box<Dim>()).ok(), "build failed");
  }

  bool found_in(const Aabb<Dim>& box) {
    std::vector<Id> ids;
    return only_item_0(subject_->box(box, Filter::any(), counters_, into(ids)), ids);
  }
  bool found_at(const Point<Dim>& point) {
    std::vector<Id> ids;
    return only_item_0(subject_->point(point, Filter::any(), counters_, into(ids)), ids);
  }
  bool found_around(const Point<Dim>& center, f32 radius) {
    std::vector<Id> ids;
    return only_item_0(subject_->sphere(center, radius, Filter::any(), counters_, into(ids)), ids);
  }
  bool nearest_within(const Point<Dim>& point, f32 distance) {
    Array<KeyedId> found;
    return only_item_0(subject_->nearest(point, 3, distance, Filter::any(), counters_, found),
                       found);
  }
  // Distance along the ray, or -1; the closest hit and all hits must agree.
  f64 distance_along(const Ray<Dim>& ray) {
    KeyedId best{0, kNone};
    Array<KeyedId> all;
    const Status first = subject_->raycast(ray, Filter::any(), counters_, best);
    const Status second = subject_->raycast_all(ray, Filter::any(), counters_, all);
    const bool hit = only_item_0(second, all);
    const bool agree = hit == (best.id == 0) && (!hit || best.key == all[0].key);
    report_.require(first.ok() && agree, "raycast and raycast_all disagree");
    return hit ? best.key : -1;
  }

 private:
  bool only_item_0(Status status, const std::vector<Id>& ids) {
    report_.require(status.ok(), "a query failed");
    return ids == std::vector<Id>{0};
  }
  bool only_item_0(Status status, const Array<KeyedId>& found) {
    report_.require(status.ok(), "a query failed");
    return found.size() == 1 && found[0].id == 0;
  }

  std::unique_ptr<Subject<Dim>> subject_;
  Report& report_;
  QueryCounters counters_;
};

template <int Dim>
void touching_boxes_and_points_hit(const SubjectMaker<Dim>& make, Report& report) {
  UnitBox<Dim> unit(make, report);
  for (const Side<Dim>& side : all_sides<Dim>()) {
    Report::Context context(report, words<Dim>(side));
    Point<Dim> corner, beyond;
    for (int axis = 0; axis < Dim; ++axis) {
      corner[axis] = side[axis] < 0 ? 0 : side[axis] > 0 ? 1 : 0.5f;
      const f32 away = side[axis] < 0 ? -HUGE_VALF : HUGE_VALF;
      beyond[axis] = side[axis] == 0 ? 0.5f : std::nextafter(corner[axis], away);
    }
    report.require(unit.found_in(box_beside<Dim>(side)), "a touching box misses");
    report.require(!unit.found_in(box_beside<Dim>(side, kSmallestGap)), "a box apart hits");
    report.require(unit.found_at(corner), "a point on the boundary misses");
    report.require(!unit.found_at(beyond), "a point outside hits");
  }
}

// Gaps 3; 3 and 4; 2, 3 and 6 make whole distances 3, 5 and 7.
template <int Dim>
void touching_spheres_hit(const SubjectMaker<Dim>& make, Report& report) {
  constexpr f32 kGaps[4][3] = {{}, {3}, {3, 4}, {2, 3, 6}};
  constexpr f32 kDistances[4] = {0, 3, 5, 7};
  UnitBox<Dim> unit(make, report);
  for (const Side<Dim>& side : all_sides<Dim>()) {
    Report::Context context(report, words<Dim>(side));
    const auto axes = static_cast<size_t>(Dim - std::count(side.begin(), side.end(), 0));
    Point<Dim> center;
    for (int axis = 0, next = 0; axis < Dim; ++axis) {
      const f32 gap = side[axis] != 0 ? kGaps[axes][next++] : 0;
      center[axis] = side[axis] < 0 ? -gap : side[axis] > 0 ? 1 + gap : 0.5f;
    }
    const f32 less = std::nextafter(kDistances[axes], 0.0f);
    report.require(unit.found_around(center, kDistances[axes]), "a touching sphere misses");
    report.require(!unit.found_around(center, less), "a sphere apart hits");
    report.require(unit.nearest_within(center, kDistances[axes]), "nearest misses at its reach");
    report.require(!unit.nearest_within(center, less), "nearest finds beyond its reach");
  }
}

template <int Dim>
void touching_items_are_pairs(const SubjectMaker<Dim>& make, Report& report) {
  for (const Side<Dim>& side : all_sides<Dim>()) {
    for (const bool apart : {false, true}) {
      Report::Context context(report, words<Dim>(side) + (apart ? " apart" : " touching"));
      const std::vector<Aabb<Dim>> boxes{box_beside<Dim>(side, apart ? kSmallestGap : 0),
                                         unit_box<Dim>()};
      const std::unique_ptr<Subject<Dim>> subject = make();
      report.require(subject->build(boxes).ok(), "build failed");
      std::vector<u64> found;
      QueryCounters counters;
      report.require(subject->pairs(counters, into(found)).ok(), "pairs failed");
      const std::vector<u64> wanted = apart ? std::vector<u64>{} : std::vector<u64>{1};
      report.require(found == wanted, "wrong pairs");
    }
  }
}

}  // namespace sapwood::test
