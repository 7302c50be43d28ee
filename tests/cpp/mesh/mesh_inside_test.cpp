// Containment of points in a mesh, and pairs of overlapping primitives of two meshes.
#include "mesh/mesh_cases.hpp"
#include "sapwood/mesh/posed_mesh.hpp"

namespace sapwood::test {
namespace {

template <class T>
class MeshInside : public ::testing::Test {};
TYPED_TEST_SUITE(MeshInside, Dimensions);

TYPED_TEST(MeshInside, Equals_the_parity_of_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  u32 inside_count = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 300; ++round) {
      const Vector<Dim> point = query_point(soup, random);
      bool expected = false;
      for (u32 id = 0; id < soup.size(); ++id) expected ^= ray_crosses(soup.primitive(id), point);
      for (u32 id = 0; id < soup.size(); ++id) {
        const Primitive<Dim> primitive = soup.primitive(id);
        const mesh::Box<Dim> box = mesh::box_of(primitive.v);
        bool near = true;
        for (int axis = 0; axis < Dim; ++axis) {
          near &= box.min[axis] <= point[axis] && point[axis] <= box.max[axis];
        }
        expected |= near && is_on(primitive, point);
      }
      bool inside = false;
      ASSERT_TRUE(mesh.contains(point, inside).ok());
      ASSERT_EQ(inside, expected);
      inside_count += inside ? 1 : 0;
    }
  });
  EXPECT_GT(inside_count, 500u);
}

// The mesh is star-shaped around the origin: a point is inside if the surface is farther out.
TYPED_TEST(MeshInside, The_inside_of_a_star_shape_ends_at_the_surface) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = closed_soup<Dim>(24);
  const Mesh<Dim> mesh = mesh_of(soup);
  Random random(2);
  for (u32 round = 0; round < 20000; ++round) {
    // many points share coordinates with vertices
    Vector<Dim> point = random_point<Dim>(random, -1.5, 1.5);
    const Primitive<Dim> primitive = soup.primitive(random.below(soup.size()));
    for (int axis = 0; axis < Dim; ++axis) {
      if (random.one_in(2)) point[axis] = primitive.v[0][axis];
    }
    if (mesh::is_zero(point)) continue;
    const mesh::Ray<Dim> ray{{}, point};
    bool found = false;
    mesh::RayHit<Dim> hit;
    ASSERT_TRUE(mesh.raycast(ray, found, hit).ok());
    ASSERT_TRUE(found);
    const f64 before = hit.distance - length(point);
    if (std::fabs(before) < 1e-9) continue;
    bool inside = false;
    ASSERT_TRUE(mesh.contains(point, inside).ok());
    ASSERT_EQ(inside, before > 0) << round;
  }
}

TYPED_TEST(MeshInside, Includes_the_surface) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = closed_soup<Dim>(10);
  const Mesh<Dim> mesh = mesh_of(soup);
  for (u32 id = 0; id < soup.size(); ++id) {
    for (const Vector<Dim>& vertex : soup.primitive(id).v) {
      bool inside = false;
      ASSERT_TRUE(mesh.contains(vertex, inside).ok());
      EXPECT_TRUE(inside);
    }
  }
}

template <int Dim>
std::vector<std::pair<u32, u32>> sorted_pairs(const Array<u32>& out) {
  std::vector<std::pair<u32, u32>> pairs;
  for (u32 i = 0; i < out.size(); i += 2) pairs.push_back({out[i], out[i + 1]});
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TYPED_TEST(MeshInside, Pairs_equal_testing_all_pairs) {
  constexpr int Dim = TypeParam::kDim;
  size_t count = 0;
  Random random(9);
  const Soup<Dim> other = adversarial_soup<Dim>(60, 77);
  const Mesh<Dim> other_mesh = mesh_of(other);
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random&) {
    mesh::Pose<Dim> pose = mesh::Pose<Dim>::identity();
    if (random.one_in(2)) {
      for (auto& column : pose.columns) column = random_point<Dim>(random, -1, 1);
      pose.translation = random_point<Dim>(random, 0, 5);
      ASSERT_TRUE(pose.complete());
    }
    std::vector<std::pair<u32, u32>> expected;
    for (u32 b = 0; b < other.size(); ++b) {
      Primitive<Dim> posed = other.primitive(b);
      for (auto& vertex : posed.v) vertex = pose.point_to_world(vertex);
      for (u32 a = 0; a < soup.size(); ++a) {
        if (meets_primitive(soup.primitive(a), posed)) expected.push_back({a, b});
      }
    }
    std::sort(expected.begin(), expected.end());
    count += expected.size();
    Array<u32> out;
    ASSERT_TRUE(mesh.pairs_with(other_mesh, pose, out).ok());
    ASSERT_EQ(sorted_pairs<Dim>(out), expected);
  });
  EXPECT_GT(count, 500u);
}

// Compares meets_primitive(), which tests edges, with the least distance of sampled points.
TYPED_TEST(MeshInside, Primitives_meet_if_they_have_a_common_point) {
  constexpr int Dim = TypeParam::kDim;
  u32 met = 0;
  for (u32 round = 0; round < 1500; ++round) {
    const Primitive<Dim> a = adversarial_soup<Dim>(1, 2 * round).primitive(0);
    const Primitive<Dim> b = adversarial_soup<Dim>(1, 2 * round + 1).primitive(0);
    f64 least = HUGE_VAL;
    for (u32 i = 0; i <= 60; ++i) {
      for (u32 k = 0; k <= (Dim == 3 ? 60 - i : 0); ++k) {
        Vector<Dim> at = a.v[0] * (1 - (i + k) / 60.0) + a.v[1] * (i / 60.0);
        if constexpr (Dim == 3) at = at + a.v[2] * (k / 60.0);
        least = std::min(least, closest_to(b, at).squared);
      }
    }
    const bool meets = meets_primitive(a, b);
    EXPECT_EQ(meets, meets_primitive(b, a));
    met += meets ? 1 : 0;
    if (meets) {
      EXPECT_LT(least, 0.02);
    }
    if (!meets) {
      EXPECT_GT(least, 0);
    }
  }
  EXPECT_GT(met, 100u);
}

}  // namespace
}  // namespace sapwood::test
