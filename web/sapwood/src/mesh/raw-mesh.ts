/**
 * Functions that the WebAssembly modules of meshes export, declared in cpp/bindings/mesh. `h` is
 * the address of a mesh. Arguments are in the block (block.ts). Functions return a count, or a
 * negated status code (`STATUS_CODES`).
 */
export interface MeshCalls {
  sapwood_mesh_block(): number;
  sapwood_mesh_size(h: number): number;
  sapwood_mesh_vertex_count(h: number): number;
  sapwood_mesh_byte_length(h: number): number;
  sapwood_mesh_bounds(h: number): number;
  sapwood_mesh_nodes(h: number): number;
  sapwood_mesh_build(
    h: number,
    vertices: number,
    indices: number,
    indexBytes: number,
    method: number,
  ): number;
  sapwood_mesh_update(h: number, first: number, count: number): number;
  sapwood_mesh_serialize(h: number): number;
  sapwood_mesh_load(h: number, length: number): number;
  sapwood_mesh_raycast(h: number, side: number, flags: number): number;
  sapwood_mesh_raycast_all(h: number, side: number, flags: number): number;
  sapwood_mesh_raycast_many(h: number, count: number, side: number, flags: number): number;
  sapwood_mesh_closest_point(h: number, flags: number): number;
  sapwood_mesh_closest_point_many(h: number, count: number, flags: number): number;
  sapwood_mesh_contains(h: number, flags: number): number;
  sapwood_mesh_contains_many(h: number, count: number, flags: number): number;
  sapwood_mesh_query(h: number, shape: number, planes: number, flags: number): number;
  sapwood_mesh_overlaps(h: number, shape: number, flags: number): number;
  sapwood_mesh_cast(h: number, flags: number): number;
  sapwood_mesh_cast_many(h: number, count: number, flags: number): number;
  sapwood_mesh_collide(h: number, flags: number): number;
  sapwood_mesh_pairs_with(h: number, other: number, flags: number): number;
}
