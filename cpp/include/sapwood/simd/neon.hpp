// NEON back end for 64-bit ARM. f32x4.hpp specifies every operation.
#pragma once

#include <arm_neon.h>

#include <bit>

#include "sapwood/base/types.hpp"
#include "sapwood/simd/compress_table.hpp"

namespace sapwood::simd::neon {

inline constexpr const char* kBackEnd = "neon";

struct F32x4 {
  float32x4_t v;

  static F32x4 zero() { return {vdupq_n_f32(0.0f)}; }
  static F32x4 splat(f32 x) { return {vdupq_n_f32(x)}; }
  static F32x4 set(f32 a, f32 b, f32 c, f32 d) {
    const f32 lanes[4] = {a, b, c, d};
    return load(lanes);
  }
  static F32x4 load(const f32* p) { return {vld1q_f32(p)}; }
  static F32x4 load_aligned(const f32* p) { return {vld1q_f32(p)}; }
  static F32x4 load_half(const f32* p) { return {vcombine_f32(vld1_f32(p), vdup_n_f32(0.0f))}; }
};

struct U32x4 {
  uint32x4_t v;

  static U32x4 splat(u32 x) { return {vdupq_n_u32(x)}; }
  static U32x4 set(u32 a, u32 b, u32 c, u32 d) {
    const u32 lanes[4] = {a, b, c, d};
    return load(lanes);
  }
  static U32x4 load(const u32* p) { return {vld1q_u32(p)}; }
  static U32x4 load_aligned(const u32* p) { return {vld1q_u32(p)}; }
};

struct Mask4 {
  uint32x4_t v;
};

// stores and access to lanes

inline void store(f32* p, F32x4 v) { vst1q_f32(p, v.v); }
inline void store(u32* p, U32x4 v) { vst1q_u32(p, v.v); }
inline void store_aligned(f32* p, F32x4 v) { vst1q_f32(p, v.v); }
inline void store_half(f32* p, F32x4 v) { vst1_f32(p, vget_low_f32(v.v)); }
inline void store_aligned(u32* p, U32x4 v) { vst1q_u32(p, v.v); }

template <int I>
inline f32 get(F32x4 v) {
  static_assert(I >= 0 && I < 4);
  return vgetq_lane_f32(v.v, I);
}
template <int I>
inline u32 get(U32x4 v) {
  static_assert(I >= 0 && I < 4);
  return vgetq_lane_u32(v.v, I);
}

inline U32x4 as_u32(F32x4 v) { return {vreinterpretq_u32_f32(v.v)}; }
inline F32x4 as_f32(U32x4 v) { return {vreinterpretq_f32_u32(v.v)}; }

inline U32x4 add(U32x4 a, U32x4 b) { return {vaddq_u32(a.v, b.v)}; }
inline U32x4 bit_and(U32x4 a, U32x4 b) { return {vandq_u32(a.v, b.v)}; }
inline U32x4 bit_or(U32x4 a, U32x4 b) { return {vorrq_u32(a.v, b.v)}; }
inline U32x4 mul(U32x4 a, U32x4 b) { return {vmulq_u32(a.v, b.v)}; }
inline U32x4 bit_xor(U32x4 a, U32x4 b) { return {veorq_u32(a.v, b.v)}; }

// vshlq shifts to the right if the count is negative.
inline U32x4 shift_left(U32x4 a, u32 n) {
  return {vshlq_u32(a.v, vdupq_n_s32(static_cast<i32>(n & 31u)))};
}
inline U32x4 shift_right(U32x4 a, u32 n) {
  return {vshlq_u32(a.v, vdupq_n_s32(-static_cast<i32>(n & 31u)))};
}
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

inline F32x4 add(F32x4 a, F32x4 b) { return {vaddq_f32(a.v, b.v)}; }
inline F32x4 sub(F32x4 a, F32x4 b) { return {vsubq_f32(a.v, b.v)}; }
inline F32x4 mul(F32x4 a, F32x4 b) { return {vmulq_f32(a.v, b.v)}; }
inline F32x4 div(F32x4 a, F32x4 b) { return {vdivq_f32(a.v, b.v)}; }
// The instructions fmin and fmax are not used, because they propagate NaN and order -0 before +0.
inline F32x4 min(F32x4 a, F32x4 b) { return {vbslq_f32(vcltq_f32(a.v, b.v), a.v, b.v)}; }
inline F32x4 max(F32x4 a, F32x4 b) { return {vbslq_f32(vcgtq_f32(a.v, b.v), a.v, b.v)}; }
inline F32x4 sqrt(F32x4 a) { return {vsqrtq_f32(a.v)}; }
inline F32x4 neg(F32x4 a) { return {vnegq_f32(a.v)}; }
inline F32x4 abs(F32x4 a) { return {vabsq_f32(a.v)}; }

inline Mask4 le(F32x4 a, F32x4 b) { return {vcleq_f32(a.v, b.v)}; }
inline Mask4 lt(F32x4 a, F32x4 b) { return {vcltq_f32(a.v, b.v)}; }
inline Mask4 ge(F32x4 a, F32x4 b) { return {vcgeq_f32(a.v, b.v)}; }
inline Mask4 gt(F32x4 a, F32x4 b) { return {vcgtq_f32(a.v, b.v)}; }
inline Mask4 eq(F32x4 a, F32x4 b) { return {vceqq_f32(a.v, b.v)}; }
inline Mask4 eq(U32x4 a, U32x4 b) { return {vceqq_u32(a.v, b.v)}; }

inline Mask4 first_lanes(u32 n) { return {vcgtq_u32(vdupq_n_u32(n), U32x4::set(0, 1, 2, 3).v)}; }
inline Mask4 mask_and(Mask4 a, Mask4 b) { return {vandq_u32(a.v, b.v)}; }
inline Mask4 mask_or(Mask4 a, Mask4 b) { return {vorrq_u32(a.v, b.v)}; }
inline Mask4 mask_andnot(Mask4 a, Mask4 b) { return {vbicq_u32(a.v, b.v)}; }
inline u32 bits(Mask4 m) { return vaddvq_u32(vandq_u32(m.v, U32x4::set(1, 2, 4, 8).v)); }
inline bool any(Mask4 m) { return vmaxvq_u32(m.v) != 0; }
inline bool all(Mask4 m) { return vminvq_u32(m.v) != 0; }

inline F32x4 select(Mask4 m, F32x4 a, F32x4 b) { return {vbslq_f32(m.v, a.v, b.v)}; }
inline U32x4 select(Mask4 m, U32x4 a, U32x4 b) { return {vbslq_u32(m.v, a.v, b.v)}; }

// Operations across the lanes combine lanes 2 and 3 with lanes 0 and 1, then lane 1 with lane 0.

namespace detail {

inline F32x4 upper_half(F32x4 v) { return {vextq_f32(v.v, v.v, 2)}; }
inline F32x4 lane_1(F32x4 v) { return {vdupq_laneq_f32(v.v, 1)}; }

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

inline F32x4 shift_in(F32x4 a, F32x4 b) { return {vextq_f32(a.v, b.v, 3)}; }

inline void transpose4(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const float32x4_t ab_even = vtrn1q_f32(a.v, b.v);
  const float32x4_t ab_odd = vtrn2q_f32(a.v, b.v);
  const float32x4_t cd_even = vtrn1q_f32(c.v, d.v);
  const float32x4_t cd_odd = vtrn2q_f32(c.v, d.v);
  a.v = vcombine_f32(vget_low_f32(ab_even), vget_low_f32(cd_even));
  b.v = vcombine_f32(vget_low_f32(ab_odd), vget_low_f32(cd_odd));
  c.v = vcombine_f32(vget_high_f32(ab_even), vget_high_f32(cd_even));
  d.v = vcombine_f32(vget_high_f32(ab_odd), vget_high_f32(cd_odd));
}

inline u32 compress_store(u32* out, U32x4 values, u32 mask_bits) {
  const uint8x16_t order = vld1q_u8(reinterpret_cast<const u8*>(kCompressTable.rows[mask_bits]));
  const uint8x16_t packed = vqtbl1q_u8(vreinterpretq_u8_u32(values.v), order);
  store(out, U32x4{vreinterpretq_u32_u8(packed)});
  return static_cast<u32>(std::popcount(mask_bits));
}

}  // namespace sapwood::simd::neon
