// Grid of columns, and the choice of its axes and widths.
#pragma once

#include <algorithm>

#include "sapwood/base/sort.hpp"
#include "sapwood/core/sweep/axis_choice.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::sweep {

// Grid over the axes perpendicular to the sweep axis (cross axes). Its cells are columns along the
// sweep axis.
//
// Each axis has one monotone map from coordinates to integer positions, so boxes whose positions do
// not overlap are separate. On a cross axis, a position is cell * 256 + code, where the code (0 ..
// 255) is the position within the cell. On the sweep axis, a position is a bucket of the sort.
// Coordinates outside of the grid are in its first or last cells and buckets. The map is (value -
// origin) * scale in f32, clamped, then rounded by adding 2^23, which leaves the integer in the low
// bits. Results are the same natively and in WebAssembly.
//
// A box is in every column whose cells it touches. Its primary column is the column of its lower
// corner. Two overlapping boxes share exactly one column that, on each cross axis, is the lower
// cell of one of them. This column reports the pair (Bentley and Friedman, Data Structures for
// Range Searching, 1979; one reporting cell per pair is common practice in broad phases).

// Closed range of positions on one axis.
struct Span {
  u32 low;
  u32 high;
};

// Positions of a box: buckets on the sweep axis, cells and codes on the cross axes.
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
  static constexpr u32 kMaxCells = 255;      // on one axis, so that positions fit into 16 bits
  static constexpr u32 kMaxBuckets = 65536;  // so that buckets fit into 16 bits

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

  // Resets the grid to one unbounded column and one bucket.
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

  f32 cell_edge(u32 cross, u32 cell) const {
    const u32 axis = cross_[cross];
    const f32 scale = scale_[axis];
    return scale > 0 ? origin_[axis] + static_cast<f32>(cell * kCodes) / scale : origin_[axis];
  }

 private:
  // A box is read by two overlapping loads of four floats (one load in 2D). Lane i of the first
  // load is number i of the box, and lane i of the second load is number i + 2.
  static constexpr u32 kSecond = 2;
  static constexpr u32 kUpper = Dim == 3 ? 4 - kSecond + Dim : Dim;  // first upper edge in `at`
  static constexpr f32 kWhole = 8388608.0f;  // 2^23: larger floats are integers

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
  static constexpr f64 kSteepest = 1e18;  // keeps (value - origin) * scale finite

  alignas(16) f32 origin_[kLoaded] = {};
  alignas(16) f32 scale_[kLoaded] = {};
  alignas(16) f32 top_[kLoaded] = {};
  u32 axis_;
  u32 cross_[kCross];
  u32 cells_[kCross];  // see reset()
  u32 buckets_;
};

// Choice of a grid of columns from a sample of the boxes.
//
// With more columns, there are fewer candidates, but more boxes are in several columns. A step of
// the sweep compares 32 boxes. The width of columns is chosen so that there are about half as many
// candidates per box (kCandidates), and one step nearly always suffices. A column has at most
// kMaxBoxes boxes, which can be sorted in the cache, and is at least kMinWidth mean extents wide.
// The exact width matters little: a width 1.5 times off the optimum costs 5 %. The sample is every
// n-th item. A range is the range of the centers without the outermost 1/64 on either side, and an
// extent is the mean of the three quartiles, so a few far or large boxes have little influence. The
// order of all sums is fixed, so native and WebAssembly code choose the same grid.

struct AxisSample {
  f64 low = 0;     // lowest center
  f64 high = 0;    // highest center
  f64 extent = 0;  // mean extent

  f64 range() const { return high - low; }
  // Returns the number of mean extents that fit into the range.
  f64 spread() const { return range() > 0 ? range() / std::max(extent, range() * 1e-6) : 0; }
};

template <int Dim>
struct SceneSample {
  AxisSample axis[Dim];
  u32 count = 0;  // number of live items
};

template <int Dim>
class ColumnChoice {
 public:
  static constexpr u32 kMinSampled = 64;
  static constexpr u32 kMaxSampled = 512;
  static constexpr u32 kSampleShare = 32;  // items per sampled item
  static constexpr u32 kOutermost = 64;    // a range omits 1/64 of the sample on either side
  static constexpr f64 kCandidates = 16;   // intended candidates per box
  static constexpr f64 kMinWidth = 4;      // minimum width of a column, in mean extents
  static constexpr u32 kMinBoxes = 48;     // minimum average number per column
  static constexpr u32 kMaxBoxes = 4096;   // maximum average number per column, sorted in the cache
  static constexpr f64 kBucketsPerExtent = 8;  // finer sorting saves no candidates
  static constexpr u32 kMinBuckets = 64;
  static constexpr u32 kUngridded = 800;  // fewer boxes are in one column

  static SceneSample<Dim> sample(const ItemStore<Dim>& items) {
    SceneSample<Dim> scene;
    scene.count = items.size();
    if (scene.count == 0) return scene;
    const u32 wanted = std::clamp(scene.count / kSampleShare, kMinSampled, kMaxSampled);
    Id ids[kMaxSampled];
    u32 count = 0;
    for (u32 i = 0; i < wanted; ++i) {
      const Id from = static_cast<Id>(u64{items.id_end()} * i / wanted);
      const Id id = from == 0 ? items.first() : items.next(from - 1);
      if (id != kNone) ids[count++] = id;
    }
    for (int axis = 0; axis < Dim; ++axis) scene.axis[axis] = sample_axis(items, ids, count, axis);
    return scene;
  }

  // Returns the sweep axis. `current`, which can be kNone, is kept unless another axis is clearly
  // better.
  static u32 choose_axis(const SceneSample<Dim>& scene, u32 current) {
    u32 best = 0;
    for (u32 axis = 1; axis < Dim; ++axis) {
      if (scene.axis[axis].spread() > scene.axis[best].spread()) best = axis;
    }
    if (current == kNone) return best;
    return scene.axis[best].spread() > scene.axis[current].spread() * kHysteresis ? best : current;
  }

  static ColumnGrid<Dim> choose_grid(const SceneSample<Dim>& scene, u32 axis) {
    ColumnGrid<Dim> grid;
    grid.reset(axis);
    const AxisSample& along = scene.axis[axis];
    const f64 columns = wanted_columns(scene, along);
    divide(scene, columns, grid);
    const f64 share = 2.0 * scene.count / grid.columns();
    const f64 fine = kBucketsPerExtent * std::min(along.spread(), 1e6);
    const f64 buckets =
        std::clamp(std::min(fine, share), f64{kMinBuckets}, f64{ColumnGrid<Dim>::kMaxBuckets});
    grid.set_sweep(along.low, along.high, static_cast<u32>(buckets));
    return grid;
  }

 private:
  static AxisSample sample_axis(const ItemStore<Dim>& items, const Id* ids, u32 count, int axis) {
    f32 centers[kMaxSampled];
    f32 extents[kMaxSampled];
    for (u32 i = 0; i < count; ++i) {
      const Aabb<Dim>& box = items.box(ids[i]);
      centers[i] = box.center(axis);
      extents[i] = box.extent(axis);
    }
    AxisSample sample;
    const u32 beyond = count / kOutermost;
    select_nth(centers, centers + beyond, centers + count);
    sample.low = centers[beyond];
    select_nth(centers, centers + (count - 1 - beyond), centers + count);
    sample.high = centers[count - 1 - beyond];
    const f64 margin = sample.range() / 32;  // part that the range omits, for uniform centers
    sample.low -= margin;
    sample.high += margin;
    for (u32 quarter = 1; quarter < 4; ++quarter) {
      const u32 at = count * quarter / 4;
      select_nth(extents, extents + at, extents + count);
      sample.extent += static_cast<f64>(extents[at]) / 3;
    }
    return sample;
  }

  static f64 wanted_columns(const SceneSample<Dim>& scene, const AxisSample& along) {
    if (scene.count < kUngridded) return 1;
    const f64 count = scene.count;
    const f64 candidates = count / std::max(along.spread(), 1.0);
    const f64 wanted = std::max(candidates / kCandidates, count / kMaxBoxes);
    return std::clamp(wanted, 1.0, count / kMinBoxes);
  }

  // Divides each cross axis into cells, in proportion to its spread().
  static void divide(const SceneSample<Dim>& scene, f64 columns, ColumnGrid<Dim>& grid) {
    constexpr u32 kCross = ColumnGrid<Dim>::kCross;
    for (u32 cross = 0; cross < kCross; ++cross) {
      const AxisSample& axis = scene.axis[grid.cross_axis(cross)];
      f64 wanted = columns;
      if constexpr (kCross == 2) {
        const AxisSample& other = scene.axis[grid.cross_axis(1)];
        if (cross == 0)
          wanted = std::sqrt(columns * axis.spread() / std::max(other.spread(), 1e-6));
      }
      const f64 most = std::min(axis.spread() / kMinWidth, f64{ColumnGrid<Dim>::kMaxCells});
      const f64 cells = std::max(1.0, std::floor(std::min(wanted, most) + 0.5));
      columns /= cells;
      grid.set_cross(cross, axis.low, axis.high, static_cast<u32>(cells));
    }
  }
};

}  // namespace sapwood::sweep
