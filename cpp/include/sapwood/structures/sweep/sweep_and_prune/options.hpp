/// @file
/// Options of sweep and prune.
#pragma once

#include "sapwood/core/options.hpp"
#include "sapwood/core/sweep/axis_choice.hpp"

namespace sapwood {

/// Which sorted lists are kept between calls.
enum class SweepMode : u8 {
  kSort,        ///< The boxes are sorted again after changes.
  kKept,        ///< The order is kept and repaired by insertion sort.
  kPersistent,  ///< The edges on all axes and the set of pairs are kept.
  kColumns,     ///< A grid of columns across the sweep axis; each column is sorted and swept
                ///< separately.
};

/// Options of sweep and prune.
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

/// Options with a single mode, so that the other modes are not compiled. Small modules use these
/// options.
template <int Dim>
struct ColumnsOnlyOptions {
  static constexpr SweepMode mode = SweepMode::kColumns;
  SweepMode chosen = mode;  ///< Mode that the caller passed.
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
