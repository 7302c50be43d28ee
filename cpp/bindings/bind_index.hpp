// Embind classes: one per structure and dimension, and what the lists of the module say of it.
#pragma once

#include <emscripten/bind.h>

#include "handle.hpp"
#include "sapwood/structures.hpp"

namespace sapwood::bindings {

// "dynamic-tree" in 3D -> "DynamicTree3", the name of its Embind class.
inline std::string class_name(std::string_view id, int dimensions) {
  std::string name;
  bool upper = true;
  for (const char letter : id) {
    if (letter != '-') name += upper ? static_cast<char>(letter - 'a' + 'A') : letter;
    upper = letter == '-';
  }
  name += static_cast<char>('0' + dimensions);
  return name;
}

template <class S>
void bind_index() {
  using namespace emscripten;
  class_<Handle<S>>(class_name(S::kId, S::kDim).c_str())
      .class_function("create", &Handle<S>::create, allow_raw_pointers())
      .function("address", &Handle<S>::address)
      .function("stats", &Handle<S>::stats)
      .function("validate", &Handle<S>::validate);
}

inline constexpr const char* kCapabilities[] = {"dynamic", "pairs",       "box",       "point",
                                                "sphere",  "frustum",     "ray",       "nearest",
                                                "refit",   "progressive", "serialize", "inspect"};

// What the lists of the module say of a structure; bit i stands for capability i, as the concepts
// of core/concepts.hpp see it.
struct ListedStructure {
  const char* id;
  int dimensions;
  u32 capabilities;
};

template <class S>
constexpr ListedStructure listed() {
  constexpr int kDim = S::kDim;
  const bool offered[] = {
      Dynamic<S>,
      Pairable<S>,
      Traversable<S, BoxQuery<kDim>>,
      Traversable<S, BoxQuery<kDim>>,
      Traversable<S, DistanceQuery<kDim>>,
      kDim == 3,
      TraversableOrdered<S, RayQuery<kDim>>,
      TraversableOrdered<S, DistanceQuery<kDim>>,
      Refittable<S>,
      Progressive<S>,
      Serializable<S>,
      Inspectable<S>,
  };
  static_assert(std::size(offered) == std::size(kCapabilities));
  u32 bits = 0;
  for (u32 i = 0; i < std::size(offered); ++i) bits |= u32{offered[i]} << i;
  return {S::kId, kDim, bits};
}

}  // namespace sapwood::bindings
