// Shape and quality of a wide tree for each builder, and its serialization.
#include "sapwood/structures/bvh/static_tree/static_tree.hpp"
#include "structures/wide_tree_cases.hpp"

namespace sapwood::test {
namespace {

template <class Index, int Dim>
f64 query_cost(Index& index, const Boxes<Dim>& boxes) {
  QueryCounters counters;
  for (const Aabb<Dim>& box : boxes) ids_of(index, BoxQuery<Dim>(box), counters);
  return static_cast<f64>(counters.node_visits + counters.item_tests);
}

template <int Dim>
f64 cost_of_binned_sah(const Boxes<Dim>& boxes) {
  StaticTreeOptions options;
  options.split = bulk_tree::Split::kBinnedSah;
  StaticTree<Dim> reference(options);
  EXPECT_TRUE(build(reference, boxes).ok());
  return query_cost(reference, boxes);
}

template <int Dim>
void expect_quality(const Boxes<Dim>& boxes) {
  WideTree<Dim> tree = wide_tree_of<Dim>(boxes, WideBuild::kQuality);
  EXPECT_LE(query_cost(tree, boxes), 1.05 * cost_of_binned_sah<Dim>(boxes));
}

TEST(WideTree, Nodes_and_leaves_fill_whole_cache_lines) {
  WideTree<2> flat = wide_tree_of<2>(uniform_boxes<2>(1000, 0, 50, 1, 1));
  WideTree<3> deep = wide_tree_of<3>(uniform_boxes<3>(1000, 0, 20, 1, 1));
  static_assert(sizeof(AabbPacket<2>) == 64);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&flat.tree().boxes(1)) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&flat.tree().leaf(7)) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&deep.tree().boxes(1)) % 32, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&deep.tree().leaf(7)) % 32, 0u);
}

TEST(WideTree, All_leaves_except_the_last_are_full) {
  for (const WideBuild method : kWideBuilds) {
    for (const u32 count : {0u, 1u, 4u, 5u, 17u, 203u, 2001u, 2002u, 2003u}) {
      const WideTree<3> tree = wide_tree_of<3>(uniform_boxes<3>(count, 0, 30, 1, 2), method);
      EXPECT_EQ(tree.tree().leaf_count(), (count + 3) / 4);
      EXPECT_EQ(tree.tree().live(), count);
      EXPECT_TRUE(tree.tree().gapless());
    }
  }
}

TEST(WideTree, Curves_fill_every_level) {
  const WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(4096, 0, 90, 1, 3));
  EXPECT_EQ(tree.tree().leaf_count(), 1024u);
  EXPECT_EQ(tree.tree().node_count(), 256u + 64 + 16 + 4 + 1);
  EXPECT_EQ(tree.tree().height(), 4u);
}

TEST(WideTree, Items_below_a_lane_are_one_range_of_slots) {
  for (const WideBuild method : kWideBuilds) {
    const WideTree<2> index = wide_tree_of<2>(clustered_boxes<2>(3000, 4), method);
    const auto& tree = index.tree();
    for (u32 at = 0; at < tree.node_count(); ++at) {
      const auto& link = tree.link(at);
      for (u32 lane = 0; lane < link.lanes(); ++lane) {
        const auto below = tree.below(link, lane);
        Aabb<2> all = empty_box<2>();
        for (u32 slot = below.begin * 4; slot < below.end * 4; ++slot) {
          if (tree.id(slot) != kNone) all = unite(all, index.items().box(tree.id(slot)));
        }
        ASSERT_EQ(tree.boxes(at).get(lane), all) << "node " << at << " lane " << lane;
      }
    }
  }
}

// Distances from the origin halve from box to box, so a cut at a border of bins separates few
// items.
TEST(WideTree, Exponential_spacing_does_not_make_a_chain) {
  Boxes<2> boxes;
  for (int i = 0; i < 4000; ++i) {
    const f32 at = std::ldexp(1.0f, 50 - i % 150) * (1 + static_cast<f32>(i) / 4000);
    boxes.push_back({{at, at}, {at, at}});
  }
  for (const WideBuild method : kWideBuilds) {
    WideTree<2> tree = wide_tree_of<2>(boxes, method);
    EXPECT_LE(tree.tree().height(), wide_tree::kMaxHeight);
    EXPECT_EQ(faults_of(tree), Strings{});
  }
}

// Returns cubes whose sides are about a fiftieth of their distance from the origin. The distances
// span a factor of 2^80.
template <int Dim>
Boxes<Dim> crowd_in_a_corner(u32 count) {
  Boxes<Dim> boxes = uniform_boxes<Dim>(count, 0, 1, 0.02f, 9);
  for (u32 i = 0; i < count; ++i) {
    const f32 scale = std::ldexp(1.0f, 40 - static_cast<int>(i % 80));
    for (int axis = 0; axis < Dim; ++axis) {
      boxes[i].min[axis] *= scale;
      boxes[i].max[axis] *= scale;
    }
  }
  return boxes;
}

template <int Dim>
void expect_separated_crowds() {
  const Boxes<Dim> boxes = crowd_in_a_corner<Dim>(4000);
  WideTree<Dim> best = wide_tree_of<Dim>(boxes, WideBuild::kQuality);
  const f64 least = query_cost(best, boxes);
  for (const WideBuild method : kWideBuilds) {
    WideTree<Dim> tree = wide_tree_of<Dim>(boxes, method);
    EXPECT_LE(query_cost(tree, boxes), 1.5 * least);
    EXPECT_EQ(faults_of(tree), Strings{});
  }
}

TEST(WideTree, Crowds_in_a_corner_of_a_huge_world_are_separated) {
  expect_separated_crowds<2>();
  expect_separated_crowds<3>();
}

TEST(WideTree, Identical_boxes_form_a_balanced_tree) {
  const Boxes<3> boxes(5000, {{1, 1, 1}, {2, 2, 2}});
  for (const WideBuild method : kWideBuilds) {
    EXPECT_LE(wide_tree_of<3>(boxes, method).tree().height(), 6u);
  }
}

TEST(WideTree, Quality_builds_are_within_five_percent_of_binned_sah) {
  expect_quality<2>(uniform_boxes<2>(5000, 0, 100, 1, 5));
  expect_quality<3>(uniform_boxes<3>(5000, 0, 27, 1, 5));
  expect_quality<2>(clustered_boxes<2>(5000, 6));
  expect_quality<3>(clustered_boxes<3>(5000, 6));
}

TEST(WideTree, Slower_builds_make_better_trees) {
  const Boxes<3> boxes = uniform_boxes<3>(5000, 0, 27, 1, 7);
  f64 areas[3];
  for (u32 i = 0; i < 3; ++i) areas[i] = wide_tree_of<3>(boxes, kWideBuilds[i]).tree().area();
  EXPECT_LT(areas[1], areas[0]);
  EXPECT_LT(areas[2], areas[1]);
}

TEST(WideTree, A_loaded_tree_has_the_same_slots) {
  for (const WideBuild method : kWideBuilds) {
    WideTree<2> tree = wide_tree_of<2>(clustered_boxes<2>(700, 8), method);
    for (Id id = 0; id < 700; id += 9) ASSERT_TRUE(tree.remove(id).ok());
    Id id = kNone;
    ASSERT_TRUE(tree.insert({{3, 3}, {4, 4}}, {}, id).ok());
    Array<u8> bytes;
    ByteWriter writer(bytes);
    tree.save(writer);
    ASSERT_TRUE(writer.finish().ok());
    WideTree<2> copy;
    ByteReader reader(bytes.data(), bytes.size());
    copy.load(reader);
    ASSERT_TRUE(reader.ok());
    ASSERT_EQ(copy.tree().slot_count(), tree.tree().slot_count());
    for (u32 slot = 0; slot < tree.tree().slot_count(); ++slot) {
      ASSERT_EQ(copy.tree().id(slot), tree.tree().id(slot));
    }
    EXPECT_EQ(copy.pending(), 1u);
    EXPECT_EQ(faults_of(copy), Strings{});
    EXPECT_EQ(pairs_of(copy), pairs_of(tree));
  }
}

// Boxes of nodes and leaves are not serialized: each item needs about 4 bytes in addition to its
// own box.
TEST(WideTree, Serialization_stores_little_more_than_the_items) {
  const WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(10000, 0, 100, 1, 9));
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_LT(bytes.size(), 10000u * (16 + 4 + 1));
}

bool adopts(std::initializer_list<wide_tree::Shape> shapes, u32 leaves) {
  wide_tree::TreePlan plan;
  EXPECT_TRUE(plan.shapes.reserve(shapes.size()) && plan.slots.resize(leaves * kLanes, kNone));
  for (const wide_tree::Shape shape : shapes) plan.shapes.push_unchecked(shape);
  wide_tree::Tree<2> tree;
  EXPECT_TRUE(tree.reserve(plan));
  return tree.adopt(plan);
}

TEST(WideTree, Invalid_shapes_are_rejected) {
  using wide_tree::Shape;
  EXPECT_TRUE(adopts({Shape::of(3, 1), Shape::of(4, 0)}, 7));
  EXPECT_FALSE(adopts({Shape::of(5, 0)}, 5)) << "five lanes";
  EXPECT_FALSE(adopts({Shape::of(4, 0), Shape::of(4, 0)}, 8)) << "a node without a parent";
  EXPECT_FALSE(adopts({Shape::of(3, 1)}, 3)) << "a child that is not there";
  EXPECT_FALSE(adopts({Shape::of(3, 1), Shape::of(0, 0)}, 3)) << "a node without lanes";
  EXPECT_FALSE(adopts({Shape::of(3, 1), Shape::of(4, 0)}, 6)) << "a leaf without slots";
}

}  // namespace
}  // namespace sapwood::test
