// Runs tapes, which are random sequences of operations, on an index and on its model. All results
// are compared. The items and the invariants of the index are checked after every operation.
#pragma once

#include "support/layouts.hpp"
#include "support/tape.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

// `length` is the number of bytes of each tape. An operation uses about six bytes.
template <int Dim>
void tapes_keep_the_index_sound(u64 first_seed, u64 seeds, size_t length,
                                const SubjectMaker<Dim>& make, Report& report) {
  for (u64 seed = first_seed; seed < first_seed + seeds && !report.full(); ++seed) {
    Report::Context context(report, "tape seed " + std::to_string(seed));
    run_tape<Dim>(make, random_tape(seed, length), {}, report);
  }
}

template <int Dim>
void short_tapes_keep_the_index_sound(const SubjectMaker<Dim>& make, Report& report) {
  tapes_keep_the_index_sound<Dim>(1, volume(12), 3000, make, report);
}

template <int Dim>
void a_long_tape_keeps_the_index_sound(const SubjectMaker<Dim>& make, Report& report) {
  tapes_keep_the_index_sound<Dim>(101, 1, volume(20000), make, report);
}

template <int Dim>
void ids_stay_and_the_smallest_free_id_is_next(const SubjectMaker<Dim>& make, Report& report) {
  constexpr Id kGone[] = {8999, 3, 64, 63, 4096, 127, 8191};
  constexpr Id kExpected[] = {3, 63, 64, 127, 4096, 8191, 8999, 9000, 9001};
  const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kUniform, 9000, 1);
  const std::unique_ptr<Subject<Dim>> subject = make();
  report.require(subject->build(boxes).ok(), "build failed");
  for (const Id gone : kGone) {
    report.require(subject->remove(gone).ok(), "remove failed");
    report.require(!subject->items().has(gone), "a removed item is still there");
  }
  for (const Id expected : kExpected) {
    Id id = kNone;
    report.require(subject->insert(boxes[0], Filter{}, id).ok(), "insert failed");
    if (id != expected)
      report.fail("insert returned " + std::to_string(id) + ", not the smallest free id");
  }
  report.require(subject->items().size() == 9002, "items were lost or doubled");
}

}  // namespace sapwood::test
