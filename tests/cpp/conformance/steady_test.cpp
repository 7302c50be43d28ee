#include "conformance/steady_suite.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Steady, any_structure);

TEST_P(Steady, Questions_allocate_nothing_and_moving_all_items_a_few_times_at_most) {
  expect_sound(SAPWOOD_CHECKS(steady_frames_hardly_allocate));
}

}  // namespace sapwood::test
