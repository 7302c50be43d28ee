/// @file
/// Meshes: triangles in 3D, segments in 2D.
#pragma once

#include "sapwood/mesh/bytes.hpp"
#include "sapwood/mesh/casts.hpp"
#include "sapwood/mesh/closest.hpp"
#include "sapwood/mesh/inside.hpp"
#include "sapwood/mesh/inspect.hpp"
#include "sapwood/mesh/pairs.hpp"
#include "sapwood/mesh/raycast.hpp"
#include "sapwood/mesh/shapes.hpp"

namespace sapwood {

/// Static mesh with a tree over its primitives.
///
/// Queries are exact: results equal those of testing every primitive with the documented predicate
/// in double, and do not depend on the tree. Primitives are numbered in the order of the input.
/// Queries take coordinates in double in the space of the mesh; PosedMesh takes those of the world.
/// Degenerate primitives are allowed, see primitive.hpp. Functions that can fail because of their
/// arguments return a Status, and write no result if it is not ok.
///
/// Cost for typical input: fast build and update O(n), quality build O(n log n), queries O(log n +
/// hits).
template <int Dim>
class Mesh {
 public:
  static constexpr int kDim = Dim;
  using Point = mesh::Vector<Dim>;
  using Capsule = mesh::Capsule<Dim>;

  /// Returns the number of primitives.
  u32 size() const { return geometry_.size(); }
  u32 vertex_count() const { return geometry_.vertex_count(); }
  /// Returns the bounds of all primitives; the empty box if there are none.
  Aabb<Dim> bounds() const { return geometry_.bounds(); }
  /// Returns the bytes of memory in use, vertices included.
  size_t byte_length() const { return geometry_.byte_length(); }
  const mesh::Geometry<Dim>& geometry() const { return geometry_; }

  /// Replaces the mesh. Copies positions and indices. Returns kInvalidArgument, and changes
  /// nothing, if a position is not finite or beyond kMaxCoordinate, or an index is out of range.
  /// The number of indices (without indices, of vertices) must be a multiple of Dim.
  Status build(const mesh::Positions<Dim>& positions, const mesh::Indices& indices = {},
               mesh::Build method = mesh::Build::kFast) {
    return geometry_.build(positions, indices, method);
  }
  /// Moves all vertices and refits the tree. The number of vertices must be the same.
  Status update(const mesh::Positions<Dim>& positions) { return geometry_.update(positions); }
  /// Moves the vertices from number `first` on, and refits the boxes of their primitives.
  Status update_range(u32 first, const mesh::Positions<Dim>& positions) {
    return geometry_.update_range(first, positions);
  }

  /// Finds the closest hit of a ray; among equal distances, the smallest primitive.
  Status raycast(const mesh::Ray<Dim>& ray, bool& found, mesh::RayHit<Dim>& hit) const {
    if (!is_valid(ray)) return Status::invalid_argument();
    found = mesh::RayTraversal<Dim>(geometry_, ray).closest(hit);
    return Status::success();
  }
  /// Finds all hits of a ray, ascending by distance, then by primitive. Replaces `hits`.
  Status raycast_all(const mesh::Ray<Dim>& ray, Array<mesh::RayHit<Dim>>& hits) const {
    if (!is_valid(ray)) return Status::invalid_argument();
    hits.clear();
    if (!mesh::RayTraversal<Dim>(geometry_, ray).all(hits)) return Status::out_of_memory();
    sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) {
      return a.distance != b.distance ? a.distance < b.distance : a.primitive < b.primitive;
    });
    return Status::success();
  }
  /// Finds a hit of a ray that depends on the tree and need not be the closest one. Faster than
  /// raycast().
  Status raycast_any(const mesh::Ray<Dim>& ray, bool& found, mesh::RayHit<Dim>& hit) const {
    if (!is_valid(ray)) return Status::invalid_argument();
    found = mesh::RayTraversal<Dim>(geometry_, ray).any(hit);
    return Status::success();
  }
  /// Determines whether a ray hits a primitive. Faster than raycast().
  Status intersects_ray(const mesh::Ray<Dim>& ray, bool& found) const {
    if (!is_valid(ray)) return Status::invalid_argument();
    found = mesh::RayTraversal<Dim>(geometry_, ray).any();
    return Status::success();
  }

  /// Finds the closest point within a distance (>= 0, may be infinite), boundary included; among
  /// equal distances, the smallest primitive.
  Status closest_point(const Point& point, f64 max_distance, bool& found,
                       mesh::ClosestHit<Dim>& hit) const {
    if (!is_valid(point) || !(max_distance >= 0)) return Status::invalid_argument();
    found = mesh::find_closest(geometry_, point, max_distance, hit);
    return Status::success();
  }

  /// Appends the primitives that have a point in common with a box (separating-axis test), in no
  /// particular order. Sides may be infinite.
  Status query_box(const mesh::Box<Dim>& box, Array<u32>& out) const {
    return with_box(box, [&](const auto& shape) { return collect(shape, out); });
  }
  /// Appends the primitives within the radius of a center, boundary included.
  Status query_sphere(const Point& center, f64 radius, Array<u32>& out) const {
    return with_sphere(center, radius, [&](const auto& shape) { return collect(shape, out); });
  }
  /// Appends the primitives within the radius of a segment, boundary included.
  Status query_capsule(const Capsule& capsule, Array<u32>& out) const {
    return with_capsule(capsule, [&](const auto& shape) { return collect(shape, out); });
  }
  /// Appends the primitives of which a part is inside all half spaces, boundary included.
  Status query_convex(const mesh::HalfSpace<Dim>* spaces, u32 count, Array<u32>& out) const {
    return with_convex(spaces, count, [&](const auto& shape) { return collect(shape, out); });
  }
  /// Appends the primitives that have a point in common with the segment from p to q.
  Status query_segment(const Point& p, const Point& q, Array<u32>& out) const {
    return query_capsule({p, q, 0}, out);
  }
  /// Determine whether the query of the same name would find a primitive.
  Status overlaps_box(const mesh::Box<Dim>& box, bool& found) const {
    return with_box(box, [&](const auto& shape) { return find_any(shape, found); });
  }
  Status overlaps_sphere(const Point& center, f64 radius, bool& found) const {
    return with_sphere(center, radius, [&](const auto& shape) { return find_any(shape, found); });
  }
  Status overlaps_capsule(const Capsule& capsule, bool& found) const {
    return with_capsule(capsule, [&](const auto& shape) { return find_any(shape, found); });
  }
  Status overlaps_convex(const mesh::HalfSpace<Dim>* spaces, u32 count, bool& found) const {
    return with_convex(spaces, count, [&](const auto& shape) { return find_any(shape, found); });
  }

  /// Determines whether a point is inside the mesh, which must be closed, or on its surface. For
  /// other meshes, the result is the parity of the crossings of a ray along the first axis.
  Status contains(const Point& point, bool& inside) const {
    if (!is_valid(point)) return Status::invalid_argument();
    inside = mesh::contains_point(geometry_, point);
    return Status::success();
  }

  /// Finds the primitive that a moving capsule touches first; among equals, the smallest one. A
  /// capsule that starts in contact has fraction 0 and the normal of its contact.
  Status cast_capsule(const Capsule& capsule, const Point& displacement, bool& found,
                      mesh::CastHit<Dim>& hit) const {
    if (!is_valid(capsule) || !is_valid(displacement)) return Status::invalid_argument();
    found = mesh::find_first_touched(geometry_, capsule, displacement, hit);
    return Status::success();
  }

  /// Visits the contacts of a capsule, one for each primitive that query_capsule() finds, in no
  /// particular order. visit(contact) returns false to stop. See touch_of() for normals.
  template <class Visit>
  Status visit_contacts(const Capsule& capsule, Visit&& visit) const {
    if (!is_valid(capsule)) return Status::invalid_argument();
    mesh::visit_contacts(geometry_, capsule, visit);
    return Status::success();
  }
  /// Appends the contacts of a capsule.
  Status collide_capsule(const Capsule& capsule, Array<mesh::Contact<Dim>>& out) const {
    bool granted = true;
    const Status status = visit_contacts(capsule, [&](const mesh::Contact<Dim>& contact) {
      return granted = out.push_back(contact);
    });
    return granted ? status : Status::out_of_memory();
  }

  /// Appends the pairs of primitives of two meshes that have a point in common, in
  /// no particular order. A pair is two numbers. The pose is that of the other mesh in the space of
  /// this one; its vertices are transformed in double.
  Status pairs_with(const Mesh& other, const mesh::Pose<Dim>& pose, Array<u32>& out) const {
    bool granted = true;
    mesh::visit_pairs(geometry_, other.geometry_, pose, [&](u32 mine, u32 theirs) {
      granted = out.reserve_more(2);
      if (granted) {
        out.push_unchecked(mine);
        out.push_unchecked(theirs);
      }
      return granted;
    });
    return granted ? Status::success() : Status::out_of_memory();
  }

  /// Writes the mesh. Boxes are recomputed when it is read.
  Status serialize(Array<u8>& out) const { return mesh::serialize(geometry_, out); }
  /// Replaces the mesh by a serialized one. Returns kBadData, and changes nothing, if the bytes are
  /// damaged.
  Status deserialize(const u8* bytes, size_t length) {
    return mesh::deserialize<Dim>(bytes, length, geometry_);
  }

  /// Writes the nodes of the tree and their primitives.
  Status dump(NodeDump& dump) const {
    dump.clear();
    return mesh::NodeWriter<Dim>(geometry_, dump).run(size());
  }
  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const { geometry_.validate(faults); }

 private:
  template <class Shape>
  Status collect(const Shape& shape, Array<u32>& out) const {
    return visit_touched(shape, &out) ? Status::success() : Status::out_of_memory();
  }
  template <class Shape>
  Status find_any(const Shape& shape, bool& found) const {
    found = !visit_touched(shape, nullptr);
    return Status::success();
  }
  // Appends the primitives that a shape touches. Stops and returns false if allocation fails, or at
  // the first one if there is no output. Both are one function to save code.
  template <class Shape>
  bool visit_touched(const Shape& shape, Array<u32>* out) const {
    return mesh::visit(geometry_, shape.filter(), [&](const mesh::Leaf<Dim>& leaf, u32 lane) {
      if (!shape.meets(geometry_.primitive(leaf, lane))) return true;
      return out != nullptr && out->push_back(leaf.id[lane]);
    });
  }

  template <class Use>
  Status with_box(mesh::Box<Dim> box, Use&& use) const {
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 most = kMaxCoordinate;
      if (box.min[axis] == -HUGE_VAL) box.min[axis] = -most;
      if (box.max[axis] == HUGE_VAL) box.max[axis] = most;
    }
    if (!is_valid(box)) return Status::invalid_argument();
    return use(mesh::BoxShape<Dim>(box, geometry_.largest()));
  }
  template <class Use>
  Status with_sphere(const Point& center, f64 radius, Use&& use) const {
    if (!is_valid(Capsule{center, center, radius})) return Status::invalid_argument();
    return use(mesh::SphereShape<Dim>(center, radius, geometry_.largest()));
  }
  template <class Use>
  Status with_capsule(const Capsule& capsule, Use&& use) const {
    if (!is_valid(capsule)) return Status::invalid_argument();
    return use(mesh::CapsuleShape<Dim>(capsule, geometry_.largest()));
  }
  template <class Use>
  Status with_convex(const mesh::HalfSpace<Dim>* spaces, u32 count, Use&& use) const {
    if (count > mesh::kMaxHalfSpaces) return Status::invalid_argument();
    for (u32 i = 0; i < count; ++i) {
      bool sound = std::isfinite(spaces[i].constant);
      for (int axis = 0; axis < Dim; ++axis) sound &= std::isfinite(spaces[i].normal[axis]);
      if (!sound) return Status::invalid_argument(i);
    }
    return use(mesh::ConvexShape<Dim>(spaces, count, geometry_.largest()));
  }

  mesh::Geometry<Dim> geometry_;
};

/// Triangles in space.
using TriangleMesh = Mesh<3>;
/// Segments in the plane.
using SegmentMesh = Mesh<2>;

}  // namespace sapwood
