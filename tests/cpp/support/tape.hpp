// Mutation tapes: bytes that are read as commands, run on an index and on the model side by side.
//
// Any bytes are a valid tape, so random ones and those of a fuzzer do equally. After every command
// the content is compared and validate() asked; after every few, all verbs are compared.
#pragma once

#include "support/comparison.hpp"

namespace sapwood::test {

struct TapeSettings {
  u32 most_items = 48;
  u32 compare_every = 12;  // commands
  u32 probes = 4;          // queries of each kind per comparison
};

template <int Dim>
void run_tape(Subject<Dim>& subject, std::span<const u8> tape, const TapeSettings& settings,
              Report& report);

extern template void run_tape(Subject<2>&, std::span<const u8>, const TapeSettings&, Report&);
extern template void run_tape(Subject<3>&, std::span<const u8>, const TapeSettings&, Report&);

std::vector<u8> random_tape(u64 seed, size_t length);

}  // namespace sapwood::test
