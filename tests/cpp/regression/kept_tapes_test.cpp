// Tapes (bytes that encode operations) that failed in the past, found by the fuzzers of the core or
// the package.
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/tape.hpp"

namespace sapwood::test {
namespace {

std::vector<f64> numbers_in(std::string_view text) {
  const std::string copy(text);
  std::vector<f64> numbers;
  char* end = nullptr;
  for (const char* at = copy.c_str();; at = end) {
    const f64 number = std::strtod(at, &end);
    if (end == at) return numbers;
    numbers.push_back(number);
  }
}

template <int Dim>
void play(const KeptTape& tape, Report& report) {
  const SubjectVariants<Dim>* structure = subject_with_id<Dim>(tape.structure);
  ASSERT_NE(structure, nullptr) << tape.structure;
  std::vector<f64> numbers = numbers_in(tape.options);
  // options that did not exist when the tape was recorded get their defaults
  for (size_t at = numbers.size(); at < structure->options.size(); ++at) {
    numbers.push_back(structure->options[at].usual);
  }
  const SubjectMaker<Dim> make = structure->maker_with(numbers);
  ASSERT_TRUE(make) << "its options do not fit any more";
  const auto* bytes = reinterpret_cast<const u8*>(tape.bytes.data());
  run_tape<Dim>(make, {bytes, tape.bytes.size()}, {}, report);
}

TEST(KeptTapes, Do_not_fail_again) {
  ASSERT_FALSE(kKeptTapes.empty());
  for (const KeptTape& tape : kKeptTapes) {
    SCOPED_TRACE(tape.file);
    Report report;
    if (tape.dimensions == 2) {
      play<2>(tape, report);
    } else {
      play<3>(tape, report);
    }
    EXPECT_TRUE(report.ok()) << report.text();
  }
}

}  // namespace
}  // namespace sapwood::test
