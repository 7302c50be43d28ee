// Volume of a test run, from SAPWOOD_TEST_VOLUME, which scripts/test.mjs sets.
//
//   light  for slow builds that differ in one property, such as sanitizers
//   usual  for the tests of a change
//   full   for the soak run, with every setting of every option and scenes of every size
#pragma once

#include <cstdlib>
#include <string_view>

#include "sapwood/base/types.hpp"

namespace sapwood::test {

enum class Volume { kLight, kUsual, kFull };

inline Volume test_volume() {
  static const char* const value = std::getenv("SAPWOOD_TEST_VOLUME");
  if (value == nullptr) return Volume::kUsual;
  const std::string_view name = value;
  return name == "light" ? Volume::kLight : name == "full" ? Volume::kFull : Volume::kUsual;
}

inline bool light_volume() { return test_volume() == Volume::kLight; }
inline bool full_volume() { return test_volume() == Volume::kFull; }

inline u32 volume(u32 tries) {
  return light_volume() ? (tries + 7) / 8 : full_volume() ? 8 * tries : tries;
}

}  // namespace sapwood::test
