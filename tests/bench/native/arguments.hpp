// Command line of the program, which plan.ts writes.
#pragma once

#include <string>
#include <vector>

#include "sampling.hpp"

namespace sapwood::bench {

struct Arguments {
  std::string output;               // file for the JSON
  std::vector<std::string> scenes;  // ids
  std::vector<const PhaseInfo*> phases;
  std::vector<std::string> only;      // ids of structures and peers; all when empty
  std::vector<std::string> variants;  // structures that are also measured with other options
  Plan plan{5, 5, 20, 200, 500};
};

// Parses the command line. Writes a message to `error` if it is invalid.
Arguments parse_arguments(int count, char** words, std::string& error);

}  // namespace sapwood::bench
