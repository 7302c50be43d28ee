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
  kBlock = 2,   ///< A range of a sorted list, not a tree node.
};

/// Visitor to which a NodeDump passes nodes and items instead of storing them.
class NodeVisitor {
 public:
  virtual ~NodeVisitor() = default;
  /// Visits a node. `bounds` contains Dim minima, then Dim maxima. Returns false to skip the items
  /// and the children of the node.
  virtual bool visit_node(const f32* bounds, u32 level) = 0;
  /// Visits an item of the last visited node. Returns false to end the traversal.
  virtual bool visit_item(Id id) = 0;
};

/// Parallel arrays with one entry per node, parents before children. The items of node i are
/// items[first_item[i] .. first_item[i] + item_count[i]). `spheres` and `cells` are empty or have
/// one entry per node. With a visitor, nodes are not stored.
struct NodeDump {
  /// Result of add_node() for a node that the visitor skips, and for all nodes below it.
  static constexpr u32 kSkipped = kNone - 1;

  NodeDump() = default;
  /// Creates a dump that passes nodes and items to a visitor instead of storing them.
  explicit NodeDump(NodeVisitor& visitor) : visitor_(&visitor) {}

  Array<f32> bounds;  ///< 2 * Dim numbers per node.
  Array<u32> level;   ///< 0 for a root.
  Array<u32> parent;  ///< kNone for a root.
  /// Index in `items` of the first item of each node.
  Array<u32> first_item;
  Array<u32> item_count;
  Array<u8> kind;
  Array<u32> items;
  Array<f32> spheres;   ///< Dim + 1 numbers per node, if nodes are spheres: center and radius.
  Array<f32> cells;     ///< 2 * Dim numbers per node, if `bounds` can exceed the cell.
  Array<NodeKey> keys;  ///< Key of the node in traces (core/trace.hpp).

  /// Returns true if nodes are stored, and false if they are passed to a visitor.
  bool stores() const { return visitor_ == nullptr; }

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

  /// Reserves memory for nodes and items. Returns false if allocation fails.
  [[nodiscard]] bool reserve(size_t nodes, size_t held_items, int dimensions) {
    if (visitor_ != nullptr) return true;
    return bounds.reserve(nodes * 2 * static_cast<size_t>(dimensions)) && level.reserve(nodes) &&
           parent.reserve(nodes) && first_item.reserve(nodes) && item_count.reserve(nodes) &&
           kind.reserve(nodes) && keys.reserve(nodes) && items.reserve(held_items);
  }

  /// Adds a node and returns its index, or kSkipped. The following add_item() calls add items to
  /// this node. Requires reserve().
  template <int Dim>
  u32 add_node(const Aabb<Dim>& box, u32 node_level, u32 node_parent, NodeKind node_kind,
               NodeKey key) {
    if (visitor_ != nullptr) return visit(box, node_level, node_parent);
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
  /// Reserves memory for the spheres of nodes. Returns false if allocation fails.
  [[nodiscard]] bool reserve_spheres(size_t nodes, int dimensions) {
    return visitor_ != nullptr || spheres.reserve(nodes * (static_cast<size_t>(dimensions) + 1));
  }
  [[nodiscard]] bool reserve_cells(size_t nodes, int dimensions) {
    return visitor_ != nullptr || cells.reserve(nodes * 2 * static_cast<size_t>(dimensions));
  }
  /// Adds the sphere of the node that was added last.
  template <int Dim>
  void add_sphere(const Point<Dim>& center, f32 radius) {
    if (visitor_ != nullptr) return;
    for (const f32 value : center.v) spheres.push_unchecked(value);
    spheres.push_unchecked(radius);
  }
  template <int Dim>
  void add_cell(const Aabb<Dim>& cell) {
    if (visitor_ != nullptr) return;
    for (const f32 value : cell.min) cells.push_unchecked(value);
    for (const f32 value : cell.max) cells.push_unchecked(value);
  }
  /// Adds an item to the node that was added last. `node` is the index of that node.
  void add_item(u32 node, Id id) {
    if (visitor_ != nullptr) {
      if (node != kSkipped && !ended_) ended_ = !visitor_->visit_item(id);
      return;
    }
    items.push_unchecked(id);
    ++item_count[node];
  }

 private:
  template <int Dim>
  u32 visit(const Aabb<Dim>& box, u32 node_level, u32 node_parent) {
    if (ended_ || node_parent == kSkipped) return kSkipped;
    f32 numbers[2 * Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      numbers[axis] = box.min[axis];
      numbers[Dim + axis] = box.max[axis];
    }
    return visitor_->visit_node(numbers, node_level) ? 0 : kSkipped;
  }

  NodeVisitor* visitor_ = nullptr;
  bool ended_ = false;  // the visitor has ended the traversal
};

/// Node on the stack of a traversal that fills a dump.
struct DumpedNode {
  u32 node;
  u32 level;
  u32 parent;  ///< Index in the dump.
};

}  // namespace sapwood
