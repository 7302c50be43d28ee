// Command line of the benchmark program, which plan.ts generates.
#pragma once

#include <string>
#include <vector>

#include "sampling.hpp"

namespace sapwood::bench {

struct Arguments {
  std::string output;               // path of the JSON report
  std::vector<std::string> scenes;  // ids of scenes
  std::vector<const PhaseInfo*> phases;
  std::vector<std::string> only;      // ids of measured structures and libraries; if empty, all
  std::vector<std::string> variants;  // structures that are also measured with other options
  Plan plan{5, 5, 20, 200, 500};
};

// Writes a message to `error` if the command line is invalid.
Arguments parse_arguments(int count, char** words, std::string& error);

}  // namespace sapwood::bench
