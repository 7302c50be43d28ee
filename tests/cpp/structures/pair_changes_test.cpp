// Pair events of any structure: the pairs that have begun and not ended are the overlapping pairs,
// and only changed items are searched for pairs.
#include "sapwood/core/pair_changes.hpp"
#include "sapwood/structures/grid/hash_grid/hash_grid.hpp"
#include "sapwood/structures/grid/spatial_hash/spatial_hash.hpp"
#include "sapwood/structures/orthtree/quadtree/quadtree.hpp"
#include "sapwood/structures/sweep/sort_and_sweep/sort_and_sweep.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"
#include "structures/wide_tree_cases.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

Pairs plain(const Array<IdPair>& pairs) {
  Pairs list;
  for (const IdPair& pair : pairs) {
    EXPECT_LT(pair.a, pair.b);
    list.emplace_back(pair.a, pair.b);
  }
  return list;
}

struct Events {
  Pairs begins;
  Pairs ends;
};

template <class S>
Events events_of(S& index, PairChanges<S::kDim>& changes) {
  EXPECT_TRUE(changes.update(index).ok());
  return {plain(changes.begins()), plain(changes.ends())};
}

// Applies pair events to a sorted list of pairs. Fails if a pair begins or ends twice.
class EventSum {
 public:
  const Pairs& live() const { return live_; }

  void apply(const Events& events) {
    EXPECT_TRUE(std::is_sorted(events.begins.begin(), events.begins.end()));
    EXPECT_TRUE(std::is_sorted(events.ends.begin(), events.ends.end()));
    for (const auto& pair : events.ends) {
      const auto at = std::lower_bound(live_.begin(), live_.end(), pair);
      ASSERT_TRUE(at != live_.end() && *at == pair) << "ended twice";
      live_.erase(at);
    }
    for (const auto& pair : events.begins) {
      const auto at = std::lower_bound(live_.begin(), live_.end(), pair);
      ASSERT_TRUE(at == live_.end() || *at != pair) << "began twice";
      live_.insert(at, pair);
    }
  }

 private:
  Pairs live_;
};

template <class S>
void change_some(S& index, Random& random, u32 frame) {
  constexpr int kDim = S::kDim;
  const Boxes<kDim> boxes = uniform_boxes<kDim>(40, 0, 12, 1, frame + 100);
  const u32 end = index.items().id_end();
  bool changed = false;
  for (u32 i = 0; i < 30; ++i) {
    const Id id = random.below(end);
    if (!index.items().has(id)) continue;
    const u32 kind = random.below(8);
    const Status status = kind == 0   ? index.remove(id)
                          : kind == 1 ? index.set_filter(id, {1 + random.below(3), random.below(4)})
                                      : index.move(id, boxes[i], {}, changed);
    ASSERT_TRUE(status.ok());
  }
  Id id = kNone;
  for (u32 i = 30; i < 34; ++i) ASSERT_TRUE(index.insert(boxes[i], {}, id).ok());
  u32 count = 0;
  if (frame % 9 == 0) {
    const Boxes<kDim> all = uniform_boxes<kDim>(index.items().size(), 0, 12, 1, frame);
    ASSERT_TRUE(index.update(all.data(), count).ok());
  }
  if (frame % 17 == 0) {
    index.clear();
    ASSERT_TRUE(build(index, uniform_boxes<kDim>(200, 0, 12, 1, frame)).ok());
  }
}

template <class S>
void expect_events_to_sum_up() {
  S index;
  ASSERT_TRUE(build(index, uniform_boxes<S::kDim>(300, 0, 12, 1, 1)).ok());
  PairChanges<S::kDim> changes;
  Random random(2);
  EventSum sum;
  for (u32 frame = 1; frame < 60; ++frame) {
    sum.apply(events_of(index, changes));
    ASSERT_EQ(sum.live(), pairs_of(index)) << "frame " << frame;
    change_some(index, random, frame);
  }
}

TEST(PairChanges, Events_sum_to_the_overlapping_pairs) {
  expect_events_to_sum_up<WideTree<2>>();
  expect_events_to_sum_up<WideTree<3>>();
  expect_events_to_sum_up<SortAndSweep<3>>();
  expect_events_to_sum_up<SweepAndPrune<2>>();
  expect_events_to_sum_up<SpatialHash<2>>();
  expect_events_to_sum_up<HashGrid<3>>();
  expect_events_to_sum_up<Quadtree<2>>();
}

TEST(PairChanges, A_build_without_filters_begins_pairs_that_filters_had_excluded) {
  WideTree<2> tree = wide_tree_of<2>(Boxes<2>(2, {{0, 0}, {1, 1}}));
  PairChanges<2> changes;
  ASSERT_TRUE(tree.set_filter(0, {2, 2}).ok());
  EXPECT_EQ(events_of(tree, changes).begins, Pairs{});
  ASSERT_TRUE(build(tree, Boxes<2>(2, {{0, 0}, {1, 1}})).ok());
  EXPECT_EQ(events_of(tree, changes).begins, (Pairs{{0, 1}}));
  EXPECT_EQ(events_of(tree, changes).begins, Pairs{});
}

TEST(PairChanges, An_unchanged_index_is_not_searched) {
  WideTree<3> tree = wide_tree_of<3>(uniform_boxes<3>(500, 0, 12, 1, 3));
  PairChanges<3> changes;
  EXPECT_EQ(events_of(tree, changes).begins, pairs_of(tree));
  EXPECT_EQ(changes.counters().movers, 500u);
  bool changed = true;
  ASSERT_TRUE(tree.move(7, tree.items().box(7), {}, changed).ok());
  EXPECT_FALSE(changed);
  const Events none = events_of(tree, changes);
  EXPECT_TRUE(none.begins.empty() && none.ends.empty());
  EXPECT_EQ(changes.counters().movers, 0u);
  EXPECT_EQ(changes.counters().search.node_visits, 0u);
}

TEST(PairChanges, Only_changed_items_are_searched) {
  const Boxes<2> boxes = uniform_boxes<2>(5000, 0, 100, 1, 4);
  WideTree<2> tree = wide_tree_of<2>(boxes);
  PairChanges<2> changes;
  events_of(tree, changes);
  const u64 all = changes.counters().search.node_visits;
  bool changed = false;
  for (Id id = 0; id < 5000; id += 100) {
    Aabb<2> box = boxes[id];
    box.max[0] += 0.5f;
    ASSERT_TRUE(tree.move(id, box, {}, changed).ok());
  }
  events_of(tree, changes);
  EXPECT_EQ(changes.counters().movers, 50u);
  EXPECT_LT(changes.counters().search.node_visits, all / 4);
}

TEST(PairChanges, An_update_counts_the_items_that_moved) {
  Boxes<2> boxes = uniform_boxes<2>(1000, 0, 40, 1, 5);
  WideTree<2> tree = wide_tree_of<2>(boxes);
  PairChanges<2> changes;
  EventSum sum;
  sum.apply(events_of(tree, changes));
  for (u32 i = 0; i < 1000; i += 10) boxes[i].max[1] += 1;
  u32 changed = 0;
  ASSERT_TRUE(tree.update(boxes.data(), changed).ok());
  sum.apply(events_of(tree, changes));
  EXPECT_EQ(changes.counters().movers, 100u);
  EXPECT_EQ(sum.live(), all_overlapping(boxes));
}

TEST(PairChanges, Pairs_of_a_cleared_index_end) {
  WideTree<2> tree = wide_tree_of<2>(Boxes<2>(3, {{0, 0}, {1, 1}}));
  PairChanges<2> changes;
  EXPECT_EQ(events_of(tree, changes).begins.size(), 3u);
  tree.clear();
  const Events gone = events_of(tree, changes);
  EXPECT_EQ(gone.begins, Pairs{});
  EXPECT_EQ(gone.ends, (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(PairChanges, Removal_ends_the_pairs_of_an_item_and_frees_its_id) {
  WideTree<2> tree = wide_tree_of<2>(Boxes<2>(8, {{0, 0}, {1, 1}}));
  PairChanges<2> changes;
  events_of(tree, changes);
  ASSERT_TRUE(tree.remove(2).ok());
  EXPECT_EQ(events_of(tree, changes).ends.size(), 7u);
  Id id = kNone;
  ASSERT_TRUE(tree.remove(5).ok());
  ASSERT_TRUE(tree.insert({{1, 1}, {2, 2}}, {}, id).ok());
  ASSERT_TRUE(tree.insert({{9, 9}, {9, 9}}, {}, id).ok());
  EXPECT_EQ(id, 5u);
  const Events events = events_of(tree, changes);
  EXPECT_EQ(events.begins, (Pairs{{0, 2}, {1, 2}, {2, 3}, {2, 4}, {2, 6}, {2, 7}}));
  EXPECT_EQ(events.ends.size(), 6u);
}

// The caller may lack memory for the events.
TEST(PairChanges, Events_that_were_not_accepted_are_reported_again) {
  WideTree<2> tree = wide_tree_of<2>(Boxes<2>(4, {{0, 0}, {1, 1}}));
  PairChanges<2> changes;
  const auto find_all = [&](QueryCounters& counters, PairSink& sink) {
    return pairs(tree, counters, sink);
  };
  for (u32 turn = 0; turn < 3; ++turn) {
    ASSERT_TRUE(changes.find(tree, 6, find_all).ok());
    EXPECT_EQ(changes.begins().size(), 6u);
  }
  changes.accept(tree.items());
  ASSERT_TRUE(tree.remove(0).ok());
  for (u32 turn = 0; turn < 3; ++turn) {
    ASSERT_TRUE(changes.find(tree, 6, find_all).ok());
    EXPECT_EQ(changes.begins().size(), 0u);
    EXPECT_EQ(plain(changes.ends()), (Pairs{{0, 1}, {0, 2}, {0, 3}}));
  }
  changes.accept(tree.items());
  ASSERT_TRUE(changes.find(tree, 6, find_all).ok());
  EXPECT_TRUE(changes.begins().empty() && changes.ends().empty());
  changes.accept(tree.items());
  EXPECT_EQ(events_of(tree, changes).ends, Pairs{});
}

TEST(PairChanges, No_event_is_lost_if_an_allocation_fails) {
  for (u32 skip = 0; skip < 60; ++skip) {
    WideTree<2> tree = wide_tree_of<2>(uniform_boxes<2>(200, 0, 12, 1, 6));
    PairChanges<2> changes;
    EventSum sum;
    for (u32 frame = 0; frame < 3; ++frame) {
      Status status;
      {
        const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
        status = changes.update(tree);
      }
      if (status.ok()) {
        sum.apply({plain(changes.begins()), plain(changes.ends())});
      } else {
        EXPECT_EQ(status.code, StatusCode::kOutOfMemory);
        sum.apply(events_of(tree, changes));
      }
      ASSERT_EQ(sum.live(), pairs_of(tree)) << "skip " << skip << " frame " << frame;
      bool changed = false;
      const Boxes<2> boxes = uniform_boxes<2>(40, 0, 12, 1, frame + 7);
      for (Id id = 0; id < 40; ++id) ASSERT_TRUE(tree.move(id, boxes[id], {}, changed).ok());
    }
  }
}

}  // namespace
}  // namespace sapwood::test
