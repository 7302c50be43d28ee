// What a verb answers when its input or the memory may be wrong. The core never throws.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

enum class StatusCode : u8 {
  kOk = 0,
  kInvalidBox,       // NaN, infinite, inverted or beyond kMaxCoordinate
  kInvalidId,        // unknown, removed or out of range
  kInvalidArgument,  // a point, ray, option or count outside of its range
  kUnsupported,      // the structure lacks the verb
  kOutOfMemory,      // an allocation failed; nothing was changed
  kBadData,          // bytes that serialize() did not write
};

// Code and, where an element of a bulk argument is at fault, its position.
struct [[nodiscard]] Status {
  StatusCode code = StatusCode::kOk;
  u32 where = kNone;

  constexpr bool ok() const { return code == StatusCode::kOk; }

  static constexpr Status success() { return {}; }
  static constexpr Status invalid_box(u32 where) { return {StatusCode::kInvalidBox, where}; }
  static constexpr Status invalid_id(u32 where) { return {StatusCode::kInvalidId, where}; }
  static constexpr Status invalid_argument(u32 where = kNone) {
    return {StatusCode::kInvalidArgument, where};
  }
  static constexpr Status unsupported() { return {StatusCode::kUnsupported, kNone}; }
  static constexpr Status out_of_memory() { return {StatusCode::kOutOfMemory, kNone}; }
  static constexpr Status bad_data() { return {StatusCode::kBadData, kNone}; }
};

}  // namespace sapwood
