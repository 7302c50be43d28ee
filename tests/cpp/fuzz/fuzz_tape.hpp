// One input of a fuzzer. Three bytes select the structure and one of its options. The other bytes
// are a tape: they encode the operations that run on this structure. tests/web/tapes/fuzz-input.ts
// reads the same format.
#pragma once

#include <cmath>

#include "support/tape.hpp"

namespace sapwood::test {

inline constexpr size_t kChoiceBytes = 3;

// Returns a maker of indices. At most one option, selected by `option`, differs from its default:
// `value` selects its value within the valid range.
template <int Dim>
SubjectMaker<Dim> maker_chosen(const SubjectVariants<Dim>& structure, u8 option, u8 value) {
  const size_t count = structure.options.size();
  const size_t chosen = option >= 128 && count != 0 ? (option - 128u) % count : count;
  std::vector<f64> values;
  for (size_t at = 0; at < count; ++at) {
    const OptionRange& range = structure.options[at];
    const f64 share = kOptionShares[value % std::size(kOptionShares)];
    const f64 number = range.min + (range.max - range.min) * share;
    const f64 other = range.choices > 0 ? value % range.choices
                      : range.whole     ? std::floor(number)
                                        : number;
    values.insert(values.end(), range.numbers, at == chosen ? other : range.usual);
  }
  SubjectMaker<Dim> make = structure.maker_with(values);
  return make ? make : structure.variants.front().make;
}

template <int Dim>
void play_chosen(std::span<const u8> input, const TapeSettings& settings, Report& report) {
  const auto& all = all_subjects<Dim>();
  const SubjectVariants<Dim>& structure = all[input[0] / 2u % all.size()];
  Report::Context context(report, structure.id + " " + std::to_string(Dim) + "D");
  run_tape<Dim>(maker_chosen(structure, input[1], input[2]), input.subspan(kChoiceBytes), settings,
                report);
}

inline void fuzz_tape(std::span<const u8> input, const TapeSettings& settings, Report& report) {
  if (input.size() <= kChoiceBytes) return;
  if (input[0] % 2 == 0) {
    play_chosen<2>(input, settings, report);
  } else {
    play_chosen<3>(input, settings, report);
  }
}

}  // namespace sapwood::test
