/// @file
/// Number types with their width in the name, and the id of an item.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapwood {

/// 32-bit floating-point number.
using f32 = float;
/// 64-bit floating-point number.
using f64 = double;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

/// Id of an item: a small integer. After a build, item i has id i. A removed id is used again.
using Id = u32;

/// Means "no item" or "no node". It is never a valid id or index.
inline constexpr u32 kNone = 0xFFFFFFFFu;

}  // namespace sapwood
