// What a game needs: structures of the list, with those of their options that are for frames.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"
#include "sapwood/structures/bvh/wide_tree/wide_tree.hpp"
#include "sapwood/structures/grid/hash_grid/hash_grid.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"

namespace sapwood {

template <int Dim>
using GameSweepAndPrune = BasicSweepAndPrune<Dim, ColumnsOnlyOptions<Dim>>;

template <int Dim>
using GameDynamicTree = BasicDynamicTree<Dim, FrameTreeOptions>;

template <int Dim>
using GameWideTree = BasicWideTree<Dim, GameWideTreeOptions>;

// In no set, but in a module of its own.
template <int Dim>
using GameHashGrid = BasicHashGrid<Dim, RowsOnlyOptions>;

}  // namespace sapwood
