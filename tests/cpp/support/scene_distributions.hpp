// Distributions: where the boxes of a scene lie. The same bits in TypeScript
// (web/scenes/src/distributions.ts).
//
// All arithmetic is double, rounded to float32 where a value is stored, and uses + - * / and square
// roots only, whose results are the same everywhere. (The cube root is rounded to one decimal, far
// from any tie.) Draws per box: the center's axes first, then the half sizes.
//
// Source of `uniform`, `clustered`, their sizes and seeds: the workload that the native peers were
// measured with.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/scene_recipe.hpp"

namespace sapwood::test {

// min = fr(center - half), max = fr(center + half); `dimensions` numbers per box in centers and
// halves.
struct DistributedBoxes {
  std::vector<float> boxes;  // flat [min..., max...]
  std::vector<float> centers;
  std::vector<float> halves;
};

// Side of the square or cube in which n boxes of mean side 1 have about two overlaps each.
double uniform_side(int count, int dimensions);

// Rewrites box i of flat boxes from its center and half size.
void place_box(std::span<float> boxes, const DistributedBoxes& from, int dimensions, int i);

// The boxes of a recipe; unknown kinds and parameters end the program.
DistributedBoxes distribute(const Recipe& recipe, int dimensions, int count, std::uint32_t seed);

// The kinds that `distribute` knows.
std::vector<std::string_view> distribution_kinds();

}  // namespace sapwood::test
