// Four 32-bit lanes: the specification of the four back ends, and the selection of one of them.
//
// Lanes are items, not axes: four boxes, four rays or four children at once, so that no lane is
// unused in 2D. Intrinsics are used only in this folder. Every back end defines the same functions
// with the same results, bit for bit. Tests compare each back end with the scalar back end.
//
//   F32x4   four floats         16 bytes, aligned to 16, lane 0 first in memory
//   U32x4   four unsigned ints  16 bytes, aligned to 16, lane 0 first in memory
//   Mask4   four booleans       size differs between back ends: only for local variables
//
// Notation: r[i] is lane i of the result, i = 0..3. Conditions named below are not checked.
//
//   construction of F32x4                         construction of U32x4
//     F32x4::zero()             r[i] = +0
//     F32x4::splat(x)           r[i] = x            U32x4::splat(x)
//     F32x4::set(a, b, c, d)    r = {a, b, c, d}    U32x4::set(a, b, c, d)
//     F32x4::load(p)            r[i] = p[i]         U32x4::load(p)           any address
//     F32x4::load_aligned(p)    r[i] = p[i]         U32x4::load_aligned(p)   p multiple of 16 bytes
//     F32x4::load_half(p)       r = {p[0], p[1], +0, +0}
//
//   stores and access to lanes (F32x4 and U32x4)
//     store(p, v)               p[i] = v[i]         any address
//     store_aligned(p, v)       p[i] = v[i]         p multiple of 16 bytes
//     store_half(p, v)          p[0] = v[0], p[1] = v[1]; F32x4 only, any address
//     get<I>(v)                 v[I]
//
//   arithmetic on F32x4, IEEE 754 single precision, round to nearest, denormals kept
//     add(a, b) sub(a, b) mul(a, b) div(a, b)       sqrt(a)
//     min(a, b)                 a[i] < b[i] ? a[i] : b[i]
//     max(a, b)                 a[i] > b[i] ? a[i] : b[i]
//     neg(a) abs(a)             sign bit flipped, sign bit cleared (of a NaN too)
//   So min and max return b[i] where either lane is a NaN or both are zeros. A running bound that
//   is passed as b does not become NaN. As in WebAssembly, the sign and payload of a NaN that is
//   the result of add, sub, mul, div or sqrt are unspecified. All other operations preserve the
//   bits of a NaN. There is no fused multiply-add: the build sets -ffp-contract=off.
//
//   comparison of F32x4 -> Mask4, false where either lane is a NaN; -0 equals +0
//     le(a, b) lt(a, b) ge(a, b) gt(a, b) eq(a, b)
//
//   Mask4
//     first_lanes(n)            lane i is true where i < n; all four for n >= 4
//     mask_and(a, b)  mask_or(a, b)
//     mask_andnot(a, b)         a and not b (operands in this order, unlike _mm_andnot_ps)
//     any(m) all(m)             bool
//     bits(m)                   u32 0..15, bit i = lane i
//     select(m, a, b)           m[i] ? a[i] : b[i], for F32x4 and U32x4
//
//   operations across the lanes of F32x4, in a fixed order, so that sums do not depend on the back
//   end
//     reduce_add(v)             (v[0] + v[2]) + (v[1] + v[3])
//     reduce_min(v)             min(min(v[0], v[2]), min(v[1], v[3])), min as above
//     reduce_max(v)             max(max(v[0], v[2]), max(v[1], v[3])), max as above
//     transpose4(a, b, c, d)    in place: rows become columns, so a = {a[0], b[0], c[0], d[0]}
//     shift_in(a, b)            {a[3], b[0], b[1], b[2]}: the lanes of b move up by one
//
//   U32x4, modulo 2^32
//     add(a, b)  mul(a, b)  bit_and(a, b)  bit_or(a, b)  bit_xor(a, b)
//     shift_left<N>(a) shift_right<N>(a)            N = 0..31; right shifts bring in zeros
//     shift_left(a, n) shift_right(a, n)            by n mod 32
//     eq(a, b)                  -> Mask4
//     as_u32(F32x4)  as_f32(U32x4)                  same 128 bits under the other type
//     compress_store(out, v, m) m = 0..15 as from bits(): writes the lanes whose bit is set, in
//                               ascending lane order, then zeros; returns their number. It always
//                               writes four values: `out` must have room for 4.
//
//   kBackEnd                    "scalar", "sse", "neon" or "wasm", for reports
#pragma once

#if defined(SAPWOOD_SIMD_SCALAR)
#define SAPWOOD_SIMD_BACK_END scalar
#include "sapwood/simd/scalar.hpp"
#elif defined(__wasm_simd128__)
#define SAPWOOD_SIMD_BACK_END wasm
#include "sapwood/simd/wasm.hpp"
#elif defined(__SSE4_1__)
#define SAPWOOD_SIMD_BACK_END sse
#include "sapwood/simd/sse.hpp"
#elif defined(__aarch64__)
#define SAPWOOD_SIMD_BACK_END neon
#include "sapwood/simd/neon.hpp"
#else
#define SAPWOOD_SIMD_BACK_END scalar
#include "sapwood/simd/scalar.hpp"
#endif

namespace sapwood::simd {

// Types of different back ends have different names. Object files built with and without
// SAPWOOD_SIMD_SCALAR therefore fail to link instead of being mixed, and a test can use two back
// ends at once.
using namespace SAPWOOD_SIMD_BACK_END;

static_assert(sizeof(F32x4) == 16 && alignof(F32x4) == 16);
static_assert(sizeof(U32x4) == 16 && alignof(U32x4) == 16);

}  // namespace sapwood::simd

#undef SAPWOOD_SIMD_BACK_END
