// Planes in culling: the planes that cut each visible item, and the number of tested planes.
#include "sapwood/geometry/plane_tally.hpp"
#include "sapwood/structures/bvh/wide_tree/wide_tree.hpp"
#include "structures/sphere_tree_cases.hpp"

namespace sapwood::test::sphere_cases {
namespace {

constexpr FrustumOrder kOrders[] = {FrustumOrder::kAny, FrustumOrder::kFrontToBack,
                                    FrustumOrder::kSplitPlanes};

// Ids with a mask of the planes that cut the item, ascending.
using Flags = std::vector<std::pair<Id, u32>>;

Array<VisibleItem> flagged(SphereTree<3>& tree, const FrustumSearch& search,
                           const Filter& filter = Filter::any()) {
  Array<VisibleItem> found;
  QueryCounters counters;
  EXPECT_TRUE(query_flagged(tree, search, filter, counters, found).ok());
  EXPECT_EQ(counters.results, found.size());
  return found;
}
Flags flags_of(const Array<VisibleItem>& found) {
  Flags flags;
  for (const VisibleItem& item : found) flags.emplace_back(item.id, item.cut);
  std::sort(flags.begin(), flags.end());
  return flags;
}

Flags flags_by_test(const SphereTree<3>& tree, const Frustum& frustum) {
  const FrustumQuery query(frustum);
  Flags flags;
  const auto& items = tree.items();
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    u32 cut = 0;
    bool outside = false;
    for (u32 plane = 0; plane < FrustumQuery::kPlanes; ++plane) {
      const FrustumTest test = query.test(items.box(id), 1u << plane);
      outside |= test.outside;
      cut |= test.planes;
    }
    if (!outside) flags.emplace_back(id, cut);
  }
  return flags;
}

TEST(SphereTree, SB5_each_visible_item_is_reported_with_the_planes_that_cut_its_box) {
  SphereTree<3> tree;
  build(tree, cloud(2000, 20, 41));
  for (const Point<3>& eye : octants(12)) {
    const Frustum frustum = camera(eye, 25);
    const Flags expected = flags_by_test(tree, frustum);
    ASSERT_GT(expected.size(), 150u);
    const auto cut = [](const auto& one) { return one.second != 0; };
    const auto cuts = std::count_if(expected.begin(), expected.end(), cut);
    ASSERT_GT(cuts, 10);
    ASSERT_LT(cuts, static_cast<i64>(expected.size()));
    for (const FrustumOrder order : kOrders) {
      EXPECT_EQ(flags_of(flagged(tree, {frustum, order, eye})), expected);
    }
  }
}

TEST(SphereTree, SB5_flags_of_pending_items_are_exact_and_dead_items_have_none) {
  SphereTree<3> tree;
  build(tree, cloud(400, 20, 42));
  Boxes<3> late = cloud(19, 20, 43);
  late.push_back({{-10, 0, 0}, {-8, 1, 13}});  // cut by two planes of the view
  for (const Aabb<3>& box : late) {
    Id id = kNone;
    ASSERT_TRUE(tree.insert(box, {}, id).ok());
  }
  for (Id id = 0; id < 400; id += 7) ASSERT_TRUE(tree.remove(id).ok());
  ASSERT_EQ(tree.pending(), 20u);
  const Frustum frustum = view_box({{-9, -9, -9}, {12, 12, 12}});
  const Flags expected = flags_by_test(tree, frustum);
  for (const FrustumOrder order : kOrders) {
    EXPECT_EQ(flags_of(flagged(tree, {frustum, order, {}})), expected);
  }
  EXPECT_EQ(tree.pending(), 20u);
}

TEST(SphereTree, SB5_a_query_with_flags_returns_the_same_items_in_the_same_order) {
  SphereTree<3> tree;
  build(tree, cloud(1000, 20, 44));
  ASSERT_TRUE(tree.set_filter(5, {2, 2}).ok());
  const Point<3> eye{{15, -12, 18}};
  for (const FrustumOrder order : kOrders) {
    for (const u32 limit : {0u, 1u, 50u, kNoLimit}) {
      for (const Filter& filter : {Filter::any(), Filter{2, 1}}) {
        const FrustumSearch search{camera(eye, 50), order, eye, limit};
        const Culled plain = cull(tree, search, filter);
        Ids ids;
        for (const VisibleItem& item : flagged(tree, search, filter)) ids.push_back(item.id);
        EXPECT_EQ(ids, plain.ids) << static_cast<int>(order) << " limit " << limit;
      }
    }
  }
}

template <class S>
u64 planes_of(const S& index, const Frustum& frustum, PlaneMasks masks) {
  const TalliedFrustumQuery query(frustum, masks);
  QueryCounters counters;
  EXPECT_TRUE(index.traverse(query, counters, AnyItemVisitor{}).ok());
  return query.plane_tests();
}
u64 planes_front_to_back(const SphereTree<3>& tree, const Frustum& frustum, const Point<3>& eye,
                         PlaneMasks masks) {
  const TalliedFrustumQuery query(frustum, masks);
  QueryCounters counters;
  EXPECT_TRUE(tree.traverse_front_to_back(query, eye, counters, nullptr, AnyItemVisitor{}).ok());
  return query.plane_tests();
}

// Reference for the number of tested planes: a recursion that passes only planes that cut a sphere
// to the children of its node.
u64 planes_expected(const SphereTree<3>& tree, const TalliedFrustumQuery& query, u32 at,
                    u32 planes) {
  const SphereView<TalliedFrustumQuery> view(query, tree.tree().world());
  const auto& node = tree.nodes()[at];
  const FrustumTest found = view.test(node.sphere(), planes);
  if (found.outside || found.planes == 0) return query.plane_tests();
  if (node.is_leaf()) {
    (void)query.test(tree.items().box(node.item()), found.planes);
    return query.plane_tests();
  }
  planes_expected(tree, query, at + 1, found.planes);
  return planes_expected(tree, query, node.right(), found.planes);
}

TEST(SphereTree, SB5_a_plane_that_does_not_cut_a_sphere_is_not_tested_below_it) {
  SphereTree<3> tree;
  build(tree, cloud(4000, 20, 45));
  for (const Point<3>& eye : octants(14)) {
    const Frustum frustum = camera(eye, 60);
    const u64 expected =
        planes_expected(tree, TalliedFrustumQuery(frustum), 0, FrustumQuery::kAllPlanes);
    const u64 with = planes_of(tree, frustum, PlaneMasks::kInherited);
    EXPECT_EQ(with, expected);
    EXPECT_LT(2 * with, planes_of(tree, frustum, PlaneMasks::kIgnored));
    const u64 ordered = planes_front_to_back(tree, frustum, eye, PlaneMasks::kInherited);
    EXPECT_LT(2 * ordered, planes_front_to_back(tree, frustum, eye, PlaneMasks::kIgnored));
  }
}

TEST(SphereTree, SB5_no_plane_is_tested_below_a_fully_visible_sphere) {
  SphereTree<3> tree;
  build(tree, cloud(500, 20, 46));
  EXPECT_EQ(planes_of(tree, everything(), PlaneMasks::kInherited), 6u);
  EXPECT_EQ(planes_of(tree, everything(), PlaneMasks::kIgnored), 6u);
  const Point<3> outside{{1e5f, 0, 0}};
  EXPECT_EQ(planes_front_to_back(tree, everything(), outside, PlaneMasks::kInherited), 6u);
}

TEST(WideTreeQuery, SB5_lanes_are_tested_only_against_planes_that_cut_their_parent) {
  const Boxes<3> boxes = cloud(4000, 20, 47);
  WideTree<3> tree;
  ASSERT_TRUE(tree.build(boxes.data(), 4000).ok());
  for (const Point<3>& eye : octants(14)) {
    const Frustum frustum = camera(eye, 60);
    EXPECT_LT(2 * planes_of(tree, frustum, PlaneMasks::kInherited),
              planes_of(tree, frustum, PlaneMasks::kIgnored));
  }
}

TEST(SphereTree, SB4_branches_without_a_separating_plane_are_counted_as_fallbacks) {
  SphereTree<3> tree;
  build(tree, row(100));
  EXPECT_EQ(report(tree, everything(), {{-5, 0, 0}}).report.fallbacks, 0u);
  // three of four centers are left of the plane at 50, but halving moves one to the right
  Boxes<3> boxes;
  for (const f32 x : {0.0f, 1.0f, 2.0f, 100.0f}) boxes.push_back({{x, 0, 0}, {x, 0, 0}});
  build(tree, boxes);
  const Reported found = report(tree, everything(), {{-5, 0, 0}});
  EXPECT_EQ(found.report.fallbacks, 1u);
  EXPECT_EQ(found.ids, (Ids{0, 1, 2, 3}));
}

// Returns the items below the left child of the root. The tree uses the rule `none_below` if no
// center is below the split plane.
Ids left_of_root(const Boxes<2>& boxes, NoneBelow none_below) {
  SphereTree<2> tree(SphereTreeOptions{none_below});
  build(tree, boxes);
  expect_sound(tree);
  Ids left;
  for (u32 at = 1; at < tree.nodes()[0].right(); ++at) {
    if (tree.nodes()[at].is_leaf()) left.push_back(tree.nodes()[at].item());
  }
  return sorted(left);
}

TEST(SphereTree, SB1_the_published_rule_puts_only_the_first_item_left_if_no_center_is_below) {
  const Boxes<2> same(5, Aabb<2>{{4, 0}, {4, 0}});
  EXPECT_EQ(left_of_root(same, NoneBelow::kFirst), (Ids{0}));
  EXPECT_EQ(left_of_root(same, NoneBelow::kHalve), (Ids{0, 1}));
  // the wide box puts the split plane at x = 6: the center of this box is on the plane, and the
  // other centers are above it
  const Boxes<2> beyond{{{9, 0}, {9, 0}}, {{8, 0}, {8, 0}}, {{0, 0}, {12, 0}}, {{10, 0}, {10, 0}}};
  EXPECT_EQ(left_of_root(beyond, NoneBelow::kFirst), (Ids{2}));
  EXPECT_EQ(left_of_root(beyond, NoneBelow::kHalve), (Ids{1, 2}));
  // three centers are below the plane, so `none_below` is not used; the items are halved, because
  // otherwise the last item would be alone
  const Boxes<2> low{{{0, 0}, {0, 0}}, {{1, 0}, {1, 0}}, {{2, 0}, {2, 0}}, {{100, 0}, {100, 0}}};
  EXPECT_EQ(left_of_root(low, NoneBelow::kFirst), (Ids{0, 1}));
}

TEST(SphereTree, SB1_the_published_chain_of_identical_boxes_ends_at_the_depth_guard) {
  SphereTree<3> tree(SphereTreeOptions{NoneBelow::kFirst});
  build(tree, Boxes<3>(1000, Aabb<3>{{1, 1, 1}, {2, 2, 2}}));
  EXPECT_GE(tree.stats().height, sphere_tree::kDeepest);
  EXPECT_LE(tree.stats().height, sphere_tree::kMaxHeight);
  expect_sound(tree);
  SphereTree<3> halved;
  build(halved, Boxes<3>(1000, Aabb<3>{{1, 1, 1}, {2, 2, 2}}));
  EXPECT_EQ(halved.stats().height, 10);
}

// A branch at the origin whose left child has the larger coordinate on the axis.
TEST(SphereTree, Children_without_a_separating_plane_are_ordered_by_distance) {
  sphere_tree::Tree<3> tree;
  ASSERT_TRUE(tree.nodes.resize(3));
  for (u32 at = 0; at < 3; ++at) tree.nodes[at].make_leaf(at);
  tree.nodes[0].set_sphere({{0, 0, 0}, 10});
  tree.nodes[1].set_sphere({{5, 0, 0}, 5});
  tree.nodes[2].set_sphere({{-5, 0, 0}, 5});
  tree.nodes[0].make_branch(2, 0);
  for (const bool separates : {false, true}) {
    tree.nodes[0].set_separates(separates);
    EXPECT_EQ(sphere_tree::left_first(tree, 0, {{-9, 0, 0}}), separates);
    EXPECT_EQ(sphere_tree::left_first(tree, 0, {{9, 0, 0}}), !separates);
  }
}

}  // namespace
}  // namespace sapwood::test::sphere_cases
