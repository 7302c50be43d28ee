// Split of a set of items by the surface-area heuristic. Candidates are the borders between bins of
// every axis (Wald, On fast construction of SAH-based bounding volume hierarchies, 2007).
//
// First call reset() with the bounds of the doubled centers, then add() for every item, then
// best_cut(). Afterwards goes_left() returns the side of an item.
#pragma once

#include "sapwood/core/build_item.hpp"

namespace sapwood {

// Split between two bins of an axis: items in bins with an index below `bin` are on the left side.
// The axis is -1 if areas do not determine a split, because all centers are equal, all areas are 0,
// or the sums overflow.
struct BinnedCut {
  f64 cost = HUGE_VAL;
  int axis = -1;
  u32 bin = 0;
};

template <int Dim>
class BinnedSplit {
 public:
  [[gnu::noinline]] void reset(const BuildBounds& centers, u32 count) {
    bins_used_ = count < kCoarseLimit ? kCoarseBins : kBins;
    simd::store_aligned(origin_, centers.low);
    simd::store_aligned(scale_, simd::sub(centers.high, centers.low));
    for (int lane = 0; lane < 4; ++lane) {
      const f32 scale = static_cast<f32>(bins_used_) / scale_[lane];
      scale_[lane] = lane < Dim && std::isfinite(scale) ? scale : 0.0f;
    }
    const BuildBounds none;
    for (auto& bins : bins_) {
      for (u32 bin = 0; bin < bins_used_; ++bin) bins[bin] = {none.low, none.high, 0};
    }
  }

  void add(const BuildItem& item) {
    using namespace simd;
    alignas(16) f32 at[4];
    const F32x4 low = item.low4();
    const F32x4 high = item.high4();
    store_aligned(at, mul(sub(simd::add(low, high), F32x4::load_aligned(origin_)),
                          F32x4::load_aligned(scale_)));
    for (int axis = 0; axis < Dim; ++axis) {
      Bin& bin = bins_[axis][bin_at(at[axis])];
      bin.low = simd::min(low, bin.low);
      bin.high = simd::max(high, bin.high);
      ++bin.count;
    }
  }

  // Returns the split with the lowest cost: the sum of (items * area) over both sides.
  BinnedCut best_cut() const {
    BinnedCut best;
    for (int axis = 0; axis < Dim; ++axis) {
      if (scale_[axis] != 0.0f) sweep(bins_[axis], axis, best);
    }
    if (!(best.cost > 0)) best.axis = -1;  // areas are 0: all splits cost the same
    return best;
  }

  bool goes_left(const BuildItem& item, const BinnedCut& cut) const {
    const f32 center = item.low[cut.axis] + item.high[cut.axis];
    return bin_at((center - origin_[cut.axis]) * scale_[cut.axis]) < cut.bin;
  }

 private:
  static constexpr u32 kBins = 16;
  static constexpr u32 kCoarseBins = 8;
  static constexpr u32 kCoarseLimit = 32;  // for fewer items, kCoarseBins suffice

  // The members have no initial values. reset() initializes only the bins in use, because most
  // splits have few items and use kCoarseBins.
  struct Bin {
    simd::F32x4 low;
    simd::F32x4 high;
    u32 count;
  };

  u32 bin_at(f32 at) const {
    const u32 index = static_cast<u32>(static_cast<i32>(at));
    return index < bins_used_ ? index : bins_used_ - 1;
  }

  // Computes the cost of every border and updates `best`. The first and the last bin are never
  // empty, so both sides of a border contain items.
  [[gnu::noinline]] void sweep(const Bin (&bins)[kBins], int axis, BinnedCut& best) const {
    f64 right_cost[kBins];
    BuildBounds right;
    u32 behind = 0;
    for (u32 bin = bins_used_; bin-- > 1;) {
      right.add(bins[bin].low, bins[bin].high);
      behind += bins[bin].count;
      right_cost[bin] = right.area<Dim>() * behind;
    }
    BuildBounds left;
    u32 before = 0;
    for (u32 bin = 1; bin < bins_used_; ++bin) {
      left.add(bins[bin - 1].low, bins[bin - 1].high);
      before += bins[bin - 1].count;
      const f64 cost = left.area<Dim>() * before + right_cost[bin];
      if (cost < best.cost) best = {cost, axis, bin};
    }
  }

  // The bin of an item is (doubled center - origin) * scale. The scale is 0 on an axis that cannot
  // be split.
  alignas(16) f32 origin_[4];
  alignas(16) f32 scale_[4];
  u32 bins_used_ = kBins;
  Bin bins_[Dim][kBins];
};

}  // namespace sapwood
