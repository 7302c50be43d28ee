// Brute force, and the published pair counts by it and by sweep and prune.

#include "sapwood/structures/reference/brute_force.hpp"

#include <charconv>

#include "structures/sweep_and_prune_cases.hpp"
#include "support/scene_definitions.hpp"
#include "support/scene_published.hpp"

namespace sapwood::test {
namespace {

TEST(BruteForce, BF1_fifteen_boxes_take_105_tests) {
  BruteForce<2> index;
  ASSERT_TRUE(build(index, uniform_boxes<2>(15, 4, 1)).ok());
  EXPECT_EQ(pair_tests_of(index), 105u);
}

TEST(BruteForce, BF1_tests_are_n_times_n_minus_1_halved) {
  for (const u32 count : {0u, 1u, 2u, 4u, 5u, 100u}) {
    BruteForce<3> index;
    ASSERT_TRUE(build(index, uniform_boxes<3>(count, 4, 1)).ok());
    EXPECT_EQ(pair_tests_of(index), u64{count} * (count - 1) / 2) << count;
  }
}

// A line of golden_scenes.csv: placement, n, iteration, boxes, hash, pairs in four conventions.
struct GoldenScene {
  std::string placement;
  int n = 0;
  int iteration = 0;
  u64 pairs[4] = {};
};

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (size_t from = 0; from <= line.size();) {
    const size_t to = std::min(line.find(',', from), line.size());
    fields.push_back(line.substr(from, to - from));
    from = to + 1;
  }
  return fields;
}

template <class T>
T number(std::string_view text) {
  T value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(result.ec, std::errc{}) << text;
  return value;
}

std::vector<GoldenScene> golden_scenes() {
  std::vector<GoldenScene> scenes;
  std::string_view text = scene_file_text("golden_scenes.csv");
  text.remove_prefix(text.find('\n') + 1);  // the header
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const std::vector<std::string_view> fields = fields_of(line);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (fields.size() != 9) continue;
    GoldenScene scene{std::string(fields[0]), number<int>(fields[1]), number<int>(fields[2]), {}};
    for (size_t i = 0; i < 4; ++i) scene.pairs[i] = number<u64>(fields[5 + i]);
    scenes.push_back(scene);
  }
  return scenes;
}

Boxes<2> boxes_of(const GoldenScene& scene, size_t convention) {
  const auto lanes = published_scene(published_name(scene.placement), scene.n, scene.iteration);
  const std::vector<f32> flat = published_boxes(lanes, kPublishedConventions[convention]);
  Boxes<2> boxes(flat.size() / 4);
  for (size_t i = 0; i < boxes.size(); ++i) {
    boxes[i] = {{flat[4 * i], flat[4 * i + 1]}, {flat[4 * i + 2], flat[4 * i + 3]}};
  }
  return boxes;
}

template <class Index>
u64 count_pairs(Index&& index, const Boxes<2>& boxes) {
  EXPECT_TRUE(build(index, boxes).ok());
  QueryCounters counters;
  EXPECT_TRUE(pairs(index, counters, [](Id, Id) { return true; }).ok());
  return counters.results;
}

// Compares all scenes in all conventions with the published counts.
template <class MakeIndex>
void expect_published_counts(MakeIndex&& make) {
  const std::vector<GoldenScene> scenes = golden_scenes();
  ASSERT_EQ(scenes.size(), 125u);
  for (const GoldenScene& scene : scenes) {
    for (size_t convention = 0; convention < 4; ++convention) {
      EXPECT_EQ(count_pairs(make(), boxes_of(scene, convention)), scene.pairs[convention])
          << scene.placement << " n=" << scene.n << " iteration " << scene.iteration
          << " convention " << convention;
    }
  }
}

TEST(BruteForce, BF1_all_125_golden_scenes_have_their_published_pair_counts) {
  expect_published_counts([] { return BruteForce<2>(); });
}

TEST(SweepAndPrune, SP4_all_125_golden_scenes_have_their_published_pair_counts_in_every_mode) {
  for (const SweepMode mode : kAllModes) {
    expect_published_counts([mode] { return SweepAndPrune<2>(sweep_options<2>(mode)); });
  }
}

}  // namespace
}  // namespace sapwood::test
