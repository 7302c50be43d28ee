// Selection: parts a range around the element that would stand at a place if all were sorted.
//
// Like std::nth_element, but the two sides are arranged in the same way by every standard library:
// a tree whose children follow that order must be the same natively and as WebAssembly.
//
// Quickselect (Hoare, Algorithm 65: Find, 1961) by medians of three; a range that resists them is
// sorted. O(n) on average, O(n log n) at worst.
#pragma once

#include <algorithm>
#include <bit>

#include "sapwood/base/types.hpp"

namespace sapwood {

namespace selection {

inline constexpr std::ptrdiff_t kFew = 16;  // so few are sorted as quickly

// By value, because the range is rearranged while it is compared with.
template <class T, class Before>
T median_of_three(const T& a, const T& b, const T& c, const Before& before) {
  if (before(a, b)) return before(b, c) ? b : before(a, c) ? c : a;
  return before(a, c) ? a : before(b, c) ? c : b;
}

// Everything up to the answer is at most the pivot, everything behind it at least that. Both sides
// have an element, because the pivot is one of the range and not its largest.
template <class T, class Before>
T* part(T* begin, T* end, const T& pivot, const Before& before) {
  T* left = begin;
  T* right = end - 1;
  for (;;) {
    while (before(*left, pivot)) ++left;
    while (before(pivot, *right)) --right;
    if (left >= right) return right;
    std::swap(*left++, *right--);
  }
}

}  // namespace selection

// `middle` is in the range; `before` is a strict order without ties.
template <class T, class Before>
void part_at(T* begin, T* middle, T* end, const Before& before) {
  u32 rounds = 2 * static_cast<u32>(std::bit_width(static_cast<size_t>(end - begin)));
  for (; end - begin > selection::kFew && rounds > 0; --rounds) {
    const T pivot = selection::median_of_three(*begin, begin[(end - begin) / 2], end[-1], before);
    T* const last = selection::part(begin, end, pivot, before);
    if (middle <= last) {
      end = last + 1;
    } else {
      begin = last + 1;
    }
  }
  std::sort(begin, end, before);
}

}  // namespace sapwood
