/// @file
/// Vectors of doubles for the computations of meshes.
#pragma once

#include <cmath>

#include "sapwood/geometry/aabb.hpp"

namespace sapwood::mesh {

/// Point or vector with `Dim` coordinates in double.
template <int Dim>
struct Vector {
  f64 v[Dim];

  constexpr f64 operator[](int axis) const { return v[axis]; }
  constexpr f64& operator[](int axis) { return v[axis]; }

  friend Vector operator+(const Vector& a, const Vector& b) {
    Vector sum;
    for (int axis = 0; axis < Dim; ++axis) sum[axis] = a[axis] + b[axis];
    return sum;
  }
  friend Vector operator-(const Vector& a, const Vector& b) {
    Vector difference;
    for (int axis = 0; axis < Dim; ++axis) difference[axis] = a[axis] - b[axis];
    return difference;
  }
  friend Vector operator*(const Vector& a, f64 factor) {
    Vector product;
    for (int axis = 0; axis < Dim; ++axis) product[axis] = a[axis] * factor;
    return product;
  }
  friend Vector operator-(const Vector& a) { return a * -1.0; }
  friend bool operator==(const Vector& a, const Vector& b) {
    for (int axis = 0; axis < Dim; ++axis) {
      if (a[axis] != b[axis]) return false;
    }
    return true;
  }
};

template <int Dim>
f64 dot(const Vector<Dim>& a, const Vector<Dim>& b) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) sum += a[axis] * b[axis];
  return sum;
}

inline Vector<3> cross(const Vector<3>& a, const Vector<3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
/// Returns the z coordinate of the cross product of two vectors in the plane.
inline f64 cross(const Vector<2>& a, const Vector<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

template <int Dim>
f64 length(const Vector<Dim>& a) {
  return std::sqrt(dot(a, a));
}
template <int Dim>
f64 largest_coordinate(const Vector<Dim>& point) {
  f64 largest = 0;
  for (int axis = 0; axis < Dim; ++axis) largest = simd::greater(std::fabs(point[axis]), largest);
  return largest;
}

/// Returns the vector scaled to length 1. If the length is 0, returns the zero vector. First
/// divides all coordinates by the largest one: this prevents overflow and underflow of squares.
template <int Dim>
Vector<Dim> normalized(const Vector<Dim>& a) {
  const f64 largest = largest_coordinate(a);
  if (!(largest > 0)) return {};
  Vector<Dim> scaled;
  for (int axis = 0; axis < Dim; ++axis) scaled[axis] = a[axis] / largest;
  return scaled * (1 / length(scaled));
}

template <int Dim>
Vector<Dim> to_vector(const Point<Dim>& point) {
  Vector<Dim> vector;
  for (int axis = 0; axis < Dim; ++axis) vector[axis] = point[axis];
  return vector;
}
template <int Dim>
Vector<Dim> to_vector(const f32* coordinates) {
  Vector<Dim> vector;
  for (int axis = 0; axis < Dim; ++axis) vector[axis] = coordinates[axis];
  return vector;
}

/// Returns true if the absolute values of all coordinates are at most kMaxCoordinate.
template <int Dim>
bool is_valid(const Vector<Dim>& point) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (!(std::fabs(point[axis]) <= static_cast<f64>(kMaxCoordinate))) return false;
  }
  return true;
}

/// Axis-aligned box of doubles.
template <int Dim>
struct Box {
  Vector<Dim> min;
  Vector<Dim> max;
};

/// Returns true if the box is not inverted and all absolute coordinates are at most kMaxCoordinate.
template <int Dim>
bool is_valid(const Box<Dim>& box) {
  if (!is_valid(box.min) || !is_valid(box.max)) return false;
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.min[axis] > box.max[axis]) return false;
  }
  return true;
}

template <int Dim, int N>
Box<Dim> box_of(const Vector<Dim> (&points)[N]) {
  Box<Dim> box{points[0], points[0]};
  for (int i = 1; i < N; ++i) {
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = simd::lesser(points[i][axis], box.min[axis]);
      box.max[axis] = simd::greater(points[i][axis], box.max[axis]);
    }
  }
  return box;
}

template <int Dim>
Box<Dim> grown(Box<Dim> box, f64 by) {
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] -= by;
    box.max[axis] += by;
  }
  return box;
}

}  // namespace sapwood::mesh
