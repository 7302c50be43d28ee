#include "conformance/answers_suite.hpp"

#include "support/typed_suites.hpp"

namespace sapwood::test {

// All verbs; all sizes with the default options, a few with every other setting.
template <class S>
void expect_oracle_answers(const Filling<S::kDim>& fill) {
  std::span<const u32> sizes = kAllSizes;
  expect_sound_variants<S>([&](const SubjectMaker<S::kDim>& make, Report& report) {
    everything_equals_the_oracle<S::kDim>({fill, sizes}, make, report);
    sizes = kFewSizes;
  });
}

template <class S>
class Answers : public testing::Test {};
TYPED_TEST_SUITE(Answers, Structures<IsAny>, StructureName);

TYPED_TEST(Answers, Box_queries_equal_the_oracle) {
  expect_sound<TypeParam>(box_queries_equal_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(Answers, Point_queries_equal_the_oracle) {
  expect_sound<TypeParam>(point_queries_equal_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(Answers, Sphere_queries_equal_the_oracle) {
  expect_sound<TypeParam>(sphere_queries_equal_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(Answers, Rays_equal_the_oracle) {
  expect_sound<TypeParam>(rays_equal_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(Answers, NN1_nearest_equals_the_oracle_with_ties_by_id) {
  expect_sound<TypeParam>(nearest_equals_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(Answers, Pairs_equal_the_oracle) {
  expect_sound<TypeParam>(pairs_equal_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(Answers, Query_filters_equal_the_oracle) {
  expect_sound<TypeParam>(query_filters_equal_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(Answers, Every_setting_of_the_options_equals_the_oracle) {
  expect_oracle_answers<TypeParam>(fill_by_build<TypeParam::kDim>);
}
TYPED_TEST(Answers, An_updated_index_equals_the_oracle) {
  expect_oracle_answers<TypeParam>(fill_by_update<TypeParam::kDim>);
}
TYPED_TEST(Answers, DT10_ten_thousand_boxes_spheres_and_rays_equal_the_oracle) {
  expect_sound<TypeParam>(many_queries_equal_the_oracle<TypeParam::kDim>);
}

template <class S>
class DynamicAnswers : public testing::Test {};
TYPED_TEST_SUITE(DynamicAnswers, Structures<IsDynamic>, StructureName);

TYPED_TEST(DynamicAnswers, An_index_filled_by_inserts_equals_the_oracle) {
  expect_oracle_answers<TypeParam>(fill_by_inserts<TypeParam::kDim>);
}
TYPED_TEST(DynamicAnswers, An_index_with_removed_and_moved_items_equals_the_oracle) {
  expect_oracle_answers<TypeParam>(fill_by_churn<TypeParam::kDim>);
}
TYPED_TEST(DynamicAnswers, DT9_rows_of_sorted_inserts_overflow_no_stack) {
  expect_sound_variants<TypeParam>(deep_rows_equal_the_oracle<TypeParam::kDim>);
}
TYPED_TEST(DynamicAnswers, Item_filters_equal_the_oracle) {
  expect_sound<TypeParam>(item_filters_equal_the_oracle<TypeParam::kDim>);
}

template <class S>
class FrustumAnswers : public testing::Test {};
TYPED_TEST_SUITE(FrustumAnswers, Structures<CullsFrusta>, StructureName);

TYPED_TEST(FrustumAnswers, Frusta_equal_the_oracle_in_any_order_and_front_to_back) {
  expect_sound<TypeParam>(frusta_equal_the_oracle);
}

}  // namespace sapwood::test
