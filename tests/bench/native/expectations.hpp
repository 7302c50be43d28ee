// What the right results of a workload are: the goldens of tests/scenes, which other programs
// found too, and for what they do not cover the scenes' own sweep and the library's brute force.
#pragma once

#include <map>

#include "contender.hpp"

namespace sapwood::bench {

// A checksum compared with one that something else computed.
struct Check {
  const char* against;  // golden, oracle or brute-force
  std::string of;
  std::string hash;
  std::string expected;
};

class Expectations {
 public:
  // Brute force answers the queries that have no golden.
  Expectations(const Workload& work, const Contender& brute_force)
      : work_(work), brute_force_(brute_force) {}

  // Compares the boxes themselves with their golden.
  Check check_boxes() const;
  // Of the answers of a trial's run in a phase; where boxes move, of a run with the last frame.
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
