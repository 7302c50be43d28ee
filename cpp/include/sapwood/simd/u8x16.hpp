// Sixteen 8-bit lanes: the few operations that compare coarse positions of 16 items at once.
//
//   U8x16::splat(x)       r[i] = x
//   U8x16::load(p)        r[i] = p[i], any address
//   sub_sat(a, b)         r[i] = a[i] > b[i] ? a[i] - b[i] : 0
//   bit_or(a, b)
//   zero_bits(a)          u32, bit i is set where a[i] is 0
//
// The condition a[i] <= b[i] is true exactly where sub_sat(a, b) is 0. The results of several
// comparisons are joined by bit_or before one zero_bits. The back ends are those of f32x4.hpp, and
// all of them return the same results.
#pragma once

#include "sapwood/base/types.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood::simd {

#if defined(SAPWOOD_SIMD_SCALAR) || \
    (!defined(__wasm_simd128__) && !defined(__SSE4_1__) && !defined(__aarch64__))

namespace scalar {

struct U8x16 {
  u8 lane[16];

  static U8x16 splat(u8 x) {
    U8x16 all;
    for (u8& lane : all.lane) lane = x;
    return all;
  }
  static U8x16 load(const u8* p) {
    U8x16 all;
    for (int i = 0; i < 16; ++i) all.lane[i] = p[i];
    return all;
  }
};

inline U8x16 sub_sat(U8x16 a, U8x16 b) {
  for (int i = 0; i < 16; ++i) {
    a.lane[i] = a.lane[i] > b.lane[i] ? static_cast<u8>(a.lane[i] - b.lane[i]) : u8{0};
  }
  return a;
}
inline U8x16 bit_or(U8x16 a, U8x16 b) {
  for (int i = 0; i < 16; ++i) a.lane[i] = static_cast<u8>(a.lane[i] | b.lane[i]);
  return a;
}
inline u32 zero_bits(U8x16 a) {
  u32 bits = 0;
  for (int i = 0; i < 16; ++i) bits |= static_cast<u32>(a.lane[i] == 0) << i;
  return bits;
}

}  // namespace scalar

#elif defined(__wasm_simd128__)

namespace wasm {

struct U8x16 {
  v128_t v;

  static U8x16 splat(u8 x) { return {wasm_i8x16_splat(static_cast<signed char>(x))}; }
  static U8x16 load(const u8* p) { return {wasm_v128_load(p)}; }
};

inline U8x16 sub_sat(U8x16 a, U8x16 b) { return {wasm_u8x16_sub_sat(a.v, b.v)}; }
inline U8x16 bit_or(U8x16 a, U8x16 b) { return {wasm_v128_or(a.v, b.v)}; }
inline u32 zero_bits(U8x16 a) {
  return static_cast<u32>(wasm_i8x16_bitmask(wasm_i8x16_eq(a.v, wasm_i32x4_const(0, 0, 0, 0))));
}

}  // namespace wasm

#elif defined(__SSE4_1__)

namespace sse {

struct U8x16 {
  __m128i v;

  static U8x16 splat(u8 x) { return {_mm_set1_epi8(static_cast<char>(x))}; }
  static U8x16 load(const u8* p) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))}; }
};

inline U8x16 sub_sat(U8x16 a, U8x16 b) { return {_mm_subs_epu8(a.v, b.v)}; }
inline U8x16 bit_or(U8x16 a, U8x16 b) { return {_mm_or_si128(a.v, b.v)}; }
inline u32 zero_bits(U8x16 a) {
  return static_cast<u32>(_mm_movemask_epi8(_mm_cmpeq_epi8(a.v, _mm_setzero_si128())));
}

}  // namespace sse

#else

namespace neon {

struct U8x16 {
  uint8x16_t v;

  static U8x16 splat(u8 x) { return {vdupq_n_u8(x)}; }
  static U8x16 load(const u8* p) { return {vld1q_u8(p)}; }
};

inline U8x16 sub_sat(U8x16 a, U8x16 b) { return {vqsubq_u8(a.v, b.v)}; }
inline U8x16 bit_or(U8x16 a, U8x16 b) { return {vorrq_u8(a.v, b.v)}; }
inline u32 zero_bits(U8x16 a) {
  static constexpr u8 kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t zeros = vandq_u8(vceqzq_u8(a.v), vld1q_u8(kBits));
  const u32 low = vaddv_u8(vget_low_u8(zeros));
  return low | static_cast<u32>(vaddv_u8(vget_high_u8(zeros))) << 8;
}

}  // namespace neon

#endif

}  // namespace sapwood::simd
