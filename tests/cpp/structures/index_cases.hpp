// Shared code of tests of single structures: pairs and counters as plain values, random boxes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "support/random.hpp"
#include "support/scene_published.hpp"

namespace sapwood::test {

using Pairs = std::vector<std::pair<Id, Id>>;
template <int Dim>
using Boxes = std::vector<Aabb<Dim>>;

template <class Index, int Dim>
Status build(Index& index, const std::vector<Aabb<Dim>>& boxes) {
  return index.build(boxes.data(), static_cast<u32>(boxes.size()));
}

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

// Returns the sorted pairs, including duplicates.
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

template <class Index, class Query>
std::vector<Id> ids_of(Index& index, const Query& volume, QueryCounters& counters) {
  std::vector<Id> ids;
  const Status status = query(index, volume, Filter::any(), counters, [&](Id id) {
    ids.push_back(id);
    return true;
  });
  EXPECT_TRUE(status.ok());
  std::sort(ids.begin(), ids.end());
  return ids;
}

template <class Index>
std::vector<std::string> faults_of(Index& index) {
  Faults faults;
  EXPECT_TRUE(flush(index).ok());
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

// Returns cubes of side `size` whose lower corners are in [least, least + world] on every axis.
template <int Dim>
Boxes<Dim> uniform_boxes(u32 count, f32 least, f32 world, f32 size, u64 seed) {
  Random random(seed);
  Boxes<Dim> boxes(count);
  for (Aabb<Dim>& box : boxes) {
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = random.between(least, least + world);
      box.max[axis] = box.min[axis] + size;
    }
  }
  return boxes;
}

// Returns a scene of the published benchmark as closed boxes. Their overlaps are the overlaps under
// the rule `convention`.
inline Boxes<2> published(PublishedName name, int n, int iteration,
                          PublishedConvention convention = {}) {
  const std::vector<f32> flat = published_boxes(published_scene(name, n, iteration), convention);
  Boxes<2> boxes;
  for (size_t at = 0; at + 4 <= flat.size(); at += 4) {
    boxes.push_back({{flat[at], flat[at + 1]}, {flat[at + 2], flat[at + 3]}});
  }
  return boxes;
}

}  // namespace sapwood::test
