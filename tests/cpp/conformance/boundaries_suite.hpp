// Tests that boundaries of boxes are closed, with literal expected results. The index contains a
// unit box [0, 1]^Dim with id 0 and other boxes far away. Queries touch the unit box in exactly one
// face, edge or corner, or miss it by the smallest step.
#pragma once

#include <cmath>

#include "support/comparison.hpp"
#include "support/words.hpp"

namespace sapwood::test {

// A face, an edge or a corner of a box, given by a number for each axis: -1 for the lower side, +1
// for the upper side, 0 for neither. One nonzero number means a face, two an edge, three a corner.
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

template <int Dim>
Aabb<Dim> box_beside(const Side<Dim>& side, f32 gap = 0) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = side[axis] < 0 ? -1 : side[axis] > 0 ? 1 + gap : 0.25f;
    box.max[axis] = side[axis] < 0 ? 0 - gap : side[axis] > 0 ? 2 : 0.75f;
  }
  return box;
}

// The smallest gap above the coordinate 1: one unit in the last place of 1 in float32.
inline constexpr f32 kSmallestGap = 0x1p-23f;

// Returns the unit box and boxes far away from it. The distance of each far box differs between the
// axes, so no far box is on a diagonal through the unit box.
template <int Dim>
std::vector<Aabb<Dim>> isolated_unit_box() {
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

// Each query function returns whether the result is exactly item 0.
template <int Dim>
class UnitBox {
 public:
  UnitBox(const SubjectMaker<Dim>& make, Report& report) : subject_(make()), report_(report) {
    report.require(subject_->build(isolated_unit_box<Dim>()).ok(), "build failed");
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
  // Returns -1 for a miss. The closest hit and the list of all hits must agree.
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

// Uses gaps of 3, of (3, 4) and of (2, 3, 6) between the box and the sphere center along one, two
// and three axes. The distances 3, 5 and 7 are exact.
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
    report.require(unit.nearest_within(center, kDistances[axes]),
                   "nearest misses at its max_distance");
    report.require(!unit.nearest_within(center, less), "nearest finds beyond its max_distance");
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
      const std::vector<u64> expected = apart ? std::vector<u64>{} : std::vector<u64>{1};
      report.require(found == expected, "wrong pairs");
    }
  }
}

template <int Dim>
class RayCases {
 public:
  RayCases(const SubjectMaker<Dim>& make, Report& report) : unit_(make, report), report_(report) {}

  // In 3D, the origin has z = 0.5 and the z component of the direction is 0.
  void expect(f64 distance, f32 x, f32 y, f32 dx, f32 dy, f32 max_distance = HUGE_VALF) {
    Ray<Dim> ray{};
    ray.origin[0] = x;
    ray.origin[1] = y;
    ray.direction[0] = dx;
    ray.direction[1] = dy;
    ray.max_distance = max_distance;
    if (Dim == 3) ray.origin[Dim - 1] = 0.5f;
    expect(distance, ray);
  }

  // A distance of -1 means a miss. Directions that are not of unit length cause rounding errors.
  void expect(f64 distance, const Ray<Dim>& ray) {
    const f64 found = unit_.distance_along(ray);
    const bool same = distance < 0 ? found < 0 : std::fabs(found - distance) <= 1e-12 * distance;
    if (same) return;
    report_.fail("ray " + words(ray) + " came to " + words(found) + " instead of " +
                 words(distance));
  }

 private:
  UnitBox<Dim> unit_;
  Report& report_;
};

template <int Dim>
void rays_along_faces_and_through_corners_hit(const SubjectMaker<Dim>& make, Report& report) {
  constexpr f32 kAbove = 1 + kSmallestGap;
  constexpr f32 kBelow = -std::numeric_limits<f32>::denorm_min();
  RayCases<Dim> rays(make, report);
  // rays along the faces y = 1 and y = 0 in both directions, then rays one smallest step outside of
  // these faces
  rays.expect(1, -1, 1, 1, 0);
  rays.expect(1, -1, 0, 1, 0);
  rays.expect(2, 3, 1, -1, 0);
  rays.expect(2, 3, 0, -1, 0);
  rays.expect(-1, -1, kAbove, 1, 0);
  rays.expect(-1, 3, kAbove, -1, 0);
  rays.expect(-1, -1, kBelow, 1, 0);
  // a ray through the edge x = 0, y = 1, a ray just past this edge, and rays through other edges
  rays.expect(std::sqrt(2.0), -1, 0, 1, 1);
  rays.expect(-1, -1, 0x1p-22f, 1, 1);
  rays.expect(std::sqrt(2.0), 2, 2, -1, -1);
  rays.expect(std::sqrt(2.0), 0, 2, 1, -1);
  // rays with signed zeros
  rays.expect(1, -1, -0.0f, 1, -0.0f);
  rays.expect(0, -0.0f, 0.5f, -1, 0);
}

template <int Dim>
void rays_from_inside_and_from_the_boundary_hit_at_0(const SubjectMaker<Dim>& make,
                                                     Report& report) {
  RayCases<Dim> rays(make, report);
  // rays that start inside the box hit in any direction
  rays.expect(0, 0.5f, 0.5f, 1, 0);
  rays.expect(0, 0.5f, 0.5f, -3, 2);
  rays.expect(0, 0.5f, 0.5f, 0, -1, 0);
  // rays that start on a face or corner and point inwards, along the face, or outwards
  rays.expect(0, 0, 0.5f, 1, 0);
  rays.expect(0, 0, 0.5f, 0, 1);
  rays.expect(0, 0, 0.5f, -1, 0);
  rays.expect(0, 1, 1, 1, 1);
  rays.expect(0, 1, 1, 1, 1, 0);
  // rays that start outside of the box and point away from it
  rays.expect(-1, 1 + kSmallestGap, 0.5f, 1, 0);
  rays.expect(-1, -1, 0.5f, -1, 0);
  // max_distance is inclusive: a ray with exactly the distance to the face hits, and a ray with the
  // next smaller float misses
  rays.expect(1, -1, 0.5f, 1, 0, 1);
  rays.expect(-1, -1, 0.5f, 1, 0, std::nextafter(1.0f, 0.0f));
}

template <int Dim>
void ray_lengths_do_not_matter(const SubjectMaker<Dim>& make, Report& report) {
  RayCases<Dim> rays(make, report);
  constexpr f32 kMin = std::numeric_limits<f32>::denorm_min();
  for (const f32 length : {kMin, 1e-38f, 1e-30f, 1e-3f, 7.0f, 1e30f, 3e38f}) {
    Report::Context context(report, "direction of length " + words(length));
    rays.expect(1, -1, 0.5f, length, 0);
    rays.expect(1, 2, 0.5f, -length, 0, 1.5f);
    rays.expect(-1, -1, 0.5f, length, 0, 0.5f);
    rays.expect(4, 0.5f, -4, 0, length);
    rays.expect(std::sqrt(2.0), -1, 2, length, -length);
  }
  // a y component that is negligible in the length of the direction still has a sign
  rays.expect(1, -1, 0.5f, 1e30f, -kMin);
  rays.expect(1, -1, 0.5f, 1, kMin);
  // the sign of this y component decides whether a ray on the face y = 0 or y = 1 enters the box
  rays.expect(1, -1, 0, 1, kMin);
  rays.expect(-1, -1, 0, 1, -kMin);
  rays.expect(-1, -1, 1, 1e30f, kMin);
  rays.expect(1, -1, 1, 1e30f, -kMin);
}

template <int Dim>
void rays_from_far_away_hit(const SubjectMaker<Dim>& make, Report& report) {
  RayCases<Dim> rays(make, report);
  rays.expect(0x1p59, -0x1p59f, 0.5f, 1, 0);
  rays.expect(0x1p59 - 1, 0x1p59f, 1, -1e-20f, 0);
  rays.expect(0x1p40, 0.5f, -0x1p40f, 0, 1, 0x1p40f);
  rays.expect(-1, 0.5f, -0x1p40f, 0, 1, std::nextafter(0x1p40f, 0.0f));
  rays.expect(-1, -0x1p59f, 2, 1, 0);
}

template <int Dim>
void rays_hit_boxes_without_extent(const SubjectMaker<Dim>& make, Report& report) {
  Aabb<Dim> spot = unit_box<Dim>();
  for (int axis = 0; axis < Dim; ++axis) spot.max[axis] = 0;
  Aabb<Dim> wall = unit_box<Dim>();
  wall.min[0] = 1;
  const std::vector<Aabb<Dim>> boxes{spot, wall};
  const std::unique_ptr<Subject<Dim>> subject = make();
  report.require(subject->build(boxes).ok(), "build failed");
  const Model<Dim> model(boxes);
  Comparison<Dim> comparison(*subject, model, report);
  for (const f32 x : {-1.0f, 0.0f, 1.0f, 2.0f}) {
    for (const f32 y : {-1.0f, 0.0f, 1.0f}) {
      for (const Side<Dim>& side : all_sides<Dim>()) {
        Ray<Dim> ray{{{x, y}}, {}, HUGE_VALF};
        for (int axis = 0; axis < Dim; ++axis) ray.direction[axis] = static_cast<f32>(side[axis]);
        comparison.ray(ray);
      }
    }
  }
}

}  // namespace sapwood::test
