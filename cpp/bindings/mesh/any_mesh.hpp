// Interface of a mesh in 2D or 3D, for the exports (calls.cpp).
//
// The numeric arguments of a call are doubles in a block at a fixed address, which is faster than
// many arguments of an export. All arguments are checked before the core receives them. Functions
// return a result >= 0, or the negated StatusCode of an error. After an error, the result block
// contains the position of the invalid element.
#pragma once

#include "../results.hpp"
#include "sapwood/mesh/overlap.hpp"

namespace sapwood::bindings {

// Arguments and results of the last call, at fixed positions, which mesh/block.ts of the package
// mirrors. Vectors have three components; the third component is unused in 2D.
struct MeshBlock {
  f64 first[3];   // [0] point, center, origin, end of a segment, or minimum corner of a box
  f64 second[3];  // [3] direction, other end, or maximum corner
  f64 third[3];   // [6] displacement
  f64 radius;     // [9] radius
  f64 limit;      // [10] maximum distance
  f64 padding11;
  f64 matrix[16];                        // [12] pose of the mesh, column-major
  f64 other_matrix[16];                  // [28] pose of the other mesh
  f64 planes[4 * mesh::kMaxHalfSpaces];  // [44] normal and constant of each plane
  f64 primitive;                         // [172] the results start here
  f64 distance;                          // [173] distance or fraction
  f64 normal[3];                         // [174]
  f64 point[3];                          // [177]
  f64 weights[2];                        // [180] weights of vertices 1 and 2; in 2D, of vertex 1
  f64 invalid_index;                     // [182] 1 if a vertex number is invalid, otherwise 0
};
static_assert(offsetof(MeshBlock, matrix) == 8 * 12 && offsetof(MeshBlock, planes) == 8 * 44);
static_assert(offsetof(MeshBlock, primitive) == 8 * 172);
static_assert(offsetof(MeshBlock, invalid_index) == 8 * 182);

[[clang::no_destroy]] inline constinit MeshBlock shared_mesh_block{};
inline MeshBlock& mesh_block() { return shared_mesh_block; }

// Shape of a query. The values are the same as in the package.
enum class MeshShape : u32 { kBox, kSphere, kCapsule, kSegment, kConvex };

inline constexpr u32 kPosed = 1;       // the mesh has the pose in `matrix`
inline constexpr u32 kAny = 2;         // find any hit of a ray, not the closest one
inline constexpr u32 kOtherPosed = 4;  // the other mesh has the pose in `other_matrix`

class AnyMesh {
 public:
  AnyMesh() { handle_created(); }
  AnyMesh(const AnyMesh&) = delete;
  AnyMesh& operator=(const AnyMesh&) = delete;
  virtual ~AnyMesh() { handle_deleted(); }

  virtual int dimensions() const = 0;
  virtual u32 size() const = 0;
  virtual u32 vertex_count() const = 0;
  virtual f64 byte_length() const = 0;
  // Stores the bounds of the mesh in the shared buffer `distances`.
  virtual i32 bounds() = 0;
  // Writes the nodes of the tree to the shared node dump.
  virtual i32 nodes() = 0;

  // The scratch buffer contains the vertex positions as f32, then the indices, of 2 or 4 bytes
  // each. Without indices, consecutive vertices form primitives.
  virtual i32 build(u32 vertices, u32 indices, u32 index_bytes, u32 method) = 0;
  // Moves `count` vertices, starting at vertex `first`. The scratch buffer contains the positions.
  virtual i32 update(u32 first, u32 count) = 0;
  virtual i32 serialize() = 0;
  virtual i32 load(u32 length) = 0;

  // Single queries. Each function returns 1 and stores its result in the MeshBlock, or returns 0.
  virtual i32 raycast(u32 side, u32 flags) = 0;
  virtual i32 closest_point(u32 flags) = 0;
  virtual i32 contains(u32 flags) = 0;
  virtual i32 overlaps(u32 shape, u32 flags) = 0;
  // Casts a capsule. Also stores the contact in `contacts`: the normal, a depth of 0, and the
  // point.
  virtual i32 cast(u32 flags) = 0;

  // Stores all primitives that touch a shape in `ids`.
  virtual i32 query(u32 shape, u32 planes, u32 flags) = 0;
  // Stores all hits of a ray in `bytes` as doubles: distance, normal, weights and primitive of each
  // hit.
  virtual i32 raycast_all(u32 side, u32 flags) = 0;
  // Stores the contacts of a capsule by ascending primitive. `ids` contains the n primitives;
  // `contacts` contains n normals, n depths, then n points.
  virtual i32 collide(u32 flags) = 0;
  // Stores pairs of primitives in `ids` in ascending order. The other mesh must have the same
  // dimensions. If a pose is invalid, the position of the error is 0 for the pose of this mesh, and
  // 1 for the pose of the other mesh.
  virtual i32 pairs_with(AnyMesh& other, u32 flags) = 0;

  // Batches of queries. The scratch buffer contains a record of doubles for each query. ids[i] is
  // the primitive of record i, or kNone, and distances[i] is its distance or fraction.
  //
  // Input: n rays, each with origin, direction and maximum distance. Output in `contacts`: n
  // normals, then n sets of barycentric weights.
  virtual i32 raycast_many(u32 count, u32 side, u32 flags) = 0;
  // Input: n points. Output in `contacts`: n normals, then n sets of barycentric weights, then n
  // points.
  virtual i32 closest_point_many(u32 count, u32 flags) = 0;
  // Input: n capsules, each with both ends, radius and displacement. Output in `contacts`: n
  // normals.
  virtual i32 cast_many(u32 count, u32 flags) = 0;
  // Input: n points. Output in `ids`: ids[i] is 1 if point i is inside, otherwise 0.
  virtual i32 contains_many(u32 count, u32 flags) = 0;
};

}  // namespace sapwood::bindings
