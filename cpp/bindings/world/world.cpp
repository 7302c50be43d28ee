// Worlds of both dimensions, compiled for size.
#include "world/world_verbs.hpp"

namespace sapwood::bindings {
template class Facet<2>;
template class Facet<3>;
template class WorldHandle<2>;
template class WorldHandle<3>;
}  // namespace sapwood::bindings
