#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_orthtree) {
  sapwood::bindings::bind_index<sapwood::Quadtree<2>>();
  sapwood::bindings::bind_index<sapwood::Quadtree<3>>();
  sapwood::bindings::bind_index<sapwood::Octree<2>>();
  sapwood::bindings::bind_index<sapwood::Octree<3>>();
  sapwood::bindings::bind_index<sapwood::LooseOctree<2>>();
  sapwood::bindings::bind_index<sapwood::LooseOctree<3>>();
}
