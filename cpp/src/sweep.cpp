// The sweeping structures in 2D and 3D.
#include "sapwood/structures/sweep/cluster_split/cluster_split.hpp"
#include "sapwood/structures/sweep/sorted_range/sorted_range.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"

namespace sapwood {

template class ClusterSplit<2>;
template class ClusterSplit<3>;
template class SortedRange<2>;
template class SortedRange<3>;
template class SweepAndPrune<2>;
template class SweepAndPrune<3>;

}  // namespace sapwood
