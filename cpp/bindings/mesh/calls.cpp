// Raw exports of meshes: one function per operation. Numbers are passed in the block of
// any_mesh.hpp.
#include <emscripten/emscripten.h>

#include "any_mesh.hpp"

using namespace sapwood;
using namespace sapwood::bindings;

#define SAPWOOD_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

SAPWOOD_EXPORT MeshBlock* sapwood_mesh_block() { return &mesh_block(); }
SAPWOOD_EXPORT u32 sapwood_mesh_size(AnyMesh* h) { return h->size(); }
SAPWOOD_EXPORT u32 sapwood_mesh_vertex_count(AnyMesh* h) { return h->vertex_count(); }
SAPWOOD_EXPORT f64 sapwood_mesh_byte_length(AnyMesh* h) { return h->byte_length(); }
SAPWOOD_EXPORT i32 sapwood_mesh_bounds(AnyMesh* h) { return h->bounds(); }
SAPWOOD_EXPORT i32 sapwood_mesh_nodes(AnyMesh* h) { return h->nodes(); }
SAPWOOD_EXPORT i32 sapwood_mesh_build(AnyMesh* h, u32 vertices, u32 indices, u32 index_bytes,
                                      u32 method) {
  return h->build(vertices, indices, index_bytes, method);
}
SAPWOOD_EXPORT i32 sapwood_mesh_update(AnyMesh* h, u32 first, u32 count) {
  return h->update(first, count);
}
SAPWOOD_EXPORT i32 sapwood_mesh_serialize(AnyMesh* h) { return h->serialize(); }
SAPWOOD_EXPORT i32 sapwood_mesh_load(AnyMesh* h, u32 length) { return h->load(length); }

SAPWOOD_EXPORT i32 sapwood_mesh_raycast(AnyMesh* h, u32 side, u32 flags) {
  return h->raycast(side, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_raycast_all(AnyMesh* h, u32 side, u32 flags) {
  return h->raycast_all(side, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_raycast_many(AnyMesh* h, u32 count, u32 side, u32 flags) {
  return h->raycast_many(count, side, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_closest_point(AnyMesh* h, u32 flags) {
  return h->closest_point(flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_closest_point_many(AnyMesh* h, u32 count, u32 flags) {
  return h->closest_point_many(count, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_contains(AnyMesh* h, u32 flags) { return h->contains(flags); }
SAPWOOD_EXPORT i32 sapwood_mesh_contains_many(AnyMesh* h, u32 count, u32 flags) {
  return h->contains_many(count, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_query(AnyMesh* h, u32 shape, u32 planes, u32 flags) {
  return h->query(shape, planes, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_overlaps(AnyMesh* h, u32 shape, u32 flags) {
  return h->overlaps(shape, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_cast(AnyMesh* h, u32 flags) { return h->cast(flags); }
SAPWOOD_EXPORT i32 sapwood_mesh_cast_many(AnyMesh* h, u32 count, u32 flags) {
  return h->cast_many(count, flags);
}
SAPWOOD_EXPORT i32 sapwood_mesh_collide(AnyMesh* h, u32 flags) { return h->collide(flags); }
SAPWOOD_EXPORT i32 sapwood_mesh_pairs_with(AnyMesh* h, AnyMesh* other, u32 flags) {
  return h->pairs_with(*other, flags);
}
