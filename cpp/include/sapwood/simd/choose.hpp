// Minimum and maximum of two numbers without a branch. V8 compiles WebAssembly's `select` of floats
// as an often mispredicted branch; a lane operation is one instruction. The results equal those of
// min and max of f32x4.hpp: lesser(a, b) = a < b ? a : b, greater(a, b) = a > b ? a : b.
#pragma once

#include "sapwood/base/types.hpp"

#if !defined(SAPWOOD_SIMD_SCALAR) && defined(__wasm_simd128__)
#include <wasm_simd128.h>

namespace sapwood::simd {

inline f32 lesser(f32 a, f32 b) {
  return wasm_f32x4_extract_lane(wasm_f32x4_pmin(wasm_f32x4_splat(b), wasm_f32x4_splat(a)), 0);
}
inline f32 greater(f32 a, f32 b) {
  return wasm_f32x4_extract_lane(wasm_f32x4_pmax(wasm_f32x4_splat(b), wasm_f32x4_splat(a)), 0);
}
inline f64 lesser(f64 a, f64 b) {
  return wasm_f64x2_extract_lane(wasm_f64x2_pmin(wasm_f64x2_splat(b), wasm_f64x2_splat(a)), 0);
}
inline f64 greater(f64 a, f64 b) {
  return wasm_f64x2_extract_lane(wasm_f64x2_pmax(wasm_f64x2_splat(b), wasm_f64x2_splat(a)), 0);
}

}  // namespace sapwood::simd

#elif !defined(SAPWOOD_SIMD_SCALAR) && defined(__SSE4_1__)
#include <immintrin.h>

namespace sapwood::simd {

inline f32 lesser(f32 a, f32 b) { return _mm_cvtss_f32(_mm_min_ss(_mm_set_ss(a), _mm_set_ss(b))); }
inline f32 greater(f32 a, f32 b) { return _mm_cvtss_f32(_mm_max_ss(_mm_set_ss(a), _mm_set_ss(b))); }
inline f64 lesser(f64 a, f64 b) { return _mm_cvtsd_f64(_mm_min_sd(_mm_set_sd(a), _mm_set_sd(b))); }
inline f64 greater(f64 a, f64 b) { return _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(a), _mm_set_sd(b))); }

}  // namespace sapwood::simd

#else

namespace sapwood::simd {

inline f32 lesser(f32 a, f32 b) { return a < b ? a : b; }
inline f32 greater(f32 a, f32 b) { return a > b ? a : b; }
inline f64 lesser(f64 a, f64 b) { return a < b ? a : b; }
inline f64 greater(f64 a, f64 b) { return a > b ? a : b; }

}  // namespace sapwood::simd

#endif
