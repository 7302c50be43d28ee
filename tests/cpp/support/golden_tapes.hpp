// The hashes of tests/soak/golden-tapes.json.
#pragma once

#include "support/operations.hpp"

namespace sapwood::test {

// What the tapes of one structure answer, by world.
struct GoldenRow {
  std::string_view structure;
  int dimensions;
  std::string_view hashes[std::size(kWorlds)];
};

#include "golden_tapes_data.hpp"

}  // namespace sapwood::test
