// Shared code of the tests of both octrees: worlds, sets of boxes, sorted results, and expected
// results from loops over the items.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "sapwood/structures/orthtree/loose_octree/loose_octree.hpp"
#include "sapwood/structures/orthtree/octree/octree.hpp"
#include "support/random.hpp"

namespace sapwood::test::octree_cases {

using namespace orthtree;

template <int Dim>
using Boxes = std::vector<Aabb<Dim>>;
using Ids = std::vector<Id>;
using PairKeys = std::vector<u64>;  // pair_key(), ascending

inline LooseOctreeOptions loose(f64 looseness, u32 capacity = 8, u32 max_depth = 16,
                                CellLevels levels = CellLevels::kDynamic) {
  return {looseness, capacity, max_depth, levels};
}

template <int Dim>
Grid<Dim> cube(f32 edge) {
  return Grid<Dim>(Point<Dim>{}, edge);
}

template <int Dim>
Aabb<Dim> cube_at(f32 center, f32 half) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = center - half;
    box.max[axis] = center + half;
  }
  return box;
}

template <int Dim>
Aabb<Dim> random_box(Random& random, f32 side, f32 size) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = random.between(0, side - size);
    box.max[axis] = box.min[axis] + size;
  }
  return box;
}

template <int Dim>
Boxes<Dim> cloud(u32 count, f32 side, u64 seed, f32 size) {
  Random random(seed);
  Boxes<Dim> boxes;
  for (u32 i = 0; i < count; ++i) boxes.push_back(random_box<Dim>(random, side, size));
  return boxes;
}

template <int Dim>
Aabb<Dim> shifted(Aabb<Dim> box, f32 by) {
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] += by;
    box.max[axis] += by;
  }
  return box;
}

template <class S, int Dim>
void build(S& index, const Boxes<Dim>& boxes) {
  ASSERT_TRUE(index.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
}

template <class S>
Id insert(S& index, const Aabb<S::kDim>& box) {
  Id id = kNone;
  EXPECT_TRUE(index.insert(box, Filter{}, id).ok());
  return id;
}

template <class S>
bool move(S& index, Id id, const Aabb<S::kDim>& box) {
  bool changed = false;
  EXPECT_TRUE(index.move(id, box, {}, changed).ok());
  return changed;
}

template <class S>
void remove(S& index, Id id) {
  EXPECT_TRUE(index.remove(id).ok());
}

template <class S>
std::vector<std::string> faults_of(const S& index) {
  Faults faults;
  index.validate(faults);
  return faults.lines();
}
inline const std::vector<std::string> kSound;

template <class S>
Ids live_ids(const S& index) {
  Ids ids;
  const auto& items = index.items();
  for (Id id = items.first(); id != kNone; id = items.next(id)) ids.push_back(id);
  return ids;
}

template <class S, class Query>
Ids found(const S& index, const Query& query, QueryCounters& counters) {
  Ids ids;
  const auto keep = [&](Id id) {
    ids.push_back(id);
    return true;
  };
  EXPECT_TRUE(sapwood::query(index, query, Filter::any(), counters, keep).ok());
  std::sort(ids.begin(), ids.end());
  return ids;
}
template <class S, class Query>
Ids found(const S& index, const Query& query) {
  QueryCounters counters;
  return found(index, query, counters);
}

template <class S, class Query>
Ids expected(const S& index, const Query& query) {
  Ids ids;
  for (const Id id : live_ids(index)) {
    if (query.hits(index.items().box(id))) ids.push_back(id);
  }
  return ids;
}

template <class S>
PairKeys found_pairs(const S& index, QueryCounters& counters) {
  PairKeys keys;
  const auto keep = [&](Id a, Id b) {
    keys.push_back(pair_key(a, b));
    return true;
  };
  EXPECT_TRUE(pairs(index, counters, keep).ok());
  std::sort(keys.begin(), keys.end());
  return keys;
}
template <class S>
PairKeys found_pairs(const S& index) {
  QueryCounters counters;
  return found_pairs(index, counters);
}

template <class S>
PairKeys expected_pairs(const S& index) {
  PairKeys keys;
  const Ids ids = live_ids(index);
  for (size_t i = 0; i < ids.size(); ++i) {
    for (size_t j = i + 1; j < ids.size(); ++j) {
      if (overlaps(index.items().box(ids[i]), index.items().box(ids[j]))) {
        keys.push_back(pair_key(ids[i], ids[j]));
      }
    }
  }
  return keys;
}

// Returns the depth of the cell of an item, or kNone if the item is outside of the world.
template <class S>
u32 depth_of(const S& index, Id id) {
  const u32 cell = index.tree().cell_of(id);
  return cell == kOutside ? kNone : index.tree().pool()[cell].depth;
}

template <int Dim>
CellId<Dim> cell_id(std::initializer_list<u32> at, u32 depth) {
  CellId<Dim> id{};
  std::copy(at.begin(), at.end(), id.at);
  id.depth = depth;
  return id;
}

}  // namespace sapwood::test::octree_cases
