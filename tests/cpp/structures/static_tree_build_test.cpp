// Complete builds of the static tree: leaf sizes, memory blocks of nodes (slabs), choice of cuts,
// node layout in memory, and tree quality.
#include "structures/static_tree_cases.hpp"

namespace sapwood::test {
namespace {

template <class Tree>
void expect_leaf_sizes(const Tree& tree, u32 limit) {
  for (u32 i = 0; i < tree.node_count(); ++i) {
    if (!tree.node(i).is_leaf()) continue;
    EXPECT_GE(tree.node(i).count(), 1u);
    EXPECT_LE(tree.node(i).count(), limit);
  }
}

TEST(StaticTree, PX1_leaves_contain_one_to_limit_items) {
  for (const u32 limit : {1u, 2u, 4u, 15u}) {
    for (const u32 count : {1u, 2u, 15u, 16u, 17u, 1000u}) {
      const auto boxes = arrange<3>(Layout::kUniform, count, 7);
      const auto made = core_tree<3>(boxes, limit);
      expect_leaf_sizes(made.tree, limit);
      EXPECT_EQ(faults_of(made, boxes), std::vector<std::string>{});
      if (limit == 1) {
        EXPECT_EQ(made.tree.node_count(), 2 * count - 1);
      }
    }
  }
}

TEST(StaticTree, PX1_no_items_give_no_node_and_one_item_gives_one_leaf) {
  EXPECT_EQ(core_tree<2>({}, 4).tree.node_count(), 0u);
  const auto one = core_tree<2>({point(3, 4)}, 4);
  ASSERT_EQ(one.tree.node_count(), 1u);
  EXPECT_TRUE(one.tree.node(0).is_leaf());
  EXPECT_EQ(one.tree.height(), 0u);
}

TEST(StaticTree, PX2_the_boxes_of_the_caller_are_not_reordered) {
  const auto boxes = arrange<3>(Layout::kClustered, 500, 3);
  auto given = boxes;
  const StaticTree<3> index = static_tree<3>(given);
  EXPECT_EQ(std::memcmp(given.data(), boxes.data(), boxes.size() * sizeof(Aabb<3>)), 0);
  for (Id id = 0; id < 500; ++id) EXPECT_EQ(index.items().box(id), boxes[id]);
}

TEST(StaticTree, PX3_slabs_contain_pairs_and_waste_at_most_one_node) {
  for (const u32 count : {1u, 2u, 512u, 513u, 5000u}) {
    bulk_tree::BuildNodes<3> nodes;
    ASSERT_TRUE(nodes.begin(count, 4));
    const u32 most = 2 * count - 1;
    EXPECT_EQ(nodes.capacity(), most <= 1024 ? most : most / 4);
    const bulk_tree::BuildNode<3>* root = &nodes[0];
    while (nodes.size() < most) {
      ASSERT_TRUE(nodes.reserve_pair());
      const u32 pair = nodes.take_pair();
      EXPECT_EQ(&nodes[pair] + 1, &nodes[pair + 1]) << "a pair spans two slabs";
    }
    EXPECT_EQ(&nodes[0], root) << "growing moved a node";
    const size_t later = (nodes.slab_count() - 1) * size_t{1024};
    EXPECT_LE(nodes.capacity() - later, nodes.capacity() == most ? most : most / 4);
    EXPECT_LT(nodes.capacity() - nodes.size(), 1024u + 1u);
  }
}

TEST(StaticTree, PX3_statistics_count_the_nodes) {
  const auto boxes = arrange<2>(Layout::kUniform, 3000, 9);
  const StaticTree<2> index = static_tree<2>(boxes);
  EXPECT_EQ(index.stats().nodes, index.tree().node_count());
}

TEST(StaticTree, PX4_the_lowest_axis_is_chosen_at_equal_variance) {
  // corners of a square: x and y have the same variance
  const auto made = core_tree<2>(points({{0, 0}, {0, 1}, {1, 0}, {1, 1}}), 2);
  EXPECT_EQ(ids_below(made.tree, 1), (std::vector<Id>{2, 3}));
}

TEST(StaticTree, PX4_cuts_along_the_axis_of_largest_variance_of_centers) {
  // a long box makes y the longest side, but the centers differ on x
  std::vector<Aabb<2>> boxes = points({{0, 0}, {1, 0}, {8, 0}, {9, 0}});
  boxes.push_back({{4, -50}, {4, 50}});
  const auto made = core_tree<2>(boxes, 3);
  EXPECT_EQ(ids_below(made.tree, 1), (std::vector<Id>{2, 3}));
}

TEST(StaticTree, PX5_identical_boxes_are_halved) {
  const u32 count = 100000;
  const std::vector<Aabb<3>> boxes(count, Aabb<3>{{1, 2, 3}, {4, 5, 6}});
  const auto made = core_tree<3>(boxes, 4);
  EXPECT_LE(made.tree.height(), 15u + 1u);  // ceil(log2(n / limit)) + 1
  expect_leaf_sizes(made.tree, 4);
}

TEST(StaticTree, PX5_exponential_spacing_is_halved_below_64_levels) {
  // distances double from point to point, so every cut separates one item
  std::vector<Aabb<2>> boxes;
  for (int exponent = -124; exponent < 58; ++exponent) {
    boxes.push_back(point(std::ldexp(1.0f, exponent), 0));
  }
  const auto made = core_tree<2>(boxes, 1);
  EXPECT_GE(made.tree.height(), 64u);
  EXPECT_LE(made.tree.height(), 64u + 10u);
  EXPECT_EQ(faults_of(made, boxes), std::vector<std::string>{});
}

TEST(StaticTree, PX6_nodes_are_stored_28_bytes_apart_in_one_array) {
  const auto made = core_tree<3>(arrange<3>(Layout::kUniform, 100, 1), 4);
  const auto* first = reinterpret_cast<const u8*>(&made.tree.node(0));
  const auto* second = reinterpret_cast<const u8*>(&made.tree.node(1));
  EXPECT_EQ(second - first, 28);
  bulk_tree::Node<3> leaf{};
  leaf.set_leaf(5, 15);
  EXPECT_EQ(leaf.data, 5u << 5 | 15u << 1 | 1u);
  bulk_tree::Node<3> branch{};
  branch.set_branch(7);
  EXPECT_EQ(branch.data, 7u << 1);
}

TEST(StaticTree, T19_nodes_aligned_to_16_bytes_form_the_same_tree) {
  const auto boxes = arrange<3>(Layout::kClustered, 1000, 1);
  const auto packed = core_tree<3>(boxes, 4);
  bulk_tree::Builder<3, bulk_tree::Node<3, 16>> builder;
  ASSERT_TRUE(builder.begin(1000, {4}));
  for (Id id = 0; id < 1000; ++id) builder.add(id, boxes[id]);
  u64 work = 0;
  bool done = false;
  ASSERT_TRUE(builder.step(~u64{0}, work, done).ok());
  bulk_tree::Tree<3, bulk_tree::Node<3, 16>> aligned;
  builder.move_to(aligned);
  QueryCounters counters[2];
  u64 sums[2] = {};
  const auto sum = [](u64& out) {
    return [&out](Id a, Id b) {
      out += a * b;
      return true;
    };
  };
  ASSERT_TRUE(bulk_tree::overlapping_pairs(packed.tree, counters[0], sum(sums[0])).ok());
  ASSERT_TRUE(bulk_tree::overlapping_pairs(aligned, counters[1], sum(sums[1])).ok());
  EXPECT_EQ(sums[0], sums[1]);
  EXPECT_EQ(counters[0].node_visits, counters[1].node_visits);
  EXPECT_EQ(leaf_sets(packed.tree), leaf_sets(aligned));
}

TEST(StaticTree, PX6_bounds_equal_the_bits_of_a_full_refit) {
  for (const Layout layout : kAllLayouts) {
    const auto boxes = arrange<3>(layout, 777, 5);
    auto built = core_tree<3>(boxes, 4);
    auto refitted = core_tree<3>(boxes, 4);
    refitted.tree.refit_all(boxes.data());
    EXPECT_TRUE(same_nodes(built.tree, refitted.tree)) << name_of(layout);
  }
}

TEST(StaticTree, PX6_the_memory_of_the_build_is_freed) {
  bulk_tree::Builder<3> builder;
  const auto boxes = arrange<3>(Layout::kUniform, 2000, 1);
  ASSERT_TRUE(builder.begin(2000, {}));
  for (Id id = 0; id < 2000; ++id) builder.add(id, boxes[id]);
  EXPECT_GE(builder.byte_length(), 2000u * 32);
  u64 work = 0;
  bool done = false;
  bulk_tree::Tree<3> tree;
  ASSERT_TRUE(builder.step(~u64{0}, work, done).ok());
  builder.move_to(tree);
  EXPECT_EQ(builder.byte_length(), 0u);
  EXPECT_EQ(tree.byte_length(), tree.node_count() * 28u + 2000u * 28u);
}

TEST(StaticTree, G3_the_binned_split_builds_a_better_tree) {
  const auto boxes = arrange<3>(Layout::kClustered, 4000, 2);
  StaticTreeOptions options;
  const f64 center = static_tree<3>(boxes, options).stats().sah;
  options.split = TreeSplit::kBinnedSah;
  const StaticTree<3> binned = static_tree<3>(boxes, options);
  EXPECT_LT(binned.stats().sah, center);
  EXPECT_EQ(faults_of(binned), std::vector<std::string>{});
}

TEST(StaticTree, A_visitor_of_pairs_is_not_called_after_it_stops) {
  StaticTree<2> tree(StaticTreeOptions{.leaf_limit = 15});
  const std::vector<Aabb<2>> boxes(40, Aabb<2>{{0, 0}, {1, 1}});
  ASSERT_TRUE(tree.build(boxes.data(), 40).ok());
  for (u32 limit = 1; limit < 40 * 39 / 2; ++limit) {
    QueryCounters counters;
    u32 calls = 0;
    ASSERT_TRUE(pairs(tree, counters, [&](Id, Id) { return ++calls < limit; }).ok());
    ASSERT_EQ(calls, limit);
  }
}

}  // namespace
}  // namespace sapwood::test
