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
/// Queries are exact: the results are the same as if every primitive were tested with the
/// documented predicate in double. They do not depend on the tree. Primitives are numbered in the
/// order of the input. Coordinates of queries are doubles in the space of the mesh; use PosedMesh
/// for queries in the space of the world. Degenerate primitives are allowed, see primitive.hpp.
/// Functions that can fail because of their arguments return a Status. If the Status is not ok,
/// they write no result.
///
/// Cost for typical input: O(n) for a fast build or an update, O(n log n) for a quality build, and
/// O(log n + hits) for a query.
template <int Dim>
class Mesh {
 public:
  static constexpr int kDim = Dim;
  using Point = mesh::Vector<Dim>;
  using Capsule = mesh::Capsule<Dim>;

  /// Returns the number of primitives.
  u32 size() const { return geometry_.size(); }
  u32 vertex_count() const { return geometry_.vertex_count(); }
  /// Returns the bounds of all primitives, or the empty box if the mesh has no primitives.
  Aabb<Dim> bounds() const { return geometry_.bounds(); }
  /// Returns the bytes of memory in use, including the vertices.
  size_t byte_length() const { return geometry_.byte_length(); }
  const mesh::Geometry<Dim>& geometry() const { return geometry_; }

  /// Replaces the mesh. Copies positions and indices. The number of indices must be a multiple of
  /// Dim. Without indices, the number of vertices must be a multiple of Dim. Returns
  /// kInvalidArgument, and changes nothing, if this number is wrong, if a position is not finite or
  /// is beyond kMaxCoordinate, or if an index is out of range.
  Status build(const mesh::Positions<Dim>& positions, const mesh::Indices& indices = {},
               mesh::Build method = mesh::Build::kFast) {
    return geometry_.build(positions, indices, method);
  }
  /// Moves all vertices and refits the tree. The number of vertices must be the same.
  Status update(const mesh::Positions<Dim>& positions) { return geometry_.update(positions); }
  /// Moves vertices, starting at vertex `first`, and refits the boxes of their primitives.
  Status update_range(u32 first, const mesh::Positions<Dim>& positions) {
    return geometry_.update_range(first, positions);
  }

  /// Finds the closest hit of a ray. If several hits have the same distance, finds the primitive
  /// with the smallest number.
  Status raycast(const mesh::Ray<Dim>& ray, bool& found, mesh::RayHit<Dim>& hit) const {
    if (!is_valid(ray)) return Status::invalid_argument();
    found = mesh::RayTraversal<Dim>(geometry_, ray).closest(hit);
    return Status::success();
  }
  /// Finds all hits of a ray, sorted by distance, then by primitive. Replaces the content of
  /// `hits`.
  Status raycast_all(const mesh::Ray<Dim>& ray, Array<mesh::RayHit<Dim>>& hits) const {
    if (!is_valid(ray)) return Status::invalid_argument();
    hits.clear();
    if (!mesh::RayTraversal<Dim>(geometry_, ray).all(hits)) return Status::out_of_memory();
    sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) {
      return a.distance != b.distance ? a.distance < b.distance : a.primitive < b.primitive;
    });
    return Status::success();
  }
  /// Finds any hit of a ray, which is not always the closest one. Which hit is found depends on the
  /// tree. Faster than raycast().
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

  /// Finds the closest point of the mesh, if its distance is at most `max_distance`, which must be
  /// >= 0 and may be infinite. If several primitives are equally close, finds the one with the
  /// smallest number.
  Status closest_point(const Point& point, f64 max_distance, bool& found,
                       mesh::ClosestHit<Dim>& hit) const {
    if (!is_valid(point) || !(max_distance >= 0)) return Status::invalid_argument();
    found = mesh::find_closest(geometry_, point, max_distance, hit);
    return Status::success();
  }

  /// Appends the primitives that have a point in common with a box (separating-axis test), in
  /// unspecified order. Sides of the box may be infinite.
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
  /// Appends the primitives that have a part inside all half spaces, boundary included.
  Status query_convex(const mesh::HalfSpace<Dim>* spaces, u32 count, Array<u32>& out) const {
    return with_convex(spaces, count, [&](const auto& shape) { return collect(shape, out); });
  }
  /// Appends the primitives that have a point in common with the segment from p to q.
  Status query_segment(const Point& p, const Point& q, Array<u32>& out) const {
    return query_capsule({p, q, 0}, out);
  }
  /// These functions determine whether the corresponding query would find a primitive.
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

  /// Determines whether a point is inside the mesh or on its surface. The mesh must be closed. For
  /// other meshes, the result is the parity of the crossings of a ray along the first axis.
  Status contains(const Point& point, bool& inside) const {
    if (!is_valid(point)) return Status::invalid_argument();
    inside = mesh::contains_point(geometry_, point);
    return Status::success();
  }

  /// Finds the primitive that a moving capsule touches first. If several are touched at the same
  /// time, finds the one with the smallest number. If the capsule starts in contact, the fraction
  /// is 0 and the normal is that of the contact.
  Status cast_capsule(const Capsule& capsule, const Point& displacement, bool& found,
                      mesh::CastHit<Dim>& hit) const {
    if (!is_valid(capsule) || !is_valid(displacement)) return Status::invalid_argument();
    found = mesh::find_first_touched(geometry_, capsule, displacement, hit);
    return Status::success();
  }

  /// Visits the contacts of a capsule, in unspecified order: one for each primitive that
  /// query_capsule() finds. visit(contact) returns false to stop. See touch_of() for the normals.
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

  /// Appends the pairs of primitives of two meshes that have a point in common, in unspecified
  /// order. A pair consists of a primitive of this mesh, then a primitive of the other mesh. `pose`
  /// maps the other mesh to the space of this mesh; its vertices are transformed in double.
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

  /// Serializes the mesh. Boxes are not stored, and are recomputed by deserialize().
  Status serialize(Array<u8>& out) const { return mesh::serialize(geometry_, out); }
  /// Replaces the mesh with a serialized mesh. Returns kBadData, and changes nothing, if the bytes
  /// are damaged.
  Status deserialize(const u8* bytes, size_t length) {
    return mesh::deserialize<Dim>(bytes, length, geometry_);
  }

  /// Writes the nodes of the tree and their primitives to `dump`.
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
  // Appends the primitives that a shape touches to `out`. If `out` is null, stops at the first
  // primitive. Returns false if it stopped or allocation failed. One function for both cases
  // reduces the code size.
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

/// Mesh of triangles in 3D.
using TriangleMesh = Mesh<3>;
/// Mesh of segments in 2D.
using SegmentMesh = Mesh<2>;

}  // namespace sapwood
