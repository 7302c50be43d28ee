/// @file
/// Result of an operation that can fail because of invalid input or lack of memory. The library
/// never throws exceptions.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Reason of a failure.
enum class StatusCode : u8 {
  kOk = 0,
  kInvalidBox,       ///< A box is inverted, or a coordinate is NaN or too large.
  kInvalidId,        ///< An id is unknown, removed or out of range.
  kInvalidArgument,  ///< A point, ray, option or count is out of range.
  kUnsupported,      ///< The structure does not support the operation.
  kOutOfMemory,      ///< An allocation failed; nothing was changed.
  kBadData,          ///< The bytes were not written by save() or are damaged.
};

/// Code of the result and, for a bulk argument, the position of the invalid element.
struct [[nodiscard]] Status {
  StatusCode code = StatusCode::kOk;
  u32 index = kNone;

  /// Returns true if the operation succeeded.
  constexpr bool ok() const { return code == StatusCode::kOk; }

  /// Returns success.
  static constexpr Status success() { return {}; }
  /// Returns kInvalidBox for the element at a position.
  static constexpr Status invalid_box(u32 index) { return {StatusCode::kInvalidBox, index}; }
  /// Returns kInvalidId for the element at a position.
  static constexpr Status invalid_id(u32 index) { return {StatusCode::kInvalidId, index}; }
  /// Returns kInvalidArgument. For a bulk argument, `index` is the position of the invalid element.
  static constexpr Status invalid_argument(u32 index = kNone) {
    return {StatusCode::kInvalidArgument, index};
  }
  /// Returns kUnsupported.
  static constexpr Status unsupported() { return {StatusCode::kUnsupported, kNone}; }
  /// Returns kOutOfMemory.
  static constexpr Status out_of_memory() { return {StatusCode::kOutOfMemory, kNone}; }
  /// Returns kBadData.
  static constexpr Status bad_data() { return {StatusCode::kBadData, kNone}; }
};

}  // namespace sapwood
