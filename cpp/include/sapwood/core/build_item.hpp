// Item of a bulk build, and bounds of a set of such items. Both types consist of two vectors of
// four floats, the minimum and the maximum corner. Adding a box to the bounds takes one vector
// minimum and one vector maximum.
#pragma once

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

// Lanes 0 .. Dim - 1 contain the box; in 2D, lane 2 is 0. Lane 3 of each vector contains half of
// the id, 16 bits, converted to a float. The conversion is exact and, unlike the raw bits of the
// id, never yields a denormal float.
struct alignas(16) BuildItem {
  f32 low[4];
  f32 high[4];

  template <int Dim>
  static BuildItem of(Id id, const Aabb<Dim>& box) {
    BuildItem item{};
    for (int axis = 0; axis < Dim; ++axis) {
      item.low[axis] = box.min[axis];
      item.high[axis] = box.max[axis];
    }
    item.set_id(id);
    return item;
  }

  Id id() const { return static_cast<u32>(low[3]) | static_cast<u32>(high[3]) << 16; }
  void set_id(Id id) {
    low[3] = static_cast<f32>(id & 0xFFFFu);
    high[3] = static_cast<f32>(id >> 16);
  }
  template <int Dim>
  Aabb<Dim> box() const {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = low[axis];
      box.max[axis] = high[axis];
    }
    return box;
  }
  simd::F32x4 low4() const { return simd::F32x4::load_aligned(low); }
  simd::F32x4 high4() const { return simd::F32x4::load_aligned(high); }
  // Returns twice the center of the box. Doubled centers have the same order as centers and need no
  // multiplication by 0.5.
  simd::F32x4 center4() const { return simd::add(low4(), high4()); }
};
static_assert(sizeof(BuildItem) == 32);

struct BuildBounds {
  simd::F32x4 low = simd::F32x4::splat(HUGE_VALF);
  simd::F32x4 high = simd::F32x4::splat(-HUGE_VALF);

  void add(simd::F32x4 more_low, simd::F32x4 more_high) {
    low = simd::min(more_low, low);
    high = simd::max(more_high, high);
  }
  template <int Dim>
  Aabb<Dim> box() const {
    alignas(16) f32 least[4];
    alignas(16) f32 most[4];
    simd::store_aligned(least, low);
    simd::store_aligned(most, high);
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = least[axis];
      box.max[axis] = most[axis];
    }
    return box;
  }
  template <int Dim>
  f64 area() const {
    alignas(16) f32 extent[4];
    simd::store_aligned(extent, simd::sub(high, low));
    Aabb<Dim> box{};
    for (int axis = 0; axis < Dim; ++axis) box.max[axis] = extent[axis];
    return half_area(box);
  }
};

}  // namespace sapwood
