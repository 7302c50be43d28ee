#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_sweep) {
  sapwood::bindings::bind_index<sapwood::ClusterSplit<2>>();
  sapwood::bindings::bind_index<sapwood::ClusterSplit<3>>();
  sapwood::bindings::bind_index<sapwood::SortedRange<2>>();
  sapwood::bindings::bind_index<sapwood::SortedRange<3>>();
  sapwood::bindings::bind_index<sapwood::SweepAndPrune<2>>();
  sapwood::bindings::bind_index<sapwood::SweepAndPrune<3>>();
}
