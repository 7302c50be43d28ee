// Functions that register the structures of a WebAssembly module and their methods. CMakeLists.txt
// lists the modules. Every module contains the exports of calls.cpp.
#pragma once

#include <tuple>

#include "index/index.hpp"
#include "sapwood/structures.hpp"
#include "world/world_handle.hpp"

namespace sapwood::bindings {

// Number of a structure: its position in AllStructures, from 1.
template <class... S>
constexpr u32 number_in(TypeList<S...>, std::string_view id) {
  u32 at = 0;
  u32 found = 0;
  ((++at, found = found == 0 && id == S::kId ? at : found), ...);
  return found;
}
template <class S>
inline constexpr u32 kNumber = number_in(AllStructures{}, S::kId);

// Calls `take(TypeList<S>{})` for each structure S of `Dim` dimensions.
template <int Dim, class... S, class Take>
void for_each_in(TypeList<S...>, Take&& take) {
  const auto take_one = [&]<class One>(TypeList<One> one) {
    if constexpr (One::kDim == Dim) take(one);
  };
  (take_one(TypeList<S>{}), ...);
}

template <int Dim, class Structures>
AnyIndex* make_index_of(u32 kind) {
  AnyIndex* made = nullptr;
  for_each_in<Dim>(Structures{}, [&]<class S>(TypeList<S>) {
    if (kind == kNumber<S>) made = Index<S>::create(0);
  });
  return made;
}

// Returns the structures among which the broad phase of a world can choose. Their costs were
// measured with updates and pair searches of 10,000 drifting bodies in 2D and 3D. By default,
// bodies at rest are in a wide tree, which has the fastest queries. With a budget, they are in a
// dynamic tree, which has no slow updates.
template <int Dim>
world::Setup make_setup(u32 kind, u32 budget) {
  constexpr u32 kWide = kNumber<WideTree<Dim>>;
  constexpr u32 kDynamic = kNumber<DynamicTree<Dim>>;
  if (kind != 0) return {{{kind, 0, 0, 0}}, 1, kind, budget};
  return {{{kNumber<SweepAndPrune<Dim>>, 18, 0, 0.6f}, {kWide, 10, 6, 1}, {kDynamic, 20, 8, 2}},
          3,
          budget == kNone ? kWide : kDynamic,
          budget};
}

// Registers the world class. Worlds can use the given structures. Also enables update_pairs() for
// indices of any structure.
template <int Dim, class Structures>
void bind_world(Structures) {
  IndexBroadPhase<Dim>::maker = &make_index_of<Dim, Structures>;
  IndexBase<Dim>::pair_change_finder = [](IndexBase<Dim>& index) { return index.compare_pairs(); };
  WorldHandle<Dim>::setup_maker = &make_setup<Dim>;
  emscripten::class_<WorldHandle<Dim>>(Dim == 2 ? "World2" : "World3")
      .class_function("create", &WorldHandle<Dim>::create, emscripten::allow_raw_pointers())
      .function("address", &WorldHandle<Dim>::address);
}

// Registers worlds, and those methods of indices that a game calls in every frame.
template <int Dim, class Structures>
void bind_for_games(Structures structures) {
  for_each_in<Dim>(structures, []<class S>(TypeList<S>) { bind_index<S>(); });
  bind_world<Dim>(structures);
}

// Registers a structure with all methods except inspection and traces.
template <class S>
IndexClass<S> bind_whole() {
  const IndexClass<S> index = bind_index<S>();
  bind_steps<S>(index);
  bind_tuning<S>(index);
  return index;
}

// Registers std::string, which embind_types.cpp omits.
inline void bind_strings() {
  using namespace emscripten::internal;
  _embind_register_std_string(TypeID<std::string>::get(), "std::string");
}

enum class Traces : bool { kNone, kSteps };
// Registers all methods. With kSteps, also registers methods that record traversals.
template <Traces kTraces = Traces::kNone, class... S>
void bind_with_inspection(TypeList<S...> structures) {
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
      .field("cellX", &IndexStats::cell_x)
      .field("cellY", &IndexStats::cell_y)
      .field("cellZ", &IndexStats::cell_z)
      .field("byteLength", &IndexStats::byte_length);
  const std::tuple classes{[] {
    const IndexClass<S> index = bind_whole<S>();
    bind_inspection<S>(index);
    return index;
  }()...};
  // Traces are registered last. So the glue code of the two modules of sapwood/all, with and
  // without traces, begins with the same functions.
  if constexpr (kTraces == Traces::kSteps) {
    (bind_trace<S>(std::get<IndexClass<S>>(classes)), ...);
  }
  bind_world<2>(structures);
  bind_world<3>(structures);
}

}  // namespace sapwood::bindings
