// What a user may choose about a wide tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

struct WideTreeOptions {
  enum class Build : u8 {
    kMorton,   // along Morton's order: the quickest build
    kHilbert,  // along Hilbert's curve: hardly slower, and neighbours stay together
    kQuality,  // top down by the surface-area heuristic: the quickest queries
  };
  static constexpr const char* kBuildNames[] = {"morton", "hilbert", "quality"};

  Build build = Build::kHilbert;

  template <class V>
  void describe(V& v) {
    v.choice("build", build, kBuildNames);
  }
};

}  // namespace sapwood
