// Visitors of query results: they receive ranges of ids and SIMD lanes in batches or item by item,
// and can stop the query.
#include "sapwood/core/visitors.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sapwood/core/queries.hpp"
#include "support/allocations.hpp"
#include "support/random.hpp"

namespace sapwood::test {
namespace {

constexpr Id kIds[] = {9, 2, 7, 4, 30, 31, 32, 33};

struct OneByOne : ItemVisitor<OneByOne> {
  u32 limit;
  std::vector<Id> seen;

  explicit OneByOne(u32 most = kNone) : limit(most) {}

  bool test(Id id) {
    seen.push_back(id);
    return seen.size() < limit;
  }
};

TEST(Visitors, Visitors_of_single_ids_receive_ranges_and_lanes_in_order) {
  OneByOne visit;
  EXPECT_TRUE(visit.accept_range(kIds, 3));
  EXPECT_TRUE(visit.accept_lanes(kIds, 0b1010));
  EXPECT_TRUE(visit.accept_lanes(kIds, 0));
  EXPECT_EQ(visit.seen, (std::vector<Id>{9, 2, 7, 2, 4}));
}

TEST(Visitors, A_stop_within_a_range_or_lanes_is_immediate) {
  OneByOne visit(2);
  EXPECT_FALSE(visit.accept_range(kIds, 8));
  EXPECT_EQ(visit.seen, (std::vector<Id>{9, 2}));
  visit = OneByOne(1);
  EXPECT_FALSE(visit.accept_lanes(kIds, 0b1111));
  EXPECT_EQ(visit.seen, (std::vector<Id>{9}));
}

struct WithBoxes : ItemVisitor<WithBoxes> {
  std::vector<Id> seen;
  std::vector<f32> lows;

  bool test(Id id) {
    seen.push_back(id);
    return true;
  }
  bool test_box(Id id, const Aabb<2>& box) {
    lows.push_back(box.min[0]);
    return test(id);
  }
};

TEST(Visitors, Lanes_are_accepted_after_an_exact_test_and_passed_with_their_boxes_otherwise) {
  AabbPacket<2> packet = empty_packet<2>();
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const f32 low = static_cast<f32>(lane);
    packet.set(lane, {{low, 0}, {9, 9}});
  }
  WithBoxes visit;
  EXPECT_TRUE(visit.passed_lanes(BoxQuery<2>(packet.get(0)), kIds, packet, 0b0110));
  EXPECT_TRUE(visit.lows.empty());
  EXPECT_TRUE(visit.passed_lanes(DistanceQuery<2>({}, 1), kIds, packet, 0b1001));
  EXPECT_EQ(visit.lows, (std::vector<f32>{0, 3}));
  EXPECT_EQ(visit.seen, (std::vector<Id>{2, 7, 9, 4}));
}

struct WithAccepted : ItemVisitor<WithAccepted> {
  u32 tested = 0;
  u32 accepted = 0;
  bool test(Id) { return ++tested < 2; }
  bool accept(Id) { return ++accepted < 2; }
};

TEST(Visitors, A_visitor_without_accept_tests_accepted_items) {
  OneByOne plain(2);
  EXPECT_TRUE(plain.accept(7));
  EXPECT_FALSE(plain.accept_cut(7, 1));
  WithAccepted visit;
  EXPECT_TRUE(visit.accept_range(kIds, 1));
  EXPECT_FALSE(visit.accept_cut(7, 1));
  EXPECT_EQ(visit.accepted, 2u);
  EXPECT_EQ(visit.tested, 0u);
}

// Returns eight boxes in a row. If `filtered` is true, odd items have a different category.
ItemStore<2> row(bool filtered) {
  ItemStore<2> items;
  std::vector<Aabb<2>> boxes;
  for (u32 i = 0; i < 8; ++i) boxes.push_back({{static_cast<f32>(i), 0}, {static_cast<f32>(i), 1}});
  EXPECT_TRUE(items.reserve(8));
  items.assign(boxes.data(), 8);
  for (Id id = 1; filtered && id < 8; id += 2) {
    EXPECT_TRUE(items.change_filter(id, {2, kNone}).ok());
  }
  return items;
}

template <class Sink>
std::vector<Id> confirmed(const ItemStore<2>& items, const Filter& filter, Sink& sink,
                          const Array<u32>& out) {
  constexpr Id kRow[] = {0, 1, 2, 3, 4, 5, 6, 7};
  QueryCounters counters;
  const BoxQuery<2> query(Aabb<2>{{0, 0}, {5, 1}});
  HitFilter confirm(items, query, filter, counters, sink);
  EXPECT_TRUE(confirm.accept_range(kRow, 5));
  EXPECT_TRUE(confirm.accept_lanes(kRow + 4, 0b0110));
  EXPECT_TRUE(confirm.test(7));
  EXPECT_TRUE(confirm.test_box(3, items.box(3)));
  EXPECT_EQ(counters.results, out.size());
  return {out.begin(), out.end()};
}

TEST(HitFilter, Ranges_and_lanes_are_passed_in_batches_unless_there_are_filters) {
  const std::vector<Id> all{0, 1, 2, 3, 4, 5, 6, 3};
  const std::vector<Id> even{0, 2, 4, 6};
  for (const bool filtered : {false, true}) {
    const ItemStore<2> items = row(filtered);
    Array<u32> out;
    IdSink sink{out};
    EXPECT_EQ(confirmed(items, Filter::any(), sink, out), all);
    out.clear();
    EXPECT_EQ(confirmed(items, {kNone, 1}, sink, out), filtered ? even : all);
  }
}

TEST(HitFilter, A_sink_of_single_ids_receives_the_same_ids) {
  const ItemStore<2> items = row(false);
  Array<u32> out;
  auto sink = [&out](Id id) { return out.push_back(id); };
  EXPECT_EQ(confirmed(items, Filter::any(), sink, out), (std::vector<Id>{0, 1, 2, 3, 4, 5, 6, 3}));
}

TEST(IdSink, Appends_ranges_of_every_length_and_lanes_of_every_mask) {
  Array<u32> out;
  IdSink sink{out};
  std::vector<Id> expected;
  for (u32 count = 0; count <= 8; ++count) {
    EXPECT_TRUE(sink.accept_range(kIds, count));
    expected.insert(expected.end(), kIds, kIds + count);
  }
  for (u32 lanes = 0; lanes < 16; ++lanes) {
    EXPECT_TRUE(sink.accept_lanes(kIds, lanes));
    for (u32 lane = 0; lane < kLanes; ++lane) {
      if (lanes >> lane & 1) expected.push_back(kIds[lane]);
    }
  }
  EXPECT_EQ((std::vector<Id>{out.begin(), out.end()}), expected);
}

TEST(IdSink, Reports_a_failed_allocation_and_keeps_its_ids) {
  Array<u32> out;
  IdSink sink{out};
  EXPECT_TRUE(sink.accept_range(kIds, 2));
  EXPECT_TRUE(out.reserve(2));
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  std::vector<Id> many(1000, 5);
  EXPECT_FALSE(sink.accept_range(many.data(), 1000));
  EXPECT_TRUE(sink.failed);
  EXPECT_EQ(out.size(), 2u);
}

}  // namespace
}  // namespace sapwood::test
