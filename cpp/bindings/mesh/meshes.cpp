// Mesh bindings in 2D and 3D. The linker removes a class that a module does not register.
#include "mesh_handle.hpp"

namespace sapwood::bindings {
template class MeshHandle<2>;
template class MeshHandle<3>;
}  // namespace sapwood::bindings
