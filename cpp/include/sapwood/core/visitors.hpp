/// @file
/// Visitors receive the items that a traversal finds.
///
/// A traversal reports two kinds of items. A *candidate* may be a hit: the visitor must test its
/// exact box. An *accepted* item is a hit: the query contains its node, or its exact box passed an
/// exact test (kTestsExactly). The visitor only has to check the filter of an accepted item. Items
/// of a contained node are not counted as item tests.
///
/// ItemVisitor is the base of all visitors. A visitor defines test(id) and overrides the functions
/// that it can perform faster. The default functions call test(id) for each item, in the same
/// order. Calls are resolved at compile time. Every function that returns bool returns false to end
/// the traversal.
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"
#include "sapwood/core/filter.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

/// Queries whose may_touch() and may_touch4() are exact for item boxes, like hits().
template <class Query>
concept TestsExactly = requires {
  requires Query::kTestsExactly;
};

/// Base of all visitors of items. `Self` is the class of the visitor.
template <class Self>
class ItemVisitor {
 public:
  /// True if the visitor overrides passed_bounds() and uses the bounds of packets.
  static constexpr bool kUsesBounds = false;
  /// True if the visitor overrides accept_range() and accept_lanes() with functions that are faster
  /// than accepting each item.
  static constexpr bool kAcceptsRanges = false;

  // Functions for candidates. Every visitor also defines test(id).

  /// Tests a candidate whose exact box the caller has already loaded.
  template <int Dim>
  bool test_box(Id id, const Aabb<Dim>&) {
    return self().test(id);
  }

  bool accept(Id id) { return self().test(id); }
  /// Accepts an item of a frustum query. `planes` is the mask of the planes that cut the box of the
  /// item. The box is inside all other planes.
  bool accept_cut(Id id, u32 /*planes*/) { return self().accept(id); }
  /// Accepts `count` items whose ids are contiguous in memory.
  bool accept_range(const Id* ids, u32 count) {
    for (u32 i = 0; i < count; ++i) {
      if (!self().accept(ids[i])) return false;
    }
    return true;
  }
  /// Accepts some of four items: item ids[i] if bit i of `lanes` is set.
  bool accept_lanes(const Id* ids, u32 lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
      if (!self().accept(ids[std::countr_zero(lanes)])) return false;
    }
    return true;
  }
  /// Returns memory for `count` accepted ids and for four more ids, which may be overwritten.
  /// Returns null if the visitor must receive ids one by one. The caller passes the number of
  /// written ids to commit().
  Id* reserve(u32 /*count*/) { return nullptr; }
  void commit(u32 /*count*/) {}

  // Functions for items whose exact boxes passed a test. The items are accepted if the test is
  // exact, and are candidates otherwise.

  template <class Query, int Dim>
  bool passed(const Query&, Id id, const Aabb<Dim>& box) {
    if constexpr (TestsExactly<Query>) {
      return self().accept(id);
    } else {
      return self().test_box(id, box);
    }
  }
  /// Like passed(), for the lanes of a packet that are set in `lanes`.
  template <class Query, int Dim>
  [[gnu::always_inline]] bool passed_lanes(const Query&, const Id* ids,
                                           const AabbPacket<Dim>& boxes, u32 lanes) {
    if constexpr (TestsExactly<Query>) {
      return self().accept_lanes(ids, lanes);
    } else {
      for (; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(lanes));
        if (!self().test_box(ids[lane], boxes.get(lane))) return false;
      }
      return true;
    }
  }
  /// Like passed_lanes(), for a query whose range can shrink. `bounds` contains lower bounds of the
  /// distances of all lanes, and `lanes` the lanes within range. A visitor with kUsesBounds may
  /// read the packet until the traversal ends.
  template <class Query, int Dim>
  bool passed_bounds(const Query& query, const Id* ids, const AabbPacket<Dim>& boxes,
                     simd::F32x4 /*bounds*/, u32 lanes) {
    return passed_lanes(query, ids, boxes, lanes);
  }

  /// Tests the items of `count` consecutive packets. Unused lanes contain empty boxes.
  template <class Query, int Dim>
  bool test_packets(const Query& query, const Id* ids, const AabbPacket<Dim>* boxes, u32 count) {
    if (write_hits(query, ids, boxes, count)) return true;
    for (; count != 0; --count, ids += kLanes, ++boxes) {
      if constexpr (Self::kUsesBounds) {
        const simd::F32x4 bounds = query.lower_bound4(*boxes);
        const u32 near = query.in_reach4(bounds);
        if (!self().passed_bounds(query, ids, *boxes, bounds, near)) return false;
      } else {
        if (!passed_lanes(query, ids, *boxes, query.may_touch4(*boxes))) return false;
      }
    }
    return true;
  }

  /// Returns k in a search for the k nearest items, or 0 if the number of results is not known in
  /// advance.
  size_t result_limit() const { return 0; }

 private:
  Self& self() { return static_cast<Self&>(*this); }

  // Writes the ids of the hits to the memory of the visitor, without a branch that depends on the
  // hits. Returns false if the visitor provides no memory.
  template <class Query, int Dim>
  [[gnu::always_inline]] bool write_hits(const Query& query, const Id* ids,
                                         const AabbPacket<Dim>* boxes, u32 count) {
    if constexpr (TestsExactly<Query>) {
      if (Id* const begin = self().reserve(count * kLanes)) {
        Id* end = begin;
        for (u32 at = 0; at < count; ++at) {
          const simd::U32x4 four = simd::U32x4::load(ids + at * kLanes);
          end += simd::compress_store(end, four, query.may_touch4(boxes[at]));
        }
        self().commit(static_cast<u32>(end - begin));
        return true;
      }
    }
    return false;
  }
};

/// Visitor that calls a function with every id.
template <class Function>
class FunctionVisitor : public ItemVisitor<FunctionVisitor<Function>> {
 public:
  explicit FunctionVisitor(Function function) : function_(static_cast<Function&&>(function)) {}

  [[gnu::always_inline]] bool test(Id id) { return static_cast<bool>(function_(id)); }

 private:
  Function function_;
};

/// Returns a visitor unchanged. Any other function is wrapped in a FunctionVisitor.
template <class Visitor>
decltype(auto) as_visitor(Visitor& visit) {
  if constexpr (std::is_base_of_v<ItemVisitor<Visitor>, Visitor>) {
    return (visit);
  } else {
    return FunctionVisitor<Visitor&>(visit);
  }
}

/// Visitor between a traversal and a sink. It tests candidates exactly, applies the filter, counts
/// the results, and passes them to the sink. The sink is an ItemVisitor or a function.
template <class Items, class Query, class Sink>
class HitFilter : public ItemVisitor<HitFilter<Items, Query, Sink>> {
 public:
  HitFilter(const Items& items, const Query& query, const Filter& filter, QueryCounters& counters,
            Sink& sink)
      : items_(items),
        query_(query),
        filter_(filter),
        counters_(counters),
        sink_(as_visitor(sink)),
        filtered_(items.filtered() || !(filter == Filter::any())) {}

  bool test(Id id) { return !query_.hits(items_.box(id)) || accept(id); }
  bool test_box(Id id, const Aabb<Query::kDim>& box) { return !query_.hits(box) || accept(id); }
  [[gnu::always_inline]] bool accept(Id id) {
    if (filtered_ && !items_.accepts(id, filter_)) return true;
    ++counters_.results;
    return sink_.accept(id);
  }
  bool accept_range(const Id* ids, u32 count) {
    if (kWhole && !filtered_) {
      counters_.results += count;
      return sink_.accept_range(ids, count);
    }
    for (u32 i = 0; i < count; ++i) {
      if (!accept_apart(ids[i])) return false;
    }
    return true;
  }
  [[gnu::noinline]] bool accept_lanes(const Id* ids, u32 lanes) {
    if (kWhole && !filtered_) {
      counters_.results += static_cast<u32>(std::popcount(lanes));
      return sink_.accept_lanes(ids, lanes);
    }
    for (; lanes != 0; lanes &= lanes - 1) {
      if (!accept_apart(ids[std::countr_zero(lanes)])) return false;
    }
    return true;
  }
  Id* reserve(u32 count) { return filtered_ ? nullptr : sink_.reserve(count); }
  void commit(u32 count) {
    counters_.results += count;
    sink_.commit(count);
  }

 private:
  using SinkVisitor = decltype(as_visitor(std::declval<Sink&>()));
  static constexpr bool kWhole = std::remove_reference_t<SinkVisitor>::kAcceptsRanges;

  // The function is not inlined: compared with the filter test, an additional call per item is
  // cheap.
  [[gnu::noinline]] bool accept_apart(Id id) { return accept(id); }

  const Items& items_;
  const Query& query_;
  const Filter& filter_;
  QueryCounters& counters_;
  SinkVisitor sink_;
  const bool filtered_;
};

/// Sink that appends ids to an array, or passes them to a function, which returns 0 to end the
/// traversal. Both modes share one class, because each sink type requires its own instance of every
/// traversal. In the second mode, the array has no capacity. The mode is therefore tested only if
/// an id does not fit into the array.
struct IdSink : ItemVisitor<IdSink> {
  using Visit = i32 (*)(void* context, Id id);
  static constexpr bool kAcceptsRanges = true;

  Array<u32>& out;
  bool failed = false;
  Visit visit = nullptr;
  void* context = nullptr;
  u64 visited = 0;

  explicit IdSink(Array<u32>& ids, Visit function = nullptr, void* argument = nullptr)
      : out(ids), visit(function), context(argument) {}

  [[gnu::always_inline]] bool accept(Id id) {
    if (out.size() == out.capacity()) return accept_without_room(id);
    out.push_unchecked(id);
    return true;
  }
  bool accept_range(const Id* ids, u32 count) {
    if (!has_room(count)) return call(ids, count);
    u32* to = out.end();
    out.extend_unchecked(count);
    // most ranges are short, and a call of memcpy would take longer than this loop
    for (; count >= 4; count -= 4, ids += 4, to += 4) simd::store(to, simd::U32x4::load(ids));
    for (; count > 0; --count) *to++ = *ids++;
    return true;
  }
  bool accept_lanes(const Id* ids, u32 lanes) {
    if (!has_room(4)) {
      Id chosen[4];
      return call(chosen, simd::compress_store(chosen, simd::U32x4::load(ids), lanes));
    }
    out.extend_unchecked(simd::compress_store(out.end(), simd::U32x4::load(ids), lanes));
    return true;
  }
  Id* reserve(u32 count) { return has_room(count + 4) ? out.end() : nullptr; }
  void commit(u32 count) { out.extend_unchecked(count); }

 private:
  bool has_room(u32 count) { return out.capacity() - out.size() >= count || grow(count); }
  [[gnu::noinline]] bool grow(u32 count) {
    failed = visit == nullptr && !out.reserve_more(count);
    return visit == nullptr && !failed;
  }
  [[gnu::noinline]] bool accept_without_room(Id id) {
    if (!grow(1)) return call(&id, 1);
    out.push_unchecked(id);
    return true;
  }
  /// Calls the function with each id. Returns false if the function returned 0, or if an allocation
  /// has failed.
  [[gnu::noinline]] bool call(const Id* ids, u32 count) {
    for (u32 i = 0; !failed && i < count; ++i) {
      ++visited;
      if (visit(context, ids[i]) == 0) return false;
    }
    return !failed;
  }
};

/// Returns a sink that calls take(id) until it returns false. `none` is an array that stays empty.
template <class Take>
IdSink visiting_sink(Array<u32>& none, Take& take) {
  const auto call = [](void* context, Id id) -> i32 { return (*static_cast<Take*>(context))(id); };
  return IdSink(none, call, &take);
}

}  // namespace sapwood
