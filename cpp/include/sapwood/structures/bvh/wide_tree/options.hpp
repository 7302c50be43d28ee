/// @file
/// Options of a wide tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

/// Options of a wide tree.
struct WideTreeOptions {
  /// Method of building the tree.
  enum class Build : u8 {
    kMorton,   ///< In Morton order: the fastest build.
    kHilbert,  ///< Along the Hilbert curve: slightly slower, with better locality.
    kQuality,  ///< Top down by the surface-area heuristic: the fastest queries.
  };
  static constexpr const char* kBuildNames[] = {"morton", "hilbert", "quality"};

  /// Returns true if a build method is compiled.
  static constexpr bool offers(Build) { return true; }

  Build build = Build::kHilbert;

  template <class V>
  void describe(V& v) {
    v.choice("build", build, kBuildNames);
  }
};

/// Options without Morton order, whose build is hardly faster. Small modules use these options.
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
