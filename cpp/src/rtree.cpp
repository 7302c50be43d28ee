// The R-trees in 2D and 3D.
#include "sapwood/structures/rtree/packed_r_tree/packed_r_tree.hpp"
#include "sapwood/structures/rtree/r_tree/r_tree.hpp"

namespace sapwood {

template class RTree<2>;
template class RTree<3>;
template class PackedRTree<2>;
template class PackedRTree<3>;

}  // namespace sapwood
