// What a contender writes into, the same for everybody: flat lists that keep their memory from call
// to call, so that no contender pays for their growth.
//
//   pairs    ids = [a0, b0, a1, b1, ...] with a < b
//   boxes    ids of all queries, those of query i from offsets[i] up to offsets[i + 1]
//   rays     one id and distance a ray; kNone where nothing is hit
//   nearest  kNeighbors ids and distances a point, by distance, then id
#pragma once

#include <cstdlib>
#include <span>

#include "sapwood/base/array.hpp"

namespace sapwood::bench {

struct Answers {
  Array<u32> ids;
  Array<u32> offsets;
  Array<f32> distances;

  void clear() {
    ids.clear();
    offsets.clear();
    distances.clear();
  }

  // In either order.
  void add_pair(u32 a, u32 b) {
    if (!ids.reserve_more(2)) std::abort();
    ids.push_unchecked(a < b ? a : b);
    ids.push_unchecked(a < b ? b : a);
  }

  // Before the ids of each box query, and once behind the last one.
  void mark_query() {
    if (!offsets.push_back(static_cast<u32>(ids.size()))) std::abort();
  }
  void add_id(u32 id) {
    if (!ids.push_back(id)) std::abort();
  }

  // Of rays and nearest.
  void add_hit(u32 id, double distance) {
    add_id(id);
    if (!distances.push_back(static_cast<f32>(distance))) std::abort();
  }

  std::span<const u32> range(size_t begin, size_t end) const {
    return std::span<const u32>(ids.data(), ids.size()).subspan(begin, end - begin);
  }
};

}  // namespace sapwood::bench
