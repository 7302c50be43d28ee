// The description of operations, tests/soak/operations.json, as C++ data: what a tape may ask of an
// index, how its bytes become arguments, and the worlds that coordinates come from. The TypeScript
// players read the same file; tests/soak/README.md says how.
#pragma once

#include <array>
#include <string_view>

#include "sapwood/base/types.hpp"

namespace sapwood::test {

// How the coordinates of a world come from bytes.
enum class Numbers : u8 { kSteps, kFraction, kScales, kBits };
// Which of its last axes are constant: none, one, all but the first, all.
enum class Flat : u8 { kNone, kPlane, kLine, kPoint };
// How long the sides of its boxes are: anything, zero, one step.
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
  u32 most;  // of numbers: below that; of lists: at most so many
};
inline constexpr u32 kMaxArguments = 6;

// What a structure must be able to do.
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

// A tape that once failed: tests/*/regression/*.tape.
struct KeptTape {
  std::string_view file;
  std::string_view structure;
  int dimensions;
  std::string_view options;  // numbers in the order of describe(); none: the defaults
  std::string_view bytes;
};

#include "operations_data.hpp"

}  // namespace sapwood::test
