// Sinks of the verbs that append to arrays and remember when memory ran out.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

struct IdSink {
  Array<u32>& out;
  bool failed = false;

  bool operator()(Id id) {
    failed = !out.push_back(id);
    return !failed;
  }
  bool append(const Id* ids, u32 count) {
    failed = !out.reserve_more(count);
    if (failed) return false;
    u32* to = out.end();
    out.extend_unchecked(count);
    // most ranges are short: a call of memcpy would cost more than the copy
    for (; count >= 4; count -= 4, ids += 4, to += 4) simd::store(to, simd::U32x4::load(ids));
    for (; count > 0; --count) *to++ = *ids++;
    return true;
  }
  // Those of four ids whose bit is set.
  bool append_lanes(const Id* ids, u32 lanes) {
    failed = !out.reserve_more(4);
    if (failed) return false;
    out.extend_unchecked(simd::compress_store(out.end(), simd::U32x4::load(ids), lanes));
    return true;
  }
};

struct PairSink {
  Array<u32>& out;
  bool failed = false;

  bool operator()(Id a, Id b) {
    failed = !out.reserve_more(2);
    if (failed) return false;
    out.push_unchecked(a);
    out.push_unchecked(b);
    return true;
  }
  bool many(const IdPair* pairs, u32 count) {
    static_assert(sizeof(IdPair) == 2 * sizeof(u32));
    failed = !out.reserve_more(size_t{2} * count);
    if (failed) return false;
    if (count != 0) std::memcpy(out.end(), pairs, count * sizeof(IdPair));
    out.extend_unchecked(size_t{2} * count);
    return true;
  }
};

}  // namespace sapwood
