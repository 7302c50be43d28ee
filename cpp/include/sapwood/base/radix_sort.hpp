// Stable radix sort of 32-bit keys with a 32-bit payload (three passes of 11 bits).
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"

namespace sapwood {

struct KeyedIndex {
  u32 key;
  u32 index;
};

// Maps floats to integers so that a < b exactly when key(a) < key(b); -0 and +0 share a key.
constexpr u32 sortable_key(f32 value) {
  const u32 bits = std::bit_cast<u32>(value == 0.0f ? 0.0f : value);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

// Sorts `items` by ascending key. The sort is stable. Resizes `scratch` to the same size; if that
// fails, returns false and leaves `items` unchanged. Skips passes in which all keys have the same
// digit. The two arrays may swap their memory, so reserve the same capacity for both.
[[nodiscard, gnu::noinline]] inline bool radix_sort(Array<KeyedIndex>& items,
                                                    Array<KeyedIndex>& scratch) {
  constexpr u32 kBits = 11;
  constexpr u32 kBuckets = 1u << kBits;
  constexpr u32 kPasses = 3;
  const size_t count = items.size();
  if (!scratch.resize(count)) return false;
  if (count < 2) return true;

  static_assert(kPasses * kBits >= 32);
  u32 histogram[kPasses][kBuckets] = {};
  for (const KeyedIndex& item : items) {
    for (u32 pass = 0; pass < kPasses; ++pass) {
      ++histogram[pass][item.key >> (pass * kBits) & (kBuckets - 1)];
    }
  }
  for (u32 pass = 0; pass < kPasses; ++pass) {
    u32* offsets = histogram[pass];
    const u32 shift = pass * kBits;
    if (offsets[items[0].key >> shift & (kBuckets - 1)] == count) continue;
    u32 sum = 0;
    for (u32 bucket = 0; bucket < kBuckets; ++bucket) {
      const u32 size = offsets[bucket];
      offsets[bucket] = sum;
      sum += size;
    }
#pragma GCC unroll 4
    for (const KeyedIndex& item : items) {
      scratch[offsets[item.key >> shift & (kBuckets - 1)]++] = item;
    }
    items.swap(scratch);
  }
  return true;
}

// Returns a pair in the input format of sort_pairs(), where the smaller number is the index. In the
// output format, the smaller number is the key.
constexpr KeyedIndex unsorted_pair(u32 a, u32 b) {
  return a < b ? KeyedIndex{b, a} : KeyedIndex{a, b};
}
constexpr u64 rank_of(const KeyedIndex& pair) { return u64{pair.key} << 32 | pair.index; }

// Sorts pairs of numbers by the smaller number, then by the larger number. If the pairs are already
// sorted, only converts them to the output format. Returns false if allocation fails.
[[nodiscard, gnu::noinline]] inline bool sort_pairs(Array<KeyedIndex>& pairs,
                                                    Array<KeyedIndex>& scratch) {
  const auto rank = [](const KeyedIndex& pair) { return u64{pair.index} << 32 | pair.key; };
  size_t sorted = 1;
  while (sorted < pairs.size() && rank(pairs[sorted - 1]) <= rank(pairs[sorted])) ++sorted;
  const bool done = sorted >= pairs.size();
  if (!done && !radix_sort(pairs, scratch)) return false;
  for (KeyedIndex& pair : pairs) std::swap(pair.key, pair.index);
  return done || radix_sort(pairs, scratch);
}

}  // namespace sapwood
