// Worlds of a module, and the structures that they may stand on.
#pragma once

#include <emscripten/bind.h>

#include "index/index.hpp"
#include "sapwood/structures.hpp"
#include "world/world_handle.hpp"

namespace sapwood::bindings {

// Number of a structure in every module: its position in the list, from 1 on.
template <class... S>
constexpr u32 number_in(TypeList<S...>, std::string_view id) {
  u32 at = 0;
  u32 found = 0;
  ((++at, found = found == 0 && id == S::kId ? at : found), ...);
  return found;
}
template <class S>
inline constexpr u32 kNumber = number_in(AllStructures{}, S::kId);

template <int Dim, class... S>
AnyIndex* make_index(u32 kind) {
  AnyIndex* made = nullptr;
  const auto make = [&]<class One>(TypeList<One>) {
    if constexpr (One::kDim == Dim) {
      if (kind == kNumber<One>) made = Index<One>::create(0);
    }
  };
  (make(TypeList<S>{}), ...);
  return made;
}

// Costs fit what 10,000 drifting bodies take in both dimensions, update and pairs. Bodies at rest
// lie in a wide tree, which is the quickest to look up; with a budget in a dynamic tree, which
// never has much to do at once.
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

template <int Dim, class... S>
void bind_world() {
  IndexPhase<Dim>::maker = &make_index<Dim, S...>;
  WorldHandle<Dim>::setup_maker = &make_setup<Dim>;
  emscripten::class_<WorldHandle<Dim>>(Dim == 2 ? "World2" : "World3")
      .class_function("create", &WorldHandle<Dim>::create, emscripten::allow_raw_pointers())
      .function("address", &WorldHandle<Dim>::address);
}

}  // namespace sapwood::bindings
