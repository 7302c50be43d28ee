#include "conformance/visiting_suite.hpp"

#include "support/typed_suites.hpp"

namespace sapwood::test {

template <class S>
class Visiting : public testing::Test {};
TYPED_TEST_SUITE(Visiting, Structures<IsAny>, StructureName);

TYPED_TEST(Visiting, A_visitor_that_answers_false_stops_every_verb) {
  expect_sound_variants<TypeParam>(a_visitor_stops_every_verb<TypeParam::kDim>);
  expect_sound_variants<TypeParam>(a_visitor_stops_point_queries<TypeParam::kDim>);
}
TYPED_TEST(Visiting, DT9_an_early_stop_visits_no_further_leaf) {
  expect_sound_variants<TypeParam>(a_stopped_query_visits_no_further_leaf<TypeParam::kDim>);
}
TYPED_TEST(Visiting, DT9_an_empty_index_finds_nothing) {
  expect_sound_variants<TypeParam>(an_empty_index_finds_nothing<TypeParam::kDim>);
}
TYPED_TEST(Visiting, Node_visits_never_exceed_the_nodes) {
  expect_sound_variants<TypeParam>(node_visits_never_exceed_the_nodes<TypeParam::kDim>);
}
TYPED_TEST(Visiting, T42_a_visitor_may_query_the_same_index) {
  expect_sound_variants<TypeParam>(a_visitor_may_query_the_same_index<TypeParam::kDim>);
}
TYPED_TEST(Visiting, The_same_calls_give_the_same_order_and_work) {
  expect_sound_variants<TypeParam>(the_same_calls_give_the_same_order_and_work<TypeParam::kDim>);
}

}  // namespace sapwood::test
