// The 125 scenes of a published broad-phase benchmark: numbers of pairs under four rules for
// overlaps.
#include <charconv>

#include "conformance/scenes_suite.hpp"
#include "support/scene_published.hpp"
#include "support/subject_tests.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

// A line of tests/scenes/golden_scenes.csv: placement, n, iteration, number of boxes, hash of the
// boxes, then the numbers of pairs in the order of kPublishedConventions.
struct PublishedRow {
  static constexpr size_t kFields = 9;

  std::string_view placement;
  int n = 0;
  int iteration = 0;
  std::string_view hash;
  u64 pairs[4] = {};
};

template <class T>
T parsed(std::string_view text) {
  T value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = result.ec == std::errc{} && result.ptr == text.data() + text.size();
  if (!whole) fail_scene("golden_scenes.csv: not a number: " + std::string(text));
  return value;
}

inline std::string_view take_until(std::string_view& text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return piece;
}

inline PublishedRow published_row(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  std::string_view fields[PublishedRow::kFields];
  for (std::string_view& field : fields) field = take_until(line, ',');
  PublishedRow row{fields[0], parsed<int>(fields[1]), parsed<int>(fields[2]), fields[4]};
  for (size_t i = 0; i < 4; ++i) row.pairs[i] = parsed<u64>(fields[5 + i]);
  return row;
}

inline std::vector<PublishedRow> published_rows() {
  std::string_view text = scene_table("golden_scenes.csv");
  take_until(text, '\n');  // removes the header
  std::vector<PublishedRow> rows;
  while (!text.empty()) rows.push_back(published_row(take_until(text, '\n')));
  return rows;
}

inline u64 counted_pairs(Subject<2>& subject, const std::vector<f32>& flat, Report& report) {
  const std::vector<Aabb<2>> boxes = boxes_of<2>(BoxSet{2, flat});
  QueryCounters counters;
  report.require(subject.build(boxes).ok(), "build failed");
  report.require(subject.pairs(counters, [](Id, Id) { return true; }).ok(), "pairs failed");
  return counters.results;
}

inline void published_pair_counts_hold(const SubjectMaker<2>& make, Report& report) {
  const std::vector<PublishedRow> rows = published_rows();
  report.require(rows.size() == 125, "golden_scenes.csv does not have 125 rows");
  const std::unique_ptr<Subject<2>> subject = make();
  const size_t stride = light_volume() ? 16 : 1;
  for (size_t i = 0; i < rows.size(); i += stride) {
    const PublishedRow& row = rows[i];
    Report::Context context(report, std::string(row.placement) + " n=" + std::to_string(row.n) +
                                        " iteration " + std::to_string(row.iteration));
    const auto lanes = published_scene(published_name(row.placement), row.n, row.iteration);
    report.require(boxes_hash(lanes) == row.hash, "the scene is not the published one");
    for (size_t convention = 0; convention < 4; ++convention) {
      const auto flat = published_boxes(lanes, kPublishedConventions[convention]);
      const u64 found = counted_pairs(*subject, flat, report);
      if (found == row.pairs[convention]) continue;
      report.fail(std::to_string(found) + " pairs instead of " +
                  std::to_string(row.pairs[convention]) + " in convention " +
                  std::to_string(convention));
    }
  }
}

SAPWOOD_SUBJECT_SUITE(SceneGoldens, any_structure);

TEST_P(SceneGoldens, Hashes_of_results_equal_the_goldens) {
  expect_sound(SAPWOOD_CHECKS(query_results_hash_to_the_goldens));
}
TEST_P(SceneGoldens, Motions_by_update_end_with_the_golden_pairs) {
  expect_sound(SAPWOOD_CHECKS(updated_motions_end_at_the_goldens));
}

SAPWOOD_SUBJECT_SUITE(DynamicSceneGoldens, is_dynamic);

TEST_P(DynamicSceneGoldens, Motions_by_move_end_with_the_golden_pairs) {
  expect_sound(SAPWOOD_CHECKS(moved_motions_end_at_the_goldens));
}

SAPWOOD_SUBJECT_SUITE(PublishedPairs, is_flat);

TEST_P(PublishedPairs, BF1_all_125_golden_scenes_have_their_published_pair_counts) {
  expect_sound({published_pair_counts_hold, {}});
}

TEST(PublishedModes, SP4_all_125_golden_scenes_have_their_published_pair_counts_in_every_mode) {
  u32 modes = 0;
  for (const SubjectVariant<2>& variant : variants_of<2>("sort-and-sweep")) {
    if (variant.name.find(" axis=") != std::string::npos) continue;
    Report report;
    published_pair_counts_hold(variant.make, report);
    EXPECT_TRUE(report.ok()) << variant.name << "\n" << report.text();
    ++modes;
  }
  EXPECT_EQ(modes, 3u);
}

}  // namespace sapwood::test
