// Bounding spheres contain their items in exact arithmetic, at every magnitude.
#include <gtest/gtest.h>

#include "query_cases.hpp"
#include "sapwood/geometry/sphere.hpp"
#include "support/layouts.hpp"

namespace sapwood::test {
namespace {

// A type with eleven bits more than the f64 of the core, to verify the rounding of the core.
using Exact = long double;

template <int Dim>
Exact exact_distance(const Point<Dim>& a, const Point<Dim>& b) {
  Exact sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const Exact way = static_cast<Exact>(a[axis]) - static_cast<Exact>(b[axis]);
    sum += way * way;
  }
  return std::sqrt(sum);
}

template <int Dim>
Point<Dim> farthest_corner(const Aabb<Dim>& box, const Point<Dim>& from) {
  Point<Dim> corner;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 low = static_cast<f64>(from[axis]) - static_cast<f64>(box.min[axis]);
    const f64 high = static_cast<f64>(box.max[axis]) - static_cast<f64>(from[axis]);
    corner[axis] = low > high ? box.min[axis] : box.max[axis];
  }
  return corner;
}

template <int Dim>
void expect_to_enclose(const Aabb<Dim>& box) {
  const Sphere<Dim> sphere = enclosing_sphere(box);
  const Exact distance = exact_distance(farthest_corner(box, sphere.center), sphere.center);
  EXPECT_TRUE(is_valid(sphere));
  EXPECT_GE(static_cast<Exact>(sphere.radius), distance);
  EXPECT_TRUE(contains(sphere, box));
  // the radius is only larger by the padding and two roundings to float32
  EXPECT_LE(static_cast<Exact>(sphere.radius), distance * (1 + 0x1p-20L) + 0x1p-148L);
}

TEST(Sphere, T13_a_sphere_around_a_box_contains_its_corners_in_every_layout) {
  for (const Layout layout : kAllLayouts) {
    SCOPED_TRACE(name_of(layout));
    for (const auto& box : arrange<2>(layout, 200, 1)) expect_to_enclose(box);
    for (const auto& box : arrange<3>(layout, 200, 2)) expect_to_enclose(box);
  }
}

TEST(Sphere, T13_a_sphere_around_spheres_contains_them_at_every_magnitude) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const Neighborhood here(random);
    const Sphere<3> inner = enclosing_sphere(here.box<3>(random));
    const Point<3> center = here.point<3>(random);
    const Sphere<3> outer{center, padded_radius(reach_of(inner, center))};
    const Exact distance = exact_distance(inner.center, center) + static_cast<Exact>(inner.radius);
    ASSERT_GE(static_cast<Exact>(outer.radius), distance) << "case " << i;
    ASSERT_TRUE(contains(outer, inner)) << "case " << i;
  }
}

TEST(Sphere, T13_squares_of_the_largest_spheres_are_finite_in_float32) {
  const Aabb<3> all{{-kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate},
                    {kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}};
  const Sphere<3> inner = enclosing_sphere(all);
  const Point<3> corner{{kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}};
  const Sphere<3> outer{corner, padded_radius(reach_of(inner, corner))};
  EXPECT_TRUE(is_valid(outer));
  EXPECT_TRUE(std::isfinite(outer.radius * outer.radius));
}

TEST(Sphere, A_point_has_a_sphere_without_extent) {
  EXPECT_EQ(enclosing_sphere(Aabb<2>{{3, 4}, {3, 4}}).radius, 0.0f);
  EXPECT_EQ(enclosing_sphere(Aabb<3>{{0, -0.0f, 1e18f}, {0, 0, 1e18f}}).radius, 0.0f);
}

TEST(Sphere, A_denormal_radius_is_rounded_up) {
  constexpr f32 kStep = std::numeric_limits<f32>::denorm_min();
  // half a step rounds to 0, so the center of the sphere is a corner of the box
  const Sphere<2> sphere = enclosing_sphere(Aabb<2>{{0, 0}, {kStep, kStep}});
  EXPECT_EQ(sphere.center[0], 0.0f);
  EXPECT_EQ(sphere.radius, 2 * kStep);
}

TEST(Sphere, Spheres_with_invalid_numbers_are_rejected) {
  EXPECT_FALSE(is_valid(Sphere<2>{{{0, 0}}, -1}));
  EXPECT_FALSE(is_valid(Sphere<2>{{{0, 0}}, std::nanf("")}));
  EXPECT_FALSE(is_valid(Sphere<2>{{{0, 0}}, HUGE_VALF}));
  EXPECT_FALSE(is_valid(Sphere<2>{{{0, 2e18f}}, 1}));
  EXPECT_TRUE(is_valid(Sphere<2>{{{0, 1e18f}}, 0}));
}

TEST(Sphere, Touching_spheres_can_overlap_and_distant_spheres_do_not) {
  const Sphere<2> a{{{0, 0}}, 1};
  EXPECT_TRUE(may_overlap(a, {{{3, 0}}, 2}));
  EXPECT_FALSE(may_overlap(a, {{{3.001f, 0}}, 2}));
  EXPECT_TRUE(may_overlap(a, {{{0, 0}}, 0}));
}

}  // namespace
}  // namespace sapwood::test
