// Four boxes, one per SIMD lane. Layout: Dim vectors of minima, then Dim vectors of maxima. The
// size is 64 bytes in 2D and 96 bytes in 3D, the alignment 16 bytes. An unused lane contains an
// inverted box, which no test accepts.
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

template <int Dim>
u32 used_lanes(const AabbPacket<Dim>& packet) {
  return simd::bits(
      simd::le(simd::F32x4::load_aligned(packet.min[0]), simd::F32x4::load_aligned(packet.max[0])));
}

// Returns a == b for valid boxes, without a branch.
template <int Dim>
bool same_numbers(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  using namespace simd;
  Mask4 same = eq(F32x4::load(a.min), F32x4::load(b.min));
  if constexpr (Dim == 3) same = mask_and(same, eq(F32x4::load(a.min + 2), F32x4::load(b.min + 2)));
  return all(same);
}

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
  SplatBox(const AabbPacket<Dim>& packet, u32 lane) {
    for (int axis = 0; axis < Dim; ++axis) {
      min[axis] = simd::F32x4::splat(packet.min[axis][lane]);
      max[axis] = simd::F32x4::splat(packet.max[axis][lane]);
    }
  }
};

// Returns a mask: bit i is set if lane i overlaps the box. The test is exact; touching boxes
// overlap.
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

// Returns a mask: bit i is set if lane i of `a` overlaps lane i of `b`. The test is exact; touching
// boxes overlap.
template <int Dim>
u32 overlap_bits(const AabbPacket<Dim>& a, const AabbPacket<Dim>& b) {
  using namespace simd;
  Mask4 both = first_lanes(kLanes);
  for (int axis = 0; axis < Dim; ++axis) {
    both = mask_and(both, le(F32x4::load_aligned(a.min[axis]), F32x4::load_aligned(b.max[axis])));
    both = mask_and(both, le(F32x4::load_aligned(b.min[axis]), F32x4::load_aligned(a.max[axis])));
  }
  return bits(both);
}

// Returns a mask: bit i is set if the box contains lane i, or if lane i is unused. The test is
// exact.
template <int Dim>
u32 contained_bits(const SplatBox<Dim>& box, const AabbPacket<Dim>& packet) {
  using namespace simd;
  Mask4 within = first_lanes(kLanes);
  for (int axis = 0; axis < Dim; ++axis) {
    within = mask_and(within, le(box.min[axis], F32x4::load_aligned(packet.min[axis])));
    within = mask_and(within, le(F32x4::load_aligned(packet.max[axis]), box.max[axis]));
  }
  return bits(within);
}

// Returns the squared distance from a point to the box of each lane in float32, for pruning only.
// Each vector of `point` contains one coordinate in all lanes.
template <int Dim>
[[gnu::always_inline]] simd::F32x4 distance_squared(const simd::F32x4 (&point)[Dim],
                                                    const AabbPacket<Dim>& packet) {
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

template <int Dim>
simd::F32x4 farthest_squared(const simd::F32x4 (&point)[Dim], const AabbPacket<Dim>& packet) {
  using namespace simd;
  F32x4 sum = F32x4::zero();
  for (int axis = 0; axis < Dim; ++axis) {
    const F32x4 low = sub(point[axis], F32x4::load_aligned(packet.min[axis]));
    const F32x4 high = sub(F32x4::load_aligned(packet.max[axis]), point[axis]);
    const F32x4 reach = max(low, high);
    sum = add(sum, mul(reach, reach));
  }
  return sum;
}

}  // namespace sapwood
