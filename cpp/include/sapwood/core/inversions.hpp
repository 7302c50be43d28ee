// How far a list is from sorted: the pairs of which the larger one comes first (Knuth, The art of
// computer programming, volume 3, 5.1.1), counted by a merge sort from the bottom up, O(n log n).
#pragma once

#include <algorithm>

#include "sapwood/base/array.hpp"

namespace sapwood {

// Sorts `keys`; equal ones are in order. `scratch` has the same length.
inline u64 count_inversions(Array<f64>& keys, Array<f64>& scratch) {
  u64 found = 0;
  const size_t count = keys.size();
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      const size_t middle = std::min(begin + width, count);
      const size_t end = std::min(begin + 2 * width, count);
      size_t left = begin;
      size_t right = middle;
      for (size_t out = begin; out < end; ++out) {
        const bool take_right = left == middle || (right < end && keys[right] < keys[left]);
        if (take_right) found += middle - left;
        scratch[out] = keys[take_right ? right++ : left++];
      }
    }
    keys.swap(scratch);
  }
  return found;
}

}  // namespace sapwood
