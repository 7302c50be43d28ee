// Tapes: bytes that are read as operations on an index and its model.
//
// Any bytes are a valid tape, so they can be random or come from a fuzzer.
// tests/soak/operations.json defines their meaning. All results are compared. After every
// operation, the items of the index are compared and its invariants are checked.
#pragma once

#include "support/checked_index.hpp"

namespace sapwood::test {

struct TapeSettings {
  // Whether the tape can make allocations fail. The package cannot do this.
  bool refuse_memory = true;
  // Must be false for a tape with a recorded hash; see CheckedQueries.
  bool query_volumes_along_rays = true;
  // Receives the amount of work and the hash of the results.
  std::function<void(const Tally&, const TapeHash&)> done{};
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
