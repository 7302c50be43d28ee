// A grid over the axes across the sweep: its cells are columns along the sweep axis.
//
// Every axis has one monotone map from coordinates to whole positions, so boxes whose positions are
// apart are apart, whatever the map. On a cross axis a position is cell * 256 + code; on the sweep
// axis it is a bucket of the sort. What lies beyond the grid falls into its end cells and buckets.
// The map is (value - origin) * scale in float32, clamped, then rounded by adding 2^23, which
// leaves the whole number in the low bits: the same bits natively and in WebAssembly.
// A box belongs to every column that its cells touch. Its home is the one of its lower cells; two
// boxes share exactly one column that is, on each cross axis, the lower cell of one of them: that
// column reports the pair (Bentley and Friedman, Data Structures for Range Searching, 1979; cells
// with one owner a pair are common practice in broad phases).
#pragma once

#include "sapwood/core/sweep/axis_choice.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::sweep {

// Closed range of positions on one axis.
struct Span {
  u32 low;
  u32 high;
};

// Positions of a box: buckets on the sweep axis, cells and codes across it.
template <int Dim>
struct Placement {
  Span buckets;
  Span cross[Dim - 1];
};

template <int Dim>
class ColumnGrid {
 public:
  static constexpr u32 kCross = Dim - 1;
  static constexpr u32 kCodeBits = 8;
  static constexpr u32 kCodes = 1u << kCodeBits;
  static constexpr u32 kMaxCells = 255;      // on one axis, so that positions fit 16 bits
  static constexpr u32 kMaxBuckets = 65536;  // likewise

  ColumnGrid() { reset(0); }

  u32 axis() const { return axis_; }
  u32 cross_axis(u32 cross) const { return cross_[cross]; }
  u32 cells(u32 cross) const { return cells_[cross]; }
  u32 buckets() const { return buckets_; }
  u32 columns() const {
    u32 columns = 1;
    for (const u32 cells : cells_) columns *= cells;
    return columns;
  }

  // One column without end, one bucket.
  void reset(u32 axis) {
    axis_ = axis;
    for (u32 at = 0, cross = 0; at < Dim; ++at) {
      if (at != axis) cross_[cross++] = at;
    }
    set_sweep(0, 0, 1);
    for (u32 cross = 0; cross < kCross; ++cross) set_cross(cross, 0, 0, 1);
  }
  void set_sweep(f64 low, f64 high, u32 buckets) {
    buckets_ = buckets;
    set_axis(axis_, low, high, buckets);
  }
  void set_cross(u32 cross, f64 low, f64 high, u32 cells) {
    cells_[cross] = cells;
    set_axis(cross_[cross], low, high, cells * kCodes);
  }

  [[gnu::always_inline]] Placement<Dim> place(const Aabb<Dim>& box) const {
    alignas(16) u32 at[8];
    positions(box, at);
    const auto span_of = [&](u32 axis) {
      const u32* const low = at + axis;
      return Span{low[0], low[kUpper]};
    };
    Placement<Dim> placement;
    placement.buckets = span_of(axis_);
    for (u32 cross = 0; cross < kCross; ++cross) placement.cross[cross] = span_of(cross_[cross]);
    return placement;
  }

  // Where a cell begins, for drawing.
  f32 cell_edge(u32 cross, u32 cell) const {
    const u32 axis = cross_[cross];
    const f32 scale = scale_[axis];
    return scale > 0 ? origin_[axis] + static_cast<f32>(cell * kCodes) / scale : origin_[axis];
  }

 private:
  // Boxes are read by two loads of four floats that overlap in the middle (one in 2D); so lane i
  // of the first is number i of the box, and lane i of the second is number i + 2.
  static constexpr u32 kSecond = 2;
  static constexpr u32 kUpper = Dim == 3 ? 4 - kSecond + Dim : Dim;  // first upper edge in `at`
  static constexpr f32 kWhole = 8388608.0f;  // 2^23: floats from here on have no fraction

  static u32 axis_of(u32 lane) {
    const u32 number = lane < 4 ? lane : lane - 4 + kSecond;
    return number % Dim;
  }

  void set_axis(u32 axis, f64 low, f64 high, u32 positions) {
    const f64 scale = positions / (high - low);
    const f32 top = static_cast<f32>(positions - 1);
    const bool sound = scale > 0 && scale < kSteepest;
    for (u32 lane = 0; lane < kLoaded; ++lane) {
      if (axis_of(lane) != axis) continue;
      origin_[lane] = static_cast<f32>(low);
      scale_[lane] = sound ? static_cast<f32>(scale) : 0.0f;
      top_[lane] = top;
    }
  }

  [[gnu::always_inline]] void positions(const Aabb<Dim>& box, u32* at) const {
    const f32* numbers = box.min;
    for (u32 lane = 0; lane < kLoaded; lane += 4) {
      quantize(numbers + (lane == 0 ? 0 : kSecond), lane, at + lane);
    }
  }

  [[gnu::always_inline]] void quantize(const f32* numbers, u32 lane, u32* at) const {
    using namespace simd;
    const F32x4 steps = mul(sub(F32x4::load(numbers), F32x4::load_aligned(origin_ + lane)),
                            F32x4::load_aligned(scale_ + lane));
    const F32x4 within = min(max(steps, F32x4::zero()), F32x4::load_aligned(top_ + lane));
    const U32x4 bits = as_u32(add(within, F32x4::splat(kWhole)));
    store_aligned(at, bit_and(bits, U32x4::splat(0x7FFFFFu)));
  }

  static constexpr u32 kLoaded = Dim == 3 ? 8 : 4;
  static constexpr f64 kSteepest = 1e18;  // keeps (value - origin) * scale a number

  alignas(16) f32 origin_[kLoaded] = {};
  alignas(16) f32 scale_[kLoaded] = {};
  alignas(16) f32 top_[kLoaded] = {};
  u32 axis_;
  u32 cross_[kCross];
  u32 cells_[kCross];  // see reset()
  u32 buckets_;
};

}  // namespace sapwood::sweep
