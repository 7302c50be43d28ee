// Sorted lists of (key, index): their total order, repair by insertion, and merging.
#pragma once

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/base/sort.hpp"

namespace sapwood::sweep {

// Total order of entries: by key, then by index. One comparison of 64-bit words.
constexpr u64 rank(const KeyedIndex& entry) { return u64{entry.key} << 32 | entry.index; }
constexpr bool precedes(const KeyedIndex& a, const KeyedIndex& b) { return rank(a) < rank(b); }

inline void sort_entries(Array<KeyedIndex>& list) {
  sort(list.begin(), list.end(),
       [](const KeyedIndex& a, const KeyedIndex& b) { return precedes(a, b); });
}

// Repairs an almost sorted list; exchanges = number of inversions. Calls on_pass(moving, passed)
// for each of them. Gives up when `swaps`, to which it adds, exceeds the budget (by less than one
// list length): then the list is some permutation and the answer false.
template <class OnPass>
bool insertion_sort(Array<KeyedIndex>& list, u64 budget, u64& swaps, OnPass&& on_pass) {
  KeyedIndex* const at = list.data();
  const size_t count = list.size();
  for (size_t i = 1; i < count; ++i) {
    const KeyedIndex moving = at[i];
    const u64 moving_rank = rank(moving);
    size_t hole = i;
    for (; hole > 0 && moving_rank < rank(at[hole - 1]); --hole) {
      on_pass(moving, at[hole - 1]);
      at[hole] = at[hole - 1];
    }
    at[hole] = moving;
    swaps += i - hole;
    if (swaps > budget) return false;
  }
  return true;
}

// Merges sorted `fresh` into sorted `list` from the back, in place.
[[nodiscard]] inline bool merge_into(Array<KeyedIndex>& list, const Array<KeyedIndex>& fresh) {
  size_t left = list.size();
  size_t right = fresh.size();
  if (!list.resize(left + right)) return false;
  for (size_t at = left + right; right > 0;) {
    const bool take_left = left > 0 && rank(list[left - 1]) > rank(fresh[right - 1]);
    list[--at] = take_left ? list[--left] : fresh[--right];
  }
  return true;
}

}  // namespace sapwood::sweep
