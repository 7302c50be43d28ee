// The data of tests/soak/operations.json in C++: the operations that the bytes of a tape encode,
// their arguments, and the worlds, which define how coordinates are encoded. The TypeScript code
// reads the same file; see tests/soak/README.md.
#pragma once

#include <array>
#include <string_view>

#include "sapwood/base/types.hpp"

namespace sapwood::test {

// How the bytes of a tape are converted to coordinates in a world.
enum class Numbers : u8 { kSteps, kFraction, kScales, kBits };
// Which axes have a constant coordinate: none, the last axis, all axes except the first, or all
// axes.
enum class Flat : u8 { kNone, kPlane, kLine, kPoint };
// Lengths of the sides of boxes in a world: any length, zero, or one step.
enum class Sides : u8 { kAny, kNone, kStep };

struct WorldSpec {
  std::string_view name;
  Numbers numbers;
  Flat flat;
  Sides sides;
  f64 step;
  f64 offset;
  u32 levels;
};

enum class ArgumentKind : u8 {
  kNumber,
  kItem,
  kPoint,
  kBox,
  kBoxes,
  kSwarm,
  kFilter,
  kMask,
  kPlace,
  kRoom,
  kRadius,
  kReach,
  kDirection,
  kFrustum,
  kDamage,
};

struct ArgumentSpec {
  ArgumentKind kind;
  u32 max;  // exclusive upper bound of a number; maximum length of a list
};
inline constexpr u32 kMaxArguments = 6;

enum class Need : u8 {
  kNothing,
  kDynamic,
  kOptimizable,
  kRefitting,
  kProgressive,
  kBackground,
  kShiftable,
  kMergeable,
  kFrustum,
  kSerializable,
};

// A tape that failed in the past, from tests/*/regression/*.tape.
struct KeptTape {
  std::string_view file;
  std::string_view structure;
  int dimensions;
  std::string_view options;  // numbers in the order of describe(); empty for the defaults
  std::string_view bytes;
};

#include "operations_data.hpp"

}  // namespace sapwood::test
