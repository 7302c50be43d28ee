// What the tests of sweep and prune share: every setting of the options, pairs and counters as
// plain values, and boxes from rows of brackets.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"
#include "support/random.hpp"

namespace sapwood::test {

using Pairs = std::vector<std::pair<Id, Id>>;
template <int Dim>
using Boxes = std::vector<Aabb<Dim>>;

inline constexpr SweepMode kAllModes[] = {SweepMode::kSort, SweepMode::kKept,
                                          SweepMode::kPersistent};
inline constexpr const char* kModeNames[] = {"sort", "kept", "persistent"};

// auto, x, y and, in 3D, z.
template <int Dim>
std::vector<SweepAxis> all_axes() {
  std::vector<SweepAxis> axes;
  for (int axis = 0; axis <= Dim; ++axis) axes.push_back(static_cast<SweepAxis>(axis));
  return axes;
}

template <int Dim>
SweepAndPruneOptions<Dim> sweep_options(SweepMode mode, SweepAxis axis = SweepAxis::kAuto) {
  SweepAndPruneOptions<Dim> options;
  options.mode = mode;
  options.axis = axis;
  return options;
}

template <class Index, int Dim>
Status build(Index& index, const std::vector<Aabb<Dim>>& boxes) {
  return index.build(boxes.data(), static_cast<u32>(boxes.size()));
}

// The pairs in the order of their report.
template <class Index>
Pairs reported_pairs(Index& index, QueryCounters& counters) {
  Pairs found;
  const Status status = pairs(index, counters, [&](Id a, Id b) {
    found.emplace_back(a, b);
    return true;
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(counters.results, found.size());
  return found;
}

// The pairs sorted.
template <class Index>
Pairs pairs_of(Index& index) {
  QueryCounters counters;
  Pairs found = reported_pairs(index, counters);
  std::sort(found.begin(), found.end());
  return found;
}

template <class Index>
u64 pair_tests_of(Index& index) {
  QueryCounters counters;
  reported_pairs(index, counters);
  return counters.item_tests;
}

template <class Index>
std::vector<std::string> faults_of(Index& index) {
  Faults faults;
  EXPECT_TRUE(settle(index).ok());
  index.validate(faults);
  return faults.lines();
}

template <int Dim>
Pairs all_overlapping(const Boxes<Dim>& boxes) {
  Pairs found;
  for (Id a = 0; a < boxes.size(); ++a) {
    for (Id b = a + 1; b < boxes.size(); ++b) {
      if (overlaps(boxes[a], boxes[b])) found.emplace_back(a, b);
    }
  }
  return found;
}

// Boxes on one axis from edges like "a[ b[ b] a]": the n-th edge lies at n. Ids by letter.
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

// Sides of 0 to `largest` at whole coordinates of 0 to `world`: ties, contacts and points abound.
template <int Dim>
Aabb<Dim> lattice_box(Random& random, u32 world, u32 largest) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = static_cast<f32>(random.below(world + 1));
    box.max[axis] = box.min[axis] + static_cast<f32>(random.below(largest + 1));
  }
  return box;
}

// Unit boxes in a cube of that side.
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
