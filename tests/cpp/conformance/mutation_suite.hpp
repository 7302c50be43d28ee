// Random mutation tapes against the model: validate() after each command, all verbs every few.
#pragma once

#include "support/tape.hpp"

namespace sapwood::test {

// `seeds` tapes of `length` bytes; a command takes about ten of them.
template <int Dim>
void tapes_keep_the_index_sound(u64 first_seed, u64 seeds, size_t length,
                                const TapeSettings& settings, const SubjectMaker<Dim>& make,
                                Report& report) {
  for (u64 seed = first_seed; seed < first_seed + seeds && !report.full(); ++seed) {
    Report::Context context(report, "tape seed " + std::to_string(seed));
    const std::unique_ptr<Subject<Dim>> subject = make();
    run_tape<Dim>(*subject, random_tape(seed, length), settings, report);
  }
}

template <int Dim>
void short_tapes_keep_the_index_sound(const SubjectMaker<Dim>& make, Report& report) {
  tapes_keep_the_index_sound<Dim>(1, 12, 3000, {}, make, report);
}

template <int Dim>
void a_crowded_tape_keeps_the_index_sound(const SubjectMaker<Dim>& make, Report& report) {
  tapes_keep_the_index_sound<Dim>(101, 1, 20000, {400, 100, 8}, make, report);
}

// Inserts only ever take the smallest free id; moved and surviving items keep theirs.
template <int Dim>
void ids_stay_and_the_smallest_free_one_is_next(const SubjectMaker<Dim>& make, Report& report) {
  const std::unique_ptr<Subject<Dim>> subject = make();
  const std::vector<Aabb<Dim>> boxes(200, Aabb<Dim>{});
  report.require(subject->build(boxes).ok(), "build failed");
  for (const Id gone : {Id{199}, Id{3}, Id{64}, Id{63}, Id{127}}) {
    report.require(subject->remove(gone).ok(), "remove failed");
    report.require(!subject->items().has(gone), "a removed item is still there");
  }
  for (const Id wanted : {Id{3}, Id{63}, Id{64}, Id{127}, Id{199}, Id{200}, Id{201}}) {
    Id id = kNone;
    report.require(subject->insert(Aabb<Dim>{}, Filter{}, id).ok(), "insert failed");
    if (id != wanted)
      report.fail("insert gave " + std::to_string(id) + ", not the smallest free id");
  }
  report.require(subject->items().size() == 202, "items were lost or doubled");
}

}  // namespace sapwood::test
