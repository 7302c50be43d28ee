// Queries of spheres: no sphere that contains a hit is pruned, and all items of a covered sphere
// are hits.
#include <gtest/gtest.h>

#include "query_cases.hpp"
#include "sapwood/geometry/sphere_query.hpp"

namespace sapwood::test {
namespace {

constexpr int kSphereCases = 30000;

template <int Dim>
Sphere<Dim> sphere_around(const Aabb<Dim>& item, const Neighborhood& here, Random& random) {
  if (random.one_in(3)) return enclosing_sphere(item);
  const Point<Dim> center = here.point<Dim>(random);
  return {center, padded_radius(std::sqrt(farthest_squared(item, center)))};
}

// Numbers of hits, misses and covered spheres, so that tests can require some of each.
struct Cases {
  int hits = 0;
  int misses = 0;
  int covered = 0;
};

template <class Query>
void check(const Query& query, const Sphere<Query::kDim>& sphere, const Aabb<Query::kDim>& item,
           Cases& cases) {
  const SphereView<Query> view(query, sphere);
  const bool touched = view.may_touch(sphere);
  if (query.hits(item)) {
    ++cases.hits;
    ASSERT_TRUE(touched);
  } else if (!touched) {
    ++cases.misses;
  }
  if (!view.contains(sphere)) return;
  ++cases.covered;
  ASSERT_TRUE(query.hits(item));
  ASSERT_TRUE(touched);
}

// Checks random items of all magnitudes. `make(here, item, random)` returns a query near the item.
template <int Dim, class Make>
Cases on_all_magnitudes(u64 seed, Make&& make) {
  Random random(seed);
  Cases cases;
  for (int i = 0; i < kSphereCases && !::testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", case " + std::to_string(i));
    const Neighborhood here(random);
    const Aabb<Dim> item = here.box<Dim>(random);
    check(make(here, item, random), sphere_around(item, here, random), item, cases);
  }
  return cases;
}

template <int Dim>
Point<Dim> corner_of(const Aabb<Dim>& box, Random& random) {
  Point<Dim> corner;
  for (int axis = 0; axis < Dim; ++axis)
    corner[axis] = random.one_in(2) ? box.min[axis] : box.max[axis];
  return corner;
}

template <int Dim>
BoxQuery<Dim> box_past(const Neighborhood& here, const Aabb<Dim>& item, Random& random) {
  if (random.one_in(4)) return BoxQuery<Dim>::at(corner_of(item, random));
  const Aabb<Dim> box = here.box<Dim>(random);
  return BoxQuery<Dim>(random.one_in(3) ? unite(box, item) : box);
}

template <int Dim>
void check_boxes(u64 seed) {
  const Cases cases = on_all_magnitudes<Dim>(seed, box_past<Dim>);
  EXPECT_GT(cases.hits, kSphereCases / 4);
  EXPECT_GT(cases.misses, kSphereCases / 50);
  EXPECT_GT(cases.covered, kSphereCases / 100);
}

TEST(SphereQuery, Boxes_prune_no_hit_and_cover_only_hits) {
  check_boxes<2>(1);
  check_boxes<3>(2);
}

template <int Dim>
DistanceQuery<Dim> ball_past(const Neighborhood& here, const Aabb<Dim>& item, Random& random) {
  const Point<Dim> center = here.point<Dim>(random);
  if (random.one_in(4)) return {center, std::sqrt(distance_squared(item, center))};
  if (random.one_in(8)) return {center, HUGE_VAL};
  return {center, 4 * here.size * random.unit()};
}

template <int Dim>
void check_balls(u64 seed) {
  const Cases cases = on_all_magnitudes<Dim>(seed, ball_past<Dim>);
  EXPECT_GT(cases.hits, kSphereCases / 4);
  EXPECT_GT(cases.misses, kSphereCases / 50);
  EXPECT_GT(cases.covered, kSphereCases / 100);
}

TEST(SphereQuery, Distances_prune_no_hit_and_cover_only_hits) {
  check_balls<2>(3);
  check_balls<3>(4);
}

// Returns a ray that often passes exactly through a corner of the item, so that rounding decides
// whether it hits.
template <int Dim>
RayQuery<Dim> ray_past(const Neighborhood& here, const Aabb<Dim>& item, Random& random) {
  Ray<Dim> ray{here.point<Dim>(random), {}, HUGE_VALF};
  const Point<Dim> target = corner_of(item, random);
  const bool aimed = random.one_in(2);
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 aim = target[axis] - ray.origin[axis];
    ray.direction[axis] = aimed ? aim : random.one_in(5) ? 0 : any_coordinate(random);
  }
  if (!is_valid(ray)) ray.direction[0] = 1;
  if (random.one_in(3)) ray.max_distance = 2 * here.size * random.unit();
  return RayQuery<Dim>(ray);
}

template <int Dim>
void check_rays(u64 seed) {
  const Cases cases = on_all_magnitudes<Dim>(seed, ray_past<Dim>);
  EXPECT_GT(cases.hits, kSphereCases / 10);
  EXPECT_GT(cases.misses, kSphereCases / 10);
}

TEST(SphereQuery, Rays_prune_no_hit) {
  check_rays<2>(5);
  check_rays<3>(6);
}

template <class Query, class Make>
void check_bounds(u64 seed, Make&& make) {
  constexpr int kDim = Query::kDim;
  Random random(seed);
  int measured = 0;
  for (int i = 0; i < kSphereCases; ++i) {
    const Neighborhood here(random);
    const Aabb<kDim> item = here.box<kDim>(random);
    const Sphere<kDim> sphere = sphere_around(item, here, random);
    Query query = make(here, item, random);
    f64 key = 0;
    if (!query.measure(item, key)) continue;
    ++measured;
    query.shrink(key);
    const SphereView<Query> view(query, sphere);
    ASSERT_TRUE(query.in_reach(view.lower_bound(sphere))) << "seed " << seed << ", case " << i;
  }
  EXPECT_GT(measured, kSphereCases / 10);
}

TEST(SphereQuery, Bounds_do_not_exceed_the_distance_of_the_nearest_item) {
  check_bounds<DistanceQuery<2>>(7, ball_past<2>);
  check_bounds<DistanceQuery<3>>(8, ball_past<3>);
  check_bounds<RayQuery<2>>(9, ray_past<2>);
  check_bounds<RayQuery<3>>(10, ray_past<3>);
}

FrustumQuery frustum_past(const Neighborhood& here, const Aabb<3>& item, Random& random) {
  Frustum frustum;
  for (auto& plane : frustum.planes) {
    const Point<3> through = random.one_in(2) ? corner_of(item, random) : here.point<3>(random);
    const f32 length = std::ldexp(1.0f, static_cast<int>(random.below(40)) - 20);
    f32 sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      plane[axis] = random.one_in(4) ? 0 : length * random.between(-1, 1);
      sum += plane[axis] * through[axis];
    }
    plane[3] = random.one_in(3) ? std::fabs(sum) * 2 : -sum;
  }
  return FrustumQuery(frustum);
}

TEST(SphereQuery, SB5_frusta_prune_no_hit_and_cover_only_hits) {
  const Cases cases = on_all_magnitudes<3>(11, frustum_past);
  EXPECT_GT(cases.hits, kSphereCases / 50);
  EXPECT_GT(cases.misses, kSphereCases / 4);
  EXPECT_GT(cases.covered, 50);
}

TEST(SphereQuery, SB5_planes_that_do_not_cut_a_sphere_are_removed_from_the_mask) {
  Frustum frustum{};
  for (int i = 0; i < 6; ++i) frustum.planes[i][3] = 1;  // accept everything
  frustum.planes[0][0] = 1;                              // x >= -1
  frustum.planes[3][1] = 1;                              // y >= -1
  const Sphere<3> world{{{0, 0, 0}}, 100};
  const FrustumQuery query(frustum);
  const SphereView<FrustumQuery> view(query, world);
  const u32 all = FrustumQuery::kAllPlanes;
  EXPECT_EQ(view.test({{{0, 0, 0}}, 0.5f}, all).planes, 0u);
  EXPECT_EQ(view.test({{{0, 0, 0}}, 2}, all).planes, 0b1001u);
  EXPECT_EQ(view.test({{{5, 0, 0}}, 2}, all).planes, 0b1000u);
  EXPECT_EQ(view.test({{{5, 0, 0}}, 2}, 0b0001u).planes, 0u);
  EXPECT_TRUE(view.test({{{-5, 0, 0}}, 2}, all).outside);
  EXPECT_FALSE(view.test({{{-5, 0, 0}}, 2}, 0b1000u).outside);
}

// The item touches the plane x + y = 1e6. In f64, sums of 1e6 and the tiny x coordinates are
// rounded, so the small sphere around the item seems to be behind the plane.
TEST(SphereQuery, SB5_rounding_does_not_prune_a_sphere_far_from_the_origin) {
  const f32 far = 1e6f;
  const Aabb<3> item{{-1.2e-10f, far, 0}, {0, far, 0}};
  const Sphere<3> sphere{{{-6e-11f, far, 0}}, 6.1e-11f};
  Frustum frustum{};
  frustum.planes[0][0] = frustum.planes[0][1] = 1;  // x + y >= far
  frustum.planes[0][3] = -far;
  for (int i = 1; i < 6; ++i) frustum.planes[i][3] = 1;  // accept everything
  Cases cases;
  check(FrustumQuery(frustum), sphere, item, cases);
  EXPECT_EQ(cases.hits, 1);
}

}  // namespace
}  // namespace sapwood::test
