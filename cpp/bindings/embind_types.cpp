// Replacement of Embind's file of basic types. This file registers only the types that the bindings
// use. Strings, memory views, 64-bit integers, handles of JavaScript values, and printf for type
// names would add much code to every module. The JavaScript side is web/sapwood/src/glue/embind.ts.
//
// The headers of the pinned Embind release call the functions below. CMakeLists.txt uses this file
// only for that release. A function with a type that is not registered here cannot be called.
#include <emscripten/bind.h>

#include <limits>

#include "sapwood/base/types.hpp"

using emscripten::internal::InitFunc;
using emscripten::internal::TypeID;

namespace {

InitFunc* bindings = nullptr;

template <class T>
void integer(const char* name) {
  emscripten::internal::_embind_register_integer(TypeID<T>::get(), name, sizeof(T),
                                                 std::numeric_limits<T>::min(),
                                                 std::numeric_limits<T>::max());
}

}  // namespace

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

// Required by the linker, but never called.
const char* __getTypeName(const std::type_info*) { return nullptr; }

void _embind_initialize_bindings() {
  for (const InitFunc* binding = bindings; binding != nullptr; binding = binding->next) {
    binding->init_func();
  }
}

void _embind_register_bindings(InitFunc* binding) {
  binding->next = bindings;
  bindings = binding;
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}  // extern "C"

EMSCRIPTEN_BINDINGS(sapwood_types) {
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  integer<sapwood::i32>("int");
  integer<sapwood::u32>("unsigned int");
  _embind_register_float(TypeID<float>::get(), "float", sizeof(float));
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
