// The program's result as JSON: rows of tests/bench/report/schema.ts with their raw samples, which
// tests/bench/native/record.ts makes quantiles of.
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
  Samples samples;  // of one call
  std::vector<Check> checks;
};

std::string to_json(const Row& row);
// The program and the libraries that it was built with.
std::string to_json(const std::vector<Library>& libraries);

// Writes the whole file; false when that fails.
bool write_report(const std::string& path, const std::vector<Library>& libraries,
                  const std::vector<std::string>& rows);

}  // namespace sapwood::bench
