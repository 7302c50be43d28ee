/// @file Octree (quadtree in 2D) that stores each item in the smallest cell that contains it.
///
/// The root is a cube around the items, or around the box of set_space(). Cells are halved on every
/// axis, down to `max_depth`, if they have more than `capacity` items that fit in a child. An item
/// that crosses the middle of a cell stays in that cell, even if it is small. LooseOctree avoids
/// this.
///
/// Layout: families of 8 sibling cells (4 in 2D) of 28 bytes. Items of a cell are in blocks of four
/// boxes, one per SIMD lane, of 128 bytes (96 in 2D). The location of each item takes 4 bytes. See
/// core/orthtree/cell_tree.hpp, and core/orthtree/cell_index.hpp for the invariants and the root
/// cell.
///
/// Cost: insert, move and remove O(depth); build O(n * depth). A query costs O(cells + items of the
/// cells it touches). If many items cross one plane, every query tests many of them.
///
/// Sources: Meagher, Octree encoding (1980); Ulrich, Loose octrees (2000), about items that cross a
/// plane.
#pragma once

#include "sapwood/core/orthtree/cell_index.hpp"

namespace sapwood {

/// Options of an octree.
struct OctreeOptions {
  u32 capacity = 16;   ///< Maximum number of items in a cell before items move to its children.
  u32 max_depth = 16;  ///< Number of levels below the root.

  template <class V>
  void describe(V& v) {
    v.number("capacity", capacity, 1, 1024);
    v.number("maxDepth", max_depth, 1, orthtree::kDeepest);
  }

  orthtree::CellPolicy policy() const {
    return {1, capacity, max_depth, orthtree::CellLevels::kDynamic};
  }
};

/// Octree with each item in the smallest cell that contains it.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class Octree : public orthtree::CellIndex<orthtree::StrictRule<Dim>> {
 public:
  static constexpr const char* kId = "octree";
  static constexpr bool kIsTree = true;
  using Options = OctreeOptions;

  /// Creates an empty index.
  explicit Octree(const Options& options = {})
      : orthtree::CellIndex<orthtree::StrictRule<Dim>>(options.policy()), options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }

 private:
  Options options_;
};

}  // namespace sapwood
