// Boxes of nodes in lanes, for the sums over areas that insertions consist of.
//
// Here lanes are axes: one box at a time is looked at. Behind a box in a node lie four words more,
// so both loads stay within the node; the lanes behind the axes hold whatever is there and are
// never read. Every value is bit for bit that of unite() and half_area() of geometry/aabb.hpp.
#pragma once

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood::dynamic_tree {

template <int Dim>
struct BoxLanes {
  simd::F32x4 low;   // minima in the first Dim lanes
  simd::F32x4 high;  // maxima in the first Dim lanes

  // Of a box with room for 4 - Dim words behind it.
  static BoxLanes load(const Aabb<Dim>& box) {
    const f32* at = reinterpret_cast<const f32*>(&box);
    return {simd::F32x4::load(at), simd::F32x4::load(at + Dim)};
  }
  static BoxLanes of(const Aabb<Dim>& box) {
    const f32* low = box.min;
    const f32* high = box.max;
    if constexpr (Dim == 3) {
      return {simd::F32x4::set(low[0], low[1], low[2], 0),
              simd::F32x4::set(high[0], high[1], high[2], 0)};
    } else {
      return {simd::F32x4::set(low[0], low[1], 0, 0), simd::F32x4::set(high[0], high[1], 0, 0)};
    }
  }

  friend BoxLanes unite(const BoxLanes& a, const BoxLanes& b) {
    return {simd::min(a.low, b.low), simd::max(a.high, b.high)};
  }
  friend f32 half_area(const BoxLanes& box) {
    const simd::F32x4 extent = simd::sub(box.high, box.low);
    const f32 x = simd::get<0>(extent), y = simd::get<1>(extent);
    if constexpr (Dim == 3) {
      const f32 z = simd::get<2>(extent);
      return x * y + y * z + z * x;
    } else {
      return x + y;
    }
  }
};

// out = unite(a, b), four numbers of the boxes at once; in 3D the middle two twice.
template <int Dim>
void unite_into(const Aabb<Dim>& a, const Aabb<Dim>& b, Aabb<Dim>& out) {
  const f32* first = reinterpret_cast<const f32*>(&a);
  const f32* second = reinterpret_cast<const f32*>(&b);
  f32* to = reinterpret_cast<f32*>(&out);
  const auto half = [&](size_t at, u32 minima) {
    const auto x = simd::F32x4::load(first + at), y = simd::F32x4::load(second + at);
    return simd::select(simd::first_lanes(minima), simd::min(x, y), simd::max(x, y));
  };
  constexpr size_t kRest = 2 * Dim - 4;
  const simd::F32x4 begin = half(0, Dim);
  const simd::F32x4 end = half(kRest, Dim - kRest);
  simd::store(to, begin);
  simd::store(to + kRest, end);
}

}  // namespace sapwood::dynamic_tree
