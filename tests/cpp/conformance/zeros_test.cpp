// Boxes keep the sign of zeros, although the sign does not change results.
#include <cmath>

#include "support/layouts.hpp"
#include "support/report.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Zeros, is_dynamic);

template <int Dim>
void zeros_keep_their_sign(const SubjectMaker<Dim>& make, Report& report) {
  const auto subject = make();
  std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kTouchingGrid, 40, 1);
  boxes[7] = Aabb<Dim>{};
  report.require(subject->build(boxes).ok(), "build failed");
  QueryCounters counters;
  report.require(subject->box(boxes[7], Filter::any(), counters, [](Id) { return true; }).ok(),
                 "query failed");
  bool changed = true;
  for (f32& low : boxes[7].min) low = -0.0f;
  report.require(subject->move(7, boxes[7], Point<Dim>{}, changed).ok(), "move failed");
  report.require(!changed, "a zero of another sign counts as another box");
  report.require(std::signbit(subject->items().box(7).min[Dim - 1]), "move lost the sign");
  for (f32& low : boxes[7].min) low = 0.0f;
  u32 count = 1;
  report.require(subject->update(boxes, count).ok() && count == 0, "update counted a changed box");
  report.require(!std::signbit(subject->items().box(7).min[0]), "update lost the sign");
}

TEST_P(Zeros, Keep_their_sign_in_moves_and_updates) {
  expect_sound(SAPWOOD_CHECKS(zeros_keep_their_sign));
}

}  // namespace sapwood::test
