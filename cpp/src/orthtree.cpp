// The trees of cells in 2D and 3D.
#include "sapwood/structures/orthtree/loose_octree/loose_octree.hpp"
#include "sapwood/structures/orthtree/octree/octree.hpp"
#include "sapwood/structures/orthtree/quadtree/quadtree.hpp"

namespace sapwood {

template class Quadtree<2>;
template class Quadtree<3>;

template class orthtree::CellIndex<orthtree::StrictRule<2>>;
template class orthtree::CellIndex<orthtree::StrictRule<3>>;
template class Octree<2>;
template class Octree<3>;

template class orthtree::CellIndex<orthtree::LooseRule<2>>;
template class orthtree::CellIndex<orthtree::LooseRule<3>>;
template class LooseOctree<2>;
template class LooseOctree<3>;

}  // namespace sapwood
