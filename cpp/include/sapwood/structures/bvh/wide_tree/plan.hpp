// What a builder makes and what is saved.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::wide_tree {

// Lanes of a node.
struct Shape {
  u8 bits;

  static Shape of(u32 leaves, u32 branches) { return {static_cast<u8>(leaves | branches << 4)}; }
  u8 leaves() const { return bits & 0xF; }
  u8 branches() const { return bits >> 4; }
};

// What makes a tree: how many lanes each node has, in the order of the nodes, and the item of each
// slot. All else follows.
struct Plan {
  Array<Shape> shapes;
  Array<Id> slots;  // four a leaf, kNone where vacant

  size_t leaf_count() const { return slots.size() / kLanes; }
};

}  // namespace sapwood::wide_tree
