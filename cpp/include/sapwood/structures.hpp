// THE list: every structure of the library, in 2D and 3D. Typed test suites, bindings and native
// benchmarks iterate over it; a new structure joins here and nowhere else in C++.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"
#include "sapwood/structures/reference/brute_force.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"

namespace sapwood {

template <class... S>
struct TypeList {};

template <template <int> class... S>
using InBothDimensions = TypeList<S<2>..., S<3>...>;

using AllStructures = InBothDimensions<BruteForce, SweepAndPrune, DynamicTree>;

}  // namespace sapwood
