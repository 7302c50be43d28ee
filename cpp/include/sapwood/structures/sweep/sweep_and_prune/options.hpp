// Options of sweep and prune.
#pragma once

#include "sapwood/core/options.hpp"

namespace sapwood {

enum class SweepMode : u8 {
  kSort,        // sorted from scratch at every settle
  kKept,        // the order is kept and repaired by insertion
  kPersistent,  // edges of all axes and the set of pairs are kept
};

enum class SweepAxis : u8 { kAuto, kX, kY, kZ };

template <int Dim>
struct SweepAndPruneOptions {
  SweepMode mode = SweepMode::kKept;
  SweepAxis axis = SweepAxis::kAuto;

  template <class V>
  void describe(V& v) {
    static constexpr const char* kModes[] = {"sort", "kept", "persistent"};
    static constexpr const char* kAxes[] = {"auto", "x", "y", "z"};
    v.choice("mode", mode, ChoiceNames(kModes));
    v.choice("axis", axis, ChoiceNames(kAxes).first(1 + Dim));
  }
};

}  // namespace sapwood
