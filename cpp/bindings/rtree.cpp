#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_rtree) {
  sapwood::bindings::bind_index<sapwood::RTree<2>>();
  sapwood::bindings::bind_index<sapwood::RTree<3>>();
  sapwood::bindings::bind_index<sapwood::PackedRTree<2>>();
  sapwood::bindings::bind_index<sapwood::PackedRTree<3>>();
}
