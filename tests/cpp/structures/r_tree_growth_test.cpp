// Growth and shrinking of the R-tree: minimum fill, depth, dissolved nodes, forced reinsertion,
// quality.
#include "sapwood/structures/rtree/r_tree/r_tree.hpp"

#include "structures/rtree_cases.hpp"

namespace sapwood::test {
namespace {

using Strings = std::vector<std::string>;

RTreeOptions growing(RTreeSplit split, u32 fan_out, f32 min_fill = 0.4f) {
  RTreeOptions options;
  options.split = split;
  options.fan_out = fan_out;
  options.min_fill = min_fill;
  return options;
}

std::vector<RTreeOptions> all_options(u32 fan_out) {
  std::vector<RTreeOptions> all;
  for (const RTreeSplit split :
       {RTreeSplit::kLinear, RTreeSplit::kQuadratic, RTreeSplit::kExhaustive, RTreeSplit::kRStar}) {
    for (const f32 fill : {0.1f, 0.4f, 0.5f}) {
      all.push_back(growing(split, fan_out, fill));
      if (!all.back().valid()) all.pop_back();
    }
  }
  return all;
}

template <int Dim>
Id insert(RTree<Dim>& tree, const Aabb<Dim>& box) {
  Id id = kNone;
  EXPECT_TRUE(tree.insert(box, {}, id).ok());
  return id;
}

template <int Dim>
void expect_shape(const RTree<Dim>& tree) {
  const auto& nodes = tree.tree();
  const RTreeOptions options = tree.options();
  for (u32 at = 0; at < nodes.slots(); ++at) {
    if (nodes.node(at).is_free() || at == nodes.root()) continue;
    EXPECT_GE(nodes.node(at).count, options.least_entries());
    EXPECT_LE(nodes.node(at).count, options.fan_out);
  }
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  for (size_t i = 0; i < dump.kind.size(); ++i) {
    if (dump.kind[i] == static_cast<u8>(NodeKind::kLeaf)) {
      EXPECT_EQ(dump.level[i], nodes.height());
    }
  }
}

TEST(RTree, RT1_nodes_have_the_minimum_fill_and_leaves_are_at_one_level) {
  const Boxes<2> flat = published(PublishedName::kRandom, 1000, 0);
  const Boxes<3> solid = uniform_boxes<3>(600, 0, 10, 1, 11);
  for (const u32 fan_out : {4u, 7u, 8u, 16u, 100u}) {
    for (const RTreeOptions& options : all_options(fan_out)) {
      RTree<2> tree(options);
      ASSERT_TRUE(build(tree, flat).ok());
      expect_shape(tree);
      EXPECT_EQ(faults_of(tree), Strings{});
      RTree<3> other(options);
      for (const Aabb<3>& box : solid) insert(other, box);
      expect_shape(other);
      EXPECT_EQ(faults_of(other), Strings{});
      EXPECT_EQ(pairs_of(other), all_overlapping(solid));
    }
  }
}

TEST(RTree, RT1_the_minimum_fill_is_at_most_half_of_the_fan_out) {
  for (u32 fan_out = 4; fan_out <= 128; ++fan_out) {
    for (const f32 fill : {0.1f, 0.25f, 0.4f, 0.5f}) {
      const u32 least = growing(RTreeSplit::kLinear, fan_out, fill).least_entries();
      EXPECT_GE(least, 2u);
      EXPECT_LE(2 * least, fan_out);
    }
  }
}

TEST(RTree, RT1_an_item_goes_to_the_child_that_grows_least) {
  RTree<2> tree(growing(RTreeSplit::kQuadratic, 4));
  for (const f32 x : {0.0f, 1.0f, 2.0f, 100.0f, 101.0f}) insert(tree, {{x, 0}, {x + 1, 1}});
  ASSERT_EQ(leaves_of(tree).size(), 2u);
  const Id near_the_second = insert(tree, {{97, 0}, {98, 1}});
  EXPECT_EQ(tree.tree().leaf_of(near_the_second), tree.tree().leaf_of(4));
}

TEST(RTree, RT4_a_node_below_the_minimum_fill_is_dissolved) {
  for (const RTreeOptions& options : all_options(8)) {
    RTree<2> tree(options);
    const Boxes<2> boxes = uniform_boxes<2>(400, 0, 30, 1, 12);
    ASSERT_TRUE(build(tree, boxes).ok());
    const f64 nodes = tree.stats().nodes;
    for (Id id = 0; id < 360; ++id) {
      ASSERT_TRUE(tree.remove(id * 7 % 400).ok());
      if (id % 20 == 0) {
        EXPECT_EQ(faults_of(tree), Strings{});
      }
    }
    expect_shape(tree);
    EXPECT_LT(tree.stats().nodes, nodes / 3);
    EXPECT_LE(tree.tree().height(), 3u);
  }
}

TEST(RTree, RT4_removing_the_last_items_removes_the_root) {
  RTree<3> tree;
  const Boxes<3> boxes = uniform_boxes<3>(100, 0, 10, 1, 13);
  ASSERT_TRUE(build(tree, boxes).ok());
  for (Id id = 100; id-- > 0;) ASSERT_TRUE(tree.remove(id).ok());
  EXPECT_EQ(tree.tree().root(), kNone);
  EXPECT_EQ(tree.tree().live(), 0u);
  EXPECT_EQ(insert(tree, boxes[5]), 0u);
  EXPECT_EQ(faults_of(tree), Strings{});
}

TEST(RTree, RT4_an_item_stays_in_its_leaf_until_it_leaves_its_box) {
  RTree<2> tree(growing(RTreeSplit::kQuadratic, 4));
  for (const f32 x : {0.0f, 1.0f, 2.0f, 100.0f, 101.0f}) insert(tree, {{x, 0}, {x + 1, 1}});
  bool changed = true;
  ASSERT_TRUE(tree.move(1, {{1.5f, 0}, {2.5f, 1}}, {}, changed).ok());
  EXPECT_FALSE(changed);
  ASSERT_TRUE(tree.move(2, {{99, 0}, {100, 1}}, {}, changed).ok());
  EXPECT_TRUE(changed);
  EXPECT_EQ(faults_of(tree), Strings{});
  QueryCounters counters;
  EXPECT_EQ(ids_of(tree, BoxQuery<2>({{98, 0}, {99.5f, 1}}), counters), (std::vector<Id>{2}));
}

TEST(RTree, RT4_churn_equals_the_oracle) {
  for (const RTreeOptions& options : all_options(6)) {
    Random random(14);
    RTree<2> tree(options);
    Boxes<2> boxes = uniform_boxes<2>(300, 0, 15, 1, 15);
    ASSERT_TRUE(build(tree, boxes).ok());
    for (u32 step = 0; step < 900; ++step) {
      const Id id = random.below(300);
      const f32 by = random.between(-3, 3);
      for (int axis = 0; axis < 2; ++axis) {
        boxes[id].min[axis] += by;
        boxes[id].max[axis] += by;
      }
      bool changed = false;
      ASSERT_TRUE(tree.move(id, boxes[id], {}, changed).ok());
      if (step % 100 == 0) {
        EXPECT_EQ(faults_of(tree), Strings{});
      }
    }
    EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
  }
}

TEST(RTree, RT4_an_update_reinserts_few_items_and_packs_the_tree_again_for_many) {
  Boxes<2> boxes = uniform_boxes<2>(500, 0, 30, 1, 16);
  RTree<2> tree;
  ASSERT_TRUE(build(tree, boxes).ok());
  u32 changed = 7;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 0u);
  for (Id id = 0; id < 15; ++id) boxes[id] = {{60, 60}, {61, 61}};
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 15u);
  EXPECT_EQ(faults_of(tree), Strings{});
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
  const f64 before = leaf_perimeter<2>(tree);
  boxes = uniform_boxes<2>(500, 100, 30, 1, 17);
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  EXPECT_EQ(changed, 500u);
  expect_shape(tree);
  EXPECT_LT(leaf_perimeter<2>(tree), 1.5 * before);
  EXPECT_EQ(faults_of(tree), Strings{});
  EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
}

TEST(RTree, RS1_T32_30_percent_are_reinserted_once_per_level_and_insertion) {
  EXPECT_EQ(growing(RTreeSplit::kRStar, 10).reinsert_share(), 3u);
  EXPECT_EQ(growing(RTreeSplit::kRStar, 100).reinsert_share(), 30u);
  RTree<2> tree(growing(RTreeSplit::kRStar, 10));
  u32 at_leaves = 0;
  u32 above = 0;
  for (const Aabb<2>& box : published(PublishedName::kRandom, 2000, 0)) {
    insert(tree, box);
    const u32 height = tree.tree().height();
    for (u32 level = 0; level <= height; ++level) EXPECT_LE(tree.reinsertions(level), 1u);
    EXPECT_EQ(tree.reinsertions(height + 1), 0u);
    at_leaves += tree.reinsertions(0);
    above += tree.reinsertions(1);
  }
  EXPECT_GT(at_leaves, 100u);
  EXPECT_GT(above, 10u);
  RTree<2> plain(growing(RTreeSplit::kQuadratic, 10));
  for (const Aabb<2>& box : published(PublishedName::kRandom, 500, 0)) {
    insert(plain, box);
    EXPECT_EQ(plain.reinsertions(0), 0u);
  }
}

f64 total_overlap(const RTree<2>& tree) {
  const auto& nodes = tree.tree();
  f64 sum = 0;
  for (u32 at = 0; at < nodes.slots(); ++at) {
    const auto& node = nodes.node(at);
    if (node.is_free() || node.is_leaf()) continue;
    for (u32 i = 0; i < node.count; ++i) {
      for (u32 j = i + 1; j < node.count; ++j) {
        sum += r_tree::shared_area(nodes.box(at, i), nodes.box(at, j));
      }
    }
  }
  return sum;
}

TEST(RTree, RS1_nodes_overlap_less_than_after_quadratic_splits_on_4_of_5_scenes) {
  u32 better = 0;
  for (const PublishedName scene :
       {PublishedName::kRandom, PublishedName::kRandomLargeBoxes, PublishedName::kXLine,
        PublishedName::kYLine, PublishedName::kTrueUniform}) {
    const Boxes<2> boxes = published(scene, 2000, 0);
    RTree<2> r_star(growing(RTreeSplit::kRStar, 16));
    RTree<2> quadratic(growing(RTreeSplit::kQuadratic, 16));
    ASSERT_TRUE(build(r_star, boxes).ok());
    ASSERT_TRUE(build(quadratic, boxes).ok());
    better += total_overlap(r_star) <= total_overlap(quadratic) ? 1 : 0;
  }
  EXPECT_GE(better, 4u);
}

// The published query visits every node. Like the published tree, this tree has a fan-out of 100
// and linear splits.
TEST(RTree, T29_a_query_visits_only_nodes_that_it_overlaps) {
  const Boxes<2> boxes = published(PublishedName::kRandom, 2000, 0);
  RTree<2> tree(growing(RTreeSplit::kLinear, 100));
  ASSERT_TRUE(build(tree, boxes).ok());
  const QueryCounters counters = self_queries(tree, boxes);
  const u64 items_of_all = u64{2000} * 2000;
  EXPECT_LT(counters.item_tests, items_of_all / 5);
}

TEST(RTree, NN1_a_nearest_query_of_ten_thousand_items_visits_few_leaves) {
  RTree<2> tree;
  ASSERT_TRUE(build(tree, uniform_boxes<2>(10000, 0, 100, 1, 18)).ok());
  QueryCounters counters;
  EXPECT_EQ(nearest_ids(tree, {{50, 50}}, 10, counters).size(), 10u);
  EXPECT_LT(counters.item_tests, 200u);
}

TEST(RTree, T42_bytes_with_impossible_counts_are_rejected) {
  RTree<2> tree;
  ASSERT_TRUE(build(tree, uniform_boxes<2>(40, 0, 10, 1, 19)).ok());
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  const size_t nodes_end = bytes.size() - 40 * sizeof(Aabb<2>);  // the boxes follow the nodes
  const auto loads = [&](size_t word, u32 value) {
    std::vector<u8> forged(bytes.begin(), bytes.end());
    std::memcpy(&forged[nodes_end - 4 * word], &value, 4);
    const u64 sum =
        checksum(forged.data() + sizeof(SerialHeader), forged.size() - sizeof(SerialHeader));
    std::memcpy(&forged[16], &sum, 8);
    RTree<2> copy;
    ByteReader reader(forged.data(), forged.size());
    copy.load(reader);
    return reader.finish();
  };
  u32 last = 0;
  std::memcpy(&last, bytes.data() + nodes_end - 4, 4);
  EXPECT_TRUE(loads(1, last));
  EXPECT_FALSE(loads(1, 40));               // unknown id
  EXPECT_FALSE(loads(1, (last + 1) % 40));  // duplicate id
  for (const u32 count : {0u, 1u, 2u, 9u, 0xFFFFFFFFu}) {
    EXPECT_FALSE(loads(40 + 2 + 1, count)) << count;  // count of the last leaf
  }
}

}  // namespace
}  // namespace sapwood::test
