// Tapes: bytes that are read as operations, played on an index and on its model side by side.
//
// Any bytes are a valid tape, so random ones and those of a fuzzer do equally. What they mean is in
// tests/soak/operations.json. Every answer is compared, and the content after every step.
#pragma once

#include "support/checked_index.hpp"

namespace sapwood::test {

struct TapeSettings {
  // Whether operations that refuse memory are played; the other hosts of tapes have none.
  bool refuse_memory = true;
  // False for a tape whose hash is known; see CheckedAnswers.
  bool ask_beside = true;
  // Hears how much was done and the hash of the answers.
  std::function<void(const Tally&, const AnswerHash&)> done{};
};

template <int Dim>
void run_tape(const SubjectMaker<Dim>& make, std::span<const u8> tape, const TapeSettings& settings,
              Report& report);

extern template void run_tape(const SubjectMaker<2>&, std::span<const u8>, const TapeSettings&,
                              Report&);
extern template void run_tape(const SubjectMaker<3>&, std::span<const u8>, const TapeSettings&,
                              Report&);

std::vector<u8> random_tape(u64 seed, size_t length);

}  // namespace sapwood::test
