// WebAssembly SIMD (128 bit) back end. f32x4.hpp specifies every operation.
#pragma once

#include <wasm_simd128.h>

#include <bit>

#include "sapwood/base/types.hpp"
#include "sapwood/simd/compress_table.hpp"

namespace sapwood::simd::wasm {

inline constexpr const char* kBackEnd = "wasm";

struct F32x4 {
  v128_t v;

  static F32x4 zero() { return {wasm_f32x4_const(0.0f, 0.0f, 0.0f, 0.0f)}; }
  static F32x4 splat(f32 x) { return {wasm_f32x4_splat(x)}; }
  static F32x4 set(f32 a, f32 b, f32 c, f32 d) { return {wasm_f32x4_make(a, b, c, d)}; }
  static F32x4 load(const f32* p) { return {wasm_v128_load(p)}; }
  // Alignment is only a hint in WebAssembly, so this function uses the same instruction as load()
  // and is equally fast.
  static F32x4 load_aligned(const f32* p) { return {wasm_v128_load(p)}; }
  static F32x4 load_half(const f32* p) { return {wasm_v128_load64_zero(p)}; }
};

struct U32x4 {
  v128_t v;

  static U32x4 splat(u32 x) { return {wasm_i32x4_splat(static_cast<i32>(x))}; }
  static U32x4 set(u32 a, u32 b, u32 c, u32 d) {
    return {wasm_i32x4_make(static_cast<i32>(a), static_cast<i32>(b), static_cast<i32>(c),
                            static_cast<i32>(d))};
  }
  static U32x4 load(const u32* p) { return {wasm_v128_load(p)}; }
  static U32x4 load_aligned(const u32* p) { return {wasm_v128_load(p)}; }
};

struct Mask4 {
  v128_t v;
};

// stores and access to lanes

inline void store(f32* p, F32x4 v) { wasm_v128_store(p, v.v); }
inline void store(u32* p, U32x4 v) { wasm_v128_store(p, v.v); }
inline void store_aligned(f32* p, F32x4 v) { wasm_v128_store(p, v.v); }
inline void store_half(f32* p, F32x4 v) { wasm_v128_store64_lane(p, v.v, 0); }
inline void store_aligned(u32* p, U32x4 v) { wasm_v128_store(p, v.v); }

template <int I>
inline f32 get(F32x4 v) {
  static_assert(I >= 0 && I < 4);
  return wasm_f32x4_extract_lane(v.v, I);
}
template <int I>
inline u32 get(U32x4 v) {
  static_assert(I >= 0 && I < 4);
  return static_cast<u32>(wasm_i32x4_extract_lane(v.v, I));
}

inline U32x4 as_u32(F32x4 v) { return {v.v}; }
inline F32x4 as_f32(U32x4 v) { return {v.v}; }

inline U32x4 add(U32x4 a, U32x4 b) { return {wasm_i32x4_add(a.v, b.v)}; }
inline U32x4 bit_and(U32x4 a, U32x4 b) { return {wasm_v128_and(a.v, b.v)}; }
inline U32x4 bit_or(U32x4 a, U32x4 b) { return {wasm_v128_or(a.v, b.v)}; }
inline U32x4 mul(U32x4 a, U32x4 b) { return {wasm_i32x4_mul(a.v, b.v)}; }
inline U32x4 bit_xor(U32x4 a, U32x4 b) { return {wasm_v128_xor(a.v, b.v)}; }

// The instruction takes the count modulo 32, but the functions in some versions of wasm_simd128.h
// do not, so the count is masked here.
inline U32x4 shift_left(U32x4 a, u32 n) { return {wasm_i32x4_shl(a.v, n & 31u)}; }
inline U32x4 shift_right(U32x4 a, u32 n) { return {wasm_u32x4_shr(a.v, n & 31u)}; }
template <int N>
inline U32x4 shift_left(U32x4 a) {
  static_assert(N >= 0 && N < 32);
  return shift_left(a, N);
}
template <int N>
inline U32x4 shift_right(U32x4 a) {
  static_assert(N >= 0 && N < 32);
  return shift_right(a, N);
}

inline F32x4 add(F32x4 a, F32x4 b) { return {wasm_f32x4_add(a.v, b.v)}; }
inline F32x4 sub(F32x4 a, F32x4 b) { return {wasm_f32x4_sub(a.v, b.v)}; }
inline F32x4 mul(F32x4 a, F32x4 b) { return {wasm_f32x4_mul(a.v, b.v)}; }
inline F32x4 div(F32x4 a, F32x4 b) { return {wasm_f32x4_div(a.v, b.v)}; }
// pmin(x, y) is y < x ? y : x and pmax(x, y) is x < y ? y : x, so the operands are swapped. The
// instructions f32x4.min and f32x4.max are not used, because they propagate NaN, order the zeros,
// and are slower on x86.
inline F32x4 min(F32x4 a, F32x4 b) { return {wasm_f32x4_pmin(b.v, a.v)}; }
inline F32x4 max(F32x4 a, F32x4 b) { return {wasm_f32x4_pmax(b.v, a.v)}; }
inline F32x4 sqrt(F32x4 a) { return {wasm_f32x4_sqrt(a.v)}; }
inline F32x4 neg(F32x4 a) { return {wasm_f32x4_neg(a.v)}; }
inline F32x4 abs(F32x4 a) { return {wasm_f32x4_abs(a.v)}; }

inline Mask4 le(F32x4 a, F32x4 b) { return {wasm_f32x4_le(a.v, b.v)}; }
inline Mask4 lt(F32x4 a, F32x4 b) { return {wasm_f32x4_lt(a.v, b.v)}; }
inline Mask4 ge(F32x4 a, F32x4 b) { return {wasm_f32x4_ge(a.v, b.v)}; }
inline Mask4 gt(F32x4 a, F32x4 b) { return {wasm_f32x4_gt(a.v, b.v)}; }
inline Mask4 eq(F32x4 a, F32x4 b) { return {wasm_f32x4_eq(a.v, b.v)}; }
inline Mask4 eq(U32x4 a, U32x4 b) { return {wasm_i32x4_eq(a.v, b.v)}; }

inline Mask4 first_lanes(u32 n) {
  return {wasm_u32x4_gt(wasm_i32x4_splat(static_cast<i32>(n)), wasm_i32x4_const(0, 1, 2, 3))};
}
inline Mask4 mask_and(Mask4 a, Mask4 b) { return {wasm_v128_and(a.v, b.v)}; }
inline Mask4 mask_or(Mask4 a, Mask4 b) { return {wasm_v128_or(a.v, b.v)}; }
inline Mask4 mask_andnot(Mask4 a, Mask4 b) { return {wasm_v128_andnot(a.v, b.v)}; }
inline u32 bits(Mask4 m) { return static_cast<u32>(wasm_i32x4_bitmask(m.v)); }
inline bool any(Mask4 m) { return wasm_v128_any_true(m.v); }
inline bool all(Mask4 m) { return wasm_i32x4_all_true(m.v); }

inline F32x4 select(Mask4 m, F32x4 a, F32x4 b) { return {wasm_v128_bitselect(a.v, b.v, m.v)}; }
inline U32x4 select(Mask4 m, U32x4 a, U32x4 b) { return {wasm_v128_bitselect(a.v, b.v, m.v)}; }

// Operations across the lanes combine lanes 2 and 3 with lanes 0 and 1, then lane 1 with lane 0.

namespace detail {

inline F32x4 upper_half(F32x4 v) { return {wasm_i32x4_shuffle(v.v, v.v, 2, 3, 2, 3)}; }
inline F32x4 lane_1(F32x4 v) { return {wasm_i32x4_shuffle(v.v, v.v, 1, 1, 1, 1)}; }

}  // namespace detail

inline f32 reduce_add(F32x4 v) {
  const F32x4 halves = add(v, detail::upper_half(v));
  return get<0>(add(halves, detail::lane_1(halves)));
}
inline f32 reduce_min(F32x4 v) {
  const F32x4 halves = min(v, detail::upper_half(v));
  return get<0>(min(halves, detail::lane_1(halves)));
}
inline f32 reduce_max(F32x4 v) {
  const F32x4 halves = max(v, detail::upper_half(v));
  return get<0>(max(halves, detail::lane_1(halves)));
}

inline F32x4 shift_in(F32x4 a, F32x4 b) { return {wasm_i32x4_shuffle(a.v, b.v, 3, 4, 5, 6)}; }

inline void transpose4(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const v128_t ab_low = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5);
  const v128_t ab_high = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t cd_low = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5);
  const v128_t cd_high = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a.v = wasm_i64x2_shuffle(ab_low, cd_low, 0, 2);
  b.v = wasm_i64x2_shuffle(ab_low, cd_low, 1, 3);
  c.v = wasm_i64x2_shuffle(ab_high, cd_high, 0, 2);
  d.v = wasm_i64x2_shuffle(ab_high, cd_high, 1, 3);
}

inline u32 compress_store(u32* out, U32x4 values, u32 mask_bits) {
  const v128_t order = wasm_v128_load(kCompressTable.rows[mask_bits]);
  store(out, U32x4{wasm_i8x16_swizzle(values.v, order)});
  return static_cast<u32>(std::popcount(mask_bits));
}

}  // namespace sapwood::simd::wasm
