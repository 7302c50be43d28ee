// Sorting in little code: std::sort unfolds to 3 to 13 kB for every type and comparison.
//
// Quicksort by medians of three, ended by insertion; a range that resists them is sorted by Shell's
// method (gaps of Knuth, O(n^1.5)). O(n log n) on average; recurses at most log2 n deep. Takes
// about 1.6 times as long as std::sort. Not stable, and elements that are equal may end in any
// order: the comparison should be one without ties, or ties should not show.
#pragma once

#include <bit>
#include <functional>
#include <utility>

#include "sapwood/base/types.hpp"

namespace sapwood {

namespace sorting {

inline constexpr std::ptrdiff_t kFew = 16;  // so few are sorted by insertion

// Parts that a range may be cut into below each other before it counts as one that resists.
template <class T>
u32 most_rounds(const T* begin, const T* end) {
  return 2 * static_cast<u32>(std::bit_width(static_cast<size_t>(end - begin)));
}

// By value, because the range is rearranged while it is compared with.
template <class T, class Before>
T median_of_three(const T& a, const T& b, const T& c, const Before& before) {
  if (before(a, b)) return before(b, c) ? b : before(a, c) ? c : a;
  return before(a, c) ? a : before(b, c) ? c : b;
}

// Parts a range of more than kFew. Everything before the answer is at most the pivot, everything
// from there on at least that. Both sides have an element, because the pivot is one of the range
// and not its largest.
template <class T, class Before>
T* part(T* begin, T* end, const Before& before) {
  const T pivot = median_of_three(*begin, begin[(end - begin) / 2], end[-1], before);
  T* left = begin;
  T* right = end - 1;
  for (;;) {
    while (before(*left, pivot)) ++left;
    while (before(pivot, *right)) --right;
    if (left >= right) return right + 1;
    std::swap(*left++, *right--);
  }
}

// Sorting by insertion, with gaps before when they are many.
template <class T, class Before>
void insert_all(T* begin, T* end, const Before& before) {
  const std::ptrdiff_t count = end - begin;
  std::ptrdiff_t gap = 1;
  while (gap < count / kFew) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    // by position: of nothing there may be no array, and no place in it
    for (std::ptrdiff_t at = gap; at < count; ++at) {
      const T moving = begin[at];
      T* hole = begin + at;
      for (; hole - begin >= gap && before(moving, hole[-gap]); hole -= gap) *hole = hole[-gap];
      *hole = moving;
    }
  }
}

template <class T, class Before>
void sort(T* begin, T* end, const Before& before, u32 rounds) {
  for (; end - begin > kFew && rounds > 0; --rounds) {
    T* const cut = part(begin, end, before);
    if (cut - begin < end - cut) {
      sorting::sort(begin, cut, before, rounds - 1);
      begin = cut;
    } else {
      sorting::sort(cut, end, before, rounds - 1);
      end = cut;
    }
  }
  insert_all(begin, end, before);
}

}  // namespace sorting

// `before` is a strict order.
template <class T, class Before = std::less<>>
void sort(T* begin, T* end, const Before& before = {}) {
  sorting::sort(begin, end, before, sorting::most_rounds(begin, end));
}

// Selection: parts a range around the element that would stand at a place if all were sorted.
//
// Like std::nth_element, but the two sides are arranged in the same way by every standard library:
// a tree whose children follow that order must be the same natively and as WebAssembly.
//
// Quickselect (Hoare, Algorithm 65: Find, 1961) by medians of three; a range that resists them is
// sorted. O(n) on average.

// `middle` is in the range; `before` is a strict order. With ties the arrangement is one of
// several.
template <class T, class Before = std::less<>>
void part_at(T* begin, T* middle, T* end, const Before& before = {}) {
  u32 rounds = sorting::most_rounds(begin, end);
  for (; end - begin > sorting::kFew && rounds > 0; --rounds) {
    T* const cut = sorting::part(begin, end, before);
    if (middle < cut) {
      end = cut;
    } else {
      begin = cut;
    }
  }
  sapwood::sort(begin, end, before);
}

}  // namespace sapwood
