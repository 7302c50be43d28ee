// Strings over the border, for modules that tell faults in words: beside embind_types.cpp, and for
// the same release.
#include <emscripten/bind.h>

EMSCRIPTEN_BINDINGS(sapwood_strings) {
  using namespace emscripten::internal;
  _embind_register_std_string(TypeID<std::string>::get(), "std::string");
}
