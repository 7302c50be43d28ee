// Sort with a small code size. In contrast, std::sort compiles to 3 to 13 kB for every type and
// comparison.
//
// The algorithm is quicksort with median-of-three pivots, and insertion sort for short ranges. If
// the recursion exceeds max_depth(), the range is sorted by Shellsort (Knuth's gaps, O(n^1.5)). The
// cost is O(n log n) on average, and about 1.6 times the cost of std::sort. At most log2 n
// recursive calls are on the stack. The sort is not stable: if the order of equal elements matters,
// use a comparison without ties.
#pragma once

#include <bit>
#include <functional>
#include <utility>

#include "sapwood/base/types.hpp"

namespace sapwood {

namespace sorting {

inline constexpr std::ptrdiff_t kInsertionThreshold = 16;  // maximum size for insertion sort

// Maximum number of nested partitions before the range is sorted by Shellsort.
template <class T>
u32 max_depth(const T* begin, const T* end) {
  return 2 * static_cast<u32>(std::bit_width(static_cast<size_t>(end - begin)));
}

// Returns the median. It is returned by value, because the range is rearranged while elements are
// compared with the pivot.
template <class T, class Before>
T median_of_three(const T& a, const T& b, const T& c, const Before& before) {
  if (before(a, b)) return before(b, c) ? b : before(a, c) ? c : a;
  return before(a, c) ? a : before(b, c) ? c : b;
}

// Partitions a range of more than kInsertionThreshold elements and returns the boundary. Elements
// before the boundary are at most the pivot, the others at least the pivot. Neither side is empty,
// because one of the other two candidates for the pivot is at least as large as the pivot.
template <class T, class Before>
T* hoare_partition(T* begin, T* end, const Before& before) {
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

// Sorts a range by Shellsort. For a short range, the only gap is 1, so the algorithm is insertion
// sort.
template <class T, class Before>
void shell_sort(T* begin, T* end, const Before& before) {
  const std::ptrdiff_t count = end - begin;
  std::ptrdiff_t gap = 1;
  while (gap < count / kInsertionThreshold) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    // indices instead of pointers, because `begin` may be null in an empty range
    for (std::ptrdiff_t at = gap; at < count; ++at) {
      const T moving = begin[at];
      T* hole = begin + at;
      for (; hole - begin >= gap && before(moving, hole[-gap]); hole -= gap) *hole = hole[-gap];
      *hole = moving;
    }
  }
}

template <class T, class Before>
void sort(T* begin, T* end, const Before& before, u32 depth) {
  for (; end - begin > kInsertionThreshold && depth > 0; --depth) {
    T* const cut = hoare_partition(begin, end, before);
    if (cut - begin < end - cut) {
      sorting::sort(begin, cut, before, depth - 1);
      begin = cut;
    } else {
      sorting::sort(cut, end, before, depth - 1);
      end = cut;
    }
  }
  shell_sort(begin, end, before);
}

}  // namespace sorting

// Sorts a range. `before` must be a strict weak order.
template <class T, class Before = std::less<>>
void sort(T* begin, T* end, const Before& before = {}) {
  sorting::sort(begin, end, before, sorting::max_depth(begin, end));
}

// Selection: partitions a range around the element that would be at a given position if the whole
// range were sorted.
//
// select_nth() corresponds to std::nth_element, but its result is the same with every standard
// library, because trees must be the same in native code and in WebAssembly. The algorithm is
// quickselect (Hoare, Algorithm 65: Find, 1961) with median-of-three pivots. If quickselect makes
// too little progress, the remaining range is sorted. The cost is O(n) on average.

// Partitions [begin, end) around `middle`, which must be in the range. `before` must be a strict
// weak order. The order of equal elements is unspecified.
template <class T, class Before = std::less<>>
void select_nth(T* begin, T* middle, T* end, const Before& before = {}) {
  u32 depth = sorting::max_depth(begin, end);
  for (; end - begin > sorting::kInsertionThreshold && depth > 0; --depth) {
    T* const cut = sorting::hoare_partition(begin, end, before);
    if (middle < cut) {
      end = cut;
    } else {
      begin = cut;
    }
  }
  sapwood::sort(begin, end, before);
}

}  // namespace sapwood
