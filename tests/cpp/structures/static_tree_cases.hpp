// Bulk trees and boxes for the tests of the static tree.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sapwood/core/bulk_tree/graft.hpp"
#include "sapwood/core/bulk_tree/inspect.hpp"
#include "sapwood/core/queries.hpp"
#include "sapwood/structures/bvh/static_tree/static_tree.hpp"
#include "support/layouts.hpp"
#include "support/oracle.hpp"
#include "support/random.hpp"

namespace sapwood::test {

inline Aabb<2> point(f32 x, f32 y) { return {{x, y}, {x, y}}; }

inline std::vector<Aabb<2>> points(std::initializer_list<std::pair<f32, f32>> list) {
  std::vector<Aabb<2>> boxes;
  for (const auto& [x, y] : list) boxes.push_back(point(x, y));
  return boxes;
}

template <int Dim>
struct CoreTree {
  bulk_tree::Tree<Dim> tree;
  bulk_tree::LeafMap map;
};

template <int Dim>
CoreTree<Dim> core_tree(const std::vector<Aabb<Dim>>& boxes, u32 leaf_limit, Id first_id = 0) {
  CoreTree<Dim> made;
  bulk_tree::Builder<Dim> builder;
  const u32 count = static_cast<u32>(boxes.size());
  EXPECT_TRUE(builder.begin(count, {leaf_limit}));
  for (u32 i = 0; i < count; ++i) builder.add(first_id + i, boxes[i]);
  u64 work = 0;
  bool done = false;
  EXPECT_TRUE(builder.step(~u64{0}, work, done).ok());
  EXPECT_TRUE(done);
  builder.move_to(made.tree);
  EXPECT_TRUE(made.map.resize(first_id + count, kNone));
  bulk_tree::map_leaves(made.tree, made.map);
  return made;
}

template <class Tree>
std::vector<Id> positions(const Tree& tree) {
  std::vector<Id> ids;
  for (u32 i = 0; i < tree.position_count(); ++i) ids.push_back(tree.item(i).id);
  return ids;
}

template <class Tree>
std::vector<Id> ids_below(const Tree& tree, u32 index) {
  std::vector<Id> ids;
  std::vector<u32> open{index};
  while (!open.empty()) {
    const auto& node = tree.node(open.back());
    open.pop_back();
    if (!node.is_leaf()) {
      open.push_back(node.left() + 1);
      open.push_back(node.left());
      continue;
    }
    for (u32 i = 0; i < node.count(); ++i) ids.push_back(tree.item(node.first() + i).id);
  }
  return ids;
}

// Returns the sorted ids of each leaf. The result does not depend on the order of the nodes.
template <class Tree>
std::vector<std::vector<Id>> leaf_sets(const Tree& tree) {
  std::vector<std::vector<Id>> sets;
  for (u32 i = 0; i < tree.node_count(); ++i) {
    if (!tree.node(i).is_leaf()) continue;
    sets.push_back(ids_below(tree, i));
    std::sort(sets.back().begin(), sets.back().end());
  }
  std::sort(sets.begin(), sets.end());
  return sets;
}

template <class Tree>
bool same_nodes(const Tree& a, const Tree& b) {
  return a.node_count() == b.node_count() && positions(a) == positions(b) &&
         std::memcmp(a.nodes(), b.nodes(), a.node_count() * sizeof(typename Tree::Node)) == 0;
}

template <int Dim>
std::vector<std::string> faults_of(const CoreTree<Dim>& made, const std::vector<Aabb<Dim>>& boxes) {
  ItemStore<Dim> items;
  Faults faults;
  const u32 count = static_cast<u32>(boxes.size());
  bulk_tree::Validator<bulk_tree::Tree<Dim>> validator(made.tree, faults);
  if (!items.reserve(count) || !validator.reserve(count)) return {"no memory"};
  items.assign(boxes.data(), count);
  if (validator.check_links() && validator.check_ids()) validator.check_boxes(items, made.map);
  return faults.lines();
}

template <int Dim>
StaticTree<Dim> static_tree(const std::vector<Aabb<Dim>>& boxes,
                            const StaticTreeOptions& options = {}) {
  StaticTree<Dim> index(options);
  EXPECT_TRUE(index.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
  return index;
}

template <int Dim>
Id insert(StaticTree<Dim>& index, const Aabb<Dim>& box) {
  Id id = kNone;
  EXPECT_TRUE(index.insert(box, {}, id).ok());
  return id;
}

template <int Dim>
void move(StaticTree<Dim>& index, Id id, const Aabb<Dim>& box) {
  bool changed = false;
  EXPECT_TRUE(index.move(id, box, {}, changed).ok());
}

// Returns the sorted keys a << 32 | b of all pairs.
template <int Dim>
std::vector<u64> found_pairs(StaticTree<Dim>& index) {
  std::vector<u64> keys;
  QueryCounters counters;
  const Status status = pairs(index, counters, [&](Id a, Id b) {
    keys.push_back(u64{a} << 32 | b);
    return true;
  });
  EXPECT_TRUE(status.ok());
  std::sort(keys.begin(), keys.end());
  return keys;
}
template <int Dim>
std::vector<u64> expected_pairs(const StaticTree<Dim>& index) {
  return oracle::pairs(Model<Dim>(index.items()));
}

template <int Dim>
std::vector<std::string> faults_of(const StaticTree<Dim>& index) {
  Faults faults;
  index.validate(faults);
  return faults.lines();
}

}  // namespace sapwood::test
