// Options of sweep and prune.
#pragma once

#include "sapwood/core/options.hpp"
#include "sapwood/core/sweep/axis_choice.hpp"

namespace sapwood {

enum class SweepMode : u8 {
  kSort,        // sorted from scratch at every settle
  kKept,        // the order is kept and repaired by insertion
  kPersistent,  // edges of all axes and the set of pairs are kept
  kColumns,     // a grid of columns across the sweep axis; each column is sorted and swept alone
};

template <int Dim>
struct SweepAndPruneOptions {
  SweepMode mode = SweepMode::kColumns;
  SweepAxis axis = SweepAxis::kAuto;

  template <class V>
  void describe(V& v) {
    static constexpr const char* kModes[] = {"sort", "kept", "persistent", "columns"};
    v.choice("mode", mode, ChoiceNames(kModes));
    v.choice("axis", axis, sweep::axis_names<Dim>());
  }
};

// The same with one mode, so that nothing else is compiled: what a game takes.
template <int Dim>
struct ColumnsOnlyOptions {
  static constexpr SweepMode mode = SweepMode::kColumns;
  SweepMode chosen = mode;  // as it came from outside
  SweepAxis axis = SweepAxis::kAuto;

  bool valid() const { return chosen == mode; }

  template <class V>
  void describe(V& v) {
    SweepAndPruneOptions<Dim> all{chosen, axis};
    all.describe(v);
    chosen = all.mode;
    axis = all.axis;
  }
};

}  // namespace sapwood
