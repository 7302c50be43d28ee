// Embind classes: one per structure and dimension, and what the lists of the module say of it.
#pragma once

#include <emscripten/bind.h>

#include "handle.hpp"

namespace sapwood::bindings {

// "dynamic-tree" in 3D -> "DynamicTree3", the name of its Embind class.
template <class S>
std::string class_name() {
  std::string name;
  bool upper = true;
  for (const char letter : std::string_view(S::kId)) {
    if (letter != '-') name += upper ? static_cast<char>(letter - 'a' + 'A') : letter;
    upper = letter == '-';
  }
  return name + std::to_string(S::kDim);
}

template <class S>
void bind_index() {
  using namespace emscripten;
  class_<Handle<S>>(class_name<S>().c_str())
      .class_function("create", &Handle<S>::create, allow_raw_pointers())
      .function("address", &Handle<S>::address)
      .function("stats", &Handle<S>::stats)
      .function("validate", &Handle<S>::validate);
}

// "dynamic pairs box ..." as the concepts of core/concepts.hpp see it.
template <class S>
std::string capability_names() {
  constexpr int kDim = S::kDim;
  struct Named {
    const char* name;
    bool offered;
  };
  const Named all[] = {
      {"dynamic", Dynamic<S>},
      {"pairs", Pairable<S>},
      {"box", Traversable<S, BoxQuery<kDim>>},
      {"point", Traversable<S, BoxQuery<kDim>>},
      {"sphere", Traversable<S, DistanceQuery<kDim>>},
      {"frustum", kDim == 3},
      {"ray", TraversableOrdered<S, RayQuery<kDim>>},
      {"nearest", TraversableOrdered<S, DistanceQuery<kDim>>},
      {"refit", Refittable<S>},
      {"progressive", Progressive<S>},
      {"serialize", Serializable<S>},
      {"inspect", Inspectable<S>},
  };
  std::string names;
  for (const Named& entry : all) {
    if (entry.offered) names += (names.empty() ? "" : " ") + std::string(entry.name);
  }
  return names;
}

}  // namespace sapwood::bindings
