// Shared code of the tests of both R-trees: items of leaves, quality of trees, work of queries.
#pragma once

#include "structures/index_cases.hpp"

namespace sapwood::test {

using Leaves = std::vector<std::vector<Id>>;

template <class Index>
Leaves leaves_of(Index& index) {
  NodeDump dump;
  EXPECT_TRUE(flush(index).ok());
  EXPECT_TRUE(index.dump(dump).ok());
  Leaves leaves;
  for (size_t node = 0; node < dump.kind.size(); ++node) {
    if (dump.kind[node] != static_cast<u8>(NodeKind::kLeaf)) continue;
    const Id* first = dump.items.data() + dump.first_item[node];
    leaves.emplace_back(first, first + dump.item_count[node]);
  }
  return leaves;
}

inline Leaves sorted(Leaves leaves) {
  for (auto& leaf : leaves) std::sort(leaf.begin(), leaf.end());
  std::sort(leaves.begin(), leaves.end());
  return leaves;
}

template <class Index>
std::vector<u32> level_widths(Index& index) {
  NodeDump dump;
  EXPECT_TRUE(flush(index).ok());
  EXPECT_TRUE(index.dump(dump).ok());
  std::vector<u32> widths;
  for (const u32 level : dump.level) {
    if (widths.size() <= level) widths.resize(level + 1);
    ++widths[level];
  }
  return widths;
}

// Returns half of the sum of the perimeters of the leaves.
template <int Dim, class Index>
f64 leaf_perimeter(Index& index) {
  NodeDump dump;
  EXPECT_TRUE(flush(index).ok());
  EXPECT_TRUE(index.dump(dump).ok());
  f64 sum = 0;
  for (size_t node = 0; node < dump.kind.size(); ++node) {
    if (dump.kind[node] != static_cast<u8>(NodeKind::kLeaf)) continue;
    const f32* bounds = dump.bounds.data() + node * 2 * Dim;
    for (int axis = 0; axis < Dim; ++axis) sum += bounds[axis + Dim] - bounds[axis];
  }
  return sum;
}

template <class Index, int Dim>
QueryCounters self_queries(Index& index, const Boxes<Dim>& boxes) {
  QueryCounters counters;
  for (const Aabb<Dim>& box : boxes) ids_of(index, BoxQuery<Dim>(box), counters);
  return counters;
}

template <class Index>
std::vector<Id> nearest_ids(Index& index, const Point<Index::kDim>& point, u32 k,
                            QueryCounters& counters) {
  Array<KeyedId> found;
  EXPECT_TRUE(nearest(index, point, k, HUGE_VALF, Filter::any(), counters, found).ok());
  std::vector<Id> ids;
  for (const KeyedId& entry : found) ids.push_back(entry.id);
  return ids;
}

}  // namespace sapwood::test
