/// @file Number types named after their width in bits, the id type of items, and assertions.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

// Checks a precondition or invariant of the core. It is compiled out with NDEBUG. Invalid input
// data is reported as a Status instead.
#define SAPWOOD_ASSERT(condition) assert(condition)

namespace sapwood {

/// 32-bit floating-point number.
using f32 = float;
/// 64-bit floating-point number.
using f64 = double;
/// Unsigned 8-bit integer.
using u8 = std::uint8_t;
/// Unsigned 16-bit integer.
using u16 = std::uint16_t;
/// Unsigned 32-bit integer.
using u32 = std::uint32_t;
/// Unsigned 64-bit integer.
using u64 = std::uint64_t;
/// Signed 32-bit integer.
using i32 = std::int32_t;
/// Signed 64-bit integer.
using i64 = std::int64_t;

/// Id of an item: a small integer. After a build, item i has id i. Ids of removed items are reused.
using Id = u32;

/// Means "no item" or "no node". It is never a valid id or index.
inline constexpr u32 kNone = 0xFFFFFFFFu;

}  // namespace sapwood
