// Ray queries of a mesh, compared with tests of all primitives.
#include <algorithm>

#include "mesh/mesh_cases.hpp"

namespace sapwood::test {
namespace {

using mesh::Side;

template <class T>
class MeshRays : public ::testing::Test {};
TYPED_TEST_SUITE(MeshRays, Dimensions);

template <int Dim>
struct Expected {
  u32 primitive;
  mesh::Crossing<Dim> crossing;
};

template <int Dim>
std::vector<Expected<Dim>> all_hits(const Soup<Dim>& soup, const mesh::Ray<Dim>& ray) {
  std::vector<Expected<Dim>> hits;
  const mesh::ShearedRay<Dim> sheared(ray, 1);
  for (u32 id = 0; id < soup.size(); ++id) {
    mesh::Crossing<Dim> crossing;
    if (!sheared.crosses(soup.primitive(id), crossing)) continue;
    if (crossing.distance <= ray.max_distance) hits.push_back({id, crossing});
  }
  std::stable_sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) {
    return a.crossing.distance < b.crossing.distance;
  });
  return hits;
}

template <int Dim>
mesh::Ray<Dim> random_ray(const Soup<Dim>& soup, Random& random) {
  mesh::Ray<Dim> ray{query_point(soup, random), {}, HUGE_VAL, Side::kDouble};
  ray.side = static_cast<Side>(random.below(3));
  ray.direction = query_point(soup, random) - ray.origin;
  if (random.one_in(4)) {
    ray.direction = {};
    ray.direction[static_cast<int>(random.below(Dim))] = random.one_in(2) ? 1 : -1;
  }
  if (random.one_in(8)) ray.direction[0] = 1e-40;
  if (mesh::is_zero(ray.direction)) ray.direction[0] = 1;
  if (random.one_in(4)) ray.max_distance = static_cast<f64>(random.between(0, 5));
  return ray;
}

TYPED_TEST(MeshRays, Equal_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  u32 hit_count = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 300; ++round) {
      const mesh::Ray<Dim> ray = random_ray(soup, random);
      const auto expected = all_hits(soup, ray);
      hit_count += expected.empty() ? 0 : 1;
      bool found = false;
      mesh::RayHit<Dim> hit;
      ASSERT_TRUE(mesh.raycast(ray, found, hit).ok());
      ASSERT_EQ(found, !expected.empty());
      if (found) {
        EXPECT_EQ(hit.primitive, expected[0].primitive);
        EXPECT_EQ(hit.distance, expected[0].crossing.distance);
        EXPECT_EQ(hit.front, expected[0].crossing.front);
      }
      ASSERT_TRUE(mesh.intersects_ray(ray, found).ok());
      EXPECT_EQ(found, !expected.empty());
      ASSERT_TRUE(mesh.raycast_any(ray, found, hit).ok());
      EXPECT_EQ(found, !expected.empty());
      const auto is_hit = [&](const auto& one) { return one.primitive == hit.primitive; };
      if (found) {
        EXPECT_TRUE(std::any_of(expected.begin(), expected.end(), is_hit));
      }
      Array<mesh::RayHit<Dim>> hits;
      ASSERT_TRUE(mesh.raycast_all(ray, hits).ok());
      ASSERT_EQ(hits.size(), expected.size());
      for (u32 i = 0; i < hits.size(); ++i) EXPECT_EQ(hits[i].primitive, expected[i].primitive);
    }
  });
  EXPECT_GT(hit_count, 500u);
}

TYPED_TEST(MeshRays, Report_hits_on_the_ray_and_on_the_primitive) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = random_soup<Dim>(300, 2, 3);
  const Mesh<Dim> mesh = mesh_of(soup);
  Random random(3);
  u32 hit_count = 0;
  for (u32 round = 0; round < 300; ++round) {
    mesh::Ray<Dim> ray{random_point<Dim>(random, 0, 10), random_point<Dim>(random, -5, 5)};
    bool found = false;
    mesh::RayHit<Dim> hit;
    ASSERT_TRUE(mesh.raycast(ray, found, hit).ok());
    if (!found) continue;
    ++hit_count;
    const Vector<Dim> unit = mesh::normalized(ray.direction);
    const Vector<Dim> on_ray = ray.origin + unit * hit.distance;
    const Primitive<Dim> primitive = soup.primitive(hit.primitive);
    Vector<Dim> on_primitive = primitive.v[0] + (primitive.v[1] - primitive.v[0]) * hit.u;
    if constexpr (Dim == 3) {
      on_primitive = on_primitive + (primitive.v[2] - primitive.v[0]) * hit.v;
    }
    EXPECT_LT(length(on_ray - on_primitive), 1e-9);
    EXPECT_NEAR(length(hit.normal), 1, 1e-12);
    for (int i = 1; i < Dim; ++i) {
      EXPECT_NEAR(dot(hit.normal, primitive.v[i] - primitive.v[0]), 0, 1e-9);
    }
    EXPECT_EQ(hit.front, dot(hit.normal, unit) < 0);
  }
  EXPECT_GT(hit_count, 100u);
}

// Many of the rays are aimed exactly at edges and vertices.
TYPED_TEST(MeshRays, Always_hit_a_closed_mesh_from_inside) {
  constexpr int Dim = TypeParam::kDim;
  for (const f64 scale : {1.0, 1e-3, 1e5}) {
    const Soup<Dim> soup = closed_soup<Dim>(40, scale);
    const Mesh<Dim> mesh = mesh_of(soup, mesh::Build::kQuality);
    Random random(4);
    for (u32 round = 0; round < 20000; ++round) {
      const Primitive<Dim> primitive = soup.primitive(random.below(soup.size()));
      const f64 t = round % 3 == 0 ? 0 : static_cast<f64>(random.unit());
      mesh::Ray<Dim> ray{random_point<Dim>(random, -0.3 * scale, 0.3 * scale), {}};
      if (round % 2 == 0) ray.origin = {};
      ray.direction = primitive.v[0] * (1 - t) + primitive.v[1] * t - ray.origin;
      bool found = false;
      ASSERT_TRUE(mesh.intersects_ray(ray, found).ok());
      ASSERT_TRUE(found) << round;
    }
  }
}

TYPED_TEST(MeshRays, Hit_shared_edges_of_a_flat_grid) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(flat_soup<Dim>(16));
  Random random(4);
  for (u32 round = 0; round < 5000; ++round) {
    mesh::Ray<Dim> ray{};
    Vector<Dim> target{};
    for (int axis = 0; axis < Dim - 1; ++axis) {
      target[axis] = 1 + random.below(15);
      ray.origin[axis] = random.one_in(2) ? target[axis] : static_cast<f64>(random.between(0, 16));
    }
    if (Dim == 3 && round % 2 == 0) target[0] = target[1] = static_cast<f64>(random.between(1, 15));
    ray.origin[Dim - 1] = static_cast<f64>(random.between(0.1f, 20));
    ray.direction = target - ray.origin;
    bool found = false;
    mesh::RayHit<Dim> hit;
    ASSERT_TRUE(mesh.raycast(ray, found, hit).ok());
    ASSERT_TRUE(found);
    EXPECT_NEAR(hit.distance, length(ray.direction), 1e-9);
  }
}

TYPED_TEST(MeshRays, Reject_invalid_rays) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(flat_soup<Dim>(3));
  const f64 nan = std::nan("");
  bool found = false;
  mesh::RayHit<Dim> hit;
  const mesh::Ray<Dim> sound{{}, {{1, 1}}, HUGE_VAL, Side::kDouble};
  EXPECT_TRUE(mesh.raycast(sound, found, hit).ok());
  std::vector<mesh::Ray<Dim>> invalid(6, sound);
  invalid[0].origin[0] = nan;
  invalid[1].origin[1] = HUGE_VAL;
  invalid[2].direction = {};
  invalid[3].direction[0] = nan;
  invalid[4].max_distance = -1;
  invalid[5].max_distance = nan;
  for (const auto& ray : invalid) {
    EXPECT_EQ(mesh.raycast(ray, found, hit).code, StatusCode::kInvalidArgument);
    EXPECT_EQ(mesh.raycast_any(ray, found, hit).code, StatusCode::kInvalidArgument);
    EXPECT_EQ(mesh.intersects_ray(ray, found).code, StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace sapwood::test
