// Explicit instantiations of the bounding volume hierarchies.
#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"

namespace sapwood {

template class DynamicTree<2>;
template class DynamicTree<3>;

}  // namespace sapwood
