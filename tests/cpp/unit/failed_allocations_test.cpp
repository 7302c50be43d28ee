// Results of parts of the library if an allocation fails, or if a request exceeds a limit.
#include <gtest/gtest.h>

#include "sapwood/base/array.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/batches.hpp"
#include "sapwood/core/seen_items.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/structures/reference/brute_force.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

TEST(FailedAllocations, An_array_larger_than_the_address_space_is_rejected) {
  Array<u64> array;
  EXPECT_FALSE(array.reserve((size_t{1} << (8 * sizeof(size_t) - 3)) + 1));
  EXPECT_EQ(array.capacity(), 0u);
}

TEST(FailedAllocations, A_deep_stack_is_not_ready_if_allocation_fails) {
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_TRUE((TraversalStack<u32, 8>(8).ready()));
  EXPECT_FALSE((TraversalStack<u32, 8>(9).ready()));
}

TEST(FailedAllocations, A_sink_stops_the_traversal_if_it_cannot_store_an_id) {
  Array<u32> out;
  IdSink sink{out};
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_FALSE(sink.accept(1));
  EXPECT_TRUE(sink.failed);
}

TEST(FailedAllocations, A_raycast_reports_that_its_hits_cannot_be_stored) {
  BruteForce<2> index;
  const std::vector<Aabb<2>> boxes(200, Aabb<2>{{1, -1}, {2, 1}});
  ASSERT_TRUE(index.build(boxes.data(), 200).ok());
  const Ray<2> ray{{0, 0}, {1, 0}, 10};
  QueryCounters counters;
  for (u32 skip = 0; skip < 4; ++skip) {
    Array<KeyedId> hits;
    const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
    const Status status = raycast_all(index, ray, Filter::any(), counters, hits);
    EXPECT_EQ(status.code, failing.triggered() ? StatusCode::kOutOfMemory : StatusCode::kOk)
        << skip;
  }
}

TEST(FailedAllocations, A_batch_ends_at_the_first_query_that_fails) {
  BruteForce<2> index;
  u32 queries = 0;
  const Status status = run_batch(index, 5, nullptr, [&](u32 i) {
    ++queries;
    return i == 2 ? Status::out_of_memory() : Status::success();
  });
  EXPECT_EQ(status.code, StatusCode::kOutOfMemory);
  EXPECT_EQ(queries, 3u);
}

TEST(FailedAllocations, Memory_for_many_visited_items_is_freed) {
  const AllocationWatch watch;
  forget_watched();
  {
    SeenItems seen(100000);
    ASSERT_TRUE(seen.ready());
    EXPECT_TRUE(seen.first_time(99999));
    EXPECT_FALSE(seen.first_time(99999));
    EXPECT_GT(watched_bytes(), 0u);
  }
  EXPECT_EQ(watched_bytes(), 0u);
}

TEST(FailedAllocations, Faults_are_kept_up_to_a_maximum) {
  Faults faults;
  for (u32 i = 0; i < 2 * Faults::kMax; ++i) faults.add("fault", i);
  const auto lines = faults.lines();
  ASSERT_EQ(lines.size(), Faults::kMax);
  EXPECT_EQ(lines.back(), "fault 31");
}

}  // namespace
}  // namespace sapwood::test
