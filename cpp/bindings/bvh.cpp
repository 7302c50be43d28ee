#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_bvh) {
  sapwood::bindings::bind_index<sapwood::DynamicTree<2>>();
  sapwood::bindings::bind_index<sapwood::DynamicTree<3>>();
  sapwood::bindings::bind_index<sapwood::StaticTree<2>>();
  sapwood::bindings::bind_index<sapwood::StaticTree<3>>();
  sapwood::bindings::bind_index<sapwood::ScenePruner<2>>();
  sapwood::bindings::bind_index<sapwood::ScenePruner<3>>();
  sapwood::bindings::bind_index<sapwood::SphereTree<2>>();
  sapwood::bindings::bind_index<sapwood::SphereTree<3>>();
  sapwood::bindings::bind_index<sapwood::WideTree<2>>();
  sapwood::bindings::bind_index<sapwood::WideTree<3>>();
}
