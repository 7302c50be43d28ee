// Number types with their width in the name, and the item id.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapwood {

using f32 = float;
using f64 = double;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

// Small dense integer that names an item; after a build item i has id i.
using Id = u32;

// "No item", "no node": never a valid id or index.
inline constexpr u32 kNone = 0xFFFFFFFFu;

}  // namespace sapwood
