#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_grid) {
  sapwood::bindings::bind_index<sapwood::HashGrid<2>>();
  sapwood::bindings::bind_index<sapwood::HashGrid<3>>();
}
