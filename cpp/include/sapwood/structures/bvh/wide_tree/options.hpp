// What a user may choose about a wide tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

struct WideTreeOptions {
  enum class Build : u8 {
    kMorton,   // along Morton's order: the quickest build
    kHilbert,  // along Hilbert's curve: hardly slower, and neighbors stay together
    kQuality,  // top down by the surface-area heuristic: the quickest queries
  };
  static constexpr const char* kBuildNames[] = {"morton", "hilbert", "quality"};

  // Whether a build may be chosen, and so must be compiled.
  static constexpr bool offers(Build) { return true; }

  Build build = Build::kHilbert;

  template <class V>
  void describe(V& v) {
    v.choice("build", build, kBuildNames);
  }
};

// The same without Morton's order, whose build is hardly quicker: what a game takes.
struct GameWideTreeOptions {
  using Build = WideTreeOptions::Build;
  static constexpr bool offers(Build method) { return method != Build::kMorton; }

  Build build = Build::kHilbert;

  bool valid() const { return offers(build); }

  template <class V>
  void describe(V& v) {
    v.choice("build", build, WideTreeOptions::kBuildNames);
  }
};

}  // namespace sapwood
