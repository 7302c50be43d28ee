// JSON report of the program. It contains raw samples; tests/bench/native/record.ts computes their
// quantiles.
#pragma once

#include <cstdio>

#include "expectations.hpp"
#include "peers/peers.hpp"
#include "sampling.hpp"

namespace sapwood::bench {

struct Row {
  const Workload* work;
  const PhaseInfo* phase;
  const Contender* contender;
  std::string status;  // ok, wrong, unsupported, skipped
  std::string note;
  u32 operations = 0;
  Samples samples;  // nanoseconds per call
  std::vector<Check> checks;
};

std::string to_json(const Row& row);
std::string to_json(const std::vector<Library>& libraries);

// Returns false if the file cannot be written.
bool write_report(const std::string& path, const std::vector<Library>& libraries,
                  const std::vector<std::string>& rows);

}  // namespace sapwood::bench
