// Casts and contacts of a mesh, compared with tests of all primitives. Also tests mesh::Sweep for
// single primitives.
#include "mesh/mesh_cases.hpp"

namespace sapwood::test {
namespace {

template <class T>
class MeshCasts : public ::testing::Test {};
TYPED_TEST_SUITE(MeshCasts, Dimensions);

template <int Dim>
mesh::Capsule<Dim> random_mover(const Soup<Dim>& soup, Random& random) {
  mesh::Capsule<Dim> capsule{query_point(soup, random), {}, 0};
  capsule.b = capsule.a + random_point<Dim>(random, -1, 1);
  if (random.one_in(3)) capsule.b = capsule.a;
  if (!random.one_in(6)) capsule.radius = random.one_in(2) ? 0.5 : static_cast<f64>(random.unit());
  return capsule;
}

template <int Dim>
Vector<Dim> random_way(Random& random) {
  if (random.one_in(10)) return {};
  Vector<Dim> way = random_point<Dim>(random, -10, 10);
  if (random.one_in(3)) {
    for (int axis = 1; axis < Dim; ++axis) way[axis] = 0;
  }
  return way;
}

TYPED_TEST(MeshCasts, Equal_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  u32 hits = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 100; ++round) {
      const mesh::Capsule<Dim> capsule = random_mover(soup, random);
      const Vector<Dim> way = random_way<Dim>(random);
      const mesh::Sweep<Dim> sweep(capsule, way);
      u32 expected = kNone;
      f64 first = 2;
      for (u32 id = 0; id < soup.size(); ++id) {
        f64 fraction = 1;
        if (!sweep.touches(soup.primitive(id), fraction) || !(fraction < first)) continue;
        first = fraction;
        expected = id;
      }
      bool found = false;
      mesh::CastHit<Dim> hit;
      ASSERT_TRUE(mesh.cast_capsule(capsule, way, found, hit).ok());
      ASSERT_EQ(found, expected != kNone);
      if (!found) continue;
      ++hits;
      EXPECT_EQ(hit.fraction, first);
      EXPECT_EQ(hit.primitive, expected);
      EXPECT_NEAR(length(hit.normal), 1, 1e-12);
    }
  });
  EXPECT_GT(hits, 500u);
}

// Checks the time of the first touch by distances, which other formulas compute. At this time the
// distance equals the radius; at earlier times it is not smaller.
TYPED_TEST(MeshCasts, Touch_when_the_distance_becomes_the_radius) {
  constexpr int Dim = TypeParam::kDim;
  Random random(5);
  u32 hits = 0;
  for (u32 round = 0; round < 6000; ++round) {
    const Soup<Dim> soup =
        round % 3 == 0 ? random_soup<Dim>(1, 2, round) : adversarial_soup<Dim>(1, round);
    const Primitive<Dim> primitive = soup.primitive(0);
    const mesh::Capsule<Dim> capsule = random_mover(soup, random);
    if (capsule.radius < 1e-3) continue;
    Vector<Dim> way = random_way<Dim>(random);
    if (round % 4 != 0)
      way = (primitive.v[0] - capsule.a) * static_cast<f64>(random.between(0.5f, 2));
    f64 fraction = 1;
    const bool touched = mesh::Sweep<Dim>(capsule, way).touches(primitive, fraction);
    const auto distance_at = [&](f64 time) {
      return std::sqrt(distance_squared(primitive, capsule.moved(way * time)));
    };
    hits += touched && fraction > 0 ? 1 : 0;
    if (touched && fraction > 0) {
      EXPECT_NEAR(distance_at(fraction), capsule.radius, 1e-7);
    }
    for (u32 i = 0; i <= 50; ++i) {
      const f64 time = (touched ? fraction : 1) * i / 50;
      ASSERT_GT(distance_at(time), touched && time == fraction ? -1 : capsule.radius - 1e-7)
          << round << " at " << time << " touched " << touched << " at " << fraction;
    }
  }
  EXPECT_GT(hits, 500u);
}

TYPED_TEST(MeshCasts, Casts_of_spheres_touch_faces_with_their_normal) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(flat_soup<Dim>(8));
  Vector<Dim> center{};
  for (int axis = 0; axis < Dim - 1; ++axis) center[axis] = 4;  // a shared vertex
  center[Dim - 1] = 3;
  Vector<Dim> way{};
  way[Dim - 1] = -4;
  for (const f64 side : {1.0, -1.0}) {
    bool found = false;
    mesh::CastHit<Dim> hit;
    center[Dim - 1] = 3 * side;
    ASSERT_TRUE(mesh.cast_capsule({center, center, 1}, way * side, found, hit).ok());
    ASSERT_TRUE(found);
    EXPECT_DOUBLE_EQ(hit.fraction, 0.5);
    EXPECT_DOUBLE_EQ(hit.normal[Dim - 1], side);
    EXPECT_DOUBLE_EQ(hit.point[Dim - 1], 0);
    ASSERT_TRUE(mesh.cast_capsule({center, center, 0}, way * side, found, hit).ok());
    ASSERT_TRUE(found);
    EXPECT_DOUBLE_EQ(hit.fraction, 0.75);
    EXPECT_DOUBLE_EQ(hit.normal[Dim - 1], side);
  }
}

TYPED_TEST(MeshCasts, Never_pass_through_a_closed_mesh) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = closed_soup<Dim>(20);
  const Mesh<Dim> mesh = mesh_of(soup);
  Random random(6);
  for (u32 round = 0; round < 5000; ++round) {
    const Primitive<Dim> primitive = soup.primitive(random.below(soup.size()));
    const Vector<Dim> target =
        round % 2 == 0 ? primitive.v[0] : primitive.v[0] * 0.5 + primitive.v[1] * 0.5;
    bool found = false;
    mesh::CastHit<Dim> hit;
    const f64 radius = round % 3 == 0 ? 0 : round % 3 == 1 ? 1e-9 : 0.1;
    ASSERT_TRUE(mesh.cast_capsule({{}, {}, radius}, target * 10, found, hit).ok());
    ASSERT_TRUE(found) << round;
    ASSERT_LT(hit.fraction, 0.11);
  }
}

TYPED_TEST(MeshCasts, Contacts_equal_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  size_t contacts = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 100; ++round) {
      const mesh::Capsule<Dim> capsule = random_mover(soup, random);
      if (capsule.radius == 0) continue;
      std::vector<u32> expected;
      for (u32 id = 0; id < soup.size(); ++id) {
        const f64 squared = distance_squared(soup.primitive(id), capsule);
        if (squared <= capsule.radius * capsule.radius) expected.push_back(id);
      }
      Array<mesh::Contact<Dim>> out;
      ASSERT_TRUE(mesh.collide_capsule(capsule, out).ok());
      std::vector<u32> ids;
      for (const mesh::Contact<Dim>& contact : out) {
        ids.push_back(contact.primitive);
        const Primitive<Dim> primitive = soup.primitive(contact.primitive);
        EXPECT_NEAR(length(contact.normal), 1, 1e-12);
        EXPECT_GE(contact.depth, 0);
        const auto moved = capsule.moved(contact.normal * contact.depth);
        const f64 scale = 1 + mesh::largest_coordinate(capsule.a);
        EXPECT_GT(std::sqrt(distance_squared(primitive, moved)), capsule.radius - 1e-8 * scale);
      }
      contacts += ids.size();
      std::sort(ids.begin(), ids.end());
      ASSERT_EQ(ids, expected);
    }
  });
  EXPECT_GT(contacts, 500u);
}

TYPED_TEST(MeshCasts, Reject_invalid_arguments) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(flat_soup<Dim>(3));
  bool found = false;
  mesh::CastHit<Dim> hit;
  Array<mesh::Contact<Dim>> out;
  Vector<Dim> bad{};
  bad[1] = HUGE_VAL;
  EXPECT_FALSE(mesh.cast_capsule({bad, {}, 1}, {}, found, hit).ok());
  EXPECT_FALSE(mesh.cast_capsule({{}, {}, -1}, {}, found, hit).ok());
  EXPECT_FALSE(mesh.cast_capsule({{}, {}, 1}, bad, found, hit).ok());
  EXPECT_FALSE(mesh.cast_capsule({{}, bad, 1}, {}, found, hit).ok());
  EXPECT_FALSE(mesh.collide_capsule({{}, {}, std::nan("")}, out).ok());
}

}  // namespace
}  // namespace sapwood::test
