// Selection: parts a range around the element that would stand at a place if all were sorted.
//
// Like std::nth_element, but the two sides are arranged in the same way by every standard library:
// a tree whose children follow that order must be the same natively and as WebAssembly.
//
// Quickselect (Hoare, Algorithm 65: Find, 1961) by medians of three; a range that resists them is
// sorted. O(n) on average.
#pragma once

#include "sapwood/base/sort.hpp"

namespace sapwood {

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
