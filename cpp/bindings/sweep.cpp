#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_sweep) {
  sapwood::bindings::bind_index<sapwood::SweepAndPrune<2>>();
  sapwood::bindings::bind_index<sapwood::SweepAndPrune<3>>();
}
