// Portable back end. f32x4.hpp specifies every operation. The other back ends are tested against
// this back end, so each function is the plain definition.
#pragma once

#include <bit>
#include <cmath>

#include "sapwood/base/types.hpp"

namespace sapwood::simd::scalar {

inline constexpr const char* kBackEnd = "scalar";

struct alignas(16) F32x4 {
  f32 lane[4];

  static F32x4 zero() { return {{0.0f, 0.0f, 0.0f, 0.0f}}; }
  static F32x4 splat(f32 x) { return {{x, x, x, x}}; }
  static F32x4 set(f32 a, f32 b, f32 c, f32 d) { return {{a, b, c, d}}; }
  static F32x4 load(const f32* p) { return {{p[0], p[1], p[2], p[3]}}; }
  static F32x4 load_aligned(const f32* p) { return load(p); }
  static F32x4 load_half(const f32* p) { return {{p[0], p[1], 0, 0}}; }
};

struct alignas(16) U32x4 {
  u32 lane[4];

  static U32x4 splat(u32 x) { return {{x, x, x, x}}; }
  static U32x4 set(u32 a, u32 b, u32 c, u32 d) { return {{a, b, c, d}}; }
  static U32x4 load(const u32* p) { return {{p[0], p[1], p[2], p[3]}}; }
  static U32x4 load_aligned(const u32* p) { return load(p); }
};

// Bit i is set if lane i is true. The upper 28 bits are 0.
struct Mask4 {
  u32 lanes;
};

namespace detail {

template <typename Op>
inline F32x4 each(F32x4 a, F32x4 b, Op op) {
  return {{op(a.lane[0], b.lane[0]), op(a.lane[1], b.lane[1]), op(a.lane[2], b.lane[2]),
           op(a.lane[3], b.lane[3])}};
}

template <typename Op>
inline U32x4 each(U32x4 a, U32x4 b, Op op) {
  return {{op(a.lane[0], b.lane[0]), op(a.lane[1], b.lane[1]), op(a.lane[2], b.lane[2]),
           op(a.lane[3], b.lane[3])}};
}

template <typename Lanes, typename Op>
inline Mask4 compare(Lanes a, Lanes b, Op op) {
  Mask4 mask{0};
  for (int i = 0; i < 4; ++i) mask.lanes |= static_cast<u32>(op(a.lane[i], b.lane[i])) << i;
  return mask;
}

template <typename Op>
inline f32 reduce(F32x4 v, Op op) {
  return op(op(v.lane[0], v.lane[2]), op(v.lane[1], v.lane[3]));
}

}  // namespace detail

// stores and access to lanes

inline void store(f32* p, F32x4 v) {
  for (int i = 0; i < 4; ++i) p[i] = v.lane[i];
}
inline void store(u32* p, U32x4 v) {
  for (int i = 0; i < 4; ++i) p[i] = v.lane[i];
}
inline void store_aligned(f32* p, F32x4 v) { store(p, v); }
inline void store_half(f32* p, F32x4 v) {
  for (int i = 0; i < 2; ++i) p[i] = v.lane[i];
}
inline void store_aligned(u32* p, U32x4 v) { store(p, v); }

template <int I>
inline f32 get(F32x4 v) {
  static_assert(I >= 0 && I < 4);
  return v.lane[I];
}
template <int I>
inline u32 get(U32x4 v) {
  static_assert(I >= 0 && I < 4);
  return v.lane[I];
}

inline U32x4 as_u32(F32x4 v) { return std::bit_cast<U32x4>(v); }
inline F32x4 as_f32(U32x4 v) { return std::bit_cast<F32x4>(v); }

inline U32x4 add(U32x4 a, U32x4 b) {
  return detail::each(a, b, [](u32 x, u32 y) { return x + y; });
}
inline U32x4 bit_and(U32x4 a, U32x4 b) {
  return detail::each(a, b, [](u32 x, u32 y) { return x & y; });
}
inline U32x4 bit_or(U32x4 a, U32x4 b) {
  return detail::each(a, b, [](u32 x, u32 y) { return x | y; });
}
inline U32x4 mul(U32x4 a, U32x4 b) {
  return detail::each(a, b, [](u32 x, u32 y) { return x * y; });
}
inline U32x4 bit_xor(U32x4 a, U32x4 b) {
  return detail::each(a, b, [](u32 x, u32 y) { return x ^ y; });
}
inline U32x4 shift_left(U32x4 a, u32 n) {
  return detail::each(a, U32x4::splat(n & 31u), [](u32 x, u32 y) { return x << y; });
}
inline U32x4 shift_right(U32x4 a, u32 n) {
  return detail::each(a, U32x4::splat(n & 31u), [](u32 x, u32 y) { return x >> y; });
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

inline F32x4 add(F32x4 a, F32x4 b) {
  return detail::each(a, b, [](f32 x, f32 y) { return x + y; });
}
inline F32x4 sub(F32x4 a, F32x4 b) {
  return detail::each(a, b, [](f32 x, f32 y) { return x - y; });
}
inline F32x4 mul(F32x4 a, F32x4 b) {
  return detail::each(a, b, [](f32 x, f32 y) { return x * y; });
}
inline F32x4 div(F32x4 a, F32x4 b) {
  return detail::each(a, b, [](f32 x, f32 y) { return x / y; });
}
inline F32x4 min(F32x4 a, F32x4 b) {
  return detail::each(a, b, [](f32 x, f32 y) { return x < y ? x : y; });
}
inline F32x4 max(F32x4 a, F32x4 b) {
  return detail::each(a, b, [](f32 x, f32 y) { return x > y ? x : y; });
}
inline F32x4 sqrt(F32x4 a) {
  return {{std::sqrt(a.lane[0]), std::sqrt(a.lane[1]), std::sqrt(a.lane[2]), std::sqrt(a.lane[3])}};
}
inline F32x4 neg(F32x4 a) { return as_f32(bit_xor(as_u32(a), U32x4::splat(0x80000000u))); }
inline F32x4 abs(F32x4 a) { return as_f32(bit_and(as_u32(a), U32x4::splat(0x7fffffffu))); }

inline Mask4 le(F32x4 a, F32x4 b) {
  return detail::compare(a, b, [](f32 x, f32 y) { return x <= y; });
}
inline Mask4 lt(F32x4 a, F32x4 b) {
  return detail::compare(a, b, [](f32 x, f32 y) { return x < y; });
}
inline Mask4 ge(F32x4 a, F32x4 b) {
  return detail::compare(a, b, [](f32 x, f32 y) { return x >= y; });
}
inline Mask4 gt(F32x4 a, F32x4 b) {
  return detail::compare(a, b, [](f32 x, f32 y) { return x > y; });
}
inline Mask4 eq(F32x4 a, F32x4 b) {
  return detail::compare(a, b, [](f32 x, f32 y) { return x == y; });
}
inline Mask4 eq(U32x4 a, U32x4 b) {
  return detail::compare(a, b, [](u32 x, u32 y) { return x == y; });
}

inline Mask4 first_lanes(u32 n) { return {n >= 4 ? 15u : (1u << n) - 1u}; }
inline Mask4 mask_and(Mask4 a, Mask4 b) { return {a.lanes & b.lanes}; }
inline Mask4 mask_or(Mask4 a, Mask4 b) { return {a.lanes | b.lanes}; }
inline Mask4 mask_andnot(Mask4 a, Mask4 b) { return {a.lanes & ~b.lanes}; }
inline bool any(Mask4 m) { return m.lanes != 0; }
inline bool all(Mask4 m) { return m.lanes == 15u; }
inline u32 bits(Mask4 m) { return m.lanes; }

inline F32x4 select(Mask4 m, F32x4 a, F32x4 b) {
  for (u32 i = 0; i < 4; ++i) a.lane[i] = ((m.lanes >> i) & 1u) != 0 ? a.lane[i] : b.lane[i];
  return a;
}
inline U32x4 select(Mask4 m, U32x4 a, U32x4 b) {
  for (u32 i = 0; i < 4; ++i) a.lane[i] = ((m.lanes >> i) & 1u) != 0 ? a.lane[i] : b.lane[i];
  return a;
}

// operations across the lanes

inline f32 reduce_add(F32x4 v) {
  return detail::reduce(v, [](f32 x, f32 y) { return x + y; });
}
inline f32 reduce_min(F32x4 v) {
  return detail::reduce(v, [](f32 x, f32 y) { return x < y ? x : y; });
}
inline f32 reduce_max(F32x4 v) {
  return detail::reduce(v, [](f32 x, f32 y) { return x > y ? x : y; });
}

inline F32x4 shift_in(F32x4 a, F32x4 b) { return {{a.lane[3], b.lane[0], b.lane[1], b.lane[2]}}; }

inline void transpose4(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const F32x4 rows[4] = {a, b, c, d};
  F32x4* const columns[4] = {&a, &b, &c, &d};
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) columns[column]->lane[row] = rows[row].lane[column];
  }
}

inline u32 compress_store(u32* out, U32x4 values, u32 mask_bits) {
  U32x4 packed = U32x4::splat(0);
  u32 count = 0;
  for (u32 i = 0; i < 4; ++i) {
    if (((mask_bits >> i) & 1u) != 0) packed.lane[count++] = values.lane[i];
  }
  store(out, packed);
  return count;
}

}  // namespace sapwood::simd::scalar
