// Choice of a grid of columns from a sample of the boxes.
//
// More columns mean fewer candidates and more boxes that lie in several of them. A step of the
// sweep compares 32 boxes at once, so columns are made as wide as keeps about half as many
// candidates a box: one step nearly always covers them. They are not wider than holds kMaxBoxes,
// which is what sorting in the cache allows, and not narrower than kMinWidth mean extents. The
// optimum is flat: a factor of 1.5 costs 5 %.
// The sample is every n-th item. Ranges are those of its centers without the outermost 1/64 on
// either side, extents are means of the three quartiles: some far or huge boxes among small ones
// change next to nothing. All of that is chosen from the sample, never summed in an order that a
// library picks, so that every build chooses the same grid.
#pragma once

#include <algorithm>

#include "sapwood/base/sort.hpp"
#include "sapwood/core/sweep/column_grid.hpp"

namespace sapwood::sweep {

// What a sample tells of one axis.
struct AxisSample {
  f64 low = 0;     // of the centers
  f64 high = 0;    // of the centers
  f64 extent = 0;  // mean

  f64 range() const { return high - low; }
  // Extents that fit into the range.
  f64 room() const { return range() > 0 ? range() / std::max(extent, range() * 1e-6) : 0; }
};

template <int Dim>
struct SceneSample {
  AxisSample axis[Dim];
  u32 count = 0;  // live items
};

template <int Dim>
class ColumnChoice {
 public:
  static constexpr u32 kMinSampled = 64;
  static constexpr u32 kMaxSampled = 512;
  static constexpr u32 kSampleShare = 32;      // items for each one that is sampled
  static constexpr u32 kOutermost = 64;        // share of the sample that a range leaves out
  static constexpr f64 kCandidates = 16;       // wished for each box
  static constexpr f64 kMinWidth = 4;          // of a column, in mean extents
  static constexpr u32 kMinBoxes = 48;         // in a column, on average
  static constexpr u32 kMaxBoxes = 4096;       // likewise: what is sorted at once stays in cache
  static constexpr f64 kBucketsPerExtent = 8;  // finer sorting saves no candidates
  static constexpr u32 kMinBuckets = 64;
  static constexpr u32 kUngridded = 800;  // so few boxes are one column

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

  // `current`: axis to keep unless another is clearly better, kNone when there is none.
  static u32 choose_axis(const SceneSample<Dim>& scene, u32 current) {
    u32 best = 0;
    for (u32 axis = 1; axis < Dim; ++axis) {
      if (scene.axis[axis].room() > scene.axis[best].room()) best = axis;
    }
    if (current == kNone) return best;
    return scene.axis[best].room() > scene.axis[current].room() * kHysteresis ? best : current;
  }

  static ColumnGrid<Dim> choose_grid(const SceneSample<Dim>& scene, u32 axis) {
    ColumnGrid<Dim> grid;
    grid.reset(axis);
    const AxisSample& along = scene.axis[axis];
    const f64 columns = wanted_columns(scene, along);
    divide(scene, columns, grid);
    const f64 share = 2.0 * scene.count / grid.columns();
    const f64 fine = kBucketsPerExtent * std::min(along.room(), 1e6);
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
    part_at(centers, centers + beyond, centers + count);
    sample.low = centers[beyond];
    part_at(centers, centers + (count - 1 - beyond), centers + count);
    sample.high = centers[count - 1 - beyond];
    const f64 margin = sample.range() / 32;  // what the sample has left out, if evenly spread
    sample.low -= margin;
    sample.high += margin;
    for (u32 quarter = 1; quarter < 4; ++quarter) {
      const u32 at = count * quarter / 4;
      part_at(extents, extents + at, extents + count);
      sample.extent += static_cast<f64>(extents[at]) / 3;
    }
    return sample;
  }

  static f64 wanted_columns(const SceneSample<Dim>& scene, const AxisSample& along) {
    if (scene.count < kUngridded) return 1;
    const f64 count = scene.count;
    const f64 candidates = count / std::max(along.room(), 1.0);
    const f64 wanted = std::max(candidates / kCandidates, count / kMaxBoxes);
    return std::clamp(wanted, 1.0, count / kMinBoxes);
  }

  // Cells in proportion to the room on each cross axis.
  static void divide(const SceneSample<Dim>& scene, f64 columns, ColumnGrid<Dim>& grid) {
    constexpr u32 kCross = ColumnGrid<Dim>::kCross;
    for (u32 cross = 0; cross < kCross; ++cross) {
      const AxisSample& axis = scene.axis[grid.cross_axis(cross)];
      f64 wanted = columns;
      if constexpr (kCross == 2) {
        const AxisSample& other = scene.axis[grid.cross_axis(1)];
        if (cross == 0) wanted = std::sqrt(columns * axis.room() / std::max(other.room(), 1e-6));
      }
      const f64 most = std::min(axis.room() / kMinWidth, f64{ColumnGrid<Dim>::kMaxCells});
      const f64 cells = std::max(1.0, std::floor(std::min(wanted, most) + 0.5));
      columns /= cells;
      grid.set_cross(cross, axis.low, axis.high, static_cast<u32>(cells));
    }
  }
};

}  // namespace sapwood::sweep
