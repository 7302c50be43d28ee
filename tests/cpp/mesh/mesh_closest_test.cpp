// Closest points of a mesh, and distances of primitives.
#include "mesh/mesh_cases.hpp"

namespace sapwood::test {
namespace {

template <class T>
class MeshClosest : public ::testing::Test {};
TYPED_TEST_SUITE(MeshClosest, Dimensions);

TYPED_TEST(MeshClosest, Equals_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  u32 found_count = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 200; ++round) {
      const Vector<Dim> point = query_point(soup, random);
      const f64 reach = random.one_in(2) ? HUGE_VAL : static_cast<f64>(random.between(0, 3));
      u32 expected = kNone;
      mesh::Closest<Dim> best;
      for (u32 id = 0; id < soup.size(); ++id) {
        const mesh::Closest<Dim> closest = closest_to(soup.primitive(id), point);
        if (closest.squared > reach * reach || !(closest.squared < best.squared)) continue;
        best = closest;
        expected = id;
      }
      bool found = false;
      mesh::ClosestHit<Dim> hit;
      ASSERT_TRUE(mesh.closest_point(point, reach, found, hit).ok());
      ASSERT_EQ(found, expected != kNone);
      if (!found) continue;
      ++found_count;
      EXPECT_EQ(hit.primitive, expected);
      EXPECT_EQ(hit.point, best.point);
      EXPECT_EQ(hit.distance, std::sqrt(best.squared));
    }
  });
  EXPECT_GT(found_count, 1000u);
}

TYPED_TEST(MeshClosest, Is_closer_than_sampled_points) {
  constexpr int Dim = TypeParam::kDim;
  Random random(1);
  for (u32 round = 0; round < 3000; ++round) {
    const Soup<Dim> soup = adversarial_soup<Dim>(1, round);
    const Primitive<Dim> primitive = soup.primitive(0);
    const Vector<Dim> point =
        round % 2 == 0 ? grid_point<Dim>(random, 5) : random_point<Dim>(random, -1, 6);
    const mesh::Closest<Dim> closest = closest_to(primitive, point);
    const auto at = [&](f64 u, f64 v) {
      Vector<Dim> sum = primitive.v[0] * (1 - u - v) + primitive.v[1] * u;
      if constexpr (Dim == 3) sum = sum + primitive.v[2] * v;
      return sum;
    };
    EXPECT_GE(closest.u, 0);
    EXPECT_GE(closest.v, 0);
    EXPECT_LE(closest.u + closest.v, 1 + 1e-12);
    EXPECT_LT(length(at(closest.u, closest.v) - closest.point), 1e-9);
    EXPECT_NEAR(length(closest.point - point), std::sqrt(closest.squared), 1e-9);
    for (u32 i = 0; i <= 10; ++i) {
      for (u32 k = 0; k <= (Dim == 3 ? 10 - i : 0); ++k) {
        const Vector<Dim> offset = at(i / 10.0, k / 10.0) - point;
        EXPECT_GE(dot(offset, offset), closest.squared - 1e-9);
      }
    }
  }
}

TYPED_TEST(MeshClosest, The_result_for_two_segments_is_closer_than_sampled_points) {
  constexpr int Dim = TypeParam::kDim;
  Random random(2);
  for (u32 round = 0; round < 3000; ++round) {
    Vector<Dim> ends[4];
    for (auto& end : ends) {
      end = round % 2 == 0 ? grid_point<Dim>(random, 3) : random_point<Dim>(random, 0, 3);
    }
    const Vector<Dim> a = ends[1] - ends[0];
    const Vector<Dim> b = ends[3] - ends[2];
    const mesh::SegmentPair<Dim> pair(ends[0], a, ends[2], b);
    for (u32 i = 0; i <= 10; ++i) {
      for (u32 k = 0; k <= 10; ++k) {
        const Vector<Dim> gap = ends[0] + a * (i / 10.0) - ends[2] - b * (k / 10.0);
        EXPECT_GE(dot(gap, gap), pair.squared - 1e-9);
      }
    }
  }
}

TEST(MeshDistanceBounds, Bounds_of_triangles_are_not_above_the_distance) {
  Random random(11);
  f64 tight = 0;
  for (u32 round = 0; round < 20000; ++round) {
    const f64 scale = std::ldexp(1.0, static_cast<int>(random.below(80)) - 40);
    const f64 far = random.one_in(3) ? 0 : scale * std::ldexp(1.0, random.below(16));
    Soup<3> soup;
    for (u32 lane = 0; lane < kLanes; ++lane) {
      Vector<3> v[3];
      for (auto& vertex : v) vertex = random_point<3>(random, -1, 1);
      if (random.one_in(2)) {
        const f64 thin = std::ldexp(1.0, -static_cast<int>(random.below(20)));
        v[2] = v[0] + (v[1] - v[0]) * static_cast<f64>(random.between(-0.5f, 1.5f)) + v[2] * thin;
      }
      const Vector<3> center = random_point<3>(random, -2, 2);
      for (auto& vertex : v) {
        vertex = (vertex + center) * scale;
        vertex[0] += far;
      }
      soup.add(v);
    }
    Vector<3> point = random_point<3>(random, -3, 3) * scale;
    if (random.one_in(2)) point = soup.primitive(1).v[0] + point * 1e-3;
    point[0] += far;
    const Mesh<3> mesh = mesh_of(soup);
    const mesh::DistanceBounds<3> distances(point, mesh.geometry().largest());
    const mesh::Leaf<3>& leaf = mesh.geometry().tree().leaf(0);
    alignas(16) f32 bounds[kLanes];
    simd::store_aligned(bounds,
                        distances.improved(mesh.geometry().gather(leaf), simd::F32x4::zero()));
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const f64 squared = closest_to(mesh.geometry().primitive(leaf, lane), point).squared;
      ASSERT_LE(bounds[lane], padded_limit(squared)) << round;
      if (squared > 0) tight += static_cast<f64>(bounds[lane]) / squared;
    }
  }
  EXPECT_GT(tight, 0.1 * 20000 * kLanes);
}

TYPED_TEST(MeshClosest, Rejects_invalid_arguments) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(flat_soup<Dim>(3));
  bool found = false;
  mesh::ClosestHit<Dim> hit;
  Vector<Dim> point{};
  EXPECT_FALSE(mesh.closest_point(point, -1, found, hit).ok());
  EXPECT_FALSE(mesh.closest_point(point, std::nan(""), found, hit).ok());
  point[1] = HUGE_VAL;
  EXPECT_FALSE(mesh.closest_point(point, 1, found, hit).ok());
  point[1] = std::nan("");
  EXPECT_FALSE(mesh.closest_point(point, 1, found, hit).ok());
}

TYPED_TEST(MeshClosest, A_point_primitive_has_no_normal) {
  constexpr int Dim = TypeParam::kDim;
  Soup<Dim> soup;
  Vector<Dim> v[Dim] = {};
  soup.add(v);
  const Mesh<Dim> mesh = mesh_of(soup);
  bool found = false;
  mesh::ClosestHit<Dim> hit;
  Vector<Dim> point{};
  point[0] = 2;
  ASSERT_TRUE(mesh.closest_point(point, 2, found, hit).ok());
  ASSERT_TRUE(found);
  EXPECT_EQ(hit.distance, 2);
  EXPECT_TRUE(mesh::is_zero(hit.normal));
}

}  // namespace
}  // namespace sapwood::test
