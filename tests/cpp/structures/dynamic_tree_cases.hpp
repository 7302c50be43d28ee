// Shared code of the tests of the dynamic tree: options, rows and clouds of boxes, sorted results,
// and expected results from loops over the items.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"
#include "support/random.hpp"

namespace sapwood::test::tree_cases {

template <int Dim>
using Boxes = std::vector<Aabb<Dim>>;
using Ids = std::vector<Id>;
using PairKeys = std::vector<u64>;  // pair_key(), ascending

inline DynamicTreeOptions options_of(TreeBalance balance,
                                     TreeInsertion insertion = TreeInsertion::kGreedy) {
  DynamicTreeOptions options;
  options.balance = balance;
  options.insertion = insertion;
  return options;
}

inline std::vector<DynamicTreeOptions> all_options() {
  std::vector<DynamicTreeOptions> all;
  for (const auto insertion :
       {TreeInsertion::kGreedy, TreeInsertion::kBranchAndBound, TreeInsertion::kManhattan}) {
    for (const auto balance :
         {TreeBalance::kNever, TreeBalance::kHeight, TreeBalance::kSurfaceArea}) {
      all.push_back(options_of(balance, insertion));
    }
  }
  return all;
}

inline std::string name_of(const DynamicTreeOptions& options) {
  return std::string(DynamicTreeOptions::kBalanceNames[static_cast<int>(options.balance)]) + " " +
         DynamicTreeOptions::kInsertionNames[static_cast<int>(options.insertion)];
}

template <int Dim>
Boxes<Dim> row(u32 count, f32 spacing) {
  Boxes<Dim> boxes(count);
  for (u32 i = 0; i < count; ++i) {
    for (int axis = 0; axis < Dim; ++axis) {
      boxes[i].min[axis] = axis == 0 ? static_cast<f32>(i) * spacing : 0.0f;
      boxes[i].max[axis] = boxes[i].min[axis] + 1;
    }
  }
  return boxes;
}

template <int Dim>
Aabb<Dim> random_box(Random& random, f32 side, f32 size) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = random.between(0, side);
    box.max[axis] = box.min[axis] + size;
  }
  return box;
}

template <int Dim>
Boxes<Dim> cloud(u32 count, f32 side, u64 seed, f32 size = 1) {
  Random random(seed);
  Boxes<Dim> boxes;
  for (u32 i = 0; i < count; ++i) boxes.push_back(random_box<Dim>(random, side, size));
  return boxes;
}

// Returns random cubes, each of which overlaps about one other cube.
inline Boxes<3> gas() { return cloud<3>(5000, 34, 1); }

template <int Dim>
Aabb<Dim> shifted(Aabb<Dim> box, f32 by, int axis = 0) {
  box.min[axis] += by;
  box.max[axis] += by;
  return box;
}

template <int Dim>
void build(DynamicTree<Dim>& tree, const Boxes<Dim>& boxes) {
  ASSERT_TRUE(tree.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
}

template <int Dim>
Id insert(DynamicTree<Dim>& tree, const Aabb<Dim>& box, const Filter& filter = {}) {
  Id id = kNone;
  EXPECT_TRUE(tree.insert(box, filter, id).ok());
  return id;
}

template <int Dim>
void insert_all(DynamicTree<Dim>& tree, const Boxes<Dim>& boxes) {
  for (const Aabb<Dim>& box : boxes) insert(tree, box);
}

template <int Dim>
bool move(DynamicTree<Dim>& tree, Id id, const Aabb<Dim>& box, const Point<Dim>& by = {}) {
  bool changed = false;
  EXPECT_TRUE(tree.move(id, box, by, changed).ok());
  return changed;
}

template <int Dim>
std::vector<std::string> faults_of(const DynamicTree<Dim>& tree) {
  Faults faults;
  tree.validate(faults);
  return faults.lines();
}

template <int Dim>
dynamic_tree::Tree<Dim> copy_of(const DynamicTree<Dim>& index) {
  const dynamic_tree::Tree<Dim>& tree = index.tree();
  dynamic_tree::Tree<Dim> copy;
  EXPECT_TRUE(copy.reserve(index.items().size(), index.items().id_end()));
  copy.assign(index.items().size(), index.items().id_end());
  std::vector<std::pair<u32, u32>> open;
  u32 used = 2;
  if (!tree.empty()) open.push_back({tree.kRoot, copy.kRoot});
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    const dynamic_tree::Node<Dim>& node = tree[from];
    if (node.is_leaf()) {
      copy.put(to, copy.make_leaf(node.box, node.item()));
      continue;
    }
    copy[to] = {node.box, used, node.height};
    copy.set_parent(used, to);
    open.push_back({node.child(1), used + 1});
    open.push_back({node.child(0), used});
    used += 2;
  }
  return copy;
}

template <int Dim>
Ids live_ids(const DynamicTree<Dim>& tree) {
  Ids ids;
  const auto& items = tree.items();
  for (Id id = items.first(); id != kNone; id = items.next(id)) ids.push_back(id);
  return ids;
}

template <int Dim>
Ids found(const DynamicTree<Dim>& tree, const Aabb<Dim>& box, QueryCounters& counters) {
  Ids ids;
  const auto keep = [&](Id id) {
    ids.push_back(id);
    return true;
  };
  EXPECT_TRUE(query(tree, BoxQuery<Dim>(box), Filter::any(), counters, keep).ok());
  std::sort(ids.begin(), ids.end());
  return ids;
}
template <int Dim>
Ids found(const DynamicTree<Dim>& tree, const Aabb<Dim>& box) {
  QueryCounters counters;
  return found(tree, box, counters);
}

template <int Dim>
Ids expected(const DynamicTree<Dim>& tree, const Aabb<Dim>& box) {
  Ids ids;
  for (const Id id : live_ids(tree)) {
    if (overlaps(tree.items().box(id), box)) ids.push_back(id);
  }
  return ids;
}

template <int Dim>
PairKeys found_pairs(const DynamicTree<Dim>& tree) {
  PairKeys keys;
  QueryCounters counters;
  const auto keep = [&](Id a, Id b) {
    keys.push_back(pair_key(a, b));
    return true;
  };
  EXPECT_TRUE(pairs(tree, counters, keep).ok());
  std::sort(keys.begin(), keys.end());
  return keys;
}

template <int Dim, class Overlap>
PairKeys pairs_where(const DynamicTree<Dim>& tree, Overlap&& overlap) {
  PairKeys keys;
  const Ids ids = live_ids(tree);
  for (size_t i = 0; i < ids.size(); ++i) {
    for (size_t j = i + 1; j < ids.size(); ++j) {
      if (overlap(ids[i], ids[j])) keys.push_back(pair_key(ids[i], ids[j]));
    }
  }
  return keys;
}
template <int Dim>
PairKeys expected_pairs(const DynamicTree<Dim>& tree) {
  return pairs_where(tree, [&](Id a, Id b) {
    return overlaps(tree.items().box(a), tree.items().box(b)) && tree.items().accepts_pair(a, b);
  });
}

template <int Dim>
f64 visits_per_query(const DynamicTree<Dim>& tree) {
  QueryCounters counters;
  for (const Id id : live_ids(tree)) found(tree, tree.items().box(id), counters);
  return static_cast<f64>(counters.node_visits) / tree.items().size();
}

}  // namespace sapwood::test::tree_cases
