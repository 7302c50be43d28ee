// Pair events. Only items in the move buffer are searched for overlapping fat boxes. The pairs that
// have begun and not ended must be the overlapping pairs.
#include "structures/dynamic_tree_cases.hpp"
#include "support/allocations.hpp"

namespace sapwood::test::tree_cases {
namespace {

constexpr Aabb<2> kUnitSquare{{0, 0}, {1, 1}};

PairKeys keys_of(const Array<IdPair>& pairs) {
  PairKeys keys;
  for (const IdPair& pair : pairs) {
    EXPECT_LT(pair.a, pair.b);
    keys.push_back(pair_key(pair.a, pair.b));
  }
  return keys;
}

struct Events {
  PairKeys begins;
  PairKeys ends;
};

template <int Dim>
Events events_of(DynamicTree<Dim>& tree) {
  Array<IdPair> begins, ends;
  EXPECT_TRUE(tree.update_pairs(begins, ends).ok());
  return {keys_of(begins), keys_of(ends)};
}

template <int Dim>
PairKeys fat_pairs_of(const DynamicTree<Dim>& tree) {
  PairKeys keys;
  const PairSet& set = tree.fat_pairs();
  for (size_t i = 0; i < set.slots(); ++i) {
    if (set.slot(i) != PairSet::kEmpty) keys.push_back(set.slot(i));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

template <int Dim>
PairKeys expected_fat_pairs(const DynamicTree<Dim>& tree) {
  return pairs_where(tree, [&](Id a, Id b) { return overlaps(tree.fat_box(a), tree.fat_box(b)); });
}

// Applies pair events to a sorted list of pairs. Fails if a pair begins or ends twice.
class EventSum {
 public:
  const PairKeys& live() const { return live_; }

  void apply(const Events& events) {
    EXPECT_TRUE(std::is_sorted(events.begins.begin(), events.begins.end()));
    EXPECT_TRUE(std::is_sorted(events.ends.begin(), events.ends.end()));
    for (const u64 key : events.ends) {
      const auto at = std::lower_bound(live_.begin(), live_.end(), key);
      ASSERT_TRUE(at != live_.end() && *at == key) << "ended twice";
      live_.erase(at);
    }
    for (const u64 key : events.begins) {
      const auto at = std::lower_bound(live_.begin(), live_.end(), key);
      ASSERT_TRUE(at == live_.end() || *at != key) << "began twice";
      live_.insert(at, key);
    }
  }

 private:
  PairKeys live_;
};

TEST(DynamicTree, DT12_pairs_begin_and_end_with_their_exact_boxes) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>{kUnitSquare, shifted(kUnitSquare, 1.05f), shifted(kUnitSquare, 5)});
  EXPECT_EQ(events_of(tree).begins, PairKeys{});  // only the fat boxes overlap
  EXPECT_EQ(fat_pairs_of(tree), (PairKeys{pair_key(0, 1)}));
  EXPECT_FALSE(
      move(tree, 0, shifted(kUnitSquare, 0.05f)));  // touches box 1, and is within its fat box
  const Events met = events_of(tree);
  EXPECT_EQ(met.begins, (PairKeys{pair_key(0, 1)}));
  EXPECT_EQ(tree.pair_counters().queries, 0u);
  EXPECT_FALSE(move(tree, 0, kUnitSquare));
  EXPECT_EQ(events_of(tree).ends, (PairKeys{pair_key(0, 1)}));
}

TEST(DynamicTree, DT11_an_update_without_changes_needs_no_query_and_no_pair_test) {
  DynamicTree<3> tree;
  build(tree, cloud<3>(500, 8, 31));
  EXPECT_FALSE(events_of(tree).begins.empty());
  const Events none = events_of(tree);
  EXPECT_TRUE(none.begins.empty() && none.ends.empty());
  EXPECT_EQ(tree.pair_counters().queries, 0u);
  EXPECT_EQ(tree.pair_counters().pair_tests, 0u);
}

TEST(DynamicTree, DT11_only_items_that_left_their_fat_box_are_queried) {
  DynamicTree<3> tree;
  const Boxes<3> boxes = cloud<3>(500, 8, 32);
  build(tree, boxes);
  events_of(tree);
  for (Id id = 0; id < 100; ++id) {
    EXPECT_EQ(move(tree, id, shifted(boxes[id], id < 7 ? 0.5f : 0.05f)), id < 7);
  }
  insert(tree, boxes[3]);
  events_of(tree);
  EXPECT_EQ(tree.pair_counters().queries, 8u);
  EXPECT_EQ(fat_pairs_of(tree), expected_fat_pairs(tree));
}

TEST(DynamicTree, DT12_only_pairs_of_items_that_changed_are_tested) {
  DynamicTree<2> tree;
  Id id = kNone;
  for (const f32 x : {0.0f, 0.5f, 100.0f, 100.5f, 200.0f, 200.5f}) {
    ASSERT_TRUE(tree.insert({{x, 0}, {x + 1, 1}}, Filter{}, id).ok());
  }
  EXPECT_EQ(events_of(tree).begins.size(), 3u);
  bool changed = false;
  // the new box of item 2 is within its fat box
  ASSERT_TRUE(tree.move(2, {{99.999f, 0}, {100.999f, 1}}, Point<2>{}, changed).ok());
  EXPECT_FALSE(changed);
  EXPECT_TRUE(events_of(tree).ends.empty());
  EXPECT_EQ(tree.pair_counters().pair_tests, 1u);
  ASSERT_TRUE(tree.set_filter(5, Filter{1, 0}).ok());
  EXPECT_EQ(events_of(tree).ends, PairKeys{pair_key(4, 5)});
  EXPECT_EQ(tree.pair_counters().pair_tests, 1u);
}

TEST(DynamicTree, DT12_pairs_of_an_item_that_is_removed_right_after_an_update_end) {
  DynamicTree<2> tree;
  const Aabb<2> boxes[] = {kUnitSquare, kUnitSquare, {{9, 9}, {10, 10}}};
  ASSERT_TRUE(tree.build(boxes, 3).ok());
  EXPECT_EQ(events_of(tree).begins, PairKeys{pair_key(0, 1)});
  ASSERT_TRUE(tree.remove(1).ok());
  EXPECT_EQ(events_of(tree).ends, PairKeys{pair_key(0, 1)});
  EXPECT_EQ(fat_pairs_of(tree), expected_fat_pairs(tree));
}

TEST(DynamicTree, DT11_a_pair_of_two_moved_items_begins_once) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>{kUnitSquare, shifted(kUnitSquare, 50), shifted(kUnitSquare, 100)});
  events_of(tree);
  move(tree, 2, shifted(kUnitSquare, 20));
  move(tree, 0, shifted(kUnitSquare, 20.5f));
  EXPECT_EQ(events_of(tree).begins, (PairKeys{pair_key(0, 2)}));
  EXPECT_EQ(tree.pair_counters().queries, 2u);
}

TEST(DynamicTree, T7_a_removed_item_leaves_the_move_buffer) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>{kUnitSquare, shifted(kUnitSquare, 0.5f), shifted(kUnitSquare, 9)});
  events_of(tree);
  move(tree, 2, shifted(kUnitSquare, 0.2f));
  move(tree, 0, shifted(kUnitSquare, 7));
  ASSERT_TRUE(tree.remove(2).ok());
  const Events events = events_of(tree);
  EXPECT_EQ(tree.pair_counters().queries, 1u);
  EXPECT_EQ(events.begins, PairKeys{});
  EXPECT_EQ(events.ends, (PairKeys{pair_key(0, 1)}));
}

TEST(DynamicTree, T7_a_reused_id_is_queried_once) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>{kUnitSquare, shifted(kUnitSquare, 9), shifted(kUnitSquare, 30)});
  events_of(tree);
  for (int i = 0; i < 3; ++i) {
    move(tree, 2, shifted(kUnitSquare, 40 + static_cast<f32>(i)));
    ASSERT_TRUE(tree.remove(2).ok());
    EXPECT_EQ(insert(tree, shifted(kUnitSquare, 9.5f)), 2u);
  }
  EXPECT_EQ(events_of(tree).begins, (PairKeys{pair_key(1, 2)}));
  EXPECT_EQ(tree.pair_counters().queries, 1u);
}

TEST(DynamicTree, DT12_filters_apply_to_events_but_not_to_fat_pairs) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>{kUnitSquare, kUnitSquare});
  ASSERT_TRUE(tree.set_filter(0, {2, 2}).ok());
  EXPECT_EQ(events_of(tree).begins, PairKeys{});
  EXPECT_EQ(fat_pairs_of(tree), (PairKeys{pair_key(0, 1)}));
  ASSERT_TRUE(tree.set_filter(1, {2, 2}).ok());
  EXPECT_EQ(events_of(tree).begins, (PairKeys{pair_key(0, 1)}));
  ASSERT_TRUE(tree.set_filter(1, {1, 1}).ok());
  EXPECT_EQ(events_of(tree).ends, (PairKeys{pair_key(0, 1)}));
}

TEST(DynamicTree, DT12_build_and_clear_end_the_pairs_of_the_previous_items) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>{kUnitSquare, kUnitSquare, kUnitSquare});
  EXPECT_EQ(events_of(tree).begins.size(), 3u);
  build(tree, Boxes<2>{kUnitSquare, kUnitSquare, shifted(kUnitSquare, 9), shifted(kUnitSquare, 9)});
  const Events rebuilt = events_of(tree);
  EXPECT_EQ(rebuilt.begins, (PairKeys{pair_key(2, 3)}));
  EXPECT_EQ(rebuilt.ends, (PairKeys{pair_key(0, 2), pair_key(1, 2)}));
  tree.clear();
  const Events cleared = events_of(tree);
  EXPECT_EQ(cleared.ends, (PairKeys{pair_key(0, 1), pair_key(2, 3)}));
  EXPECT_EQ(fat_pairs_of(tree), PairKeys{});
}

template <int Dim>
void play_frame(DynamicTree<Dim>& tree, Random& random, f32 side) {
  for (const Id id : live_ids(tree)) {
    if (random.one_in(40)) {
      ASSERT_TRUE(tree.remove(id).ok());
    } else if (random.one_in(30)) {
      move(tree, id, random_box<Dim>(random, side, 1));
    } else if (random.one_in(2)) {
      const f32 by = random.between(-0.2f, 0.2f);
      move(tree, id, shifted(tree.items().box(id), by), Point<Dim>{{by}});
    } else if (random.one_in(20)) {
      ASSERT_TRUE(tree.set_filter(id, {1u << random.below(3), 1u + random.below(7)}).ok());
    }
  }
  while (tree.items().size() < 150) insert(tree, random_box<Dim>(random, side, 1));
  u32 spent = 0;
  ASSERT_TRUE(tree.optimize(random.one_in(5) ? 20 : 0, spent).ok());
  if (!random.one_in(4)) return;
  Boxes<Dim> boxes;
  const f32 far = random.one_in(2) ? 0.15f : 2.0f;
  for (const Id id : live_ids(tree)) boxes.push_back(shifted(tree.items().box(id), far, 1));
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  if (random.one_in(3)) build(tree, boxes);
  if (random.one_in(9)) tree.clear();
}

template <int Dim>
void expect_exact_events(f32 side) {
  for (const DynamicTreeOptions& options : all_options()) {
    SCOPED_TRACE(name_of(options));
    DynamicTree<Dim> tree(options);
    EventSum sum;
    Random random(33);
    for (int frame = 0; frame < 60; ++frame) {
      play_frame(tree, random, side);
      sum.apply(events_of(tree));
      ASSERT_EQ(sum.live(), expected_pairs(tree)) << "frame " << frame;
      ASSERT_EQ(fat_pairs_of(tree), expected_fat_pairs(tree)) << "frame " << frame;
    }
  }
}
TEST(DynamicTree, DT12_events_sum_to_the_live_pairs_and_fat_pairs_are_exact_every_frame) {
  expect_exact_events<2>(12);
  expect_exact_events<3>(6);
}

TEST(DynamicTree, DT12_out_of_memory_loses_no_event) {
  for (u32 skip = 0; skip < 40; ++skip) {
    DynamicTree<2> tree;
    build(tree, cloud<2>(60, 6, 34));
    Random random(35);
    EventSum sum;
    for (int frame = 0; frame < 3; ++frame) {
      Array<IdPair> begins, ends;
      Status status;
      {
        const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
        status = tree.update_pairs(begins, ends);
      }
      if (status.ok()) {
        sum.apply({keys_of(begins), keys_of(ends)});
      } else {
        EXPECT_EQ(status.code, StatusCode::kOutOfMemory);
        sum.apply(events_of(tree));
      }
      ASSERT_EQ(sum.live(), expected_pairs(tree)) << "skip " << skip << " frame " << frame;
      ASSERT_EQ(fat_pairs_of(tree), expected_fat_pairs(tree));
      for (Id id = 0; id < 60; id += 2) move(tree, id, random_box<2>(random, 6, 2));
      for (int i = 0; i < 30; ++i) insert(tree, random_box<2>(random, 6, 2));
    }
  }
}

TEST(DynamicTree, Events_without_room_in_the_result_are_reported_by_the_next_call) {
  DynamicTree<2> tree;
  build(tree, cloud<2>(60, 6, 34));
  Random random(35);
  EventSum sum;
  for (int frame = 0; frame < 3; ++frame) {
    Array<IdPair> begins, ends;
    static size_t requested;
    requested = 0;
    const auto no_room = [](size_t count) {
      requested = count;
      return false;
    };
    const Status status = tree.update_pairs(begins, ends, no_room);
    EXPECT_EQ(status.code, StatusCode::kOutOfMemory);
    const Events events = events_of(tree);
    EXPECT_GT(requested, 0u);
    EXPECT_EQ(requested, events.begins.size() + events.ends.size());
    sum.apply(events);
    ASSERT_EQ(sum.live(), expected_pairs(tree)) << "frame " << frame;
    for (Id id = 0; id < 60; id += 2) move(tree, id, random_box<2>(random, 6, 2));
  }
}

// Removing most items shrinks the arrays by id, including the flags of changed items.
TEST(DynamicTree, DT12_pairs_end_of_items_that_are_removed_before_memory_shrinks) {
  DynamicTree<2> tree;
  Array<IdPair> begins, ends;
  for (u32 i = 0; i < 20000; ++i) {
    const f32 x = static_cast<f32>(i / 2) * 4;
    insert(tree, Aabb<2>{{x, 0}, {x + 1, 1}});
  }
  ASSERT_TRUE(tree.update_pairs(begins, ends).ok());
  ASSERT_EQ(begins.size(), 10000u);
  ASSERT_TRUE(tree.update_pairs(begins, ends).ok());
  const size_t before = tree.byte_length();
  for (Id id = 200; id < 20000; ++id) ASSERT_TRUE(tree.remove(id).ok());
  tree.shrink();
  EXPECT_LT(tree.byte_length(), before / 4);
  move(tree, 0, shifted(tree.items().box(0), 2.0f));
  ASSERT_TRUE(tree.update_pairs(begins, ends).ok());
  EXPECT_EQ(ends.size(), 9901u);
  EXPECT_TRUE(begins.empty());
}

}  // namespace
}  // namespace sapwood::test::tree_cases
