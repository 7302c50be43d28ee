// The quadtree with buckets: the published figure, items in many leaves, items outside of the
// space, and limits of the number of entries in all leaves.

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "sapwood/structures/orthtree/quadtree/quadtree.hpp"
#include "sapwood/structures/reference/brute_force.hpp"
#include "support/layouts.hpp"
#include "support/scene_published.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
using Boxes = std::vector<Aabb<Dim>>;

QuadtreeOptions options_of(u32 capacity, f32 min_side = 0) {
  QuadtreeOptions options;
  options.capacity = capacity;
  options.min_side = min_side;
  return options;
}

template <int Dim>
void fill(Quadtree<Dim>& tree, const Boxes<Dim>& boxes) {
  ASSERT_TRUE(tree.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
  ASSERT_TRUE(tree.flush().ok());
}

template <int Dim>
std::vector<std::pair<Id, Id>> pairs_of(Quadtree<Dim>& tree, QueryCounters& counters) {
  std::vector<std::pair<Id, Id>> found;
  EXPECT_TRUE(pairs(tree, counters, [&](Id a, Id b) {
                found.emplace_back(a, b);
                return true;
              }).ok());
  return found;
}

// Returns the items of all leaves, or of the leaves on one level.
template <int Dim>
std::multiset<std::vector<u32>> leaves_of(const Quadtree<Dim>& tree, i32 level = -1) {
  NodeDump dump;
  EXPECT_TRUE(tree.dump(dump).ok());
  std::multiset<std::vector<u32>> leaves;
  for (size_t node = 0; node < dump.kind.size(); ++node) {
    if (dump.kind[node] != static_cast<u8>(NodeKind::kLeaf)) continue;
    if (level >= 0 && dump.level[node] != static_cast<u32>(level)) continue;
    const u32* first = dump.items.data() + dump.first_item[node];
    leaves.insert({first, first + dump.item_count[node]});
  }
  return leaves;
}

// Items 1 to 7 of the published figure as ids 0 to 6.
const Boxes<2> kFigure = {{{303, 39}, {364, 168}}, {{145, 39}, {207, 102}},
                          {{339, 81}, {465, 126}}, {{382, 226}, {442, 257}},
                          {{58, 106}, {120, 165}}, {{346, 280}, {409, 347}},
                          {{277, 230}, {330, 361}}};
const Aabb<2> kFigureSpace{{13, 9}, {485, 416}};

TEST(Quadtree, QT1_the_published_figure_has_its_leaves_and_5_comparisons_of_4_pairs) {
  Quadtree<2> tree(options_of(2));
  tree.set_space(kFigureSpace);
  fill(tree, kFigure);
  const std::multiset<std::vector<u32>> leaves{{1, 4}, {0, 2}, {5, 6}, {3, 5}, {5, 6}, {5}};
  EXPECT_EQ(leaves_of(tree), leaves);
  EXPECT_EQ(tree.stats().leaves, 6);  // the seventh leaf is empty

  QueryCounters counters;
  pairs_of(tree, counters);
  EXPECT_EQ(counters.item_tests, 5u);
  std::set<std::pair<u32, u32>> compared;
  for (const std::vector<u32>& leaf : leaves) {
    if (leaf.size() == 2) compared.insert({leaf[0], leaf[1]});
  }
  EXPECT_EQ(compared.size(), 4u);
}

TEST(Quadtree, QT1_cells_are_divided_only_while_their_sides_are_longer_than_the_minimum) {
  const Boxes<2> boxes = arrange<2>(Layout::kIdentical, 200, 1);
  for (const f32 min_side : {50.0f, 100.0f}) {
    Quadtree<2> tree(options_of(5, min_side));
    Boxes<2> spread = boxes;
    spread.push_back({{0, 0}, {1, 1}});
    spread.push_back({{799, 599}, {800, 600}});
    tree.set_space({{0, 0}, {800, 600}});
    fill(tree, spread);
    // four divisions reduce the height of 600 to 37.5, and three divisions reduce it to 75
    EXPECT_LE(tree.stats().height, min_side == 50.0f ? 4 : 3);
    EXPECT_GE(tree.stats().height, 3);
  }
}

// Points near a corner of a space of 800 x 600: only the minimum side can end the division.
TEST(Quadtree, QT1_the_shorter_side_ends_the_division_at_exactly_the_minimum) {
  Boxes<2> boxes;
  for (u32 i = 0; i < 100; ++i) {
    const f32 at = 1 + 0.1f * static_cast<f32>(i);
    boxes.push_back({{at, at}, {at, at}});
  }
  struct Case {
    f32 min_side;
    f64 height;
  };
  // cells have the sides 400 x 300, 200 x 150, 100 x 75, 50 x 37.5, ...
  for (const Case& each : {Case{600, 0}, Case{599, 1}, Case{75, 3}, Case{74, 4}, Case{50, 4},
                           Case{40, 4}, Case{37.5f, 4}, Case{37, 5}}) {
    Quadtree<2> tree(options_of(5, each.min_side));
    tree.set_space({{0, 0}, {800, 600}});
    fill(tree, boxes);
    EXPECT_EQ(tree.stats().height, each.height) << each.min_side;
  }
}

Boxes<2> diagonal_and_one() {
  Boxes<2> boxes;
  for (int i = 0; i < 40; ++i) {
    const f32 at = 10.0f * static_cast<f32>(i);
    boxes.push_back({{at, at / 2}, {at + 4, at / 2 + 4}});
  }
  boxes.push_back({{400, 300}, {404, 304}});
  return boxes;
}

TEST(Quadtree, QT1_a_given_space_is_divided_regardless_of_the_extent_of_the_items) {
  Boxes<2> boxes = diagonal_and_one();
  Quadtree<2> free(options_of(5));
  Quadtree<2> given(options_of(5));
  given.set_space({{0, 0}, {800, 600}});
  fill(free, boxes);
  fill(given, boxes);
  const std::multiset<std::vector<u32>> alone{{40}};
  EXPECT_EQ(leaves_of(given, 1), alone);  // all other items are on deeper levels
  EXPECT_NE(leaves_of(free, 1), alone);

  std::reverse(boxes.begin(), boxes.end() - 1);
  u32 changed = 0;
  ASSERT_TRUE(given.update(boxes.data(), changed).ok() && given.flush().ok());
  EXPECT_EQ(leaves_of(given, 1), alone);
  given.clear();
  fill(given, boxes);
  EXPECT_EQ(leaves_of(given, 1), alone);

  fill(free, boxes);
  given.set_space({{0, 0}, {404, 304}});
  ASSERT_TRUE(given.flush().ok());
  EXPECT_EQ(leaves_of(given), leaves_of(free));
}

TEST(Quadtree, QT1_serialization_keeps_the_space_and_rejects_an_invalid_space) {
  Quadtree<2> given(options_of(2));
  given.set_space(kFigureSpace);
  fill(given, kFigure);
  Array<u8> bytes;
  ByteWriter writer(bytes);
  given.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  Quadtree<2> again(options_of(2));
  ByteReader reader(bytes.data(), bytes.size());
  again.load(reader);
  ASSERT_TRUE(reader.finish() && again.flush().ok());
  EXPECT_TRUE(again.space() == kFigureSpace);
  EXPECT_EQ(leaves_of(again), leaves_of(given));

  const Aabb<2> inverted{{1, 0}, {0, 1}};
  const u8* const pattern = reinterpret_cast<const u8*>(&kFigureSpace);
  u8* const space =
      std::search(bytes.begin(), bytes.end(), pattern, pattern + sizeof(kFigureSpace));
  ASSERT_NE(space, bytes.end());
  std::memcpy(space, &inverted, sizeof(inverted));
  const u64 sum =
      checksum(bytes.data() + sizeof(SerialHeader), bytes.size() - sizeof(SerialHeader));
  std::memcpy(bytes.data() + offsetof(SerialHeader, checksum), &sum, sizeof(sum));
  Quadtree<2> forged(options_of(2));
  ByteReader second(bytes.data(), bytes.size());
  forged.load(second);
  EXPECT_FALSE(second.ok());
}

TEST(Quadtree, QT2_a_large_item_is_in_many_leaves_and_reported_once) {
  Boxes<2> boxes = arrange<2>(Layout::kUniform, 500, 2);
  Aabb<2> all = empty_box<2>();
  for (const Aabb<2>& box : boxes) all = unite(all, box);
  const f32 y = all.center(1);
  boxes.push_back({{all.min[0], y}, {all.max[0], y}});
  Quadtree<2> tree(options_of(5));
  fill(tree, boxes);
  u32 leaves = 0;
  for (const std::vector<u32>& leaf : leaves_of(tree)) {
    leaves += std::count(leaf.begin(), leaf.end(), 500u) != 0 ? 1 : 0;
  }
  EXPECT_GT(leaves, 10u);

  u32 found = 0;
  QueryCounters counters;
  ASSERT_TRUE(query(tree, DistanceQuery<2>({{all.center(0), y}}, HUGE_VAL), Filter::any(), counters,
                    [&](Id id) {
                      found += id == 500 ? 1 : 0;
                      return true;
                    })
                  .ok());
  EXPECT_EQ(found, 1u);
  EXPECT_EQ(counters.results, 501u);
}

TEST(Quadtree, QT2_T27_identical_boxes_do_not_multiply_the_entries) {
  for (const u32 n : {100u, 3000u}) {
    Quadtree<3> tree(options_of(4));
    Boxes<3> boxes(n, Aabb<3>{{0, 0, 0}, {10, 10, 10}});
    fill(tree, boxes);
    size_t entries = 0;
    for (const std::vector<u32>& leaf : leaves_of(tree)) entries += leaf.size();
    EXPECT_LE(entries, size_t{quadtree::Division<3>::kMaxSlots} * n);
  }
}

template <int Dim>
size_t entries_of(const Quadtree<Dim>& tree) {
  size_t entries = 0;
  for (const std::vector<u32>& leaf : leaves_of(tree)) entries += leaf.size();
  return entries;
}

// Adds nine nearly equal boxes to random boxes. Divisions cannot separate the nine boxes, so the
// cells that these boxes cover must not be divided.
template <int Dim>
void expect_one_leaf_of_similar_boxes(f32 difference) {
  Boxes<Dim> boxes = arrange<Dim>(Layout::kUniform, 3000, 5);
  Quadtree<Dim> without(options_of(8));
  fill(without, boxes);
  Aabb<Dim> pile = boxes[0];
  for (int axis = 0; axis < Dim; ++axis) pile.max[axis] = pile.min[axis] + 1;
  for (u32 i = 0; i < 9; ++i) {
    boxes.push_back(pile);
    boxes.back().max[0] += difference * static_cast<f32>(i);
  }
  Quadtree<Dim> with(options_of(8));
  fill(with, boxes);
  EXPECT_LT(entries_of(with), entries_of(without) * 11 / 10) << difference;
  QueryCounters counters;
  BruteForce<Dim> oracle;
  ASSERT_TRUE(oracle.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
  std::set<std::pair<Id, Id>> expected;
  EXPECT_TRUE(pairs(oracle, counters, [&](Id a, Id b) {
                expected.insert(std::minmax(a, b));
                return true;
              }).ok());
  std::set<std::pair<Id, Id>> found;
  for (const auto& [a, b] : pairs_of(with, counters)) found.insert(std::minmax(a, b));
  EXPECT_EQ(found, expected);
}

TEST(Quadtree, QT2_nine_similar_boxes_do_not_multiply_the_entries) {
  expect_one_leaf_of_similar_boxes<2>(0);
  expect_one_leaf_of_similar_boxes<2>(0.005f);
  expect_one_leaf_of_similar_boxes<3>(0);
  expect_one_leaf_of_similar_boxes<3>(0.005f);
}

// All boxes are on the middle line, so divisions separate them only when cells reach their spacing.
TEST(Quadtree, QT2_boxes_in_a_row_on_the_middle_line_are_separated) {
  Boxes<2> boxes;
  for (u32 i = 0; i < 200; ++i) {
    const f32 y = 0.5f * static_cast<f32>(i);
    boxes.push_back({{399, y}, {401, y + 0.4f}});
  }
  Quadtree<2> tree(options_of(8));
  tree.set_space({{0, 0}, {800, 600}});
  fill(tree, boxes);
  for (const std::vector<u32>& leaf : leaves_of(tree)) EXPECT_LE(leaf.size(), 8u);
}

// Walls that are as thick as a tenth of their spacing. The 3000 small boxes raise the number of
// leaf entries that the tree may have.
TEST(Quadtree, QT2_long_and_narrow_boxes_are_separated_on_the_other_axis) {
  for (const int along : {0, 1}) {
    Boxes<2> boxes;
    for (u32 i = 0; i < 40; ++i) {
      Aabb<2> wall{};
      wall.max[along] = 20;
      wall.min[1 - along] = static_cast<f32>(i) / 2;
      wall.max[1 - along] = wall.min[1 - along] + 0.05f;
      boxes.push_back(wall);
    }
    for (u32 i = 0; i < 3000; ++i) {
      const f32 x = 200 + static_cast<f32>(i % 60);
      const f32 y = static_cast<f32>(i / 60);
      boxes.push_back({{x, y}, {x, y}});
    }
    Quadtree<2> tree(options_of(8));
    fill(tree, boxes);
    for (const std::vector<u32>& leaf : leaves_of(tree)) EXPECT_LE(leaf.size(), 8u);
  }
}

TEST(Quadtree, QT2_boxes_that_cover_the_space_do_not_prevent_divisions) {
  Boxes<2> boxes = arrange<2>(Layout::kUniform, 1000, 5);
  Aabb<2> all = empty_box<2>();
  for (const Aabb<2>& box : boxes) all = unite(all, box);
  for (u32 i = 0; i < 9; ++i) boxes.push_back(all);
  Quadtree<2> tree(options_of(8));
  fill(tree, boxes);
  const auto leaves = leaves_of(tree);
  EXPECT_GT(leaves.size(), 60u);
  for (const std::vector<u32>& leaf : leaves) EXPECT_LE(leaf.size(), 60u);
}

TEST(Quadtree, QT3_items_outside_of_the_space_are_in_the_cells_at_its_border) {
  const Boxes<2> boxes = arrange<2>(Layout::kUniform, 400, 3);
  Aabb<2> all = empty_box<2>();
  for (const Aabb<2>& box : boxes) all = unite(all, box);
  Aabb<2> quarter = all;
  quarter.max[0] = all.center(0);
  quarter.max[1] = all.center(1);

  Quadtree<2> whole(options_of(4));
  fill(whole, boxes);
  QueryCounters counters;
  auto expected = pairs_of(whole, counters);
  Quadtree<2> clamped(options_of(4));
  clamped.set_space(quarter);
  fill(clamped, boxes);
  auto found = pairs_of(clamped, counters);
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
  Faults faults;
  clamped.validate(faults);
  EXPECT_TRUE(faults.empty());
}

TEST(Quadtree, QT3_the_next_build_adapts_the_space_to_the_items) {
  Quadtree<2> tree(options_of(4));
  fill(tree, arrange<2>(Layout::kUniform, 300, 4));
  Boxes<2> shifted = arrange<2>(Layout::kUniform, 300, 4);
  for (Aabb<2>& box : shifted) {
    box.min[0] += 1e6f;
    box.max[0] += 1e6f;
  }
  const IndexStats before = tree.stats();
  u32 changed = 0;
  ASSERT_TRUE(tree.update(shifted.data(), changed).ok());
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_GE(tree.stats().height, before.height - 1);
  EXPECT_LE(tree.stats().area_ratio, 1.2 * before.area_ratio);
}

TEST(Quadtree, QT3_a_tree_is_rebuilt_if_its_items_spread_within_their_leaves) {
  Boxes<2> boxes;
  for (const f32 x : {-8.0f, -7.0f, 7.0f, 8.0f}) {
    for (const f32 y : {x, -x}) boxes.push_back({{x, y}, {x + 0.5f, y + 0.5f}});
  }
  Quadtree<2> tree(options_of(2));
  fill(tree, boxes);
  ASSERT_EQ(leaves_of(tree).size(), 4u);
  for (Aabb<2>& box : boxes) box.max[0] += 0.25f;
  boxes[0] = {{-1000, -1000}, {-999, -999}};
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok() && tree.flush().ok());
  ASSERT_EQ(changed, 0u);  // no item has left its leaf
  Quadtree<2> again(options_of(2));
  fill(again, boxes);
  EXPECT_EQ(leaves_of(tree, 1), leaves_of(again, 1));
  EXPECT_NE(leaves_of(tree, 1).size(), 4u);
}

TEST(Quadtree, An_item_that_touches_the_same_leaves_stays_in_them) {
  Boxes<3> boxes = arrange<3>(Layout::kUniform, 1000, 5);
  Quadtree<3> tree(options_of(8));
  fill(tree, boxes);
  const auto before = leaves_of(tree);
  u32 moved = 0;
  for (u32 id = 0; id < 1000; ++id) {
    bool changed = false;
    boxes[id].max[0] = std::nextafter(boxes[id].max[0], boxes[id].min[0]);
    ASSERT_TRUE(tree.move(id, boxes[id], {}, changed).ok());
    moved += changed ? 1 : 0;
  }
  EXPECT_EQ(moved, 0u);
  ASSERT_TRUE(tree.flush().ok());
  EXPECT_EQ(leaves_of(tree), before);
}

TEST(Quadtree, The_dump_omits_a_tree_without_items) {
  const auto box_at = [](int i) { return Aabb<2>{{f32(i), 0}, {f32(i), 0}}; };
  Quadtree<2> tree;
  std::vector<Aabb<2>> boxes;
  for (int i = 0; i < 4; ++i) boxes.push_back(box_at(i));
  ASSERT_TRUE(tree.build(boxes.data(), 4).ok() && tree.flush().ok());
  for (int i = 4; i < 24; ++i) {
    Id id = kNone;
    ASSERT_TRUE(tree.insert(box_at(i), {}, id).ok());
  }
  for (Id id = 0; id < 4; ++id) ASSERT_TRUE(tree.remove(id).ok());
  ASSERT_TRUE(tree.flush().ok());
  NodeDump dump;
  ASSERT_TRUE(tree.dump(dump).ok());
  EXPECT_EQ(dump.kind.size(), 1u);
}

TEST(Quadtree, QT2_the_published_scenes_need_fewer_tests_than_all_pairs) {
  for (const PublishedName name : {PublishedName::kRandom, PublishedName::kRandomLargeBoxes,
                                   PublishedName::kXLine, PublishedName::kYLine}) {
    const std::vector<float> flat = published_boxes(published_scene(name, 2000, 0), {false, true});
    Boxes<2> boxes(flat.size() / 4);
    std::memcpy(boxes.data(), flat.data(), flat.size() * sizeof(float));
    Quadtree<2> tree(options_of(5, 50));
    fill(tree, boxes);
    QueryCounters counters;
    pairs_of(tree, counters);
    EXPECT_LT(counters.item_tests, 1'999'000u * 2 / 3);
  }
}

}  // namespace
}  // namespace sapwood::test
