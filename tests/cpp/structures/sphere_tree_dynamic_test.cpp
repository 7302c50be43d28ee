// Insertion, removal and motion of items: pending items, dead leaves, growing spheres, and the
// conditions for a rebuild.
#include "structures/sphere_tree_cases.hpp"

namespace sapwood::test::sphere_cases {
namespace {

template <int Dim>
Id insert(SphereTree<Dim>& tree, const Aabb<Dim>& box) {
  Id id = kNone;
  EXPECT_TRUE(tree.insert(box, Filter{}, id).ok());
  return id;
}

template <int Dim>
bool move(SphereTree<Dim>& tree, Id id, const Aabb<Dim>& box) {
  bool changed = false;
  EXPECT_TRUE(tree.move(id, box, {}, changed).ok());
  return changed;
}

template <int Dim>
Ids ids_in(SphereTree<Dim>& tree, const Aabb<Dim>& box) {
  Ids ids;
  QueryCounters counters;
  EXPECT_TRUE(query(tree, BoxQuery<Dim>(box), Filter::any(), counters, [&](Id id) {
                ids.push_back(id);
                return true;
              }).ok());
  return sorted(ids);
}

Aabb<3> shifted(Aabb<3> box, f32 by) {
  for (int axis = 0; axis < 3; ++axis) {
    box.min[axis] += by;
    box.max[axis] += by;
  }
  return box;
}

const Aabb<3> kAll{{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 1e6f}};

TEST(SphereTree, Pending_items_stay_in_a_list_until_a_rebuild) {
  const Boxes<3> boxes = cloud(200, 20, 1);
  SphereTree<3> tree;
  build(tree, Boxes<3>(boxes.begin(), boxes.begin() + 100));
  for (u32 i = 100; i < 120; ++i) EXPECT_EQ(insert(tree, boxes[i]), i);
  EXPECT_EQ(ids_in(tree, kAll).size(), 120u);
  EXPECT_EQ(tree.pending(), 20u);
  EXPECT_EQ(tree.builds(), 1u);
  for (u32 i = 120; i < 200; ++i) insert(tree, boxes[i]);
  EXPECT_EQ(ids_in(tree, kAll).size(), 200u);
  EXPECT_EQ(tree.pending(), 0u);
  EXPECT_EQ(tree.builds(), 2u);
  EXPECT_EQ(tree.nodes().size(), 399u);
}

TEST(SphereTree, Many_inserts_without_a_query_cause_one_build) {
  const Boxes<3> boxes = cloud(20000, 60, 2);
  SphereTree<3> tree;
  for (const Aabb<3>& box : boxes) insert(tree, box);
  EXPECT_EQ(tree.builds(), 0u);
  EXPECT_EQ(ids_in(tree, boxes[77]), ids_in(tree, boxes[77]));
  EXPECT_EQ(tree.builds(), 1u);
}

TEST(SphereTree, Inserts_with_a_query_after_each_cause_builds_in_the_order_of_root_n) {
  const Boxes<3> boxes = cloud(5000, 40, 3);
  SphereTree<3> tree;
  for (const Aabb<3>& box : boxes) {
    const Id id = insert(tree, box);
    const Ids found = ids_in(tree, box);
    ASSERT_TRUE(std::binary_search(found.begin(), found.end(), id));
  }
  EXPECT_LT(tree.builds(), 60u);
  expect_sound(tree);
}

TEST(SphereTree, Dead_leaves_of_removed_items_stay_until_they_are_too_many) {
  SphereTree<3> tree;
  build(tree, cloud(400, 20, 4));
  for (Id id = 0; id < 100; ++id) EXPECT_TRUE(tree.remove(id).ok());
  EXPECT_EQ(ids_in(tree, kAll).size(), 300u);
  EXPECT_EQ(tree.nodes().size(), 799u);
  expect_sound(tree);
  for (Id id = 100; id < 300; ++id) EXPECT_TRUE(tree.remove(id).ok());
  EXPECT_EQ(ids_in(tree, kAll).size(), 100u);
  EXPECT_EQ(tree.nodes().size(), 199u);
  expect_sound(tree);
}

TEST(SphereTree, Removing_the_last_item_empties_the_tree) {
  SphereTree<3> tree;
  build(tree, row(3));
  for (Id id = 0; id < 3; ++id) EXPECT_TRUE(tree.remove(id).ok());
  EXPECT_TRUE(tree.nodes().empty());
  EXPECT_EQ(insert(tree, row(1)[0]), 0u);
  EXPECT_EQ(ids_in(tree, kAll), Ids{0});
}

TEST(SphereTree, Alternating_inserts_and_removals_keep_the_memory_bounded) {
  const Boxes<3> boxes = cloud(1, 20, 5);
  SphereTree<3> tree;
  build(tree, cloud(50, 20, 6));
  insert(tree, boxes[0]);
  const size_t bytes = tree.byte_length();
  for (int i = 0; i < 10000; ++i) {
    EXPECT_TRUE(tree.remove(50).ok());
    EXPECT_EQ(insert(tree, boxes[0]), 50u);
  }
  EXPECT_EQ(tree.byte_length(), bytes);
  EXPECT_EQ(tree.pending(), 1u);
}

TEST(SphereTree, SB2_a_small_move_enlarges_the_spheres_above_and_keeps_the_leaf) {
  Boxes<3> boxes = cloud(300, 20, 7);
  SphereTree<3> tree;
  build(tree, boxes);
  for (Id id = 0; id < 40; ++id) {
    boxes[id] = shifted(boxes[id], 0.05f);
    EXPECT_TRUE(move(tree, id, boxes[id]));
    EXPECT_FALSE(move(tree, id, boxes[id]));
  }
  expect_sound(tree);
  EXPECT_EQ(tree.pending(), 0u);
  EXPECT_EQ(tree.builds(), 1u);
}

TEST(SphereTree, A_far_move_makes_an_item_pending_and_enlarges_no_sphere) {
  SphereTree<3> tree;
  build(tree, cloud(300, 20, 8));
  const f32 radius = tree.nodes()[0].radius;
  EXPECT_TRUE(move(tree, 5, {{1000, 1000, 1000}, {1001, 1001, 1001}}));
  EXPECT_EQ(tree.pending(), 1u);
  EXPECT_EQ(tree.nodes()[0].radius, radius);
  EXPECT_EQ(ids_in(tree, {{999, 999, 999}, {1002, 1002, 1002}}), Ids{5});
  expect_sound(tree);
}

TEST(SphereTree, Moves_that_enlarge_the_spheres_cause_a_rebuild) {
  Boxes<3> boxes = cloud(500, 20, 9);
  SphereTree<3> tree;
  build(tree, boxes);
  Random random(9);
  for (int frame = 0; frame < 100; ++frame) {
    for (Id id = 0; id < 500; ++id) {
      boxes[id] = shifted(boxes[id], random.between(-0.5f, 0.5f));
      move(tree, id, boxes[id]);
    }
    EXPECT_EQ(ids_in(tree, kAll).size(), 500u);
  }
  EXPECT_GT(tree.builds(), 1u);
  EXPECT_LT(tree.builds(), 30u);
  expect_sound(tree);
}

TEST(SphereTree, An_update_recomputes_all_spheres) {
  Boxes<3> boxes = cloud(400, 20, 10);
  SphereTree<3> tree;
  build(tree, boxes);
  for (Aabb<3>& box : boxes) box = shifted(box, 100);
  u32 changed = 0;
  EXPECT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 400u);
  // all items have moved together, so the quality is unchanged
  SphereTree<3> fresh;
  build(fresh, boxes);
  EXPECT_EQ(ids_in(tree, kAll).size(), 400u);
  EXPECT_EQ(tree.builds(), 1u);
  EXPECT_NEAR(tree.nodes()[0].radius, fresh.nodes()[0].radius, 1e-4);
  expect_sound(tree);
}

TEST(SphereTree, SB3_an_update_flags_the_planes_that_no_longer_separate) {
  Boxes<3> boxes = row(64);
  SphereTree<3> tree;
  build(tree, boxes);
  EXPECT_TRUE(tree.nodes()[0].separates());
  std::swap(boxes[0], boxes[63]);
  u32 changed = 0;
  EXPECT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 2u);
  expect_sound(tree);
  std::reverse(boxes.begin(), boxes.end());
  EXPECT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 64u);
  expect_sound(tree);
}

TEST(SphereTree, The_dump_contains_spheres_dead_leaves_and_a_block_of_pending_items) {
  SphereTree<3> tree;
  build(tree, row(4));
  EXPECT_TRUE(tree.remove(1).ok());
  insert(tree, {{50, 50, 50}, {52, 52, 52}});
  NodeDump dump;
  EXPECT_TRUE(tree.dump(dump).ok());
  ASSERT_EQ(dump.level.size(), 8u);
  EXPECT_EQ(dump.spheres.size(), 8u * 4);
  EXPECT_EQ(dump.kind[7], static_cast<u8>(NodeKind::kBlock));
  EXPECT_EQ(dump.items[dump.first_item[7]], 1u);
  EXPECT_EQ(dump.spheres[7 * 4], 51.0f);
  u32 empty_leaves = 0;
  for (u32 i = 0; i < 7; ++i) {
    empty_leaves += dump.kind[i] == static_cast<u8>(NodeKind::kLeaf) && dump.item_count[i] == 0;
  }
  EXPECT_EQ(empty_leaves, 1u);
}

TEST(SphereTree, A_saved_tree_keeps_its_pending_items_and_dead_leaves) {
  SphereTree<3> tree;
  build(tree, cloud(100, 20, 11));
  EXPECT_TRUE(tree.remove(7).ok() && tree.remove(8).ok());
  insert(tree, {{50, 50, 50}, {52, 52, 52}});
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  SphereTree<3> loaded;
  ByteReader reader(bytes.data(), bytes.size());
  loaded.load(reader);
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(loaded.pending(), 1u);
  EXPECT_EQ(loaded.nodes().size(), tree.nodes().size());
  expect_sound(loaded);
}

}  // namespace
}  // namespace sapwood::test::sphere_cases
