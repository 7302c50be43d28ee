// Loose octree, in 2D loose quadtree: cells whose bounds reach beyond them on all sides, so that
// an item of a given size always fits at the same depth, wherever it lies.
//
// The bound of a cell is `looseness` times as large, around the same center. An item belongs to
// the cell around its center at the deepest level whose slack, (looseness - 1) / 2 of an edge, is
// at least half of its longest side: depth and cell follow from its size and center by integers,
// without a search. It lives in the deepest cell in use on the way there; cells are split above
// `capacity` items and collapse when they get sparse. A move within the cell writes the box and
// nothing else. With `levels: preallocated` all cells are made ahead, and counts of each subtree
// tell which ones hold items (Ulrich's form).
//
// Layout: families of 8 (4) sibling cells of 28 bytes; items of a cell in blocks of four boxes,
// one a SIMD lane, 128 (96) bytes; the place of each id (4 bytes). Exact boxes and filters by id.
// See core/orthtree/cell_pool.hpp; invariants and the world: core/orthtree/cell_index.hpp.
// Cost: insert, move and remove O(depth), without tests on the way; a query O(cells + items of the
// cells it touches), and bounds overlap: up to looseness^D times the cells; build O(n * depth).
// Limits: an item with a side above (looseness - 1) times the world's edge stays in the root.
//
// Source: Ulrich, Loose octrees, Game Programming Gems (2000); "Loose octrees for frustum culling"
// (2011), whose depth loop has a wrong sign and is one level off.
#pragma once

#include "sapwood/core/orthtree/cell_index.hpp"

namespace sapwood {

struct LooseOctreeOptions {
  static constexpr const char* kLevelNames[] = {"dynamic", "preallocated"};

  f64 looseness = 2;   // edge of a bound over edge of its cell
  u32 capacity = 16;   // items of a cell before those that fit go to its children
  u32 max_depth = 16;  // levels below the root
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

template <int Dim>
class LooseOctree : public orthtree::CellIndex<orthtree::LooseRule<Dim>> {
 public:
  static constexpr const char* kId = "loose-octree";
  using Options = LooseOctreeOptions;

  explicit LooseOctree(const Options& options = {})
      : orthtree::CellIndex<orthtree::LooseRule<Dim>>(options.policy()), options_(options) {}

  Options options() const { return options_; }

 private:
  Options options_;
};

}  // namespace sapwood
