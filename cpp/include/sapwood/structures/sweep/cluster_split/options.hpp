/// @file
/// Options of cluster split.
#pragma once

#include "sapwood/core/options.hpp"

namespace sapwood {

namespace cluster {

/// Maximum number of cuts from the whole set to a cluster.
inline constexpr u32 kDeepest = 128;

}  // namespace cluster

/// Axis on which a part is cut.
enum class ClusterAxis : u8 {
  kWidestGap,  ///< At the widest gap on any axis.
  kVariance,   ///< At the widest gap on the axis of the largest variance, if it has a gap.
};

/// Options of cluster split.
struct ClusterSplitOptions {
  u32 depth = cluster::kDeepest;  ///< Maximum number of cuts from the whole set to a cluster.
  ClusterAxis axis = ClusterAxis::kWidestGap;
  u32 capacity = 1;  ///< A part with at most this many items is not cut.

  template <class V>
  void describe(V& v) {
    static constexpr const char* kAxes[] = {"widest-gap", "variance"};
    v.number("depth", depth, 1, cluster::kDeepest);
    v.choice("axis", axis, ChoiceNames(kAxes));
    v.number("capacity", capacity, 1, 4096);
  }
};

}  // namespace sapwood
