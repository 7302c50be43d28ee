// Meshes for tests. Their primitives are also available in f64, for brute force.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "sapwood/mesh/mesh.hpp"
#include "support/random.hpp"

namespace sapwood::test {

using mesh::Primitive;
using mesh::Vector;

template <int Dim>
struct Soup {
  std::string name;
  std::vector<f32> positions;
  std::vector<u32> indices;

  u32 size() const { return static_cast<u32>(indices.size()) / Dim; }
  mesh::Positions<Dim> source() const {
    return {positions.data(), static_cast<u32>(positions.size()) / Dim};
  }
  mesh::Indices index() const {
    return {nullptr, indices.data(), static_cast<u32>(indices.size())};
  }
  Primitive<Dim> primitive(u32 id) const {
    Primitive<Dim> primitive;
    for (int i = 0; i < Dim; ++i) {
      primitive.v[i] = mesh::to_vector<Dim>(&positions[size_t{indices[id * Dim + i]} * Dim]);
    }
    return primitive;
  }
  void add(const Vector<Dim> (&vertices)[Dim]) {
    for (const Vector<Dim>& vertex : vertices) {
      indices.push_back(static_cast<u32>(positions.size()) / Dim);
      for (int axis = 0; axis < Dim; ++axis) positions.push_back(static_cast<f32>(vertex[axis]));
    }
  }
};

template <int Dim>
Vector<Dim> random_point(Random& random, f64 least, f64 most) {
  Vector<Dim> point;
  for (int axis = 0; axis < Dim; ++axis) {
    point[axis] = least + (most - least) * static_cast<f64>(random.unit());
  }
  return point;
}
// Returns a point on a coarse grid, so that coordinates are often equal.
template <int Dim>
Vector<Dim> grid_point(Random& random, u32 cells) {
  Vector<Dim> point;
  for (int axis = 0; axis < Dim; ++axis) point[axis] = random.below(cells);
  return point;
}

template <int Dim>
Soup<Dim> random_soup(u32 count, f64 size, u64 seed) {
  Random random(seed);
  Soup<Dim> soup{"random", {}, {}};
  for (u32 id = 0; id < count; ++id) {
    const Vector<Dim> center = random_point<Dim>(random, 0, 10);
    Vector<Dim> v[Dim];
    for (auto& vertex : v) vertex = center + random_point<Dim>(random, -size, size);
    soup.add(v);
  }
  return soup;
}

// Returns points, segments, slivers, duplicates and triangles with shared vertices on a coarse
// grid.
template <int Dim>
Soup<Dim> adversarial_soup(u32 count, u64 seed) {
  Random random(seed);
  Soup<Dim> soup{"adversarial", {}, {}};
  for (u32 id = 0; id < count; ++id) {
    Vector<Dim> v[Dim];
    for (auto& vertex : v) vertex = grid_point<Dim>(random, 5);
    switch (random.below(6)) {
      case 0:
        for (auto& vertex : v) vertex = v[0];
        break;
      case 1:
        v[Dim - 1] = v[0];
        break;
      case 2:  // collinear
        v[Dim - 1] = v[0] * 0.5 + v[1] * 0.5;
        break;
      case 3:  // sliver
        v[Dim - 1] = v[0] + random_point<Dim>(random, -1e-6, 1e-6);
        break;
      default:
        break;
    }
    soup.add(v);
    if (random.one_in(4)) soup.add(v);
  }
  return soup;
}

// Returns a flat grid of squares in the plane z = 0, with two triangles for each square. In 2D it
// returns a line of segments.
template <int Dim>
Soup<Dim> flat_soup(u32 cells) {
  Soup<Dim> soup{"flat", {}, {}};
  if constexpr (Dim == 3) {
    for (u32 y = 0; y < cells; ++y) {
      for (u32 x = 0; x < cells; ++x) {
        const f64 a = x, b = y;
        soup.add({{{a, b, 0}}, {{a + 1, b, 0}}, {{a + 1, b + 1, 0}}});
        soup.add({{{a, b, 0}}, {{a + 1, b + 1, 0}}, {{a, b + 1, 0}}});
      }
    }
  } else {
    for (u32 x = 0; x < cells; ++x) {
      const f64 a = x;
      soup.add({{{a, 0}}, {{a + 1, 0}}});
    }
  }
  return soup;
}

// Returns a closed surface around `center`: a bumpy sphere in 3D, a star-shaped outline in 2D. The
// front sides of its primitives are outside.
template <int Dim>
Soup<Dim> closed_soup(u32 rings, f64 scale = 1, const Vector<Dim>& center = {}) {
  Soup<Dim> soup{"closed", {}, {}};
  const auto radius = [&](f64 a, f64 b) {
    return scale * (1 + 0.3 * std::sin(5 * a) * std::cos(3 * b));
  };
  const f64 pi = std::acos(-1.0);
  const auto add_vertex = [&](const Vector<Dim>& at) {
    for (int axis = 0; axis < Dim; ++axis) {
      soup.positions.push_back(static_cast<f32>(center[axis] + at[axis]));
    }
  };
  if constexpr (Dim == 3) {
    const u32 around = 2 * rings;
    add_vertex({{0, 0, -scale}});
    for (u32 i = 1; i < rings; ++i) {
      for (u32 k = 0; k < around; ++k) {
        const f64 a = pi * i / rings, b = 2 * pi * k / around;
        const f64 r = radius(b, a);
        add_vertex(
            {{r * std::sin(a) * std::cos(b), r * std::sin(a) * std::sin(b), -r * std::cos(a)}});
      }
    }
    add_vertex({{0, 0, scale}});
    const auto number = [&](u32 ring, u32 k) {
      return ring == 0       ? 0
             : ring == rings ? 1 + (rings - 1) * around
                             : 1 + (ring - 1) * around + k % around;
    };
    for (u32 i = 0; i < rings; ++i) {
      for (u32 k = 0; k < around; ++k) {
        const u32 a = number(i, k), b = number(i, k + 1), c = number(i + 1, k),
                  d = number(i + 1, k + 1);
        if (i > 0) soup.indices.insert(soup.indices.end(), {a, b, d});
        if (i + 1 < rings) soup.indices.insert(soup.indices.end(), {a, d, c});
        if (i == 0) soup.indices.back() = c;
      }
    }
  } else {
    const u32 around = 4 * rings;
    for (u32 k = 0; k < around; ++k) {
      const f64 b = 2 * pi * k / around;
      add_vertex({{radius(b, 0) * std::cos(b), radius(b, 0) * std::sin(b)}});
      soup.indices.insert(soup.indices.end(), {k, (k + 1) % around});
    }
  }
  return soup;
}

// Returns random primitives of a size of about 1e-3. Most of their x coordinates are near 1e6,
// where float32 has steps of 1/16.
template <int Dim>
Soup<Dim> far_soup(u32 count, u64 seed) {
  Random random(seed);
  Soup<Dim> soup{"far", {}, {}};
  for (u32 id = 0; id < count; ++id) {
    const Vector<Dim> center = random_point<Dim>(random, 0, 10);
    Vector<Dim> v[Dim];
    for (auto& vertex : v) {
      vertex = center + random_point<Dim>(random, -1e-3, 1e-3);
      if (!random.one_in(8)) vertex[0] += 1e6;
      if (random.one_in(2)) vertex[Dim - 1] *= 1e-3;
    }
    soup.add(v);
  }
  return soup;
}

// Returns a random soup that is scaled so much that computations in float32 overflow or underflow.
template <int Dim>
Soup<Dim> scaled_soup(u32 count, f32 scale, const char* name) {
  Soup<Dim> soup = random_soup<Dim>(count, 3, count);
  for (f32& value : soup.positions) value *= scale;
  soup.name = name;
  return soup;
}

template <int Dim>
std::vector<Soup<Dim>> all_soups() {
  std::vector<Soup<Dim>> soups{{"none", {}, {}}};
  for (u32 count : {1u, 2u, 4u, 5u, 17u, 700u}) soups.push_back(random_soup<Dim>(count, 1, count));
  soups.push_back(random_soup<Dim>(2000, 0.1, 99));
  soups.push_back(adversarial_soup<Dim>(300, 5));
  soups.push_back(flat_soup<Dim>(12));
  Vector<Dim> middle;
  for (int axis = 0; axis < Dim; ++axis) middle[axis] = 5;
  soups.push_back(closed_soup<Dim>(12, 4, middle));
  soups.push_back(far_soup<Dim>(400, 8));
  soups.push_back(scaled_soup<Dim>(100, 7e16f, "huge"));
  soups.push_back(scaled_soup<Dim>(100, 1e-8f, "small"));
  soups.push_back(scaled_soup<Dim>(100, 1e-40f, "denormal"));
  return soups;
}

template <int Dim>
Mesh<Dim> mesh_of(const Soup<Dim>& soup, mesh::Build build = mesh::Build::kFast) {
  Mesh<Dim> made;
  EXPECT_TRUE(made.build(soup.source(), soup.index(), build).ok());
  return made;
}

template <int Dim, class Test>
void for_each_mesh(Test&& test) {
  for (const Soup<Dim>& soup : all_soups<Dim>()) {
    for (const auto build : {mesh::Build::kFast, mesh::Build::kQuality}) {
      SCOPED_TRACE(soup.name + " of " + std::to_string(soup.size()));
      Random random(7 + soup.size());
      const Mesh<Dim> made = mesh_of(soup, build);
      test(soup, made, random);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

template <int Dim>
Vector<Dim> query_point(const Soup<Dim>& soup, Random& random) {
  switch (random.below(4)) {
    case 0:
      return grid_point<Dim>(random, 11);
    case 1:
      if (soup.size() == 0) return {};
      return soup.primitive(random.below(soup.size())).v[random.below(Dim)];
    case 2:
      if (soup.size() != 0) {
        const Primitive<Dim> primitive = soup.primitive(random.below(soup.size()));
        return primitive.v[0] * 0.5 + primitive.v[1] * 0.5 + random_point<Dim>(random, -0.1, 0.1);
      }
      [[fallthrough]];
    default:
      return random_point<Dim>(random, -2, 12);
  }
}

template <int Dim>
struct Dimension {
  static constexpr int kDim = Dim;
};
using Dimensions = ::testing::Types<Dimension<2>, Dimension<3>>;

}  // namespace sapwood::test
