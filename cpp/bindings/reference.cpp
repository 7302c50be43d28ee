#include "bind_index.hpp"

EMSCRIPTEN_BINDINGS(sapwood_reference) {
  sapwood::bindings::bind_index<sapwood::BruteForce<2>>();
  sapwood::bindings::bind_index<sapwood::BruteForce<3>>();
}
