// Sinks of the verbs that append to arrays and remember when memory ran out.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

// Ids go to an array; with a visitor they go there instead, one by one, until it answers 0. One
// type for both, because each sink has its own copy of every walk. The array of a visitor has no
// memory: so nobody is asked whether there is a visitor but who finds no room.
struct IdSink {
  using Visit = i32 (*)(void* context, Id id);

  Array<u32>& out;
  bool failed = false;
  Visit visit = nullptr;
  void* context = nullptr;
  u64 visited = 0;

  [[gnu::always_inline]] bool operator()(Id id) {
    if (out.size() == out.capacity()) return take_apart(id);
    out.push_unchecked(id);
    return true;
  }
  bool append(const Id* ids, u32 count) {
    if (!room_for(count)) return show(ids, count);
    u32* to = out.end();
    out.extend_unchecked(count);
    // most ranges are short: a call of memcpy would cost more than the copy
    for (; count >= 4; count -= 4, ids += 4, to += 4) simd::store(to, simd::U32x4::load(ids));
    for (; count > 0; --count) *to++ = *ids++;
    return true;
  }
  // Those of four ids whose bit is set.
  bool append_lanes(const Id* ids, u32 lanes) {
    if (!room_for(4)) {
      Id chosen[4];
      return show(chosen, simd::compress_store(chosen, simd::U32x4::load(ids), lanes));
    }
    out.extend_unchecked(simd::compress_store(out.end(), simd::U32x4::load(ids), lanes));
    return true;
  }
  // Memory for so many ids, and four more; null with a visitor, and when memory ran out.
  Id* room(u32 count) { return room_for(count + 4) ? out.end() : nullptr; }
  void took(u32 count) { out.extend_unchecked(count); }

 private:
  bool room_for(u32 count) { return out.capacity() - out.size() >= count || grow(count); }
  [[gnu::noinline]] bool grow(u32 count) {
    failed = visit == nullptr && !out.reserve_more(count);
    return visit == nullptr && !failed;
  }
  [[gnu::noinline]] bool take_apart(Id id) {
    if (!grow(1)) return show(&id, 1);
    out.push_unchecked(id);
    return true;
  }
  // False, too, when memory ran out.
  [[gnu::noinline]] bool show(const Id* ids, u32 count) {
    for (u32 i = 0; !failed && i < count; ++i) {
      ++visited;
      if (visit(context, ids[i]) == 0) return false;
    }
    return !failed;
  }
};

// A sink that hands ids to `take(id)` until that answers false; `none` is an array without memory.
template <class Take>
IdSink visiting_sink(Array<u32>& none, Take& take) {
  const auto call = [](void* context, Id id) -> i32 { return (*static_cast<Take*>(context))(id); };
  return {none, false, call, &take};
}

struct PairSink {
  Array<u32>& out;
  bool failed = false;

  [[gnu::always_inline]] bool operator()(Id a, Id b) {
    if (out.capacity() - out.size() < 2 && !grow(2)) return false;
    out.push_unchecked(a);
    out.push_unchecked(b);
    return true;
  }
  bool many(const IdPair* pairs, u32 count) {
    static_assert(sizeof(IdPair) == 2 * sizeof(u32));
    if (!grow(size_t{2} * count)) return false;
    if (count != 0) std::memcpy(out.end(), pairs, count * sizeof(IdPair));
    out.extend_unchecked(size_t{2} * count);
    return true;
  }

 private:
  [[gnu::noinline]] bool grow(size_t extra) {
    failed = !out.reserve_more(extra);
    return !failed;
  }
};

}  // namespace sapwood
