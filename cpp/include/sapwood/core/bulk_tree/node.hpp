// Nodes and leaf items of a bulk tree.
#pragma once

#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood::bulk_tree {

inline constexpr u32 kMaxLeafItems = 15;        // the count has 4 bits
inline constexpr u32 kMaxPositions = 1u << 27;  // the first item has 27

// A box and one word: 28 bytes in 3D, 20 in 2D, or a multiple of kAlign. Bit 0 tells a leaf. Leaf:
// bits 31..5 are the position of its first item, bits 4..1 their number. Branch: bits 31..1 are the
// index of the left child, an odd number; the right child is its neighbor.
template <int Dim, size_t kAlign = 4>
struct alignas(kAlign) Node {
  static constexpr int kDim = Dim;

  Aabb<Dim> box;  // exact union of what is below; inverted where nothing is
  u32 data;

  bool is_leaf() const { return (data & 1) != 0; }
  u32 first() const { return data >> 5; }
  u32 count() const { return data >> 1 & kMaxLeafItems; }
  u32 left() const { return data >> 1; }

  void set_leaf(u32 first, u32 count) { data = first << 5 | count << 1 | 1; }
  void set_branch(u32 left) { data = left << 1; }
};
static_assert(sizeof(Node<2>) == 20 && sizeof(Node<3>) == 28);
static_assert(sizeof(Node<2, 16>) == 32 && sizeof(Node<3, 16>) == 32);

// An item where its leaf finds it: positions of a leaf are neighbors, so that testing them reads
// memory in one go. The box is a copy of the owner's, as of the last refit, without -0 (so that
// equal unions are bitwise equal). A position that a removal left behind has no id.
template <int Dim>
struct LeafItem {
  Aabb<Dim> box;
  Id id;
};
static_assert(sizeof(LeafItem<2>) == 20 && sizeof(LeafItem<3>) == 28);

// Whether the boxes of two nodes or of two leaf items overlap. In 3D by two vector comparisons,
// whose last lanes, a coordinate and a word, are not looked at; a box and a word are as long as two
// vectors that share one lane, so nothing is read that is not theirs.
template <class Boxed>
bool boxes_overlap(const Boxed& a, const Boxed& b) {
  if constexpr (sizeof(a.box) == sizeof(Aabb<3>)) {
    using namespace simd;
    const f32* first = reinterpret_cast<const f32*>(&a);
    const f32* second = reinterpret_cast<const f32*>(&b);
    const Mask4 hit = mask_and(le(F32x4::load(first), F32x4::load(second + 3)),
                               le(F32x4::load(second), F32x4::load(first + 3)));
    return (bits(hit) & 7u) == 7u;
  } else {
    return overlaps(a.box, b.box);
  }
}

// Numerically the same box; -0 becomes +0.
template <int Dim>
Aabb<Dim> without_negative_zero(const Aabb<Dim>& box) {
  Aabb<Dim> plain;
  for (int axis = 0; axis < Dim; ++axis) {
    plain.min[axis] = box.min[axis] + 0.0f;
    plain.max[axis] = box.max[axis] + 0.0f;
  }
  return plain;
}

}  // namespace sapwood::bulk_tree
