// Vectors of 16 bytes: every pair of bytes in every lane, compared with scalar definitions.

#include <gtest/gtest.h>

#include "sapwood/simd/u8x16.hpp"

namespace sapwood::simd_test {
namespace {

TEST(SimdBytes, A_saturating_difference_is_zero_exactly_if_a_byte_is_not_larger) {
  u8 a[32];
  u8 b[32];
  for (u32 start = 0; start < 256; ++start) {
    for (u32 step = 0; step < 256; step += 5) {
      for (u32 i = 0; i < 32; ++i) {
        a[i] = static_cast<u8>(start + i);
        b[i] = static_cast<u8>(start * 3 + step + 11 * i);
      }
      const u32 from = start % 16;  // any address
      const auto left = simd::U8x16::load(a + from);
      const auto right = simd::U8x16::load(b + from);
      u32 expected = 0;
      for (u32 i = 0; i < 16; ++i) expected |= (a[from + i] <= b[from + i] ? 1u : 0u) << i;
      ASSERT_EQ(simd::zero_bits(sub_sat(left, right)), expected) << start << " " << step;
    }
  }
}

TEST(SimdBytes, A_splat_has_its_byte_in_every_lane) {
  u8 bytes[16];
  for (u8& byte : bytes) byte = 200;
  for (u32 value = 0; value < 256; ++value) {
    const auto all = simd::U8x16::splat(static_cast<u8>(value));
    const auto other = simd::U8x16::load(bytes);
    EXPECT_EQ(simd::zero_bits(sub_sat(all, other)), value <= 200 ? 0xFFFFu : 0u);
    EXPECT_EQ(simd::zero_bits(sub_sat(other, all)), value >= 200 ? 0xFFFFu : 0u);
  }
}

TEST(SimdBytes, A_lane_of_or_is_zero_only_if_both_operands_are_zero) {
  for (u32 lane = 0; lane < 16; ++lane) {
    u8 bytes[16] = {};
    bytes[lane] = 0x80;
    const auto one = simd::U8x16::load(bytes);
    const auto none = simd::U8x16::splat(0);
    EXPECT_EQ(simd::zero_bits(bit_or(one, none)), 0xFFFFu & ~(1u << lane));
    EXPECT_EQ(simd::zero_bits(bit_or(none, one)), 0xFFFFu & ~(1u << lane));
    EXPECT_EQ(simd::zero_bits(bit_or(none, none)), 0xFFFFu);
  }
}

}  // namespace
}  // namespace sapwood::simd_test
