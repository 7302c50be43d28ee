// Contacts and casts of capsules, compared with a reference that shares no formulas with the
// library. It finds distances by minimization, first touches by the sign of the distance, and
// normals by separating planes.
#include "sapwood/geometry/contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "sapwood/geometry/cast_query.hpp"
#include "support/volume.hpp"
#include "unit/query_cases.hpp"

namespace sapwood::test {
namespace {

using Real = long double;

// A moving shape: a box, or a capsule around a segment. A sphere has a segment of length 0.
template <int Dim>
struct Moving {
  bool is_box;
  Aabb<Dim> box;
  Segment<Dim> segment;
  f32 radius;
  Point<Dim> way;

  CastQuery<Dim> query() const {
    return is_box ? CastQuery<Dim>(box, way) : CastQuery<Dim>(segment.a, segment.b, radius, way);
  }
  ConvexShape<Dim> shape() const {
    return is_box ? ConvexShape<Dim>(box) : ConvexShape<Dim>(segment, radius);
  }
};

// Returns the length to which rounding errors are proportional.
template <int Dim>
Real size_of(const Moving<Dim>& moving, const Aabb<Dim>& item, Real time) {
  Real size = moving.is_box ? 0 : moving.radius;
  for (int axis = 0; axis < Dim; ++axis) {
    const Real at = moving.is_box ? moving.box.min[axis] : moving.segment.a[axis];
    const Real end = moving.is_box ? moving.box.max[axis] : moving.segment.b[axis];
    size += std::fabs(end - at) + time * std::fabs(static_cast<Real>(moving.way[axis]));
    // sides at the largest coordinates are far from every touch, so they cause no rounding errors
    for (const f32 side : {item.min[axis], item.max[axis]}) {
      if (std::fabs(side) < 1e17f) size += std::fabs(side - at);
    }
  }
  return size;
}

// Returns the distance of the item from the box or from the segment of a capsule, whose radius is
// not subtracted.
template <int Dim>
Real distance_at(const Moving<Dim>& moving, const Aabb<Dim>& item, Real time) {
  if (moving.is_box) {
    Real sum = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const Real moved = time * moving.way[axis];
      const Real gap = std::max({item.min[axis] - (moving.box.max[axis] + moved),
                                 moving.box.min[axis] + moved - item.max[axis], Real{0}});
      sum += gap * gap;
    }
    return std::sqrt(sum);
  }
  const auto at = [&](Real place) {
    Real sum = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const Real a = moving.segment.a[axis];
      const Real b = moving.segment.b[axis];
      const Real p = a + place * (b - a) + time * moving.way[axis];
      const Real gap = std::max({item.min[axis] - p, p - item.max[axis], Real{0}});
      sum += gap * gap;
    }
    return sum;
  };
  Real low = 0;
  Real high = 1;
  for (int i = 0; i < 110; ++i) {
    const Real third = (high - low) / 3;
    (at(low + third) <= at(high - third) ? high : low) =
        at(low + third) <= at(high - third) ? high - third : low + third;
  }
  return std::sqrt(std::min({at(0), at(1), at(low), at(high)}));
}

template <int Dim>
struct Reference {
  Real least;  // smallest distance on the path, up to time 1
  Real when;   // first time with this distance
};

template <int Dim>
Reference<Dim> closest_approach(const Moving<Dim>& moving, const Aabb<Dim>& item) {
  Real low = 0;
  Real high = 1;
  for (int i = 0; i < 110; ++i) {
    const Real third = (high - low) / 3;
    const bool left =
        distance_at(moving, item, low + third) <= distance_at(moving, item, high - third);
    (left ? high : low) = left ? high - third : low + third;
  }
  Reference<Dim> found{distance_at(moving, item, 0), 0};
  for (const Real time : {low, Real{1}}) {
    const Real distance = distance_at(moving, item, time);
    if (distance < found.least) found = {distance, time};
  }
  return found;
}

// Returns how far the shape must move along a unit vector to leave the item.
template <int Dim>
Real exit_along(const Moving<Dim>& moving, const Aabb<Dim>& item, const f64 (&unit)[Dim],
                Real time) {
  Real a = 0;
  Real b = 0;
  Real box = 0;
  Real high = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const Real u = unit[axis];
    const Real moved = time * moving.way[axis];
    if (u == 0) continue;
    high += u * (u > 0 ? item.max[axis] : item.min[axis]);
    a += u * (moving.segment.a[axis] + moved);
    b += u * (moving.segment.b[axis] + moved);
    box += u * ((u > 0 ? moving.box.min[axis] : moving.box.max[axis]) + moved);
  }
  return high - (moving.is_box ? box : std::min(a, b) - moving.radius);
}

template <int Dim>
class Check {
 public:
  Check(const Moving<Dim>& moving, const Aabb<Dim>& item) : moving_(moving), item_(item) {}

  bool run() {
    const CastQuery<Dim> query = moving_.query();
    const Real radius = moving_.is_box ? 0 : moving_.radius;
    f64 time = -1;
    const bool touched = query.measure(item_, time);
    const Real tolerance = 4e-15L * size_of(moving_, item_, touched ? time : 1);
    if (!touched) {
      EXPECT_GE(closest_approach(moving_, item_).least, radius - tolerance);
      return false;
    }
    EXPECT_TRUE(query.may_touch(item_));
    EXPECT_GE(time, 0);
    EXPECT_LE(time, 1);
    const Real distance = distance_at(moving_, item_, time);
    EXPECT_LE(distance, radius + tolerance);
    if (time > 0) {
      EXPECT_GE(distance, radius - tolerance);
      // at the first touch the distance is the radius; shortly before, it is not smaller
      EXPECT_GE(distance_at(moving_, item_, time * 0.999L), radius - tolerance);
    }
    contact(query.contact(item_, time), time, tolerance);
    return true;
  }

 private:
  void contact(const Contact<Dim>& found, f64 time, Real tolerance) {
    f64 squared = 0;
    for (const f64 part : found.normal) {
      squared += part * part;
      EXPECT_FALSE(part == 0 && std::signbit(part));
    }
    EXPECT_NEAR(squared, 1, 1e-14);
    bool on_surface = false;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 at = found.point[axis];
      EXPECT_LE(item_.min[axis], at);
      EXPECT_LE(at, item_.max[axis]);
      on_surface |= at == item_.min[axis] || at == item_.max[axis];
    }
    EXPECT_TRUE(on_surface);
    const Real size = size_of(moving_, item_, time);
    const Real distance = distance_at(moving_, item_, time);
    Real speed = 0;
    Real way = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      speed += found.normal[axis] * moving_.way[axis];
      way += std::fabs(static_cast<Real>(moving_.way[axis]));
    }
    // The error of a normal is the error of the distance from which it was computed, divided by
    // this distance. A touch has a less exact time if the motion changes the distance slowly.
    const Real error = std::min(tolerance * (1 + (time > 0 ? way / std::fabs(speed) : 0)),
                                2 * std::sqrt(tolerance * distance));
    Real loose = tolerance;
    const Real thin = 1e-8L * size;
    if (distance <= thin) loose += distance;
    if (!moving_.is_box && distance > 0.01L * thin) loose += 4 * error * size / distance;
    const Real exit = exit_along(moving_, item_, found.normal, time);
    EXPECT_NEAR(static_cast<f64>(exit), found.depth, static_cast<f64>(loose));
    if (time > 0) {
      EXPECT_EQ(found.depth, 0);
      EXPECT_LE(speed, loose * way);
      return;
    }
    for (int i = 0; i < 60; ++i) {
      f64 unit[Dim];
      f64 length = 0;
      for (f64& part : unit) {
        part = std::normal_distribution<f64>()(directions_);
        length += part * part;
      }
      for (int axis = 0; axis < Dim; ++axis) {
        unit[axis] =
            i < 2 * Dim ? (axis == i / 2) * (i % 2 == 0 ? -1 : 1) : unit[axis] / std::sqrt(length);
      }
      EXPECT_GE(exit_along(moving_, item_, unit, 0), found.depth - loose);
    }
  }

  Moving<Dim> moving_;
  Aabb<Dim> item_;
  std::minstd_rand directions_{1};
};

template <int Dim>
std::string text(const Moving<Dim>& moving, const Aabb<Dim>& item) {
  std::ostringstream out;
  out << std::hexfloat << (moving.is_box ? "box" : "segment");
  for (int axis = 0; axis < Dim; ++axis) {
    out << "\n" << axis << ": ";
    if (moving.is_box) {
      out << moving.box.min[axis] << " .. " << moving.box.max[axis];
    } else {
      out << moving.segment.a[axis] << " .. " << moving.segment.b[axis] << " r " << moving.radius;
    }
    out << " by " << moving.way[axis] << " item " << item.min[axis] << " .. " << item.max[axis];
  }
  return out.str();
}

enum class Kind { kBox, kSphere, kCapsule };
enum class Sides { kFinite, kInfinite };

template <int Dim, class Number>
void try_many(int rounds, Number&& number, const char* what, Sides sides = Sides::kFinite) {
  int touched = 0;
  for (int i = 0; i < rounds && !testing::Test::HasFailure(); ++i) {
    Moving<Dim> moving{};
    Aabb<Dim> item;
    const auto interval = [&](f32& low, f32& high) {
      low = number();
      high = number();
      if (low > high) std::swap(low, high);
    };
    const Kind kind = static_cast<Kind>(i % 3);
    moving.is_box = kind == Kind::kBox;
    for (int axis = 0; axis < Dim; ++axis) {
      interval(item.min[axis], item.max[axis]);
      if (sides == Sides::kInfinite && i % 5 < 3) item.min[axis] = -kMaxCoordinate;
      if (sides == Sides::kInfinite && i % 7 == axis) item.max[axis] = kMaxCoordinate;
      interval(moving.box.min[axis], moving.box.max[axis]);
      moving.segment.a[axis] = number();
      moving.segment.b[axis] = kind == Kind::kSphere ? moving.segment.a[axis] : number();
      moving.way[axis] = number() - number();
    }
    moving.radius = std::fabs(number());
    SCOPED_TRACE(std::string(what) + " " + std::to_string(i) + ": " + text(moving, item));
    touched += Check<Dim>(moving, item).run() ? 1 : 0;
  }
  EXPECT_GT(touched, rounds / 20) << what;
  EXPECT_LT(touched, rounds) << what;
}

template <int Dim>
void try_all(int rounds) {
  std::mt19937 random(Dim);
  const auto pick = [&](std::initializer_list<f32> numbers) {
    return numbers.begin()[random() % numbers.size()];
  };
  const auto uniform = [&](f32 low, f32 high) {
    return std::uniform_real_distribution<f32>(low, high)(random);
  };
  try_many<Dim>(
      rounds, [&] { return uniform(-10, 10); }, "uniform");
  // integer coordinates cause many ties: touching and parallel faces, corners and edges
  try_many<Dim>(
      rounds, [&] { return static_cast<f32>(static_cast<int>(random() % 7) - 3); }, "whole");
  try_many<Dim>(
      rounds,
      [&] {
        return pick({0, 1, 1, 2, 3});
      },
      "small");
  try_many<Dim>(
      rounds,
      [&] {
        return pick({0, 0, 0, 3, 4, 5, 12, -3, -5});
      },
      "flat");
  try_many<Dim>(
      rounds, [&] { return std::ldexp(uniform(-1, 1), static_cast<int>(random() % 30)); }, "mixed");
  try_many<Dim>(
      rounds, [&] { return std::ldexp(uniform(-1, 1), -static_cast<int>(random() % 60)); }, "tiny");
  try_many<Dim>(
      rounds, [&] { return 1e6f + uniform(-4, 4); }, "far");
  try_many<Dim>(
      rounds, [&] { return uniform(-10, 10); }, "infinite sides", Sides::kInfinite);
}

TEST(Contact, Casts_and_overlaps_match_the_reference_in_2D) {
  try_all<2>(static_cast<int>(volume(200)));
}
TEST(Contact, Casts_and_overlaps_match_the_reference_in_3D) {
  try_all<3>(static_cast<int>(volume(200)));
}

constexpr f64 kHalfRoot = 0.70710678118654752;

template <int Dim>
void expect_contact(const CastQuery<Dim>& query, const Aabb<Dim>& item, f64 time,
                    const f64 (&normal)[Dim], const f64 (&point)[Dim]) {
  f64 found = -1;
  ASSERT_TRUE(query.measure(item, found));
  EXPECT_DOUBLE_EQ(found, time);
  const Contact<Dim> contact = query.contact(item, found);
  for (int axis = 0; axis < Dim; ++axis) {
    EXPECT_NEAR(contact.normal[axis], normal[axis], 1e-15) << axis;
    EXPECT_NEAR(contact.point[axis], point[axis], 1e-15) << axis;
  }
}

TEST(Contact, A_box_touches_with_the_face_that_arrives_last) {
  const Aabb<2> unit{{0, 0}, {1, 1}};
  expect_contact(CastQuery<2>(unit, {{4, 0}}), {{3, 0.5f}, {4, 5}}, 0.5, {-1, 0}, {3, 0.75});
  expect_contact(CastQuery<2>(unit, {{-4, -4}}), {{-9, -3}, {0, -2}}, 0.5, {0, 1}, {-1.5, -2});
  // at a corner the lowest axis is used
  expect_contact(CastQuery<2>(unit, {{4, 4}}), {{3, 3}, {4, 4}}, 0.5, {-1, 0}, {3, 3});
}

TEST(Contact, The_side_of_least_penetration_is_used_at_the_start) {
  const Aabb<2> unit{{0, 0}, {1, 1}};
  const CastQuery<2> right(unit, {{4, 0}});
  expect_contact(right, {{0.75f, -1}, {3, 3}}, 0, {-1, 0}, {0.75, 0.5});
  expect_contact(right, {{-1, -3}, {3, 0.25f}}, 0, {0, 1}, {0.5, 0.25});
  // the item equals the moving box, so the depths of all sides are equal and the first side is used
  expect_contact(right, unit, 0, {-1, 0}, {0, 0.5});
  expect_contact(right, {{-1, 0}, {2, 1}}, 0, {0, -1}, {0.5, 0});
  // faces that touch
  expect_contact(right, {{-2, 0}, {0, 1}}, 0, {1, 0}, {0, 0.5});
  expect_contact(CastQuery<2>(unit, {{0, 0}}), {{1, 1}, {2, 2}}, 0, {-1, 0}, {1, 1});
}

TEST(Contact, A_sphere_touches_faces_and_corners) {
  const Aabb<3> item{{2, 2, 2}, {4, 4, 4}};
  expect_contact(CastQuery<3>({{0, 3, 3}}, 1, {{2, 0, 0}}), item, 0.5, {-1, 0, 0}, {2, 3, 3});
  const f32 root = 1.7320508f;
  const CastQuery<3> corner({{0, 0, 0}}, root, {{4, 4, 4}});
  f64 time;
  ASSERT_TRUE(corner.measure(item, time));
  for (const f64 part : corner.contact(item, time).normal) EXPECT_NEAR(part, -1 / 1.7320508, 1e-7);
  // the center is inside, and all sides are equally deep: the first side is used, as for boxes
  expect_contact(CastQuery<3>({{3, 3, 3}}, 1, {{1, 0, 0}}), item, 0, {-1, 0, 0}, {2, 3, 3});
  // a point is a sphere without a radius
  expect_contact(CastQuery<3>({{3, 9, 3}}, 0, {{0, -10, 0}}), item, 0.5, {0, 1, 0}, {3, 4, 3});
}

TEST(Contact, A_capsule_touches_with_its_side_and_its_ends) {
  // the segment touches an edge of the item
  const Aabb<3> item{{0, 0, -5}, {9, 9, 5}};
  const Point<3> across[] = {{{-6, 0, 0}}, {{0, -6, 0}}};
  const CastQuery<3> slide(across[0], across[1], 0, {{3, 3, 0}});
  expect_contact(slide, item, 1, {-kHalfRoot, -kHalfRoot, 0}, {0, 0, 0});
  // the middle of the capsule touches a face that is parallel to the segment
  const Point<3> flat[] = {{{-4, -3, 1}}, {{4, -3, 1}}};
  expect_contact(CastQuery<3>(flat[0], flat[1], 1, {{0, 4, 0}}), item, 0.5, {0, -1, 0}, {2, 0, 1});
  // one end of the capsule touches a face
  const Point<2> upright[] = {{{1, 7}}, {{1, 4}}};
  expect_contact(CastQuery<2>(upright[0], upright[1], 1, {{0, -4}}), {{0, 0}, {9, 1}}, 0.5, {0, 1},
                 {1, 1});
  // the capsule touches a corner at exactly its radius when it passes above the item
  const Point<2> lying[] = {{{-9, 3}}, {{-4, 3}}};
  expect_contact(CastQuery<2>(lying[0], lying[1], 2, {{8, 0}}), {{0, 0}, {9, 1}}, 0.5, {0, 1},
                 {0, 1});
}

TEST(Contact, The_normal_of_a_side_does_not_depend_on_the_length_of_the_capsule) {
  const CastQuery<2> slide({{-1e5f, 1e5f}}, {{3e5f, -3e5f}}, 0.5f, {{9, 4}});
  const Aabb<2> item{{1, 1}, {2, 2}};
  f64 time;
  ASSERT_TRUE(slide.measure(item, time));
  for (const f64 part : slide.contact(item, time).normal) EXPECT_NEAR(part, -kHalfRoot, 1e-15);
}

TEST(Contact, A_capsule_that_overlaps_leaves_by_the_shortest_motion) {
  // the segment is a diagonal of the square; the perpendicular of the segment is the shortest way
  // out
  const ConvexShape<2> diagonal({{{-4, 6}}, {{6, -4}}}, 0.5f);
  const Contact<2> found = diagonal.overlap({{0, 0}, {2, 2}});
  EXPECT_NEAR(found.normal[0], -kHalfRoot, 1e-15);
  EXPECT_NEAR(found.normal[1], -kHalfRoot, 1e-15);
  EXPECT_NEAR(found.depth, 2 * kHalfRoot + 0.5, 1e-14);
  EXPECT_EQ(found.point[0], 0);
  EXPECT_EQ(found.point[1], 0);
}

// Returns the first time at which a moving point is within `reach` of a box, by bisection, or -1.
f64 first_time_within(const Aabb<3>& box, const Point<3>& from, const Point<3>& way, f64 reach) {
  const auto distance = [&](long double time) {
    long double sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const long double at = from[axis] + time * way[axis];
      const long double gap = std::max({box.min[axis] - at, at - box.max[axis], 0.0L});
      sum += gap * gap;
    }
    return std::sqrt(sum);
  };
  if (distance(0) <= reach) return 0;
  long double low = 0;
  long double high = 1;
  for (int i = 0; i < 300; ++i) {  // the distance is convex
    const long double third = (high - low) / 3;
    if (distance(low + third) < distance(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  const long double nearest = high;
  if (distance(nearest) > reach) return -1;
  low = 0;
  for (int i = 0; i < 100; ++i) {
    const long double middle = (low + high) / 2;
    (distance(middle) <= reach ? high : low) = middle;
  }
  return static_cast<f64>(high);
}

TEST(Contact, A_capsule_without_length_is_a_sphere) {
  Random random(4);
  u32 hits = 0;
  for (u32 i = 0; i < volume(4000); ++i) {
    const Neighborhood place(random);
    const Aabb<3> item = place.box<3>(random);
    const Point<3> center = place.point<3>(random);
    const Point<3> way = place.point<3>(random);
    const f32 radius = place.size * random.unit();
    f64 time = -1;
    const bool hit = CastQuery<3>(center, center, radius, way).measure(item, time);
    const f64 expected = first_time_within(item, center, way, static_cast<f64>(radius));
    if (hit != (expected >= 0)) {  // touches only because of rounding
      const f64 enlarged =
          first_time_within(item, center, way, static_cast<f64>(radius) * (1 + 1e-9));
      ASSERT_TRUE(enlarged >= 0) << i;
      continue;
    }
    if (!hit) continue;
    ++hits;
    ASSERT_NEAR(time, expected, 1e-7) << i;
  }
  EXPECT_GT(hits, volume(4000) / 20);
}

TEST(Contact, A_capsule_that_a_query_finds_by_rounding_is_touched_at_the_start_with_any_limit) {
  // the gap of 1e-14 is less than the rounding errors of a segment of length 1000
  const Segment<2> segment{{-1000, 0}, {-1e-14f, 0}};
  const Aabb<2> item{{0.5f, -1}, {2, 1}};
  ASSERT_TRUE(CapsuleQuery<2>(segment, 0.5f).hits(item));
  for (const Point<2>& way : {Point<2>{-1, 0}, Point<2>{0, 1}, Point<2>{1, 0}}) {
    CastQuery<2> query(segment.a, segment.b, 0.5f, way);
    EXPECT_TRUE(query.may_touch(item));
    for (const f64 limit : {1.0, 0.0}) {
      query.shrink(limit);
      f64 time = -1;
      EXPECT_TRUE(query.measure(item, time));
      EXPECT_EQ(time, 0);
    }
  }
}

}  // namespace
}  // namespace sapwood::test
