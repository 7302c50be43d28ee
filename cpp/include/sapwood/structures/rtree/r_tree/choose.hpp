// Which child of a branch a new entry goes to.
//
// Least growth, then least size (Guttman). Above the leaves the R*-tree asks for the least growth
// of overlap between the children first, among the 32 that grow least (Beckmann et al.).
#pragma once

#include <algorithm>

#include "sapwood/structures/rtree/r_tree/measure.hpp"

namespace sapwood::r_tree {

struct Candidate {
  Cost growth;
  Cost size;
  u32 slot;

  friend bool operator<(const Candidate& a, const Candidate& b) {
    if (!(a.growth == b.growth)) return a.growth < b.growth;
    if (!(a.size == b.size)) return a.size < b.size;
    return a.slot < b.slot;
  }
};

// What the boxes of a branch share more than before when one of them grows.
template <int Dim>
f64 overlap_growth(const entry_tree::Tree<Dim>& tree, u32 branch, u32 slot, const Aabb<Dim>& box) {
  const Aabb<Dim> before = tree.box(branch, slot);
  const Aabb<Dim> after = unite(before, box);
  if (after == before) return 0;
  f64 sum = 0;
  const SplatBox<Dim> splat(after);
  const AabbPacket<Dim>* packets = tree.packets(branch);
  for (u32 i = 0; i < tree.packet_count(branch); ++i) {
    for (u32 hits = overlap_bits(splat, packets[i]); hits != 0; hits &= hits - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(hits));
      if (i * kLanes + lane == slot) continue;
      const Aabb<Dim> other = packets[i].get(lane);
      sum += shared_area(after, other) - shared_area(before, other);
    }
  }
  return sum;
}

template <int Dim>
u32 choose_child(const entry_tree::Tree<Dim>& tree, u32 branch, const Aabb<Dim>& box,
                 const RTreeOptions& options) {
  constexpr u32 kMaxTried = 32;
  const Measure<Dim> measure(options.measure);
  const u32 count = tree.node(branch).count;
  Candidate all[entry_tree::kMaxFanOut];
  for (u32 slot = 0; slot < count; ++slot) {
    const Aabb<Dim> child = tree.box(branch, slot);
    const Cost size = measure.of(child);
    all[slot] = {measure.of(unite(child, box)) - size, size, slot};
  }
  if (options.split != RTreeSplit::kRStar || tree.node(branch).level != 1) {
    return std::min_element(all, all + count)->slot;
  }
  const u32 tried = count < kMaxTried ? count : kMaxTried;
  std::partial_sort(all, all + tried, all + count);
  u32 best = 0;
  f64 least = overlap_growth(tree, branch, all[0].slot, box);
  for (u32 i = 1; i < tried && least > 0; ++i) {
    const f64 growth = overlap_growth(tree, branch, all[i].slot, box);
    if (growth >= least) continue;
    least = growth;
    best = i;
  }
  return all[best].slot;
}

}  // namespace sapwood::r_tree
