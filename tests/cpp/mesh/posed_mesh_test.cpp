// Queries of a posed mesh equal those of a mesh with moved vertices, except for rounding.
#include "sapwood/mesh/posed_mesh.hpp"

#include "mesh/mesh_cases.hpp"

namespace sapwood::test {
namespace {

template <class T>
class PosedMeshes : public ::testing::Test {};
TYPED_TEST_SUITE(PosedMeshes, Dimensions);

template <int Dim>
mesh::Pose<Dim> pose_of(f64 scale, const Vector<Dim>& stretch) {
  // 0.6 and 0.8 are not exact binary fractions, so the rotation has rounding errors
  const f64 c = 0.6, s = 0.8;
  f64 matrix[(Dim + 1) * (Dim + 1)] = {};
  for (int i = 0; i <= Dim; ++i) matrix[i * (Dim + 2)] = 1;
  matrix[0] = c;
  matrix[1] = s;
  matrix[Dim + 1] = -s;
  matrix[Dim + 2] = c;
  for (int i = 0; i < Dim; ++i) {
    for (int axis = 0; axis < Dim; ++axis) matrix[i * (Dim + 1) + axis] *= scale * stretch[i];
    matrix[Dim * (Dim + 1) + i] = 3 - i;
  }
  mesh::Pose<Dim> pose;
  EXPECT_TRUE(mesh::Pose<Dim>::from_matrix(matrix, pose).ok());
  return pose;
}

template <int Dim>
Vector<Dim> ones() {
  Vector<Dim> vector;
  for (int axis = 0; axis < Dim; ++axis) vector[axis] = 1;
  return vector;
}

template <int Dim>
Soup<Dim> moved(Soup<Dim> soup, const mesh::Pose<Dim>& pose) {
  for (size_t i = 0; i < soup.positions.size(); i += Dim) {
    const auto at = pose.point_to_world(mesh::to_vector<Dim>(&soup.positions[i]));
    for (int axis = 0; axis < Dim; ++axis) soup.positions[i + axis] = static_cast<f32>(at[axis]);
  }
  return soup;
}

constexpr f64 kNear = 1e-4;  // the vertices of the moved mesh are rounded to float32

TYPED_TEST(PosedMeshes, Rays_equal_those_of_a_moved_mesh) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = closed_soup<Dim>(16, 2);
  const Mesh<Dim> mesh = mesh_of(soup);
  Vector<Dim> stretch = ones<Dim>();
  for (const f64 second : {1.0, 2.5}) {
    stretch[1] = second;
    const mesh::Pose<Dim> pose = pose_of<Dim>(1.5, stretch);
    const PosedMesh<Dim> posed(mesh, pose);
    const Mesh<Dim> other = mesh_of(moved(soup, pose));
    Random random(2);
    u32 hits = 0;
    for (u32 round = 0; round < 500; ++round) {
      mesh::Ray<Dim> ray{random_point<Dim>(random, -8, 12), {}, 10, mesh::Side::kFront};
      ray.direction = random_point<Dim>(random, -1, 5) - ray.origin;
      bool found[2] = {};
      mesh::RayHit<Dim> hit[2];
      ASSERT_TRUE(posed.raycast(ray, found[0], hit[0]).ok());
      ASSERT_TRUE(other.raycast(ray, found[1], hit[1]).ok());
      ASSERT_EQ(found[0], found[1]);
      bool any = false;
      mesh::RayHit<Dim> some;
      ASSERT_TRUE(posed.raycast_any(ray, any, some).ok());
      EXPECT_EQ(any, found[0]);
      Array<mesh::RayHit<Dim>> all[2];
      ASSERT_TRUE(posed.raycast_all(ray, all[0]).ok());
      ASSERT_TRUE(other.raycast_all(ray, all[1]).ok());
      EXPECT_EQ(all[0].size(), all[1].size());
      if (!any) continue;
      ++hits;
      EXPECT_NEAR(hit[0].distance, hit[1].distance, kNear);
      EXPECT_EQ(hit[0].distance, all[0][0].distance);
      EXPECT_LT(length(hit[0].normal - hit[1].normal), 1e-3);
    }
    EXPECT_GT(hits, 50u);
  }
}

TYPED_TEST(PosedMeshes, Shapes_equal_those_of_a_moved_mesh) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = random_soup<Dim>(300, 0.5, 2);
  const Mesh<Dim> mesh = mesh_of(soup);
  const mesh::Pose<Dim> pose = pose_of<Dim>(0.5, ones<Dim>());
  const PosedMesh<Dim> posed(mesh, pose);
  const Mesh<Dim> other = mesh_of(moved(soup, pose));
  Random random(3);
  u32 differing = 0;
  u32 hits = 0;
  const auto compare = [&](auto&& query) {
    Array<u32> out[2];
    ASSERT_TRUE(query(posed, out[0]).ok());
    ASSERT_TRUE(query(other, out[1]).ok());
    for (auto& ids : out) std::sort(ids.begin(), ids.end());
    hits += static_cast<u32>(out[0].size());
    if (!std::equal(out[0].begin(), out[0].end(), out[1].begin(), out[1].end())) ++differing;
  };
  for (u32 round = 0; round < 300; ++round) {
    const Vector<Dim> a = random_point<Dim>(random, -3, 6);
    const Vector<Dim> b = a + random_point<Dim>(random, 0, 2);
    const f64 radius = static_cast<f64>(random.unit());
    compare([&](const auto& of, auto& out) { return of.query_box({a, b}, out); });
    compare([&](const auto& of, auto& out) { return of.query_sphere(a, radius, out); });
    compare([&](const auto& of, auto& out) { return of.query_capsule({a, b, radius}, out); });
    compare([&](const auto& of, auto& out) { return of.query_segment(a, b, out); });
    const mesh::HalfSpace<Dim> space{b - a, -dot(b - a, a)};
    compare([&](const auto& of, auto& out) { return of.query_convex(&space, 1, out); });
  }
  EXPECT_GT(hits, 1000u);
  EXPECT_LT(differing, 8u);  // differences only by rounding of the vertices
}

TYPED_TEST(PosedMeshes, Distances_casts_and_contacts_equal_those_of_a_moved_mesh) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = closed_soup<Dim>(16, 2);
  const Mesh<Dim> mesh = mesh_of(soup);
  const mesh::Pose<Dim> pose = pose_of<Dim>(2, ones<Dim>());
  const PosedMesh<Dim> posed(mesh, pose);
  const Mesh<Dim> other = mesh_of(moved(soup, pose));
  Random random(4);
  u32 casts = 0;
  size_t contact_count = 0;
  for (u32 round = 0; round < 300; ++round) {
    const Vector<Dim> a = random_point<Dim>(random, -6, 9);
    const Vector<Dim> b = a + random_point<Dim>(random, -1, 1);
    bool found[2] = {};
    mesh::ClosestHit<Dim> closest[2];
    ASSERT_TRUE(posed.closest_point(a, 5, found[0], closest[0]).ok());
    ASSERT_TRUE(other.closest_point(a, 5, found[1], closest[1]).ok());
    ASSERT_EQ(found[0], found[1]);
    if (found[0]) {
      EXPECT_NEAR(closest[0].distance, closest[1].distance, kNear);
      EXPECT_NEAR(length(closest[0].point - a), closest[0].distance, 1e-9);
    }
    bool inside[2] = {};
    ASSERT_TRUE(posed.contains(a, inside[0]).ok());
    ASSERT_TRUE(other.contains(a, inside[1]).ok());
    EXPECT_EQ(inside[0], inside[1]);
    mesh::CastHit<Dim> cast[2];
    const Vector<Dim> way = random_point<Dim>(random, 0, 3) - a;
    ASSERT_TRUE(posed.cast_capsule({a, b, 0.5}, way, found[0], cast[0]).ok());
    ASSERT_TRUE(other.cast_capsule({a, b, 0.5}, way, found[1], cast[1]).ok());
    ASSERT_EQ(found[0], found[1]);
    if (found[0]) {
      ++casts;
      EXPECT_NEAR(cast[0].fraction, cast[1].fraction, 1e-3);
    }
    Array<mesh::Contact<Dim>> contacts[2];
    ASSERT_TRUE(posed.collide_capsule({a, b, 0.5}, contacts[0]).ok());
    ASSERT_TRUE(other.collide_capsule({a, b, 0.5}, contacts[1]).ok());
    ASSERT_EQ(contacts[0].size(), contacts[1].size());
    contact_count += contacts[0].size();
    for (u32 i = 0; i < contacts[0].size(); ++i) {
      EXPECT_NEAR(length(contacts[0][i].normal), 1, 1e-9);
      EXPECT_LE(contacts[0][i].depth, 2.5);
    }
  }
  EXPECT_GT(casts, 100u);
  EXPECT_GT(contact_count, 100u);
}

TYPED_TEST(PosedMeshes, Pairs_use_both_poses) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(random_soup<Dim>(100, 1, 2));
  const Mesh<Dim> other = mesh_of(random_soup<Dim>(100, 1, 3));
  Array<u32> plain, moved_out;
  ASSERT_TRUE(mesh.pairs_with(other, mesh::Pose<Dim>::identity(), plain).ok());
  const mesh::Pose<Dim> pose = pose_of<Dim>(3, ones<Dim>());
  ASSERT_TRUE(PosedMesh<Dim>(mesh, pose).pairs_with(PosedMesh<Dim>(other, pose), moved_out).ok());
  EXPECT_GT(plain.size(), 20u);
  EXPECT_EQ(plain.size(), moved_out.size());
}

TYPED_TEST(PosedMeshes, Stretched_poses_are_unsupported_for_queries_with_spheres) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(flat_soup<Dim>(2));
  Vector<Dim> stretch = ones<Dim>();
  stretch[0] = 2;
  const PosedMesh<Dim> posed(mesh, pose_of<Dim>(1, stretch));
  Array<u32> out;
  bool found = false;
  mesh::ClosestHit<Dim> closest;
  mesh::CastHit<Dim> cast;
  Array<mesh::Contact<Dim>> contacts;
  EXPECT_EQ(posed.query_sphere({}, 1, out).code, StatusCode::kUnsupported);
  EXPECT_EQ(posed.overlaps_sphere({}, 1, found).code, StatusCode::kUnsupported);
  EXPECT_EQ(posed.closest_point({}, 1, found, closest).code, StatusCode::kUnsupported);
  EXPECT_EQ(posed.cast_capsule({{}, {}, 1}, {}, found, cast).code, StatusCode::kUnsupported);
  EXPECT_EQ(posed.collide_capsule({{}, {}, 1}, contacts).code, StatusCode::kUnsupported);
  EXPECT_TRUE(posed.query_box({{}, ones<Dim>()}, out).ok());
}

TYPED_TEST(PosedMeshes, Matrices_without_an_inverse_are_rejected) {
  constexpr int Dim = TypeParam::kDim;
  constexpr int kNumbers = (Dim + 1) * (Dim + 1);
  f64 matrix[kNumbers] = {};
  for (int i = 0; i <= Dim; ++i) matrix[i * (Dim + 2)] = 1;
  mesh::Pose<Dim> pose;
  EXPECT_TRUE(mesh::Pose<Dim>::from_matrix(matrix, pose).ok());
  EXPECT_EQ(pose.scale, 1);
  for (int i = 0; i < kNumbers; ++i) {
    const f64 before = matrix[i];
    for (const f64 value : {std::nan(""), HUGE_VAL}) {
      matrix[i] = value;
      EXPECT_FALSE(mesh::Pose<Dim>::from_matrix(matrix, pose).ok());
    }
    matrix[i] = before;
  }
  matrix[0] = 0;
  EXPECT_FALSE(mesh::Pose<Dim>::from_matrix(matrix, pose).ok());
  matrix[0] = 1;
  matrix[Dim] = 0.5;  // a perspective projection
  EXPECT_FALSE(mesh::Pose<Dim>::from_matrix(matrix, pose).ok());
}

}  // namespace
}  // namespace sapwood::test
