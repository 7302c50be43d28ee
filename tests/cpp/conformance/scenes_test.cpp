#include "conformance/published_suite.hpp"
#include "support/typed_suites.hpp"

namespace sapwood::test {

template <class S>
class SceneGoldens : public testing::Test {};
TYPED_TEST_SUITE(SceneGoldens, Structures<IsAny>, StructureName);

TYPED_TEST(SceneGoldens, Answers_hash_to_the_goldens) {
  expect_sound<TypeParam>(answers_hash_to_the_goldens<TypeParam::kDim>);
}
TYPED_TEST(SceneGoldens, Updated_motions_end_at_the_golden_pairs) {
  expect_sound<TypeParam>(updated_motions_end_at_the_goldens<TypeParam::kDim>);
}

template <class S>
class DynamicSceneGoldens : public testing::Test {};
TYPED_TEST_SUITE(DynamicSceneGoldens, Structures<IsDynamic>, StructureName);

TYPED_TEST(DynamicSceneGoldens, Moved_motions_end_at_the_golden_pairs) {
  expect_sound<TypeParam>(moved_motions_end_at_the_goldens<TypeParam::kDim>);
}

template <class S>
class PublishedScenes : public testing::Test {};
TYPED_TEST_SUITE(PublishedScenes, Structures<IsFlat>, StructureName);

TYPED_TEST(PublishedScenes, BF1_all_125_golden_scenes_have_their_published_pair_counts) {
  expect_sound<TypeParam>(published_pair_counts_hold);
}

}  // namespace sapwood::test
