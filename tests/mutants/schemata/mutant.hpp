// Chooses one deliberate fault when the program starts: SAPWOOD_MUTANT holds its number, 0 is none.
//
// Only copies of the sources include this file, see ../README.md.
#pragma once

#include <type_traits>

namespace sapwood {

inline constexpr int kMaxMutants = 4096;

// The number asked for; below 0 the program notes which faults its tests come by.
extern int active_mutant;
extern bool reached_mutants[kMaxMutants];

inline bool note_mutant(int number) {
  reached_mutants[number] = true;
  return false;
}

// Whether a fault is in force. What the compiler computes has none.
constexpr bool mutant(int number) {
  if (std::is_constant_evaluated()) return false;
  return active_mutant == number || (active_mutant < 0 && note_mutant(number));
}

}  // namespace sapwood
