// Four boxes side by side, one per SIMD lane (items, not axes): the unit of every linear scan.
//
// Layout: Dim vectors of minima, Dim vectors of maxima; 64 bytes in 2D, 96 in 3D, 16-byte aligned.
// An unused lane holds an inverted box, which no test accepts.
#pragma once

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

inline constexpr u32 kLanes = 4;

template <int Dim>
struct alignas(16) AabbPacket {
  f32 min[Dim][kLanes];
  f32 max[Dim][kLanes];

  void set(u32 lane, const Aabb<Dim>& box) {
    for (int axis = 0; axis < Dim; ++axis) {
      min[axis][lane] = box.min[axis];
      max[axis][lane] = box.max[axis];
    }
  }
  void set_empty(u32 lane) { set(lane, empty_box<Dim>()); }

  Aabb<Dim> get(u32 lane) const {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = min[axis][lane];
      box.max[axis] = max[axis][lane];
    }
    return box;
  }
};
static_assert(sizeof(AabbPacket<2>) == 64 && sizeof(AabbPacket<3>) == 96);

template <int Dim>
AabbPacket<Dim> empty_packet() {
  AabbPacket<Dim> packet;
  for (u32 lane = 0; lane < kLanes; ++lane) packet.set_empty(lane);
  return packet;
}

// One box in all four lanes, ready for repeated tests.
template <int Dim>
struct SplatBox {
  simd::F32x4 min[Dim];
  simd::F32x4 max[Dim];

  explicit SplatBox(const Aabb<Dim>& box) {
    for (int axis = 0; axis < Dim; ++axis) {
      min[axis] = simd::F32x4::splat(box.min[axis]);
      max[axis] = simd::F32x4::splat(box.max[axis]);
    }
  }
};

// Bit i is set when lane i overlaps the box; exact, closed.
template <int Dim>
u32 overlap_bits(const SplatBox<Dim>& box, const AabbPacket<Dim>& packet) {
  using namespace simd;
  Mask4 hit = first_lanes(kLanes);
  for (int axis = 0; axis < Dim; ++axis) {
    hit = mask_and(hit, le(box.min[axis], F32x4::load_aligned(packet.max[axis])));
    hit = mask_and(hit, le(F32x4::load_aligned(packet.min[axis]), box.max[axis]));
  }
  return bits(hit);
}

// Squared distance from a splat point to each lane's box in float32; used for pruning only.
template <int Dim>
simd::F32x4 distance_squared(const simd::F32x4 (&point)[Dim], const AabbPacket<Dim>& packet) {
  using namespace simd;
  F32x4 sum = F32x4::zero();
  for (int axis = 0; axis < Dim; ++axis) {
    const F32x4 below = sub(F32x4::load_aligned(packet.min[axis]), point[axis]);
    const F32x4 above = sub(point[axis], F32x4::load_aligned(packet.max[axis]));
    const F32x4 gap = max(max(below, above), F32x4::zero());
    sum = add(sum, mul(gap, gap));
  }
  return sum;
}

}  // namespace sapwood
