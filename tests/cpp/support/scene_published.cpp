#include "support/scene_published.hpp"

#include <cmath>
#include <limits>

#include "support/scene_definitions.hpp"
#include "support/scene_random.hpp"

namespace sapwood::test {
namespace {

constexpr int kAreaWidth = 800;
constexpr int kAreaHeight = 600;

struct Range {
  int low;
  int high;
};

float draw(std::mt19937& random, Range range) {
  return static_cast<float>(draw_between(random, range.low, range.high));
}

void append_random(std::vector<float>& lanes, std::mt19937& random, Range size) {
  lanes.push_back(draw(random, {0, kAreaWidth - size.high}));
  lanes.push_back(draw(random, {0, kAreaHeight - size.high}));
  lanes.push_back(draw(random, size));
  lanes.push_back(draw(random, size));
}

void append_x_line(std::vector<float>& lanes, std::mt19937& random, float progress) {
  lanes.push_back(kAreaWidth / 2 - 150);
  lanes.push_back(progress * (kAreaHeight - 20));
  lanes.push_back(draw(random, {30, 300}));
  lanes.push_back(draw(random, {10, 20}));
}

void append_y_line(std::vector<float>& lanes, std::mt19937& random, float progress) {
  lanes.push_back(progress * (kAreaWidth - 20));
  lanes.push_back(kAreaHeight / 2 - 150);
  lanes.push_back(draw(random, {10, 20}));
  lanes.push_back(draw(random, {30, 300}));
}

std::vector<float> true_uniform(int n, int iteration) {
  const float root = std::sqrt(static_cast<float>(n));
  const int rows = static_cast<int>(root + std::sqrt(root) * static_cast<float>(iteration));
  const int columns = n / rows;
  std::vector<float> lanes;
  for (int i = 0; i < rows * columns; ++i) {
    const int width = kAreaWidth / columns;
    const int height = kAreaHeight / rows;
    lanes.push_back(static_cast<float>(i % columns * width));
    lanes.push_back(static_cast<float>(i / columns * height));
    lanes.push_back(static_cast<float>(width + 10));
    lanes.push_back(static_cast<float>(height + 10));
  }
  return lanes;
}

}  // namespace

PublishedName published_name(std::string_view name) {
  if (name == "Random") return PublishedName::kRandom;
  if (name == "RandomLargeBoxes") return PublishedName::kRandomLargeBoxes;
  if (name == "XLine") return PublishedName::kXLine;
  if (name == "YLine") return PublishedName::kYLine;
  if (name == "TrueUniform") return PublishedName::kTrueUniform;
  fail_scene("no published scene " + std::string(name));
}

std::vector<float> published_scene(PublishedName name, int n, int iteration) {
  if (n == 0) return {};
  if (name == PublishedName::kTrueUniform) return true_uniform(n, iteration);
  std::mt19937 random(static_cast<std::uint32_t>(n + iteration));
  std::vector<float> lanes;
  for (int i = 0; i < n; ++i) {
    const float progress = static_cast<float>(i) / static_cast<float>(n);
    if (name == PublishedName::kRandom) append_random(lanes, random, {12, 16});
    if (name == PublishedName::kRandomLargeBoxes) append_random(lanes, random, {50, 100});
    if (name == PublishedName::kXLine) append_x_line(lanes, random, progress);
    if (name == PublishedName::kYLine) append_y_line(lanes, random, progress);
  }
  return lanes;
}

std::vector<float> published_boxes(const std::vector<float>& lanes,
                                   PublishedConvention convention) {
  std::vector<float> boxes(lanes.size());
  const float shrink = convention.last_pixel_outside ? 1.0f : 0.0f;
  for (std::size_t at = 0; at < lanes.size(); at += 4) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const float edge = lanes[at + axis] + lanes[at + 2 + axis] - shrink;
      const float below = std::nextafter(edge, -std::numeric_limits<float>::infinity());
      boxes[at + axis] = lanes[at + axis];
      boxes[at + 2 + axis] = convention.touching ? edge : below;
    }
  }
  return boxes;
}

}  // namespace sapwood::test
