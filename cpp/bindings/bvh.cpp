#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_bvh) {
  sapwood::bindings::bind_index<sapwood::DynamicTree<2>>();
  sapwood::bindings::bind_index<sapwood::DynamicTree<3>>();
}
