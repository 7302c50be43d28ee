// Masks and selection: all 16 masks, and all 256 pairs of masks.

#include "simd_lanes.hpp"

namespace sapwood::simd_test {
namespace {

template <typename Words>
auto mask_of(u32 mask_bits) {
  const auto bit = [mask_bits](u32 lane) { return (mask_bits >> lane) & 1u; };
  return eq(Words::set(bit(0), bit(1), bit(2), bit(3)), Words::splat(1u));
}

template <typename Op, typename Plain>
void expect_mask_logic(Op op, Plain plain) {
  for (u32 a = 0; a < 16; ++a) {
    for (u32 b = 0; b < 16; ++b) {
      const u32 expected = plain(a, b) & 15u;
      EXPECT_EQ(bits(op(mask_of<simd::U32x4>(a), mask_of<simd::U32x4>(b))), expected)
          << a << ' ' << b;
      EXPECT_EQ(bits(op(mask_of<simd::scalar::U32x4>(a), mask_of<simd::scalar::U32x4>(b))),
                expected)
          << a << ' ' << b;
    }
  }
}

TEST(SimdMask, bits_puts_lane_i_in_bit_i) {
  for (u32 m = 0; m < 16; ++m) {
    EXPECT_EQ(bits(mask_of<simd::U32x4>(m)), m);
    EXPECT_EQ(bits(mask_of<simd::scalar::U32x4>(m)), m);
  }
}

TEST(SimdMask, and_or_and_andnot_work_lane_by_lane) {
  expect_mask_logic([](auto a, auto b) { return mask_and(a, b); },
                    [](u32 a, u32 b) { return a & b; });
  expect_mask_logic([](auto a, auto b) { return mask_or(a, b); },
                    [](u32 a, u32 b) { return a | b; });
  expect_mask_logic([](auto a, auto b) { return mask_andnot(a, b); },
                    [](u32 a, u32 b) { return a & ~b; });
}

TEST(SimdMask, any_needs_one_true_lane_and_all_needs_four) {
  for (u32 m = 0; m < 16; ++m) {
    EXPECT_EQ(any(mask_of<simd::U32x4>(m)), m != 0) << m;
    EXPECT_EQ(all(mask_of<simd::U32x4>(m)), m == 15) << m;
    EXPECT_EQ(any(mask_of<simd::scalar::U32x4>(m)), m != 0) << m;
    EXPECT_EQ(all(mask_of<simd::scalar::U32x4>(m)), m == 15) << m;
  }
}

TEST(SimdMask, first_lanes_keeps_lanes_below_n_and_all_four_from_4_on) {
  const u32 expected[5] = {0u, 1u, 3u, 7u, 15u};
  for (const u32 n : {0u, 1u, 2u, 3u, 4u, 5u, 31u, 32u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    EXPECT_EQ(bits(simd::first_lanes(n)), expected[n < 4 ? n : 4]) << n;
    EXPECT_EQ(bits(simd::scalar::first_lanes(n)), expected[n < 4 ? n : 4]) << n;
  }
}

TEST(SimdMask, select_takes_a_where_true_and_b_where_false_and_keeps_their_bits) {
  for (u32 m = 0; m < 16; ++m) {
    const auto by_mask = [m](auto a, auto b) {
      return select(mask_of<decltype(as_u32(a))>(m), a, b);
    };
    for_all_pairs([&](const Lanes& a, const Lanes& b) {
      Lanes expected;
      for (std::size_t i = 0; i < 4; ++i) expected[i] = ((m >> i) & 1u) != 0 ? a[i] : b[i];
      using simd::scalar::F32x4;
      const auto selected = by_mask(simd::F32x4::load(a.data()), simd::F32x4::load(b.data()));
      const auto oracle = by_mask(F32x4::load(a.data()), F32x4::load(b.data()));
      EXPECT_TRUE(same_lanes(floats_of(selected), expected, Nan::kSameBits)) << "mask " << m;
      EXPECT_TRUE(same_lanes(floats_of(oracle), expected, Nan::kSameBits)) << "mask " << m;
    });
  }
}

TEST(SimdMask, select_of_words_takes_whole_lanes) {
  const WordLanes a = {0x80000000u, 1u, 0xffffffffu, 0u};
  const WordLanes b = {7u, 0x80000001u, 0u, 0xfffffffeu};
  for (u32 m = 0; m < 16; ++m) {
    WordLanes expected;
    for (std::size_t i = 0; i < 4; ++i) expected[i] = ((m >> i) & 1u) != 0 ? a[i] : b[i];
    using simd::scalar::U32x4;
    EXPECT_EQ(words_of(select(mask_of<simd::U32x4>(m), simd::U32x4::load(a.data()),
                              simd::U32x4::load(b.data()))),
              expected);
    EXPECT_EQ(words_of(select(mask_of<U32x4>(m), U32x4::load(a.data()), U32x4::load(b.data()))),
              expected);
  }
}

}  // namespace
}  // namespace sapwood::simd_test
