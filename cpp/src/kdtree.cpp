// The k-d trees in 2D and 3D.
#include "sapwood/structures/kdtree/kd_tree/kd_tree.hpp"

namespace sapwood {

template class KdTree<2>;
template class KdTree<3>;

}  // namespace sapwood
