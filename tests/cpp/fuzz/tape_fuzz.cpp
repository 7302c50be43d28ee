// The libFuzzer program over tapes; see CMakeLists.txt of this folder.
//
// With SAPWOOD_SOAK_TALLY it writes what was done to that file, also when it ends by a fault.
#include <cstdio>
#include <cstdlib>

#include "fuzz/fuzz_tape.hpp"

extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace {

sapwood::test::Tally total;
unsigned long long tapes = 0;

void write_tally() {
  const char* const path = std::getenv("SAPWOOD_SOAK_TALLY");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file, "{\"tapes\":%llu,\"operations\":%llu,\"pairs\":%llu,\"bytes\":%llu}\n", tapes,
               static_cast<unsigned long long>(total.operations),
               static_cast<unsigned long long>(total.pairs_compared),
               static_cast<unsigned long long>(total.bytes_damaged));
  std::fclose(file);
}

void count(const sapwood::test::Tally& tally, const sapwood::test::AnswerHash&) {
  total.operations += tally.operations;
  total.pairs_compared += tally.pairs_compared;
  total.bytes_damaged += tally.bytes_damaged;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit(write_tally);
  __sanitizer_set_death_callback(write_tally);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
  sapwood::test::Report report;
  sapwood::test::TapeSettings settings;
  settings.done = count;
  sapwood::test::fuzz_tape({bytes, length}, settings, report);
  ++tapes;
  if (!report.ok()) {
    std::fputs(report.text().c_str(), stderr);
    write_tally();
    std::abort();
  }
  return 0;
}
