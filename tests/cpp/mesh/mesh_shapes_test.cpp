// Overlap queries of a mesh, compared with tests of all primitives.
#include "mesh/mesh_cases.hpp"

namespace sapwood::test {
namespace {

template <class T>
class MeshShapes : public ::testing::Test {};
TYPED_TEST_SUITE(MeshShapes, Dimensions);

using Ids = std::vector<u32>;

Ids sorted(const Array<u32>& found) {
  Ids ids(found.begin(), found.end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

template <int Dim, class Meets>
Ids all_that(const Soup<Dim>& soup, Meets&& meets) {
  Ids ids;
  for (u32 id = 0; id < soup.size(); ++id) {
    if (meets(soup.primitive(id))) ids.push_back(id);
  }
  return ids;
}

template <int Dim>
mesh::Capsule<Dim> random_capsule(const Soup<Dim>& soup, Random& random) {
  mesh::Capsule<Dim> capsule{query_point(soup, random), query_point(soup, random), 0};
  if (random.one_in(2)) capsule.b = capsule.a + random_point<Dim>(random, -1, 1);
  if (random.one_in(8)) capsule.b = capsule.a;
  if (!random.one_in(4)) capsule.radius = random.one_in(2) ? 1 : static_cast<f64>(random.unit());
  return capsule;
}

TYPED_TEST(MeshShapes, Boxes_equal_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  size_t hits = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 200; ++round) {
      const Vector<Dim> corners[2] = {query_point(soup, random), query_point(soup, random)};
      mesh::Box<Dim> box = mesh::box_of(corners);
      if (random.one_in(2)) box = {corners[0], corners[0] + random_point<Dim>(random, 0, 1)};
      if (random.one_in(8)) box.max[0] = HUGE_VAL;
      if (random.one_in(8)) box.min[1] = -HUGE_VAL;
      const Ids expected =
          all_that(soup, [&](const auto& primitive) { return meets_box(primitive, box); });
      hits += expected.size();
      Array<u32> out;
      ASSERT_TRUE(mesh.query_box(box, out).ok());
      ASSERT_EQ(sorted(out), expected);
      bool found = false;
      ASSERT_TRUE(mesh.overlaps_box(box, found).ok());
      EXPECT_EQ(found, !expected.empty());
    }
  });
  EXPECT_GT(hits, 1000u);
}

TYPED_TEST(MeshShapes, Capsules_and_spheres_equal_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  size_t hits = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 100; ++round) {
      const mesh::Capsule<Dim> capsule = random_capsule(soup, random);
      const f64 squared = capsule.radius * capsule.radius;
      Ids expected = all_that(soup, [&](const auto& primitive) {
        return distance_squared(primitive, capsule) <= squared;
      });
      hits += expected.size();
      Array<u32> out;
      bool found = false;
      if (capsule.radius > 0) {
        ASSERT_TRUE(mesh.query_capsule(capsule, out).ok());
        ASSERT_EQ(sorted(out), expected);
        ASSERT_TRUE(mesh.overlaps_capsule(capsule, found).ok());
        EXPECT_EQ(found, !expected.empty());
      }
      expected = all_that(soup, [&](const auto& primitive) {
        return closest_to(primitive, capsule.a).squared <= squared;
      });
      out.clear();
      ASSERT_TRUE(mesh.query_sphere(capsule.a, capsule.radius, out).ok());
      ASSERT_EQ(sorted(out), expected);
      ASSERT_TRUE(mesh.overlaps_sphere(capsule.a, capsule.radius, found).ok());
      EXPECT_EQ(found, !expected.empty());
    }
  });
  EXPECT_GT(hits, 1000u);
}

TYPED_TEST(MeshShapes, Segments_equal_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  size_t hits = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 200; ++round) {
      const mesh::Capsule<Dim> capsule = random_capsule(soup, random);
      if (capsule.is_sphere()) continue;
      const Ids expected = all_that(soup, [&](const auto& primitive) {
        return meets_segment(primitive, capsule.a, capsule.b);
      });
      hits += expected.size();
      Array<u32> out;
      ASSERT_TRUE(mesh.query_segment(capsule.a, capsule.b, out).ok());
      ASSERT_EQ(sorted(out), expected);
    }
  });
  EXPECT_GT(hits, 300u);
}

TYPED_TEST(MeshShapes, Convex_regions_equal_testing_all_primitives) {
  constexpr int Dim = TypeParam::kDim;
  size_t hits = 0;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random& random) {
    for (u32 round = 0; round < 100; ++round) {
      std::vector<mesh::HalfSpace<Dim>> spaces(random.below(8));
      for (auto& space : spaces) {
        space.normal = random.one_in(2) ? random_point<Dim>(random, -1, 1)
                                        : grid_point<Dim>(random, 3) - grid_point<Dim>(random, 3);
        const Vector<Dim> on = query_point(soup, random);
        space.constant = -dot(space.normal, on) + (random.one_in(2) ? 0 : 2);
      }
      const u32 count = static_cast<u32>(spaces.size());
      const Ids expected = all_that(soup, [&](const auto& primitive) {
        return meets_convex(primitive, spaces.data(), count);
      });
      hits += expected.size();
      Array<u32> out;
      ASSERT_TRUE(mesh.query_convex(spaces.data(), count, out).ok());
      ASSERT_EQ(sorted(out), expected);
      bool found = false;
      ASSERT_TRUE(mesh.overlaps_convex(spaces.data(), count, found).ok());
      EXPECT_EQ(found, !expected.empty());
    }
  });
  EXPECT_GT(hits, 1000u);
}

TYPED_TEST(MeshShapes, Boxes_equal_convex_regions) {
  constexpr int Dim = TypeParam::kDim;
  Random random(3);
  u32 hits = 0;
  for (u32 round = 0; round < 20000; ++round) {
    Primitive<Dim> primitive;
    const bool coarse = round % 2 == 0;
    const auto point = [&] {
      return coarse ? grid_point<Dim>(random, 5) : random_point<Dim>(random, 0, 5);
    };
    for (auto& vertex : primitive.v) vertex = point();
    const Vector<Dim> corners[2] = {point(), point()};
    const mesh::Box<Dim> box = mesh::box_of(corners);
    mesh::HalfSpace<Dim> sides[2 * Dim] = {};
    for (int axis = 0; axis < Dim; ++axis) {
      sides[2 * axis].normal[axis] = 1;
      sides[2 * axis].constant = -box.min[axis];
      sides[2 * axis + 1].normal[axis] = -1;
      sides[2 * axis + 1].constant = box.max[axis];
    }
    const bool meets = meets_box(primitive, box);
    hits += meets ? 1 : 0;
    if (meets == meets_convex(primitive, sides, 2 * Dim)) continue;
    // results can differ by rounding if the box only touches the primitive
    const mesh::Box<Dim> larger = mesh::grown(box, 1e-9);
    const mesh::Box<Dim> smaller = mesh::grown(box, -1e-9);
    EXPECT_TRUE(meets_box(primitive, larger));
    bool inverted = false;
    for (int axis = 0; axis < Dim; ++axis) inverted |= smaller.min[axis] > smaller.max[axis];
    EXPECT_TRUE(inverted || !meets_box(primitive, smaller));
  }
  EXPECT_GT(hits, 2000u);
}

TYPED_TEST(MeshShapes, Segments_that_meet_a_primitive_are_at_distance_zero) {
  constexpr int Dim = TypeParam::kDim;
  Random random(4);
  for (u32 round = 0; round < 4000; ++round) {
    const Primitive<Dim> primitive = adversarial_soup<Dim>(1, round).primitive(0);
    const Vector<Dim> p =
        round % 2 == 0 ? grid_point<Dim>(random, 5) : random_point<Dim>(random, 0, 5);
    const Vector<Dim> q =
        round % 2 == 0 ? grid_point<Dim>(random, 5) : random_point<Dim>(random, 0, 5);
    f64 least = HUGE_VAL;
    for (u32 i = 0; i <= 400; ++i) {
      least = std::min(least, closest_to(primitive, p + (q - p) * (i / 400.0)).squared);
    }
    const bool meets = meets_segment(primitive, p, q);
    if (meets) {
      EXPECT_LT(least, 1e-3);
    } else {
      EXPECT_GT(mesh::closest_pair(primitive, p, q).squared, -1e-30);
      const mesh::Capsule<Dim> thin{p, q, 0};
      EXPECT_LE(distance_squared(primitive, thin), least + 1e-12);
    }
  }
}

TYPED_TEST(MeshShapes, Reject_invalid_arguments) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(flat_soup<Dim>(3));
  Array<u32> out;
  bool found = false;
  const f64 nan = std::nan("");
  Vector<Dim> bad{};
  bad[0] = nan;
  Vector<Dim> one{};
  one[0] = 1;
  EXPECT_FALSE(mesh.query_box({bad, one}, out).ok());
  EXPECT_FALSE(mesh.query_box({one, {}}, out).ok());
  EXPECT_FALSE(mesh.query_sphere(bad, 1, out).ok());
  for (const f64 radius : {-1.0, nan, HUGE_VAL}) {
    EXPECT_FALSE(mesh.query_sphere({}, radius, out).ok());
    EXPECT_FALSE(mesh.overlaps_capsule({{}, one, radius}, found).ok());
  }
  EXPECT_FALSE(mesh.query_segment({}, bad, out).ok());
  mesh::HalfSpace<Dim> spaces[mesh::kMaxHalfSpaces + 1] = {};
  EXPECT_TRUE(mesh.query_convex(spaces, mesh::kMaxHalfSpaces, out).ok());
  EXPECT_FALSE(mesh.query_convex(spaces, mesh::kMaxHalfSpaces + 1, out).ok());
  spaces[2].constant = HUGE_VAL;
  EXPECT_EQ(mesh.query_convex(spaces, 3, out).index, 2u);
}

}  // namespace
}  // namespace sapwood::test
