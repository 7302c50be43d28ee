// Expected results of a workload: the goldens of tests/scenes, which other programs have confirmed.
// Results without a golden are computed by the reference sweep of the scenes and by the brute force
// of the library.
#pragma once

#include <map>

#include "contender.hpp"

namespace sapwood::bench {

// Checksum of a result, and its expected value from an independent source.
struct Check {
  const char* against;  // golden, oracle or brute-force
  std::string of;
  std::string hash;
  std::string expected;
};

class Expectations {
 public:
  // `brute_force` computes the expected results of queries that have no golden.
  Expectations(const Workload& work, const Contender& brute_force)
      : work_(work), brute_force_(brute_force) {}

  // Compares the checksum of the scene's boxes with its golden.
  Check check_boxes() const;
  // Compares the checksum of `found` with the expected checksums. If the boxes move, `found` must
  // be the result for the last frame.
  std::vector<Check> check(Phase phase, const Results& found);

 private:
  struct Pairs {
    const char* against;
    test::PairGolden golden;
  };
  const Pairs& pairs_of(bool moved);
  const std::string& expected_hash(Phase phase);

  const Workload& work_;
  const Contender& brute_force_;
  std::map<bool, Pairs> pairs_;
  std::map<Phase, std::string> query_hashes_;
};

}  // namespace sapwood::bench
