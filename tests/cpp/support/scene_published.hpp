// The scenes of a published broad-phase benchmark (magley, "Broad Phase Collision Detection",
// 2026), with the same bits.
//
// The area is 800 x 600. A box is given by its top-left corner and its size. All arithmetic is
// float32, and MT19937 is seeded with n + iteration. TrueUniform makes complete rows and so can
// have fewer than n boxes.
#pragma once

#include <string_view>
#include <vector>

namespace sapwood::test {

enum class PublishedName { kRandom, kRandomLargeBoxes, kXLine, kYLine, kTrueUniform };

// Names as in tests/scenes/golden_scenes.csv. Exits the program for an unknown name.
PublishedName published_name(std::string_view name);

// Returns flat [x, y, width, height] per box.
std::vector<float> published_scene(PublishedName name, int n, int iteration);

// Rule for overlaps: whether touching boxes overlap, and whether boxes exclude their last pixel.
struct PublishedConvention {
  bool touching = true;
  bool last_pixel_outside = false;
};

// The conventions in the order of the columns of tests/scenes/golden_scenes.csv. The publication
// uses the first convention.
inline constexpr PublishedConvention kPublishedConventions[] = {
    {false, true}, {true, true}, {false, false}, {true, false}};

// Returns flat boxes [min_x, min_y, max_x, max_y] for *closed* overlap tests with the results of
// the convention. If touching boxes do not overlap, each maximum is replaced by the previous float:
// a.min < b.max equals a.min <= previous(b.max).
std::vector<float> published_boxes(const std::vector<float>& lanes,
                                   PublishedConvention convention = {});

}  // namespace sapwood::test
