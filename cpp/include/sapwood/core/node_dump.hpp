// A flat picture of a hierarchy for drawing, tracing and tests.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

enum class NodeKind : u8 {
  kBranch = 0,  // has children; items of its own only in an octree
  kLeaf = 1,    // holds items
  kBlock = 2,   // a run of a sorted list, not a tree node
};

// Parallel arrays, one entry a node, parents before children. Items of node i are
// items[first_item[i] .. first_item[i] + item_count[i]). `spheres` and `cells` are empty or have
// one entry for every node.
struct NodeDump {
  Array<f32> bounds;  // 2 * Dim numbers a node
  Array<u32> level;   // 0 = root
  Array<u32> parent;  // kNone = root
  Array<u32> first_item;
  Array<u32> item_count;
  Array<u8> kind;
  Array<u32> items;
  Array<f32> spheres;   // Dim + 1 numbers a node: center and radius, where nodes are spheres
  Array<f32> cells;     // 2 * Dim numbers a node: its cell, where `bounds` reaches beyond it
  Array<NodeKey> keys;  // what a walk calls the node (core/trace.hpp)

  void clear() {
    bounds.clear();
    level.clear();
    parent.clear();
    first_item.clear();
    item_count.clear();
    kind.clear();
    items.clear();
    spheres.clear();
    cells.clear();
    keys.clear();
  }

  [[nodiscard]] bool reserve(size_t nodes, size_t held_items, int dimensions) {
    return bounds.reserve(nodes * 2 * static_cast<size_t>(dimensions)) && level.reserve(nodes) &&
           parent.reserve(nodes) && first_item.reserve(nodes) && item_count.reserve(nodes) &&
           kind.reserve(nodes) && keys.reserve(nodes) && items.reserve(held_items);
  }

  // Adds a node and returns its index; items that are added next belong to it. Needs reserve().
  template <int Dim>
  u32 add_node(const Aabb<Dim>& box, u32 node_level, u32 node_parent, NodeKind node_kind,
               NodeKey key) {
    const u32 index = static_cast<u32>(level.size());
    for (const f32 value : box.min) bounds.push_unchecked(value);
    for (const f32 value : box.max) bounds.push_unchecked(value);
    level.push_unchecked(node_level);
    parent.push_unchecked(node_parent);
    first_item.push_unchecked(static_cast<u32>(items.size()));
    item_count.push_unchecked(0);
    kind.push_unchecked(static_cast<u8>(node_kind));
    keys.push_unchecked(key);
    return index;
  }
  // Room for a sphere or a cell of every node.
  [[nodiscard]] bool reserve_spheres(size_t nodes, int dimensions) {
    return spheres.reserve(nodes * (static_cast<size_t>(dimensions) + 1));
  }
  [[nodiscard]] bool reserve_cells(size_t nodes, int dimensions) {
    return cells.reserve(nodes * 2 * static_cast<size_t>(dimensions));
  }
  // Of the node that was added last.
  template <int Dim>
  void add_sphere(const Point<Dim>& center, f32 radius) {
    for (const f32 value : center.v) spheres.push_unchecked(value);
    spheres.push_unchecked(radius);
  }
  template <int Dim>
  void add_cell(const Aabb<Dim>& cell) {
    for (const f32 value : cell.min) cells.push_unchecked(value);
    for (const f32 value : cell.max) cells.push_unchecked(value);
  }
  void add_item(u32 node, Id id) {
    items.push_unchecked(id);
    ++item_count[node];
  }
};

// A node that waits for its turn in a walk that fills a dump.
struct DumpedNode {
  u32 node;
  u32 level;
  u32 parent;  // place in the dump
};

}  // namespace sapwood
