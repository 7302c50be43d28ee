// Runs a fixed number of pseudo-random tapes (bytes that encode operations) in every test run.
#include <gtest/gtest.h>

#include "fuzz/fuzz_tape.hpp"
#include "support/volume.hpp"

namespace sapwood::test {
namespace {

TEST(TapeFuzz, Pseudo_random_tapes_equal_the_oracle) {
  for (u64 seed = 0; seed < volume(600); ++seed) {
    Report report;
    fuzz_tape(random_tape(seed, 20 + seed % 400), {}, report);
    ASSERT_TRUE(report.ok()) << "tape seed " << seed << "\n" << report.text();
  }
}

TEST(TapeFuzz, Tapes_of_one_byte_repeated_equal_the_oracle) {
  for (u32 byte = 0; byte < 256; ++byte) {
    for (u32 turn = 0; turn < volume(6); ++turn) {
      std::vector<u8> tape(120, static_cast<u8>(byte));
      tape[0] = static_cast<u8>(6 * byte + turn);  // distributes the tapes over all structures
      Report report;
      fuzz_tape(tape, {}, report);
      ASSERT_TRUE(report.ok()) << "byte " << byte << "\n" << report.text();
    }
  }
}

}  // namespace
}  // namespace sapwood::test
