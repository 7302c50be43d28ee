// Operations on whole packets of four boxes: gather, compare, unite, measure.
#pragma once

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

template <int Dim>
void gather(const Aabb<Dim>* const (&from)[kLanes], AabbPacket<Dim>& to) {
  using namespace simd;
  F32x4 a = F32x4::load(from[0]->min), b = F32x4::load(from[1]->min);
  F32x4 c = F32x4::load(from[2]->min), d = F32x4::load(from[3]->min);
  transpose4(a, b, c, d);
  store_aligned(to.min[0], a);
  store_aligned(to.min[1], b);
  if constexpr (Dim == 2) {
    // a box is one vector: minima, then maxima
    store_aligned(to.max[0], c);
    store_aligned(to.max[1], d);
  } else {
    // a box is two overlapping vectors: the first starts at the minima, the second ends at the
    // maxima
    store_aligned(to.min[2], c);
    store_aligned(to.max[0], d);
    a = F32x4::load(from[0]->min + 2), b = F32x4::load(from[1]->min + 2);
    c = F32x4::load(from[2]->min + 2), d = F32x4::load(from[3]->min + 2);
    transpose4(a, b, c, d);
    store_aligned(to.max[1], c);
    store_aligned(to.max[2], d);
  }
}

// Returns the sum of half_area() over all boxes. The area of an empty box is 0.
template <int Dim>
f64 lane_area(const AabbPacket<Dim>& packet) {
  using namespace simd;
  F32x4 extent[Dim];
  for (int axis = 0; axis < Dim; ++axis) {
    extent[axis] =
        max(sub(F32x4::load_aligned(packet.max[axis]), F32x4::load_aligned(packet.min[axis])),
            F32x4::zero());
  }
  if constexpr (Dim == 2) return reduce_add(add(extent[0], extent[1]));
  if constexpr (Dim == 3) {
    const F32x4 sides = mul(extent[2], add(extent[0], extent[1]));
    return reduce_add(add(mul(extent[0], extent[1]), sides));
  }
}

// Returns a mask: bit i is set if the boxes in lane i are not equal. Two empty boxes are equal.
template <int Dim>
u32 differing_lanes(const AabbPacket<Dim>& a, const AabbPacket<Dim>& b) {
  using namespace simd;
  Mask4 same = first_lanes(kLanes);
  for (int axis = 0; axis < Dim; ++axis) {
    same = mask_and(same, eq(F32x4::load_aligned(a.min[axis]), F32x4::load_aligned(b.min[axis])));
    same = mask_and(same, eq(F32x4::load_aligned(a.max[axis]), F32x4::load_aligned(b.max[axis])));
  }
  return ~bits(same) & 0xFu;
}

template <int Dim>
void unite_packets(const AabbPacket<Dim>* const (&from)[kLanes], AabbPacket<Dim>& to) {
  using namespace simd;
  for (int axis = 0; axis < Dim; ++axis) {
    F32x4 a = F32x4::load_aligned(from[0]->min[axis]), b = F32x4::load_aligned(from[1]->min[axis]);
    F32x4 c = F32x4::load_aligned(from[2]->min[axis]), d = F32x4::load_aligned(from[3]->min[axis]);
    transpose4(a, b, c, d);
    store_aligned(to.min[axis], min(min(a, c), min(b, d)));
    a = F32x4::load_aligned(from[0]->max[axis]), b = F32x4::load_aligned(from[1]->max[axis]);
    c = F32x4::load_aligned(from[2]->max[axis]), d = F32x4::load_aligned(from[3]->max[axis]);
    transpose4(a, b, c, d);
    store_aligned(to.max[axis], max(max(a, c), max(b, d)));
  }
}

template <int Dim>
Aabb<Dim> united(const AabbPacket<Dim>& packet) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = simd::reduce_min(simd::F32x4::load_aligned(packet.min[axis]));
    box.max[axis] = simd::reduce_max(simd::F32x4::load_aligned(packet.max[axis]));
  }
  return box;
}

}  // namespace sapwood
