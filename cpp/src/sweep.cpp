// The sweeping structures in 2D and 3D.
#include "sapwood/structures/sweep/sweep_and_prune/sweep_and_prune.hpp"

namespace sapwood {

template class SweepAndPrune<2>;
template class SweepAndPrune<3>;

}  // namespace sapwood
