// Layouts of boxes that are difficult for spatial structures, for any number of items.
#pragma once

#include <vector>

#include "sapwood/geometry/aabb.hpp"

namespace sapwood::test {

enum class Layout {
  kUniform,
  kClustered,
  kTouchingGrid,    // unit cells that share faces, edges and corners
  kIdentical,       // one box, n times
  kZeroSize,        // points on a small lattice, many of them equal
  kCollinear,       // a row of touching boxes in ascending order
  kFlat,            // no extent and no spread on the last axis
  kGiantAndDust,    // item 0 contains all other items
  kExponential,     // sizes and distances over 60 binary orders of magnitude
  kFarAway,         // a small world far from the origin, so coordinates have few significant bits
  kMixedSigns,      // boxes around the origin
  kBeyondIntegers,  // above 2^24, where adjacent float32 values differ by 2
  kTiny,            // denormals, +0 and -0
  kUnderflow,       // squares of distances around the smallest denormal
  kHuge,            // coordinates up to the largest valid coordinate
};

inline constexpr Layout kAllLayouts[] = {
    Layout::kUniform,     Layout::kClustered, Layout::kTouchingGrid, Layout::kIdentical,
    Layout::kZeroSize,    Layout::kCollinear, Layout::kFlat,         Layout::kGiantAndDust,
    Layout::kExponential, Layout::kFarAway,   Layout::kMixedSigns,   Layout::kBeyondIntegers,
    Layout::kTiny,        Layout::kUnderflow, Layout::kHuge,
};

// Numbers of items: values around the SIMD width and the leaf capacities, and two that make deep
// trees.
inline constexpr u32 kAllSizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 400, 1000};

// Numbers of items for checks that run many times.
inline constexpr u32 kFewSizes[] = {0, 3, 17, 150};
// Numbers of items for light test runs.
inline constexpr u32 kMinSizes[] = {0, 3, 17, 70};

const char* name_of(Layout layout);

// Returns the same boxes for the same arguments on every platform.
template <int Dim>
std::vector<Aabb<Dim>> arrange(Layout layout, u32 count, u64 seed);

}  // namespace sapwood::test
