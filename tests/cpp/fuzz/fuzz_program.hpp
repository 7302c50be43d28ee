// Shared parts of the libFuzzer programs. A failed comparison aborts the program. If the
// environment variable SAPWOOD_SOAK_TALLY contains a path, the program writes its numbers of
// inputs, operations, compared pairs and damaged bytes to this file when it exits or crashes.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "support/checked_queries.hpp"

extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace sapwood::test {

inline Tally total_tally;
inline unsigned long long inputs = 0;

inline void write_tally() {
  const char* const path = std::getenv("SAPWOOD_SOAK_TALLY");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file, "{\"inputs\":%llu,\"operations\":%llu,\"pairs\":%llu,\"bytes\":%llu}\n",
               inputs, static_cast<unsigned long long>(total_tally.operations),
               static_cast<unsigned long long>(total_tally.pairs_compared),
               static_cast<unsigned long long>(total_tally.bytes_damaged));
  std::fclose(file);
}

inline void count(const Tally& tally) {
  total_tally.operations += tally.operations;
  total_tally.pairs_compared += tally.pairs_compared;
  total_tally.bytes_damaged += tally.bytes_damaged;
}

inline void end_input(const Report& report) {
  ++inputs;
  if (report.ok()) return;
  std::fputs(report.text().c_str(), stderr);
  write_tally();
  std::abort();
}

}  // namespace sapwood::test

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit(sapwood::test::write_tally);
  __sanitizer_set_death_callback(sapwood::test::write_tally);
  return 0;
}
