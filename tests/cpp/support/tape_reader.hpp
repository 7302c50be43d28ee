// Turns the bytes of a tape into numbers, boxes and choices. Behind the end all bytes are zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "sapwood/geometry/aabb.hpp"

namespace sapwood::test {

class TapeReader {
 public:
  // The first byte decides what kind of numbers the whole tape uses.
  explicit TapeReader(std::span<const u8> bytes) : bytes_(bytes), kind_(byte() % 6) {}

  bool done() const { return at_ >= bytes_.size(); }
  u8 byte() { return at_ < bytes_.size() ? bytes_[at_++] : u8{0}; }
  // 0 .. bound - 1; bound > 0.
  u32 below(u32 bound) { return (static_cast<u32>(byte()) << 8 | byte()) % bound; }

  f32 coordinate() {
    const f32 step = static_cast<f32>(byte()) - 128;
    switch (kind_) {
      case 0:  // a small lattice: touching and equal boxes are common
        return std::floor(step / 16);
      case 1:
        return step + static_cast<f32>(byte()) / 256;
      case 2:  // many scales
        return std::ldexp(step / 128, static_cast<int>(byte() % 60) - 30);
      case 3:  // neighbours of float32 are two apart
        return 16777216.0f + 2 * std::floor(step / 8);
      case 4:  // denormals
        return std::floor(step / 16) * std::numeric_limits<f32>::denorm_min();
      default:
        return step / 128 * kMaxCoordinate;
    }
  }

  template <int Dim>
  Point<Dim> point() {
    Point<Dim> at;
    for (int axis = 0; axis < Dim; ++axis) at[axis] = coordinate();
    return at;
  }

  template <int Dim>
  Aabb<Dim> box() {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 a = coordinate();
      const f32 b = coordinate();
      box.min[axis] = std::min(a, b);
      box.max[axis] = std::max(a, b);
    }
    return box;
  }

 private:
  std::span<const u8> bytes_;
  size_t at_ = 0;
  u32 kind_;
};

}  // namespace sapwood::test
