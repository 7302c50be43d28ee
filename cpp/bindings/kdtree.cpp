#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_kdtree) {
  sapwood::bindings::bind_index<sapwood::KdTree<2>>();
  sapwood::bindings::bind_index<sapwood::KdTree<3>>();
}
