/// @file Loose octree (loose quadtree in 2D): the bounds of a cell extend beyond the cell on all
/// sides. The depth at which an item fits therefore depends only on its size, not on its position.
///
/// The bounds of a cell have the same center as the cell and are `looseness` times as large. An
/// item belongs to the cell around its center at the deepest level whose slack, (looseness - 1) / 2
/// of a cell edge, is at least half of the longest side of the item. The level and the cell are
/// computed by integer arithmetic. The item is stored in the deepest existing cell on the path to
/// this cell. A cell with more than `capacity` items is split, and cells with few items are merged.
/// If an item moves within its cell, only its box is written. With `levels: preallocated`, all
/// cells exist from the start, and the item count of each subtree shows whether it is empty
/// (Ulrich's form). The root is a cube around the items, or around the box of set_space().
///
/// Layout: families of 8 sibling cells (4 in 2D) of 28 bytes. Items of a cell are in blocks of four
/// boxes, one per SIMD lane, of 128 bytes (96 in 2D). The location of each item takes 4 bytes;
/// exact boxes and filters are stored by id. See core/orthtree/cell_tree.hpp, and
/// core/orthtree/cell_index.hpp for the invariants and the root cell.
///
/// Cost: insert, move and remove O(depth), without tests on the path; build O(n * depth). A query
/// costs O(cells + items of the cells it touches), with up to looseness^D times the cells because
/// bounds overlap. An item with a side above (looseness - 1) times the edge of the root stays in
/// the root.
///
/// Source: Ulrich, Loose octrees, Game Programming Gems (2000); "Loose octrees for frustum culling"
/// (2011), whose depth loop has a wrong sign and is one level off.
#pragma once

#include "sapwood/core/orthtree/cell_index.hpp"

namespace sapwood {

/// Options of a loose octree.
struct LooseOctreeOptions {
  static constexpr const char* kLevelNames[] = {"dynamic", "preallocated"};

  f64 looseness = 2;   ///< Edge of the bounds of a cell divided by the edge of the cell.
  u32 capacity = 16;   ///< Maximum number of items in a cell before items move to its children.
  u32 max_depth = 16;  ///< Number of levels below the root.
  orthtree::CellLevels levels = orthtree::CellLevels::kDynamic;

  template <class V>
  void describe(V& v) {
    v.number("looseness", looseness, 1.01, 8);
    v.number("capacity", capacity, 1, 1024);
    v.number("maxDepth", max_depth, 1, orthtree::kDeepest);
    v.choice("levels", levels, kLevelNames);
  }

  orthtree::CellPolicy policy() const { return {looseness, capacity, max_depth, levels}; }
};

/// Octree whose cells have enlarged bounds.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class LooseOctree : public orthtree::CellIndex<orthtree::LooseRule<Dim>> {
 public:
  static constexpr const char* kId = "loose-octree";
  static constexpr bool kIsTree = true;
  using Options = LooseOctreeOptions;

  /// Creates an empty index.
  explicit LooseOctree(const Options& options = {})
      : orthtree::CellIndex<orthtree::LooseRule<Dim>>(options.policy()), options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }

 private:
  Options options_;
};

}  // namespace sapwood
