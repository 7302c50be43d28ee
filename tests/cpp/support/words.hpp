// Texts of arguments and results for the findings of a check.
#pragma once

#include <cstdio>
#include <string>

#include "sapwood/geometry/ray_query.hpp"

namespace sapwood::test {

// Formats a number with nine digits, which identify a float32 uniquely.
inline std::string words(f64 value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

inline std::string words(const f32* values, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "(" : " ") + words(values[i]);
  return text + ")";
}

template <int Dim>
std::string words(const Point<Dim>& point) {
  return words(point.v, Dim);
}

template <int Dim>
std::string words(const Aabb<Dim>& box) {
  return words(box.min, Dim) + ".." + words(box.max, Dim);
}

template <int Dim>
std::string words(const Ray<Dim>& ray) {
  return words(ray.origin) + " towards " + words(ray.direction) + " up to " +
         words(ray.max_distance);
}

}  // namespace sapwood::test
