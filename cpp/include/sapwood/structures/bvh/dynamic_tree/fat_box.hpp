// Fat boxes: what the tree stores for an item, so that small moves leave the tree alone.
//
// The exact box grows by the margin on every side and by `prediction` displacements on the side
// that the item moves to (Catto, Box2D 2.4). A stored box is kept while it contains the exact box
// and is no more than 4 margins larger than a new one would be, so that an item which stopped
// gets a small box at its next move.
#pragma once

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/structures/bvh/dynamic_tree/options.hpp"

namespace sapwood::dynamic_tree {

// Farthest that a fat box reaches: the largest coordinate and the largest margin. Its areas are
// finite in float32.
inline constexpr f32 kFarthest = 2 * kMaxCoordinate;

// Exact in float32 where no side is clamped to kFarthest. The sums turn -0 into +0.
template <int Dim>
[[gnu::always_inline]] inline Aabb<Dim> fatten(const Aabb<Dim>& box, const Point<Dim>& displacement,
                                               const DynamicTreeOptions& options) {
  Aabb<Dim> fat = expand(box, options.margin);
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 ahead = options.prediction * displacement[axis];
    if (ahead < 0) fat.min[axis] += ahead;
    if (ahead > 0) fat.max[axis] += ahead;
    fat.min[axis] = (fat.min[axis] < -kFarthest ? -kFarthest : fat.min[axis]) + 0.0f;
    fat.max[axis] = (fat.max[axis] > kFarthest ? kFarthest : fat.max[axis]) + 0.0f;
  }
  return fat;
}

// What a displacement tells about the next step: nothing when the item left its fat box altogether
// (Presson, Bullet's btDbvtBroadphase). Stretched ahead of a jump, a box would lie across the tree.
template <int Dim>
Point<Dim> trusted(const Point<Dim>& displacement, const Aabb<Dim>& to, const Aabb<Dim>& stored) {
  return overlaps(stored, to) ? displacement : Point<Dim>{};
}

// The way of an item's center, as displacement of an item that came without one.
template <int Dim>
Point<Dim> observed_displacement(const Aabb<Dim>& from, const Aabb<Dim>& to) {
  Point<Dim> way;
  for (int axis = 0; axis < Dim; ++axis) way[axis] = to.center(axis) - from.center(axis);
  return way;
}

template <int Dim>
[[gnu::always_inline]] inline bool still_fits(const Aabb<Dim>& stored, const Aabb<Dim>& box,
                                              const Aabb<Dim>& fat, f32 margin) {
  return contains(stored, box) && contains(expand(fat, 4 * margin), stored);
}

}  // namespace sapwood::dynamic_tree
