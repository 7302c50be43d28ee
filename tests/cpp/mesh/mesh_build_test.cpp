// Input, updates, memory and serialization of a mesh.
#include "mesh/mesh_cases.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

template <class T>
class MeshBuild : public ::testing::Test {};
TYPED_TEST_SUITE(MeshBuild, Dimensions);

using Lines = std::vector<std::string>;

template <int Dim>
Lines faults_of(const Mesh<Dim>& mesh) {
  Faults faults;
  mesh.validate(faults);
  return faults.lines();
}

template <int Dim>
std::vector<f64> probe(const Mesh<Dim>& mesh) {
  std::vector<f64> results;
  Random random(1);
  for (u32 i = 0; i < 50; ++i) {
    const Vector<Dim> point = random_point<Dim>(random, 0, 10);
    bool found = false;
    mesh::ClosestHit<Dim> closest{};
    EXPECT_TRUE(mesh.closest_point(point, HUGE_VAL, found, closest).ok());
    results.push_back(found ? closest.distance : -1);
    results.push_back(found ? closest.primitive : kNone);
    mesh::RayHit<Dim> hit{};
    const mesh::Ray<Dim> ray{point, random_point<Dim>(random, -1, 1)};
    EXPECT_TRUE(mesh.raycast(ray, found, hit).ok());
    results.push_back(found ? hit.distance : -1);
  }
  return results;
}

TYPED_TEST(MeshBuild, Builds_valid_trees) {
  constexpr int Dim = TypeParam::kDim;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random&) {
    EXPECT_EQ(faults_of(mesh), Lines{});
    EXPECT_EQ(mesh.size(), soup.size());
    if (soup.size() != 0) {
      f32 least = HUGE_VALF;
      for (u32 i : soup.indices) least = std::min(least, soup.positions[size_t{i} * Dim]);
      EXPECT_EQ(mesh.bounds().min[0], least);
    }
  });
}

TYPED_TEST(MeshBuild, Results_do_not_depend_on_the_method) {
  constexpr int Dim = TypeParam::kDim;
  for (const Soup<Dim>& soup : all_soups<Dim>()) {
    EXPECT_EQ(probe(mesh_of(soup, mesh::Build::kFast)),
              probe(mesh_of(soup, mesh::Build::kQuality)));
  }
}

TYPED_TEST(MeshBuild, Accepts_16_bit_indices_and_a_missing_index_array) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = random_soup<Dim>(100, 1, 3);
  const std::vector<f64> expected = probe(mesh_of(soup));
  const std::vector<u16> words(soup.indices.begin(), soup.indices.end());
  Mesh<Dim> mesh;
  const u32 count = static_cast<u32>(words.size());
  ASSERT_TRUE(mesh.build(soup.source(), {words.data(), nullptr, count}).ok());
  EXPECT_EQ(probe(mesh), expected);
  // without an index array the vertices are used in order; the indices of this soup have the same
  // order
  ASSERT_TRUE(mesh.build(soup.source()).ok());
  EXPECT_EQ(probe(mesh), expected);
}

TYPED_TEST(MeshBuild, Rejects_bad_input_and_keeps_the_mesh) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = random_soup<Dim>(20, 1, 3);
  Mesh<Dim> mesh = mesh_of(soup);
  const std::vector<f64> before = probe(mesh);
  const u32 vertices = static_cast<u32>(soup.positions.size()) / Dim;
  for (const f32 value : {std::nanf(""), HUGE_VALF, -HUGE_VALF, 2e18f}) {
    Soup<Dim> bad = soup;
    bad.positions[7 * Dim + 1] = value;
    for (const Status& status : {mesh.build(bad.source(), bad.index()), mesh.update(bad.source()),
                                 mesh.update_range(0, bad.source())}) {
      EXPECT_EQ(status.code, StatusCode::kInvalidArgument);
      EXPECT_EQ(status.index, 7u);
    }
  }
  Soup<Dim> bad = soup;
  bad.indices[5] = vertices;
  EXPECT_EQ(mesh.build(bad.source(), bad.index()).index, 5u);
  bad.indices[5] = kNone;
  EXPECT_EQ(mesh.build(bad.source(), bad.index()).index, 5u);
  bad = soup;
  bad.indices.pop_back();
  EXPECT_FALSE(mesh.build(bad.source(), bad.index()).ok());
  EXPECT_FALSE(mesh.build({soup.positions.data(), vertices - 1}).ok());
  EXPECT_FALSE(mesh.update({soup.positions.data(), vertices - 1}).ok());
  EXPECT_FALSE(mesh.update_range(1, soup.source()).ok());
  EXPECT_FALSE(mesh.update_range(kNone, {soup.positions.data(), 1}).ok());
  EXPECT_EQ(probe(mesh), before);
  EXPECT_EQ(faults_of(mesh), Lines{});
}

TYPED_TEST(MeshBuild, Updates_equal_a_new_mesh) {
  constexpr int Dim = TypeParam::kDim;
  Random random(6);
  for (Soup<Dim> soup : all_soups<Dim>()) {
    SCOPED_TRACE(soup.name + " of " + std::to_string(soup.size()));
    Mesh<Dim> mesh = mesh_of(soup);
    for (f32& value : soup.positions) value = value * 0.5f + random.unit();
    ASSERT_TRUE(mesh.update(soup.source()).ok());
    EXPECT_EQ(faults_of(mesh), Lines{});
    EXPECT_EQ(probe(mesh), probe(mesh_of(soup)));
    const u32 vertices = mesh.vertex_count();
    for (u32 round = 0; round < 10; ++round) {
      const u32 first = random.below(vertices + 1);
      const u32 count = random.below(vertices - first + 1);
      f32* moved = soup.positions.data() + size_t{first} * Dim;
      for (u32 i = 0; i < count * Dim; ++i) moved[i] += random.unit() - 0.5f;
      ASSERT_TRUE(mesh.update_range(first, {moved, count}).ok());
      ASSERT_EQ(faults_of(mesh), Lines{});
    }
    EXPECT_EQ(probe(mesh), probe(mesh_of(soup)));
  }
}

TYPED_TEST(MeshBuild, Round_trips_through_bytes) {
  constexpr int Dim = TypeParam::kDim;
  for_each_mesh<Dim>([&](const Soup<Dim>&, const Mesh<Dim>& mesh, Random&) {
    Array<u8> bytes;
    ASSERT_TRUE(mesh.serialize(bytes).ok());
    Mesh<Dim> loaded;
    ASSERT_TRUE(loaded.deserialize(bytes.data(), bytes.size()).ok());
    EXPECT_EQ(faults_of(loaded), Lines{});
    EXPECT_EQ(probe(loaded), probe(mesh));
    Array<u8> again;
    ASSERT_TRUE(loaded.serialize(again).ok());
    ASSERT_EQ(again.size(), bytes.size());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), again.begin()));
  });
}

// Corrects the checksum and the length, so that load() does not reject changed bytes before its
// other checks.
void forge(Array<u8>& bytes) {
  SerialHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.checksum = checksum(bytes.data() + sizeof(header), bytes.size() - sizeof(header));
  header.length = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof(header));
}

TYPED_TEST(MeshBuild, Damaged_bytes_are_rejected_or_give_a_valid_mesh) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(random_soup<Dim>(50, 1, 2), mesh::Build::kQuality);
  Array<u8> bytes;
  ASSERT_TRUE(mesh.serialize(bytes).ok());
  Random random(8);
  u32 rejected = 0;
  for (u32 round = 0; round < 6000; ++round) {
    Array<u8> damaged;
    const size_t length =
        round % 5 == 0 ? random.below(static_cast<u32>(bytes.size())) : bytes.size();
    ASSERT_TRUE(damaged.resize(length));
    std::copy(bytes.begin(), bytes.begin() + length, damaged.begin());
    if (round % 5 != 0) {
      const size_t at = random.one_in(4) ? 24 + random.below(20)
                                         : 24 + random.below(static_cast<u32>(length - 24));
      damaged[at] ^= static_cast<u8>(1 + random.below(255));
    }
    Mesh<Dim> loaded;
    EXPECT_EQ(loaded.deserialize(damaged.data(), damaged.size()).code, StatusCode::kBadData);
    if (length < sizeof(SerialHeader)) continue;
    forge(damaged);
    if (!loaded.deserialize(damaged.data(), damaged.size()).ok()) {
      ++rejected;
      EXPECT_EQ(loaded.size(), 0u);
      continue;
    }
    ASSERT_EQ(faults_of(loaded), Lines{});
    probe(loaded);
  }
  EXPECT_GT(rejected, 2000u);
}

TYPED_TEST(MeshBuild, Bytes_of_the_other_dimension_are_rejected) {
  constexpr int Dim = TypeParam::kDim;
  Array<u8> bytes;
  ASSERT_TRUE(Mesh<5 - Dim>().serialize(bytes).ok());
  Mesh<Dim> mesh;
  EXPECT_EQ(mesh.deserialize(bytes.data(), bytes.size()).code, StatusCode::kBadData);
}

TYPED_TEST(MeshBuild, Failed_allocations_change_nothing_and_leak_nothing) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = random_soup<Dim>(200, 1, 2);
  const Soup<Dim> other = random_soup<Dim>(300, 1, 3);
  for (const auto build : {mesh::Build::kFast, mesh::Build::kQuality}) {
    Mesh<Dim> mesh = mesh_of(soup);
    const std::vector<f64> before = probe(mesh);
    Array<u8> bytes;
    ASSERT_TRUE(mesh_of(other).serialize(bytes).ok());
    for (u32 skip = 0;; ++skip) {
      forget_watched();
      bool triggered = false;
      Status status[2];
      {
        AllocationWatch watch;
        FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
        status[0] = mesh.build(other.source(), other.index(), build);
        if (!status[0].ok()) status[1] = mesh.deserialize(bytes.data(), bytes.size());
        triggered = failing.triggered();
      }
      if (!triggered) break;
      if (status[0].ok()) continue;
      EXPECT_EQ(status[0].code, StatusCode::kOutOfMemory);
      EXPECT_EQ(status[1].code, StatusCode::kOutOfMemory);
      EXPECT_EQ(watched_bytes(), 0u);
      ASSERT_EQ(probe(mesh), before);
      ASSERT_LT(skip, 100u);
    }
    EXPECT_EQ(probe(mesh), probe(mesh_of(other)));
  }
}

TYPED_TEST(MeshBuild, Queries_report_failed_allocations) {
  constexpr int Dim = TypeParam::kDim;
  const Mesh<Dim> mesh = mesh_of(random_soup<Dim>(200, 1, 2));
  Array<u32> out;
  Array<u8> bytes;
  Array<mesh::RayHit<Dim>> hits;
  Array<mesh::Contact<Dim>> contacts;
  Vector<Dim> low, high;
  for (int axis = 0; axis < Dim; ++axis) low[axis] = -99, high[axis] = 99;
  const mesh::Box<Dim> all{low, high};
  Vector<Dim> middle{};
  FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_EQ(mesh.query_box(all, out).code, StatusCode::kOutOfMemory);
  EXPECT_EQ(mesh.query_sphere(middle, 99, out).code, StatusCode::kOutOfMemory);
  EXPECT_EQ(mesh.collide_capsule({middle, middle, 99}, contacts).code, StatusCode::kOutOfMemory);
  EXPECT_EQ(mesh.serialize(bytes).code, StatusCode::kOutOfMemory);
  EXPECT_EQ(mesh.pairs_with(mesh, mesh::Pose<Dim>::identity(), out).code, StatusCode::kOutOfMemory);
}

TYPED_TEST(MeshBuild, Dumps_contain_every_primitive_once_inside_its_nodes) {
  constexpr int Dim = TypeParam::kDim;
  for_each_mesh<Dim>([&](const Soup<Dim>& soup, const Mesh<Dim>& mesh, Random&) {
    NodeDump dump;
    ASSERT_TRUE(mesh.dump(dump).ok());
    std::vector<u32> items(dump.items.begin(), dump.items.end());
    std::sort(items.begin(), items.end());
    ASSERT_EQ(items.size(), soup.size());
    for (u32 i = 0; i < items.size(); ++i) ASSERT_EQ(items[i], i);
    for (u32 at = 0; at < dump.level.size(); ++at) {
      if (at == 0) continue;
      const u32 parent = dump.parent[at];
      ASSERT_LT(parent, at);
      EXPECT_EQ(dump.level[at], dump.level[parent] + 1);
      for (u32 axis = 0; axis < Dim; ++axis) {
        EXPECT_GE(dump.bounds[at * 2 * Dim + axis], dump.bounds[parent * 2 * Dim + axis]);
        EXPECT_LE(dump.bounds[at * 2 * Dim + Dim + axis],
                  dump.bounds[parent * 2 * Dim + Dim + axis]);
      }
    }
  });
}

TYPED_TEST(MeshBuild, Rays_reach_few_leaves) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = closed_soup<Dim>(Dim == 3 ? 100 : 5000);
  Random random(2);
  const Mesh<Dim> mesh = mesh_of(soup, mesh::Build::kQuality);
  u32 leaves = 0;
  for (u32 i = 0; i < 200; ++i) {
    const Vector<Dim> unit = mesh::normalized(random_point<Dim>(random, -1, 1));
    const mesh::SlabFilter<Dim> filter({}, unit, {}, HUGE_VAL, mesh.geometry().largest());
    mesh::search(mesh.geometry(), filter, [&](const mesh::Leaf<Dim>&) { return ++leaves != 0; });
  }
  EXPECT_GE(leaves, 200u);
  EXPECT_LT(leaves, 200u * 8);
}

TYPED_TEST(MeshBuild, Needs_at_most_22_bytes_per_primitive_in_addition_to_vertices) {
  constexpr int Dim = TypeParam::kDim;
  const Soup<Dim> soup = closed_soup<Dim>(Dim == 3 ? 60 : 4000);
  for (const auto build : {mesh::Build::kFast, mesh::Build::kQuality}) {
    const Mesh<Dim> mesh = mesh_of(soup, build);
    const size_t vertices = soup.positions.size() * 4 + soup.indices.size() * 4;
    EXPECT_LT(mesh.byte_length(), vertices + 22 * mesh.size() + 512);
  }
}

}  // namespace
}  // namespace sapwood::test
