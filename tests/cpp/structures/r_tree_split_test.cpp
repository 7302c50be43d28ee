// The four split algorithms of the R-tree, and the measures area, perimeter and unused area.
#include <set>

#include "sapwood/structures/rtree/r_tree/r_tree.hpp"

#include "structures/rtree_cases.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

using r_tree::EntrySplit;
using Measure2 = r_tree::Measure<2>;
using Entries = std::vector<entry_tree::Entry<2>>;

RTreeOptions splitting(RTreeSplit split, u32 fan_out = 8,
                       RTreeMeasure measure = RTreeMeasure::kArea) {
  RTreeOptions options;
  options.split = split;
  options.fan_out = fan_out;
  options.measure = measure;
  return options;
}

Entries entries_of(const Boxes<2>& boxes) {
  Entries entries;
  for (const Aabb<2>& box : boxes) entries.push_back({box, static_cast<u32>(entries.size())});
  return entries;
}

EntrySplit<2> entry_split_of(const Entries& entries, u32 least) {
  return {entries.data(), static_cast<u32>(entries.size()), least};
}

void run_split(EntrySplit<2>& entry_split, RTreeSplit split, const Measure2& measure) {
  if (split == RTreeSplit::kLinear) {
    r_tree::Groups<2>(entry_split, r_tree::linear_seeds(entry_split), measure).distribute(false);
  } else if (split == RTreeSplit::kQuadratic) {
    r_tree::Groups<2>(entry_split, r_tree::quadratic_seeds(entry_split, measure), measure)
        .distribute(true);
  } else if (split == RTreeSplit::kExhaustive) {
    r_tree::split_exhaustively(entry_split, measure);
  } else {
    r_tree::RStarSplit<2>(entry_split).run();
  }
}

f64 summed_area(const EntrySplit<2>& entry_split) {
  Aabb<2> box[2] = {empty_box<2>(), empty_box<2>()};
  for (u32 i = 0; i < entry_split.count; ++i) {
    box[entry_split.side[i]] = unite(box[entry_split.side[i]], entry_split.box(i));
  }
  return r_tree::area(box[0]) + r_tree::area(box[1]);
}

u32 on_side_1(const EntrySplit<2>& entry_split) {
  return static_cast<u32>(std::count(entry_split.side, entry_split.side + entry_split.count, 1));
}

// Returns the smallest sum of the areas of two groups, of all partitions in which both groups have
// the minimum fill. Tries all partitions by recursion.
f64 best_area(const EntrySplit<2>& entry_split, u32 next, u32 ones, Aabb<2> zero, Aabb<2> one) {
  if (next == entry_split.count) {
    const bool full = ones >= entry_split.least && next - ones >= entry_split.least;
    return full ? r_tree::area(zero) + r_tree::area(one) : HUGE_VAL;
  }
  const Aabb<2>& box = entry_split.box(next);
  return std::min(best_area(entry_split, next + 1, ones, unite(zero, box), one),
                  best_area(entry_split, next + 1, ones + 1, zero, unite(one, box)));
}

constexpr RTreeSplit kAll[] = {RTreeSplit::kLinear, RTreeSplit::kQuadratic, RTreeSplit::kExhaustive,
                               RTreeSplit::kRStar};

// Returns the group of each box, 0 or 1. The first two boxes are the seeds; the other boxes are
// added in order.
std::vector<u32> distribute_in_order(const Boxes<2>& boxes) {
  const Entries entries = entries_of(boxes);
  EntrySplit<2> entry_split = entry_split_of(entries, 1);
  r_tree::Groups<2>(entry_split, {0, 1}, Measure2(RTreeMeasure::kArea)).distribute(false);
  return {entry_split.side, entry_split.side + entry_split.count};
}

TEST(RTree, RT2_an_entry_with_equal_growth_joins_the_smaller_group) {
  // the third box is inside both seeds
  EXPECT_EQ(distribute_in_order({{{0, 0}, {10, 10}}, {{8, 0}, {12, 4}}, {{9, 1}, {9.5f, 2}}}),
            (std::vector<u32>{0, 1, 1}));
  EXPECT_EQ(distribute_in_order({{{8, 0}, {12, 4}}, {{0, 0}, {10, 10}}, {{9, 1}, {9.5f, 2}}}),
            (std::vector<u32>{0, 1, 0}));
}

TEST(RTree, RT2_ties_are_resolved_by_the_number_of_entries_and_then_by_the_first_group) {
  const Aabb<2> in_both{{3, 1}, {3.5f, 2}};
  EXPECT_EQ(distribute_in_order({{{0, 0}, {4, 4}}, {{2, 0}, {6, 4}}, in_both, in_both, in_both}),
            (std::vector<u32>{0, 1, 0, 1, 0}));
}

TEST(RTree, RT2_the_exhaustive_split_is_the_best_partition) {
  const Measure2 measure(RTreeMeasure::kArea);
  for (u64 seed = 1; seed <= 40; ++seed) {
    for (const u32 count : {5u, 7u, 9u}) {
      const Entries entries = entries_of(uniform_boxes<2>(count, 0, 10, 3, seed));
      EntrySplit<2> best = entry_split_of(entries, 2);
      run_split(best, RTreeSplit::kExhaustive, measure);
      const f64 least = best_area(best, 0, 0, empty_box<2>(), empty_box<2>());
      EXPECT_DOUBLE_EQ(summed_area(best), least) << "seed " << seed;
      for (const RTreeSplit split : kAll) {
        EntrySplit<2> other = entry_split_of(entries, 2);
        run_split(other, split, measure);
        EXPECT_GE(summed_area(other), least * (1 - 1e-12)) << "seed " << seed;
      }
    }
  }
}

TEST(RTree, RT2_every_split_gives_both_sides_the_minimum_fill) {
  const Measure2 measure(RTreeMeasure::kArea);
  for (const RTreeSplit split : kAll) {
    for (u64 seed = 1; seed <= 30; ++seed) {
      // a single far box attracts all other boxes to the opposite side
      Boxes<2> boxes = uniform_boxes<2>(9, 0, 2, 1, seed);
      boxes[seed % 9] = {{900, 900}, {901, 901}};
      const Entries entries = entries_of(boxes);
      EntrySplit<2> entry_split = entry_split_of(entries, 4);
      run_split(entry_split, split, measure);
      EXPECT_GE(on_side_1(entry_split), 4u);
      EXPECT_LE(on_side_1(entry_split), 5u);
    }
  }
}

// The gap on x is 6 of 10, on y 50 of 110: the separation is relative to the total width.
TEST(RTree, RT2_linear_seeds_have_the_largest_relative_separation) {
  const Entries entries =
      entries_of({{{0, 0}, {2, 60}}, {{8, 50}, {10, 110}}, {{4, 0}, {5, 10}}, {{4, 60}, {5, 70}}});
  const r_tree::Seeds seeds = r_tree::linear_seeds(entry_split_of(entries, 2));
  EXPECT_EQ(seeds.first, 0u);
  EXPECT_EQ(seeds.second, 1u);
}

// The publication chooses the least left edge and the greatest right edge, here both of box 1.
TEST(RTree, T28_the_two_seeds_differ) {
  const Entries entries =
      entries_of({{{4, 4}, {5, 5}}, {{0, 0}, {10, 10}}, {{6, 4}, {7, 5}}, {{2, 4}, {3, 5}}});
  const Measure2 measure(RTreeMeasure::kArea);
  const EntrySplit<2> entry_split = entry_split_of(entries, 2);
  const r_tree::Seeds linear = r_tree::linear_seeds(entry_split);
  const r_tree::Seeds quadratic = r_tree::quadratic_seeds(entry_split, measure);
  EXPECT_NE(linear.first, linear.second);
  EXPECT_NE(quadratic.first, quadratic.second);
  for (const RTreeSplit split : kAll) {
    RTree<2> tree(splitting(split, 4));
    ASSERT_TRUE(build(tree, Boxes<2>(50, {{0, 0}, {10, 10}})).ok());
    EXPECT_EQ(pairs_of(tree).size(), 50u * 49 / 2);
    EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  }
}

TEST(RTree, RT2_quadratic_seeds_have_the_largest_unused_area) {
  const Entries entries =
      entries_of({{{0, 0}, {1, 1}}, {{9, 0}, {10, 1}}, {{0, 9}, {5, 10}}, {{9, 9}, {10, 10}}});
  const Measure2 measure(RTreeMeasure::kArea);
  const r_tree::Seeds seeds = r_tree::quadratic_seeds(entry_split_of(entries, 2), measure);
  EXPECT_EQ(seeds.first, 0u);
  EXPECT_EQ(seeds.second, 3u);
}

// Two rows of boxes: the groups of a cut along y do not overlap, but the groups of every cut along
// x overlap.
TEST(RTree, RS1_the_split_axis_has_the_least_sum_of_margins) {
  Boxes<2> boxes;
  for (u32 i = 0; i < 8; ++i) {
    const f32 y = i % 2 == 0 ? 0.0f : 50.0f;
    boxes.push_back({{static_cast<f32>(i), y}, {static_cast<f32>(i) + 1, y + 1}});
  }
  const Entries entries = entries_of(boxes);
  EntrySplit<2> entry_split = entry_split_of(entries, 3);
  run_split(entry_split, RTreeSplit::kRStar, Measure2(RTreeMeasure::kArea));
  for (u32 i = 0; i < 8; ++i) EXPECT_EQ(entry_split.side[i], i % 2);
}

// Reference implementation of the R*-tree split, with lists of ids and sums in f64.
struct PlainCut {
  f64 overlap;
  f64 areas;
  std::set<Id> side;
};

Aabb<2> bounds(const Boxes<2>& boxes, const std::vector<Id>& order, size_t from, size_t end) {
  Aabb<2> all = empty_box<2>();
  for (size_t i = from; i < end; ++i) all = unite(all, boxes[order[i]]);
  return all;
}
f64 side_sum(const Aabb<2>& box) {
  return f64{box.max[0]} - box.min[0] + f64{box.max[1]} - box.min[1];
}
f64 common(const Aabb<2>& a, const Aabb<2>& b) {
  f64 area = 1;
  for (int axis = 0; axis < 2; ++axis) {
    const f64 side = f64{std::min(a.max[axis], b.max[axis])} - std::max(a.min[axis], b.min[axis]);
    area *= std::max(side, 0.0);
  }
  return area;
}

// Appends all cuts of the boxes when sorted by lower or by upper edges along an axis. Returns the
// sum of the margins of these cuts.
f64 add_plain_cuts(const Boxes<2>& boxes, u32 least, int axis, bool upper,
                   std::vector<PlainCut>& cuts) {
  std::vector<Id> order;
  for (Id id = 0; id < boxes.size(); ++id) order.push_back(id);
  std::sort(order.begin(), order.end(), [&](Id a, Id b) {
    return upper ? boxes[a].max[axis] < boxes[b].max[axis]
                 : boxes[a].min[axis] < boxes[b].min[axis];
  });
  f64 margins = 0;
  for (size_t first = least; first + least <= order.size(); ++first) {
    const Aabb<2> low = bounds(boxes, order, 0, first);
    const Aabb<2> high = bounds(boxes, order, first, order.size());
    margins += side_sum(low) + side_sum(high);
    cuts.push_back({common(low, high),
                    r_tree::area(low) + r_tree::area(high),
                    {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first)}});
  }
  return margins;
}

TEST(RTree, RS1_margins_of_both_orders_choose_the_axis_then_overlap_and_area_the_cut) {
  u32 decided_by_both[2] = {0, 0};  // scenes in which a single order would choose the other axis
  for (u64 seed = 0; seed < 300; ++seed) {
    Boxes<2> boxes = uniform_boxes<2>(9, 0, 10, 0, seed);
    Random random(seed + 1000);
    for (Aabb<2>& box : boxes) {
      for (const int side : {0, 1}) box.max[side] += random.between(0, 10);
    }
    std::vector<PlainCut> cuts[2];
    f64 margins[2][2];  // by axis and order
    for (const int along : {0, 1}) {
      margins[along][0] = add_plain_cuts(boxes, 3, along, false, cuts[along]);
      margins[along][1] = add_plain_cuts(boxes, 3, along, true, cuts[along]);
    }
    const int axis = margins[1][0] + margins[1][1] < margins[0][0] + margins[0][1] ? 1 : 0;
    for (const int order : {0, 1}) {
      decided_by_both[order] += (margins[1][order] < margins[0][order] ? 1 : 0) == axis ? 0 : 1;
    }
    const PlainCut best =
        *std::min_element(cuts[axis].begin(), cuts[axis].end(), [](const auto& a, const auto& b) {
          return a.overlap != b.overlap ? a.overlap < b.overlap : a.areas < b.areas;
        });
    const Entries entries = entries_of(boxes);
    EntrySplit<2> entry_split = entry_split_of(entries, 3);
    r_tree::RStarSplit<2>(entry_split).run();
    std::set<Id> side;
    for (Id id = 0; id < 9; ++id) {
      if (entry_split.side[id] == 0) side.insert(id);
    }
    EXPECT_EQ(side, best.side) << "seed " << seed;
  }
  EXPECT_GT(decided_by_both[0], 10u);
  EXPECT_GT(decided_by_both[1], 10u);
}

TEST(RTree, RT3_the_measure_determines_which_child_grows) {
  // the first child grows by 10 in area and 12 in perimeter, the second by 12 and 1
  Boxes<2> boxes = {{{0, 0}, {10, 0.1f}}, {{0, 20}, {12, 22}}};
  entry_tree::Tree<2> tree(4);
  ASSERT_TRUE(tree.reserve_more(3) && tree.reserve_ids(2));
  tree.add_ids(2);
  const u32 root = tree.acquire(1);
  for (Id id = 0; id < 2; ++id) {
    const u32 leaf = tree.acquire(0);
    tree.append(leaf, {boxes[id], id});
    tree.refit_node(leaf);
    tree.append(root, {boxes[id], leaf});
  }
  const Aabb<2> near_both = {{0, 11}, {10, 20}};
  const auto chosen = [&](RTreeMeasure measure) {
    return r_tree::choose_child(tree, root, near_both,
                                splitting(RTreeSplit::kQuadratic, 4, measure));
  };
  const Aabb<2> first = unite(boxes[0], near_both);
  const Aabb<2> second = unite(boxes[1], near_both);
  const bool by_area =
      r_tree::area(second) - r_tree::area(boxes[1]) < r_tree::area(first) - r_tree::area(boxes[0]);
  EXPECT_EQ(chosen(RTreeMeasure::kArea), by_area ? 1u : 0u);
  EXPECT_EQ(chosen(RTreeMeasure::kPerimeter), 1u);
}

// Unions of these boxes have no area, so both trees use the perimeter.
TEST(RTree, RT3_trees_by_area_and_by_perimeter_are_equal_for_flat_boxes) {
  Boxes<2> boxes = uniform_boxes<2>(500, 0, 1000, 5, 10);
  for (Aabb<2>& box : boxes) box.min[1] = box.max[1] = 3;
  for (const RTreeSplit split : kAll) {
    RTree<2> by_area(splitting(split, 8, RTreeMeasure::kArea));
    RTree<2> by_perimeter(splitting(split, 8, RTreeMeasure::kPerimeter));
    ASSERT_TRUE(build(by_area, boxes).ok());
    ASSERT_TRUE(build(by_perimeter, boxes).ok());
    EXPECT_EQ(leaves_of(by_area), leaves_of(by_perimeter));
    EXPECT_LT(self_queries(by_area, boxes).node_visits, 60u * 500);
  }
}

// Counts the unit squares of the union that neither box covers.
f64 unused_squares(const Aabb<2>& a, const Aabb<2>& b) {
  const auto covers = [](const Aabb<2>& box, f32 x, f32 y) {
    return box.min[0] < x && x < box.max[0] && box.min[1] < y && y < box.max[1];
  };
  const Aabb<2> both = unite(a, b);
  f64 squares = 0;
  for (f32 x = both.min[0] + 0.5f; x < both.max[0]; ++x) {
    for (f32 y = both.min[1] + 0.5f; y < both.max[1]; ++y) {
      squares += covers(a, x, y) || covers(b, x, y) ? 0 : 1;
    }
  }
  return squares;
}

Boxes<2> boxes_with_a_common_square(u32 count, u64 seed) {
  Random random(seed);
  Boxes<2> boxes(count);
  for (Aabb<2>& box : boxes) {
    for (int axis = 0; axis < 2; ++axis) {
      box.min[axis] = static_cast<f32>(random.below(7));
      box.max[axis] = static_cast<f32>(7 + random.below(7));
    }
  }
  return boxes;
}

TEST(RTree, RT3_by_unused_area_quadratic_seeds_leave_the_most_squares_uncovered) {
  u32 others_by_area = 0;
  for (u64 seed = 1; seed <= 60; ++seed) {
    const Boxes<2> boxes = boxes_with_a_common_square(9, seed);
    const Entries entries = entries_of(boxes);
    const EntrySplit<2> entry_split = entry_split_of(entries, 2);
    const auto unused_between = [&](RTreeMeasure measure) {
      const r_tree::Seeds seeds = r_tree::quadratic_seeds(entry_split, Measure2(measure));
      return unused_squares(boxes[seeds.first], boxes[seeds.second]);
    };
    f64 most = 0;
    for (u32 i = 0; i < boxes.size(); ++i) {
      for (u32 j = 0; j < i; ++j) most = std::max(most, unused_squares(boxes[i], boxes[j]));
    }
    EXPECT_EQ(unused_between(RTreeMeasure::kUnusedArea), most) << "seed " << seed;
    others_by_area += unused_between(RTreeMeasure::kArea) < most ? 1 : 0;
  }
  EXPECT_GT(others_by_area, 0u);
}

TEST(RTree, RT3_by_unused_area_the_exhaustive_split_leaves_the_most_squares_uncovered) {
  u32 others_by_area = 0;
  for (u64 seed = 1; seed <= 40; ++seed) {
    const Boxes<2> boxes = boxes_with_a_common_square(7, seed);
    const Entries entries = entries_of(boxes);
    const auto unused_by = [&](RTreeMeasure measure) {
      EntrySplit<2> entry_split = entry_split_of(entries, 2);
      run_split(entry_split, RTreeSplit::kExhaustive, Measure2(measure));
      Aabb<2> sides[2] = {empty_box<2>(), empty_box<2>()};
      for (u32 i = 0; i < 7; ++i)
        sides[entry_split.side[i]] = unite(sides[entry_split.side[i]], boxes[i]);
      return unused_squares(sides[0], sides[1]);
    };
    f64 most = 0;
    for (u32 bits = 0; bits < 1u << 7; ++bits) {
      if (std::popcount(bits) < 2 || std::popcount(bits) > 5) continue;
      Aabb<2> sides[2] = {empty_box<2>(), empty_box<2>()};
      for (u32 i = 0; i < 7; ++i) sides[bits >> i & 1] = unite(sides[bits >> i & 1], boxes[i]);
      most = std::max(most, unused_squares(sides[0], sides[1]));
    }
    EXPECT_EQ(unused_by(RTreeMeasure::kUnusedArea), most) << "seed " << seed;
    others_by_area += unused_by(RTreeMeasure::kArea) < most ? 1 : 0;
  }
  EXPECT_GT(others_by_area, 0u);
}

// Box 2 enlarges box 0 by 8 squares, of which box 1 already covers 6. Box 2 enlarges box 1 by 5
// squares.
TEST(RTree, RT3_by_unused_area_an_entry_joins_the_group_that_covers_the_fewest_new_squares) {
  const Entries entries = entries_of({{{0, 0}, {4, 2}}, {{4, 0}, {7, 5}}, {{5, 0}, {8, 2}}});
  const auto side_by = [&](RTreeMeasure measure) {
    EntrySplit<2> entry_split = entry_split_of(entries, 1);
    r_tree::Groups<2>(entry_split, {0, 1}, Measure2(measure)).distribute(false);
    return entry_split.side[2];
  };
  EXPECT_EQ(side_by(RTreeMeasure::kArea), 1);
  EXPECT_EQ(side_by(RTreeMeasure::kUnusedArea), 0);
}

TEST(RTree, RT3_a_tree_by_unused_area_finds_the_pairs_of_brute_force) {
  const Boxes<2> boxes = uniform_boxes<2>(400, 0, 60, 6, 12);
  RTree<2> by_area(splitting(RTreeSplit::kQuadratic, 8));
  ASSERT_TRUE(build(by_area, boxes).ok());
  for (const RTreeSplit split : kAll) {
    RTree<2> tree(splitting(split, 8, RTreeMeasure::kUnusedArea));
    ASSERT_TRUE(build(tree, boxes).ok());
    EXPECT_EQ(pairs_of(tree), all_overlapping(boxes));
    EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
    if (split == RTreeSplit::kQuadratic) {
      EXPECT_NE(leaves_of(tree), leaves_of(by_area));
    }
  }
}

TEST(RTree, RT2_the_exhaustive_split_requires_a_fan_out_of_at_most_8) {
  EXPECT_TRUE(splitting(RTreeSplit::kExhaustive, 8).valid());
  EXPECT_FALSE(splitting(RTreeSplit::kExhaustive, 9).valid());
  EXPECT_TRUE(splitting(RTreeSplit::kQuadratic, 9).valid());
}

}  // namespace
}  // namespace sapwood::test
