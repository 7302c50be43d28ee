// libFuzzer program that runs its input as operations on an index; see CMakeLists.txt of this
// folder.
#include "fuzz/fuzz_program.hpp"
#include "fuzz/fuzz_tape.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
  using namespace sapwood::test;
  Report report;
  TapeSettings settings;
  settings.done = [](const Tally& tally, const TapeHash&) { count(tally); };
  fuzz_tape({bytes, length}, settings, report);
  end_input(report);
  return 0;
}
