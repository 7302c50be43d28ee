// The reference structures in 2D and 3D.
#include "sapwood/structures/reference/brute_force.hpp"

namespace sapwood {

template class BruteForce<2>;
template class BruteForce<3>;

}  // namespace sapwood
