/// @file
/// Queries of a mesh that has a pose in the world.
#pragma once

#include "sapwood/mesh/mesh.hpp"

namespace sapwood {

/// View of a mesh with a pose. Queries and results are in the space of the world. Each query is
/// transformed in double to the space of the mesh, and is exact there.
///
/// Queries of distances, spheres, capsules, casts and contacts require a uniform scale, and
/// otherwise return kUnsupported. The front of a primitive is the same as in the mesh, even if the
/// pose mirrors the mesh. The mesh must outlive this view.
template <int Dim>
class PosedMesh {
 public:
  using Point = mesh::Vector<Dim>;
  using Capsule = mesh::Capsule<Dim>;
  using Pose = mesh::Pose<Dim>;

  PosedMesh(const Mesh<Dim>& mesh, const Pose& pose) : mesh_(mesh), pose_(pose) {}

  /// See Mesh::raycast().
  Status raycast(const mesh::Ray<Dim>& ray, bool& found, mesh::RayHit<Dim>& hit) const {
    mesh::Ray<Dim> local;
    f64 scale;
    if (!to_mesh(ray, local, scale)) return Status::invalid_argument();
    const Status status = mesh_.raycast(local, found, hit);
    if (status.ok() && found) to_world(scale, hit);
    return status;
  }
  /// See Mesh::raycast_any().
  Status raycast_any(const mesh::Ray<Dim>& ray, bool& found, mesh::RayHit<Dim>& hit) const {
    mesh::Ray<Dim> local;
    f64 scale;
    if (!to_mesh(ray, local, scale)) return Status::invalid_argument();
    const Status status = mesh_.raycast_any(local, found, hit);
    if (status.ok() && found) to_world(scale, hit);
    return status;
  }
  /// See Mesh::raycast_all().
  Status raycast_all(const mesh::Ray<Dim>& ray, Array<mesh::RayHit<Dim>>& hits) const {
    mesh::Ray<Dim> local;
    f64 scale;
    if (!to_mesh(ray, local, scale)) return Status::invalid_argument();
    const Status status = mesh_.raycast_all(local, hits);
    for (mesh::RayHit<Dim>& hit : hits) to_world(scale, hit);
    return status;
  }

  /// See Mesh::closest_point().
  Status closest_point(const Point& point, f64 max_distance, bool& found,
                       mesh::ClosestHit<Dim>& hit) const {
    if (!similar()) return Status::unsupported();
    const Status status =
        mesh_.closest_point(pose_.point_to_mesh(point), max_distance / pose_.scale, found, hit);
    if (!status.ok() || !found) return status;
    hit.distance *= pose_.scale;
    hit.point = pose_.point_to_world(hit.point);
    hit.normal = pose_.normal_to_world(hit.normal);
    return status;
  }

  /// See Mesh::query_box(). The box is transformed to a convex region in the space of the mesh.
  Status query_box(const mesh::Box<Dim>& box, Array<u32>& out) const {
    mesh::HalfSpace<Dim> sides[2 * Dim];
    u32 count;
    if (!to_sides(box, sides, count)) return Status::invalid_argument();
    return mesh_.query_convex(sides, count, out);
  }
  Status overlaps_box(const mesh::Box<Dim>& box, bool& found) const {
    mesh::HalfSpace<Dim> sides[2 * Dim];
    u32 count;
    if (!to_sides(box, sides, count)) return Status::invalid_argument();
    return mesh_.overlaps_convex(sides, count, found);
  }
  /// See Mesh::query_convex().
  Status query_convex(const mesh::HalfSpace<Dim>* spaces, u32 count, Array<u32>& out) const {
    mesh::HalfSpace<Dim> local[mesh::kMaxHalfSpaces];
    if (count > mesh::kMaxHalfSpaces) return Status::invalid_argument();
    for (u32 i = 0; i < count; ++i) local[i] = side(spaces[i].normal, spaces[i].constant);
    return mesh_.query_convex(local, count, out);
  }
  /// See Mesh::query_segment().
  Status query_segment(const Point& p, const Point& q, Array<u32>& out) const {
    return mesh_.query_segment(pose_.point_to_mesh(p), pose_.point_to_mesh(q), out);
  }
  /// See Mesh::query_sphere().
  Status query_sphere(const Point& center, f64 radius, Array<u32>& out) const {
    return query_capsule({center, center, radius}, out);
  }
  Status overlaps_sphere(const Point& center, f64 radius, bool& found) const {
    return overlaps_capsule({center, center, radius}, found);
  }
  /// See Mesh::query_capsule().
  Status query_capsule(const Capsule& capsule, Array<u32>& out) const {
    return similar() ? mesh_.query_capsule(to_mesh(capsule), out) : Status::unsupported();
  }
  Status overlaps_capsule(const Capsule& capsule, bool& found) const {
    return similar() ? mesh_.overlaps_capsule(to_mesh(capsule), found) : Status::unsupported();
  }
  /// See Mesh::contains().
  Status contains(const Point& point, bool& inside) const {
    return mesh_.contains(pose_.point_to_mesh(point), inside);
  }

  /// See Mesh::cast_capsule().
  Status cast_capsule(const Capsule& capsule, const Point& displacement, bool& found,
                      mesh::CastHit<Dim>& hit) const {
    if (!similar()) return Status::unsupported();
    const Status status =
        mesh_.cast_capsule(to_mesh(capsule), pose_.vector_to_mesh(displacement), found, hit);
    if (!status.ok() || !found) return status;
    hit.normal = pose_.normal_to_world(hit.normal);
    hit.point = pose_.point_to_world(hit.point);
    return status;
  }

  /// See Mesh::collide_capsule().
  Status collide_capsule(const Capsule& capsule, Array<mesh::Contact<Dim>>& out) const {
    if (!similar()) return Status::unsupported();
    const size_t first = out.size();
    const Status status = mesh_.collide_capsule(to_mesh(capsule), out);
    for (size_t i = first; i < out.size(); ++i) out[i] = to_world(out[i]);
    return status;
  }

  /// See Mesh::pairs_with().
  Status pairs_with(const PosedMesh& other, Array<u32>& out) const {
    Pose pose;
    if (!relative_pose(pose_, other.pose_, pose)) return Status::invalid_argument();
    return mesh_.pairs_with(other.mesh_, pose, out);
  }

 private:
  bool similar() const { return pose_.scale > 0; }

  // Transforms a ray to the space of the mesh. `scale` receives the length in the world of a unit
  // vector along the transformed ray. Returns false if the ray is invalid.
  bool to_mesh(const mesh::Ray<Dim>& ray, mesh::Ray<Dim>& local, f64& scale) const {
    if (!is_valid(ray)) return false;
    const Point direction = pose_.vector_to_mesh(mesh::normalized(ray.direction));
    const f64 stretch = length(direction);
    if (!(stretch > 0)) return false;
    scale = 1 / stretch;
    local = {pose_.point_to_mesh(ray.origin), direction, ray.max_distance * stretch, ray.side};
    return is_valid(local);
  }
  void to_world(f64 scale, mesh::RayHit<Dim>& hit) const {
    hit.distance *= scale;
    hit.normal = pose_.normal_to_world(hit.normal);
  }
  mesh::Contact<Dim> to_world(const mesh::Contact<Dim>& contact) const {
    return {contact.primitive, pose_.normal_to_world(contact.normal), contact.depth * pose_.scale,
            pose_.point_to_world(contact.point)};
  }
  Capsule to_mesh(const Capsule& capsule) const {
    return {pose_.point_to_mesh(capsule.a), pose_.point_to_mesh(capsule.b),
            capsule.radius / pose_.scale};
  }
  mesh::HalfSpace<Dim> side(const Point& normal, f64 constant) const {
    mesh::HalfSpace<Dim> local;
    for (int i = 0; i < Dim; ++i) local.normal[i] = dot(normal, pose_.columns[i]);
    local.constant = dot(normal, pose_.translation) + constant;
    return local;
  }
  // Transforms the finite sides of a box to half spaces in the space of the mesh. Returns false if
  // the box is invalid.
  bool to_sides(const mesh::Box<Dim>& box, mesh::HalfSpace<Dim> (&sides)[2 * Dim],
                u32& count) const {
    count = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      if (!(box.min[axis] <= box.max[axis])) return false;
      Point unit{};
      unit[axis] = 1;
      if (std::isfinite(box.min[axis])) sides[count++] = side(unit, -box.min[axis]);
      unit[axis] = -1;
      if (std::isfinite(box.max[axis])) sides[count++] = side(unit, box.max[axis]);
    }
    return true;
  }

  const Mesh<Dim>& mesh_;
  Pose pose_;
};

}  // namespace sapwood
