// What stands between a traversal and the sink of a verb.
#pragma once

#include <bit>

#include "sapwood/core/filter.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

// Confirms what a traversal reports, applies the filter, counts and hands on. A sink that takes
// many ids at once offers append(ids, count) and append_lanes(ids, lanes), as the visitors' verbs
// do, and room(count) and took(count).
template <class Items, class Query, class Sink>
class Confirmation {
 public:
  using Box = Aabb<Query::kDim>;

  Confirmation(const Items& items, const Query& query, const Filter& filter,
               QueryCounters& counters, Sink& sink)
      : items_(items),
        query_(query),
        filter_(filter),
        counters_(counters),
        sink_(sink),
        filtered_(items.filtered() || !(filter == Filter::any())) {}

  bool operator()(Id id) { return at(id, items_.box(id)); }
  bool at(Id id, const Box& box) { return !query_.hits(box) || certain(id); }
  [[gnu::always_inline]] bool certain(Id id) {
    if (filtered_ && !items_.accepts(id, filter_)) return true;
    ++counters_.results;
    return static_cast<bool>(sink_(id));
  }
  bool certain_range(const Id* ids, u32 count) {
    if constexpr (requires { sink_.append(ids, count); }) {
      if (!filtered_) {
        counters_.results += count;
        return sink_.append(ids, count);
      }
    }
    for (u32 i = 0; i < count; ++i) {
      if (!certain_apart(ids[i])) return false;
    }
    return true;
  }
  [[gnu::noinline]] bool certain_lanes(const Id* ids, u32 lanes) {
    if constexpr (requires { sink_.append_lanes(ids, lanes); }) {
      if (!filtered_) {
        counters_.results += static_cast<u32>(std::popcount(lanes));
        return sink_.append_lanes(ids, lanes);
      }
    }
    for (; lanes != 0; lanes &= lanes - 1) {
      if (!certain_apart(ids[std::countr_zero(lanes)])) return false;
    }
    return true;
  }
  // See visitors.hpp.
  Id* room(u32 count) requires requires(Sink& sink) { sink.room(count); }
  { return filtered_ ? nullptr : sink_.room(count); }
  void took(u32 count) requires requires(Sink& sink) { sink.took(count); }
  {
    counters_.results += count;
    sink_.took(count);
  }

 private:
  // Where filters are asked one by one a call more is nothing.
  [[gnu::noinline]] bool certain_apart(Id id) { return certain(id); }

  const Items& items_;
  const Query& query_;
  const Filter& filter_;
  QueryCounters& counters_;
  Sink& sink_;
  const bool filtered_;
};

}  // namespace sapwood
