#include "conformance/serialization_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Serialization, any_structure);

TEST_P(Serialization, A_round_trip_keeps_results_and_bytes) {
  expect_sound_variants(SAPWOOD_CHECKS(round_trips_keep_results_and_bytes));
}
TEST_P(Serialization, A_round_trip_after_removals_keeps_results) {
  expect_sound_variants(SAPWOOD_CHECKS(round_trips_after_removals_keep_results));
}
TEST_P(Serialization, Truncated_and_extended_bytes_are_rejected) {
  expect_sound(SAPWOOD_CHECKS(truncated_and_extended_bytes_are_rejected));
}
TEST_P(Serialization, Every_flipped_byte_is_rejected) {
  expect_sound(SAPWOOD_CHECKS(every_flipped_byte_is_rejected));
}
TEST_P(Serialization, Forged_bytes_are_rejected_or_give_a_sound_index) {
  expect_sound_variants(SAPWOOD_CHECKS(forgeries_are_rejected_or_sound));
}

}  // namespace sapwood::test
