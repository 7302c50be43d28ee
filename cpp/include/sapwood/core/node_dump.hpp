/// @file
/// Nodes of a hierarchy as flat arrays, for drawing, tracing and tests.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

/// Kind of a node.
enum class NodeKind : u8 {
  kBranch = 0,  ///< Has children; can also have items in an octree.
  kLeaf = 1,    ///< Contains items.
  kBlock = 2,   ///< A run of a sorted list, not a tree node.
};

/// Parallel arrays with one entry per node, parents before children. The items of node i are
/// items[first_item[i] .. first_item[i] + item_count[i]). `spheres` and `cells` are empty or have
/// one entry per node.
struct NodeDump {
  Array<f32> bounds;  ///< 2 * Dim numbers per node.
  Array<u32> level;   ///< 0 for a root.
  Array<u32> parent;  ///< kNone for a root.
  /// index in `items` of the first item of the node
  Array<u32> first_item;
  Array<u32> item_count;
  Array<u8> kind;
  Array<u32> items;
  Array<f32> spheres;   ///< Dim + 1 numbers per node, center and radius, if nodes are spheres.
  Array<f32> cells;     ///< 2 * Dim numbers per node, its cell, if `bounds` exceeds the cell.
  Array<NodeKey> keys;  ///< Key of the node in traces (core/trace.hpp).

  /// Removes all nodes and keeps the memory.
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

  /// Reserves memory for nodes and their items. Returns false if allocation fails.
  [[nodiscard]] bool reserve(size_t nodes, size_t held_items, int dimensions) {
    return bounds.reserve(nodes * 2 * static_cast<size_t>(dimensions)) && level.reserve(nodes) &&
           parent.reserve(nodes) && first_item.reserve(nodes) && item_count.reserve(nodes) &&
           kind.reserve(nodes) && keys.reserve(nodes) && items.reserve(held_items);
  }

  /// Adds a node and returns its index. Items that are added next belong to it. The caller has
  /// called reserve().
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
  /// Reserves memory for one sphere per node. Returns false if allocation fails.
  [[nodiscard]] bool reserve_spheres(size_t nodes, int dimensions) {
    return spheres.reserve(nodes * (static_cast<size_t>(dimensions) + 1));
  }
  [[nodiscard]] bool reserve_cells(size_t nodes, int dimensions) {
    return cells.reserve(nodes * 2 * static_cast<size_t>(dimensions));
  }
  /// Adds the sphere of the node that was added last.
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
  /// Adds an item to a node, which must be the last one.
  void add_item(u32 node, Id id) {
    items.push_unchecked(id);
    ++item_count[node];
  }
};

/// Node on the stack of a traversal that fills a dump.
struct DumpedNode {
  u32 node;
  u32 level;
  u32 parent;  ///< Index in the dump.
};

}  // namespace sapwood
