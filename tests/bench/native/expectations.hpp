// Expected results of a workload: the goldens of tests/scenes, which other programs have confirmed.
// The sweep of the scenes and the library's brute force compute the remaining results.
#pragma once

#include <map>

#include "contender.hpp"

namespace sapwood::bench {

// Checksum and its expected value from an independent source.
struct Check {
  const char* against;  // golden, oracle or brute-force
  std::string of;
  std::string hash;
  std::string expected;
};

class Expectations {
 public:
  // Brute force computes the results of queries that have no golden.
  Expectations(const Workload& work, const Contender& brute_force)
      : work_(work), brute_force_(brute_force) {}

  // Compares the boxes themselves with their golden.
  Check check_boxes() const;
  // Checks the results of a run in a phase. If boxes move, the run must have the last frame.
  std::vector<Check> check(Phase phase, const Answers& found);

 private:
  struct Pairs {
    const char* against;
    test::PairGolden golden;
  };
  const Pairs& pairs_of(bool moved);
  const std::string& answers_of(Phase phase);

  const Workload& work_;
  const Contender& brute_force_;
  std::map<bool, Pairs> pairs_;
  std::map<Phase, std::string> answers_;
};

}  // namespace sapwood::bench
