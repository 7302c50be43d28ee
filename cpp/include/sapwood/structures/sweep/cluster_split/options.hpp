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
  kWidestGap,  ///< at the widest gap of all axes
  kVariance,  ///< at the widest gap on the axis with the largest variance of centers, if it has one
};

/// Options of cluster split.
struct ClusterSplitOptions {
  u32 depth = cluster::kDeepest;  ///< maximum number of cuts from the whole set to a cluster
  ClusterAxis axis = ClusterAxis::kWidestGap;
  u32 capacity = 1;  ///< a part with at most this many items is not cut

  template <class V>
  void describe(V& v) {
    static constexpr const char* kAxes[] = {"widest-gap", "variance"};
    v.number("depth", depth, 1, cluster::kDeepest);
    v.choice("axis", axis, ChoiceNames(kAxes));
    v.number("capacity", capacity, 1, 4096);
  }
};

}  // namespace sapwood
