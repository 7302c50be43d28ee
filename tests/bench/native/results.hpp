// Result buffers of all contenders: flat lists that keep their memory between calls, so that
// measured times exclude the growth of the lists.
//
//   pairs    ids = [a0, b0, a1, b1, ...] with a < b
//   boxes    ids of all queries; query i has ids[offsets[i]] to ids[offsets[i + 1] - 1]
//   rays     one id and distance per ray; kNone without a hit
//   nearest  kNeighbors ids and distances per point, ordered by distance, then id
#pragma once

#include <cstdlib>
#include <span>

#include "sapwood/base/array.hpp"

namespace sapwood::bench {

struct Results {
  Array<u32> ids;
  Array<u32> offsets;
  Array<f32> distances;

  void clear() {
    ids.clear();
    offsets.clear();
    distances.clear();
  }

  // a and b may be in any order.
  void add_pair(u32 a, u32 b) {
    if (!ids.reserve_more(2)) std::abort();
    ids.push_unchecked(a < b ? a : b);
    ids.push_unchecked(a < b ? b : a);
  }

  // Marks the start of the results of a box query. Call it once more after the last query.
  void mark_query() {
    if (!offsets.push_back(static_cast<u32>(ids.size()))) std::abort();
  }
  void add_id(u32 id) {
    if (!ids.push_back(id)) std::abort();
  }

  void add_hit(u32 id, double distance) {
    add_id(id);
    if (!distances.push_back(static_cast<f32>(distance))) std::abort();
  }

  std::span<const u32> range(size_t begin, size_t end) const {
    return std::span<const u32>(ids.data(), ids.size()).subspan(begin, end - begin);
  }
};

}  // namespace sapwood::bench
