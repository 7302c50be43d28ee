// One tape of a fuzzer: the first byte chooses the structure and its options, the rest is played.
#pragma once

#include "support/tape.hpp"

namespace sapwood::test {

template <int Dim>
void play_on(u32 choice, std::span<const u8> tape, Report& report) {
  std::vector<const SubjectVariant<Dim>*> variants;
  for (const SubjectVariants<Dim>& structure : all_subjects<Dim>()) {
    for (const SubjectVariant<Dim>& variant : structure.variants) variants.push_back(&variant);
  }
  const SubjectVariant<Dim>& variant = *variants[choice % variants.size()];
  Report::Context context(report, variant.name + " " + std::to_string(Dim) + "D");
  run_tape<Dim>(*variant.make(), tape, {}, report);
}

inline void fuzz_tape(std::span<const u8> tape, Report& report) {
  if (tape.empty()) return;
  const u32 choice = tape[0];
  if (choice % 2 == 0) {
    play_on<2>(choice / 2, tape.subspan(1), report);
  } else {
    play_on<3>(choice / 2, tape.subspan(1), report);
  }
}

}  // namespace sapwood::test
