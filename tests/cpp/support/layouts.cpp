#include "support/layouts.hpp"

#include <cmath>
#include <limits>

#include "support/random.hpp"

namespace sapwood::test {

namespace {

template <int Dim>
Aabb<Dim> box_at(const Point<Dim>& min, f32 size) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = min[axis];
    box.max[axis] = min[axis] + size;
  }
  return box;
}

template <int Dim>
Aabb<Dim> random_box(Random& random, f32 min, f32 max, f32 size) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = random.between(min, max);
    box.max[axis] = box.min[axis] + random.between(0, size);
  }
  return box;
}

template <int Dim>
Aabb<Dim> clustered(Random& random) {
  constexpr f32 kCenters[5][3] = {{0, 0, 0}, {40, 5, -9}, {-30, 60, 8}, {7, -50, 33}, {90, 90, 90}};
  const f32(&center)[3] = kCenters[random.below(5)];
  Aabb<Dim> box = random_box<Dim>(random, -2, 2, 1);
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] += center[axis];
    box.max[axis] += center[axis];
  }
  return box;
}

template <int Dim>
Aabb<Dim> grid_cell(u32 i, u32 side) {
  Point<Dim> min;
  for (int axis = 0; axis < Dim; ++axis, i /= side) min[axis] = static_cast<f32>(i % side);
  return box_at(min, 1);
}

template <int Dim>
u32 grid_side(u32 count) {
  u32 side = 1;
  while ((Dim == 3 ? side * side * side : side * side) < count) ++side;
  return side;
}

template <int Dim>
Aabb<Dim> lattice_point(Random& random, u32 side) {
  Point<Dim> at;
  for (int axis = 0; axis < Dim; ++axis) at[axis] = static_cast<f32>(random.below(side));
  return box_at(at, 0);
}

template <int Dim>
Aabb<Dim> in_a_row(u32 i) {
  Point<Dim> min{};
  min[0] = static_cast<f32>(i);
  return box_at(min, 1);
}

template <int Dim>
Aabb<Dim> flat(Random& random) {
  Aabb<Dim> box = random_box<Dim>(random, 0, 50, 3);
  box.min[Dim - 1] = box.max[Dim - 1] = 7;
  return box;
}

template <int Dim>
Aabb<Dim> exponential(Random& random) {
  Aabb<Dim> box;
  const int order = static_cast<int>(random.below(60)) - 30;
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 sign = random.one_in(2) ? -1.0f : 1.0f;
    box.min[axis] = sign * std::ldexp(1.0f + random.unit(), order);
    box.max[axis] = box.min[axis] + std::ldexp(random.unit(), order - 1);
  }
  return box;
}

template <int Dim>
Aabb<Dim> beyond_integers(Random& random) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = 16777216.0f + 2.0f * static_cast<f32>(random.below(24));
    box.max[axis] = box.min[axis] + 2.0f * static_cast<f32>(random.below(3));
  }
  return box;
}

template <int Dim>
Aabb<Dim> tiny(Random& random) {
  constexpr f32 kStep = std::numeric_limits<f32>::denorm_min();
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    const int min = static_cast<int>(random.below(17)) - 8;
    const int max = min + static_cast<int>(random.below(4));
    box.min[axis] = min == 0 && random.one_in(2) ? -0.0f : static_cast<f32>(min) * kStep;
    box.max[axis] = max == 0 && random.one_in(2) ? -0.0f : static_cast<f32>(max) * kStep;
  }
  return box;
}

template <int Dim>
Aabb<Dim> underflowing(Random& random) {
  constexpr f32 kStep = 0x1.1p-75f;
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = kStep * (static_cast<f32>(random.below(17)) - 8);
    box.max[axis] = box.min[axis] + kStep * static_cast<f32>(random.below(2));
  }
  return box;
}

template <int Dim>
Aabb<Dim> huge(Random& random) {
  Aabb<Dim> box = random_box<Dim>(random, -kMaxCoordinate, kMaxCoordinate, 2e17f);
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.max[axis] > kMaxCoordinate || random.one_in(8)) box.max[axis] = kMaxCoordinate;
  }
  return box;
}

template <int Dim>
Aabb<Dim> arrange_one(Layout layout, u32 i, u32 count, Random& random) {
  const f32 spread = std::sqrt(static_cast<f32>(count));
  switch (layout) {
    case Layout::kUniform:
      return random_box<Dim>(random, 0, spread, 2);
    case Layout::kClustered:
      return clustered<Dim>(random);
    case Layout::kTouchingGrid:
      return grid_cell<Dim>(i, grid_side<Dim>(count));
    case Layout::kIdentical:
      return box_at(Point<Dim>{{1, 2}}, 1);
    case Layout::kZeroSize:
      return lattice_point<Dim>(random, grid_side<Dim>(count) + 1);
    case Layout::kCollinear:
      return in_a_row<Dim>(i);
    case Layout::kFlat:
      return flat<Dim>(random);
    case Layout::kGiantAndDust:
      return i == 0 ? box_at(Point<Dim>{}, 1000) : random_box<Dim>(random, 0, 999, 0.01f);
    case Layout::kExponential:
      return exponential<Dim>(random);
    case Layout::kFarAway:
      return random_box<Dim>(random, 1e7f, 1e7f + 40, 3);
    case Layout::kMixedSigns:
      return random_box<Dim>(random, -spread, spread, 3);
    case Layout::kBeyondIntegers:
      return beyond_integers<Dim>(random);
    case Layout::kTiny:
      return tiny<Dim>(random);
    case Layout::kUnderflow:
      return underflowing<Dim>(random);
    case Layout::kHuge:
      return huge<Dim>(random);
  }
  return {};
}

}  // namespace

const char* name_of(Layout layout) {
  constexpr const char* kNames[] = {"uniform",     "clustered", "touching grid", "identical",
                                    "zero size",   "collinear", "flat",          "giant and dust",
                                    "exponential", "far away",  "mixed signs",   "beyond integers",
                                    "tiny",        "underflow", "huge"};
  return kNames[static_cast<int>(layout)];
}

template <int Dim>
std::vector<Aabb<Dim>> arrange(Layout layout, u32 count, u64 seed) {
  Random random(seed * 64 + static_cast<u64>(layout));
  std::vector<Aabb<Dim>> boxes;
  for (u32 i = 0; i < count; ++i) boxes.push_back(arrange_one<Dim>(layout, i, count, random));
  return boxes;
}

template std::vector<Aabb<2>> arrange(Layout, u32, u64);
template std::vector<Aabb<3>> arrange(Layout, u32, u64);

}  // namespace sapwood::test
