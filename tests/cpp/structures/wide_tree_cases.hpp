// Shared code of the tests of the wide tree.
#pragma once

#include "sapwood/structures/bvh/wide_tree/wide_tree.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {

using Strings = std::vector<std::string>;
using WideBuild = WideTreeOptions::Build;

inline constexpr WideBuild kWideBuilds[] = {WideBuild::kMorton, WideBuild::kHilbert,
                                            WideBuild::kQuality};

template <int Dim>
WideTree<Dim> wide_tree_of(const Boxes<Dim>& boxes, WideBuild method = WideBuild::kHilbert) {
  WideTree<Dim> tree(WideTreeOptions{method});
  EXPECT_TRUE(build(tree, boxes).ok());
  return tree;
}

// Returns boxes with sides of about 1, and with a density of one box per two units of volume.
template <int Dim>
Boxes<Dim> crowd(u32 count, u64 seed) {
  Random random(seed);
  const f32 side = std::pow(2 * static_cast<f32>(count), 1.0f / Dim);
  Boxes<Dim> boxes(count);
  for (Aabb<Dim>& box : boxes) {
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = random.between(0, side);
      box.max[axis] = box.min[axis] + random.between(0.5f, 1.5f);
    }
  }
  return boxes;
}

template <int Dim>
Aabb<Dim> everything() {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = -kMaxCoordinate;
    box.max[axis] = kMaxCoordinate;
  }
  return box;
}

template <int Dim>
Boxes<Dim> clustered_boxes(u32 count, u64 seed) {
  Random random(seed);
  Boxes<Dim> boxes(count);
  Point<Dim> center{};
  for (u32 i = 0; i < count; ++i) {
    const f32 size = i % 100 == 0 ? 5.0f : 0.5f;
    for (int axis = 0; axis < Dim; ++axis) {
      if (i % 100 == 0) center[axis] = random.between(0, 200);
      boxes[i].min[axis] = center[axis] + random.between(-4, 4);
      boxes[i].max[axis] = boxes[i].min[axis] + size;
    }
  }
  return boxes;
}

template <int Dim>
Boxes<Dim> boxes_in(const WideTree<Dim>& tree) {
  const auto& items = tree.items();
  Boxes<Dim> boxes;
  for (Id id = items.first(); id != kNone; id = items.next(id)) boxes.push_back(items.box(id));
  return boxes;
}

}  // namespace sapwood::test
