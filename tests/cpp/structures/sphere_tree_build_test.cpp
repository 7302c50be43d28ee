// The published build of the sphere tree: shape, spheres, node layout, and known errors.
#include "structures/sphere_tree_cases.hpp"

namespace sapwood::test::sphere_cases {
namespace {

template <int Dim>
u32 leaves_below(const SphereTree<Dim>& tree, u32 at, Ids& items) {
  const auto& node = tree.nodes()[at];
  if (node.is_leaf()) {
    items.push_back(node.item());
    return 1;
  }
  return leaves_below(tree, at + 1, items) + leaves_below(tree, node.right(), items);
}

template <int Dim>
void expect_published_shape(const Boxes<Dim>& boxes) {
  SphereTree<Dim> tree;
  build(tree, boxes);
  const u32 count = static_cast<u32>(boxes.size());
  ASSERT_EQ(tree.nodes().size(), count == 0 ? 0u : 2 * count - 1);
  if (count == 0) return;
  Ids items;
  EXPECT_EQ(leaves_below(tree, 0, items), count);
  items = sorted(items);
  for (Id id = 0; id < count; ++id) ASSERT_EQ(items[id], id) << "not a permutation of the items";
  for (u32 at = 0; at < tree.nodes().size(); ++at) {
    const auto& node = tree.nodes()[at];
    if (node.is_leaf()) continue;
    Ids left;
    // the left child is the next node; the right child follows the left subtree
    EXPECT_EQ(node.right(), at + 2 * leaves_below(tree, at + 1, left));
  }
  expect_sound(tree);
}

TEST(SphereTree, SB1_has_2n_minus_1_nodes_with_the_left_child_next_to_its_parent) {
  for (const u32 count : {0u, 1u, 2u, 3u, 4u, 5u, 17u, 200u}) {
    for (const Layout layout : kAllLayouts) {
      SCOPED_TRACE(std::string(name_of(layout)) + " n=" + std::to_string(count));
      expect_published_shape(arrange<2>(layout, count, 7));
      expect_published_shape(arrange<3>(layout, count, 7));
    }
  }
}

Boxes<2> points(std::initializer_list<f32> xs) {
  Boxes<2> boxes;
  for (const f32 x : xs) boxes.push_back({{x, 0}, {x, 0}});
  return boxes;
}

Ids left_side(const Boxes<2>& boxes) {
  SphereTree<2> tree;
  build(tree, boxes);
  Ids left;
  leaves_below(tree, 1, left);
  return sorted(left);
}

TEST(SphereTree, SB1_splits_at_the_first_center_that_is_not_below_the_center_of_the_box) {
  EXPECT_EQ(left_side(points({9, 0, 1, 10, 2, 8})), (Ids{1, 2, 4}));
  EXPECT_EQ(left_side(points({0, 5, 10, 9})), (Ids{0}));     // 5 is the center of the box
  EXPECT_EQ(left_side(points({10, 9, 0, 8, 7})), (Ids{2}));  // 0 is the only center below
}

TEST(SphereTree, SB1_halves_the_items_if_only_the_last_or_no_item_would_be_separated) {
  EXPECT_EQ(left_side(points({0, 1, 2, 100})), (Ids{0, 1}));
  EXPECT_EQ(left_side(points({4, 4, 4, 4, 4})), (Ids{0, 1}));
}

TEST(SphereTree, SB1_splits_across_the_longest_side) {
  const Boxes<3> boxes{{{0, 0, 0}, {1, 1, 1}}, {{0, 9, 0}, {1, 10, 1}}, {{5, 4, 0}, {6, 5, 1}}};
  SphereTree<3> tree;
  build(tree, boxes);
  EXPECT_EQ(tree.nodes()[0].axis(), 1);
  EXPECT_EQ(tree.nodes()[0].center[1], 5.0f);
}

template <int Dim>
void expect_spheres_to_hold(const Boxes<Dim>& boxes) {
  SphereTree<Dim> tree;
  build(tree, boxes);
  for (u32 at = 0; at < tree.nodes().size(); ++at) {
    const auto& node = tree.nodes()[at];
    Ids items;
    leaves_below(tree, at, items);
    Aabb<Dim> box = empty_box<Dim>();
    f64 reach = 0;
    for (const Id id : items) {
      box = unite(box, boxes[id]);
      EXPECT_TRUE(contains(node.sphere(), boxes[id]));
      reach = std::max(reach, reach_of(enclosing_sphere(boxes[id]), node.center));
    }
    for (int axis = 0; axis < Dim; ++axis) EXPECT_EQ(node.center[axis], box.center(axis));
    EXPECT_GE(static_cast<f64>(node.radius), reach);
    EXPECT_LE(node.radius, padded_radius(reach * (1 + 1e-15)));
  }
}

TEST(SphereTree, SB2_a_sphere_has_the_center_of_the_box_and_contains_the_farthest_item_sphere) {
  for (const Layout layout : kAllLayouts) {
    SCOPED_TRACE(name_of(layout));
    expect_spheres_to_hold(arrange<2>(layout, 60, 3));
    expect_spheres_to_hold(arrange<3>(layout, 60, 3));
  }
}

TEST(SphereTree, SB2_every_leaf_sphere_is_inside_every_ancestor) {
  for (const Layout layout : {Layout::kHuge, Layout::kTiny, Layout::kUnderflow}) {
    SphereTree<3> tree;
    build(tree, arrange<3>(layout, 300, 4));
    Faults faults;
    u32 leaves = 0;
    sphere_tree::TreeValidator<3>(tree.nodes(), tree.items(), faults, tree.options().spheres)
        .run([&](Id, u32 leaf) {
          for (const u32 above : sphere_tree::Path<3>(tree.tree(), leaf)) {
            EXPECT_TRUE(contains(tree.nodes()[above].sphere(), tree.nodes()[leaf].sphere()));
            ++leaves;
          }
        });
    EXPECT_GT(leaves, 2000u) << name_of(layout);
  }
}

TEST(SphereTree, T13_a_sphere_can_extend_outside_the_sphere_of_its_parent) {
  SphereTree<3> tree;
  build(tree, cloud(500, 20, 5));
  u32 outside = 0;
  for (u32 at = 0; at < tree.nodes().size(); ++at) {
    const auto& node = tree.nodes()[at];
    if (node.is_leaf()) continue;
    outside += !contains(node.sphere(), tree.nodes()[at + 1].sphere());
    outside += !contains(node.sphere(), tree.nodes()[node.right()].sphere());
  }
  EXPECT_GT(outside, 0u);
}

TEST(SphereTree, SB3_a_node_takes_20_bytes_in_3d_and_16_in_2d) {
  EXPECT_EQ(sizeof(sphere_tree::Node<3>), 20u);
  EXPECT_EQ(sizeof(sphere_tree::Node<2>), 16u);
  SphereTree<3> tree;
  build(tree, row(100));
  const auto* bytes = reinterpret_cast<const char*>(tree.nodes().data());
  EXPECT_EQ(reinterpret_cast<const char*>(&tree.nodes()[7]) - bytes, 7 * 20);
}

TEST(SphereTree, SB3_the_link_packs_axis_flag_and_index) {
  sphere_tree::Node<3> node{};
  for (int axis = 0; axis < 3; ++axis) {
    node.make_branch(0x1ABCDEFu, axis);
    EXPECT_EQ(node.link, 0x1ABCDEFu << 3 | static_cast<u32>(axis));
    EXPECT_FALSE(node.is_leaf() || node.separates());
    node.set_separates(true);
    EXPECT_EQ(node.link, 0x1ABCDEFu << 3 | 4u | static_cast<u32>(axis));
    EXPECT_EQ(node.axis(), axis);
    EXPECT_EQ(node.right(), 0x1ABCDEFu);
  }
  node.make_leaf(sphere_tree::kMaxItems);
  EXPECT_TRUE(node.is_leaf());
  EXPECT_EQ(node.item(), sphere_tree::kMaxItems);
  EXPECT_EQ(node.link & 3u, 3u);
  node.make_leaf(sphere_tree::kRemoved);
  EXPECT_EQ(node.item(), sphere_tree::kRemoved);
}

TEST(SphereTree, SB3_the_split_plane_goes_through_the_center_of_the_sphere) {
  SphereTree<3> tree;
  const Boxes<3> boxes = cloud(400, 10, 6);
  build(tree, boxes);
  u32 separating = 0;
  for (u32 at = 0; at < tree.nodes().size(); ++at) {
    const auto& node = tree.nodes()[at];
    if (node.is_leaf() || !node.separates()) continue;
    ++separating;
    Ids left, right;
    leaves_below(tree, at + 1, left);
    leaves_below(tree, node.right(), right);
    const int axis = node.axis();
    for (const Id id : left) EXPECT_LE(boxes[id].center(axis), node.center[axis]);
    for (const Id id : right) EXPECT_GE(boxes[id].center(axis), node.center[axis]);
  }
  EXPECT_GT(separating, 350u);
}

TEST(SphereTree, T13_a_node_is_flagged_if_halving_puts_centers_on_the_wrong_side) {
  // three of four points are left of the plane at 50, but halving puts two points on the right
  SphereTree<2> tree;
  build(tree, points({0, 1, 2, 100}));
  EXPECT_EQ(tree.nodes()[0].center[0], 50.0f);
  EXPECT_FALSE(tree.nodes()[0].separates());
}

TEST(SphereTree, T13_exponential_spacing_makes_no_chain) {
  Boxes<2> boxes;
  for (int i = -60; i < 59; ++i) {
    const f32 x = std::ldexp(1.0f, i);
    boxes.push_back({{x, 0}, {x, 0}});
    boxes.push_back({{-x, 0}, {-x, 0}});
  }
  for (int i = 0; i < 300; ++i) boxes.push_back({{0, 0}, {0, 0}});
  SphereTree<2> tree;
  build(tree, boxes);
  EXPECT_LE(tree.stats().height, sphere_tree::kMaxHeight);
  expect_sound(tree);
}

TEST(SphereTree, T13_the_depth_guard_halves_below_64_levels) {
  // each split separates only the largest point, and there are more than 64 points
  Boxes<2> boxes;
  for (int i = -149; i < 59; ++i) {
    const f32 x = std::ldexp(1.0f, i);
    boxes.push_back({{-x, 0}, {-x, 0}});
  }
  SphereTree<2> tree;
  build(tree, boxes);
  EXPECT_GT(tree.stats().height, 64);
  EXPECT_LE(tree.stats().height, 64 + 8);
  expect_sound(tree);
}

}  // namespace
}  // namespace sapwood::test::sphere_cases
