#include "support/scene_queries.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "support/scene_random.hpp"

namespace sapwood::test {
namespace {

constexpr float kUnbounded = std::numeric_limits<float>::infinity();

struct Side {
  double low;
  double high;
  double size() const { return high - low; }
  double middle() const { return low * 0.5 + high * 0.5; }
};

float to_float(double value) { return static_cast<float>(value); }

// Picks random boxes and coordinates of a scene. In an empty scene, all sides are 0.
class Picker {
 public:
  Picker(const Scene& scene, std::uint32_t seed)
      : dimensions(scene.dimensions), scene_(scene), random_(seed) {}

  const int dimensions;

  double unit() { return random_.unit(); }
  std::uint32_t pick() {
    return static_cast<std::uint32_t>(random_.below(scene_.count > 1 ? scene_.count : 1));
  }

  Side side(std::uint32_t id, int axis) const {
    if (scene_.count == 0) return {0, 0};
    const float* box = scene_.set().box(id);
    return {box[axis], box[dimensions + axis]};
  }
  double middle(std::uint32_t id, int axis) const { return side(id, axis).middle(); }
  Side bounds(int axis) const {
    return {scene_.extent[static_cast<std::size_t>(axis)],
            scene_.extent[static_cast<std::size_t>(dimensions + axis)]};
  }

  // Uses one random number.
  double anywhere(int axis) {
    const Side whole = bounds(axis);
    return whole.low + unit() * whole.size();
  }

  double largest_side(std::uint32_t id) const {
    double size = 0;
    for (int d = 0; d < dimensions; ++d) size = std::fmax(size, side(id, d).size());
    return size;
  }
  double largest_extent() const {
    double size = 0;
    for (int d = 0; d < dimensions; ++d) size = std::fmax(size, bounds(d).size());
    return size;
  }

 private:
  const Scene& scene_;
  Mulberry32 random_;
};

using FillQuery = void (*)(float* query, int index, Picker& picker);

Queries fill_queries(Picker picker, int count, int stride, FillQuery fill) {
  const auto numbers = static_cast<std::size_t>(count) * static_cast<std::size_t>(stride);
  Queries queries{stride, std::vector<float>(numbers)};
  float* query = queries.values.data();
  for (int i = 0; i < count; ++i, query += stride) fill(query, i, picker);
  return queries;
}

void fill_box(float* box, int index, Picker& picker) {
  const std::uint32_t first = picker.pick();
  const std::uint32_t second = picker.pick();
  for (int d = 0; d < picker.dimensions; ++d) {
    const Side side = picker.side(first, d);
    const Side whole = picker.bounds(d);
    const double grown = 2 * side.size();
    const double u = picker.unit();
    const double v = picker.unit();
    const Side corners[] = {{side.low - u * grown, side.high + v * grown},
                            side,
                            {side.middle(), picker.middle(second, d)},
                            {whole.low + u * whole.size(), whole.low + v * whole.size()}};
    const Side chosen = corners[index % 4];
    const bool ordered = chosen.low <= chosen.high;
    box[d] = to_float(ordered ? chosen.low : chosen.high);
    box[picker.dimensions + d] = to_float(ordered ? chosen.high : chosen.low);
  }
}

void fill_point(float* point, int index, Picker& picker) {
  const std::uint32_t id = picker.pick();
  for (int d = 0; d < picker.dimensions; ++d) {
    const Side side = picker.side(id, d);
    const Side whole = picker.bounds(d);
    const double u = picker.unit();
    const double places[] = {side.low + u * side.size(), u < 0.5 ? side.low : side.high,
                             whole.low + u * whole.size()};
    point[d] = to_float(places[index % 3]);
  }
}

void fill_sphere(float* sphere, int index, Picker& picker) {
  const std::uint32_t id = picker.pick();
  const double u = picker.unit();
  const double radii[] = {0, 2 * u * picker.largest_side(id), 0.25 * u * picker.largest_extent()};
  // each kind of center is combined with each kind of radius
  fill_point(sphere, index / 3, picker);
  sphere[picker.dimensions] = to_float(radii[index % 3]);
}

struct RayPlan {
  std::uint32_t first;
  std::uint32_t second;
  int axis;
  double u;
};

void aim_anywhere(float* ray, Picker& picker, const RayPlan& plan) {
  const int dimensions = picker.dimensions;
  for (int d = 0; d < dimensions; ++d) {
    ray[d] = to_float(picker.anywhere(d));
    ray[dimensions + d] = to_float(picker.middle(plan.second, d) - static_cast<double>(ray[d]));
  }
  ray[2 * dimensions] = kUnbounded;
}

void aim_along_axis(float* ray, Picker& picker, const RayPlan& plan) {
  const int dimensions = picker.dimensions;
  const Side whole = picker.bounds(plan.axis);
  const bool forward = plan.u < 0.5;
  for (int d = 0; d < dimensions; ++d) ray[d] = to_float(picker.middle(plan.first, d));
  ray[plan.axis] =
      to_float(forward ? whole.low - 0.5 * whole.size() : whole.high + 0.5 * whole.size());
  ray[dimensions + plan.axis] = forward ? 1.0f : -1.0f;
  ray[2 * dimensions] = kUnbounded;
}

void aim_between(float* ray, Picker& picker, const RayPlan& plan) {
  const int dimensions = picker.dimensions;
  double squared_length = 0;
  for (int d = 0; d < dimensions; ++d) {
    ray[d] = to_float(picker.middle(plan.first, d));
    ray[dimensions + d] = to_float(picker.middle(plan.second, d) - static_cast<double>(ray[d]));
    const double component = ray[dimensions + d];
    squared_length += component * component;
  }
  ray[2 * dimensions] = to_float(plan.u * std::sqrt(squared_length));
}

// The direction has length 2.
void aim_along_edge(float* ray, Picker& picker, const RayPlan& plan) {
  const int dimensions = picker.dimensions;
  for (int d = 0; d < dimensions; ++d) ray[d] = to_float(picker.side(plan.first, d).low);
  const Side side = picker.side(plan.first, plan.axis);
  ray[plan.axis] = to_float(side.low - side.size());
  ray[dimensions + plan.axis] = 2;
  ray[2 * dimensions] = to_float(4 * plan.u * picker.largest_side(plan.first));
}

void fill_ray(float* ray, int index, Picker& picker) {
  constexpr void (*kAims[])(float*, Picker&, const RayPlan&) = {aim_anywhere, aim_along_axis,
                                                                aim_between, aim_along_edge};
  const int dimensions = picker.dimensions;
  RayPlan plan;
  plan.first = picker.pick();
  plan.second = picker.pick();
  plan.axis = static_cast<int>(std::floor(picker.unit() * dimensions));
  plan.u = picker.unit();
  kAims[index % 4](ray, picker, plan);
  bool moves = false;
  for (int d = 0; d < dimensions; ++d) moves |= ray[dimensions + d] != 0;
  if (!moves) ray[dimensions] = 1;
}

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector normalize(const Vector& v) {
  const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > 0)) return {1, 0, 0};
  return {v[0] / length, v[1] / length, v[2] / length};
}

Vector combine(const Vector& a, const Vector& b, double factor) {
  return {a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor};
}

void set_plane(float* plane, const Vector& normal, const Vector& through) {
  for (int d = 0; d < 3; ++d) plane[d] = to_float(normal[static_cast<std::size_t>(d)]);
  plane[3] = to_float(-(normal[0] * through[0] + normal[1] * through[1] + normal[2] * through[2]));
}

// The planes are near, far, left, right, bottom and top.
void fill_frustum(float* planes, int, Picker& picker) {
  const std::uint32_t id = picker.pick();
  Vector eye;
  for (int d = 0; d < 3; ++d) eye[static_cast<std::size_t>(d)] = picker.anywhere(d);
  const double slope = 0.25 + 0.5 * picker.unit();
  const double reach = picker.unit() * picker.largest_extent();
  const Vector target = {picker.middle(id, 0), picker.middle(id, 1), picker.middle(id, 2)};
  const Vector forward = normalize(combine(target, eye, -1));
  const bool steep = forward[1] > 0.9 || forward[1] < -0.9;
  const Vector right = normalize(cross(forward, steep ? Vector{1, 0, 0} : Vector{0, 1, 0}));
  const Vector up = cross(right, forward);
  const Vector slanted = combine({0, 0, 0}, forward, slope);
  set_plane(planes, forward, eye);
  set_plane(planes + 4, combine({0, 0, 0}, forward, -1), combine(eye, forward, reach));
  set_plane(planes + 8, normalize(combine(slanted, right, 1)), eye);
  set_plane(planes + 12, normalize(combine(slanted, right, -1)), eye);
  set_plane(planes + 16, normalize(combine(slanted, up, 1)), eye);
  set_plane(planes + 20, normalize(combine(slanted, up, -1)), eye);
}

}  // namespace

Queries box_queries(const Scene& scene, int count, std::uint32_t seed) {
  return fill_queries(Picker(scene, seed), count, 2 * scene.dimensions, fill_box);
}

Queries point_queries(const Scene& scene, int count, std::uint32_t seed) {
  return fill_queries(Picker(scene, seed + 1), count, scene.dimensions, fill_point);
}

Queries sphere_queries(const Scene& scene, int count, std::uint32_t seed) {
  return fill_queries(Picker(scene, seed + 2), count, scene.dimensions + 1, fill_sphere);
}

Queries ray_queries(const Scene& scene, int count, std::uint32_t seed) {
  return fill_queries(Picker(scene, seed + 3), count, 2 * scene.dimensions + 1, fill_ray);
}

Queries frustum_queries(const Scene& scene, int count, std::uint32_t seed) {
  if (scene.dimensions != 3) fail_scene("frustum_queries: expected a 3D scene");
  return fill_queries(Picker(scene, seed + 4), count, 24, fill_frustum);
}

}  // namespace sapwood::test
