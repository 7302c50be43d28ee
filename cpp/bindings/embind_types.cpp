// Takes the place of Embind's own file of basics: registers the types that cross this border and no
// others. Most kinds of strings, views on memory, 64-bit integers and handles of JavaScript values
// would bring much code into every module, and printf for the name of a type that is not
// registered. The other side is web/sapwood/src/glue/embind.ts.
//
// The names below are those that Embind's headers of the pinned release call; CMakeLists.txt takes
// this file for that release only. A function that has a type that is missing here cannot be
// called.
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

// The linker wants it; nobody asks.
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
