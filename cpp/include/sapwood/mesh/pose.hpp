/// @file
/// Pose of a mesh in the world: an affine transformation.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/mesh/vector.hpp"

namespace sapwood::mesh {

/// Affine transformation that maps a point of the mesh to translation + sum of columns[i] *
/// point[i].
template <int Dim>
struct Pose {
  Vector<Dim> columns[Dim];
  Vector<Dim> translation{};
  Vector<Dim> rows[Dim];  ///< Rows of the inverse matrix.
  f64 scale = 1;  ///< Scale factor; 0 if it is not uniform or the axes are not perpendicular.

  /// Returns the identity transformation.
  static Pose identity() {
    Pose pose;
    for (int i = 0; i < Dim; ++i) {
      pose.columns[i] = {};
      pose.columns[i][i] = 1;
      pose.rows[i] = pose.columns[i];
    }
    return pose;
  }

  /// Reads a column-major matrix of (Dim + 1)^2 numbers. Returns kInvalidArgument if a number is
  /// not finite or too large, the last row is not (0, .., 0, 1), or the matrix has no inverse.
  /// Tests for uniform scale and perpendicular axes have a tolerance of 1e-6, because the matrix
  /// may have been computed in float32.
  static Status from_matrix(const f64* matrix, Pose& pose) {
    constexpr int kRows = Dim + 1;
    for (int i = 0; i < kRows; ++i) {
      if (matrix[i * kRows + Dim] != (i == Dim ? 1 : 0)) return Status::invalid_argument();
      for (int axis = 0; axis < Dim; ++axis) {
        const f64 value = matrix[i * kRows + axis];
        if (!(std::fabs(value) <= kMaxEntry)) return Status::invalid_argument();
        (i == Dim ? pose.translation : pose.columns[i])[axis] = value;
      }
    }
    return pose.complete() ? Status::success() : Status::invalid_argument();
  }

  /// Computes the inverse and the scale from the columns. Returns false if there is no inverse.
  bool complete() {
    if constexpr (Dim == 3) {
      for (int i = 0; i < 3; ++i) rows[i] = cross(columns[(i + 1) % 3], columns[(i + 2) % 3]);
    } else {
      rows[0] = {{columns[1][1], -columns[1][0]}};
      rows[1] = {{-columns[0][1], columns[0][0]}};
    }
    const f64 determinant = dot(rows[0], columns[0]);
    for (Vector<Dim>& row : rows) {
      row = row * (1 / determinant);
      for (int axis = 0; axis < Dim; ++axis) {
        if (!(std::fabs(row[axis]) <= kMaxEntry)) return false;
      }
    }
    scale = uniform_scale();
    return true;
  }

  Vector<Dim> vector_to_world(const Vector<Dim>& vector) const {
    Vector<Dim> sum{};
    for (int i = 0; i < Dim; ++i) sum = sum + columns[i] * vector[i];
    return sum;
  }
  Vector<Dim> vector_to_mesh(const Vector<Dim>& vector) const {
    Vector<Dim> parts;
    for (int i = 0; i < Dim; ++i) parts[i] = dot(rows[i], vector);
    return parts;
  }
  Vector<Dim> point_to_world(const Vector<Dim>& point) const {
    return translation + vector_to_world(point);
  }
  Vector<Dim> point_to_mesh(const Vector<Dim>& point) const {
    return vector_to_mesh(point - translation);
  }
  /// Maps a unit normal from the mesh to the world.
  Vector<Dim> normal_to_world(const Vector<Dim>& normal) const {
    Vector<Dim> sum{};
    for (int i = 0; i < Dim; ++i) sum = sum + rows[i] * normal[i];
    return normalized(sum);
  }

 private:
  static constexpr f64 kMaxEntry = 1e18;

  f64 uniform_scale() const {
    constexpr f64 kTolerance = 1e-6;
    f64 mean = 0;
    for (const Vector<Dim>& column : columns) mean += length(column) / Dim;
    for (int i = 0; i < Dim; ++i) {
      if (std::fabs(length(columns[i]) - mean) > kTolerance * mean) return 0;
      for (int k = 0; k < i; ++k) {
        if (std::fabs(dot(columns[i], columns[k])) > kTolerance * mean * mean) return 0;
      }
    }
    return mean;
  }
};

/// Computes the pose that maps points of the mesh with pose `b` to the space of the mesh with pose
/// `a`. Returns false if this pose has no inverse or is too large.
template <int Dim>
bool relative_pose(const Pose<Dim>& a, const Pose<Dim>& b, Pose<Dim>& pose) {
  for (int i = 0; i < Dim; ++i) pose.columns[i] = a.vector_to_mesh(b.columns[i]);
  pose.translation = a.point_to_mesh(b.translation);
  return pose.complete() && is_valid(pose.translation);
}

}  // namespace sapwood::mesh
