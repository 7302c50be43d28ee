// How much a run of the tests tries. Slow flavours run every test on less when another flavour
// runs the same code in full: SAPWOOD_TEST_VOLUME=light, which scripts/suites.mjs sets.
#pragma once

#include <cstdlib>
#include <string_view>

#include "sapwood/base/types.hpp"

namespace sapwood::test {

inline bool light_volume() {
  static const char* const wanted = std::getenv("SAPWOOD_TEST_VOLUME");
  return wanted != nullptr && std::string_view(wanted) == "light";
}

// So many tries, or a quarter of them.
inline u32 volume(u32 tries) { return light_volume() ? (tries + 3) / 4 : tries; }

}  // namespace sapwood::test
