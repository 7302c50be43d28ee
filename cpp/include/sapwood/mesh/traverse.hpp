/// @file
/// Traversals of the tree of a mesh.
#pragma once

#include "sapwood/mesh/geometry.hpp"

namespace sapwood::mesh {

/// Visits the primitives whose boxes a filter does not reject: visit(leaf, lane) returns false to
/// stop. Returns false if it was stopped.
template <int Dim, class Filter, class Visit>
bool visit(const Geometry<Dim>& geometry, const Filter& filter, Visit&& visit) {
  const Tree<Dim>& tree = geometry.tree();
  if (tree.empty()) return true;
  u32 open[kStackBound + kLanes];
  u32 size = 0;
  open[size++] = 0;
  while (size > 0) {
    const u32 at = open[--size];
    if ((at & kLeafBit) != 0) {
      const Leaf<Dim>& leaf = tree.leaf(at & ~kLeafBit);
      u32 lanes = filter.touched4(Tree<Dim>::boxes_of(geometry.gather(leaf)));
      for (; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(lanes));
        if (leaf.id[lane] != kNone && !visit(leaf, lane)) return false;
      }
      continue;
    }
    const Node<Dim>& node = tree.node(at);
    size += simd::compress_store(open + size, simd::U32x4::load_aligned(node.child),
                                 filter.touched4(node.boxes));
  }
  return true;
}

/// Lane of a node that waits, with its bound.
struct Waiting {
  f32 bound;
  u32 place;
};

/// Visits leaves in the order of their bounds, as far as a depth-first search can:
/// test(leaf, bound) may shrink the limit of the filter, and returns false to stop.
template <int Dim, class Filter, class Test>
void search(const Geometry<Dim>& geometry, const Filter& filter, Test&& test) {
  const Tree<Dim>& tree = geometry.tree();
  if (tree.empty()) return;
  Waiting open[kStackBound + kLanes];
  u32 size = 0;
  Waiting at{0, 0};
  for (;;) {
    if ((at.place & kLeafBit) != 0) {
      if (!test(tree.leaf(at.place & ~kLeafBit))) return;
    } else {
      const Node<Dim>& node = tree.node(at.place);
      const simd::F32x4 bounds = filter.bounds4(node.boxes);
      u32 lanes = simd::bits(simd::le(bounds, simd::F32x4::splat(filter.limit())));
      if (lanes != 0) {
        // the lanes of the node, the nearest one last
        alignas(16) f32 bound[kLanes];
        simd::store_aligned(bound, bounds);
        const u32 base = size;
        for (; lanes != 0; lanes &= lanes - 1) {
          const u32 lane = static_cast<u32>(std::countr_zero(lanes));
          u32 hole = size++;
          for (; hole > base && open[hole - 1].bound < bound[lane]; --hole) {
            open[hole] = open[hole - 1];
          }
          open[hole] = {bound[lane], node.child[lane]};
        }
        at = open[--size];
        continue;
      }
    }
    do {
      if (size == 0) return;
      at = open[--size];
    } while (!(at.bound <= filter.limit()));
  }
}

}  // namespace sapwood::mesh
