/// @file The lists of structures, in 2D and 3D. Typed test suites, bindings and native benchmarks
/// iterate over these lists. cpp/bindings/CMakeLists.txt and scripts/entries.mjs read this file, so
/// a new structure is registered only here.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"
#include "sapwood/structures/bvh/scene_pruner/scene_pruner.hpp"
#include "sapwood/structures/bvh/sphere_tree/sphere_tree.hpp"
#include "sapwood/structures/bvh/static_tree/static_tree.hpp"
#include "sapwood/structures/bvh/wide_tree/wide_tree.hpp"
#include "sapwood/structures/grid/hash_grid/hash_grid.hpp"
#include "sapwood/structures/grid/spatial_hash/spatial_hash.hpp"
#include "sapwood/structures/kdtree/kd_tree/kd_tree.hpp"
#include "sapwood/structures/orthtree/loose_octree/loose_octree.hpp"
#include "sapwood/structures/orthtree/octree/octree.hpp"
#include "sapwood/structures/orthtree/quadtree/quadtree.hpp"
#include "sapwood/structures/reference/brute_force.hpp"
#include "sapwood/structures/rtree/packed_r_tree/packed_r_tree.hpp"
#include "sapwood/structures/rtree/r_tree/r_tree.hpp"
#include "sapwood/structures/sweep/cluster_split/cluster_split.hpp"
#include "sapwood/structures/sweep/sort_and_sweep/sort_and_sweep.hpp"
#include "sapwood/structures/sweep/sorted_range/sorted_range.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"

namespace sapwood {

/// List of types, for templates that iterate over it.
template <class... S>
struct TypeList {};

/// TypeList of structures in 2D, then in 3D.
template <template <int> class... S>
using InBothDimensions = TypeList<S<2>..., S<3>...>;

/// All structures of the library.
using AllStructures =
    InBothDimensions<BruteForce, ClusterSplit, SortedRange, SortAndSweep, SweepAndPrune,
                     SpatialHash, HashGrid, Quadtree, Octree, LooseOctree, RTree, PackedRTree,
                     KdTree, DynamicTree, StaticTree, ScenePruner, SphereTree, WideTree>;

/// Structures of `sapwood/2d` and `sapwood/3d`. Every other structure has its own entry points.
using GameStructures = InBothDimensions<SweepAndPrune, WideTree, DynamicTree>;

}  // namespace sapwood
