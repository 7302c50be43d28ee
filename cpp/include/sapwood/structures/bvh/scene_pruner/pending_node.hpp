// Nodes of the incremental tree: siblings live side by side and are pooled as one pair.
#pragma once

#include "sapwood/base/node_pool.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood::scene_pruner {

inline constexpr u32 kMaxPending = 4;  // items of a leaf

template <int Dim>
struct PendingNode {
  Aabb<Dim> box;           // 24 bytes, 16 in 2D: exact union of what is below
  u32 parent;              //  4: kNone for the root
  u32 height;              //  4: 0 for a leaf, 1 + the taller child's for a branch
  u32 entry[kMaxPending];  // 16: item ids, kNone behind the last one; of a branch: entry[0] is
                           //     the first child, the second one is its neighbor

  bool is_leaf() const { return height == 0; }
  u32 first_child() const { return entry[0]; }
  u32 count() const {
    u32 items = 0;
    while (items < kMaxPending && entry[items] != kNone) ++items;
    return items;
  }
};
static_assert(sizeof(PendingNode<2>) == 40 && sizeof(PendingNode<3>) == 48);

// Nodes 2p and 2p + 1 are those of pair p. The pair of the root uses its first node only.
template <int Dim>
struct PendingPair {
  PendingNode<Dim> node[2];

  // for NodePool
  static constexpr u32 kFree = kNone;
  bool is_free() const { return node[0].height == kFree; }
  u32 next_free() const { return node[0].parent; }
  void make_free(u32 next) {
    node[0].parent = next;
    node[0].height = kFree;
  }
};

// Size of a box for the comparison of siblings: the volume (area in 2D) in double, which cannot
// overflow.
template <int Dim>
f64 volume(const Aabb<Dim>& box) {
  f64 product = 1;
  for (int axis = 0; axis < Dim; ++axis) product *= static_cast<f64>(box.extent(axis));
  return product;
}

// Squared distance of the doubled centers; 5e37 at most.
template <int Dim>
f32 center_gap(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  f32 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 gap = (a.min[axis] + a.max[axis]) - (b.min[axis] + b.max[axis]);
    sum += gap * gap;
  }
  return sum;
}

}  // namespace sapwood::scene_pruner
