// The scenes of a published broad-phase benchmark (magley, "Broad Phase Collision Detection",
// 2026), bit for bit.
//
// Area 800 x 600, top-left corner and size per box, float32 arithmetic throughout, MT19937 seeded
// with n + iteration. TrueUniform makes whole rows and so may hold fewer than n boxes.
#pragma once

#include <string_view>
#include <vector>

namespace sapwood::test {

enum class PublishedName { kRandom, kRandomLargeBoxes, kXLine, kYLine, kTrueUniform };

// As in tests/scenes/golden_scenes.csv; unknown names end the program.
PublishedName published_name(std::string_view name);

// Flat [x, y, width, height] per box.
std::vector<float> published_scene(PublishedName name, int n, int iteration);

// Whether touching boxes overlap, and whether the last pixel belongs to the box.
struct PublishedConvention {
  bool touching = true;
  bool last_pixel_outside = false;
};

// In the column order of tests/scenes/golden_scenes.csv; the first is the publication's.
inline constexpr PublishedConvention kPublishedConventions[] = {
    {false, true}, {true, true}, {false, false}, {true, false}};

// Flat boxes [min_x, min_y, max_x, max_y] whose *closed* overlaps are the overlaps of the
// convention. Without touching, a.min < b.max is wanted; among floats this equals a.min <=
// previous(b.max).
std::vector<float> published_boxes(const std::vector<float>& lanes,
                                   PublishedConvention convention = {});

}  // namespace sapwood::test
