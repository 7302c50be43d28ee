// Nearest items of a wide tree: results are exact in both search orders, even if the list of
// pending nodes overflows.
#include "sapwood/core/queries.hpp"
#include "structures/wide_tree_cases.hpp"

namespace sapwood::test {
namespace {

struct Found {
  std::vector<std::pair<f64, Id>> items;  // by distance, then id
  u64 visits = 0;
};

template <int Dim>
Found found_by(WideTree<Dim>& tree, const Point<Dim>& point, u32 k, f32 most) {
  QueryCounters counters;
  Array<KeyedId> nearest;
  EXPECT_TRUE(sapwood::nearest(tree, point, k, most, Filter::any(), counters, nearest).ok());
  Found found;
  for (const KeyedId& item : nearest) found.items.emplace_back(item.key, item.id);
  found.visits = counters.node_visits;
  return found;
}

template <int Dim>
std::vector<std::pair<f64, Id>> true_nearest(const Boxes<Dim>& boxes, const Point<Dim>& point,
                                             u32 k, f32 most) {
  std::vector<std::pair<f64, Id>> all;
  for (Id id = 0; id < boxes.size(); ++id) {
    const f64 squared = distance_squared(boxes[id], point);
    if (squared <= static_cast<f64>(most) * most) all.emplace_back(squared, id);
  }
  std::sort(all.begin(), all.end());
  if (all.size() > k) all.resize(k);
  for (auto& item : all) item.first = std::sqrt(item.first);
  return all;
}

template <int Dim>
void expect_nearest(const Boxes<Dim>& boxes, f32 world, u64 seed) {
  Random random(seed);
  WideTree<Dim> along = wide_tree_of<Dim>(boxes, WideBuild::kHilbert);
  WideTree<Dim> quality = wide_tree_of<Dim>(boxes, WideBuild::kQuality);
  for (const u32 k : {1u, 8u, 16u, 17u, 300u}) {
    for (u32 i = 0; i < 20; ++i) {
      Point<Dim> point;
      for (int axis = 0; axis < Dim; ++axis) point[axis] = random.between(-world, 2 * world);
      const f32 most = i % 4 == 0 ? world / 3 : HUGE_VALF;
      const auto expected = true_nearest(boxes, point, k, most);
      ASSERT_EQ(found_by(along, point, k, most).items, expected) << "k " << k << " point " << i;
      ASSERT_EQ(found_by(quality, point, k, most).items, expected) << "k " << k << " point " << i;
    }
  }
}

TEST(WideTree, Nearest_items_equal_brute_force_in_both_orders) {
  expect_nearest<2>(uniform_boxes<2>(3000, 0, 50, 1, 1), 50, 2);
  expect_nearest<3>(uniform_boxes<3>(3000, 0, 20, 1, 3), 20, 4);
  expect_nearest<3>(clustered_boxes<3>(3000, 5), 200, 6);
}

// Every node contains most points, so more nodes wait for their visit than fit into the list of
// pending nodes.
TEST(WideTree, Nearest_items_are_exact_if_all_boxes_overlap) {
  Boxes<2> boxes = uniform_boxes<2>(3000, 0, 10, 40, 7);
  expect_nearest<2>(boxes, 50, 8);
  expect_nearest<2>(Boxes<2>(2000, {{1, 1}, {2, 2}}), 3, 9);
}

TEST(WideTree, Nearest_items_at_the_ends_of_the_world_are_found) {
  Boxes<3> boxes = uniform_boxes<3>(500, 0, 10, 1, 10);
  for (int corner = 0; corner < 8; ++corner) {
    Aabb<3>& box = boxes[static_cast<u32>(corner) * 50];
    for (int axis = 0; axis < 3; ++axis) {
      box.min[axis] = box.max[axis] = (corner >> axis & 1) != 0 ? kMaxCoordinate : -kMaxCoordinate;
    }
  }
  expect_nearest<3>(boxes, 10, 11);
  expect_nearest<3>(boxes, kMaxCoordinate / 2, 12);
}

TEST(WideTree, Best_first_order_visits_fewer_nodes_if_nodes_overlap) {
  const Boxes<3> boxes = crowd<3>(20000, 13);
  WideTree<3> tree = wide_tree_of<3>(boxes);
  Random random(14);
  const f32 side = tree.tree().bounds().max[0];
  u64 listed = 0;
  u64 stacked = 0;
  for (u32 i = 0; i < 100; ++i) {
    Point<3> point;
    for (int axis = 0; axis < 3; ++axis) point[axis] = random.between(0, side);
    listed += found_by(tree, point, 8, HUGE_VALF).visits;
    QueryCounters counters;
    Array<KeyedId> storage;
    ASSERT_TRUE(KSmallest::prepare(storage, 8));
    KSmallest best(storage, 8);
    DistanceQuery<3> query(point, HUGE_VAL);
    const Filter any = Filter::any();
    NearestItems visit(tree.items(), any, query, best);
    const auto order = wide_tree::NearestOrder::kDepthFirst;
    ASSERT_TRUE(wide_tree::traverse_ordered(tree.tree(), order, query, counters, visit).ok());
    stacked += counters.node_visits;
  }
  EXPECT_LT(listed, stacked * 0.8);
}

}  // namespace
}  // namespace sapwood::test
