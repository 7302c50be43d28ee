// Tight spheres of branches: they enclose the boxes of the items, and the build optimizes the
// center.
#include "structures/sphere_tree_cases.hpp"

namespace sapwood::test::sphere_cases {
namespace {

constexpr SphereTreeOptions kTightOptions{NoneBelow::kHalve, BranchSpheres::kTight};

// Returns the distance from a point to the farthest corner of a box, with more precision than f64.
template <int Dim>
long double farthest(const Aabb<Dim>& box, const Point<Dim>& from) {
  long double sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const long double low = static_cast<long double>(from[axis]) - box.min[axis];
    const long double high = static_cast<long double>(box.max[axis]) - from[axis];
    sum += std::max(low, high) * std::max(low, high);
  }
  return std::sqrt(sum);
}

template <int Dim>
Ids items_below(const SphereTree<Dim>& tree, u32 at) {
  const auto& node = tree.nodes()[at];
  if (node.is_leaf()) return {node.item()};
  Ids ids = items_below(tree, at + 1);
  for (const Id id : items_below(tree, node.right())) ids.push_back(id);
  return ids;
}

template <int Dim>
long double reach_below(const SphereTree<Dim>& tree, u32 at, const Point<Dim>& from) {
  long double reach = 0;
  for (const Id id : items_below(tree, at)) {
    reach = std::max(reach, farthest(tree.items().box(id), from));
  }
  return reach;
}

template <int Dim>
void expect_tight_spheres(const Boxes<Dim>& boxes) {
  SphereTree<Dim> tight(kTightOptions);
  SphereTree<Dim> centered;
  build(tight, boxes);
  build(centered, boxes);
  expect_sound(tight);
  ASSERT_EQ(tight.nodes().size(), centered.nodes().size());
  for (u32 at = 0; at < tight.nodes().size(); ++at) {
    const auto& node = tight.nodes()[at];
    const auto& other = centered.nodes()[at];
    ASSERT_EQ(node.link, other.link);  // both trees have the same links and split planes
    EXPECT_LE(reach_below(tight, at, node.center), static_cast<long double>(node.radius));
    EXPECT_LE(node.radius, other.radius);
    if (node.is_leaf()) continue;
    EXPECT_EQ(node.center[node.axis()], other.center[other.axis()]);
    const f64 from_box_center = static_cast<f64>(reach_below(tight, at, other.center));
    EXPECT_LE(node.radius, padded_radius(from_box_center * (1 + 1e-15)));
  }
}

TEST(SphereTreeTight,
     SB2_tight_spheres_contain_all_boxes_below_and_are_at_most_as_large_as_centered_ones) {
  for (const Layout layout : kAllLayouts) {
    SCOPED_TRACE(name_of(layout));
    expect_tight_spheres(arrange<2>(layout, 100, 3));
    expect_tight_spheres(arrange<3>(layout, 100, 3));
  }
}

// Returns the smallest radius around all items of a node, for centers on its split plane. The
// radius is a convex function of the center, so ternary search finds the minimum.
f64 smallest_radius(const SphereTree<2>& tree, u32 at) {
  const auto& node = tree.nodes()[at];
  const int free_axis = 1 - node.axis();
  Point<2> center = node.center;
  f64 low = -100, high = 100;
  const auto reach = [&](f64 place) {
    center[free_axis] = static_cast<f32>(place);
    return static_cast<f64>(reach_below(tree, at, center));
  };
  while (high - low > 1e-4) {
    const f64 third = (high - low) / 3;
    if (reach(low + third) < reach(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return reach(low);
}

TEST(SphereTreeTight, SB2_radii_are_close_to_the_smallest_radius_for_a_center_on_the_split_plane) {
  f64 smaller = 0, excess = 0;
  u32 branches = 0;
  for (u64 seed = 1; seed <= 10; ++seed) {
    const Boxes<2> boxes = arrange<2>(Layout::kUniform, 60, seed);
    SphereTree<2> tight(kTightOptions);
    SphereTree<2> centered;
    build(tight, boxes);
    build(centered, boxes);
    for (u32 at = 0; at < tight.nodes().size(); ++at) {
      if (tight.nodes()[at].is_leaf()) continue;
      const f64 ratio = tight.nodes()[at].radius / smallest_radius(tight, at);
      EXPECT_LE(ratio, 1.15);
      excess += ratio - 1;
      smaller += 1 - tight.nodes()[at].radius / centered.nodes()[at].radius;
      ++branches;
    }
  }
  EXPECT_LT(excess / branches, 0.02);
  EXPECT_GT(smaller / branches, 0.03);
}

// The corners of crossed long boxes are closer to the center than the spheres around each box.
TEST(SphereTreeTight, SB2_the_sphere_of_two_crossed_sticks_encloses_their_corners) {
  SphereTree<3> tree(kTightOptions);
  build(tree, {{{-10, -1, 0}, {10, 1, 2}}, {{-1, -10, 0}, {1, 10, 2}}});
  EXPECT_FLOAT_EQ(tree.nodes()[0].radius, std::sqrt(102.0f));
  SphereTree<3> apart(kTightOptions);
  build(apart, {{{0, 0, 0}, {1, 1, 1}}, {{7, 0, 0}, {8, 1, 1}}});
  EXPECT_FLOAT_EQ(apart.nodes()[0].radius, std::sqrt(66.0f) / 2);
}

Boxes<3> sticks(u32 count, u64 seed) {
  Random random(seed);
  Boxes<3> boxes = cloud(count, 8, seed);
  for (Aabb<3>& box : boxes) {
    const int axis = static_cast<int>(random.below(3));
    box.max[axis] = box.min[axis] + 3;
  }
  return boxes;
}

Ids visible(const SphereTree<3>& tree, const Frustum& frustum) {
  const FrustumQuery query(frustum);
  Ids ids;
  for (Id id = tree.items().first(); id != kNone; id = tree.items().next(id)) {
    if (!query.test(tree.items().box(id), FrustumQuery::kAllPlanes).outside) ids.push_back(id);
  }
  return ids;
}

TEST(SphereTreeTight, SB5_culling_visits_fewer_nodes_and_equals_testing_every_item) {
  const Boxes<3> boxes = sticks(2000, 6);
  SphereTree<3> tight(kTightOptions);
  SphereTree<3> centered;
  build(tight, boxes);
  build(centered, boxes);
  u64 visits = 0, centered_visits = 0;
  for (const Point<3>& eye : octants(5)) {
    const Frustum frustum = camera(eye, 12);
    for (const FrustumOrder order : {FrustumOrder::kAny, FrustumOrder::kSplitPlanes}) {
      const Culled found = cull(tight, {frustum, order, eye});
      EXPECT_EQ(sorted(found.ids), visible(tight, frustum));
      visits += found.counters.node_visits;
      const Culled other = cull(centered, {frustum, order, eye});
      centered_visits += other.counters.node_visits;
      EXPECT_EQ(found.ids.size(), other.ids.size());
    }
    // both trees have the same split planes, so only children without a separating plane can be in
    // a different order
    const u64 inversions = inversions_of(boxes, report(centered, frustum, eye).ids, eye);
    EXPECT_NEAR(inversions_of(boxes, report(tight, frustum, eye).ids, eye), inversions,
                0.01 * static_cast<f64>(inversions));
  }
  EXPECT_LT(static_cast<f64>(visits), 0.97 * static_cast<f64>(centered_visits));
}

template <int Dim>
void expect_exact_queries(SphereTree<Dim>& tree) {
  expect_sound(tree);
  const auto& items = tree.items();
  Random random(8);
  const auto compare = [&](const auto& volume) {
    Ids found, expected;
    QueryCounters counters;
    EXPECT_TRUE(query(tree, volume, Filter::any(), counters, [&](Id id) {
                  found.push_back(id);
                  return true;
                }).ok());
    for (Id id = items.first(); id != kNone; id = items.next(id)) {
      if (volume.hits(items.box(id))) expected.push_back(id);
    }
    EXPECT_EQ(sorted(found), expected);
  };
  for (u32 i = 0; i < 40 && items.size() != 0; ++i) {
    Id id = random.below(items.id_end());
    while (!items.has(id)) id = random.below(items.id_end());
    const Aabb<Dim> box = items.box(id);
    compare(BoxQuery<Dim>(box));
    Aabb<Dim> corner = box;
    std::copy(box.max, box.max + Dim, corner.min);
    compare(BoxQuery<Dim>(corner));
    compare(DistanceQuery<Dim>(center_of(corner), random.between(0, 2) * box.extent(0)));
  }
  std::vector<u64> found, expected;
  QueryCounters counters;
  EXPECT_TRUE(pairs(tree, counters, [&](Id a, Id b) {
                found.push_back(pair_key(a, b));
                return true;
              }).ok());
  for (Id a = items.first(); a != kNone; a = items.next(a)) {
    for (Id b = items.next(a); b != kNone; b = items.next(b)) {
      if (overlaps(items.box(a), items.box(b))) expected.push_back(pair_key(a, b));
    }
  }
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected);
}

template <int Dim>
void expect_exact_results_after_changes(Layout layout) {
  SphereTree<Dim> tree(kTightOptions);
  Boxes<Dim> boxes = arrange<Dim>(layout, 150, 9);
  build(tree, boxes);
  expect_exact_queries(tree);
  const Boxes<Dim> others = arrange<Dim>(layout, 150, 10);
  bool changed = false;
  for (Id id = 0; id < 150; id += 3) EXPECT_TRUE(tree.move(id, others[id], {}, changed).ok());
  expect_exact_queries(tree);
  for (Id id = 0; id < 150; id += 5) EXPECT_TRUE(tree.remove(id).ok());
  Id id = kNone;
  for (u32 i = 0; i < 10; ++i) EXPECT_TRUE(tree.insert(others[i], Filter{}, id).ok());
  expect_exact_queries(tree);
  u32 count = 0;
  EXPECT_TRUE(tree.update(others.data(), count).ok());
  expect_exact_queries(tree);
}

TEST(SphereTreeTight, SB2_queries_and_pairs_are_exact_after_moves_removals_inserts_and_updates) {
  for (const Layout layout : kAllLayouts) {
    SCOPED_TRACE(name_of(layout));
    expect_exact_results_after_changes<2>(layout);
    expect_exact_results_after_changes<3>(layout);
  }
}

TEST(SphereTreeTight, SB2_a_move_within_the_spheres_of_all_ancestors_enlarges_none) {
  SphereTree<3> tree(kTightOptions);
  const Boxes<3> boxes = cloud(300, 10, 11);
  build(tree, boxes);
  std::vector<f32> radii;
  for (const auto& node : tree.nodes()) radii.push_back(node.radius);
  bool changed = false;
  for (Id id = 0; id < 300; ++id) {
    Aabb<3> smaller = boxes[id];
    for (int axis = 0; axis < 3; ++axis) {
      smaller.min[axis] = boxes[id].center(axis) - 0.25f * boxes[id].extent(axis);
      smaller.max[axis] = boxes[id].center(axis) + 0.25f * boxes[id].extent(axis);
    }
    ASSERT_TRUE(tree.move(id, smaller, {}, changed).ok());
    EXPECT_TRUE(changed);
  }
  for (u32 at = 0; at < tree.nodes().size(); ++at) {
    if (!tree.nodes()[at].is_leaf()) EXPECT_EQ(tree.nodes()[at].radius, radii[at]);
  }
  expect_sound(tree);
}

TEST(SphereTreeTight, SB2_serialized_tight_spheres_are_accepted_only_by_a_tight_tree) {
  SphereTree<3> tree(kTightOptions);
  build(tree, sticks(100, 12));
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  SphereTree<3> tight(kTightOptions);
  ByteReader reader(bytes.data(), bytes.size());
  tight.load(reader);
  ASSERT_TRUE(reader.finish());
  expect_sound(tight);
  SphereTree<3> centered;
  ByteReader again(bytes.data(), bytes.size());
  centered.load(again);
  EXPECT_FALSE(again.ok());
}

}  // namespace
}  // namespace sapwood::test::sphere_cases
