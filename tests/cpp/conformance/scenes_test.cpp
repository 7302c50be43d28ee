#include "conformance/published_suite.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(SceneGoldens, any_structure);

TEST_P(SceneGoldens, Answers_hash_to_the_goldens) {
  expect_sound(SAPWOOD_CHECKS(answers_hash_to_the_goldens));
}
TEST_P(SceneGoldens, Updated_motions_end_at_the_golden_pairs) {
  expect_sound(SAPWOOD_CHECKS(updated_motions_end_at_the_goldens));
}

SAPWOOD_SUBJECT_SUITE(DynamicSceneGoldens, is_dynamic);

TEST_P(DynamicSceneGoldens, Moved_motions_end_at_the_golden_pairs) {
  expect_sound(SAPWOOD_CHECKS(moved_motions_end_at_the_goldens));
}

SAPWOOD_SUBJECT_SUITE(PublishedPairs, is_flat);

TEST_P(PublishedPairs, BF1_all_125_golden_scenes_have_their_published_pair_counts) {
  expect_sound({published_pair_counts_hold, {}});
}

TEST(PublishedModes, SP4_all_125_golden_scenes_have_their_published_pair_counts_in_every_mode) {
  u32 modes = 0;
  for (const SubjectVariant<2>& variant : variants_of<2>("sweep-and-prune")) {
    if (variant.name.find(" axis=") != std::string::npos) continue;
    Report report;
    published_pair_counts_hold(variant.make, report);
    EXPECT_TRUE(report.ok()) << variant.name << "\n" << report.text();
    ++modes;
  }
  EXPECT_EQ(modes, 4u);
}

}  // namespace sapwood::test
