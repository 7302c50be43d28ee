// Embind classes: one per structure and dimension. What an index is made by, and found by, is bound
// in every module; a module chooses which of the other methods it has.
#pragma once

#include <emscripten/bind.h>

#include <array>

#include "handle.hpp"

namespace sapwood::bindings {

// "dynamic-tree" in 3D -> "DynamicTree3", the name of its Embind class; ends with 0.
template <class S>
constexpr auto class_name() {
  constexpr std::string_view kId = S::kId;
  std::array<char, kId.size() + 2> name{};
  size_t length = 0;
  bool upper = true;
  for (const char letter : kId) {
    if (letter != '-') name[length++] = upper ? static_cast<char>(letter - 'a' + 'A') : letter;
    upper = letter == '-';
  }
  name[length] = static_cast<char>('0' + S::kDim);
  return name;
}

template <class S>
using IndexClass = emscripten::class_<Handle<S>>;

// handle/inspect.hpp
template <class S>
IndexClass<S> bind_index();
// Statistics, faults and the hierarchy itself, for those who look inside.
template <class S>
void bind_inspection(const IndexClass<S>& index);

// handle/trace.hpp: the steps of a walk.
template <class S>
void bind_trace(const IndexClass<S>& index);

// handle/progressive.hpp, handle/tuning.hpp: what the structure has of them.
template <class S>
void bind_steps(const IndexClass<S>& index);
template <class S>
void bind_tuning(const IndexClass<S>& index);

}  // namespace sapwood::bindings
