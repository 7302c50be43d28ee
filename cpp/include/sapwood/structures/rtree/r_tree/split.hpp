// Guttman's ways to part the entries of a node that is one too full.
//
// Linear and quadratic: two seeds, never the same entry twice, and the others one by one to the
// group that grows less, then the smaller one, then the one with fewer entries; when one group
// needs all that is left to be full enough, it gets them. Exhaustive: every partition that leaves
// both sides full enough; the least sum of sizes wins.
#pragma once

#include "sapwood/structures/rtree/r_tree/measure.hpp"

namespace sapwood::r_tree {

inline constexpr u32 kMaxToSplit = entry_tree::kMaxFanOut + 1;

// The entries to part, and the side of each.
template <int Dim>
struct Parting {
  const entry_tree::Entry<Dim>* entries;
  u32 count;
  u32 least;  // entries of a side
  u8 side[kMaxToSplit] = {};

  const Aabb<Dim>& box(u32 i) const { return entries[i].box; }
};

struct Seeds {
  u32 first;
  u32 second;
};

// Per axis the entry with the highest lower edge and another one with the lowest upper edge; the
// axis where these lie farthest apart, in widths of the whole, gives the seeds.
template <int Dim>
Seeds linear_seeds(const Parting<Dim>& parting) {
  Seeds seeds{0, 1};
  f64 farthest = -HUGE_VAL;
  for (int axis = 0; axis < Dim; ++axis) {
    u32 high = 0;
    f64 low_edge = parting.box(0).min[axis];
    f64 high_edge = parting.box(0).max[axis];
    for (u32 i = 1; i < parting.count; ++i) {
      if (parting.box(i).min[axis] > parting.box(high).min[axis]) high = i;
      low_edge = std::min<f64>(low_edge, parting.box(i).min[axis]);
      high_edge = std::max<f64>(high_edge, parting.box(i).max[axis]);
    }
    u32 low = high == 0 ? 1 : 0;
    for (u32 i = 0; i < parting.count; ++i) {
      if (i != high && parting.box(i).max[axis] < parting.box(low).max[axis]) low = i;
    }
    const f64 gap = static_cast<f64>(parting.box(high).min[axis]) - parting.box(low).max[axis];
    const f64 apart = high_edge > low_edge ? gap / (high_edge - low_edge) : -HUGE_VAL;
    if (apart > farthest) {
      farthest = apart;
      seeds = {low, high};
    }
  }
  return seeds;
}

// The two whose union wastes most.
template <int Dim>
Seeds quadratic_seeds(const Parting<Dim>& parting, const Measure<Dim>& measure) {
  Seeds seeds{0, 1};
  Cost most{-HUGE_VAL, -HUGE_VAL};
  for (u32 i = 0; i + 1 < parting.count; ++i) {
    const Cost own = measure.of(parting.box(i));
    for (u32 j = i + 1; j < parting.count; ++j) {
      const Aabb<Dim> both = unite(parting.box(i), parting.box(j));
      const Cost waste = measure.of(both) - own - measure.of(parting.box(j));
      if (!(most < waste)) continue;
      most = waste;
      seeds = {i, j};
    }
  }
  return seeds;
}

// Two groups that grow from their seeds.
template <int Dim>
class Groups {
 public:
  Groups(Parting<Dim>& parting, const Seeds& seeds, const Measure<Dim>& measure)
      : parting_(parting), measure_(measure) {
    for (u32 i = 0; i < parting.count; ++i) parting.side[i] = kOpen;
    give(seeds.first, 0);
    give(seeds.second, 1);
  }

  // The rest in the order of the entries, or the one with the strongest preference each time.
  void distribute(bool by_preference) {
    for (u32 left = parting_.count - 2; left > 0; --left) {
      for (u8 side = 0; side < 2; ++side) {
        if (count_[side] + left == parting_.least) return give_rest(side);
      }
      const u32 next = by_preference ? preferred() : first_open();
      give(next, side_for(next));
    }
  }

 private:
  static constexpr u8 kOpen = 2;

  void give(u32 i, u8 side) {
    parting_.side[i] = side;
    box_[side] = unite(box_[side], parting_.box(i));
    ++count_[side];
  }
  void give_rest(u8 side) {
    for (u32 i = 0; i < parting_.count; ++i) {
      if (parting_.side[i] == kOpen) give(i, side);
    }
  }

  u32 first_open() const {
    u32 i = 0;
    while (parting_.side[i] != kOpen) ++i;
    return i;
  }
  u32 preferred() const {
    u32 best = kNone;
    Cost most{};
    for (u32 i = 0; i < parting_.count; ++i) {
      if (parting_.side[i] != kOpen) continue;
      const Cost d0 = measure_.growth(box_[0], parting_.box(i));
      const Cost d1 = measure_.growth(box_[1], parting_.box(i));
      const Cost difference{std::fabs(d0.chosen - d1.chosen), std::fabs(d0.other - d1.other)};
      if (best != kNone && !(most < difference)) continue;
      best = i;
      most = difference;
    }
    return best;
  }

  u8 side_for(u32 i) const {
    const Cost d0 = measure_.growth(box_[0], parting_.box(i));
    const Cost d1 = measure_.growth(box_[1], parting_.box(i));
    if (!(d0 == d1)) return d1 < d0 ? 1 : 0;
    const Cost size0 = measure_.of(box_[0]);
    const Cost size1 = measure_.of(box_[1]);
    if (!(size0 == size1)) return size1 < size0 ? 1 : 0;
    return count_[1] < count_[0] ? 1 : 0;
  }

  Parting<Dim>& parting_;
  const Measure<Dim>& measure_;
  Aabb<Dim> box_[2] = {empty_box<Dim>(), empty_box<Dim>()};
  u32 count_[2] = {0, 0};
};

// Partitions by the bits of a number; the last entry is always on side 0, so none comes twice.
template <int Dim>
void split_exhaustively(Parting<Dim>& parting, const Measure<Dim>& measure) {
  SAPWOOD_ASSERT(parting.count <= RTreeOptions::kMaxToExhaust + 1);
  u32 best = 0;
  Cost least{HUGE_VAL, HUGE_VAL};
  for (u32 bits = 1; bits < 1u << (parting.count - 1); ++bits) {
    const u32 ones = static_cast<u32>(std::popcount(bits));
    if (ones < parting.least || parting.count - ones < parting.least) continue;
    Aabb<Dim> box[2] = {empty_box<Dim>(), empty_box<Dim>()};
    for (u32 i = 0; i < parting.count; ++i) {
      Aabb<Dim>& side = box[bits >> i & 1];
      side = unite(side, parting.box(i));
    }
    const Cost cost = measure.of(box[0]) + measure.of(box[1]);
    if (!(cost < least)) continue;
    least = cost;
    best = bits;
  }
  for (u32 i = 0; i < parting.count; ++i) parting.side[i] = static_cast<u8>(best >> i & 1);
}

}  // namespace sapwood::r_tree
