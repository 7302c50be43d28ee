// The incremental tree of pending items, tested without an index. Requirement PX19.
#include <gtest/gtest.h>

#include <set>

#include "sapwood/base/k_smallest.hpp"
#include "sapwood/geometry/box_query.hpp"
#include "sapwood/geometry/distance.hpp"
#include "sapwood/structures/bvh/scene_pruner/inspect.hpp"
#include "sapwood/structures/bvh/scene_pruner/pending_tree.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

using scene_pruner::kMaxPending;
using scene_pruner::Members;
using scene_pruner::PendingNode;
using scene_pruner::PendingTree;
using scene_pruner::PendingValidator;
using scene_pruner::walk;
using scene_pruner::walk_ordered;

template <int Dim>
Aabb<Dim> cube(f32 x, f32 y, f32 size) {
  Aabb<Dim> box{};
  box.min[0] = x;
  box.min[1] = y;
  for (int axis = 0; axis < Dim; ++axis) box.max[axis] = box.min[axis] + size;
  return box;
}

template <int Dim>
Aabb<Dim> any_box(Random& random) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = random.between(-50, 50);
    box.max[axis] = box.min[axis] + random.between(0, 3);
  }
  return box;
}

// A tree of pending items, and the data that an index normally stores for it: boxes, leaves by id,
// and live flags.
template <int Dim>
class PendingItems {
 public:
  using Box = Aabb<Dim>;

  explicit PendingItems(u32 most = 2000)
      : boxes_(most), leaf_of_(most, kNone), live_(most, false) {}

  bool has(Id id) const { return live_[id]; }
  const PendingTree<Dim>& tree() const { return tree_; }
  u32 leaf_of(Id id) const { return leaf_of_[id]; }

  void insert(Id id, const Box& box) {
    ASSERT_TRUE(tree_.reserve_one());
    boxes_[id] = box;
    live_[id] = true;
    tree_.insert(members(), id);
  }
  void remove(Id id) {
    tree_.remove(members(), id);
    live_[id] = false;
  }
  bool update(Id id, const Box& box) {
    EXPECT_TRUE(tree_.reserve_one());
    boxes_[id] = box;
    return tree_.update(members(), id);
  }

  std::vector<std::string> faults() {
    Faults faults;
    const u32 found =
        PendingValidator<Dim>(tree_, members(), static_cast<u32>(boxes_.size()), faults).run();
    const auto expected = static_cast<u32>(std::count(live_.begin(), live_.end(), true));
    faults.require(found == expected, "items in the tree:", found);
    return faults.lines();
  }

  std::vector<Id> hits(const Box& box) const {
    std::vector<Id> found;
    const BoxQuery<Dim> query(box);
    QueryCounters counters;
    FunctionVisitor add([&](Id id) {
      if (query.hits(boxes_[id])) found.push_back(id);
      return true;
    });
    EXPECT_TRUE(walk(tree_, query, counters, add).ok());
    std::sort(found.begin(), found.end());
    return found;
  }
  std::vector<Id> oracle_hits(const Box& box) const {
    std::vector<Id> found;
    for (Id id = 0; id < boxes_.size(); ++id) {
      if (live_[id] && overlaps(boxes_[id], box)) found.push_back(id);
    }
    return found;
  }
  Id nearest(const Point<Dim>& point) const {
    DistanceQuery<Dim> query(point, HUGE_VAL);
    QueryCounters counters;
    KeyedId best{HUGE_VAL, kNone};
    FunctionVisitor keep([&](Id id) {
      KeyedId hit{0, id};
      if (query.measure(boxes_[id], hit.key) && hit < best) {
        best = hit;
        query.shrink(hit.key);
      }
      return true;
    });
    EXPECT_TRUE(walk_ordered(tree_, query, counters, keep).ok());
    return best.id;
  }
  Id oracle_nearest(const Point<Dim>& point) const {
    KeyedId best{HUGE_VAL, kNone};
    for (Id id = 0; id < boxes_.size(); ++id) {
      if (live_[id]) best = std::min(best, KeyedId{distance_squared(boxes_[id], point), id});
    }
    return best.id;
  }

 private:
  Members<Dim> members() { return {boxes_.data(), leaf_of_.data()}; }

  std::vector<Box> boxes_;
  std::vector<u32> leaf_of_;
  std::vector<bool> live_;
  PendingTree<Dim> tree_;
};

template <int Dim>
void churn(u64 seed) {
  Random random(seed);
  PendingItems<Dim> pending(300);
  for (u32 step = 0; step < 4000; ++step) {
    const Id id = random.below(300);
    if (!pending.has(id)) {
      pending.insert(id, any_box<Dim>(random));
    } else if (random.one_in(3)) {
      pending.remove(id);
    } else {
      pending.update(id, any_box<Dim>(random));
    }
    if (step % 16 != 0) continue;
    ASSERT_EQ(pending.faults(), std::vector<std::string>{}) << "step " << step;
    Aabb<Dim> area = any_box<Dim>(random);
    for (f32& edge : area.max) edge += 20;
    ASSERT_EQ(pending.hits(area), pending.oracle_hits(area)) << "step " << step;
    Point<Dim> point;
    for (f32& value : point.v) value = random.between(-60, 60);
    ASSERT_EQ(pending.nearest(point), pending.oracle_nearest(point)) << "step " << step;
  }
}

TEST(ScenePruner, PX19_churn_keeps_the_incremental_tree_equal_to_the_oracle) {
  for (const u64 seed : {1, 2, 3}) {
    churn<2>(seed);
    churn<3>(seed);
  }
}

TEST(ScenePruner, PX19_leaves_contain_one_to_four_items) {
  PendingItems<2> pending;
  Random random(4);
  for (Id id = 0; id < 1000; ++id) pending.insert(id, any_box<2>(random));
  u32 leaves[kMaxPending + 1] = {};
  for (Id id = 0; id < 1000; ++id) ++leaves[pending.tree().node(pending.leaf_of(id)).count()];
  EXPECT_EQ(leaves[0], 0u);
  EXPECT_EQ(leaves[1] + leaves[2] + leaves[3] + leaves[4], 1000u);
  EXPECT_GT(leaves[2] * leaves[3] * leaves[4], 0u);
  for (Id id = 0; id < 1000; ++id) pending.remove(id);
  EXPECT_TRUE(pending.tree().empty());
  EXPECT_EQ(pending.tree().pairs().live(), 0u);
}

TEST(ScenePruner, PX19_the_fifth_item_splits_a_leaf_on_its_longest_axis) {
  PendingItems<2> pending;
  for (Id id = 0; id < 5; ++id) pending.insert(id, cube<2>(static_cast<f32>(id) * 10, 0, 1));
  // bounds 0 .. 41, middle 20.5: only the centers 0.5 and 10.5 are below
  const auto& root = pending.tree().node(pending.tree().root());
  const auto& low = pending.tree().node(root.first_child());
  const auto& high = pending.tree().node(root.first_child() + 1);
  EXPECT_EQ(std::vector<Id>(low.entry, low.entry + low.count()), (std::vector<Id>{0, 1}));
  EXPECT_EQ(std::vector<Id>(high.entry, high.entry + high.count()), (std::vector<Id>{2, 3, 4}));
}

std::vector<std::set<Id>> two_leaves(const PendingItems<2>& pending) {
  std::vector<std::set<Id>> leaves;
  const u32 child = pending.tree().node(pending.tree().root()).first_child();
  for (const u32 at : {child, child + 1}) {
    const auto& leaf = pending.tree().node(at);
    EXPECT_TRUE(leaf.is_leaf());
    leaves.emplace_back(leaf.entry, leaf.entry + leaf.count());
  }
  return leaves;
}

TEST(ScenePruner, PX19_the_longest_axis_includes_the_new_item) {
  PendingItems<2> pending;
  for (Id id = 0; id < 4; ++id) pending.insert(id, cube<2>(static_cast<f32>(id), 0, 1));
  pending.insert(4, cube<2>(0, 10, 1));
  EXPECT_EQ(two_leaves(pending), (std::vector<std::set<Id>>{{0, 1, 2, 3}, {4}}));
}

TEST(ScenePruner, PX19_five_equal_centers_are_divided_into_two_and_three) {
  for (const f32 growth : {0.0f, 1.0f}) {
    PendingItems<2> pending;
    for (Id id = 0; id < 5; ++id) {
      const f32 half = 1 + growth * static_cast<f32>(id);  // concentric boxes
      pending.insert(id, cube<2>(-half, -half, 2 * half));
    }
    const std::vector<std::set<Id>> leaves = two_leaves(pending);
    EXPECT_EQ(std::min(leaves[0].size(), leaves[1].size()), 2u);
    EXPECT_EQ(leaves[0].size() + leaves[1].size(), 5u);
  }
}

TEST(ScenePruner, PX19_an_item_at_equal_distance_goes_to_the_first_child) {
  PendingItems<2> pending;
  for (Id id = 0; id < 5; ++id) pending.insert(id, cube<2>(id < 3 ? 0.0f : 10.0f, 0, 1));
  const u32 first = pending.tree().node(pending.tree().root()).first_child();
  pending.insert(5, cube<2>(5, 0, 1));
  EXPECT_EQ(pending.leaf_of(5), first);
}

TEST(ScenePruner, PX19_items_with_equal_centers_are_split_by_count) {
  PendingItems<3> pending;
  for (Id id = 0; id < 200; ++id) pending.insert(id, cube<3>(1, 1, 1));
  EXPECT_EQ(pending.faults(), std::vector<std::string>{});
  EXPECT_EQ(pending.hits(cube<3>(2, 2, 0)).size(), 200u);
}

TEST(ScenePruner, PX19_nodes_are_pooled_in_pairs) {
  EXPECT_EQ(sizeof(PendingNode<3>), 48u);
  PendingItems<2> pending;
  for (Id id = 0; id < 100; ++id) pending.insert(id, cube<2>(static_cast<f32>(id), 0, 1));
  const u32 slots = pending.tree().pairs().slots();
  for (u32 round = 0; round < 50; ++round) {
    for (Id id = 0; id < 100; id += 2) pending.remove(id);
    for (Id id = 0; id < 100; id += 2) pending.insert(id, cube<2>(static_cast<f32>(id), 0, 1));
  }
  EXPECT_LE(pending.tree().pairs().slots(), slots * 2);
  EXPECT_EQ(pending.tree().nodes(), 2 * pending.tree().pairs().live() - 1);
}

TEST(ScenePruner, PX19_the_last_item_of_a_leaf_promotes_the_sibling) {
  PendingItems<2> pending;
  for (Id id = 0; id < 5; ++id) pending.insert(id, cube<2>(static_cast<f32>(id) * 10, 0, 1));
  const u32 root = pending.tree().root();
  pending.remove(0);
  EXPECT_EQ(pending.tree().nodes(), 3u);
  pending.remove(1);
  EXPECT_EQ(pending.tree().nodes(), 1u);
  EXPECT_EQ(pending.tree().root(), root);
  for (Id id = 2; id < 5; ++id) EXPECT_EQ(pending.leaf_of(id), root);
  EXPECT_EQ(pending.faults(), std::vector<std::string>{});
}

TEST(ScenePruner, PX19_a_move_within_the_leaf_box_only_refits) {
  PendingItems<2> pending;
  for (Id id = 0; id < 5; ++id) pending.insert(id, cube<2>(static_cast<f32>(id) * 10, 0, 1));
  const u32 leaf = pending.leaf_of(0);
  EXPECT_FALSE(pending.update(0, cube<2>(11, -3, 4)));  // touches the leaf, which spans 0 .. 11
  EXPECT_EQ(pending.leaf_of(0), leaf);
  EXPECT_EQ(pending.faults(), std::vector<std::string>{});
  EXPECT_TRUE(pending.update(0, cube<2>(35, 0, 1)));
  EXPECT_NE(pending.leaf_of(0), leaf);
  EXPECT_EQ(pending.faults(), std::vector<std::string>{});
}

// Inserts seven cubes in a row and returns the ids in the first child of the root. Before a
// rotation, this child is a leaf from x = 0 to `second` + 1, and its sibling is a branch from 20 to
// 61.
std::vector<Id> first_of_root(f32 second) {
  PendingItems<2> pending;
  Id id = 0;
  for (const f32 x : {0.0f, second, 20.0f, 30.0f, 40.0f, 50.0f, 60.0f}) {
    pending.insert(id++, cube<2>(x, 0, 1));
  }
  EXPECT_EQ(pending.faults(), std::vector<std::string>{});
  const auto& tree = pending.tree();
  const auto& first = tree.node(tree.node(tree.root()).first_child());
  return {first.entry, first.entry + first.count()};
}

TEST(ScenePruner, PX19_only_siblings_of_more_than_three_times_the_volume_are_rotated) {
  // volumes of 41 and 11: the smaller sibling moves into the nearer half of the larger sibling
  EXPECT_EQ(first_of_root(10), (std::vector<Id>{4, 5, 6}));
  // a rotation requires a ratio above 3: 41 / 13.5 is slightly above it, and 41 / 14 is below it
  EXPECT_EQ(first_of_root(12.5f), (std::vector<Id>{4, 5, 6}));
  EXPECT_EQ(first_of_root(13), (std::vector<Id>{0, 1}));
  // volumes of 41 and 20: a rotation would reduce the total volume, but the ratio is too small
  EXPECT_EQ(first_of_root(19), (std::vector<Id>{0, 1}));
}

// Without rotations each new leaf would be one level deeper.
TEST(ScenePruner, PX19_rotations_bound_the_height_for_sorted_rows) {
  PendingItems<2> line;
  PendingItems<3> flat;
  for (Id id = 0; id < 1000; ++id) {
    line.insert(id, cube<2>(static_cast<f32>(id), 0, 0));
    flat.insert(id, cube<3>(static_cast<f32>(id) * 2, 0, 1));
  }
  EXPECT_LE(line.tree().height(), 100u);
  EXPECT_LE(flat.tree().height(), 100u);
  EXPECT_EQ(line.faults(), std::vector<std::string>{});
}

TEST(ScenePruner, PX19_a_covered_subtree_is_reported_without_tests) {
  PendingItems<2> pending;
  Random random(6);
  for (Id id = 0; id < 500; ++id) pending.insert(id, any_box<2>(random));
  struct Count : ItemVisitor<Count> {
    u32 accepted = 0;
    bool test(Id) { return true; }
    bool accept(Id) {
      ++accepted;
      return true;
    }
  };
  Count count;
  QueryCounters counters;
  const BoxQuery<2> all(cube<2>(-100, -100, 200));
  ASSERT_TRUE(walk(pending.tree(), all, counters, count).ok());
  EXPECT_EQ(count.accepted, 500u);
  EXPECT_EQ(counters.node_visits, 1u);
  EXPECT_EQ(counters.item_tests, 0u);
}

}  // namespace
}  // namespace sapwood::test
