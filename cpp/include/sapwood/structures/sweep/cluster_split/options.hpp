// What a user may choose about cluster split.
#pragma once

#include "sapwood/core/options.hpp"

namespace sapwood {

namespace cluster {

// Cuts from the whole to a cluster.
inline constexpr u32 kDeepest = 128;

}  // namespace cluster

// Where a part is cut.
enum class ClusterAxis : u8 {
  kWidestGap,  // at the widest gap of all axes
  kVariance,   // at the widest gap on the axis along which the centers vary most, or not at all
};

struct ClusterSplitOptions {
  u32 depth = cluster::kDeepest;  // cuts from the whole to a cluster
  ClusterAxis axis = ClusterAxis::kWidestGap;
  u32 capacity = 1;  // a part with no more items is not cut

  template <class V>
  void describe(V& v) {
    static constexpr const char* kAxes[] = {"widest-gap", "variance"};
    v.number("depth", depth, 1, cluster::kDeepest);
    v.choice("axis", axis, ChoiceNames(kAxes));
    v.number("capacity", capacity, 1, 4096);
  }
};

}  // namespace sapwood
