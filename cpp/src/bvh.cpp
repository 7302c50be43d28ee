// Explicit instantiations of the bounding volume hierarchies.
#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"
#include "sapwood/structures/bvh/scene_pruner/scene_pruner.hpp"
#include "sapwood/structures/bvh/sphere_tree/sphere_tree.hpp"
#include "sapwood/structures/bvh/static_tree/static_tree.hpp"
#include "sapwood/structures/bvh/wide_tree/wide_tree.hpp"

namespace sapwood {

template class DynamicTree<2>;
template class DynamicTree<3>;
template class ScenePruner<2>;
template class ScenePruner<3>;
template class SphereTree<2>;
template class SphereTree<3>;
template class StaticTree<2>;
template class StaticTree<3>;
template class WideTree<2>;
template class WideTree<3>;

}  // namespace sapwood
