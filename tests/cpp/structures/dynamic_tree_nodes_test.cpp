// The nodes of the dynamic tree: the pool, what inserting and removing do to it, exact boxes.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

struct Slot {
  u32 next = 0;
  bool free = false;

  bool is_free() const { return free; }
  u32 next_free() const { return next; }
  void make_free(u32 next_slot) {
    next = next_slot;
    free = true;
  }
};

// A pool of live slots.
NodePool<Slot> pool_of(u32 count) {
  NodePool<Slot> pool;
  EXPECT_TRUE(pool.reserve_more(count));
  for (u32 i = 0; i < count; ++i) EXPECT_EQ(pool.acquire(), i);
  return pool;
}
u32 acquire(NodePool<Slot>& pool) {
  const u32 slot = pool.acquire();
  pool[slot].free = false;
  return slot;
}

TEST(NodePool, DT1_hands_out_the_last_released_slot_first) {
  NodePool<Slot> pool = pool_of(4);
  pool.release(1);
  pool.release(3);
  EXPECT_EQ(pool.live(), 2u);
  EXPECT_EQ(acquire(pool), 3u);
  EXPECT_EQ(acquire(pool), 1u);
  EXPECT_EQ(pool.free_head(), kNone);
  EXPECT_EQ(pool.slots(), 4u);
  EXPECT_TRUE(pool.sound());
}

TEST(NodePool, T9_growth_keeps_the_free_list) {
  NodePool<Slot> pool = pool_of(3);
  pool.release(0);
  ASSERT_TRUE(pool.reserve_more(100));
  EXPECT_EQ(pool.free_head(), 0u);
  EXPECT_EQ(acquire(pool), 0u);
  EXPECT_EQ(acquire(pool), 3u);
  EXPECT_TRUE(pool.sound());
}

TEST(NodePool, DT1_a_broken_free_list_is_noticed) {
  NodePool<Slot> cycle = pool_of(3);
  cycle.release(0);
  cycle.release(1);
  cycle[0].make_free(1);
  EXPECT_FALSE(cycle.sound());

  NodePool<Slot> live_slot = pool_of(3);
  live_slot.release(0);
  live_slot[0].make_free(2);
  EXPECT_FALSE(live_slot.sound());

  NodePool<Slot> out_of_range = pool_of(3);
  out_of_range.release(0);
  out_of_range[0].make_free(7);
  EXPECT_FALSE(out_of_range.sound());

  NodePool<Slot> forgotten = pool_of(3);
  forgotten[2].free = true;
  EXPECT_FALSE(forgotten.sound());
}

TEST(DynamicTree, T1_nodes_take_40_bytes_in_3d_and_32_in_2d) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(100, 10, 1));
  EXPECT_EQ(tree.nodes().byte_length() % 40, 0u);
  EXPECT_EQ(sizeof(dynamic_tree::Node<3>), 40u);
  EXPECT_EQ(sizeof(dynamic_tree::Node<2>), 32u);
}

TEST(DynamicTree, DT1_nodes_are_reused_and_growth_keeps_the_leaves) {
  DynamicTree<3> tree;
  const Boxes<3> boxes = cloud<3>(1000, 20, 2);
  const Id first = insert(tree, boxes[0]);
  const Aabb<3> stored = tree.fat_box(first);
  insert_all(tree, boxes);
  EXPECT_TRUE(tree.fat_box(first) == stored);
  const u32 slots = tree.nodes().slots();
  for (Id id = 100; id < 200; ++id) ASSERT_TRUE(tree.remove(id).ok());
  EXPECT_EQ(tree.nodes().live(), slots - 200);
  for (Id id = 100; id < 200; ++id) EXPECT_EQ(insert(tree, boxes[id]), id);
  EXPECT_EQ(tree.nodes().slots(), slots);
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
}

TEST(DynamicTree, DT2_n_items_have_2n_minus_1_nodes_and_a_root_around_all_fat_boxes) {
  for (const DynamicTreeOptions& options : all_options()) {
    DynamicTree<2> tree(options);
    const Boxes<2> boxes = cloud<2>(200, 10, 3);
    for (u32 n = 1; n <= boxes.size(); ++n) {
      const Id id = insert(tree, boxes[n - 1]);
      ASSERT_EQ(tree.stats().nodes, 2 * n - 1);
      ASSERT_EQ(tree.stats().leaves, n);
      NodeDump dump;
      ASSERT_TRUE(tree.dump(dump).ok());
      const Aabb<2> root{{dump.bounds[0], dump.bounds[1]}, {dump.bounds[2], dump.bounds[3]}};
      ASSERT_TRUE(contains(root, tree.fat_box(id))) << name_of(options);
    }
  }
}

// From the dump, that is without what validate() knows: every branch is the union of its children.
template <int Dim>
void expect_exact_unions(const DynamicTree<Dim>& tree) {
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  const size_t nodes = dump.level.size();
  std::vector<Aabb<Dim>> unions(nodes, empty_box<Dim>());
  std::vector<u32> children(nodes, 0);
  for (size_t i = nodes; i-- > 0;) {
    Aabb<Dim> box;
    std::copy_n(dump.bounds.begin() + i * 2 * Dim, Dim, box.min);
    std::copy_n(dump.bounds.begin() + i * 2 * Dim + Dim, Dim, box.max);
    const bool leaf = dump.kind[i] == static_cast<u8>(NodeKind::kLeaf);
    ASSERT_EQ(children[i], leaf ? 0u : 2u);
    ASSERT_EQ(dump.item_count[i], leaf ? 1u : 0u);
    const bool exact = leaf || std::memcmp(&box, &unions[i], sizeof(box)) == 0;
    ASSERT_TRUE(exact) << "node " << i;
    if (dump.parent[i] == kNone) continue;
    ASSERT_LT(dump.parent[i], i);
    ASSERT_EQ(dump.level[i], dump.level[dump.parent[i]] + 1);
    unions[dump.parent[i]] = unite(unions[dump.parent[i]], box);
    ++children[dump.parent[i]];
  }
}

// One random change of a tree that stays below about 60 items.
template <int Dim>
void change(DynamicTree<Dim>& tree, Random& random) {
  const Ids ids = live_ids(tree);
  const u32 kind = random.below(8);
  if (ids.empty() || kind < 3) {
    insert(tree, random_box<Dim>(random, 6, random.unit()), {1, random.one_in(3) ? 2u : ~0u});
    return;
  }
  const Id id = ids[random.below(static_cast<u32>(ids.size()))];
  if (kind == 3 || ids.size() > 60) {
    ASSERT_TRUE(tree.remove(id).ok());
  } else if (kind < 7) {
    const f32 by = random.between(-0.3f, 0.3f);
    move(tree, id, shifted(tree.items().box(id), by), Point<Dim>{{by}});
  } else {
    u32 spent = 0;
    const bool rebuilt = random.one_in(4);
    ASSERT_TRUE((rebuilt ? tree.rebuild() : tree.optimize(5, spent)).ok());
  }
}

TEST(DynamicTree, DT4_all_invariants_hold_and_answers_are_exact_after_each_change) {
  for (const DynamicTreeOptions& options : all_options()) {
    SCOPED_TRACE(name_of(options));
    DynamicTree<2> tree(options);
    Random random(4);
    for (int step = 0; step < 600; ++step) {
      change(tree, random);
      ASSERT_EQ(faults_of(tree), std::vector<std::string>{}) << "step " << step;
      ASSERT_TRUE(tree.nodes().sound());
      expect_exact_unions(tree);
      if (step % 8 != 0) continue;
      const Aabb<2> box = random_box<2>(random, 6, 2);
      ASSERT_EQ(found(tree, box), expected(tree, box)) << "step " << step;
      ASSERT_EQ(found_pairs(tree), expected_pairs(tree)) << "step " << step;
    }
  }
}

TEST(DynamicTree, DT5_each_removal_frees_two_nodes_and_the_last_one_the_root) {
  for (const DynamicTreeOptions& options : all_options()) {
    DynamicTree<3> tree(options);
    insert_all(tree, cloud<3>(120, 8, 5));
    Random random(6);
    for (Ids ids = live_ids(tree); !ids.empty(); ids = live_ids(tree)) {
      ASSERT_TRUE(tree.remove(ids[random.below(static_cast<u32>(ids.size()))]).ok());
      ASSERT_EQ(tree.stats().nodes, ids.size() == 1 ? 0 : 2.0 * static_cast<f64>(ids.size()) - 3);
      ASSERT_EQ(faults_of(tree), std::vector<std::string>{}) << name_of(options);
    }
    EXPECT_EQ(found(tree, Aabb<3>{{-9, -9, -9}, {99, 99, 99}}), Ids{});
    EXPECT_EQ(insert(tree, Aabb<3>{{0, 0, 0}, {1, 1, 1}}), 0u);
    EXPECT_EQ(tree.stats().nodes, 1);
  }
}

}  // namespace
}  // namespace sapwood::test::tree_cases
