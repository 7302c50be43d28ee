// Culling: front-to-back order by split planes, plane masks that children inherit, limits of the
// number of results, and the order of memory accesses.
#include "structures/sphere_tree_cases.hpp"

namespace sapwood::test::sphere_cases {
namespace {

FrustumSearch search_of(const Frustum& frustum, FrustumOrder order, const Point<3>& eye,
                        u32 limit = kNoLimit) {
  return {frustum, order, eye, limit};
}

Ids visible_by_test(const Boxes<3>& boxes, const Frustum& frustum) {
  const FrustumQuery query(frustum);
  Ids ids;
  for (Id id = 0; id < boxes.size(); ++id) {
    if (query.hits(boxes[id])) ids.push_back(id);
  }
  return ids;
}

TEST(SphereTree, SB4_the_split_planes_order_a_row_exactly_from_either_end) {
  const Boxes<3> boxes = row(100);
  SphereTree<3> tree;
  build(tree, boxes);
  for (const f32 x : {-5.0f, 200.0f}) {
    const Point<3> eye{{x, 0.5f, 0.5f}};
    const Reported found = report(tree, everything(), eye);
    ASSERT_EQ(found.ids.size(), 100u);
    for (u32 i = 0; i < 100; ++i) EXPECT_EQ(found.ids[i], x < 0 ? i : 99 - i);
    EXPECT_EQ(found.report.inversions, 0u);
  }
}

TEST(SphereTree, SB4_split_planes_find_the_same_items_with_fewer_inversions_from_every_octant) {
  const Boxes<3> boxes = cloud(2000, 20, 1);
  SphereTree<3> tree;
  build(tree, boxes);
  for (const Point<3>& eye : octants(30)) {
    const Frustum frustum = camera(eye, 60);
    const Culled plain = cull(tree, search_of(frustum, FrustumOrder::kAny, eye));
    const Reported ordered = report(tree, frustum, eye);
    ASSERT_GT(plain.ids.size(), 500u);
    EXPECT_EQ(sorted(ordered.ids), sorted(plain.ids));
    EXPECT_EQ(sorted(plain.ids), visible_by_test(boxes, frustum));
    EXPECT_EQ(ordered.report.inversions, inversions_of(boxes, ordered.ids, eye));
    const u64 pairs = plain.ids.size() * (plain.ids.size() - 1) / 2;
    // planes order items along axes, which differs from the order by distance along a diagonal
    EXPECT_LT(ordered.report.inversions, pairs / 4);
    EXPECT_GT(inversions_of(boxes, sorted(plain.ids), eye), pairs * 2 / 5);
  }
}

TEST(SphereTree, SB4_an_eye_among_the_items_finds_all_of_them) {
  const Boxes<3> boxes = cloud(1500, 20, 2);
  SphereTree<3> tree;
  build(tree, boxes);
  for (const Point<3>& eye : octants(7)) {
    const Frustum frustum = camera(eye, 40);
    const Reported ordered = report(tree, frustum, eye);
    ASSERT_GT(ordered.ids.size(), 50u);
    EXPECT_EQ(sorted(ordered.ids), visible_by_test(boxes, frustum));
    const u64 pairs = ordered.ids.size() * (ordered.ids.size() - 1) / 2;
    EXPECT_LT(ordered.report.inversions, pairs / 3);
  }
}

TEST(SphereTree, SB4_order_front_to_back_sorts_exactly) {
  const Boxes<3> boxes = cloud(1000, 20, 3);
  SphereTree<3> tree;
  build(tree, boxes);
  const Point<3> eye{{25, -12, 18}};
  const Frustum frustum = camera(eye, 60);
  const Culled exact = cull(tree, search_of(frustum, FrustumOrder::kFrontToBack, eye));
  EXPECT_EQ(sorted(exact.ids), visible_by_test(boxes, frustum));
  EXPECT_EQ(inversions_of(boxes, exact.ids, eye), 0u);
}

TEST(SphereTree, SB4_an_ordered_traversal_visits_the_same_nodes_as_an_unordered_one) {
  SphereTree<3> tree;
  build(tree, cloud(3000, 20, 4));
  for (const Point<3>& eye : octants(40)) {
    const Frustum frustum = camera(eye, 50);
    const Culled plain = cull(tree, search_of(frustum, FrustumOrder::kAny, eye));
    const Culled ordered = cull(tree, search_of(frustum, FrustumOrder::kSplitPlanes, eye));
    EXPECT_EQ(plain.counters.node_visits, ordered.counters.node_visits);
    EXPECT_EQ(plain.counters.item_tests, ordered.counters.item_tests);
  }
}

TEST(SphereTree, SB5_culling_equals_testing_every_item_in_every_layout) {
  for (const Layout layout : kAllLayouts) {
    SCOPED_TRACE(name_of(layout));
    const Boxes<3> boxes = arrange<3>(layout, 400, 5);
    SphereTree<3> tree;
    build(tree, boxes);
    for (u32 i = 0; i < 40; ++i) {
      // the faces of the view box touch two items exactly
      const Frustum frustum = view_box(unite(boxes[i], boxes[399 - i]));
      const Point<3> eye{{boxes[i].min[0], boxes[i].min[1], boxes[i].min[2]}};
      const Ids expected = visible_by_test(boxes, frustum);
      for (const FrustumOrder order :
           {FrustumOrder::kAny, FrustumOrder::kFrontToBack, FrustumOrder::kSplitPlanes}) {
        EXPECT_EQ(sorted(cull(tree, search_of(frustum, order, eye)).ids), expected);
      }
    }
  }
}

TEST(SphereTree, SB5_a_view_of_everything_tests_the_root_and_no_item) {
  SphereTree<3> tree;
  build(tree, cloud(500, 20, 6));
  const Culled all = cull(tree, search_of(everything(), FrustumOrder::kAny, {}));
  EXPECT_EQ(all.ids.size(), 500u);
  EXPECT_EQ(all.counters.item_tests, 0u);
}

TEST(SphereTree, SB5_items_are_tested_only_against_planes_that_cut_their_parent) {
  // only the item of the row at the plane needs a test
  SphereTree<3> tree;
  build(tree, row(256));
  const Frustum frustum = view_box({{-1e6f, -1e6f, -1e6f}, {150.25f, 1e6f, 1e6f}});
  const Culled found = cull(tree, search_of(frustum, FrustumOrder::kAny, {}));
  EXPECT_EQ(found.ids.size(), 101u);
  EXPECT_LE(found.counters.item_tests, 2u);
}

TEST(SphereTree, SB5_spheres_that_contain_the_eye_are_visited_and_their_items_culled) {
  // the camera is in the cloud, but nothing is in its view
  const Boxes<3> boxes = cloud(800, 10, 7);
  SphereTree<3> tree;
  build(tree, boxes);
  Frustum frustum = everything();
  frustum.planes[0][0] = 1;
  frustum.planes[0][3] = -12;  // x >= 12
  const Point<3> eye{{0, 0, 0}};
  EXPECT_TRUE(report(tree, frustum, eye).ids.empty());
  const Culled plain = cull(tree, search_of(frustum, FrustumOrder::kAny, eye));
  const Culled ordered = cull(tree, search_of(frustum, FrustumOrder::kSplitPlanes, eye));
  EXPECT_GT(ordered.counters.node_visits, plain.counters.node_visits);
}

TEST(SphereTree, SB5_a_limit_keeps_the_first_results_and_stops_the_traversal) {
  SphereTree<3> tree;
  build(tree, cloud(2000, 20, 8));
  const Point<3> eye{{30, 30, 30}};
  const Frustum frustum = camera(eye, 80);
  for (const FrustumOrder order :
       {FrustumOrder::kAny, FrustumOrder::kFrontToBack, FrustumOrder::kSplitPlanes}) {
    const Culled all = cull(tree, search_of(frustum, order, eye));
    for (const u32 limit : {0u, 1u, 2u, 100u, static_cast<u32>(all.ids.size())}) {
      const Culled some = cull(tree, search_of(frustum, order, eye, limit));
      EXPECT_EQ(some.ids, Ids(all.ids.begin(), all.ids.begin() + limit));
      if (order == FrustumOrder::kFrontToBack || limit > 100) continue;
      EXPECT_LT(some.counters.node_visits, all.counters.node_visits / 4);
    }
  }
}

TEST(SphereTree, SB5_filters_apply_to_items_of_fully_visible_spheres) {
  SphereTree<3> tree;
  build(tree, row(10));
  ASSERT_TRUE(tree.set_filter(3, {4, ~0u}).ok());
  const FrustumSearch all = search_of(everything(), FrustumOrder::kSplitPlanes, {{-9, 0, 0}});
  EXPECT_EQ(cull(tree, all, {~0u, 4}).ids, Ids{3});
}

f64 adjacent_share(SphereTree<3>& tree, const Point<3>& eye) {
  const PlaneOrderReport found = report(tree, everything(), eye).report;
  EXPECT_EQ(found.steps, tree.nodes().size() - 1);
  return static_cast<f64>(found.adjacent_steps) / static_cast<f64>(found.steps);
}

TEST(SphereTree, SB6_the_share_of_adjacent_steps_depends_on_the_octant_of_the_camera) {
  SphereTree<3> tree;
  build(tree, cloud(4000, 20, 9));
  const std::vector<Point<3>> eyes = octants(50);
  std::vector<f64> shares;
  for (const Point<3>& eye : eyes) shares.push_back(adjacent_share(tree, eye));
  EXPECT_GT(shares[0], 0.95);  // - - -: visits the left child first, which is the next node
  EXPECT_LT(shares[7], 0.05);  // + + +: visits the right child first
  for (u32 i = 1; i < 7; ++i) {
    EXPECT_GT(shares[i], 0.2) << "octant " << i;
    EXPECT_LT(shares[i], 0.8) << "octant " << i;
  }
}

TEST(SphereTree,
     SB6_a_row_is_traversed_forward_in_memory_from_one_end_and_backward_from_the_other) {
  SphereTree<3> tree;
  build(tree, row(64));
  EXPECT_EQ(adjacent_share(tree, {{-10, 0, 0}}), 1.0);
  EXPECT_EQ(adjacent_share(tree, {{200, 0, 0}}), 0.0);
}

TEST(SphereTree, SB6_reports_of_zero_and_one_item_have_no_steps) {
  SphereTree<3> tree;
  EXPECT_EQ(report(tree, everything(), {}).report.steps, 0u);
  build(tree, row(1));
  const Reported one = report(tree, everything(), {});
  EXPECT_EQ(one.ids, Ids{0});
  EXPECT_EQ(one.report.steps, 0u);
}

}  // namespace
}  // namespace sapwood::test::sphere_cases
