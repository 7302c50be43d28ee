// Rays on the boundaries of the unit box [0, 1]^Dim, with literal distances.
#pragma once

#include "conformance/boundaries_suite.hpp"

namespace sapwood::test {

template <int Dim>
class RayCases {
 public:
  RayCases(const SubjectMaker<Dim>& make, Report& report) : unit_(make, report), report_(report) {}

  // In 3D z = 0.5 and no motion along z complete the two numbers.
  void expect(f64 distance, f32 x, f32 y, f32 dx, f32 dy, f32 reach = HUGE_VALF) {
    Ray<Dim> ray{};
    ray.origin[0] = x;
    ray.origin[1] = y;
    ray.direction[0] = dx;
    ray.direction[1] = dy;
    ray.max_distance = reach;
    if (Dim == 3) ray.origin[Dim - 1] = 0.5f;
    expect(distance, ray);
  }

  // Distance -1 says that the ray misses. Other lengths of the direction cost a rounding or two.
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
  // along the faces y = 1 and y = 0, both ways, and the smallest step beside them
  rays.expect(1, -1, 1, 1, 0);
  rays.expect(1, -1, 0, 1, 0);
  rays.expect(2, 3, 1, -1, 0);
  rays.expect(2, 3, 0, -1, 0);
  rays.expect(-1, -1, kAbove, 1, 0);
  rays.expect(-1, 3, kAbove, -1, 0);
  rays.expect(-1, -1, kBelow, 1, 0);
  // through the edge x = 0, y = 1 and past it, then into the corner region from the other side
  rays.expect(std::sqrt(2.0), -1, 0, 1, 1);
  rays.expect(-1, -1, 0x1p-22f, 1, 1);
  rays.expect(std::sqrt(2.0), 2, 2, -1, -1);
  rays.expect(std::sqrt(2.0), 0, 2, 1, -1);
  // the same, once with signed zeros
  rays.expect(1, -1, -0.0f, 1, -0.0f);
  rays.expect(0, -0.0f, 0.5f, -1, 0);
}

template <int Dim>
void rays_from_inside_and_from_the_boundary_hit_at_0(const SubjectMaker<Dim>& make,
                                                     Report& report) {
  RayCases<Dim> rays(make, report);
  // inside, in any direction
  rays.expect(0, 0.5f, 0.5f, 1, 0);
  rays.expect(0, 0.5f, 0.5f, -3, 2);
  rays.expect(0, 0.5f, 0.5f, 0, -1, 0);
  // on a face or a corner, looking inwards, along and away
  rays.expect(0, 0, 0.5f, 1, 0);
  rays.expect(0, 0, 0.5f, 0, 1);
  rays.expect(0, 0, 0.5f, -1, 0);
  rays.expect(0, 1, 1, 1, 1);
  rays.expect(0, 1, 1, 1, 1, 0);
  // just outside, looking away
  rays.expect(-1, 1 + kSmallestGap, 0.5f, 1, 0);
  rays.expect(-1, -1, 0.5f, -1, 0);
  // the reach is closed: exactly as far as the face, and the smallest step less
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
  // a component that vanishes beside the other one is still a direction
  rays.expect(1, -1, 0.5f, 1e30f, -kMin);
  rays.expect(1, -1, 0.5f, 1, kMin);
  // on the faces y = 0 and y = 1 it decides on which side the ray goes on
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

// A box without extent is hit by rays that meet its point or lie in its plane.
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
