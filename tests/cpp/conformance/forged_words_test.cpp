#include "conformance/forged_words_suite.hpp"

#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(ForgedWords, any_structure);

TEST_P(ForgedWords, Every_forged_word_is_rejected_or_gives_a_sound_index) {
  expect_sound(SAPWOOD_CHECKS(every_forged_word_is_rejected_or_sound));
}
TEST_P(ForgedWords, Words_in_two_places_are_rejected_or_give_a_sound_index) {
  expect_sound(SAPWOOD_CHECKS(words_in_two_places_are_rejected_or_sound));
}

}  // namespace sapwood::test
