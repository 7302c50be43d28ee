// Octrees with a root cell set by the caller.
#include "structures/octree_cases.hpp"

namespace sapwood::test::octree_cases {
namespace {

template <int Dim>
Aabb<Dim> given_space() {
  return cube_at<Dim>(50, 50);
}

template <class S>
Aabb<S::kDim> root_of(const S& index) {
  return index.tree().frame().grid().cell(CellId<S::kDim>{});
}

template <class S>
void expect_exact_results(const S& index, u64 seed) {
  EXPECT_EQ(faults_of(index), kSound);
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
  Random random(seed);
  for (u32 i = 0; i < 50; ++i) {
    const BoxQuery<S::kDim> query(shifted(random_box<S::kDim>(random, 160, 12), -30));
    EXPECT_EQ(found(index, query), expected(index, query));
  }
}

template <class Test>
void for_each_octree(const Test& test) {
  test(std::type_identity<Octree<2>>());
  test(std::type_identity<Octree<3>>());
  test(std::type_identity<LooseOctree<2>>());
  test(std::type_identity<LooseOctree<3>>());
}

TEST(OctreeSpace, Items_inserted_one_by_one_keep_the_given_root) {
  for_each_octree([](auto type) {
    using Index = typename decltype(type)::type;
    constexpr int kDim = Index::kDim;
    Index index;
    const auto boxes = cloud<kDim>(600, 100, 71, 2);
    Index free;
    index.set_space(given_space<kDim>());
    for (const Aabb<kDim>& box : boxes) {
      insert(index, box);
      insert(free, box);
      ASSERT_TRUE(contains(root_of(index), given_space<kDim>()));
    }
    EXPECT_EQ(index.placements(), 1u);
    EXPECT_GT(free.placements(), 1u);
    EXPECT_EQ(index.tree().outsiders(), 0u);
    EXPECT_LE(root_of(index).extent(0), 101);
    expect_exact_results(index, 72);
    Index built;
    built.set_space(given_space<kDim>());
    build(built, boxes);
    EXPECT_EQ(root_of(built), root_of(index));
    for (Id id = 0; id < boxes.size(); ++id) EXPECT_EQ(depth_of(built, id), depth_of(index, id));
  });
}

TEST(OctreeSpace, T39_items_outside_of_the_given_root_stay_in_the_list_and_are_found) {
  for_each_octree([](auto type) {
    using Index = typename decltype(type)::type;
    constexpr int kDim = Index::kDim;
    Index index;
    index.set_space(given_space<kDim>());
    Boxes<kDim> boxes = cloud<kDim>(100, 100, 73, 2);
    for (const Aabb<kDim>& box : cloud<kDim>(100, 20, 74, 2)) boxes.push_back(shifted(box, 105));
    for (const Aabb<kDim>& box : boxes) insert(index, box);
    EXPECT_EQ(index.placements(), 1u);
    EXPECT_EQ(index.tree().outsiders(), 100u);
    expect_exact_results(index, 75);
    const auto root = root_of(index);
    u32 changed = 0;
    for (const f32 by : {500.0f, -500.0f}) {
      for (Aabb<kDim>& box : boxes) box = shifted(box, by);
      ASSERT_TRUE(index.update(boxes.data(), changed).ok());
      EXPECT_EQ(root_of(index), root);
      EXPECT_EQ(index.tree().outsiders(), by > 0 ? 200u : 100u);
      expect_exact_results(index, 76);
    }
  });
}

TEST(OctreeSpace, A_cleared_index_starts_again_with_the_given_root) {
  for_each_octree([](auto type) {
    using Index = typename decltype(type)::type;
    constexpr int kDim = Index::kDim;
    Index index;
    index.set_space(given_space<kDim>());
    insert(index, cube_at<kDim>(3, 1));
    const auto root = root_of(index);
    index.clear();
    insert(index, cube_at<kDim>(70, 1));
    EXPECT_EQ(root_of(index), root);
    EXPECT_EQ(depth_of(index, 0), 0u);
  });
}

TEST(OctreeSpace, Preallocated_levels_are_added_within_the_given_root) {
  LooseOctree<2> index(loose(2, 4, 6, CellLevels::kPreallocated));
  index.set_space(given_space<2>());
  insert(index, cube_at<2>(3, 1));
  const auto root = root_of(index);
  for (const Aabb<2>& box : cloud<2>(500, 100, 77, 1)) insert(index, box);
  EXPECT_EQ(root_of(index), root);
  EXPECT_GE(index.tree().frame().limit(), 3u);
  expect_exact_results(index, 78);
}

TEST(OctreeSpace, Serialization_keeps_the_space_and_rejects_an_invalid_space) {
  for_each_octree([](auto type) {
    using Index = typename decltype(type)::type;
    constexpr int kDim = Index::kDim;
    Index index;
    const auto space = given_space<kDim>();
    index.set_space(space);
    build(index, cloud<kDim>(50, 100, 79, 2));
    Array<u8> bytes;
    ByteWriter writer(bytes);
    index.save(writer);
    ASSERT_TRUE(writer.finish().ok());
    Index again;
    ByteReader reader(bytes.data(), bytes.size());
    again.load(reader);
    ASSERT_TRUE(reader.finish());
    EXPECT_EQ(again.space(), space);
    EXPECT_EQ(root_of(again), root_of(index));
    again.clear();
    insert(again, cube_at<kDim>(400, 1));
    EXPECT_EQ(root_of(again), root_of(index));

    Aabb<kDim> inverted = space;
    std::swap(inverted.min[1], inverted.max[1]);
    std::memcpy(bytes.end() - sizeof(inverted), &inverted, sizeof(inverted));
    const u64 sum =
        checksum(bytes.data() + sizeof(SerialHeader), bytes.size() - sizeof(SerialHeader));
    std::memcpy(bytes.data() + offsetof(SerialHeader, checksum), &sum, sizeof(sum));
    Index forged;
    ByteReader second(bytes.data(), bytes.size());
    forged.load(second);
    EXPECT_FALSE(second.ok());
  });
}

}  // namespace
}  // namespace sapwood::test::octree_cases
