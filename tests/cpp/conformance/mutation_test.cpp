#include "conformance/mutation_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Mutation, any_structure);

TEST_P(Mutation, Random_tapes_keep_the_index_sound_and_equal_to_the_oracle) {
  expect_sound_variants(SAPWOOD_CHECKS(short_tapes_keep_the_index_sound));
}
TEST_P(Mutation, Long_tapes_keep_the_index_sound_and_equal_to_the_oracle) {
  expect_sound_variants(SAPWOOD_CHECKS(a_long_tape_keeps_the_index_sound));
}

SAPWOOD_SUBJECT_SUITE(DynamicMutation, is_dynamic);

TEST_P(DynamicMutation, Ids_stay_and_the_smallest_free_id_is_next) {
  expect_sound(SAPWOOD_CHECKS(ids_stay_and_the_smallest_free_id_is_next));
}

}  // namespace sapwood::test
