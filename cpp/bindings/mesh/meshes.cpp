// Meshes of both dimensions. The linker removes those that a module does not register.
#include "mesh_handle.hpp"

namespace sapwood::bindings {
template class MeshHandle<2>;
template class MeshHandle<3>;
}  // namespace sapwood::bindings
