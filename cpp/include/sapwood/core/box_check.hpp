// Which boxes of a flat array are rejected, found a block at a time.
//
// The minima of a box lie in the first Dim lanes of one load and its maxima in those of another;
// the lanes behind them hold what follows in memory and are left out in the end. So the last box
// of the array, which nothing follows, is looked at by itself.
#pragma once

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

// Needs one box more behind the `count` ones.
template <int Dim>
bool all_valid(const Aabb<Dim>* boxes, u32 count) {
  constexpr u32 kAxes = (1u << Dim) - 1;
  const auto least = simd::F32x4::splat(-kMaxCoordinate);
  const auto most = simd::F32x4::splat(kMaxCoordinate);
  simd::Mask4 sound = simd::first_lanes(Dim);
  const f32* at = reinterpret_cast<const f32*>(boxes);
#pragma GCC unroll 4
  for (u32 i = 0; i < count; ++i, at += 2 * Dim) {
    const auto low = simd::F32x4::load(at);
    const auto high = simd::F32x4::load(at + Dim);
    const simd::Mask4 within = simd::mask_and(simd::ge(low, least), simd::le(high, most));
    sound = simd::mask_and(sound, simd::mask_and(within, simd::le(low, high)));
  }
  return simd::bits(sound) == kAxes;
}

// Position of the first box that is_valid() rejects, or `count`.
template <int Dim>
u32 first_invalid(const Aabb<Dim>* boxes, u32 count) {
  constexpr u32 kBlock = 256;
  u32 begin = 0;
  while (begin + 1 < count) {
    const u32 left = count - 1 - begin;
    const u32 block = left < kBlock ? left : kBlock;
    if (!all_valid(boxes + begin, block)) break;
    begin += block;
  }
  while (begin < count && is_valid(boxes[begin])) ++begin;
  return begin;
}

// The same of a caller's boxes, whose infinite sides are clamped.
template <int Dim>
u32 first_refused(Aabb<Dim>* boxes, u32 count) {
  u32 at = first_invalid(boxes, count);
  for (; at < count; ++at) {
    clamp_infinite(boxes[at]);
    if (!is_valid(boxes[at])) break;
  }
  return at;
}

}  // namespace sapwood
