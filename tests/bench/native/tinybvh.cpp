// Ray casts on a triangle mesh by Sapwood and tinybvh, compiled by the same compiler with the same
// flags, on one thread. `npm run bench -- tinybvh <folder of tinybvh>` compiles and runs it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sapwood/mesh/mesh.hpp"

#define TINYBVH_IMPLEMENTATION
#include "tiny_bvh.h"

namespace {

using sapwood::f32;
using sapwood::f64;
using sapwood::u32;

constexpr u32 kRays = 100000;
constexpr int kRounds = 11;

struct Triangles {
  std::vector<f32> positions;  // 3 per vertex
  std::vector<u32> indices;
};

struct Point {
  f64 x, y, z;
};

Point on_knot(f64 u) {
  const f64 turn = 1.5 * u;
  const f64 radius = 10 * (2 + std::cos(turn)) / 2;
  return {radius * std::cos(u), radius * std::sin(u), 10 * std::sin(turn) / 2};
}

// Torus knot of 262,144 triangles: a tube of radius 3 around a curve.
Triangles make_knot() {
  constexpr u32 kAlong = 2048, kAround = 64;
  Triangles mesh;
  for (u32 i = 0; i <= kAlong; ++i) {
    const f64 u = 4 * M_PI * i / kAlong;
    const Point at = on_knot(u), next = on_knot(u + 0.01);
    const Point tangent{next.x - at.x, next.y - at.y, next.z - at.z};
    const Point mean{next.x + at.x, next.y + at.y, next.z + at.z};
    Point b{tangent.y * mean.z - tangent.z * mean.y, tangent.z * mean.x - tangent.x * mean.z,
            tangent.x * mean.y - tangent.y * mean.x};
    Point n{b.y * tangent.z - b.z * tangent.y, b.z * tangent.x - b.x * tangent.z,
            b.x * tangent.y - b.y * tangent.x};
    const f64 lb = std::hypot(b.x, b.y, b.z), ln = std::hypot(n.x, n.y, n.z);
    for (u32 j = 0; j <= kAround; ++j) {
      const f64 v = 2 * M_PI * j / kAround;
      const f64 cn = -3 * std::cos(v) / ln, cb = 3 * std::sin(v) / lb;
      mesh.positions.push_back(static_cast<f32>(at.x + cn * n.x + cb * b.x));
      mesh.positions.push_back(static_cast<f32>(at.y + cn * n.y + cb * b.y));
      mesh.positions.push_back(static_cast<f32>(at.z + cn * n.z + cb * b.z));
    }
  }
  for (u32 i = 0; i < kAlong; ++i) {
    for (u32 j = 0; j < kAround; ++j) {
      const u32 a = i * (kAround + 1) + j, b = a + kAround + 1;
      for (const u32 vertex : {a, b, a + 1, b, b + 1, a + 1}) mesh.indices.push_back(vertex);
    }
  }
  return mesh;
}

// Returns unsorted rays from a sphere around the mesh to points inside.
std::vector<sapwood::mesh::Ray<3>> make_rays() {
  std::vector<sapwood::mesh::Ray<3>> rays(kRays);
  u32 state = 11;
  const auto signed_unit = [&] {
    state = state * 1664525u + 1013904223u;
    return 2.0 * state / 4294967296.0 - 1;
  };
  for (auto& ray : rays) {
    Point out{signed_unit(), signed_unit(), signed_unit()};
    const f64 length = std::hypot(out.x, out.y, out.z) / 45;
    const f64 start[3] = {out.x / length, out.y / length, out.z / length};
    const f64 target[3] = {18 * signed_unit(), 18 * signed_unit(), 8 * signed_unit()};
    for (int axis = 0; axis < 3; ++axis) {
      ray.origin[axis] = static_cast<f32>(start[axis]);
      ray.direction[axis] = static_cast<f32>(target[axis] - start[axis]);
    }
  }
  return rays;
}

struct HitSum {
  u32 hits = 0;
  f64 distances = 0;
};

// Contender with functions that return its closest hits and the number of blocked rays.
template <class Closest, class Blocked>
struct Contender {
  const char* name;
  Closest closest;
  Blocked blocked;
};
template <class Closest, class Blocked>
Contender(const char*, Closest, Blocked) -> Contender<Closest, Blocked>;

f64 median(std::vector<f64> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

template <class Run>
f64 nanoseconds_per_ray(Run&& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  const std::chrono::duration<f64, std::nano> spent = std::chrono::steady_clock::now() - start;
  return spent.count() / kRays;
}

tinybvh::Ray ray_of(const sapwood::mesh::Ray<3>& ray) {
  const auto vector = [](const sapwood::mesh::Vector<3>& from) {
    return tinybvh::bvhvec3(static_cast<f32>(from[0]), static_cast<f32>(from[1]),
                            static_cast<f32>(from[2]));
  };
  return tinybvh::Ray(vector(ray.origin), vector(ray.direction));
}

template <class Tree>
auto contender(const char* name, const Tree& tree, const std::vector<sapwood::mesh::Ray<3>>& rays) {
  return Contender{name,
                   [&] {
                     HitSum sum;
                     for (const auto& each : rays) {
                       tinybvh::Ray ray = ray_of(each);
                       tree.Intersect(ray);
                       if (ray.hit.t >= BVH_FAR) continue;
                       ++sum.hits;
                       sum.distances += ray.hit.t;
                     }
                     return sum;
                   },
                   [&] {
                     u32 blocked = 0;
                     for (const auto& each : rays) blocked += tree.IsOccluded(ray_of(each));
                     return blocked;
                   }};
}

template <class... All>
int compare(const All&... contenders) {
  constexpr int kCount = sizeof...(All);
  std::vector<f64> closest[kCount], blocked[kCount];
  HitSum results[kCount];
  u32 counts[kCount];
  for (int round = 0; round <= kRounds; ++round) {
    int i = 0;
    const auto one = [&](const auto& contender) {
      const f64 first = nanoseconds_per_ray([&] { results[i] = contender.closest(); });
      const f64 second = nanoseconds_per_ray([&] { counts[i] = contender.blocked(); });
      if (round > 0) {
        closest[i].push_back(first);
        blocked[i].push_back(second);
      }
      ++i;
    };
    (one(contenders), ...);
  }
  const char* names[] = {contenders.name...};
  std::printf("%-28s %12s %12s %9s\n", "", "closest, ns", "any hit, ns", "hits");
  int faults = 0;
  for (int i = 0; i < kCount; ++i) {
    std::printf("%-28s %12.0f %12.0f %9u\n", names[i], median(closest[i]), median(blocked[i]),
                results[i].hits);
    // tinybvh computes in float32, so a ray along an edge may miss the edge
    const auto differ = [](f64 a, f64 b) { return std::fabs(a - b) > 1e-3 * std::fabs(b); };
    if (differ(results[i].hits, results[0].hits) || differ(counts[i], counts[0]) ||
        differ(results[i].distances / results[i].hits, results[0].distances / results[0].hits)) {
      std::printf("  %s has other results\n", names[i]);
      ++faults;
    }
  }
  return faults;
}

}  // namespace

int main() {
  const Triangles knot = make_knot();
  const auto rays = make_rays();
  sapwood::Mesh<3> mesh;
  const u32 vertices = static_cast<u32>(knot.positions.size() / 3);
  const sapwood::mesh::Positions<3> positions{knot.positions.data(), vertices};
  const sapwood::mesh::Indices indices{nullptr, knot.indices.data(),
                                       static_cast<u32>(knot.indices.size())};
  if (!mesh.build(positions, indices, sapwood::mesh::Build::kQuality).ok()) return 1;

  std::vector<tinybvh::bvhvec4> corners;
  for (const u32 vertex : knot.indices) {
    const f32* at = &knot.positions[3 * size_t{vertex}];
    corners.emplace_back(at[0], at[1], at[2], 0.0f);
  }
  const u32 count = static_cast<u32>(corners.size() / 3);
  tinybvh::BVH binary;
  binary.Build(corners.data(), count);
  tinybvh::BVH_SoA by_two;
  by_two.Build(corners.data(), count);
  tinybvh::BVH4_CPU by_four;
  by_four.Build(corners.data(), count);

  const Contender ours{"Sapwood, build quality",
                       [&] {
                         HitSum sum;
                         for (const auto& ray : rays) {
                           bool found = false;
                           sapwood::mesh::RayHit<3> hit;
                           (void)mesh.raycast(ray, found, hit);
                           if (!found) continue;
                           ++sum.hits;
                           sum.distances += hit.distance;
                         }
                         return sum;
                       },
                       [&] {
                         u32 blocked = 0;
                         for (const auto& ray : rays) {
                           bool found = false;
                           (void)mesh.intersects_ray(ray, found);
                           blocked += found;
                         }
                         return blocked;
                       }};
  return compare(ours, contender("tinybvh, BVH", binary, rays),
                 contender("tinybvh, BVH_SoA", by_two, rays),
                 contender("tinybvh, BVH4_CPU", by_four, rays));
}
