// Explicit instantiations of the grids.
#include "sapwood/structures/grid/hash_grid/hash_grid.hpp"

namespace sapwood {

template class HashGrid<2>;
template class HashGrid<3>;

}  // namespace sapwood
