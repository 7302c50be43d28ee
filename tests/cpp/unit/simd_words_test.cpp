// Integer lanes, and moves between memory, lanes and types.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "simd_lanes.hpp"

namespace sapwood::simd_test {
namespace {

TEST(SimdMoves, splat_set_and_zero_fill_the_lanes_from_lane_0_up) {
  EXPECT_EQ(floats_of(simd::F32x4::set(1.0f, 2.0f, 3.0f, 4.0f)), (Lanes{1.0f, 2.0f, 3.0f, 4.0f}));
  EXPECT_EQ(floats_of(simd::F32x4::splat(2.5f)), (Lanes{2.5f, 2.5f, 2.5f, 2.5f}));
  EXPECT_EQ(words_of(as_u32(simd::F32x4::zero())), (WordLanes{0u, 0u, 0u, 0u}));
  EXPECT_EQ(words_of(simd::U32x4::set(1u, 2u, 3u, 0xffffffffu)), (WordLanes{1u, 2u, 3u, ~0u}));
  EXPECT_EQ(words_of(simd::U32x4::splat(0x80000001u)),
            (WordLanes{0x80000001u, 0x80000001u, 0x80000001u, 0x80000001u}));
}

TEST(SimdMoves, load_and_store_access_exactly_four_values_at_every_offset) {
  for (std::size_t offset = 0; offset < 4; ++offset) {
    // heap blocks for exactly four values, so that a sanitizer detects an access to a fifth value
    const auto floats = std::make_unique<f32[]>(offset + 4);
    const auto words = std::make_unique<u32[]>(offset + 4);
    for (std::size_t i = 0; i < 4; ++i) floats[offset + i] = static_cast<f32>(i) + 0.5f;
    for (std::size_t i = 0; i < 4; ++i) words[offset + i] = static_cast<u32>(i) + 0xfffffff0u;
    const simd::F32x4 f = simd::F32x4::load(floats.get() + offset);
    const simd::U32x4 w = simd::U32x4::load(words.get() + offset);
    EXPECT_EQ(floats_of(f), (Lanes{0.5f, 1.5f, 2.5f, 3.5f}));
    EXPECT_EQ(words_of(w), (WordLanes{0xfffffff0u, 0xfffffff1u, 0xfffffff2u, 0xfffffff3u}));
    store(floats.get() + offset, simd::F32x4::splat(9.0f));
    store(words.get() + offset, simd::U32x4::splat(9u));
    EXPECT_EQ(floats[offset + 3], 9.0f);
    EXPECT_EQ(words[offset + 3], 9u);
    EXPECT_EQ(std::count(words.get(), words.get() + offset, 0u), static_cast<int>(offset));
  }
}

TEST(SimdMoves, aligned_load_and_store_agree_with_the_unaligned_ones) {
  alignas(16) const Lanes floats = {1.0f, -2.0f, 3.0f, -4.0f};
  alignas(16) const WordLanes words = {1u, 2u, 0x80000000u, 4u};
  alignas(16) Lanes floats_out = {};
  alignas(16) WordLanes words_out = {};
  store_aligned(floats_out.data(), simd::F32x4::load_aligned(floats.data()));
  store_aligned(words_out.data(), simd::U32x4::load_aligned(words.data()));
  EXPECT_EQ(floats_out, floats);
  EXPECT_EQ(words_out, words);
}

TEST(SimdMoves, memory_and_get_keep_the_bits_of_a_lane) {
  for (std::size_t i = 0; i < extreme_floats().size(); ++i) {
    const Lanes lanes = float_lanes(i);
    const simd::F32x4 v = simd::F32x4::load(lanes.data());
    const Lanes through_get = {get<0>(v), get<1>(v), get<2>(v), get<3>(v)};
    EXPECT_TRUE(same_lanes(floats_of(v), lanes, Nan::kSameBits)) << i;
    EXPECT_TRUE(same_lanes(through_get, lanes, Nan::kSameBits)) << i;
  }
  const simd::U32x4 w = simd::U32x4::set(1u, 0x80000000u, 3u, 0xffffffffu);
  EXPECT_EQ((WordLanes{get<0>(w), get<1>(w), get<2>(w), get<3>(w)}), words_of(w));
}

TEST(SimdMoves, a_vector_in_memory_has_its_lanes_in_order) {
  const simd::F32x4 v = simd::F32x4::set(1.0f, 2.0f, 3.0f, 4.0f);
  Lanes memory;
  std::memcpy(memory.data(), &v, sizeof(v));
  EXPECT_EQ(memory, (Lanes{1.0f, 2.0f, 3.0f, 4.0f}));
}

TEST(SimdMoves, bit_casts_keep_all_128_bits_both_ways) {
  std::mt19937 random(kSeed);
  for (int round = 0; round < 200; ++round) {
    const WordLanes words = word_lanes(random);
    EXPECT_EQ(words_of(as_u32(as_f32(simd::U32x4::load(words.data())))), words) << kSeed;
    EXPECT_EQ(words_of(as_u32(as_f32(simd::scalar::U32x4::load(words.data())))), words) << kSeed;
  }
  EXPECT_EQ(words_of(as_u32(simd::F32x4::splat(1.0f)))[2], 0x3f800000u);
}

template <typename F>
void expect_transposed() {
  F rows[4];
  for (int r = 0; r < 4; ++r) {
    const f32 base = static_cast<f32>(r * 10);
    rows[r] = F::set(base, base + 1, base + 2, base + 3);
  }
  transpose4(rows[0], rows[1], rows[2], rows[3]);
  for (int r = 0; r < 4; ++r) {
    const f32 x = static_cast<f32>(r);
    EXPECT_EQ(floats_of(rows[r]), (Lanes{x, x + 10, x + 20, x + 30})) << r;
  }
}

TEST(SimdMoves, transpose4_turns_rows_into_columns) {
  expect_transposed<simd::F32x4>();
  expect_transposed<simd::scalar::F32x4>();
}

template <typename F>
void expect_shifted() {
  const F shifted = shift_in(F::set(1, 2, 3, 4), F::set(5, 6, 7, 8));
  EXPECT_EQ(floats_of(shifted), (Lanes{4, 5, 6, 7}));
}

TEST(SimdMoves, shift_in_inserts_the_last_lane_of_the_preceding_vector) {
  expect_shifted<simd::F32x4>();
  expect_shifted<simd::scalar::F32x4>();
}

template <typename F>
void expect_halves() {
  const float in[2] = {-0.0f, 7};
  EXPECT_EQ(floats_of(F::load_half(in)), (Lanes{0, 7, 0, 0}));
  EXPECT_TRUE(std::signbit(floats_of(F::load_half(in))[0]));
  float out[3] = {1, 2, 3};
  store_half(out, F::set(4, 5, 6, 7));
  EXPECT_EQ(out[0], 4);
  EXPECT_EQ(out[1], 5);
  EXPECT_EQ(out[2], 3);
}

TEST(SimdMoves, halves_read_and_write_two_lanes) {
  expect_halves<simd::F32x4>();
  expect_halves<simd::scalar::F32x4>();
}

TEST(SimdWords, add_and_mul_wrap_modulo_2_to_the_32) {
  expect_words([](auto a, auto b) { return add(a, b); }, [](u32 a, u32 b) { return a + b; });
  expect_words([](auto a, auto b) { return mul(a, b); }, [](u32 a, u32 b) { return a * b; });
}

TEST(SimdWords, and_or_and_xor_work_bit_by_bit) {
  expect_words([](auto a, auto b) { return bit_and(a, b); }, [](u32 a, u32 b) { return a & b; });
  expect_words([](auto a, auto b) { return bit_or(a, b); }, [](u32 a, u32 b) { return a | b; });
  expect_words([](auto a, auto b) { return bit_xor(a, b); }, [](u32 a, u32 b) { return a ^ b; });
}

TEST(SimdWords, variable_shifts_use_the_count_modulo_32_and_shift_in_zeros) {
  for (const u32 n : {0u, 1u, 7u, 16u, 30u, 31u, 32u, 33u, 64u, 255u, 0x80000000u, 0xffffffffu}) {
    expect_words([n](auto a, auto) { return shift_left(a, n); },
                 [n](u32 a, u32) { return a << (n % 32); });
    expect_words([n](auto a, auto) { return shift_right(a, n); },
                 [n](u32 a, u32) { return a >> (n % 32); });
  }
}

template <int N>
void expect_constant_shift() {
  expect_words([](auto a, auto) { return shift_left<N>(a); }, [](u32 a, u32) { return a << N; });
  expect_words([](auto a, auto) { return shift_right<N>(a); }, [](u32 a, u32) { return a >> N; });
}

TEST(SimdWords, constant_shifts_agree_with_the_scalar_operator) {
  expect_constant_shift<0>();
  expect_constant_shift<1>();
  expect_constant_shift<10>();
  expect_constant_shift<31>();
}

TEST(SimdWords, eq_compares_all_32_bits_as_integers) {
  // as floats, the zeros of lane 0 would be equal and the NaNs of lane 1 would not
  const WordLanes a = {0x00000000u, 0x7fc00000u, 0x00000001u, 0xffffffffu};
  const WordLanes b = {0x80000000u, 0x7fc00000u, 0x80000001u, 0xffffffffu};
  EXPECT_EQ(bits(eq(simd::U32x4::load(a.data()), simd::U32x4::load(b.data()))), 0b1010u);
  using simd::scalar::U32x4;
  EXPECT_EQ(bits(eq(U32x4::load(a.data()), U32x4::load(b.data()))), 0b1010u);
}

template <typename Words>
void expect_compressed(const WordLanes& values, u32 mask_bits) {
  WordLanes expected = {0u, 0u, 0u, 0u};
  u32 count = 0;
  for (u32 lane = 0; lane < 4; ++lane) {
    if (((mask_bits >> lane) & 1u) != 0) expected[count++] = values[lane];
  }
  const auto out = std::make_unique<u32[]>(4);
  std::fill_n(out.get(), 4, 0xdeadbeefu);
  EXPECT_EQ(compress_store(out.get(), Words::load(values.data()), mask_bits), count) << mask_bits;
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.get())) << mask_bits;
}

TEST(SimdWords, compress_store_writes_chosen_lanes_in_order_then_zeros_and_no_fifth_value) {
  std::mt19937 random(kSeed);
  for (u32 m = 0; m < 16; ++m) {
    const WordLanes values = word_lanes(random);
    expect_compressed<simd::U32x4>(values, m);
    expect_compressed<simd::scalar::U32x4>(values, m);
  }
}

TEST(SimdWords, compress_store_appends_consecutive_groups_of_hits_to_a_list) {
  std::vector<u32> list(12);
  u32 count = 0;
  for (u32 group = 0; group < 3; ++group) {
    const u32 first = group * 4;
    const simd::U32x4 ids = simd::U32x4::set(first, first + 1, first + 2, first + 3);
    count += compress_store(list.data() + count, ids, 0b1101u);
  }
  list.resize(count);
  EXPECT_EQ(list, (std::vector<u32>{0, 2, 3, 4, 6, 7, 8, 10, 11}));
}

}  // namespace
}  // namespace sapwood::simd_test
