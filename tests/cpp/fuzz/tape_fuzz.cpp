// The libFuzzer program over mutation tapes; see CMakeLists.txt of this folder.
#include <cstdio>
#include <cstdlib>

#include "fuzz/fuzz_tape.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
  sapwood::test::Report report;
  sapwood::test::fuzz_tape({bytes, length}, report);
  if (!report.ok()) {
    std::fputs(report.text().c_str(), stderr);
    std::abort();
  }
  return 0;
}
