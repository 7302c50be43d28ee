// Distributions of the boxes of a scene. The TypeScript version makes boxes with the same bits
// (web/scenes/src/distributions.ts).
//
// All arithmetic is double, rounded to float32 when stored. It uses only + - * / and square roots,
// which have the same results everywhere. (The cube root is rounded to one decimal, far from any
// tie.) Each box uses random numbers for the axes of its center, then for its half sizes.
//
// The sizes and seeds of `uniform` and `clustered` are those of the benchmark of native libraries.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/scene_recipe.hpp"

namespace sapwood::test {

// Boxes with min = fround(center - half) and max = fround(center + half). Centers and half sizes
// have `dimensions` numbers per box.
struct DistributedBoxes {
  std::vector<float> boxes;  // flat [min..., max...]
  std::vector<float> centers;
  std::vector<float> halves;
};

// Returns the side of the square or cube in which boxes of mean side 1 have about two overlaps
// each.
double uniform_side(int count, int dimensions);

void place_box(std::span<float> boxes, const DistributedBoxes& from, int dimensions, int i);

// Exits the program for unknown kinds and parameters.
DistributedBoxes distribute(const Recipe& recipe, int dimensions, int count, std::uint32_t seed);

std::vector<std::string_view> distribution_kinds();

}  // namespace sapwood::test
