// Boxes and numbers of all magnitudes for the tests of the conservative query bounds.
#pragma once

#include <algorithm>
#include <cmath>

#include "sapwood/geometry/aabb_packet.hpp"
#include "support/random.hpp"

namespace sapwood::test {

inline f32 any_coordinate(Random& random) {
  constexpr int kScales[] = {-148, -126, -100, -60, -20, -3, 0, 0, 0, 3, 10, 24, 40, 59};
  if (random.one_in(8)) return 0.0f;
  const f32 digits = random.between(-1, 1);
  return std::ldexp(digits, kScales[random.below(14)]);
}

// Coordinates around a common place with a common size, so that queries have hits.
struct Neighborhood {
  f32 place;
  f32 size;

  explicit Neighborhood(Random& random)
      : place(any_coordinate(random)), size(std::fabs(any_coordinate(random))) {}

  f32 coordinate(Random& random) const {
    const f32 value = place + random.between(-1, 1) * size;
    return std::clamp(value, -kMaxCoordinate, kMaxCoordinate);
  }

  template <int Dim>
  Point<Dim> point(Random& random) const {
    Point<Dim> point;
    for (int axis = 0; axis < Dim; ++axis) point[axis] = coordinate(random);
    return point;
  }

  template <int Dim>
  Aabb<Dim> box(Random& random) const {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 a = coordinate(random);
      const f32 b = random.one_in(5) ? a : coordinate(random);
      box.min[axis] = std::min(a, b);
      box.max[axis] = std::max(a, b);
    }
    return box;
  }
};

// Returns a packet of the box, the node, an empty lane, and the box again.
template <int Dim>
AabbPacket<Dim> packet_of(const Aabb<Dim>& box, const Aabb<Dim>& node) {
  AabbPacket<Dim> packet = empty_packet<Dim>();
  packet.set(0, box);
  packet.set(1, node);
  packet.set(3, box);
  return packet;
}

}  // namespace sapwood::test
