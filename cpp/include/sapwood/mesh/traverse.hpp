/// @file
/// Traversals of the tree of a mesh.
#pragma once

#include "sapwood/mesh/geometry.hpp"

namespace sapwood::mesh {

/// Returns the lanes, as bits, of the primitives of a leaf that a filter does not reject. If the
/// filter cannot test primitives, tests their boxes.
template <int Dim, class Filter>
u32 touched4(const Filter& filter, const Geometry<Dim>& geometry, const Leaf<Dim>& leaf) {
  if constexpr (requires { filter.touched4(geometry.gather(leaf)); }) {
    return filter.touched4(geometry.gather(leaf));
  } else {
    return filter.touched4(geometry.boxes(leaf));
  }
}

/// Visits the primitives that a filter does not reject. visit(leaf, lane) returns false to stop;
/// the function then also returns false.
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
      u32 lanes = touched4(filter, geometry, leaf);
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

/// Stack of children with their lower bounds, for a search. An entry is a 64-bit number: the bits
/// of the bound, then the number of the child. The bits of nonnegative floats have the same order
/// as the floats. So entries are sorted as integers, without branches that would often be
/// mispredicted.
class SearchStack {
 public:
  bool empty() const { return size_ == 0; }

  /// Pushes those children of a node whose bounds are within the limit. The nearest child is on
  /// top.
  [[gnu::always_inline]] void push(simd::F32x4 bounds, const u32* children, f32 limit) {
    using namespace simd;
    const Mask4 within = le(bounds, F32x4::splat(limit));
    const U32x4 none = U32x4::splat(0);
    alignas(16) u32 high[kLanes];
    alignas(16) u32 low[kLanes];
    store_aligned(high, select(within, as_u32(bounds), none));
    // children outside of the limit become the entry 0, which is less than all other entries,
    // because node 0 is never a child
    store_aligned(low, select(within, U32x4::load_aligned(children), none));
    u64 a = entry(high[0], low[0]), b = entry(high[1], low[1]);
    u64 c = entry(high[2], low[2]), d = entry(high[3], low[3]);
    exchange(a, b);
    exchange(c, d);
    exchange(a, c);
    exchange(b, d);
    exchange(b, c);
    u64* top = entries_ + size_;
    top[0] = a;
    top[1] = b;
    top[2] = c;
    top[3] = d;
    size_ += static_cast<u32>(std::popcount(bits(within)));
  }

  /// Removes children from the top until one is within the limit, and returns it in `child`.
  /// Returns false if no child is within the limit.
  [[gnu::always_inline]] bool pop(f32 limit, u32& child) {
    const u64 last = u64{std::bit_cast<u32>(limit)} << 32 | 0xFFFFFFFFu;
    while (size_ > 0) {
      const u64 top = entries_[--size_];
      child = static_cast<u32>(top);
      if (top <= last) return true;
    }
    return false;
  }

 private:
  static u64 entry(u32 bound, u32 child) { return u64{bound} << 32 | child; }
  // Swaps the entries if necessary, so that `a` is the larger one.
  static void exchange(u64& a, u64& b) {
    const u64 larger = a > b ? a : b;
    b = a > b ? b : a;
    a = larger;
  }

  u64 entries_[kStackBound + kLanes];
  u32 size_ = 0;
};

/// Visits leaves depth first, nearer children first. test(leaf) can reduce the limit of the filter,
/// and returns false to stop.
template <int Dim, class Filter, class Test>
void search(const Geometry<Dim>& geometry, const Filter& filter, Test&& test) {
  const Tree<Dim>& tree = geometry.tree();
  if (tree.empty()) return;
  SearchStack open;
  u32 at = 0;
  do {
    if ((at & kLeafBit) != 0) {
      if (!test(tree.leaf(at & ~kLeafBit))) return;
    } else {
      const Node<Dim>& node = tree.node(at);
      open.push(filter.bounds4(node.boxes), node.child, filter.limit());
    }
  } while (open.pop(filter.limit(), at));
}

}  // namespace sapwood::mesh
