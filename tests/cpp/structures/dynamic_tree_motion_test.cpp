// Trees with long motion: height and node visits after many reinsertions.
#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

// Boxes that shake and are attracted to the center, like bodies in a bowl.
class Crowd {
 public:
  static constexpr u32 kCount = 1000;

  Crowd() {
    for (u32 i = 0; i < kCount; ++i) boxes_.push_back(random_box<3>(random_, 40, 1));
  }
  const Boxes<3>& boxes() const { return boxes_; }

  void step() {
    for (Aabb<3>& box : boxes_) {
      for (int axis = 0; axis < 3; ++axis) {
        const f32 by = random_.between(-0.05f, 0.05f) - 0.01f * (box.min[axis] - 20);
        box.min[axis] += by;
        box.max[axis] = box.min[axis] + 1;
      }
    }
  }

 private:
  Random random_{41};
  Boxes<3> boxes_;
};

u64 visits_of_pairs(const DynamicTree<3>& tree) {
  QueryCounters counters;
  EXPECT_TRUE(pairs(tree, counters, [](Id, Id) { return true; }).ok());
  return counters.node_visits;
}

TEST(DynamicTree, DT14_the_tree_of_a_moving_crowd_stays_low_and_its_pairs_cheap_for_200_frames) {
  for (const bool in_bulk : {false, true}) {
    Crowd crowd;
    DynamicTree<3> tree;
    build(tree, crowd.boxes());
    f64 highest = 0;
    for (int frame = 0; frame < 200; ++frame) {
      const Boxes<3> before = crowd.boxes();
      crowd.step();
      const Boxes<3>& boxes = crowd.boxes();
      u32 changed = 0;
      if (in_bulk) {
        ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
      }
      for (Id id = 0; id < Crowd::kCount && !in_bulk; ++id) {
        move(tree, id, boxes[id], dynamic_tree::observed_displacement(before[id], boxes[id]));
      }
      highest = std::max(highest, tree.stats().height);
    }
    EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
    // without rotations after moves, the height is 48 and the visits are 1.27 times those of a new
    // tree
    EXPECT_LE(highest, 30) << (in_bulk ? "update" : "move");
    const u64 moved = visits_of_pairs(tree);
    ASSERT_TRUE(tree.rebuild().ok());
    EXPECT_LE(static_cast<f64>(moved), 1.15 * static_cast<f64>(visits_of_pairs(tree)));
  }
}

TEST(DynamicTree, DT7_jumps_with_a_displacement_do_not_degrade_the_tree) {
  Boxes<3> boxes = cloud<3>(5000, 34, 1);
  DynamicTree<3> tree;
  build(tree, boxes);
  const f64 before = visits_per_query(tree);
  Random random(42);
  for (int i = 0; i < 5000; ++i) {
    const Id id = random.below(5000);
    const Aabb<3> there = random_box<3>(random, 34, 1);
    move(tree, id, there, dynamic_tree::observed_displacement(boxes[id], there));
    boxes[id] = there;
  }
  EXPECT_LE(visits_per_query(tree), 1.2 * before);
}

}  // namespace
}  // namespace sapwood::test::tree_cases
