/// @file
/// Serialization of a mesh: vertex positions, how many children of each node are leaves and
/// branches, and the vertex numbers and ids in the leaves.
#pragma once

#include "sapwood/core/serialize.hpp"
#include "sapwood/mesh/geometry.hpp"

namespace sapwood::mesh {

/// First word of a serialized mesh. It distinguishes meshes from indices.
inline constexpr u32 kMeshMagic = 0x4853454Du;  // "MESH"

template <int Dim>
Status serialize(const Geometry<Dim>& geometry, Array<u8>& out) {
  const Tree<Dim>& tree = geometry.tree();
  Array<wide_tree::Shape> shapes;
  if (!tree.get_shapes(shapes)) return Status::out_of_memory();
  ByteWriter writer(out);
  writer.value(kMeshMagic);
  writer.value(static_cast<u32>(Dim));
  writer.value(geometry.size());
  writer.value(geometry.vertex_count());
  writer.value(tree.node_count());
  writer.words(geometry.positions(), size_t{geometry.vertex_count()} * Dim);
  writer.words(shapes.data(), shapes.size());
  for (u32 at = 0; at < tree.leaf_count(); ++at) writer.value(tree.leaf(at));
  return writer.finish();
}

/// Leaves that were read from bytes, as input of a build.
template <int Dim>
struct SavedLeaves {
  Array<u32> indices;  // vertex numbers in the order of ids
  TreePlan plan;

  /// Reads the leaves of `count` primitives. All ids must be different, and all vertex numbers less
  /// than `vertex_count`. Only the lanes after the last primitive may be empty.
  bool read(ByteReader& reader, u32 count, u32 vertex_count) {
    const u32 leaves = count / kLanes + (count % kLanes != 0 ? 1 : 0);
    if (!reader.require(reader.left() / sizeof(Leaf<Dim>) >= leaves)) return false;
    if (!reader.require_memory(indices.resize(size_t{count} * Dim, kNone) &&
                               plan.slots.reserve(size_t{leaves} * kLanes))) {
      return false;
    }
    for (u32 at = 0; at < leaves; ++at) {
      Leaf<Dim> leaf;
      reader.value(leaf);
      for (u32 lane = 0; lane < kLanes; ++lane) {
        if (at * kLanes + lane >= count) {
          reader.require(leaf.id[lane] == kNone);
        } else if (!take(leaf, lane, count, vertex_count)) {
          return reader.require(false);
        }
        plan.slots.push_unchecked(leaf.id[lane]);
      }
    }
    return reader.ok();
  }

 private:
  bool take(const Leaf<Dim>& leaf, u32 lane, u32 count, u32 vertex_count) {
    if (leaf.id[lane] >= count) return false;
    u32* to = indices.data() + size_t{leaf.id[lane]} * Dim;
    if (to[0] != kNone) return false;
    for (int i = 0; i < Dim; ++i) {
      to[i] = leaf.vertex[i][lane];
      if (to[i] >= vertex_count) return false;
    }
    return true;
  }
};

template <int Dim>
Status deserialize(const u8* bytes, size_t length, Geometry<Dim>& geometry) {
  ByteReader reader(bytes, length);
  u32 magic, dim, count, vertex_count, node_count;
  reader.value(magic);
  reader.value(dim);
  reader.value(count);
  reader.value(vertex_count);
  reader.value(node_count);
  reader.require(magic == kMeshMagic && dim == Dim && count < 1u << 30 && vertex_count < 1u << 30);
  const size_t floats = size_t{vertex_count} * Dim;
  if (!reader.require(reader.left() / sizeof(f32) >= floats)) return reader.status();
  Array<f32> positions;
  if (!reader.require_memory(positions.resize(floats))) return reader.status();
  reader.words(positions.data(), floats);
  SavedLeaves<Dim> saved;
  if (!reader.require(reader.left() >= node_count)) return reader.status();
  if (!reader.require_memory(saved.plan.shapes.resize(node_count))) return reader.status();
  reader.words(saved.plan.shapes.data(), node_count);
  if (!reader.ok() || !saved.read(reader, count, vertex_count) || !reader.finish()) {
    return reader.status();
  }
  const Positions<Dim> source{positions.data(), vertex_count};
  if (!Geometry<Dim>::check(source).ok()) return Status::bad_data();
  Geometry<Dim> made;
  if (!made.read(source)) return Status::out_of_memory();
  const Status status = made.adopt(saved.plan, saved.indices.data(), count);
  if (status.ok()) geometry.swap(made);
  return status;
}

}  // namespace sapwood::mesh
