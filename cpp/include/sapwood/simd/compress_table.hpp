// Byte shuffles for compress_store, shared by the back ends that have a byte shuffle.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood::simd {

// Row m holds the byte indices that move the lanes set in m to the front. The rest of the row is
// 0x80, which both pshufb and i8x16.swizzle turn into a zero byte.
struct CompressTable {
  alignas(16) u8 rows[16][16];
};

constexpr CompressTable make_compress_table() {
  CompressTable table{};
  for (u32 mask = 0; mask < 16; ++mask) {
    u32 next = 0;
    for (u32 lane = 0; lane < 4; ++lane) {
      if (((mask >> lane) & 1u) == 0) continue;
      for (u32 byte = 0; byte < 4; ++byte) {
        table.rows[mask][next++] = static_cast<u8>(lane * 4 + byte);
      }
    }
    while (next < 16) table.rows[mask][next++] = 0x80;
  }
  return table;
}

inline constexpr CompressTable kCompressTable = make_compress_table();

}  // namespace sapwood::simd
