// Structures of the sets for games, with the options that are for frames.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"
#include "sapwood/structures/bvh/wide_tree/wide_tree.hpp"

namespace sapwood {

template <int Dim>
using GameDynamicTree = BasicDynamicTree<Dim, FrameTreeOptions>;

template <int Dim>
using GameWideTree = BasicWideTree<Dim, GameWideTreeOptions>;

}  // namespace sapwood
