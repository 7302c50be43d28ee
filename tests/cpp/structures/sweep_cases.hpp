// Shared code of the tests of the sweeps: all settings of the options, and boxes from brackets.
#pragma once

#include <string>
#include <string_view>

#include "sapwood/structures/sweep/sort_and_sweep/sort_and_sweep.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {

inline constexpr SweepMode kAllModes[] = {SweepMode::kSort, SweepMode::kKept,
                                          SweepMode::kPersistent};

template <int Dim>
std::vector<SweepAxis> all_axes() {
  std::vector<SweepAxis> axes;
  for (int axis = 0; axis <= Dim; ++axis) axes.push_back(static_cast<SweepAxis>(axis));
  return axes;
}

template <int Dim>
SortAndSweepOptions<Dim> sort_options(SweepMode mode, SweepAxis axis = SweepAxis::kAuto) {
  return {mode, axis};
}

// Calls use(index, name) with an empty index for each mode of SortAndSweep and for SweepAndPrune,
// on each of the axes.
template <int Dim, class Use>
void in_every_sweep(const std::vector<SweepAxis>& axes, Use&& use) {
  for (const SweepAxis axis : axes) {
    const std::string name = " on axis " + std::to_string(static_cast<int>(axis));
    for (const SweepMode mode : kAllModes) {
      SortAndSweep<Dim> index(sort_options<Dim>(mode, axis));
      use(index, "mode " + std::to_string(static_cast<int>(mode)) + name);
    }
    SweepAndPrune<Dim> index(SweepAndPruneOptions<Dim>{axis});
    use(index, "columns" + name);
  }
}

// Returns whether SweepAxis::kAuto prefers the axis of the last sweep.
template <int Dim>
bool keeps_axis(const SortAndSweep<Dim>& index) {
  return index.options().mode != SweepMode::kSort;
}
template <int Dim>
bool keeps_axis(const SweepAndPrune<Dim>&) {
  return true;
}
// Returns whether build() reserves all memory for flush().
template <int Dim>
bool reserves_all(const SortAndSweep<Dim>& index) {
  return index.options().mode != SweepMode::kPersistent;
}
template <int Dim>
bool reserves_all(const SweepAndPrune<Dim>&) {
  return false;
}

// Returns boxes on one axis from edges like "a[ b[ b] a]". The n-th edge is at n; letters are ids.
template <int Dim>
Boxes<Dim> boxes_from_edges(std::string_view edges, int along = 0) {
  Boxes<Dim> boxes;
  f32 position = 0;
  for (size_t at = 0; at + 1 < edges.size(); at += 3, ++position) {
    const size_t id = static_cast<size_t>(edges[at] - 'a');
    if (boxes.size() <= id) boxes.resize(id + 1);
    (edges[at + 1] == '[' ? boxes[id].min : boxes[id].max)[along] = position;
  }
  return boxes;
}

// Returns a box with integer coordinates: its lower corner is in [0, world] and its sides are in
// [0, largest] on every axis. So boxes often touch.
template <int Dim>
Aabb<Dim> lattice_box(Random& random, u32 world, u32 largest) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = static_cast<f32>(random.below(world + 1));
    box.max[axis] = box.min[axis] + static_cast<f32>(random.below(largest + 1));
  }
  return box;
}

// Returns unit boxes whose lower corners are in [0, side] on every axis.
template <int Dim>
Boxes<Dim> uniform_boxes(u32 count, f32 side, u64 seed) {
  Random random(seed);
  Boxes<Dim> boxes(count);
  for (Aabb<Dim>& box : boxes) {
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = random.between(0, side);
      box.max[axis] = box.min[axis] + 1;
    }
  }
  return boxes;
}

template <int Dim>
void jitter(Boxes<Dim>& boxes, f32 step, Random& random) {
  for (Aabb<Dim>& box : boxes) {
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 by = random.between(-step, step);
      box.min[axis] += by;
      box.max[axis] = box.min[axis] + 1;
    }
  }
}

}  // namespace sapwood::test
