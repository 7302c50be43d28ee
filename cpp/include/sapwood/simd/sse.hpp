// SSE4.1 back end. f32x4.hpp specifies every operation.
#pragma once

#include <smmintrin.h>

#include <bit>

#include "sapwood/base/types.hpp"
#include "sapwood/simd/compress_table.hpp"

namespace sapwood::simd::sse {

inline constexpr const char* kBackEnd = "sse";

struct F32x4 {
  __m128 v;

  static F32x4 zero() { return {_mm_setzero_ps()}; }
  static F32x4 splat(f32 x) { return {_mm_set1_ps(x)}; }
  static F32x4 set(f32 a, f32 b, f32 c, f32 d) { return {_mm_setr_ps(a, b, c, d)}; }
  static F32x4 load(const f32* p) { return {_mm_loadu_ps(p)}; }
  static F32x4 load_aligned(const f32* p) { return {_mm_load_ps(p)}; }
  static F32x4 load_half(const f32* p) {
    return {_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)))};
  }
};

struct U32x4 {
  __m128i v;

  static U32x4 splat(u32 x) { return {_mm_set1_epi32(static_cast<int>(x))}; }
  static U32x4 set(u32 a, u32 b, u32 c, u32 d) {
    return {_mm_setr_epi32(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c),
                           static_cast<int>(d))};
  }
  static U32x4 load(const u32* p) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))}; }
  static U32x4 load_aligned(const u32* p) {
    return {_mm_load_si128(reinterpret_cast<const __m128i*>(p))};
  }
};

struct Mask4 {
  __m128 v;
};

// stores and access to lanes

inline void store(f32* p, F32x4 v) { _mm_storeu_ps(p, v.v); }
inline void store(u32* p, U32x4 v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v.v); }
inline void store_aligned(f32* p, F32x4 v) { _mm_store_ps(p, v.v); }
inline void store_half(f32* p, F32x4 v) {
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_castps_si128(v.v));
}
inline void store_aligned(u32* p, U32x4 v) { _mm_store_si128(reinterpret_cast<__m128i*>(p), v.v); }

template <int I>
inline f32 get(F32x4 v) {
  static_assert(I >= 0 && I < 4);
  return _mm_cvtss_f32(_mm_shuffle_ps(v.v, v.v, I));
}
template <int I>
inline u32 get(U32x4 v) {
  static_assert(I >= 0 && I < 4);
  return static_cast<u32>(_mm_extract_epi32(v.v, I));
}

inline U32x4 as_u32(F32x4 v) { return {_mm_castps_si128(v.v)}; }
inline F32x4 as_f32(U32x4 v) { return {_mm_castsi128_ps(v.v)}; }

inline U32x4 add(U32x4 a, U32x4 b) { return {_mm_add_epi32(a.v, b.v)}; }
inline U32x4 bit_and(U32x4 a, U32x4 b) { return {_mm_and_si128(a.v, b.v)}; }
inline U32x4 bit_or(U32x4 a, U32x4 b) { return {_mm_or_si128(a.v, b.v)}; }
inline U32x4 mul(U32x4 a, U32x4 b) { return {_mm_mullo_epi32(a.v, b.v)}; }
inline U32x4 bit_xor(U32x4 a, U32x4 b) { return {_mm_xor_si128(a.v, b.v)}; }

template <int N>
inline U32x4 shift_left(U32x4 a) {
  static_assert(N >= 0 && N < 32);
  return {_mm_slli_epi32(a.v, N)};
}
template <int N>
inline U32x4 shift_right(U32x4 a) {
  static_assert(N >= 0 && N < 32);
  return {_mm_srli_epi32(a.v, N)};
}
// The count is taken modulo 32, as in WebAssembly. The instruction alone would return 0 for counts
// over 31.
inline U32x4 shift_left(U32x4 a, u32 n) {
  return {_mm_sll_epi32(a.v, _mm_cvtsi32_si128(static_cast<int>(n & 31u)))};
}
inline U32x4 shift_right(U32x4 a, u32 n) {
  return {_mm_srl_epi32(a.v, _mm_cvtsi32_si128(static_cast<int>(n & 31u)))};
}

inline F32x4 add(F32x4 a, F32x4 b) { return {_mm_add_ps(a.v, b.v)}; }
inline F32x4 sub(F32x4 a, F32x4 b) { return {_mm_sub_ps(a.v, b.v)}; }
inline F32x4 mul(F32x4 a, F32x4 b) { return {_mm_mul_ps(a.v, b.v)}; }
inline F32x4 div(F32x4 a, F32x4 b) { return {_mm_div_ps(a.v, b.v)}; }
// minps and maxps return the second operand for NaN and for equal zeros, as specified.
inline F32x4 min(F32x4 a, F32x4 b) { return {_mm_min_ps(a.v, b.v)}; }
inline F32x4 max(F32x4 a, F32x4 b) { return {_mm_max_ps(a.v, b.v)}; }
inline F32x4 sqrt(F32x4 a) { return {_mm_sqrt_ps(a.v)}; }
inline F32x4 neg(F32x4 a) { return {_mm_xor_ps(a.v, _mm_set1_ps(-0.0f))}; }
inline F32x4 abs(F32x4 a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)}; }

inline Mask4 le(F32x4 a, F32x4 b) { return {_mm_cmple_ps(a.v, b.v)}; }
inline Mask4 lt(F32x4 a, F32x4 b) { return {_mm_cmplt_ps(a.v, b.v)}; }
inline Mask4 ge(F32x4 a, F32x4 b) { return {_mm_cmpge_ps(a.v, b.v)}; }
inline Mask4 gt(F32x4 a, F32x4 b) { return {_mm_cmpgt_ps(a.v, b.v)}; }
inline Mask4 eq(F32x4 a, F32x4 b) { return {_mm_cmpeq_ps(a.v, b.v)}; }
inline Mask4 eq(U32x4 a, U32x4 b) { return {_mm_castsi128_ps(_mm_cmpeq_epi32(a.v, b.v))}; }

inline Mask4 first_lanes(u32 n) {
  // The comparison is signed, so large counts are clamped first.
  const __m128i count = _mm_set1_epi32(static_cast<int>(n < 4 ? n : 4u));
  return {_mm_castsi128_ps(_mm_cmpgt_epi32(count, _mm_setr_epi32(0, 1, 2, 3)))};
}
inline Mask4 mask_and(Mask4 a, Mask4 b) { return {_mm_and_ps(a.v, b.v)}; }
inline Mask4 mask_or(Mask4 a, Mask4 b) { return {_mm_or_ps(a.v, b.v)}; }
inline Mask4 mask_andnot(Mask4 a, Mask4 b) { return {_mm_andnot_ps(b.v, a.v)}; }
inline u32 bits(Mask4 m) { return static_cast<u32>(_mm_movemask_ps(m.v)); }
inline bool any(Mask4 m) { return bits(m) != 0; }
inline bool all(Mask4 m) { return bits(m) == 15u; }

inline F32x4 select(Mask4 m, F32x4 a, F32x4 b) { return {_mm_blendv_ps(b.v, a.v, m.v)}; }
inline U32x4 select(Mask4 m, U32x4 a, U32x4 b) { return as_u32(select(m, as_f32(a), as_f32(b))); }

// Operations across the lanes combine lanes 2 and 3 with lanes 0 and 1, then lane 1 with lane 0.

namespace detail {

inline F32x4 upper_half(F32x4 v) { return {_mm_movehl_ps(v.v, v.v)}; }
inline F32x4 lane_1(F32x4 v) { return {_mm_shuffle_ps(v.v, v.v, 1)}; }

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

inline F32x4 shift_in(F32x4 a, F32x4 b) {
  return {_mm_castsi128_ps(_mm_alignr_epi8(_mm_castps_si128(b.v), _mm_castps_si128(a.v), 12))};
}

inline void transpose4(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  _MM_TRANSPOSE4_PS(a.v, b.v, c.v, d.v);
}

inline u32 compress_store(u32* out, U32x4 values, u32 mask_bits) {
  const __m128i order =
      _mm_load_si128(reinterpret_cast<const __m128i*>(kCompressTable.rows[mask_bits]));
  store(out, U32x4{_mm_shuffle_epi8(values.v, order)});
  return static_cast<u32>(std::popcount(mask_bits));
}

}  // namespace sapwood::simd::sse
