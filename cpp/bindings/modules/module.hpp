// What a module holds: a list of structures, and how much of each. The verbs of a frame's loop are
// in every module (any_index.hpp); the CMakeLists.txt here says what is shipped.
#pragma once

#include <tuple>

#include "index/index.hpp"
#include "sapwood/game.hpp"
#include "sapwood/structures.hpp"
#include "world/bind_world.hpp"

namespace sapwood::bindings {

template <int Dim>
using GameStructures = TypeList<SweepAndPrune<Dim>, GameWideTree<Dim>, GameDynamicTree<Dim>>;

// updatePairs() of any structure.
template <int Dim>
void bind_pair_changes() {
  IndexBase<Dim>::pair_change_finder = [](IndexBase<Dim>& index) { return index.compare_pairs(); };
}

// For games that take their structures from a set: frames and nothing else.
template <int Dim>
void bind_for_frames() {
  [&]<class... S>(TypeList<S...>) {
    (bind_index<S>(), ...);
    bind_world<Dim, S...>();
    bind_pair_changes<Dim>();
  }(GameStructures<Dim>{});
}

// For those who chose one structure: what is special to it, too.
template <class S>
void bind_whole() {
  const IndexClass<S> index = bind_index<S>();
  bind_steps<S>(index);
  bind_tuning<S>(index);
}

// For tools: a look inside, too; and, for those who draw walks, their steps.
enum class Traces : bool { kNone, kWalks };
template <Traces kTraces = Traces::kNone, class... S>
void bind_with_inspection(TypeList<S...>) {
  emscripten::value_object<IndexStats>("IndexStats")
      .field("items", &IndexStats::items)
      .field("nodes", &IndexStats::nodes)
      .field("leaves", &IndexStats::leaves)
      .field("height", &IndexStats::height)
      .field("maxImbalance", &IndexStats::max_imbalance)
      .field("areaRatio", &IndexStats::area_ratio)
      .field("sah", &IndexStats::sah)
      .field("reinserts", &IndexStats::reinserts)
      .field("swaps", &IndexStats::swaps)
      .field("axis", &IndexStats::axis)
      .field("cellSize", &IndexStats::cell_size)
      .field("byteLength", &IndexStats::byte_length);
  const std::tuple classes{[] {
    const IndexClass<S> index = bind_index<S>();
    bind_steps<S>(index);
    bind_tuning<S>(index);
    bind_inspection<S>(index);
    return index;
  }()...};
  // after all that both modules have: so the compiler writes the same glue for them
  if constexpr (kTraces == Traces::kWalks) {
    (bind_trace<S>(std::get<IndexClass<S>>(classes)), ...);
  }
  bind_world<2, S...>();
  bind_world<3, S...>();
  bind_pair_changes<2>();
  bind_pair_changes<3>();
}

}  // namespace sapwood::bindings
